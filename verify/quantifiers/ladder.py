"""Ladder: a quantity along growing sizes, and whether it stays bounded: a judgement of trend, never a proof.

On a ladder of sizes s the rate is the rise for each doubling of s.  A bounded quantity that nears its limit like s^(−a)
has rates that shrink by 2^(−a) at each doubling; log s has a constant rate, and s^a one that grows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

LEAST = 5
"""A ladder with fewer rungs, or one that spans less than a factor of eight, is too short."""
GROWING, SETTLING = 0.9, 0.85
"""A rate that keeps this share of itself at each doubling grows; one that keeps less than the other settles."""
_SLIGHT = 0.01


class Trend(StrEnum):
    """What a ladder shows."""

    BOUNDED = "no growth"
    SETTLES = "the rise settles"
    GROWS = "it grows"
    UNCLEAR = "it rises, too slowly or too unevenly to tell"
    SHORT = "the ladder is too short"


@dataclass(frozen=True, slots=True)
class Reading:
    """A trend, the last local log-log slope, the share of the rate kept at each doubling, and the limit it nears."""

    trend: Trend
    slope: float = 0.0
    kept: float | None = None
    limit: float | None = None


def rungs(low: int, top: int) -> Iterator[int]:
    """Yield sizes from ``low`` to ``top`` in near-geometric steps, of √2 up to 64 and of 2 beyond.

    >>> list(rungs(1, 12)), list(rungs(3, 20))
    ([1, 2, 3, 4, 6, 8, 12], [3, 4, 5, 6, 8, 10, 14, 18, 20])
    """
    span = top - low + 1
    wanted = [g for k in range(64) for g in (2**k, 3 * 2 ** (k - 1) if k else 1)]
    if span > 64:
        wanted = [2**k for k in range(256)]
    found = [low - 1 + g for g in sorted(set(wanted)) if g <= span]
    yield from found if found and found[-1] == top else [*found, top]


def read(sizes: Sequence[float], values: Sequence[float]) -> Reading:
    """Return what a non-decreasing quantity does along sizes.

    >>> sizes = [2.0**k for k in range(20)]
    >>> [str(read(sizes, v).trend) for v in ([1 - 1 / s for s in sizes], [1 + math.log(s) for s in sizes])]
    ['the rise settles', 'it grows']
    """
    if len(sizes) < LEAST or sizes[-1] < 8 * max(1, sizes[0]):
        return Reading(Trend.SHORT)
    half = len(sizes) // 2
    if values[-1] <= 0 or values[-1] <= values[half] * (1 + 1e-12):
        return Reading(Trend.BOUNDED)
    steps = np.diff(np.log2(np.asarray(sizes, dtype=float)))
    rates = np.diff(np.asarray(values, dtype=float)) / steps
    middles = np.log2(np.asarray(sizes[:-1], dtype=float)) + steps / 2
    slope = math.log(values[-1] / values[-2]) / math.log(sizes[-1] / sizes[-2]) if values[-2] > 0 else math.inf
    rising = [(m, r) for m, r in zip(middles[half:], rates[half:], strict=True) if r > 0]
    risen = values[-1] / values[half] - 1 if values[half] > 0 else math.inf
    if len(rising) < 3:
        return Reading(Trend.BOUNDED if risen < _SLIGHT else Trend.UNCLEAR, slope)
    kept = 2.0 ** float(np.polyfit([m for m, _ in rising], np.log2([r for _, r in rising]), 1)[0])
    if kept <= SETTLING:
        return Reading(Trend.SETTLES, slope, kept, values[-1] + rising[-1][1] * kept / -math.log2(kept))
    return Reading(Trend.GROWS if kept >= GROWING and risen >= _SLIGHT else Trend.UNCLEAR, slope, kept)
