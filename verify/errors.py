"""Errors: what an author did wrong, and the two ways in which a value can fail to exist.

Misuse raises a subclass of :class:`AssayError`, whose message always says *what*, which *rule*, the *value given* and a
*hint*.  Mathematics never raises to a user: :class:`Undefined` and :class:`Indeterminate` are caught by the checks and
become outcomes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches


class AssayError(Exception):
    """Base of every error that Assay raises on purpose.

    >>> print(ClaimError("claim 'lem:1' has no locator", rule="every claim says where it stands", hint="at='Lemma 1'"))
    claim 'lem:1' has no locator: every claim says where it stands; write at='Lemma 1'
    """

    def __init__(self, what: str, *, rule: str = "", given: object = None, hint: str = "") -> None:
        self.what, self.rule, self.given, self.hint = what, rule, given, hint
        message = what
        if rule:
            message += f": {rule}"
        if given is not None:
            message += f" (given: {shorten(given)})"
        if hint:
            message += f"; write {hint}"
        super().__init__(message)


class FormulaError(AssayError):
    """A formula's text or expression breaks the grammar."""


class DomainError(AssayError):
    """A domain, or a variable over it, is not well-formed."""


class ClaimError(AssayError):
    """A claim is not well-formed."""


class PaperError(AssayError):
    """A paper, or the file that holds it, is not well-formed."""


class FigureError(AssayError):
    """A figure, or what its function returns, is not well-formed."""


class Nonsense(AssayError):
    """An author's function returned something that is not a mathematical value."""


class Unowned(Nonsense):
    """A draw whose randomness does not come from its generator, so that nothing is known of its law."""


class Undefined(Exception):
    """An expression has no value at an instance, such as 1/0 or log 0; the message says which part."""


class Indeterminate(Exception):
    """A ball is too wide to go on; a higher precision may succeed."""


class Unevaluable(Exception):
    """An expression has a meaning that the evaluator cannot reach, such as an infinite sum."""


class Unproven(Unevaluable):
    """A value that can be estimated in floats, though no ball around it is proven."""


_MEANT = {"hypothesis": "given", "hypotheses": "given", "where": "at", "assuming": "given", "over": "forall",
          "variables": "forall", "caption": "says", "claims": "illustrates"}


def refuse_unknown(unknown: Iterable[str], what: str, words: Sequence[str], error: type[AssayError]) -> None:
    """Name a keyword that nobody reads, and the one that was meant.

    >>> refuse_unknown({"titel": 1}, "figure 'a'", ["title", "at"], FigureError)
    Traceback (most recent call last):
        ...
    verify.errors.FigureError: figure 'a' has no titel=: known are title, at; write title=
    """
    for word in unknown:
        meant = _MEANT.get(word, "")
        near = meant if meant in words else next(iter(get_close_matches(word, words, 1)), "")
        raise error(f"{what} has no {word}=", rule=f"known are {', '.join(words)}" if words else "it takes no others",
                    hint=near and f"{near}=")


_LONG = 10_000
"""Integers of more bits are told by their length; Python refuses to write them in decimals."""


def cut(text: str, limit: int) -> str:
    """Return a text, cut in its middle where it is longer than ``limit`` characters.

    >>> cut("1234567890", 5)
    '12 … 90'
    """
    return text if len(text) <= limit else f"{text[: limit // 2]} … {text[-(limit // 2) :]}"


def shorten(value: object, limit: int = 120) -> str:
    """Return ``repr(value)``, cut in the middle when longer than ``limit`` characters.

    >>> shorten("a" * 300, 20)
    "'aaaaaaaa…aaaaaaaa'"
    """
    if isinstance(value, int) and value.bit_length() > _LONG:
        return f"a number of about {value.bit_length() * 3 // 10} digits"
    try:
        text = value if isinstance(value, str) and len(value) <= limit else repr(value)
    except Exception as problem:  # a hostile __repr__ must not hide the real message
        text = f"<{type(value).__name__} whose repr raises {type(problem).__name__}>"
    text = re.sub(r" at 0x[0-9a-fA-F]+", "", text)  # an address differs from run to run
    half = (limit - 1) // 2
    return text if len(text) <= limit else text[:half] + "…" + text[-half:]
