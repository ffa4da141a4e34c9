"""Far: integers beyond the window at which a formula is tried: all small ones, and special ones far out.

A statement may be true of every tested size but one.  Formulas in few integer variables are cheap, so all small
values are tried, and powers of two and their neighbours, squares, primes, factorials, powers of ten, and what the
claim names.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

import sympy

from verify.claim import Claim
from verify.domains.domain import Environment, needs
from verify.domains.scalar_domain import Integers
from verify.search.landmark import whole_landmarks

SMALL = (0, 1200, 42, 12)
"""How many consecutive integers are tried, by the number of integer variables."""
THINNED = (1, 1, 20, 60)
"""One special integer among so many is tried, by the number of integer variables."""
LADDER = (10, 15, 23, 36, 57, 91, 144, 225, 360, 567, 900)
"""Sizes that two or three integers climb together: a false bound may need several of them to be large."""
MOST = 6000
"""So many instances are tried at most, the small ones first."""
SHARES = 8
"""Integers between two bounds are tried at the bounds and at so many equal steps between them."""
FURTHEST = 10**13
"""Integers that the claim names are tried up to here."""
BITS = 4096
"""An integer variable goes no further once a side of the claim has this many bits."""


def special() -> list[int]:
    """Return special positive integers in rising order.

    >>> special()[:12]
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13]
    """
    powers = [2**k + d for k in range(1, 41) for d in (-1, 0, 1)]
    squares = [k * k for k in range(1, 33)] + [k**3 for k in range(1, 20)] + [10**k for k in range(1, 13)]
    factorials = [math.factorial(k) for k in range(1, 16)]
    primorials = [int(sympy.primorial(k)) for k in range(1, 11)]
    primes = [int(sympy.prime(k)) for k in (*range(1, 20), *range(20, 400, 20))]
    carmichael = [341, 561, 1105, 1729, 2465, 2821, 6601, 8911]  # composite, yet like primes in Fermat's little theorem
    return sorted({*powers, *squares, *factorials, *primorials, *primes, *carmichael})


def far(claim: Claim, free: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield instances of a claim in at most three integers, in rising order of size.

    ``free`` names the variables that may leave the window, and the others lie between bounds that depend on these;
    nothing is yielded where there are other variables.
    """
    variables = claim.variables
    count = len(variables)
    if not 1 <= count <= 3 or not all(isinstance(v.domain, Integers) and (v.name in free or needs(v.domain))
                                      for v in variables):
        return
    named = [value for value in whole_landmarks(claim) if value <= FURTHEST]
    instances: list[dict[str, Any]] = [{}]
    for variable in variables:
        instances = [{**instance, variable.name: value} for instance in instances
                     for value in dict.fromkeys(_values(variable.domain, count, instance, named))]
    ranked = sorted(instances, key=lambda instance: (max(map(abs, instance.values())), *instance.values()))
    yield from ranked[:MOST]


def _values(domain: Any, count: int, environment: Environment, named: Sequence[int]) -> Iterator[int]:
    """The values of one of ``count`` integers: from a bound on, special ones, and shares of the way to the other."""
    first, last = domain.ends(environment)
    both = domain.low.is_infinite and domain.high.is_infinite
    low = None if domain.low.is_infinite else first
    high = None if domain.high.is_infinite else last
    start = 0 if both else first if low is not None else last
    direction = -1 if low is None and not both else 1
    near = (start + direction * k for k in range(SMALL[count] // (2 if both else 1)))
    between = () if low is None or high is None else (low + (high - low) * k // SHARES for k in range(SHARES + 1))
    beyond = [*(LADDER[:: count - 1] if count > 1 else ()), *special()[:: THINNED[count]], *named]
    for value in itertools.chain(near, (direction * one for one in beyond), between):
        for sign in (1, -1) if both else (1,):
            if (low is None or sign * value >= low) and (high is None or sign * value <= high):
                yield sign * value
