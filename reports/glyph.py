"""Characters: what may be printed as it is, and how LaTeX says the rest.

Invisible characters (controls, bidirectional overrides, zero-width marks, lone surrogates) are shown as `[U+202E]`,
in every form of report: what a reader cannot see must not change what the reader believes.
"""

import unicodedata

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def _words(text: str) -> list[str]:
    return text.split()


# Text commands, for characters that T1 lacks or that TeX treats as its own.
TEXT: dict[str, str] = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%", "_": r"\_",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\textquotedbl{}", "'": "'{}", "`": r"\textasciigrave{}",
    "-": "-{}", ",": ",{}", "\u00a0": "~", "–": "--", "—": "---", "‘": "`{}", "’": "'{}", "‚": r"\quotesinglbase{}",
    "“": "``{}", "”": "''{}", "„": ",,{}", "«": r"\guillemotleft{}", "»": r"\guillemotright{}", "…": r"\dots{}",
    "•": r"\textbullet{}", "§": r"\S{}", "¶": r"\P{}", "°": r"\textdegree{}", "©": r"\textcopyright{}",
    "®": r"\textregistered{}", "™": r"\texttrademark{}", "€": r"\texteuro{}", "£": r"\pounds{}", "¥": r"\textyen{}",
    "¢": r"\textcent{}", "¤": r"\textcurrency{}", "¦": r"\textbrokenbar{}", "µ": r"\textmu{}", "†": r"\dag{}",
    "‡": r"\ddag{}", "‰": r"\textperthousand{}", "№": r"\textnumero{}", "¡": r"\textexclamdown{}",
    "¿": r"\textquestiondown{}", "¬": r"\ensuremath{\neg}", "‼": "!!", "ª": r"\textordfeminine{}",
    "º": r"\textordmasculine{}", "¼": r"\textonequarter{}", "½": r"\textonehalf{}", "¾": r"\textthreequarters{}",
}  # fmt: skip

# Mathematics, to be set in math mode. Greek capitals that look Latin are set upright.
MATH: dict[str, str] = {
    **dict(zip("αβγδεζηθικλμνξπρστυφχψω", _words(
        r"\alpha \beta \gamma \delta \varepsilon \zeta \eta \theta \iota \kappa \lambda \mu \nu \xi \pi \rho \sigma "
        r"\tau \upsilon \varphi \chi \psi \omega"), strict=True)),
    **dict(zip("ΓΔΘΛΞΠΣΥΦΨΩ",
               _words(r"\Gamma \Delta \Theta \Lambda \Xi \Pi \Sigma \Upsilon \Phi \Psi \Omega"), strict=True)),
    **{greek: rf"\mathrm{{{latin}}}" for greek, latin in zip("ΑΒΕΖΗΙΚΜΝΟΡΤΧο", "ABEZHIKMNOPTXo", strict=True)},
    **dict(zip("ςϵϑϕϖϱ∂∇ℓℏℜℑℵ℘ı", _words(
        r"\varsigma \epsilon \vartheta \phi \varpi \varrho \partial \nabla \ell \hbar \Re \Im \aleph \wp \imath"
    ), strict=True)),
    **dict(zip(
        "≤≥≠≈≡∼≃≅∝≪≫⩽⩾≲≳≺≻⪯⪰≔⊥∥∣⊢⊨", _words(
        r"\leq \geq \neq \approx \equiv \sim \simeq \cong \propto \ll \gg \leqslant \geqslant \lesssim \gtrsim \prec "
        r"\succ \preceq \succeq := \perp \parallel \mid \vdash \vDash"), strict=True)),
    **dict(zip("±∓×÷·∗∘∙⊕⊖⊗⊙⋅⋆†∧∨∩∪∖⊎⊔⊓−∕", _words(
        r"\pm \mp \times \div \cdot * \circ \bullet \oplus \ominus \otimes \odot \cdot \star \dagger \wedge \vee \cap "
        r"\cup \setminus \uplus \sqcup \sqcap - /"), strict=True)),
    **dict(zip("∑∏∐∫∬∮√∞∅∀∃∄∈∉∋⊂⊃⊆⊇⊄⊊¬∴∵□◇", _words(
        r"\sum \prod \coprod \int \iint \oint \surd \infty \emptyset \forall \exists \nexists \in \notin \ni \subset "
        r"\supset \subseteq \supseteq \not\subset \subsetneq \neg \therefore \because \square \lozenge"), strict=True)),
    **dict(zip("←→↔⇐⇒⇔↦↑↓↗↘⟵⟶⟹⟺↪⇝", _words(
        r"\leftarrow \rightarrow \leftrightarrow \Leftarrow \Rightarrow \Leftrightarrow \mapsto \uparrow \downarrow "
        r"\nearrow \searrow \longleftarrow \longrightarrow \Longrightarrow \Longleftrightarrow \hookrightarrow "
        r"\leadsto"), strict=True)),
    **dict(zip("⟨⟩⌊⌋⌈⌉‖′″⋯⋮⋱∠△▽★●○■◆✓✗", _words(
        r"\langle \rangle \lfloor \rfloor \lceil \rceil \| {}' {}'' \cdots \vdots \ddots \angle \triangle "
        r"\triangledown \bigstar \bullet \circ \blacksquare \blacklozenge \checkmark \times"), strict=True)),
    **{letter: rf"\mathbb{{{latin}}}" for letter, latin in zip("ℂℍℕℙℚℝℤ𝔼𝔽", "CHNPQRZEF", strict=True)},
    "𝟙": r"\mathbf{1}",
    **{letter: rf"\mathcal{{{latin}}}" for letter, latin in zip("ℬℰℱℋℐℒℳℛ𝒪𝒩𝒟", "BEFHILMROND", strict=True)},
}  # fmt: skip

