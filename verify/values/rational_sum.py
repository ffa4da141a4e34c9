"""Rational sum: Σ_{k ≥ a} c·(±1)^k·k^s·R(k) to ∞ with a rational function R and a rational s, as a ball.

With u = 1/k, R(k) = u^g·P(u)/Q(u) and P/Q = S + u^J·T/Q with a polynomial S of degree < J, so that the rest of the sum
from K on is Σ_j S_j ζ(g − s + j, K) up to sup|T/Q|·ζ(g − s + J, K), the supremum over u in [0, 1/K].  An alternating
sum of a rational function is the sum of R(2j) − R(2j + 1).  (Johansson 2015, "Rigorous high-precision computation of
the Hurwitz zeta function and its derivatives", for ζ(s, a).)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

import sympy
from flint import arb, ctx, fmpq_poly, fmpq_series

from verify import work
from verify.errors import Unevaluable
from verify.formulas.formula import names
from verify.values import number
from verify.values.expansion import fraction

Constant = Callable[[Any], Any]
_ORDER = 36
"""Terms of the expansion in 1/k."""
_SPREAD = 16
"""The expansion begins at this multiple of the distance of the farthest root, for 4 bits a term."""
_FURTHEST = 1 << 15


@dataclass(frozen=True, slots=True)
class Summand:
    """sign^k·k^power·top(k)/bottom(k)."""

    top: Any
    bottom: Any
    sign: int = 1
    power: Any = 0

    @property
    def fall(self) -> Any:
        """g − s: the terms are of the size k^−fall."""
        return self.bottom.degree() - self.top.degree() - self.power


def read(tree: Any, name: str, constant: Constant) -> Summand | None:
    """Return a term in the index as a summand, None where it is no such product.

    >>> from flint import fmpq
    >>> k = sympy.Symbol("k")
    >>> read(k / (k + 1), "k", lambda tree: fmpq(1))
    Summand(top=x, bottom=x + 1, sign=1, power=0)
    """
    found = fraction(tree, name, constant)
    if found is not None:
        return Summand(*found)
    if isinstance(tree, sympy.Mul):
        parts = [read(part, name, constant) for part in tree.args]
        known = [part for part in parts if part is not None]
        return reduce(_times, known) if len(known) == len(parts) else None
    if not isinstance(tree, sympy.Pow):
        return None
    if name not in names(tree.base):
        return _alternating(constant(tree.base), fraction(tree.exp, name, constant))
    base = read(tree.base, name, constant) if name not in names(tree.exp) else None
    return None if base is None else _raised(base, constant(tree.exp))


def _raised(base: Summand, exponent: Any) -> Summand | None:
    """A power of a summand; one that is not whole only of a power of k, which is positive from k = 1 on."""
    if number.is_integer(exponent) and abs(exponent) <= _ORDER:
        size, upright = abs(int(exponent.p)), exponent >= 0
        top, bottom = (base.top, base.bottom) if upright else (base.bottom, base.top)
        return Summand(top**size, bottom**size, base.sign**size, base.power * exponent)
    one = fmpq_poly([1])
    shift = base.top.degree() - base.bottom.degree()
    pure = all(part in (one, fmpq_poly([0] * abs(shift) + [1])) for part in (base.top, base.bottom))
    if not number.is_exact(exponent) or base.sign == -1 or not pure:
        return None
    return Summand(one, one, 1, (base.power + shift) * exponent)


def _alternating(base: Any, exponent: tuple[Any, Any] | None) -> Summand | None:
    """(−1)^(a·k + b) with whole a and b."""
    if not number.is_exact(base) or base != -1 or exponent is None or exponent[1].degree() or exponent[0].degree() > 1:
        return None
    offset, slope = (exponent[0][i] / exponent[1][0] for i in (0, 1))
    if offset.q != 1 or slope.q != 1:
        return None
    return Summand(fmpq_poly([(-1) ** (int(offset.p) % 2)]), fmpq_poly([1]), (-1) ** (int(slope.p) % 2))


def _times(left: Summand, right: Summand) -> Summand:
    return Summand(left.top * right.top, left.bottom * right.bottom, left.sign * right.sign, left.power + right.power)


def converges(summand: Summand) -> bool | None:
    """Tell whether the sum to ∞ converges; None where that is not known here."""
    if summand.sign == 1:
        return bool(summand.fall > 1)
    return bool(summand.fall > 0)


def total(summand: Summand, first: int, term: Callable[[int], Any]) -> Any:
    """Return the sum from ``first`` on of a convergent sum, whose terms ``term(k)`` evaluates.

    Raises Unevaluable where it settles too late, and whatever the terms raise.
    """
    if summand.sign == -1 and summand.power != 0:
        raise Unevaluable("an alternating sum of powers that are not whole; state its partial sums")
    even = summand if summand.sign == 1 else _paired(summand)
    start = max(first, 2, _settled(even, 1 if summand.sign == 1 else 2))
    start += start % 2
    if start - first > _FURTHEST:
        raise Unevaluable("an infinite sum that settles too late; state its partial sums")
    work.charge(start - first)
    head = reduce(lambda value, k: value + number.ball(term(k)), range(first, start), arb(0))
    return head + _tail(even, start if summand.sign == 1 else start // 2)


def _paired(summand: Summand) -> Summand:
    """R(2j) − R(2j + 1) for R = top/bottom."""
    parts = [(summand.top(place), summand.bottom(place)) for place in (fmpq_poly([0, 2]), fmpq_poly([1, 2]))]
    (top, bottom), (after, below) = parts
    return Summand(top * below - after * bottom, bottom * below)


def _settled(summand: Summand, step: int) -> int:
    """Where the expansion begins: a guess, on which no proof rests."""
    sizes = [abs(float(c / polynomial[polynomial.degree()])) ** (1 / (polynomial.degree() - place))
             for polynomial in (summand.top, summand.bottom)
             for place, c in enumerate(polynomial.coeffs()[:-1])]
    return int(min(step * _SPREAD * max(2 * max(sizes, default=0.0), 4.0), float(1 << 30)))


def _tail(summand: Summand, start: int) -> Any:
    """Σ_{k ≥ start} k^power·top(k)/bottom(k)."""
    if summand.top == 0:
        return arb(0)
    top, bottom = (fmpq_poly(polynomial.coeffs()[::-1]) for polynomial in (summand.top, summand.bottom))
    before, ctx.cap = ctx.cap, _ORDER
    try:
        series = fmpq_series(top.coeffs(), prec=_ORDER) / fmpq_series(bottom.coeffs(), prec=_ORDER)
        expansion = fmpq_poly([series[j] for j in range(_ORDER)])
    finally:
        ctx.cap = before
    rest = fmpq_poly((top - expansion * bottom).coeffs()[_ORDER:])
    u = arb(0).union(1 / arb(start))
    below = _at(bottom, u)
    if not abs(below) > 0:
        raise Unevaluable("an infinite sum that settles too late; state its partial sums")
    error = abs(_at(rest, u) / below) * _zeta(summand.fall + _ORDER, start)
    value = sum((arb(c) * _zeta(summand.fall + j, start) for j, c in enumerate(expansion.coeffs()) if c != 0), arb(0))
    return value + arb(0, error.upper())


def _at(polynomial: Any, u: Any) -> Any:
    return reduce(lambda value, c: value * u + arb(c), reversed(polynomial.coeffs()), arb(0))


def _zeta(s: Any, a: int) -> Any:
    return arb(s).zeta(arb(a))
