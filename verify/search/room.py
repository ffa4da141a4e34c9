"""Room: the interval that orders among the hypotheses leave to one number of an instance, and numbers inside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from verify.search.condition import Condition
from verify.search.spot import Spot

Instance = dict[str, Any]


def inside(parts: Sequence[Condition], open_parts: Sequence[Condition], places: Sequence[Spot],
            instance: Instance) -> Iterator[Instance]:
    """One number at a time moved into the interval that the orders linear in it leave to it."""
    wanted = frozenset().union(*(part.names for part in open_parts))
    for spot in places:
        if spot.variable.name not in wanted:
            continue
        low, high = interval(parts, spot, instance)
        if low is None and high is None:
            continue
        number = _within(Fraction(spot.get(instance)), low, high, spot.whole)
        moved = None if number is None else spot.put(instance, number)
        if moved is not None and spot.member(moved):
            yield moved


def interval(parts: Sequence[Condition], spot: Spot, instance: Instance) -> tuple[Fraction | None, Fraction | None]:
    low: Fraction | None = None
    high: Fraction | None = None
    ends = getattr(spot.variable.domain, "ends", None)
    if ends is not None and not spot.whole:
        low, high = ends(instance)
    for part in parts:
        if spot.variable.name not in part.names or part.operator in ("==", "!="):
            continue
        values = [part.residual(spot.put(instance, x)) for x in (1, 2, 3)]
        if None in values or values[1] - values[0] != values[2] - values[1] or values[0] == values[1]:
            continue
        root = 1 - Fraction(values[0]) / (values[1] - values[0])
        if (values[1] > values[0]) == (part.operator in ("<=", "<")):
            high = root if high is None else min(high, root)
        else:
            low = root if low is None else max(low, root)
    return low, high


def _within(value: Fraction, low: Fraction | None, high: Fraction | None, whole: bool) -> Fraction | int | None:
    """A number inside an interval, a different one for each value."""
    if whole:
        first = None if low is None else low.__floor__() + 1
        last = None if high is None else high.__ceil__() - 1
        if first is not None and last is not None:
            return first + abs(int(value)) % (last - first + 1) if first <= last else _end(low, high)
        return first + abs(int(value)) if first is not None else (last or 0) - abs(int(value))
    size = abs(value)
    if low is not None and high is not None:
        return low + (high - low) * ((1 + size) / (2 + size) if value >= 0 else 1 / (2 + size)) if low <= high else None
    return low + (size or 1) if low is not None else (high or Fraction(0)) - (size or 1)


def _end(low: Fraction | None, high: Fraction | None) -> int | None:
    """An end that is an integer, where no integer is strictly inside."""
    return next((int(end) for end in (low, high) if end is not None and end.denominator == 1), None)
