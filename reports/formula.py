r"""Formulas in LaTeX that come from outside: accepted only when nothing in them can surprise.

A formula is printed if it is a sentence of a small grammar: balanced groups, matched `\left … \right` and `\begin …
\end`, no double scripts, commands and environments from a whitelist with their arguments in braces. That excludes
`\input`, `\write`, `\def`, `\catcode`, `^^5c`, comments, and the half-formulas that hostile symbol names produce.
Whatever is refused is printed as escaped source text by the caller.
"""

import itertools
import re
from dataclasses import dataclass, field

from reports import glyph

_MAX_LENGTH = 20_000
_MAX_DEPTH = 40
_MAX_COLUMNS = 50
_TOKEN = re.compile(r"\\[A-Za-z]+\*?|\\.|\s+|.", re.DOTALL)


def _words(text: str) -> list[str]:
    return text.split()


_SYMBOLS = frozenset(
    _words(
        r"""
    alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa varkappa lambda mu nu xi pi
    varpi rho varrho sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon
    Phi Psi Omega digamma beth gimel daleth aleph hbar hslash ell wp Re Im partial nabla infty emptyset varnothing
    forall exists nexists neg lnot in notin ni subset supset subseteq supseteq subsetneq cup cap setminus uplus sqcup
    sqcap wedge vee land lor oplus ominus otimes odot leq le geq ge neq ne equiv approx sim simeq cong propto ll
    gg leqslant geqslant lesssim gtrsim prec succ preceq succeq perp parallel mid vdash vDash pm mp times div cdot ast
    star circ bullet dagger to gets leftarrow rightarrow leftrightarrow Leftarrow Rightarrow Leftrightarrow mapsto
    uparrow downarrow nearrow searrow longleftarrow longrightarrow Longrightarrow Longleftrightarrow iff implies
    hookrightarrow leadsto therefore because sum prod coprod int iint iiint oint bigcup bigcap bigwedge bigvee bigoplus
    bigotimes lim max min sup inf limsup liminf det dim ker deg gcd Pr bmod arg log ln lg exp sin cos tan cot
    sec csc arcsin arccos arctan sinh cosh tanh coth ldots cdots vdots ddots dots prime angle triangle square lozenge
    blacksquare langle rangle lfloor rfloor lceil rceil lvert rvert lVert rVert vert Vert colon quad qquad imath jmath
    displaystyle textstyle surd top bot
    """
    )
)
_LIMITED = frozenset(_words(r"\sum \prod \coprod \int \iint \iiint \oint \bigcup \bigcap \lim \max \min \sup \inf"))
_SPACES = frozenset({r"\,", r"\:", r"\;", r"\!", r"\ ", r"\>"})
_ESCAPED = frozenset({r"\{", r"\}", r"\|", r"\_", r"\%", r"\&", r"\#", r"\$"})
_ARITY = {
    **dict.fromkeys(_words("sqrt mathrm mathbf mathit mathsf mathtt mathcal mathbb mathfrak boldsymbol overline"), 1),
    **dict.fromkeys(_words("bar underline hat widehat tilde widetilde check breve acute grave dot ddot vec pmod"), 1),
    **dict.fromkeys(_words("frac dfrac tfrac binom dbinom tbinom overset underset stackrel"), 2),
}
_TEXTUAL = frozenset({"text", "textrm", "operatorname", "operatorname*"})
_FENCES = frozenset(
    _words(
        r"( ) [ ] | . / < > \{ \} \| \langle \rangle \lfloor \rfloor \lceil \rceil \vert \Vert \lvert \rvert "
        r"\lVert \rVert"
    )
)
_ENVIRONMENTS = frozenset(_words("matrix pmatrix bmatrix vmatrix Vmatrix smallmatrix cases array aligned"))
_RELATIONS = frozenset(_words(r"= < > \leq \le \geq \ge \neq \ne \approx \equiv"))
_CHARACTERS = frozenset("0123456789+-*/=<>()[]|.,;:!?'@")


class Refused(ValueError):
    """The formula is outside the grammar; the message says where."""


@dataclass(slots=True)
class _Reader:
    tokens: list[str]
    position: int = 0
    breaks: list[int] = field(default_factory=list)

    def peek(self) -> str:
        return self.tokens[self.position] if self.position < len(self.tokens) else ""

    def take(self, expected: str = "") -> str:
        token = self.peek()
        if not token or (expected and token != expected):
            raise Refused(f"{expected or 'a symbol'!r} expected at token {self.position}, found {token!r}")
        self.position += 1
        return token

    def skip_space(self) -> None:
        while self.peek().isspace():
            self.position += 1


@dataclass(frozen=True, slots=True)
class Formula:
    """An accepted formula: `source` in one line, and `lines` cut before every outermost relation."""

    source: str
    lines: tuple[str, ...]


def read(latex: str) -> Formula | None:
    r"""Accept or refuse a formula.

    Args:
        latex: the source between the dollar signs; Unicode letters and operators are translated.
    Returns:
        the formula, or None when it is empty or outside the grammar.

    >>> read(r"x^{2} \leq α").source
    'x^{2} \\leq \\alpha '
    >>> read(r"\input{x}") is None, read(r"x_{1") is None, read("x^^5cinput") is None
    (True, True, True)
    """
    try:
        return _parse(latex)
    except Refused:
        return None


