"""Parser: from a formula's text to its unevaluated tree.

A formula's text is read by a small grammar of its own, never by ``eval``; the tree is built from SymPy classes with
evaluation switched off, because SymPy erases undefinedness before anyone looks (x/x becomes 1, 0·log x becomes 0).

    relation   := expr (("=" | "==" | "!=" | "<=" | "<" | ">=" | ">") expr)*
    expr       := term (("+" | "-") term)*
    term       := unary (("*" | "/" | "%") unary)*
    unary      := ("-" | "+") unary | power
    power      := postfix (("^" | "**") unary)?          right-associative; -x^2 is -(x^2)
    postfix    := atom ("!" | "[" expr ("," expr)* "]")*
    atom       := integer | name | name "(" expr ("," expr)* ")" | "(" relation ")"

with ``not``, ``and``, ``or`` below relations, and ``sum(body, k, low, high)``, ``product(body, k, low, high)`` and
``piecewise(value, condition, …, otherwise)``.  Integers only: a decimal point is refused, since 0.1 has two meanings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

import sympy
from sympy import Expr

from verify.errors import FormulaError
from verify.formula import Formula, junction, series
from verify.function import ALIASES, CONSTANTS, FUNCTIONS

MAX_LENGTH = 20_000
MAX_DEPTH = 60

_TOKEN = re.compile(r"""\s*(?:(\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+)
                           |([^\W\d]\w*)
                           |(\*\*|<=|>=|==|!=|[-+*/%^!()\[\],<>=]))""", re.VERBOSE)
_UNICODE = str.maketrans({"≤": "<=", "≥": ">=", "≠": "!=", "−": "-", "·": "*", "×": "*"})
_RELATIONS = {"=": sympy.Eq, "==": sympy.Eq, "!=": sympy.Ne, "<=": sympy.Le, "<": sympy.Lt, ">=": sympy.Ge,
              ">": sympy.Gt}


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
    if len(text) > MAX_LENGTH:
        raise FormulaError("the formula is too long", rule=f"at most {MAX_LENGTH} characters", given=len(text))
    reader = _Reader(text, symbols)
    try:
        tree = reader.disjunction()
    except RecursionError:
        raise FormulaError("the formula is nested too deeply", rule=f"at most {MAX_DEPTH} levels") from None
    reader.expect_end()
    return Formula(text.strip(), tree)


_MEANT = {"prod": "product", "comb": "binomial", "C": "binomial", "fact": "factorial", "log2": "log(x, 2)",
          "log10": "log(x, 10)"}


class _Reader:
    """A recursive-descent reader over the tokens of one text."""

    def __init__(self, text: str, symbols: Mapping[str, Any]) -> None:
        self.text, self.symbols = text, dict(symbols)
        self.tokens = list(self._scan(text.translate(_UNICODE)))
        self.position = self.depth = 0

    def _scan(self, text: str) -> Any:
        place = 0
        text = text.rstrip()
        while place < len(text):
            match = _TOKEN.match(text, place)
            if not match:
                place += len(text[place:]) - len(text[place:].lstrip())
                raise self._error(f"unexpected character {text[place]!r}", place)
            kind = ("number", "name", "operator")[(match.lastindex or 1) - 1]
            yield kind, match.group(match.lastindex or 1), match.start(match.lastindex or 1)
            place = match.end()

    def _error(self, what: str, place: int, rule: str = "", hint: str = "") -> FormulaError:
        shown = self.text if len(self.text) <= 80 else self.text[max(0, place - 30) : place + 30]
        return FormulaError(f"{what} in {shown!r} at column {place + 1}", rule=rule, hint=hint)

    @property
    def token(self) -> tuple[str, str, int]:
        end = ("end", "", len(self.text))
        return self.tokens[self.position] if self.position < len(self.tokens) else end

    def accept(self, *texts: str) -> str | None:
        kind, text, _ = self.token
        if kind != "number" and text in texts:
            self.position += 1
            return text
        return None

    def expect(self, text: str) -> None:
        if not self.accept(text):
            found = repr(self.token[1]) if self.token[1] else "the end"
            raise self._error(f"expected {text!r} but found {found}", self.token[2])

    def expect_end(self) -> None:
        kind, text, place = self.token
        if kind == "end":
            return
        if kind in ("number", "name") or text == "(":
            before = self.tokens[self.position - 1][1]
            raise self._error("missing operator", place, "a product is written with *", f"{before}*{text}")
        raise self._error(f"unexpected {text!r}", place)

    def deeper(self) -> None:
        """Count one level of nesting; the caller takes it back."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self._error("the formula is nested too deeply", self.token[2], f"at most {MAX_DEPTH} levels")

    def number(self, tree: Any, place: int) -> Any:
        """Refuse a condition where a number is needed."""
        if isinstance(tree, sympy.logic.boolalg.Boolean) and not isinstance(tree, sympy.Symbol):
            raise self._error("a condition where a number is needed", place, "conditions are joined by and, or, not")
        return tree

    def condition(self, tree: Any, place: int) -> Any:
        """Refuse a number where a condition is needed."""
        if not isinstance(tree, sympy.logic.boolalg.Boolean):
            raise self._error("a number where a condition is needed", place, "a condition is true or false", "x > 0")
        return tree

    def disjunction(self) -> Any:
        return self.junction("or", self.conjunction, sympy.Or)

    def conjunction(self) -> Any:
        return self.junction("and", self.negation, sympy.And)

    def junction(self, word: str, part: Callable[[], Any], join: Any) -> Any:
        place = self.token[2]
        parts = [part()]
        while self.accept(word):
            self.condition(parts[-1], place)
            place = self.token[2]
            parts.append(self.condition(part(), place))
        return parts[0] if len(parts) == 1 else junction(join, parts)

    def negation(self) -> Any:
        denials = 0
        while self.accept("not"):
            denials += 1
        place = self.token[2]
        inner = self.relation()
        if denials:
            inner = self.condition(inner, place)
        return sympy.Not(inner, evaluate=False) if denials % 2 else inner

    def relation(self) -> Any:
        left = self.sum()
        links = []
        while operator := self.accept(*_RELATIONS):
            right = self.sum()
            links.append(_RELATIONS[operator](left, right, evaluate=False))
            left = right
        if not links:
            return left
        return links[0] if len(links) == 1 else junction(sympy.And, links)

    def sum(self) -> Any:
        place = self.token[2]
        parts = [self.product()]
        while operator := self.accept("+", "-"):
            self.number(parts[-1], place)
            place = self.token[2]
            part = self.number(self.product(), place)
            parts.append(part if operator == "+" else _negative(part))
        return parts[0] if len(parts) == 1 else sympy.Add(*parts, evaluate=False)

    def product(self) -> Any:
        place = self.token[2]
        factors = [self.unary()]
        while operator := self.accept("*", "/", "%"):
            self.number(factors[-1], place)
            place = self.token[2]
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
            place = self.token[2]
            if self.accept("-"):
                return _negative(self.number(self.unary(), place))
            if self.accept("+"):
                return self.number(self.unary(), place)
            return self.power()
        finally:
            self.depth -= 1

    def power(self) -> Any:
        place = self.token[2]
        base = self.postfix()
        if self.accept("^", "**"):
            self.number(base, place)
            place = self.token[2]
            return sympy.Pow(base, self.number(self.unary(), place), evaluate=False)
        return base

    def postfix(self) -> Any:
        place, stacked = self.token[2], 0
        result = self.atom()
        while True:
            if self.accept("!"):
                stacked += 1
                if stacked > 3:
                    raise self._error("more than three factorials in a row", place)
                result = sympy.factorial(self.number(result, place), evaluate=False)
            elif self.token[1] == "[":
                place = self.token[2]
                self.position += 1
                if not isinstance(result, sympy.IndexedBase):
                    raise self._error(f"{result} is indexed but is not a vector", place)
                result = sympy.Indexed(result, *(self.number(index, place) for index in self.arguments("]")))
            else:
                return result

    def arguments(self, closing: str) -> list[Any]:
        values = [self.disjunction()]
        while self.accept(","):
            values.append(self.disjunction())
        self.expect(closing)
        return values

    def atom(self) -> Any:
        kind, text, place = self.token
        self.position += 1
        if kind == "number":
            return self.integer(text, place)
        if kind == "name":
            return self.call(text, place) if self.token[1] == "(" else self.name(text, place)
        if text == "(":
            inside = self.disjunction()
            self.expect(")")
            return inside
        self.position -= 1
        what = f"unexpected {text!r}" if text else "the formula ends too early"
        raise self._error(what, place, "a number, a name or a parenthesis is needed here")

    def integer(self, text: str, place: int) -> Any:
        if not text.isdigit():
            simple = re.fullmatch(r"\d*\.?\d*", text) and len(text) < 30
            value = sympy.Rational(text) if simple else None
            hint = f"{value.p}/{value.q}" if value else "a fraction"
            raise self._error(f"the decimal {text[:40]}", place, "numbers are exact", hint)
        if len(text) > 4000:
            raise self._error("an integer of more than 4000 digits", place)
        return sympy.Integer(text)

    def name(self, text: str, place: int) -> Any:
        if text in self.symbols:
            return self.symbols[text]
        if text in CONSTANTS:
            return CONSTANTS[text][0]
        if text in ("true", "True", "false", "False"):
            return sympy.true if text.lower() == "true" else sympy.false
        known = ", ".join(sorted(self.symbols)) or "none"
        usual = {"e": "E or exp(1)", "i": "I", "π": "pi", "inf": "oo", "infinity": "oo"}
        hint = usual.get(text, f"{text}=Reals() beside it")
        raise self._error(f"undeclared name {text!r}", place, f"declared are: {known}", hint)

    def call(self, text: str, place: int) -> Any:
        if text in self.symbols:
            raise self._error(f"the variable {text!r} is called like a function", place, "", f"{text}*(…)")
        self.expect("(")
        lowered = text.lower()
        if lowered in ("sum", "product"):
            return self.big_operator(sympy.Sum if lowered == "sum" else sympy.Product, place)
        if lowered == "piecewise":
            return self.piecewise(place)
        name = ALIASES.get(text, text)
        if name not in FUNCTIONS:
            known = sorted({*FUNCTIONS, "sum", "product", "piecewise"})
            near = _MEANT.get(text) or next(iter(get_close_matches(text.lower(), known, 1)), "")
            raise self._error(f"unknown function {text!r}", place, f"known are: {', '.join(known)}",
                              f"{near}(…)" if near else "")
        values = self.arguments(")")
        function = FUNCTIONS[name]
        least, most = function.arity
        if len(values) < least or (most is not None and len(values) > most):
            raise self._error(f"{text} takes {least} argument{'s' if least > 1 else ''}, not {len(values)}", place)
        for value in values:
            self.number(value, place)
        return _apply(name, function.symbolic, values)

    def big_operator(self, operator: Any, place: int) -> Any:
        """Read ``body, k, low, high)`` or ``body, (k, low, high))``; the index is bound, so it is scanned for first."""
        index = self._bound_name(place)
        outer = self.symbols.get(index)
        bound = sympy.Symbol(index, integer=True)
        self.symbols[index] = bound
        try:
            body = self.sum()
        finally:
            self.symbols.pop(index)
            if outer is not None:
                self.symbols[index] = outer
        self.expect(",")
        inner = bool(self.accept("("))
        self.position += 1
        self.expect(",")
        low = self.sum()
        self.expect(",")
        high = self.sum()
        if inner:
            self.expect(")")
        self.expect(")")
        return series(operator, body, sympy.Tuple(bound, low, high))

    def _bound_name(self, place: int) -> str:
        depth = 0
        for offset, (_, text, _) in enumerate(self.tokens[self.position :]):
            depth += (text in ("(", "[")) - (text in (")", "]"))
            if depth < 0:
                break
            if text == "," and depth == 0:
                following = self.tokens[self.position + offset + 1 : self.position + offset + 3]
                if following and following[0][1] == "(":
                    following = following[1:]
                if following and following[0][0] == "name":
                    return following[0][1]
                break
        raise self._error("a sum without its index", place, "", "sum(body, k, 1, n)")

    def piecewise(self, place: int) -> Any:
        values = self.arguments(")")
        if len(values) % 2 == 0:
            raise self._error("piecewise without its last value", place, "", "piecewise(x, x > 0, 0)")
        pairs = [(values[i], self.condition(values[i + 1], place)) for i in range(0, len(values) - 1, 2)]
        return sympy.Piecewise(*pairs, (values[-1], True), evaluate=False)


def _inverse(tree: Any) -> Any:
    return sympy.Pow(tree, sympy.S.NegativeOne, evaluate=False)


def _times(factors: list[Any]) -> Any:
    return factors[0] if len(factors) == 1 else sympy.Mul(*factors, evaluate=False)


def _negative(tree: Any) -> Any:
    if isinstance(tree, sympy.Integer):
        return sympy.Integer(-tree.p)
    return sympy.Mul(sympy.S.NegativeOne, tree, evaluate=False)


def _apply(name: str, symbolic: Any, values: list[Any]) -> Expr:
    if name == "sqrt":
        return sympy.Pow(values[0], sympy.S.Half, evaluate=False)
    if name == "log" and len(values) == 2:
        parts = [sympy.log(value, evaluate=False) for value in values]
        return sympy.Mul(parts[0], sympy.Pow(parts[1], sympy.S.NegativeOne, evaluate=False), evaluate=False)
    if name in ("max", "min") and len(values) == 1:
        return values[0]
    return symbolic(*values, evaluate=False)