ACCENTS: dict[str, str] = {
    "\u0300": r"\grave", "\u0301": r"\acute", "\u0302": r"\hat", "\u0303": r"\tilde", "\u0304": r"\bar",
    "\u0305": r"\bar", "\u0306": r"\breve", "\u0307": r"\dot", "\u0308": r"\ddot", "\u030c": r"\check",
    "\u20d7": r"\vec",
}  # fmt: skip

# Letters beyond ASCII that the T1 encoding has (Latin-1 and the part of Latin Extended-A that it covers).
T1_LETTERS = frozenset(
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ"
    "ĂăĄąĆćČčĎďĐđĘęĚěĞğİĹĺĽľŁłŃńŇňŊŋŐőŒœŔŕŘřŚśŞşŠšŢţŤťŮůŰűŸŹźŻżŽž"
)


def code_point(character: str) -> str:
    r"""The visible stand-in of a character.

    >>> code_point("中"), code_point("\x07")
    ('[U+4E2D]', '[U+0007]')
    """
    return f"[U+{ord(character):04X}]"


def hidden(character: str) -> bool:
    """Whether a reader could not see `character` (line ends and tabs count as white space, not as hidden)."""
    return unicodedata.category(character) in _HIDDEN and character not in "\n\r\t"


def visible(text: str) -> str:
    r"""`text` with every hidden character replaced by its code point.

    >>> visible("a\u202eb\x1b[0m")
    'a[U+202E]b[U+001B][0m'
    """
    return "".join(code_point(c) if hidden(c) else c for c in text)


def abbreviate(text: str, limit: int = 400) -> str:
    """`text` whole, or its two ends and its length where it is longer than `limit` (an exact value can be huge).

    >>> abbreviate("1" * 1000, limit=20)
    '111111111111 … (1000 characters) … 11111111'
    """
    if len(text) <= limit:
        return text
    tail = limit * 2 // 5
    return f"{text[: limit - tail]} … ({len(text)} characters) … {text[-tail:]}"
