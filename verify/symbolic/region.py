"""Region: a box of intervals for the variables, its faces, its halves, and simple points inside it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy
from flint import fmpq

from verify.errors import Indeterminate, Undefined, Unevaluable
from verify.symbolic.assumption import Known
from verify.values import number, reading
from verify.values.evaluate import evaluate
from verify.values.interval import Interval, interval

NARROW = fmpq(1, 1 << 30)
"""Edges shorter than this are not split."""


@dataclass(frozen=True, slots=True)
class Edge:
    """The values of one variable: rational ends (None: unbounded), whether they are excluded, integers only or not."""

    low: Any
    high: Any
    low_open: bool = False
    high_open: bool = False
    integer: bool = False

    @property
    def point(self) -> bool:
        """Whether the edge is a single value."""
        return self.low is not None and self.high is not None and self.low == self.high

    @property
    def empty(self) -> bool:
        """Whether no value is left."""
        if self.low is None or self.high is None:
            return False
        return bool(self.low > self.high) or (bool(self.low == self.high) and (self.low_open or self.high_open))


Region = Mapping[str, Edge]


def region(names: Iterable[str], known: Known) -> dict[str, Edge]:
    """Return the smallest box that the ranges and the relations on single letters allow."""
    found = {}
    for name in names:
        facts = known.ranges[name]
        edge = Edge(facts.low, facts.high, integer=facts.integer)
        for operator, left, right in known.relations:
            edge = _cut(edge, name, operator, left, right)
            edge = _cut(edge, name, {"<": ">", ">": "<", "<=": ">=", ">=": "<="}.get(operator, operator), right, left)
        if 0 not in facts.signs:
            edge = replace(edge, low_open=edge.low_open or edge.low == 0, high_open=edge.high_open or edge.high == 0)
        found[name] = _whole(edge) if edge.integer else edge
    return found


def _cut(edge: Edge, name: str, operator: str, left: Any, right: Any) -> Edge:
    """Apply ``x operator constant``, rounded outwards where the constant is irrational."""
    if not (isinstance(left, sympy.Symbol) and left.name == name) or right.free_symbols or operator in ("==", "!="):
        return edge
    try:
        value = number.real(evaluate(right, {}, 64))
    except (Undefined, Indeterminate, Unevaluable):
        return edge
    exact = isinstance(value, fmpq)
    if not exact and not (number.is_moderate(value) and value.is_finite()):
        return edge
    if operator in (">", ">="):
        low = value if exact else _rational(value.lower())
        if edge.low is None or low > edge.low or (low == edge.low and operator == ">"):
            return replace(edge, low=low, low_open=exact and operator == ">")
        return edge
    high = value if exact else _rational(value.upper())
    if edge.high is None or high < edge.high or (high == edge.high and operator == "<"):
        return replace(edge, high=high, high_open=exact and operator == "<")
    return edge


def _rational(end: Any) -> Any:
    mantissa, exponent = end.man_exp()
    return fmpq(mantissa) * fmpq(2) ** int(exponent)


def _whole(edge: Edge) -> Edge:
    """Move the ends of an integer edge to integers that belong to it."""
    low = None if edge.low is None else fmpq(edge.low.ceil())
    high = None if edge.high is None else fmpq(edge.high.floor())
    if edge.low_open and low == edge.low:
        low = low + 1
    if edge.high_open and high == edge.high:
        high = high - 1
    return Edge(low, high, integer=True)


def environment(box: Region, interior: Collection[str] = ()) -> dict[str, Interval]:
    """Return the box as intervals; the ends of proper edges named in ``interior`` are left out."""
    found = {}
    for name, edge in box.items():
        inner = name in interior and not edge.point
        found[name] = interval(edge.low, edge.high, edge.low_open or inner, edge.high_open or inner)
    return found


def is_point(box: Region) -> bool:
    """Tell whether every edge is a single value."""
    return all(edge.point for edge in box.values())


def halves(box: Region) -> list[dict[str, Edge]]:
    """Split the longest edge that can be split; return nothing where all are narrow."""
    name = max(box, key=lambda n: (_length(box[n]), n), default=None)
    if name is None or _length(box[name]) <= NARROW:
        return []
    edge = box[name]
    cut = _cut_point(edge)
    if edge.integer:
        cut = fmpq(cut.floor())
        parts = [replace(edge, high=cut), replace(edge, low=cut + 1)]
    else:
        parts = [replace(edge, high=cut, high_open=False), replace(edge, low=cut, low_open=False)]
    return [{**box, name: part} for part in parts if not part.empty]


def _length(edge: Edge) -> Any:
    if edge.low is None or edge.high is None:
        return fmpq(1 << 62)
    return edge.high - edge.low


def _cut_point(edge: Edge) -> Any:
    """The middle; for unbounded edges 0, then ±1, ±2, ±4, …"""
    if edge.low is not None and edge.high is not None:
        return (edge.low + edge.high) / 2
    if edge.low is None and edge.high is None:
        return fmpq(0)
    if edge.low is not None:
        return _next(edge.low)
    return -_next(-edge.high)


def _next(low: Any) -> Any:
    if low < 0:
        return fmpq(0)
    cut = fmpq(1)
    while cut <= low:
        cut = cut * 2
    return cut


def face(box: Region, name: str, value: Any) -> dict[str, Edge]:
    """Return the box with one variable fixed."""
    return {**box, name: Edge(value, value, integer=box[name].integer)}


def samples(box: Region) -> list[dict[str, int | Fraction]]:
    """Return a few simple points of the box: its middle and its closed corners on the diagonal."""
    found: list[dict[str, int | Fraction]] = []
    for pick in (_middle, lambda edge: _or_middle(edge, edge.low), lambda edge: _or_middle(edge, edge.high)):
        values = {name: pick(edge) for name, edge in box.items()}
        if not all(_inside(box[name], value) for name, value in values.items()):
            continue
        point = {name: number.to_python(value) for name, value in values.items()}
        if point not in found:
            found.append(point)
    return found


def _or_middle(edge: Edge, end: Any) -> Any:
    return end if end is not None and _inside(edge, end) else _middle(edge)


def _middle(edge: Edge) -> Any:
    if edge.low is None or edge.high is None:
        start = _cut_point(edge)
        return start if not edge.integer else fmpq(start.floor())
    middle = simplest((edge.low * 3 + edge.high) / 4, (edge.low + edge.high * 3) / 4)
    return fmpq(((edge.low + edge.high) / 2).floor()) if edge.integer else middle


def _inside(edge: Edge, value: Any) -> bool:
    above = edge.low is None or value > edge.low or (value == edge.low and not edge.low_open)
    return above and (edge.high is None or value < edge.high or (value == edge.high and not edge.high_open))


def simplest(low: Any, high: Any) -> Any:
    """Return the rational of least denominator in [low, high].

    >>> simplest(fmpq(3, 10), fmpq(2, 5))
    1/3
    """
    if low <= 0 <= high:
        return fmpq(0)
    if high < 0:
        return -simplest(-high, -low)
    whole = low.ceil()
    if whole <= high:
        return fmpq(whole)
    base = low.floor()
    return base + 1 / simplest(1 / (high - base), 1 / (low - base))


def describe(box: Region) -> str:
    """The box in words."""
    parts = []
    for name, edge in box.items():
        if edge.point:
            parts.append(f"{name} = {reading.value(str(edge.low))}")
        else:
            low, high = (reading.value(str(end)) for end in (edge.low, edge.high))
            left = "(-oo" if edge.low is None else f"{'(' if edge.low_open else '['}{low}"
            right = "oo)" if edge.high is None else f"{high}{')' if edge.high_open else ']'}"
            parts.append(f"{name} in {left}, {right}")
    return ", ".join(parts)


