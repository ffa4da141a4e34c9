"""Reader: the tokens of a formula's text, a place among them, and errors that point at it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import sympy

from verify.errors import FormulaError
from verify.formulas.dialect import RAISED, SIGNS, WRITTEN
from verify.formulas.formula import is_condition

MAX_DEPTH = 60
_LETTER = "[^\\W⁰¹²³⁴⁵⁶⁷⁸⁹ⁿᵀ½¼⅓]"
_TOKEN = re.compile(rf"""\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+)
                           |((?!\d){_LETTER}{_LETTER}*)
                           |(<=>|=>|->|\*\*|<=|>=|==|!=|&&|\.T\b|[-+*/%^!()\[\],<>=|∞⪯⪰]|[{"".join(
                               sign for sign in WRITTEN if len(sign) == 1)}])
                           |([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+))""", re.VERBOSE)
_KINDS = ("number", "name", "operator", "raised")
Token = tuple[str, str, int, int]
"""Kind (number, name, operator, raised or end), text, and the places in the formula's text where it starts and ends."""


class Reader:
    """The tokens of one text, read from left to right; ``symbols`` are the names in scope."""

    def __init__(self, text: str, symbols: Mapping[str, Any]) -> None:
        self.text, self.symbols = text, dict(symbols)
        self.tokens = list(self._scan(text))
        self.position = self.depth = self.bars = 0

    def _scan(self, text: str) -> Iterator[Token]:
        place = 0
        text = text.rstrip()
        while place < len(text):
            match = _TOKEN.match(text, place)
            if not match:
                place += len(text[place:]) - len(text[place:].lstrip())
                meant, hint = SIGNS.get(text[place], ("", ""))
                rule = f"{meant} is written otherwise" if meant else ""
                raise self.error(f"unexpected character {text[place]!r}", place, rule, hint)
            group = match.lastindex or 1
            found = match.group(group)
            yield _KINDS[group - 1], WRITTEN.get(found, found).translate(RAISED), *match.span(group)
            place = match.end()

    def error(self, what: str, place: int, rule: str = "", hint: str = "") -> FormulaError:
        """An error at a place of the text."""
        shown = self.text if len(self.text) <= 80 else self.text[max(0, place - 30) : place + 30]
        return FormulaError(f"{what} in {shown!r} at column {place + 1}", rule=rule, hint=hint)

    @property
    def token(self) -> Token:
        """The next token."""
        end = len(self.text)
        return self.tokens[self.position] if self.position < len(self.tokens) else ("end", "", end, end)

    @property
    def place(self) -> int:
        """Where the next token starts in the text."""
        return self.token[2]

    def following(self, offset: int) -> Token:
        """The token so many places further on."""
        place = self.position + offset
        end = len(self.text)
        return self.tokens[place] if place < len(self.tokens) else ("end", "", end, end)

    def source(self, first: int) -> str:
        """The text from the token number ``first`` up to the last one read."""
        return self.text[self.tokens[first][2] : self.tokens[self.position - 1][3]]

    def accept(self, *texts: str) -> str | None:
        """Read the next token if it is one of these."""
        kind, text, *_ = self.token
        if kind != "number" and text in texts:
            self.position += 1
            return text
        return None

    def expect(self, text: str) -> None:
        """Read a token that has to be this one."""
        if not self.accept(text):
            found = repr(self.token[1]) if self.token[1] else "the end"
            raise self.error(f"expected {text!r} but found {found}", self.place)

    def expect_end(self) -> None:
        """Refuse what is left."""
        kind, text, place, _ = self.token
        if kind == "end":
            return
        if kind in ("number", "name") or text == "(":
            before, hint = self.tokens[self.position - 1][:2], f"…*{text}"
            raise self.error("missing operator", place, "a product is written with *",
                             f"{before[1]}*{text}" if before[0] != "operator" or before[1] == ")" else hint)
        rule, hint = _FOREIGN.get(text, ("", ""))
        raise self.error(f"unexpected {text!r}", place, rule, hint)

    def deeper(self) -> None:
        """Count one level of nesting; the caller takes it back."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.error("the formula is nested too deeply", self.place, f"at most {MAX_DEPTH} levels")

    def number(self, tree: Any, place: int) -> Any:
        """Refuse a condition where a number is needed."""
        if is_condition(tree):
            raise self.error("a condition where a number is needed", place, "conditions are joined by and, or, not")
        return tree

    def condition(self, tree: Any, place: int, hint: str = "x > 0") -> Any:
        """Refuse a number where a condition is needed."""
        if not isinstance(tree, sympy.logic.boolalg.Boolean) or (isinstance(tree, sympy.Symbol) and tree.is_complex):
            raise self.error("a number where a condition is needed", place, "a condition is true or false", hint)
        return tree


_FOREIGN = {
    "->": ("a limit is not a formula", "the bound that it means: abs(f - L) <= C/n, or up_to_constant(f, g, in_='n')"),
    "|": ("absolute values are written |x| or abs(x), and conditions joined by or", "n % d == 0 for: d divides n"),
}
