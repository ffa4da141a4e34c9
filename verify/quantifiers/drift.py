"""Drift: whether a positive quantity divided by a law nears a constant along growing sizes: a judgement, never a proof.

On a ladder of sizes s the *slope left* is that of log(quantity/law) against log s over the upper half: the exponent by
which the law misses.  The right law leaves none, or one that shrinks from doubling to doubling; a law that misses by a
power or a logarithm leaves one that stays.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from verify import evidence
from verify.quantifiers.ladder import GROWING, LEAST, SETTLING

FLAT = 0.02
"""A slope left of at most this counts as none."""
WIDE = 0.25
"""A slope left that is known no better than this says nothing of the law."""
LITTLE, MUCH = math.log(3 / 2), math.log(5 / 3)
"""A law fits only if the ratio, should its slope shrink on as it did, changes by less than a factor 3/2 from here on.
One by which it has yet to change by more than 5/3 goes against what was seen."""
SURE = 3.0
"""Slopes are known to so many standard errors, of the draws and of the fit together."""


class Finding(StrEnum):
    """What a ladder says of a law."""

    CONSISTENT = evidence.CONSISTENT
    INCONSISTENT = evidence.INCONSISTENT
    SHORT = "the ladder is too short to tell"


@dataclass(frozen=True, slots=True)
class Drift:
    """What a ladder says of one law, with the figures that it rests on.

    ``slope`` ± ``margin`` is left over the upper half and ``early`` over the lower one; ``kept`` is the share of it
    kept at each doubling; ``missed`` is the relative error of the law's prediction of the largest size, which it is not
    fitted to, from the one before.
    """

    finding: Finding
    slope: float = 0.0
    margin: float = 0.0
    early: float = 0.0
    kept: float | None = None
    missed: float = 0.0


def read(sizes: Sequence[float], ratios: Sequence[float], errors: Sequence[float]) -> Drift:
    """Return what the logarithms of quantity/law, with their standard errors, say along sizes.

    >>> sizes, exact = [2.0**k for k in range(3, 10)], [0.0] * 7
    >>> def told(f):
    ...     return str(read(sizes, [math.log(f(s)) for s in sizes], exact).finding)
    >>> told(lambda s: 3 + 2 / s), told(lambda s: math.log(s)), told(lambda s: s**-0.1)
    ('consistent', 'inconsistent on this ladder', 'inconsistent on this ladder')
    """
    if len(sizes) < LEAST or sizes[-1] < 8 * sizes[0]:
        return Drift(Finding.SHORT)
    x, y, s = (np.asarray(v, dtype=float) for v in (np.log(sizes), ratios, errors))
    half = len(x) // 2
    slope, margin, noise = _slope(x[half:], y[half:], s[half:])
    early, doubt, before = _slope(x[: half + 1], y[: half + 1], s[: half + 1])
    doublings = float(x[half:].mean() - x[: half + 1].mean()) / math.log(2)
    kept, least, most = (_share(abs(slope) + a * noise, abs(early) - a * before, doublings) for a in (0, -1, 1))
    same = slope * early > 0
    if abs(slope) <= max(margin, FLAT):
        fits, stays = margin <= WIDE and _foreseen(x, y, s), False
    else:
        fits = same and most <= SETTLING and _rest(abs(slope) + noise, most) <= LITTLE and _foreseen(x, y, s)
        stays = (same or abs(early) <= max(doubt, FLAT)) and (
            least >= GROWING or _rest(abs(slope) - noise, least) >= MUCH)
    found = Finding.CONSISTENT if fits else Finding.INCONSISTENT if stays else Finding.SHORT
    return Drift(found, slope, margin, early, kept, math.expm1(float(y[-2] - y[-1])))


def _slope(x: np.ndarray, y: np.ndarray, s: np.ndarray) -> tuple[float, float, float]:
    """The slope of a straight line, and how far it may be off by errors and scatter, and by errors alone."""
    weights = (x - x.mean()) / float(np.square(x - x.mean()).sum())
    slope = float(weights @ y)
    left = y - y.mean() - slope * (x - x.mean())
    scatter = float(left @ left) / max(1, len(x) - 2) * float(weights @ weights)
    noise = float(np.square(weights * s).sum())
    return slope, SURE * math.sqrt(noise + scatter), SURE * math.sqrt(noise)


def _share(now: float, before: float, doublings: float) -> float:
    """The share of a slope kept at each doubling; infinite where there was none before."""
    return math.inf if before <= 0 else (max(now, 0.0) / before) ** (1 / doublings)


def _rest(slope: float, kept: float) -> float:
    """By how much the logarithm of the ratio still changes if its slope shrinks by ``kept`` at each doubling."""
    return slope * math.log(2) * kept / (1 - kept) if kept < 1 else math.inf


def _foreseen(x: np.ndarray, y: np.ndarray, s: np.ndarray) -> bool:
    """Whether the last step is no larger, for its length, than the steps before it, up to errors."""
    steps = np.diff(y) / np.diff(x)
    before = float(np.abs(steps[len(steps) // 2 : -1]).max())
    error = SURE * math.hypot(float(s[-1]), float(s[-2])) / float(x[-1] - x[-2])
    return abs(float(steps[-1])) <= before + error + FLAT
