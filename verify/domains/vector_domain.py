"""Vector domains: vectors, the simplex, the sphere, the cube, subsets, Boolean functions and drawn samples.

Members are tuples of exact numbers, so that they can be listed, compared and printed; points of the simplex and of the
sphere are rational and satisfy their equation exactly.  A drawn sample is known by its seed.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, final

import sympy
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from verify.domains.domain import Domain, Environment, bound, may_be_size, size_value
from verify.domains.drawing import numbers
from verify.domains.scalar_domain import Reals, rationals
from verify.errors import DomainError

ENTRIES = 100_000
"""No instance has more entries than these."""


def _require_tryable(entries: int) -> int:
    if entries > ENTRIES:
        raise DomainError(f"a size of {entries}", rule=f"at most {ENTRIES} entries, so that instances fit into memory",
                          hint='a variable size, such as Vectors("d") with d=Integers(1, oo)')
    return entries


@dataclass(frozen=True, init=False)
class Sized(Domain):
    """Shared by the domains of vectors of one size."""

    size: Any
    indexed = True

    def __init__(self, size: Any) -> None:
        object.__setattr__(self, "size", bound(size, "size"))
        if not may_be_size(self.size):
            raise DomainError("the size of a domain", rule="a non-negative integer", given=size)
        if self.size.is_Integer:
            _require_tryable(int(self.size))

    @property
    def sizes(self) -> tuple[Any, ...]:
        return (self.size,)

    @property
    def shape(self) -> tuple[Any, ...]:
        return (self.size,)

    def dimension(self, environment: Environment) -> int:
        """The number of entries."""
        return _require_tryable(size_value(self.size, environment))


def exact_tuple(value: object, length: int) -> bool:
    return (isinstance(value, tuple) and len(value) == length
            and all(isinstance(entry, int | Fraction) and not isinstance(entry, bool) for entry in value))


def _between(entries: Any, low: Fraction | None, high: Fraction | None) -> bool:
    return all((low is None or low <= entry) and (high is None or entry <= high) for entry in entries)


def _unit(length: int, place: int, scale: int = 1) -> tuple[Fraction, ...]:
    return tuple(Fraction(scale if k == place else 0) for k in range(length))


@final
@dataclass(frozen=True, init=False)
class Vectors(Sized):
    """Vectors of ``size`` reals, each from ``low`` to ``high``.

    >>> Vectors(2).corners({})[:3] == [(0, 0), (1, 0), (0, 1)]
    True
    """

    low: Any
    high: Any

    def __init__(self, size: Any, low: Any = -sympy.oo, high: Any = sympy.oo) -> None:
        super().__init__(size)
        line = Reals(low, high)
        object.__setattr__(self, "low", line.low)
        object.__setattr__(self, "high", line.high)

    @property
    def sizes(self) -> tuple[Any, ...]:
        return self.size, self.low, self.high

    def corners(self, environment: Environment) -> list[Any]:
        n = self.dimension(environment)
        special = [(Fraction(0),) * n, *(_unit(n, k) for k in range(min(n, 4))), (Fraction(1),) * n,
                   (Fraction(-1),) * n, tuple(Fraction(k) for k in range(1, n + 1))]
        ends = Reals(self.low, self.high).ends(environment)
        special += [(end,) * n for end in ends if end is not None]
        return list(dict.fromkeys(v for v in special if _between(v, *ends)))

    def closed_ends(self, environment: Environment) -> list[Any]:
        return [(end,) * self.dimension(environment) for end in Reals(self.low, self.high).closed_ends(environment)]

    def strategy(self, environment: Environment, extra: int = 0) -> SearchStrategy[Any]:
        n = self.dimension(environment)
        return numbers(n, *Reals(self.low, self.high).ends(environment))

    def contains(self, value: object, environment: Environment) -> bool:
        ends = Reals(self.low, self.high).ends(environment)
        return exact_tuple(value, self.dimension(environment)) and _between(value, *ends)

    def describe(self) -> str:
        entries = Reals(self.low, self.high).describe().removeprefix("reals in ")
        return f"vectors of {self.size} reals" + ("" if entries == "(-oo, oo)" else f" in {entries}")


@final
class Simplex(Sized):
    """The probability simplex: ``size`` non-negative numbers that sum to 1.

    >>> [tuple(map(str, corner)) for corner in Simplex(2).corners({})]
    [('1', '0'), ('0', '1'), ('1/2', '1/2')]
    """

    def corners(self, environment: Environment) -> list[Any]:
        n = self.dimension(environment)
        vertices: list[Any] = [_unit(n, k) for k in range(n)]
        return list(dict.fromkeys(vertices + ([(Fraction(1, n),) * n] if n else [])))

    def strategy(self, environment: Environment, extra: int = 0) -> SearchStrategy[Any]:
        n = self.dimension(environment)
        if n == 0:
            return st.nothing()
        weight = st.integers(0, 6) | st.integers(0, 10**6)
        weights = st.lists(weight, min_size=n, max_size=n).filter(any)
        return weights.map(lambda w: tuple(Fraction(k, sum(w)) for k in w))

    def contains(self, value: object, environment: Environment) -> bool:
        return (exact_tuple(value, self.dimension(environment)) and sum(value) == 1  # type: ignore[call-overload]
                and min(value) >= 0)  # type: ignore[call-overload]

    def describe(self) -> str:
        return f"probability vectors of size {self.size}"


@final
class Sphere(Sized):
    """The unit sphere in R^size; instances are rational points, by stereographic projection.

    >>> sum(entry**2 for entry in stereographic((Fraction(1, 2), Fraction(3))))
    Fraction(1, 1)
    """

    def corners(self, environment: Environment) -> list[Any]:
        n = self.dimension(environment)
        return [_unit(n, k, scale) for scale in (1, -1) for k in range(min(n, 4))]

    def strategy(self, environment: Environment, extra: int = 0) -> SearchStrategy[Any]:
        n = self.dimension(environment)
        if n == 0:
            return st.nothing()
        entry = rationals(Fraction(-5), Fraction(5))
        return st.lists(entry, min_size=n - 1, max_size=n - 1).map(tuple).map(stereographic)

    def contains(self, value: object, environment: Environment) -> bool:
        if not exact_tuple(value, self.dimension(environment)):
            return False
        return sum(entry * entry for entry in value) == 1  # type: ignore[attr-defined]

    def describe(self) -> str:
        return f"the unit sphere in R^{self.size}"


def stereographic(u: tuple[Fraction, ...]) -> tuple[int | Fraction, ...]:
    """Return the rational point (2u, |u|² − 1)/(|u|² + 1) of the unit sphere."""
    norm = sum((entry * entry for entry in u), Fraction(0))
    return (*(Fraction(2 * entry / (norm + 1)) for entry in u), Fraction((norm - 1) / (norm + 1)))


@final
class Cube(Sized):
    """The hypercube {−1, +1}^size, listed with +1 first and the first coordinate changing fastest.

    >>> list(Cube(2).members({}))
    [(1, 1), (-1, 1), (1, -1), (-1, -1)]
    """

    @property
    def finite(self) -> bool:
        return True

    def members(self, environment: Environment) -> Iterator[Any]:
        n = self.dimension(environment)
        return (tuple(reversed(point)) for point in itertools.product((1, -1), repeat=n))

    def cardinality(self, environment: Environment) -> int:
        return 1 << self.dimension(environment)

    def corners(self, environment: Environment) -> list[Any]:
        n = self.dimension(environment)
        return list(dict.fromkeys([(1,) * n, (-1,) * n]))

    def strategy(self, environment: Environment, extra: int = 0) -> SearchStrategy[Any]:
        n = self.dimension(environment)
        return st.lists(st.sampled_from((1, -1)), min_size=n, max_size=n).map(tuple)

    def contains(self, value: object, environment: Environment) -> bool:
        return exact_tuple(value, self.dimension(environment)) and set(value) <= {1, -1}  # type: ignore[call-overload]

    def describe(self) -> str:
        return f"the cube {{-1, 1}}^{self.size}"
