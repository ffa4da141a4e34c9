"""Text for LaTeX: everything that an author typed, escaped so that it compiles and shows.

A template prints `Tex` as it stands and escapes every other value (`finalize`), so that forgetting is safe.
"""

import re
import unicodedata

from reports import glyph

_LIMIT = 3000
_LONG_WORD = 14
_LONG_RUN = 20
_BREAK = r"\allowbreak{}"
_SOFT_BREAK = r"\softbreak{}"  # last resort within an endless word; the preamble gives it a high penalty


class Tex(str):
    """LaTeX source of our own making; never an author's words."""

    __slots__ = ()


def finalize(value: object) -> Tex:
    """What a template prints for `value`: `Tex` untouched, nothing for None, anything else escaped."""
    if isinstance(value, Tex):
        return value
    return Tex("") if value is None else escape(glyph.abbreviate(str(value), _LIMIT))


def escape(text: str, *, mono: bool = False) -> Tex:
    r"""`text` as LaTeX that prints it literally, with white space collapsed and break points in long words.

    Characters outside the T1 encoding become their LaTeX equivalent, or a visible code point where there is none.

    >>> print(escape(r"50% of \input{x}"))
    50\% of \textbackslash{}input\{x\}
    >>> print(escape("θ̃ ≤ 中"))
    \ensuremath{\tilde{\theta}} \ensuremath{\leq} \codepoint{4E2D}
    """
    words = unicodedata.normalize("NFC", text).split()
    return Tex(" ".join(_word(word, mono) for word in words))


def mono(text: str) -> Tex:
    r"""`text` in a typewriter face: ids, source text, values.

    >>> print(mono("x_1"))
    \texttt{x\_1}
    """
    return Tex(rf"\texttt{{{escape(text, mono=True)}}}") if text.strip() else Tex("")


def plain(text: str) -> Tex:
    r"""`text` for a PDF bookmark or title, where only characters are allowed, no commands for mathematics.

    >>> print(plain("α_1"))
    [U+03B1]\_1
    """
    safe = (c if " " <= c < "\x7f" or c in glyph.T1_LETTERS else glyph.code_point(c) for c in " ".join(text.split()))
    special = {c: glyph.TEXT[c] for c in "\\{}$&#%_^~"}
    return Tex("".join(special.get(c, c) for c in "".join(safe)))


def _word(word: str, mono: bool) -> str:
    pieces = [_piece(cluster, mono) for cluster in _clusters(word)]
    if len(pieces) <= _LONG_WORD:
        return "".join(pieces)
    runs: list[list[str]] = [[]]
    for piece in pieces:
        if piece.isalnum() and runs[-1] and not runs[-1][-1].isalnum():
            runs.append([])
        runs[-1].append(piece)
    return _BREAK.join(map(_run, runs))


def _run(pieces: list[str]) -> str:
    """An ordinary word is left to hyphenation; an endless one may break anywhere, a few characters apart."""
    if len(pieces) <= _LONG_RUN:
        return "".join(pieces)
    return _SOFT_BREAK.join("".join(pieces[start : start + 4]) for start in range(0, len(pieces), 4))


def _clusters(word: str) -> list[str]:
    """Split into characters, each with at most one combining accent that LaTeX can set."""
    return re.findall(rf"[^\W_][{''.join(glyph.ACCENTS)}]|.", word, flags=re.DOTALL)


def _piece(cluster: str, mono: bool) -> str:
    if len(cluster) == 2:
        return rf"\ensuremath{{{glyph.ACCENTS[cluster[1]]}{{{_mathematics(cluster[0])}}}}}"
    if mono and cluster == "'":
        return r"\textquotesingle{}"
    if cluster in glyph.TEXT:
        return glyph.TEXT[cluster]
    if cluster in glyph.MATH:
        return rf"\ensuremath{{{glyph.MATH[cluster]}}}"
    if " " <= cluster < "\x7f" or cluster in glyph.T1_LETTERS:
        return cluster
    return _compatible(cluster, mono)


def _compatible(character: str, mono: bool) -> str:
    """A character through its Unicode compatibility form (superscripts, ligatures, styled letters), if it has one."""
    parts = unicodedata.decomposition(character).split()
    if len(parts) == 2 and (accent := chr(int(parts[1], 16)) if "<" not in parts[0] else "") in glyph.ACCENTS:
        return _piece(chr(int(parts[0], 16)) + accent, mono)
    if not parts or not parts[0].startswith("<") or glyph.hidden(character):
        return rf"\codepoint{{{ord(character):04X}}}"
    inner = "".join(_piece(chr(int(part, 16)), mono) for part in parts[1:])
    if parts[0] == "<super>":
        return rf"\textsuperscript{{{inner}}}"
    return rf"\textsubscript{{{inner}}}" if parts[0] == "<sub>" else inner


def _mathematics(letter: str) -> str:
    if letter in glyph.MATH:
        return glyph.MATH[letter]
    return letter if letter.isascii() else rf"\text{{{_piece(letter, False)}}}"
