"""Majorant: bounds of functions on [N, ∞) by one positive function M, and their arithmetic.

The *elasticity* of M is t·M'(t)/M(t); products add elasticities, sums average them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from flint import acb, arb

from verify.values import number


class Unbounded(Exception):
    """No bound is known here; a larger N may give one."""


@dataclass(frozen=True, slots=True)
class Growth:
    """least·M ≤ |f| ≤ M on [N, ∞); ``sign`` is f's, 0 where it is not known to keep one."""

    size: Any
    low: Any
    high: Any
    least: Any
    sign: int

    @property
    def exact(self) -> bool:
        """Whether |f| is M."""
        return bool(self.least == 1)


def product(left: Growth, right: Growth) -> Growth:
    """The growth of a product."""
    return Growth(left.size * right.size, left.low + right.low, left.high + right.high, left.least * right.least,
                  left.sign * right.sign)


def to_power(base: Growth, exponent: Any) -> Growth:
    """The growth of a power with a constant real exponent other than 0."""
    whole = number.is_integer(exponent)
    if not (base.sign > 0 or (whole and exponent > 0) or (whole and base.sign)):
        raise Unbounded("a power of something that may vanish or change its sign")
    ends = (base.low * exponent, base.high * exponent)
    sign = base.sign if whole and exponent.p % 2 else 1 if base.sign else 0
    if exponent > 0:
        return Growth(_power(base.size, exponent), *ends, _power(base.least, exponent), sign)
    if not base.least > 0:
        raise Unbounded("a denominator that may be small")
    return Growth(_power(base.size * base.least, exponent), *ends[::-1], _power(base.least, -exponent), sign)


def _power(value: Any, exponent: Any) -> Any:
    if value == 1 or (value.is_zero() and exponent > 0):
        return value
    return value ** arb(number.ball(exponent))


def dominated(terms: list[Growth], strictly: bool) -> Growth | None:
    """f(1 + ε) with |ε| ≤ ratio, where the others fall against f from N on."""
    for k, term in enumerate(terms):
        rest = terms[:k] + terms[k + 1 :]
        ratio = sum((other.size for other in rest), arb(0)) / (term.size * term.least)
        falls = all(other.high < term.low or (other.high <= term.low and not strictly) for other in rest)
        if term.sign and ratio < 1 and falls:
            return replace(term, size=term.size * (1 + ratio), least=term.least * (1 - ratio) / (1 + ratio))
    return None


def hull(terms: list[Growth]) -> tuple[Any, Any]:
    """The least and the largest elasticity."""
    return least_of(term.low for term in terms), -least_of(-term.high for term in terms)


def least_of(values: Any) -> Any:
    """The least of balls, as an exact lower end."""
    return reduce(lambda a, b: b.lower() if b < a else a.lower(), values)


def exponential(inner: Growth) -> Growth:
    """e^u: the elasticity is t·u' = ±M_u·(elasticity of u)."""
    if not inner.sign:
        raise Unbounded("an exponential of something that may change its sign")
    if not inner.exact and not (inner.sign < 0 and inner.low >= 0):
        raise Unbounded("an exponential of something known up to a factor")
    size, infinity = inner.size * inner.least, arb.pos_inf()
    if inner.low >= 0:
        ends = (size * inner.low).lower(), infinity if inner.high > 0 else arb(0)
    elif inner.high <= 0:
        ends = (size * inner.low).lower(), arb(0)
    else:
        ends = -infinity, infinity
    if inner.sign > 0:
        return Growth(size.exp(), *ends, arb(1), 1)
    return Growth((-size).exp(), -ends[1], -ends[0], arb(1 if inner.exact else 0), 1)


def logarithm(inner: Growth) -> Growth:
    """log u where u moves away from 1 in one direction."""
    if not inner.sign > 0 or not inner.exact:
        raise Unbounded("a logarithm of something that is not known to be positive")
    value = inner.size.log()
    if value > 0 and inner.low >= 0:
        return Growth(value, arb(0), (inner.high / value).upper(), arb(1), 1)
    if value < 0 and inner.high <= 0:
        return Growth(-value, arb(0), (inner.low / value).upper(), arb(1), -1)
    raise Unbounded("a logarithm near 0")


def constant(value: Any) -> Growth:
    """The growth of a real number."""
    value = number.ball(value)
    if isinstance(value, acb):
        raise Unbounded("a number that is not real")
    sign = 1 if value > 0 else -1 if value < 0 else 0
    return Growth(abs(value), arb(0), arb(0), arb(1 if sign else 0), sign)
