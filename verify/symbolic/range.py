"""Range: an interval that contains every value of a real formula over a box, and the proof that it is defined there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import sympy
from flint import ctx, fmpq

from verify.errors import Indeterminate, Undefined, Unevaluable
from verify.formulas.formula import OPERATORS, names
from verify.formulas.function import BY_CLASS, CONSTANT_VALUES
from verify.values import number
from verify.values.evaluate import evaluate
from verify.values.interval import (
    Interval,
    apply,
    exponential,
    integer_power,
    largest_of,
    least_of,
    logarithm,
    minus,
    plus,
    point,
    rational_power,
    times,
)

_TERMS = 1000
Environment = Mapping[str, Interval]


def enclose(tree: Any, environment: Environment, precision: int = 64) -> Interval:
    """Return an interval that contains every value of a tree where its names range over intervals.

    Raises Indeterminate where the tree is not proven to be real and defined on the whole box, Unevaluable where it has
    no interval extension.

    >>> x = sympy.Symbol("x")
    >>> from verify.values.interval import interval
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
    if names(tree):
        return None
    try:
        value = evaluate(tree, {})
    except (Undefined, Indeterminate, Unevaluable):
        return None
    return sympy.Rational(int(value.p), int(value.q)) if isinstance(value, fmpq) else None


def _range(tree: Any, environment: Environment) -> Interval:
    handler = _HANDLERS.get(tree.func)
    if handler:
        return handler(tree, environment)
    if isinstance(tree, sympy.Symbol):
        if tree.name not in environment:
            raise Unevaluable(f"no interval for {tree.name}")
        return environment[tree.name]
    if tree.is_Rational:
        return point(fmpq(tree.p, tree.q))
    if tree in CONSTANT_VALUES:
        return point(CONSTANT_VALUES[tree]())
    if tree.func in BY_CLASS:
        return apply(tree.func, [_range(part, environment) for part in tree.args])
    if isinstance(tree, sympy.Derivative):
        from verify.symbolic.derivative import differentiated

        return _range(differentiated(tree), environment)
    raise Unevaluable(f"{type(tree).__name__} has no interval extension")


def _add(tree: Any, environment: Environment) -> Interval:
    total = point(fmpq(0))
    for part in tree.args:
        total = plus(total, _range(part, environment))
    return total


def _factors(tree: Any) -> list[Any]:
    return [f for part in tree.args for f in _factors(part)] if isinstance(tree, sympy.Mul) else [tree]


def _mul(tree: Any, environment: Environment) -> Interval:
    """Equal factors are powers: x·x is x², which is never negative."""
    result = point(fmpq(1))
    for factor, count in Counter(_factors(tree)).items():
        result = times(result, integer_power(_range(factor, environment), count))
    return result


def _pow(tree: Any, environment: Environment) -> Interval:
    exponent = _range(tree.exp, environment)
    if tree.base is sympy.E:
        return exponential(exponent)
    base, constant = _range(tree.base, environment), rational_value(tree.exp)
    if constant is not None and constant.is_Integer:
        return integer_power(base, int(constant))
    if constant is not None:
        return rational_power(base, constant)
    if exponent.low == exponent.high and exponent.low.is_integer() and abs(exponent.low) < _TERMS:
        return integer_power(base, int(exponent.low.unique_fmpz()))
    if not base.positive:
        raise Indeterminate("a power whose base may not be positive")
    return exponential(times(exponent, logarithm(base)))


def _fold(start: int, join: Callable[[Interval, Interval], Interval]) -> Callable[[Any, Environment], Interval]:
    def over(body: Any, limits: Any, environment: Environment) -> Interval:
        if not limits:
            return _range(body, environment)
        index, low, high = limits[-1]
        first, last = (_integer(bound, environment) for bound in (low, high))
        if last - first >= _TERMS:
            raise Unevaluable(f"a sum of more than {_TERMS} terms over a box")
        total = point(fmpq(start))
        for value in range(first, last + 1):
            total = join(total, over(body, limits[:-1], {**environment, index.name: point(fmpq(value))}))
        return total

    return lambda tree, environment: over(tree.function, tree.limits, environment)


def _integer(bound: Any, environment: Environment) -> int:
    """The value of a bound that is the same on the whole box."""
    points = {name: fmpq(value.low.unique_fmpz()) for name, value in environment.items()
              if value.low.is_finite() and value.low == value.high and value.low.is_integer()}
    value = evaluate(bound, points)
    if not number.is_integer(value):
        raise Unevaluable(f"the bound {bound} over a box")
    return int(value.p)


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
            return Interval(least_of(*(v.low for v in found)), largest_of(*(v.high for v in found)))
    raise Indeterminate(f"no case of {tree} is known to apply")


_HANDLERS: dict[Any, Callable[[Any, Environment], Interval]] = {
    sympy.Add: _add,
    sympy.Mul: _mul,
    sympy.Pow: _pow,
    sympy.Sum: _fold(0, plus),
    sympy.Product: _fold(1, times),
    sympy.Piecewise: _piecewise,
}
