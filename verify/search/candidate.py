"""Candidate: instances of an infinite domain that are tried as witnesses, in a fixed order, simple ones first."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any

from verify.domains.domain import Domain
from verify.domains.sample import Drawn
from verify.domains.scalar_domain import Integers, Rationals, Reals
from verify.errors import DomainError
from verify.variable import Variable

MOST = 400
"""At most this many instances of all inner variables together are tried at one outer instance."""
EACH = 160
"""At most this many values of one variable."""
DRAWS = 64
"""This many samples of a random generator."""
_POWERS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 24, 32, 48, 64, 128, 256)


def candidates(variables: Sequence[Variable], instance: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield inner instances: combinations of values, those whose places in their lists add up to least first."""
    found = itertools.islice(_combined(variables, dict(instance), MOST * 4), MOST * 4)
    yield from (environment for _, environment in sorted(found, key=lambda pair: pair[0])[:MOST])


def _combined(variables: Sequence[Variable], known: dict[str, Any], most: int) -> Iterator[tuple[int, dict[str, Any]]]:
    if not variables:
        yield 0, known
        return
    first, rest = variables[0], variables[1:]
    each = max(4, round(min(EACH, most) ** (1 / len(variables)))) if rest else min(EACH, most)
    for place, value in enumerate(values(first.domain, known)[:each]):
        for rank, full in _combined(rest, {**known, first.name: value}, most):
            yield place + rank, full


def values(domain: Domain, known: Mapping[str, Any]) -> list[Any]:
    """Return members of a domain: all where they are few, else corners, simple formulas of what is known, powers of 2.

    >>> values(Integers(1, 9), {})
    [1, 2, 3, 4, 5, 6, 7, 8, 9]
    """
    try:
        if isinstance(domain, Drawn):
            return [domain.sample(seed, known) for seed in range(DRAWS)]
        number = domain.cardinality(known)
        members = domain.members(known)
        listed = list(itertools.islice(members, EACH)) if members is not None and number else []
        if domain.finite and number is not None and number <= EACH:
            return listed
        if not isinstance(domain, Integers | Reals | Rationals):
            return list(dict.fromkeys([*listed, *domain.corners(known)]))
        whole = isinstance(domain, Integers)
        tried = [*listed[:40], *domain.corners(known), *_formulas(known, whole), *_powers(whole)]
        return [value for value in dict.fromkeys(tried) if domain.contains(value, known)][:EACH]
    except DomainError:
        return []


def _powers(whole: bool) -> Iterator[Any]:
    for power in _POWERS:
        yield from (2**power, -(2**power))
        if not whole:
            yield from (Fraction(1, 2**power), -Fraction(1, 2**power))


def _formulas(known: Mapping[str, Any], whole: bool) -> Iterator[Any]:
    """Simple formulas of the outer numbers: a ± 1, 2 a, a/2, a², 1/a, a + b, a − b, a b, (a + b)/2."""
    numbers = [Fraction(value) for value in known.values() if isinstance(value, int | Fraction)][:4]
    found: list[Fraction] = []
    for a in numbers:
        found += [a, a + 1, a - 1, -a, 2 * a, 2 * a + 1, a / 2, (a - 1) / 2, a * a, a * a + 1]
        found += [1 / a, 1 / a + 1, 2 / a, 1 / a**2] if a else []
        found += [a / 3, 3 * a, a**3, a * (a + 1) / 2]
    for a, b in itertools.combinations(numbers, 2):
        found += [a + b, a - b, b - a, a * b, (a + b) / 2]
    for value in found:
        if whole:
            yield from dict.fromkeys((floor(value), ceil(value)))
        else:
            yield int(value) if value.denominator == 1 else value
