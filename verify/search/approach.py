"""Approach: an instance that meets the hypotheses, looked for by making their violation small from a few starts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from verify.claim import Claim
from verify.search.ascent import DENOMINATORS
from verify.search.constraint import meet
from verify.search.frame import Frame, frame
from verify.search.violation import unmet

STARTS = 4


class _Reached(Exception):
    """The hypotheses are met, or the evaluations are used up."""


def approach(claim: Claim, tried: Sequence[dict[str, Any]], evaluations: int) -> tuple[list[dict[str, Any]], int]:
    """Return instances that meet the hypotheses, as far as floats tell, and how many evaluations it took.

    ``tried`` are instances that do not; the search starts from those that miss least.
    """
    begun = sorted(range(len(tried)), key=lambda k: (unmet(claim, tried[k]), k))[:STARTS]
    found, used = [], 0
    for number, k in enumerate(begun):
        place = frame(claim, tried[k], True)
        if not place.charts:
            continue
        point, spent = _descend(claim, place, (evaluations - used) // (len(begun) - number))
        used += spent
        for limit in DENOMINATORS:
            instance = place.exact(point, limit)
            if instance is not None and not unmet(claim, meet(claim, instance, tried)):
                found.append(instance)
                break
    return found, used


def _descend(claim: Claim, place: Frame, evaluations: int) -> tuple[list[float], int]:
    from scipy.optimize import minimize

    best, point, used = math.inf, place.origin, 0

    def miss(coordinates: Any) -> float:
        nonlocal best, point, used
        if used >= evaluations or best == 0:
            raise _Reached
        used += 1
        inside = place.inside(coordinates)
        instance = place.near(inside)
        value = 1e9 if instance is None else unmet(claim, instance)
        if value < best:
            best, point = value, inside
        return value

    bounds = [(None if math.isinf(low) else low, None if math.isinf(high) else high) for low, high in place.bounds]
    try:
        for method, options in (("Powell", {"maxfev": evaluations // 2}), ("Nelder-Mead", {"maxfev": evaluations})):
            minimize(miss, point, method=method, bounds=bounds, options=options)
    except _Reached:
        pass
    return point, used
