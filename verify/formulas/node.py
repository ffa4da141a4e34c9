"""Node: the nodes of formula trees that SymPy has not, or would evaluate or reorder: over a range, implication, gcd.

``Every``, ``Some``, ``Largest`` and ``Least`` have the shape of ``sympy.Sum``: a body in ``function`` and one (index,
low, high) in ``limits``.  Derivatives and integrals are SymPy's own classes, made unevaluated.
"""

from __future__ import annotations

from typing import Any

import sympy
from sympy.logic.boolalg import Boolean
from sympy.printing.precedence import PRECEDENCE


class _Range:
    """A body over an index from low to high."""

    args: Any
    symbol = ""

    @property
    def function(self) -> Any:
        """The body."""
        return self.args[0]

    @property
    def limits(self) -> tuple[Any, ...]:
        """The index and its bounds, as the one entry of a tuple."""
        return self.args[1:]

    @property
    def free_symbols(self) -> set[Any]:
        """SymPy's free symbols: without the index in the body."""
        index, *bounds = self.limits[0]
        return (self.function.free_symbols - {index}).union(*(bound.free_symbols for bound in bounds))

    def _sympystr(self, printer: Any) -> str:
        index, low, high = self.limits[0]
        return f"{self.symbol}({', '.join(map(printer._print, (self.function, index, low, high)))})"


class Every(_Range, Boolean):
    """All conditions of a range are true."""

    symbol, is_Boolean = "all", True

    def _latex(self, printer: Any) -> str:
        return _limited(printer, self, r"\bigwedge")


class Some(_Range, Boolean):
    """A condition of a range is true."""

    symbol, is_Boolean = "any", True

    def _latex(self, printer: Any) -> str:
        return _limited(printer, self, r"\bigvee")


class Largest(_Range, sympy.Expr):
    """The largest value of a range."""

    symbol, is_commutative, precedence = "max", True, PRECEDENCE["Mul"]

    def _latex(self, printer: Any) -> str:
        return _extreme(printer, self, r"\max")


class Least(_Range, sympy.Expr):
    """The smallest value of a range."""

    symbol, is_commutative, precedence = "min", True, PRECEDENCE["Mul"]

    def _latex(self, printer: Any) -> str:
        return _extreme(printer, self, r"\min")


class Expectation(_Range, sympy.Expr):
    """The mean of a body over the points x of the cube {−1, 1}^n; its limits are (x, 1, n), with x a vector."""

    is_commutative, precedence = True, PRECEDENCE["Mul"]

    @property
    def free_symbols(self) -> set[Any]:
        """SymPy's free symbols: without the vector in the body."""
        point, *bounds = self.limits[0]
        inside = {symbol for symbol in self.function.free_symbols if str(symbol) != point.name}
        return inside.union(*(bound.free_symbols for bound in bounds))

    def _sympystr(self, printer: Any) -> str:
        point, _, size = self.limits[0]
        return f"expectation({', '.join(map(printer._print, (self.function, point, size)))})"

    def _latex(self, printer: Any, exp: Any = None) -> str:
        point, _, size = map(printer._print, self.limits[0])
        shown = rf"\mathbb{{E}}_{{{point} \in \{{-1, 1\}}^{{{size}}}}} \left[{printer._print(self.function)}\right]"
        return shown if exp is None else rf"\left({shown}\right)^{{{exp}}}"


def _limited(printer: Any, tree: Any, sign: str) -> str:
    index, low, high = map(printer._print, tree.limits[0])
    return rf"{sign}_{{{index}={low}}}^{{{high}}} \left({printer._print(tree.function)}\right)"


def _extreme(printer: Any, tree: Any, sign: str) -> str:
    index, low, high = map(printer._print, tree.limits[0])
    return rf"{sign}_{{{low} \leq {index} \leq {high}}} \left({printer._print(tree.function)}\right)"


class Iff(Boolean):
    """Conditions that are all true or all false, in the order in which they were written."""

    is_Boolean = True

    def _latex(self, printer: Any) -> str:
        return r" \Leftrightarrow ".join(_side(printer, part) for part in self.args)

    def _sympystr(self, printer: Any) -> str:
        return "(" + " <=> ".join(map(printer._print, self.args)) + ")"


class Implication(Boolean):
    """A condition that is true or another that is false; where the first is false the second may be undefined."""

    is_Boolean = True

    def _latex(self, printer: Any) -> str:
        return r" \Rightarrow ".join(_side(printer, part) for part in self.args)

    def _sympystr(self, printer: Any) -> str:
        return "(" + " => ".join(map(printer._print, self.args)) + ")"


def _side(printer: Any, part: Any) -> str:
    shown = printer._print(part)
    plain = isinstance(part, sympy.core.relational.Relational | Prime) or part in (sympy.true, sympy.false)
    return shown if plain else rf"\left({shown}\right)"


class Prime(Boolean):
    """An integer is a prime number."""

    is_Boolean = True

    def __new__(cls, number: Any, **_options: Any) -> Prime:
        """SymPy's constructors take options; this one evaluates nothing anyhow."""
        return sympy.Basic.__new__(cls, number)

    def _latex(self, printer: Any) -> str:
        return rf"{printer.parenthesize(self.args[0], 35)} \text{{ is prime}}"

    def _sympystr(self, printer: Any) -> str:
        return f"prime({printer._print(self.args[0])})"


class gcd(sympy.Function):
    """The greatest common divisor of integers; SymPy's is a function that evaluates at once."""

    def _latex(self, printer: Any, exp: Any = None) -> str:
        return _called(printer, r"\gcd", self.args, exp)


class lcm(sympy.Function):
    """The least common multiple of integers."""

    def _latex(self, printer: Any, exp: Any = None) -> str:
        return _called(printer, r"\operatorname{lcm}", self.args, exp)


class digamma(sympy.Function):
    """The logarithmic derivative of gamma; SymPy's becomes a polygamma at once."""

    def _latex(self, printer: Any, exp: Any = None) -> str:
        return _called(printer, r"\psi", self.args, exp)


class polygamma(sympy.Function):
    """ψ^(m)(x), the m-th derivative of digamma; SymPy's evaluates at once."""

    def _latex(self, printer: Any, exp: Any = None) -> str:
        order, *rest = self.args
        shown = _called(printer, rf"\psi^{{\left({printer._print(order)}\right)}}", rest, None)
        return shown if exp is None else rf"\left({shown}\right)^{{{exp}}}"


class stirling(sympy.Function):
    """Stirling numbers of the second kind."""

    def _latex(self, printer: Any, exp: Any = None) -> str:
        above, below = map(printer._print, self.args)
        shown = rf"\left\{{\begin{{matrix}} {above} \\ {below} \end{{matrix}}\right\}}"
        return shown if exp is None else rf"{shown}^{{{exp}}}"


def _called(printer: Any, name: str, arguments: Any, exponent: Any) -> str:
    inside = ", ".join(map(printer._print, arguments))
    power = "" if exponent is None else f"^{{{exponent}}}"
    return rf"{name}{power}\left({inside}\right)"


RANGES = (sympy.Sum, sympy.Product, Every, Some, Largest, Least)
"""Nodes over integer ranges."""
BINDERS = (*RANGES, sympy.Integral, Expectation)
"""Nodes that bind a name: each has a body in ``function`` and (name, low, high) in ``limits``."""
