"""Interval: the range of a real formula over a box, with outward rounding, and the proof that it is defined there.

End points are exact dyadic numbers or ±∞; an end may be *open*, which says that its value is not attained, so that 1/x
and log x are defined on (0, 1].  To forget that an end is open is always sound.
(Interval arithmetic: Moore, Kearfott, Cloud 2009, "Introduction to Interval Analysis", chapters 2 and 5.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy
from flint import arb, ctx, fmpq

from verify import number
from verify.errors import Indeterminate, Undefined, Unevaluable
from verify.evaluate import evaluate
from verify.formula import OPERATORS
from verify.function import BY_CLASS, CONSTANT_VALUES

INFINITY = arb.pos_inf()
_TERMS = 1000


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


Environment = Mapping[str, Interval]


def interval(low: Any, high: Any, low_open: bool = False, high_open: bool = False) -> Interval:
    """Return the interval of rational ends, ``None`` meaning unbounded.

    >>> interval(0, None).non_negative
    True
    """
    below = -INFINITY if low is None else _down(arb(fmpq(low.numerator, low.denominator)))
    above = INFINITY if high is None else _up(arb(fmpq(high.numerator, high.denominator)))
    return Interval(below, above, low_open, high_open)


def enclose(tree: Any, environment: Environment, precision: int = 64) -> Interval:
    """Return an interval that contains every value of a tree where its names range over intervals.

    Raises Indeterminate where the tree is not proven to be real and defined on the whole box, Unevaluable where it has
    no interval extension.

    >>> x = sympy.Symbol("x")
    >>> enclose(x**2, {"x": interval(-1, 3)}).high == 9
    True
    """
    before = ctx.prec
    ctx.prec = precision
    try:
        return _range(tree, environment)
    except Undefined as problem:
        raise Indeterminate(str(problem)) from None
    except (OverflowError, ZeroDivisionError) as problem:
        raise Indeterminate(type(problem).__name__) from None
    finally:
        ctx.prec = before


def rational_value(tree: Any) -> Any | None:
    """Return the rational number that a tree without letters spells, such as 3/2 or -(1/3), else None.

    >>> rational_value(sympy.Mul(3, sympy.Pow(2, -1, evaluate=False), evaluate=False))
    3/2
    """
    if tree.is_Rational:
        return tree
    if tree.free_symbols:
        return None
    try:
        value = evaluate(tree, {})
    except (Undefined, Indeterminate, Unevaluable):
        return None
    return sympy.Rational(int(value.p), int(value.q)) if isinstance(value, fmpq) else None


def _down(value: Any) -> Any:
    return -INFINITY if value.is_nan() else value.lower()


def _up(value: Any) -> Any:
    return INFINITY if value.is_nan() else value.upper()


def _least(*values: Any) -> Any:
    result = values[0]
    for value in values[1:]:
        result = value if value < result else result
    return result


def _largest(*values: Any) -> Any:
    return -_least(*(-value for value in values))


def _constant(value: Any) -> Interval:
    value = number.ball(number.real(value))
    return Interval(_down(value), _up(value))


def _range(tree: Any, environment: Environment) -> Interval:
    handler = _HANDLERS.get(tree.func)
    if handler:
        return handler(tree, environment)
    if isinstance(tree, sympy.Symbol):
        if tree.name not in environment:
            raise Unevaluable(f"no interval for {tree.name}")
        return environment[tree.name]
    if tree.is_Rational:
        return _constant(fmpq(tree.p, tree.q))
    if tree in CONSTANT_VALUES:
        return _constant(CONSTANT_VALUES[tree]())
    if tree.func in BY_CLASS:
        return _function(tree, [_range(part, environment) for part in tree.args])
    raise Unevaluable(f"{type(tree).__name__} has no interval extension")


def _add(tree: Any, environment: Environment) -> Interval:
    total = _constant(fmpq(0))
    for part in tree.args:
        total = plus(total, _range(part, environment))
    return total


def plus(left: Interval, right: Interval) -> Interval:
    """The sums of members."""
    return Interval(_down(left.low + right.low), _up(left.high + right.high), left.low_open or right.low_open,
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
    result = Interval(_least(*map(_down, products)), _largest(*map(_up, products)))
    if not (left.non_negative and right.non_negative):
        return result
    positive = left.positive and right.positive
    low_open = positive and (bool(result.low <= 0) or left.low_open or right.low_open)
    high_open = bool(result.high > 0) and (left.high_open or right.high_open)
    return Interval(_largest(result.low, arb(0)), result.high, low_open, high_open)


def _product(a: Any, b: Any) -> Any:
    return arb(0) if a.is_zero() or b.is_zero() else a * b


def _factors(tree: Any) -> list[Any]:
    return [f for part in tree.args for f in _factors(part)] if isinstance(tree, sympy.Mul) else [tree]


def _mul(tree: Any, environment: Environment) -> Interval:
    """Equal factors are powers: x·x is x², which is never negative."""
    result = _constant(fmpq(1))
    for factor, count in Counter(_factors(tree)).items():
        result = times(result, integer_power(_range(factor, environment), count))
    return result


def reciprocal(value: Interval) -> Interval:
    """The reciprocals of members; 0 must not be a member."""
    if value.negative:
        return minus(reciprocal(minus(value)))
    if not value.positive:
        raise Indeterminate("a denominator that may be 0")
    low = arb(0) if value.high > arb(2) ** 100_000 else _down(1 / value.high)
    high = INFINITY if value.low <= 0 else _up(1 / value.low)
    return Interval(low, high, bool(low <= 0) or value.high_open, value.low_open)


def integer_power(value: Interval, exponent: int) -> Interval:
    """The powers of members; 0^0 = 1."""
    if exponent < 0:
        return reciprocal(integer_power(value, -exponent))
    if exponent == 0:
        return _constant(fmpq(1))
    if exponent % 2 == 1 or value.non_negative:
        return Interval(_down(_natural(value.low, exponent)), _up(_natural(value.high, exponent)), value.low_open,
                        value.high_open)
    if value.non_positive:
        return integer_power(minus(value), exponent)
    ends = _up(_natural(value.low, exponent)), _up(_natural(value.high, exponent))
    return Interval(arb(0), _largest(*ends))


def _natural(end: Any, exponent: int) -> Any:
    if not end.is_finite():
        return end if exponent % 2 or end > 0 else -end
    return end**exponent


def _pow(tree: Any, environment: Environment) -> Interval:
    exponent = _range(tree.exp, environment)
    if tree.base is sympy.E:
        return _monotone(BY_CLASS[sympy.exp], exponent, arb(0), INFINITY, attained=False)
    base, constant = _range(tree.base, environment), rational_value(tree.exp)
    if constant is not None and constant.is_Integer:
        return integer_power(base, int(constant))
    if constant is not None:
        return _rational_power(base, constant)
    if exponent.low == exponent.high and exponent.low.is_integer() and abs(exponent.low) < _TERMS:
        return integer_power(base, int(exponent.low.unique_fmpz()))
    if not base.positive:
        raise Indeterminate("a power whose base may not be positive")
    return _exponential(times(exponent, _logarithm(base)))


def _rational_power(base: Interval, exponent: Any) -> Interval:
    if exponent < 0:
        return reciprocal(_rational_power(base, -exponent))
    if not base.non_negative:
        raise Indeterminate("a root of a number that may be negative")

    def power(end: Any) -> Any:
        if end.is_zero() or not end.is_finite():
            return end
        return (end.sqrt() if exponent.q == 2 else end.root(int(exponent.q))) ** int(exponent.p)

    return Interval(_largest(_down(power(base.low)), arb(0)), _up(power(base.high)), base.low_open, base.high_open)


def _exponential(value: Interval) -> Interval:
    return _monotone(BY_CLASS[sympy.exp], value, arb(0), INFINITY, attained=False)


def _logarithm(value: Interval) -> Interval:
    if not value.positive:
        raise Indeterminate("a logarithm of a number that may not be positive")
    low = -INFINITY if value.low <= 0 else _down(value.low.log())
    high = INFINITY if not value.high.is_finite() else _up(value.high.log())
    return Interval(low, high, value.low_open, value.high_open)


def _monotone(function: Any, value: Interval, least: Any, largest: Any, attained: bool = True) -> Interval:
    """The range of a function that increases or decreases on the whole interval."""
    ends = [_end(function, end, least, largest) for end in (value.low, value.high)]
    opens = value.low_open, value.high_open
    if function.monotone == "decreasing":
        ends, opens = [_end(function, end, largest, least) for end in (value.high, value.low)], opens[::-1]
    low, high = _largest(_down(ends[0]), least), _least(_up(ends[1]), largest)
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


def _function(tree: Any, values: Sequence[Interval]) -> Interval:
    rule = _RULES.get(tree.func)
    if rule:
        return rule(*values)
    function = BY_CLASS[tree.func]
    if len(values) == 1 and function.monotone:
        least, largest = _LIMITS.get(tree.func, (-INFINITY, INFINITY))
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
    return _constant(function.value(*balls))


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
    return Interval(arb(0), _largest(-value.low, value.high))


def _even(function: Any) -> Callable[[Interval], Interval]:
    """A function that is even and increases for positive arguments."""

    def rule(value: Interval) -> Interval:
        size = _absolute(value)
        low = _down(number.ball(BY_CLASS[function].value(size.low)))
        high = _up(number.ball(BY_CLASS[function].value(size.high))) if size.high.is_finite() else INFINITY
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
        low, high = _least(*map(_down, ends)), _largest(*map(_up, ends))
        if turns[1] > turns[0]:
            low, high = (low, arb(1)) if turns[1] % 2 == 0 else (arb(-1), high)
        return Interval(_largest(low, arb(-1)), _least(high, arb(1)))

    return rule


def _tangent(value: Interval) -> Interval:
    if not (value.low.is_finite() and value.high.is_finite()):
        raise Indeterminate("a tangent over a pole")
    turns = [(end / arb.pi() + fmpq(1, 2)).floor().unique_fmpz() for end in (value.low, value.high)]
    if None in turns or turns[0] != turns[1]:
        raise Indeterminate("a tangent over a pole")
    return Interval(_down(value.low.tan()), _up(value.high.tan()))


def _maximum(*values: Interval) -> Interval:
    return Interval(_largest(*(value.low for value in values)), _largest(*(value.high for value in values)))


def _floor(value: Interval) -> Interval:
    return Interval(_down(value.low.floor()), _up(value.high.floor()))


def _modulo(x: Interval, y: Interval) -> Interval:
    return plus(x, minus(times(y, _floor(times(x, reciprocal(y))))))


_RULES: dict[Any, Callable[..., Interval]] = {
    sympy.exp: _exponential,
    sympy.log: lambda x, *base: _logarithm(x) if not base else times(_logarithm(x), reciprocal(_logarithm(base[0]))),
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
    sympy.im: lambda x: _constant(fmpq(0)),
}


def _fold(start: int, join: Callable[[Interval, Interval], Interval]) -> Callable[[Any, Environment], Interval]:
    def over(body: Any, limits: Any, environment: Environment) -> Interval:
        if not limits:
            return _range(body, environment)
        index, low, high = limits[-1]
        first, last = (_integer(bound, environment) for bound in (low, high))
        if last - first >= _TERMS:
            raise Unevaluable(f"a sum of more than {_TERMS} terms over a box")
        total = _constant(fmpq(start))
        for value in range(first, last + 1):
            total = join(total, over(body, limits[:-1], {**environment, index.name: _constant(fmpq(value))}))
        return total

    return lambda tree, environment: over(tree.function, tree.limits, environment)


def _integer(bound: Any, environment: Environment) -> int:
    """The value of a bound that is the same on the whole box."""
    points = {name: fmpq(value.low.unique_fmpz()) for name, value in environment.items()
              if value.low.is_finite() and value.low == value.high and value.low.is_integer()}
    value = evaluate(bound, points)
    if not number.is_integer(value):
        raise Unevaluable(f"the bound {bound} over a box")
    return int(value.p)  # type: ignore[union-attr]


def truth(tree: Any, environment: Environment) -> bool | None:
    """Return whether a condition is true on the whole box, false on the whole box, or neither (None)."""
    if tree in (sympy.true, sympy.false):
        return bool(tree)
    if isinstance(tree, sympy.And | sympy.Or):
        absorbing = isinstance(tree, sympy.Or)
        parts = [truth(part, environment) for part in tree.args]
        return absorbing if absorbing in parts else (None if None in parts else not absorbing)
    if isinstance(tree, sympy.Not):
        value = truth(tree.args[0], environment)
        return None if value is None else not value
    operator = OPERATORS.get(tree.func)
    if operator is None:
        raise Unevaluable(f"the condition {tree} over a box")
    return _relation_truth(operator, plus(_range(tree.lhs, environment), minus(_range(tree.rhs, environment))))


def _relation_truth(operator: str, difference: Interval) -> bool | None:
    if operator in (">", "<="):
        above = True if difference.positive else (False if difference.non_positive else None)
        return above if operator == ">" or above is None else not above
    if operator in ("<", ">="):
        below = True if difference.negative else (False if difference.non_negative else None)
        return below if operator == "<" or below is None else not below
    if difference.positive or difference.negative:
        return operator == "!="
    return operator == "==" if difference.low.is_zero() and difference.high.is_zero() else None


def _piecewise(tree: Any, environment: Environment) -> Interval:
    """The hull of the cases that may apply."""
    found: list[Interval] = []
    for value, condition in tree.args:
        applies = truth(condition, environment)
        if applies is not False:
            found.append(_range(value, environment))
        if applies:
            return Interval(_least(*(v.low for v in found)), _largest(*(v.high for v in found)))
    raise Indeterminate(f"no case of {tree} is known to apply")


_HANDLERS: dict[Any, Callable[[Any, Environment], Interval]] = {
    sympy.Add: _add,
    sympy.Mul: _mul,
    sympy.Pow: _pow,
    sympy.Sum: _fold(0, plus),
    sympy.Product: _fold(1, times),
    sympy.Piecewise: _piecewise,
}
