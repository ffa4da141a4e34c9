"""Combinatorial domains: subsets and Boolean functions, listed in a stated order."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, final

import sympy
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from verify.domains.domain import Environment, bound, size_value
from verify.domains.vector_domain import Sized, exact_tuple
from verify.errors import DomainError

BITS = 24
"""Boolean functions have tables of at most 2 to this power entries."""


@final
@dataclass(frozen=True, init=False)
class Subsets(Sized):
    """The subsets of {1, …, size}, or those with ``count`` members, as sorted tuples; ordered by number of members.

    >>> list(Subsets(3, 2).members({}))
    [(1, 2), (1, 3), (2, 3)]
    """

    count: Any

    def __init__(self, size: Any, count: Any = None) -> None:
        super().__init__(size)
        object.__setattr__(self, "count", None if count is None else bound(count, "number of members"))

    @property
    def sizes(self) -> tuple[Any, ...]:
        return (self.size,) if self.count is None else (self.size, self.count)

    @property
    def shape(self) -> tuple[Any, ...]:
        return (sympy.Symbol("members") if self.count is None else self.count,)

    @property
    def finite(self) -> bool:
        return True

    def _counts(self, environment: Environment) -> range:
        if self.count is None:
            return range(self.dimension(environment) + 1)
        count = size_value(self.count, environment)
        return range(count, count + 1)

    def members(self, environment: Environment) -> Iterator[Any]:
        ground = range(1, self.dimension(environment) + 1)
        return itertools.chain.from_iterable(itertools.combinations(ground, c) for c in self._counts(environment))

    def cardinality(self, environment: Environment) -> int:
        return sum(math.comb(self.dimension(environment), c) for c in self._counts(environment))

    def corners(self, environment: Environment) -> list[Any]:
        ground = tuple(range(1, self.dimension(environment) + 1))
        counts = [c for c in self._counts(environment) if c <= len(ground)]
        return list(dict.fromkeys(v for c in counts[:3] for v in (ground[:c], ground[len(ground) - c :])))

    def strategy(self, environment: Environment, extra: int = 0) -> SearchStrategy[Any]:
        ground = list(range(1, self.dimension(environment) + 1))
        counts = [c for c in self._counts(environment) if c <= len(ground)]
        if not counts:
            return st.nothing()
        return st.tuples(st.permutations(ground), st.sampled_from(counts)).map(lambda d: tuple(sorted(d[0][: d[1]])))

    def contains(self, value: object, environment: Environment) -> bool:
        n = self.dimension(environment)
        return (isinstance(value, tuple) and len(value) in self._counts(environment)
                and all(isinstance(k, int) and 1 <= k <= n for k in value) and list(value) == sorted(set(value)))

    def describe(self) -> str:
        return f"subsets of 1..{self.size}" + ("" if self.count is None else f" with {self.count} members")


@final
class BooleanFunctions(Sized):
    """The functions {−1, +1}^size → {−1, +1}, as tables in the order of :class:`Cube`, in counting order.

    >>> list(BooleanFunctions(1).members({}))
    [(1, 1), (-1, 1), (1, -1), (-1, -1)]
    """

    @property
    def shape(self) -> tuple[Any, ...]:
        return (2**self.size,)

    @property
    def finite(self) -> bool:
        return True

    def dimension(self, environment: Environment) -> int:
        n = super().dimension(environment)
        if n > BITS:
            raise DomainError(f"Boolean functions of {n} bits", rule=f"at most {BITS}, so that tables fit into memory")
        return n

    def members(self, environment: Environment) -> Iterator[Any]:
        rows = 1 << self.dimension(environment)
        return (tuple(reversed(table)) for table in itertools.product((1, -1), repeat=rows))

    def cardinality(self, environment: Environment) -> int:
        return 1 << (1 << self.dimension(environment))

    def corners(self, environment: Environment) -> list[Any]:
        n = self.dimension(environment)
        rows = 1 << n
        parity = tuple((-1) ** bin(r).count("1") for r in range(rows))
        first = tuple((-1) ** (r & 1) for r in range(rows))
        return list(dict.fromkeys([(1,) * rows, (-1,) * rows, parity, first]))

    def strategy(self, environment: Environment, extra: int = 0) -> SearchStrategy[Any]:
        rows = 1 << self.dimension(environment)
        return st.integers(0, (1 << rows) - 1).map(lambda bits: tuple(1 - 2 * (bits >> r & 1) for r in range(rows)))

    def contains(self, value: object, environment: Environment) -> bool:
        return exact_tuple(value, 1 << self.dimension(environment)) and set(value) <= {1, -1}  # type: ignore[call-overload]

    def describe(self) -> str:
        return f"Boolean functions of {self.size} bits"