def _parse(latex: str) -> Formula:
    if not latex.strip() or len(latex) > _MAX_LENGTH:
        raise Refused("empty or too long")
    tokens = _TOKEN.findall(_translate(" ".join(latex.split())))
    reader = _Reader(tokens)
    _sequence(reader, end="", depth=0)
    cuts = [0, *reader.breaks, len(tokens)]
    pieces = ("".join(tokens[a:b]).strip() for a, b in itertools.pairwise(cuts))
    return Formula("".join(tokens), tuple(piece for piece in pieces if piece))


def _translate(text: str) -> str:
    def one(character: str) -> str:
        if character.isascii():
            return character
        if character in glyph.MATH:
            return glyph.MATH[character] + " "
        raise Refused(f"no mathematics for {glyph.code_point(character)}")

    return "".join(map(one, text))


def _sequence(reader: _Reader, end: str, depth: int, cells: int = 0) -> None:
    """Read atoms with their scripts up to `end` (not consumed); in a table, rows have at most `cells` cells."""
    if depth > _MAX_DEPTH:
        raise Refused("nested too deeply")
    scripts: set[str] = set()
    cell = 1
    while (token := reader.peek()) != end:
        if token.isspace():
            reader.take()
        elif token in ("_", "^"):
            if token in scripts:
                raise Refused("a double script")
            scripts.add(reader.take())
            reader.skip_space()
            _atom(reader, depth)
        elif token in ("&", r"\\"):
            cell = _next_cell(reader, cell, cells)
            scripts = set()
        else:
            if depth == 0 and token in _RELATIONS and reader.position > 0:
                reader.breaks.append(reader.position)
            # A prime is a superscript to TeX: x^2' and x'^2' are double scripts.
            scripts = scripts | {"^"} if token == "'" and "^" not in scripts else _fresh(token, scripts)
            _atom(reader, depth)


def _next_cell(reader: _Reader, cell: int, cells: int) -> int:
    if reader.take() == "&":
        if cell >= cells:
            raise Refused("an alignment outside a table, or one too many")
        return cell + 1
    if cells == 0 or reader.peek() in ("[", "*"):
        raise Refused("a line break outside a table, or with an option")
    return 1


def _fresh(token: str, scripts: set[str]) -> set[str]:
    if token == "'" and "^" in scripts:
        raise Refused("a prime after a superscript")
    return set()


def _group(reader: _Reader, depth: int) -> None:
    reader.skip_space()
    reader.take("{")
    _sequence(reader, "}", depth + 1)
    reader.take("}")


def _atom(reader: _Reader, depth: int) -> None:
    token = reader.peek()
    if token == "{":
        return _group(reader, depth)
    reader.take()
    if token in _CHARACTERS or token in _SPACES or token in _ESCAPED or (token.isascii() and token.isalpha()):
        return None
    name = token.removeprefix("\\")
    if not token.startswith("\\"):
        raise Refused(f"{token!r} is not allowed")
    if name in _TEXTUAL:
        return _textual(reader)
    if name in _ARITY:
        return _arguments(reader, name, depth)
    if name == "left":
        return _fenced(reader, depth)
    if name == "begin":
        return _environment(reader, depth)
    if token in _LIMITED and reader.peek() in (r"\limits", r"\nolimits"):
        reader.take()
    if name not in _SYMBOLS:
        raise Refused(f"{token!r} is not allowed")
    return None


def _arguments(reader: _Reader, name: str, depth: int) -> None:
    reader.skip_space()
    if name == "sqrt" and reader.peek() == "[":
        reader.take()
        _sequence(reader, "]", depth + 1)
        reader.take("]")
    for _ in range(_ARITY[name]):
        _group(reader, depth)


def _textual(reader: _Reader) -> None:
    reader.skip_space()
    reader.take("{")
    while reader.peek() != "}":
        token = reader.take()
        if not (token in _ESCAPED or token in _SPACES or re.fullmatch(r"[A-Za-z0-9 ,.;:()'+*/=-]+", token)):
            raise Refused(f"{token!r} inside a text")
    reader.take("}")


def _fenced(reader: _Reader, depth: int) -> None:
    _fence(reader)
    _sequence(reader, r"\right", depth + 1)
    reader.take(r"\right")
    _fence(reader)


def _fence(reader: _Reader) -> None:
    reader.skip_space()
    if reader.take() not in _FENCES:
        raise Refused("not a fence")


def _environment(reader: _Reader, depth: int) -> None:
    name = _brace_word(reader)
    if name not in _ENVIRONMENTS:
        raise Refused(f"environment {name!r}")
    cells = {"cases": 2, "aligned": 2}.get(name, _MAX_COLUMNS)
    if name == "array":
        columns = _brace_word(reader)
        if not re.fullmatch("[lcr|]+", columns):
            raise Refused("columns of an array")
        cells = len(columns.replace("|", ""))
    _sequence(reader, r"\end", depth + 1, cells)
    reader.take(r"\end")
    if _brace_word(reader) != name:
        raise Refused(f"environment {name!r} is not closed")


def _brace_word(reader: _Reader) -> str:
    reader.take("{")
    word = ""
    while reader.peek() not in ("}", ""):
        word += reader.take()
    reader.take("}")
    return word
