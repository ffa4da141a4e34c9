"""Chart: real coordinates of a domain's members, so that an optimiser can move a member without leaving the domain.

Coordinates are floats between bounds; every point of the box stands for a member.  ``near`` gives the member in floats,
``exact`` an exact member close by, made with small denominators.  To give a domain a chart, register a function.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import singledispatch
from typing import Any

from verify.domains.domain import Domain, Environment
from verify.domains.scalar_domain import Integers, Rationals, Reals
from verify.domains.vector_domain import Simplex, Sphere, Vectors, stereographic

Bounds = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Coordinates of the members of a domain; ``whole`` where they have to be integers."""

    bounds: Bounds
    read: Callable[[Any], tuple[float, ...]]
    near: Callable[[Sequence[float]], Any]
    exact: Callable[[Sequence[float], int], Any]
    whole: bool = False


@singledispatch
def chart(domain: Domain, environment: Environment) -> Chart | None:
    """Return the chart of a domain at values of its sizes, None where its members do not move continuously.

    >>> half = chart(Simplex(2), {}).exact((0.30000001, 0.3), 10)
    >>> [str(entry) for entry in half]
    ['1/2', '1/2']
    """
    del domain, environment
    return None


def simple(value: float, limit: int) -> Fraction:
    """Return a fraction near a float, of a denominator up to ``limit``, times a power of ten for small floats.

    >>> simple(0.333333, 10), simple(3.1e-9, 10)
    (Fraction(1, 3), Fraction(31, 10000000000))
    """
    if value == 0 or abs(value) >= 1e-3:
        return Fraction(value).limit_denominator(limit)
    scale = Fraction(10) ** math.floor(math.log10(abs(value)))
    return (Fraction(value) / scale).limit_denominator(limit) * scale


def _clipped(value: Fraction, low: Fraction | None, high: Fraction | None) -> Fraction:
    value = value if low is None else max(value, low)
    return value if high is None else min(value, high)


def _float(value: Any, default: float = 0.0) -> float:
    try:
        return default if value is None else float(value)
    except OverflowError:
        return -1e300 if value < 0 else 1e300


def _box(low: Any, high: Any) -> tuple[float, float]:
    return _float(low, -math.inf), _float(high, math.inf)


@chart.register(Reals)
@chart.register(Rationals)
def _line(domain: Any, environment: Environment) -> Chart:
    low, high = domain.ends(environment)
    return Chart((_box(low, high),), lambda x: (_float(x),), lambda c: c[0],
                 lambda c, limit: _clipped(simple(c[0], limit), low, high))


@chart.register
def _integers(domain: Integers, environment: Environment) -> Chart:
    first, last = domain.ends(environment)
    low = None if domain.low.is_infinite and domain.largest is None else first
    high = None if domain.high.is_infinite and domain.largest is None else last
    return Chart((_box(low, high),), lambda n: (_float(n),), lambda c: c[0],
                 lambda c, _: int(_clipped(Fraction(round(c[0])), low, high)), whole=True)  # type: ignore[arg-type]


@chart.register
def _vectors(domain: Vectors, environment: Environment) -> Chart:
    low, high = Reals(domain.low, domain.high).ends(environment)
    return Chart((_box(low, high),) * domain.dimension(environment), lambda v: tuple(map(_float, v)), tuple,
                 lambda c, limit: tuple(_clipped(simple(entry, limit), low, high) for entry in c))


@chart.register
def _simplex(domain: Simplex, environment: Environment) -> Chart:
    """Weights, which are divided by their sum."""
    def exact(weights: Sequence[float], limit: int) -> Any:
        total = sum(weights) or 1.0
        fractions = [max(Fraction(0), simple(weight / total, limit)) for weight in weights]
        whole = sum(fractions, Fraction(0))
        return tuple(f / whole for f in fractions) if whole else None

    def near(weights: Sequence[float]) -> Any:
        total = sum(weights)
        return tuple(weight / total for weight in weights) if total > 0 else None

    return Chart(((0.0, 1.0),) * domain.dimension(environment), lambda p: tuple(map(_float, p)), near, exact)


@chart.register
def _sphere(domain: Sphere, environment: Environment) -> Chart:
    """Directions, which are divided by their length; exact points come from the pole farther away."""
    def near(direction: Sequence[float]) -> Any:
        length = math.hypot(*direction)
        return tuple(entry / length for entry in direction) if length > 0 else None

    def exact(direction: Sequence[float], limit: int) -> Any:
        point = near(direction)
        if point is None:
            return None
        sign = -1 if point[-1] > 0 else 1
        found = stereographic(tuple(simple(entry / (1 - sign * point[-1]), limit) for entry in point[:-1]))
        return (*found[:-1], sign * found[-1])

    return Chart(((-1.0, 1.0),) * domain.dimension(environment), lambda v: tuple(map(_float, v)), near, exact)
