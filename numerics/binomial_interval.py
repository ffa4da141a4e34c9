"""The exact interval of Clopper and Pearson for the probability behind k successes in n independent trials.

    low  = the p at which P(Bin(n, p) >= k) = alpha / 2, and 0 where k = 0
    high = the p at which P(Bin(n, p) <= k) = alpha / 2, and 1 where k = n

For every p and every n fixed in advance, P(low <= p <= high) >= 1 - alpha. Both tails are incomplete beta functions.

Reference: Clopper and Pearson 1934, Biometrika 26, 404-413.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from numerics.ball import rational_ball

_BITS = 192


def clopper_pearson(successes: int, trials: int, alpha: Fraction | float) -> tuple[float, float]:
    """(low, high), rounded outward: each end is stepped away from SciPy's beta quantile until a ball proves its tail.

    Args: successes: k, trials: n, with 0 <= k <= n and n >= 1; alpha: the total error, 0 < alpha < 1, taken exactly.
    Returns: two floats; the interval contains the exact one and is wider by no more than about SciPy's error.
    Raises: ValueError unless 0 <= k <= n, n >= 1 and 0 < alpha < 1.

    >>> [round(end, 6) for end in clopper_pearson(0, 1000, 1e-7)]   # 1 - (alpha/2)^(1/1000)
    [0.0, 0.016671]
    >>> [round(end, 4) for end in clopper_pearson(3, 20, 0.05)]
    [0.0321, 0.3789]
    """
    from scipy.special import betaincinv

    k, n, half = int(successes), int(trials), Fraction(alpha) / 2
    if not (0 <= k <= n and n >= 1 and 0 < half < Fraction(1, 2)):
        raise ValueError(f"an interval needs 0 <= k <= n, n >= 1 and 0 < alpha < 1; got {successes}, {trials}, {alpha}")
    low = 0.0 if k == 0 else _outward(float(betaincinv(k, n - k + 1, float(half))), 0.0,
                                      lambda p: _tail_at_most(p, k, n - k + 1, half))
    # 1 - p swaps successes and failures, so the upper end is found from the small tail as well
    high = 1.0 if k == n else _outward(float(betaincinv(k + 1, n - k, float(1 - half))), 1.0,
                                       lambda p: _tail_at_most(1 - p, n - k, k + 1, half))
    return low, high


def _outward(start: float, end: float, proven: Callable[[Fraction], bool]) -> float:
    """The first float from ``start`` towards ``end``, in growing steps, at which the tail is proven small."""
    units, p = 8, start
    while p != end and not proven(Fraction(p)):
        p = min(1.0, max(0.0, start + math.copysign(units * math.ulp(start), end - start)))
        units *= 4
    return p


def _tail_at_most(p: Fraction, a: int, b: int, bound: Fraction) -> bool:
    """Whether I_p(a, b) <= bound for certain, where I is the regularised incomplete beta function."""
    from flint import ctx

    with ctx.workprec(_BITS):
        tail = rational_ball(p).beta_lower(a, b, regularized=True)
        return bool(tail <= rational_ball(bound))
