"""Parser: from a formula's text to its unevaluated tree.

A formula's text is read by a small grammar of its own, never by ``eval``; the tree is built from SymPy classes with
evaluation switched off, because SymPy erases undefinedness before anyone looks (x/x becomes 1, 0·log x becomes 0).

    statement   := implication ("<=>" implication)*
    implication := condition ("=>" implication)?         right-associative
    relation    := expr (("=" | "==" | "!=" | "<=" | "<" | ">=" | ">" | "⪯" | "⪰") expr)*
    expr        := term (("+" | "-") term)*
    term        := unary (("*" | "/" | "%") unary)*
    unary       := ("-" | "+") unary | power
    power       := postfix (("^" | "**") unary)?         right-associative; -x^2 is -(x^2), and so is -x²
    postfix     := atom ("!" | ".T" | "[" expr ("," expr)* "]")*        never "!" twice
    atom        := integer | name | name "(" … ")" | "(" statement ")" | "|" expr "|"

with ``not``, ``and``, ``or`` between implications and relations.  A bar where a value is needed opens an absolute
value, any other closes it. Numbers, names and calls are read by :mod:`verify.formulas.operand`, calls that bind a name
by :mod:`verify.formulas.binder`. Integers only: a decimal point is refused, since 0.1 has two meanings. Whole matrices
and vectors have trees of their own, see :mod:`verify.formulas.matrix_formula`; entries are counted from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy

from verify.errors import FormulaError
from verify.formulas.formula import OPERATORS, Formula, is_condition, junction
from verify.formulas.matrix_formula import ORDERS, LoewnerAtLeast, LoewnerAtMost, MatrixFormula, is_whole
from verify.formulas.node import Iff, Implication
from verify.formulas.operand import call, integer, name
from verify.formulas.reader import MAX_DEPTH, Reader

MAX_LENGTH = 20_000

_RELATIONS = {"=": sympy.Eq, "==": sympy.Eq, "!=": sympy.Ne, "<=": sympy.Le, "<": sympy.Lt, ">=": sympy.Ge,
              ">": sympy.Gt, "⪯": LoewnerAtMost, "⪰": LoewnerAtLeast}
_SIGNS = {**OPERATORS, **ORDERS}
Relations = tuple[tuple[str, Formula, Formula], ...]


def parse(text: str, symbols: Mapping[str, Any]) -> Formula:
    """Return the formula that ``text`` spells, over the declared ``symbols``.

    Raises FormulaError, with the place marked, on anything outside the grammar and on undeclared names.

    >>> x = sympy.Symbol("x")
    >>> parse("-x^2 + 1", {"x": x}).tree
    1 - x**2
    >>> parse("2x", {"x": x})
    Traceback (most recent call last):
    ...
    verify.errors.FormulaError: missing operator in '2x' at column 2: a product is written with *; write 2*x
    """
    return _read(text, symbols)[0]


def parse_statement(text: str, symbols: Mapping[str, Any]) -> tuple[Formula, Relations]:
    """Return the formula that a text spells and, where it is a relation or a chain of them, its parts as written.

    >>> x = sympy.Symbol("x")
    >>> [(sign, left.source, right.source) for sign, left, right in parse_statement("x*2 < x + 1 <= 3", {"x": x})[1]]
    [('<', 'x*2', 'x + 1'), ('<=', 'x + 1', '3')]
    """
    formula, reader = _read(text, symbols)
    return formula, reader.relations()


def _read(text: str, symbols: Mapping[str, Any]) -> tuple[Formula, _Parser]:
    if len(text) > MAX_LENGTH:
        raise FormulaError("the formula is too long", rule=f"at most {MAX_LENGTH} characters", given=len(text))
    parser = _Parser(text, symbols)
    try:
        tree = parser.statement()
    except RecursionError:
        raise FormulaError("the formula is nested too deeply", rule=f"at most {MAX_DEPTH} levels") from None
    parser.expect_end()
    return Formula(text.strip(), tree), parser


_LEVELS = {"<=>": 1, "=>": 2, "or": 3, "and": 4}
_JOINS: dict[str, Callable[[list[Any]], Any]] = {
    "<=>": lambda parts: sympy.Basic.__new__(Iff, *parts),
    "=>": lambda parts: sympy.Basic.__new__(Implication, *parts),
    "or": lambda parts: junction(sympy.Or, parts), "and": lambda parts: junction(sympy.And, parts),
}
_HINTS = {"<=>": "== between numbers; <=> is between conditions", "=>": ">= for: at least; => is: implies"}


class _Parser(Reader):
    """A recursive-descent parser over the tokens of one text."""

    chain: tuple[int, int, list[tuple[Any, str]], list[Any]] | None = None
    """Of the last relation read: its first and last token, its sides with their texts, and its relations."""

    def relations(self) -> Relations:
        """The links of the text where it is one chain of relations other than !=, perhaps in parentheses."""
        if self.chain is None:
            return ()
        first, last, sides, links = self.chain
        around = [token[1] for token in (*self.tokens[:first], *self.tokens[last:])]
        if around != ["("] * first + [")"] * first or sympy.Ne in links:
            return ()
        formulas = [Formula(source, tree) for tree, source in sides]
        return tuple((_SIGNS[link], formulas[k], formulas[k + 1]) for k, link in enumerate(links))

    def statement(self, least: int = 1) -> Any:
        """Read a number, or conditions joined by words that bind at least so tightly."""
        place = self.place
        left = self.negation()
        while self.token[0] != "number" and _LEVELS.get(self.token[1], 0) >= least:
            word = self.token[1]
            hint = _HINTS.get(word, "x > 0")
            parts = [self.condition(left, place, hint)]
            while self.accept(word):
                place = self.place
                # a => b => c is a => (b => c), which the call reads as a whole
                inner = self.statement(_LEVELS[word] + (word != "=>"))
                parts.append(self.condition(inner, place, hint))
            left = _JOINS[word](parts)
        return left

    def negation(self) -> Any:
        denials = 0
        while self.accept("not"):
            denials += 1
        place = self.place
        inner = self.relation()
        if denials:
            inner = self.condition(inner, place)
        return sympy.Not(inner, evaluate=False) if denials % 2 else inner

    def relation(self) -> Any:
        first = start = self.position
        sides = [(self.sum(), self.source(start) if self.position > start else "")]
        links = []
        while operator := self.accept(*_RELATIONS):
            start = self.position
            sides.append((self.sum(), self.source(start)))
            self.ordered(operator, first, sides[-2][0], sides[-1][0])
            links.append(_RELATIONS[operator])
        if not links:
            return sides[0][0]
        self.chain = (first, self.position, sides, links)
        made = [link(sides[k][0], sides[k + 1][0], evaluate=False) for k, link in enumerate(links)]
        return made[0] if len(made) == 1 else junction(sympy.And, made)

    def ordered(self, operator: str, first: int, left: Any, right: Any) -> None:
        """Refuse a condition beside an order."""
        if operator not in ("=", "==", "!=") and (is_condition(left) or is_condition(right)):
            raise self.error(f"a condition beside {operator}", self.tokens[first][2], "an order is between numbers",
                             "==, and, or, not between conditions")

    def sum(self) -> Any:
        place = self.place
        parts = [self.product()]
        while operator := self.accept("+", "-"):
            self.number(parts[-1], place)
            place = self.place
            part = self.number(self.product(), place)
            parts.append(part if operator == "+" else _negative(part))
        return _plus(parts)

    def product(self) -> Any:
        place = self.place
        factors = [self.unary()]
        while operator := self.accept("*", "/", "%"):
            self.number(factors[-1], place)
            place = self.place
            factor = self.number(self.unary(), place)
            if operator == "%":
                factors = [sympy.Mod(_times(factors), factor, evaluate=False)]
            elif operator == "/" and factors == [sympy.S.One]:
                factors = [_inverse(factor)]
            else:
                factors.append(factor if operator == "*" else _inverse(factor))
        return _times(factors)

    def unary(self) -> Any:
        self.deeper()
        try:
            place = self.place
            if self.accept("-"):
                return _negative(self.number(self.unary(), place))
            if self.accept("+"):
                return self.number(self.unary(), place)
            return self.power()
        finally:
            self.depth -= 1

    def power(self) -> Any:
        place = self.place
        base = self.postfix()
        if self.token[0] == "raised":
            base = self.raised(base, place)
        if self.accept("^", "**"):
            self.number(base, place)
            if is_whole(base) and self.token[1] == "T" and "T" not in self.symbols:
                self.position += 1
                return MatrixFormula("transpose", base)
            place = self.place
            return _power(base, self.number(self.unary(), place))
        return base

    def raised(self, base: Any, place: int) -> Any:
        """Read an exponent that is written raised; another one, or a factorial, behind it has two meanings."""
        exponent = sympy.Integer(int(self.token[1]))
        self.position += 1
        if self.token[0] == "raised" or self.token[1] in ("^", "**", "!", "["):
            raise self.error(f"unexpected {self.token[1]!r}", self.place, "nothing stands on a raised exponent",
                             "parentheses")
        return _power(self.number(base, place), exponent)

    def postfix(self) -> Any:
        place, stacked = self.place, False
        result = self.atom()
        while True:
            mark = self.place
            if self.accept("!"):
                if stacked:
                    raise self.error("two factorial signs in a row", mark, "n!! may be the double factorial or (n!)!",
                                     "(n!)!")
                stacked = True
                result = sympy.factorial(self.number(result, place), evaluate=False)
            elif self.accept(".T"):
                if not is_whole(result):
                    raise self.error(f"{result} is transposed but is no matrix", place)
                result = MatrixFormula("transpose", result)
            elif self.token[1] == "[":
                place = self.place
                self.position += 1
                if not is_whole(result):
                    raise self.error(f"{result} is indexed but is not a vector", place)
                result = _entry(result, [self.number(index, place) for index in self.arguments("]")])
            else:
                return result

    def arguments(self, closing: str) -> list[Any]:
        values = [self.statement()]
        while self.accept(","):
            values.append(self.statement())
        self.expect(closing)
        return values

    def atom(self) -> Any:
        kind, text, place, _ = self.token
        self.position += 1
        if kind == "number":
            return integer(self, text, place)
        if kind == "name":
            return (call if self.token[1] == "(" else name)(self, text, place)
        if text == "(":
            inside = self.statement()
            self.expect(")")
            return inside
        if text == "|":
            return self.absolute(place)
        self.position -= 1
        if kind == "raised":
            raise self.error("an exponent that stands alone", place, "it follows what it is the power of", f"x^{text}")
        what = f"unexpected {text!r}" if text else "the formula ends too early"
        backwards = text in ("<", ">") and self.position > 0 and self.tokens[self.position - 1][1] == "="
        raise self.error(what, place, "a number, a name or a parenthesis is needed here",
                         f"{text}= instead of ={text}" if backwards else "")

    def absolute(self, place: int) -> Any:
        """Read what stands between bars."""
        self.deeper()
        try:
            inside = self.number(self.sum(), place)
            self.expect("|")
        finally:
            self.depth -= 1
        if isinstance(inside, sympy.IndexedBase | sympy.MatrixSymbol):
            raise self.error(f"bars around the vector {inside}", place, "bars are absolute values of numbers",
                             f"norm({inside})")
        return sympy.Abs(inside, evaluate=False)


def _inverse(tree: Any) -> Any:
    return sympy.Pow(tree, sympy.S.NegativeOne, evaluate=False)


def _times(factors: list[Any]) -> Any:
    if len(factors) == 1:
        return factors[0]
    return MatrixFormula("*", *factors) if any(map(is_whole, factors)) else sympy.Mul(*factors, evaluate=False)


def _plus(parts: list[Any]) -> Any:
    if len(parts) == 1:
        return parts[0]
    return MatrixFormula("+", *parts) if any(map(is_whole, parts)) else sympy.Add(*parts, evaluate=False)


def _power(base: Any, exponent: Any) -> Any:
    return MatrixFormula("^", base, exponent) if is_whole(base) else sympy.Pow(base, exponent, evaluate=False)


def _entry(base: Any, places: list[Any]) -> Any:
    """An entry of a variable, or of an expression in matrices."""
    if isinstance(base, sympy.IndexedBase):
        return sympy.Indexed(base, *places)
    if isinstance(base, sympy.MatrixSymbol):
        return sympy.Indexed(sympy.IndexedBase(base.name), *places)
    return MatrixFormula("entry", base, *places)


def _negative(tree: Any) -> Any:
    if is_whole(tree):
        return MatrixFormula("*", sympy.S.NegativeOne, tree)
    if isinstance(tree, sympy.Integer):
        return sympy.Integer(-tree.p)
    return sympy.Mul(sympy.S.NegativeOne, tree, evaluate=False)
