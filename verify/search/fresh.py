"""Fresh: members of domains drawn one after the other from a generator, hardly ever the same one twice.

Hypothesis copies parts of an instance into others, which finds special cases and repeats itself; what is drawn here is
generic.  To give a domain fresh members, register a function; a domain without one is left to Hypothesis.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import singledispatch
from random import Random
from typing import Any

from verify.domains.combinatorial_domain import BooleanFunctions, Subsets
from verify.domains.domain import Domain, Environment
from verify.domains.sample import Drawn
from verify.domains.scalar_domain import Integers, OneOf, Rationals, Reals, Signs, place
from verify.domains.vector_domain import Cube, Simplex, Sphere, Vectors, stereographic
from verify.errors import DomainError
from verify.variable import Variable

MANY = 12
"""Vectors of more entries share one denominator."""


@singledispatch
def fresh(domain: Domain, environment: Environment, generator: Random, extra: int) -> Any:
    """Return a member drawn from a generator; raise DomainError where there is none, LookupError for an unknown domain.

    >>> fresh(Simplex(2), {}, Random(1), 0) == fresh(Simplex(2), {}, Random(1), 0)
    True
    """
    raise LookupError(type(domain).__name__)


def instance(variables: Sequence[Variable], generator: Random, extra: Any) -> dict[str, Any]:
    """Return an instance with a fresh value for every variable."""
    environment: dict[str, Any] = {}
    for variable in variables:
        environment[variable.name] = fresh(variable.domain, environment, generator, extra.get(variable.name, 0))
    return environment


@fresh.register
def _integers(domain: Integers, environment: Environment, generator: Random, extra: int) -> int:
    far = extra and not domain.finite and domain.largest is None and generator.random() < 0.5
    first, last = domain.ends(environment, extra if far else 0)
    if first > last:
        raise DomainError("an empty domain")
    return generator.randint(first, last)


def _size(generator: Random) -> Fraction:
    """A number ≥ 0: simple, of a large random denominator, around 1, or of any order of magnitude."""
    kind = generator.randrange(4)
    if kind == 0:
        return Fraction(generator.randint(0, 60), generator.choice((1, 2, 3, 4, 5, 7, 12)))
    bottom = generator.randint(1, 10**9)
    if kind == 1:
        return Fraction(generator.randint(0, 10**12), bottom)
    share = Fraction(generator.randint(0, 3 * bottom), bottom)
    return share if kind == 2 else share * Fraction(10) ** generator.randint(-9, 6)


@fresh.register(Reals)
@fresh.register(Rationals)
def _line(domain: Any, environment: Environment, generator: Random, extra: int) -> Fraction:
    low, high = domain.ends(environment)
    if low is not None and high is not None and low > high:
        raise DomainError("an empty domain")
    return place(_size(generator), generator.random() < 0.5, low, high)


@fresh.register
def _vectors(domain: Vectors, environment: Environment, generator: Random, extra: int) -> Any:
    n = domain.dimension(environment)
    low, high = Reals(domain.low, domain.high).ends(environment)
    if n <= MANY and generator.random() < 0.5:
        return tuple(_line(Reals(domain.low, domain.high), environment, generator, 0) for _ in range(n))
    kind = generator.randrange(3)
    bottom = 1 if kind == 0 else generator.randint(2, 1 << 30)
    most = 3 if kind == 0 else 3 * bottom if kind == 1 else 1000 * bottom
    return tuple(place(Fraction(generator.randint(0, most), bottom), generator.random() < 0.5, low, high)
                 for _ in range(n))


@fresh.register
def _simplex(domain: Simplex, environment: Environment, generator: Random, extra: int) -> Any:
    n = domain.dimension(environment)
    if n == 0:
        raise DomainError("an empty domain")
    most = generator.choice((6, 10**6, 10**6))
    weights = [generator.randint(0, most) for _ in range(n)]
    weights[generator.randrange(n)] += not any(weights)
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


@fresh.register
def _sphere(domain: Sphere, environment: Environment, generator: Random, extra: int) -> Any:
    n = domain.dimension(environment)
    if n == 0:
        raise DomainError("an empty domain")
    bottom = generator.choice((1, 7, 1000, 10**6))
    return stereographic(tuple(Fraction(generator.randint(-3 * bottom, 3 * bottom), bottom) for _ in range(n - 1)))


@fresh.register(OneOf)
@fresh.register(Signs)
def _listed(domain: Any, environment: Environment, generator: Random, extra: int) -> Any:
    return generator.choice(list(domain.members(environment)))


@fresh.register
def _cube(domain: Cube, environment: Environment, generator: Random, extra: int) -> Any:
    return tuple(generator.choice((1, -1)) for _ in range(domain.dimension(environment)))


@fresh.register
def _subsets(domain: Subsets, environment: Environment, generator: Random, extra: int) -> Any:
    n = domain.dimension(environment)
    counts = [c for c in domain._counts(environment) if c <= n]
    if not counts:
        raise DomainError("an empty domain")
    return tuple(sorted(generator.sample(range(1, n + 1), generator.choice(counts))))


@fresh.register
def _functions(domain: BooleanFunctions, environment: Environment, generator: Random, extra: int) -> Any:
    return tuple(generator.choice((1, -1)) for _ in range(1 << domain.dimension(environment)))


@fresh.register
def _drawn(domain: Drawn, environment: Environment, generator: Random, extra: int) -> Any:
    return domain.sample(generator.getrandbits(32), environment)
