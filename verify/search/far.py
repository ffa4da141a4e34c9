"""Far: integers beyond the window at which a formula is tried: all small ones, and special ones far out.

A statement may be true of every tested size but one.  Formulas in one or two integer variables are cheap, so all small
values are tried, and powers of two and their neighbours, squares, primes, factorials and powers of ten.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

import sympy

from verify.claim import Claim
from verify.domains.domain import Environment
from verify.domains.scalar_domain import Integers

SMALL = (0, 1200, 32)
"""How many consecutive integers are tried, by the number of integer variables."""
THINNED = (1, 1, 20)
"""One special integer among so many is tried, by the number of integer variables."""
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
    """Yield instances of a claim in one or two integers, in rising order of size.

    ``free`` names the variables that may leave the window; nothing is yielded unless these are all.
    """
    variables = [v for v in claim.variables if isinstance(v.domain, Integers) and v.name in free]
    count = len(variables)
    if count not in (1, 2) or count != len(claim.variables):
        return
    values = [list(dict.fromkeys(_values(v.domain, count))) for v in variables]
    tuples = itertools.product(*values)
    for entries in sorted(tuples, key=lambda t: (max(map(abs, t)), t)):
        yield dict(zip([v.name for v in variables], entries, strict=True))


def _values(domain: Any, count: int) -> Iterator[int]:
    environment: Environment = {}
    first, last = domain.ends(environment)
    both = domain.low.is_infinite and domain.high.is_infinite
    low = None if domain.low.is_infinite else first
    high = None if domain.high.is_infinite else last
    start = 0 if both else first if low is not None else last
    direction = -1 if low is None and not both else 1
    near = (start + direction * k for k in range(SMALL[count] // (2 if both else 1)))
    for value in itertools.chain(near, (direction * one for one in special()[:: THINNED[count]])):
        for sign in (1, -1) if both else (1,):
            if (low is None or sign * value >= low) and (high is None or sign * value <= high):
                yield sign * value
