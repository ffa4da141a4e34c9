"""Fold: the terms of a sum, product or extreme over integer ranges; a range that runs backwards is empty."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from verify import work
from verify.errors import Indeterminate, Undefined, Unevaluable
from verify.formulas.formula import is_infinity
from verify.values import number
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


def points(tree: Any, environment: Environment, value: Value) -> Iterator[Environment]:
    """Yield the environment of every term of a range, the last index outermost; ``value(tree, environment)`` evaluates.

    Raises Undefined, Unevaluable.
    """

    def over(limits: Sequence[Any], inner: Environment) -> Iterator[Environment]:
        if not limits:
            yield inner
            return
        name, entries = _range(limits[-1], inner, value)
        for entry in entries:
            yield from over(limits[:-1], {**inner, name: entry})

    return over(tree.limits, environment)


def values(term: Callable[[Environment], Any], environments: Iterable[Environment]) -> Iterator[Any]:
    """Yield the terms; one that is undefined tells more than an earlier one that is not known."""
    doubt: Indeterminate | None = None
    for environment in environments:
        try:
            yield term(environment)
        except Indeterminate as problem:
            doubt = problem
    if doubt:
        raise doubt
