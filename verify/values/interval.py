"""Interval: arithmetic and functions of real intervals, with outward rounding; what may be undefined is refused.

End points are exact dyadic numbers or ±∞; an end may be *open*, which says that its value is not attained, so that 1/x
and log x are defined on (0, 1].  To forget that an end is open is always sound.
(Interval arithmetic: Moore, Kearfott, Cloud 2009, "Introduction to Interval Analysis", chapters 2 and 5.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import sympy
from flint import arb, fmpq

from verify.errors import Indeterminate
from verify.formulas.function import BY_CLASS
from verify.values import number

INFINITY = arb.pos_inf()


@dataclass(frozen=True, slots=True)
class Interval:
    """The reals from ``low`` to ``high``; ``low_open`` and ``high_open`` say that an end is not attained."""

    low: Any
    high: Any
    low_open: bool = False
    high_open: bool = False

    @property
    def positive(self) -> bool:
        """Whether every member is > 0."""
        return bool(self.low > 0) or (self.low_open and bool(self.low >= 0))

    @property
    def negative(self) -> bool:
        """Whether every member is < 0."""
        return bool(self.high < 0) or (self.high_open and bool(self.high <= 0))

    @property
    def non_negative(self) -> bool:
        """Whether every member is ≥ 0."""
        return bool(self.low >= 0)

    @property
    def non_positive(self) -> bool:
        """Whether every member is ≤ 0."""
        return bool(self.high <= 0)


def interval(low: Any, high: Any, low_open: bool = False, high_open: bool = False) -> Interval:
    """Return the interval of rational ends, ``None`` meaning unbounded.

    >>> interval(0, None).non_negative
    True
    """
    below = -INFINITY if low is None else down(arb(fmpq(low.numerator, low.denominator)))
    above = INFINITY if high is None else up(arb(fmpq(high.numerator, high.denominator)))
    return Interval(below, above, low_open, high_open)


def down(value: Any) -> Any:
    """The largest dyadic lower bound at hand; −∞ for what is not a number."""
    return -INFINITY if value.is_nan() else value.lower()


def up(value: Any) -> Any:
    """The least dyadic upper bound at hand; ∞ for what is not a number."""
    return INFINITY if value.is_nan() else value.upper()


def least_of(*values: Any) -> Any:
    """The least of exact ends."""
    result = values[0]
    for value in values[1:]:
        result = value if value < result else result
    return result


def largest_of(*values: Any) -> Any:
    """The largest of exact ends."""
    return -least_of(*(-value for value in values))


def point(value: Any) -> Interval:
    """The interval around a real number."""
    value = number.ball(number.real(value))
    return Interval(down(value), up(value))


def plus(left: Interval, right: Interval) -> Interval:
    """The sums of members."""
    return Interval(down(left.low + right.low), up(left.high + right.high), left.low_open or right.low_open,
                    left.high_open or right.high_open)


def minus(value: Interval) -> Interval:
    """The negatives of members."""
    return Interval(-value.high, -value.low, value.high_open, value.low_open)


def times(left: Interval, right: Interval) -> Interval:
    """The products of members, where 0·∞ = 0 because infinity is not attained."""
    if left.non_positive and not left.non_negative:
        return minus(times(minus(left), right))
    if right.non_positive and not right.non_negative:
        return minus(times(left, minus(right)))
    products = [_product(a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
    result = Interval(least_of(*map(down, products)), largest_of(*map(up, products)))
    if not (left.non_negative and right.non_negative):
        return result
    positive = left.positive and right.positive
    low_open = positive and (bool(result.low <= 0) or left.low_open or right.low_open)
    high_open = bool(result.high > 0) and (left.high_open or right.high_open)
    return Interval(largest_of(result.low, arb(0)), result.high, low_open, high_open)


def _product(a: Any, b: Any) -> Any:
    return arb(0) if a.is_zero() or b.is_zero() else a * b


def reciprocal(value: Interval) -> Interval:
    """The reciprocals of members; 0 must not be a member."""
    if value.negative:
        return minus(reciprocal(minus(value)))
    if not value.positive:
        raise Indeterminate("a denominator that may be 0")
    low = arb(0) if value.high > arb(2) ** 100_000 else down(1 / value.high)
    high = INFINITY if value.low <= 0 else up(1 / value.low)
    return Interval(low, high, bool(low <= 0) or value.high_open, value.low_open)


def integer_power(value: Interval, exponent: int) -> Interval:
    """The powers of members; 0^0 = 1."""
    if exponent < 0:
        return reciprocal(integer_power(value, -exponent))
    if exponent == 0:
        return point(fmpq(1))
    if exponent % 2 == 1 or value.non_negative:
        return Interval(down(_natural(value.low, exponent)), up(_natural(value.high, exponent)), value.low_open,
                        value.high_open)
    if value.non_positive:
        return integer_power(minus(value), exponent)
    ends = up(_natural(value.low, exponent)), up(_natural(value.high, exponent))
    return Interval(arb(0), largest_of(*ends))


def _natural(end: Any, exponent: int) -> Any:
    if not end.is_finite():
        return end if exponent % 2 or end > 0 else -end
    return end**exponent


def rational_power(base: Interval, exponent: Any) -> Interval:
    """The powers of non-negative members."""
    if exponent < 0:
        return reciprocal(rational_power(base, -exponent))
    if not base.non_negative:
        raise Indeterminate("a root of a number that may be negative")

    def power(end: Any) -> Any:
        if end.is_zero() or not end.is_finite():
            return end
        return (end.sqrt() if exponent.q == 2 else end.root(int(exponent.q))) ** int(exponent.p)

    return Interval(largest_of(down(power(base.low)), arb(0)), up(power(base.high)), base.low_open, base.high_open)


def exponential(value: Interval) -> Interval:
    """The exponentials of members."""
    return _monotone(BY_CLASS[sympy.exp], value, arb(0), INFINITY, attained=False)


def logarithm(value: Interval) -> Interval:
    """The logarithms of positive members."""
    if not value.positive:
        raise Indeterminate("a logarithm of a number that may not be positive")
    low = -INFINITY if value.low <= 0 else down(value.low.log())
    high = INFINITY if not value.high.is_finite() else up(value.high.log())
    return Interval(low, high, value.low_open, value.high_open)


def _monotone(function: Any, value: Interval, least: Any, largest: Any, attained: bool = True) -> Interval:
    """The range of a function that increases or decreases on the whole interval."""
    ends = [_end(function, end, least, largest) for end in (value.low, value.high)]
    opens = value.low_open, value.high_open
    if function.monotone == "decreasing":
        ends, opens = [_end(function, end, largest, least) for end in (value.high, value.low)], opens[::-1]
    low, high = largest_of(down(ends[0]), least), least_of(up(ends[1]), largest)
    strict = function.symbolic in _STRICT
    return Interval(low, high, (strict and opens[0]) or (not attained and bool(low <= least)), strict and opens[1])


def _end(function: Any, end: Any, at_minus: Any, at_plus: Any) -> Any:
    if not end.is_finite():
        return at_plus if end > 0 else at_minus
    value = number.real(function.value(end))
    return number.ball(value)


_STRICT = (sympy.exp, sympy.log, sympy.sinh, sympy.tanh, sympy.atan, sympy.asinh, sympy.erf, sympy.erfc, sympy.asin,
           sympy.acos)
_LIMITS: dict[Any, tuple[Any, Any]] = {
    sympy.tanh: (arb(-1), arb(1)), sympy.erf: (arb(-1), arb(1)), sympy.erfc: (arb(0), arb(2)),
    sympy.sign: (arb(-1), arb(1)), sympy.Heaviside: (arb(0), arb(1)), sympy.atan: (arb(-2), arb(2)),
}


def apply(symbolic: Any, values: Sequence[Interval]) -> Interval:
    """The values of a function of a formula at members."""
    rule = _RULES.get(symbolic)
    if rule:
        return rule(*values)
    function = BY_CLASS[symbolic]
    if len(values) == 1 and function.monotone:
        least, largest = _LIMITS.get(symbolic, (-INFINITY, INFINITY))
        return _monotone(function, values[0], least, largest)
    return _narrow(function, values)


def _narrow(function: Any, values: Sequence[Interval]) -> Interval:
    """The function of balls around bounded intervals."""
    balls = []
    for value in values:
        if not (value.low.is_finite() and value.high.is_finite()):
            raise Indeterminate("an unbounded argument")
        exact = value.low == value.high and value.low.is_integer()
        balls.append(fmpq(value.low.unique_fmpz()) if exact else value.low.union(value.high))
    return point(function.value(*balls))


def _arc(function: Any) -> Callable[[Interval], Interval]:
    def rule(value: Interval) -> Interval:
        if not (value.low >= -1 and value.high <= 1):
            raise Indeterminate("an arc function of a number that may lie outside [-1, 1]")
        return _monotone(BY_CLASS[function], value, -INFINITY, INFINITY)

    return rule


def _absolute(value: Interval) -> Interval:
    if value.non_negative:
        return value
    if value.non_positive:
        return minus(value)
    return Interval(arb(0), largest_of(-value.low, value.high))


def _even(function: Any) -> Callable[[Interval], Interval]:
    """A function that is even and increases for positive arguments."""

    def rule(value: Interval) -> Interval:
        size = _absolute(value)
        low = down(number.ball(BY_CLASS[function].value(size.low)))
        high = up(number.ball(BY_CLASS[function].value(size.high))) if size.high.is_finite() else INFINITY
        return Interval(low, high)

    return rule


def _wave(method: str, offset: Any) -> Callable[[Interval], Interval]:
    """sin or cos: monotone between the extrema at (offset + k)·π, where it is (−1)^k."""

    def rule(value: Interval) -> Interval:
        whole = Interval(arb(-1), arb(1))
        if not (value.low.is_finite() and value.high.is_finite()):
            return whole
        turns = [(end / arb.pi() - offset).floor().unique_fmpz() for end in (value.low, value.high)]
        if None in turns or turns[1] - turns[0] > 1:
            return whole
        ends = [getattr(end, method)() for end in (value.low, value.high)]
        low, high = least_of(*map(down, ends)), largest_of(*map(up, ends))
        if turns[1] > turns[0]:
            low, high = (low, arb(1)) if turns[1] % 2 == 0 else (arb(-1), high)
        return Interval(largest_of(low, arb(-1)), least_of(high, arb(1)))

    return rule


def _tangent(value: Interval) -> Interval:
    if not (value.low.is_finite() and value.high.is_finite()):
        raise Indeterminate("a tangent over a pole")
    turns = [(end / arb.pi() + fmpq(1, 2)).floor().unique_fmpz() for end in (value.low, value.high)]
    if None in turns or turns[0] != turns[1]:
        raise Indeterminate("a tangent over a pole")
    return Interval(down(value.low.tan()), up(value.high.tan()))


def _maximum(*values: Interval) -> Interval:
    return Interval(largest_of(*(value.low for value in values)), largest_of(*(value.high for value in values)))


def _floor(value: Interval) -> Interval:
    return Interval(down(value.low.floor()), up(value.high.floor()))


def _modulo(x: Interval, y: Interval) -> Interval:
    return plus(x, minus(times(y, _floor(times(x, reciprocal(y))))))


_RULES: dict[Any, Callable[..., Interval]] = {
    sympy.exp: exponential,
    sympy.log: lambda x, *base: logarithm(x) if not base else times(logarithm(x), reciprocal(logarithm(base[0]))),
    sympy.Abs: _absolute,
    sympy.Max: _maximum,
    sympy.Min: lambda *values: minus(_maximum(*map(minus, values))),
    sympy.cosh: _even(sympy.cosh),
    sympy.sin: _wave("sin", fmpq(1, 2)),
    sympy.cos: _wave("cos", fmpq(0)),
    sympy.tan: _tangent,
    sympy.asin: _arc(sympy.asin),
    sympy.acos: _arc(sympy.acos),
    sympy.floor: _floor,
    sympy.ceiling: lambda x: minus(_floor(minus(x))),
    sympy.Mod: _modulo,
    sympy.re: lambda x: x,
    sympy.conjugate: lambda x: x,
    sympy.im: lambda x: point(fmpq(0)),
}
