"""Fold: sums, products and extremes over integer ranges at an instance; a range that runs backwards is empty.

The functions take ``value(tree, environment)``, by which the parts are evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from flint import fmpq

from verify import work
from verify.errors import Indeterminate, Undefined, Unevaluable
from verify.formulas.formula import is_infinity
from verify.values import dual, infinite, number
from verify.values.dual import Dual

MAX_TERMS = 200_000
"""A sum or product with more terms than this is not evaluated."""
Environment = Mapping[str, Any]
Value = Callable[[Any, Environment], Any]


def _range(limits: Any, environment: Environment, value: Value) -> tuple[str, range]:
    if len(limits) != 3:
        raise Unevaluable("a sum without bounds")
    index, low, high = limits
    if is_infinity(low) or is_infinity(high):
        raise Unevaluable("an infinite range; state its finite parts, or a bound on what is left out")
    ends = []
    for bound in (low, high):
        end = value(bound, environment)
        if isinstance(end, Dual):
            raise Unevaluable(f"a derivative by a variable of the bound {bound}")
        if not number.is_integer(end):
            raise Undefined(f"a sum or product whose bound {bound} is not an integer")
        ends.append(int(end.p))
    if ends[1] - ends[0] >= MAX_TERMS:
        raise Unevaluable(f"a sum or product of more than {MAX_TERMS} terms")
    work.charge(ends[1] - ends[0] + 1)
    return index.name, range(ends[0], ends[1] + 1)


def terms(tree: Any, environment: Environment, value: Value, body: Value) -> Iterator[Any]:
    """Yield the values ``body(…)`` of the body over the ranges, the last index outermost."""

    def over(limits: Sequence[Any], inner: Environment) -> Iterator[Any]:
        if not limits:
            yield body(tree.function, inner)
            return
        name, values = _range(limits[-1], inner, value)
        for entry in values:
            yield from over(limits[:-1], {**inner, name: entry})

    return over(tree.limits, environment)


def _values(tree: Any, environment: Environment, value: Value) -> Iterator[Any]:
    """Yield the terms; one that is undefined tells more than an earlier one that is not known."""
    doubt: Indeterminate | None = None
    for part in terms(tree, environment, value, lambda body, inner: partial(value, body, inner)):
        try:
            yield part()
        except Indeterminate as problem:
            doubt = problem
    if doubt:
        raise doubt


def total(tree: Any, environment: Environment, value: Value) -> Any:
    """Return the value of a sum."""
    if len(tree.limits) == 1 and len(tree.limits[0]) == 3 and any(is_infinity(end) for end in tree.limits[0][1:]):
        return infinite.total(tree, environment, value)
    return sum(_values(tree, environment, value), fmpq(0))


def product(tree: Any, environment: Environment, value: Value) -> Any:
    """Return the value of a product."""
    if any(is_infinity(end) for limits in tree.limits for end in limits[1:]):
        raise Unevaluable("an infinite product; state the sum of the logarithms, or its finite products")
    result: Any = fmpq(1)
    for factor in _values(tree, environment, value):
        result = result * factor
    return result


def extreme(function: Any, tree: Any, environment: Environment, value: Value) -> Any:
    """Return the maximum or minimum over a range, which must not be empty; ``function`` is SymPy's Max or Min."""
    values = list(_values(tree, environment, value))
    if not values:
        raise Undefined(f"{tree} over an empty range")
    return dual.apply(function, *values)
