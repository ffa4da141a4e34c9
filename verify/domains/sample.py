"""Sample: values drawn from a random generator, each known by the seed it was drawn with."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, final

import numpy as np
import sympy
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from verify.caption import title
from verify.domains.domain import Domain, Environment
from verify.errors import DomainError


@final
@dataclass(frozen=True, slots=True)
class Sample:
    """A drawn value and the seed that it was drawn with, which tells it apart beside the variables before it."""

    seed: int
    value: Any = field(compare=False)

    def __str__(self) -> str:
        """The seed, and for an array its first and last entries."""
        if not isinstance(self.value, np.ndarray):
            return f"the sample of seed {self.seed}"
        shown = " ".join(np.array2string(self.value, precision=6, threshold=8, edgeitems=2, separator=", ").split())
        cut = shown if len(shown) <= 160 else f"{shown[:90]} … {shown[-60:]}"
        return f"the sample of seed {self.seed}: {cut}"


@final
@dataclass(frozen=True, init=False)
class Drawn(Domain):
    """Samples ``draw(generator, …)`` of a random generator, and of earlier variables that ``draw`` names.

    ``generator`` is ``numpy.random.default_rng((seed, *name))`` with the bytes of the variable's name, so that two
    variables share no draws; the seed is Hypothesis's to choose, so none can be picked.

    >>> Drawn(lambda generator, d: generator.standard_normal(d)).describe()
    'samples of generator.standard_normal(d)'
    """

    draw: Callable[..., Any]
    earlier: tuple[str, ...]
    name: str

    def __init__(self, draw: Callable[..., Any], name: str = "") -> None:
        if not callable(draw):
            raise DomainError("Drawn", rule="a function of a random generator", given=draw,
                              hint="Drawn(lambda generator, d: generator.standard_normal(d))")
        parameters = [p.name for p in inspect.signature(draw).parameters.values() if p.default is p.empty]
        if not parameters:
            raise DomainError("Drawn", rule="its function takes a random generator first", given=draw)
        object.__setattr__(self, "draw", draw)
        object.__setattr__(self, "earlier", tuple(parameters[1:]))
        object.__setattr__(self, "name", name)

    @property
    def sizes(self) -> tuple[Any, ...]:
        return tuple(sympy.Symbol(name) for name in self.earlier)

    def sample(self, seed: int, environment: Environment) -> Sample:
        """Return the sample of a seed."""
        return Sample(seed, self.draw_from(self.generator(seed), environment))

    def generator(self, seed: int) -> np.random.Generator:
        """Return the generator of a seed."""
        return np.random.default_rng((seed, *self.name.encode()))

    def draw_from(self, generator: np.random.Generator, environment: Environment) -> Any:
        """Return a value drawn with a generator."""
        known = {name: environment[name] for name in self.earlier}
        values = {name: value.value if isinstance(value, Sample) else value for name, value in known.items()}
        return self.draw(generator, **values)

    def corners(self, environment: Environment) -> list[Sample]:
        return []

    def strategy(self, environment: Environment, extra: int = 0) -> SearchStrategy[Sample]:
        return st.integers(0, 2**32 - 1).map(lambda seed: self.sample(seed, environment))

    def contains(self, value: object, environment: Environment) -> bool:
        return isinstance(value, Sample)

    def describe(self) -> str:
        return f"samples of {title(self.draw)}"
