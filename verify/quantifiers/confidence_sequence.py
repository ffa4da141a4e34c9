"""Confidence sequence: what trials with two outcomes say of a probability, valid however often one looks.

After t independent trials with s successes, the interval at level α is the set of p with

    (t + 1) · C(t, s) p^s (1 − p)^(t − s)  >  α.

The inverse of the left side is the likelihood of the trials mixed over all probabilities with equal weight, divided by
their likelihood under p: a martingale under p that starts at 1.  So the chance that p is ever left out, at any of
infinitely many looks, is at most α (Ville 1939; Robbins 1970, Annals of Mathematical Statistics 41, 1397–1409).

Whatever is called excluded here is proven in ball arithmetic, and ends of intervals are rounded outward.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import arb, ctx, fmpq

_BITS = 128
_FAR = 10**9
"""More trials than this are not asked for."""


def excluded(successes: int, trials: int, p: Any, alpha: Fraction) -> bool:
    """Whether a probability (Fraction or ball) lies outside the interval, proven.

    >>> excluded(90, 100, Fraction(9, 10), Fraction(1, 20)), excluded(0, 1, Fraction(1), Fraction(1, 20))
    (False, True)
    """
    if p < 0 or p > 1:
        return True
    if p == 0:
        return successes > 0
    if p == 1:
        return successes < trials
    with ctx.workprec(_BITS):
        ball = arb(_rational(p)) if isinstance(p, Fraction | int) else p
        if _log_weight(successes, trials, float(ball)) > _log(alpha) + 1e-3:
            return False  # far from it in floats; near it, and beyond, balls decide
        weight = arb(trials + 1).log() + arb(trials + 1).lgamma()
        for count, chance in ((successes, ball), (trials - successes, 1 - ball)):
            weight += (count * chance.log() if count else 0) - arb(count + 1).lgamma()
        return bool(weight < arb(_rational(alpha)).log())


def interval(low_count: int, high_count: int, trials: int, alpha: Fraction,
             digits: int = 4) -> tuple[Fraction, Fraction]:
    """The lower end for ``low_count`` successes and the upper end for ``high_count``, outward to decimal places.

    Where trials without an outcome are failures in the one count and successes in the other, their chance of having
    been successes does not matter.

    >>> [str(end) for end in interval(90, 90, 100, Fraction(1, 20), digits=2)]
    ['77/100', '49/50']
    """
    if not trials:
        return Fraction(0), Fraction(1)
    scale = 10**digits
    low = _last(lambda k: excluded(low_count, trials, Fraction(k, scale), alpha), low_count * scale // trials)
    from_above = _last(lambda k: excluded(high_count, trials, 1 - Fraction(k, scale), alpha),
                       (trials - high_count) * scale // trials)
    return Fraction(low, scale), 1 - Fraction(from_above, scale)


def further(successes: int, trials: int, p: Fraction, alpha: Fraction) -> int | None:
    """How many trials more would exclude ``p`` if the share of successes stayed as it is; None beyond 10^9.

    >>> further(80, 100, Fraction(9, 10), Fraction(1, 10**6)), further(90, 100, Fraction(9, 10), Fraction(1, 10**6))
    (278, None)
    """
    share, limit = Fraction(successes, trials), _log(alpha)

    def enough(total: int) -> bool:
        return _log_weight(float(share * total), total, float(p)) < limit

    total = trials
    while total < _FAR and not enough(total):
        total *= 2
    if total >= _FAR:
        return None
    low, high = trials, total
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle + 1, high)
    return low - trials


def _last(test: Callable[[int], bool], top: int) -> int:
    """The largest k in 0..top such that the test holds at k, where it holds below some point and not above; else 0."""
    low, high = 0, top
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if test(middle) else (low, middle - 1)
    return low


def _log_weight(successes: float, trials: int, p: float) -> float:
    """The logarithm of (t + 1) C(t, s) p^s (1 − p)^(t − s), in floats."""
    if not 0 < p < 1:
        return math.inf
    failures = trials - successes
    return (math.log(trials + 1) + math.lgamma(trials + 1) - math.lgamma(successes + 1) - math.lgamma(failures + 1)
            + successes * math.log(p) + failures * math.log1p(-p))


def _log(alpha: Fraction) -> float:
    return math.log(alpha.numerator) - math.log(alpha.denominator)


def _rational(value: Fraction | int) -> fmpq:
    return fmpq(value.numerator, value.denominator)
