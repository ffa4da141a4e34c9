"""Geometry of the small pictures: the bar of verdicts of a paper, the strip of instances and the ladder of a claim."""

import math
from dataclasses import dataclass
from typing import Any

from reports.legend import Entry

_LEAST = 0.02  # a segment that exists is seen


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of a bar of length 1."""

    entry: Entry
    count: int
    start: float
    width: float


def segments(counts: tuple[tuple[Entry, int], ...]) -> tuple[Segment, ...]:
    """Stretches in proportion to `counts` (all positive), each at least a visible sliver; they fill [0, 1].

    >>> from reports.legend import VERDICTS
    >>> [(s.start, s.width) for s in segments(((VERDICTS["derived"], 3), (VERDICTS["refuted"], 1)))]
    [(0.0, 0.75), (0.75, 0.25)]
    """
    total = sum(count for _, count in counts)
    widths = [max(count / total, _LEAST) for _, count in counts]
    whole = sum(widths)
    starts = [sum(widths[:index]) / whole for index in range(len(widths))]
    return tuple(
        Segment(entry, count, start, width / whole)
        for (entry, count), start, width in zip(counts, starts, widths, strict=True)
    )


def admitted_share(admitted: int, tried: int) -> float:
    """The share of instances that met the hypotheses, as a length: 0 and 1 only where it is none and all.

    >>> admitted_share(0, 5), admitted_share(1, 10**6), admitted_share(5, 5)
    (0.0, 0.01, 1.0)
    """
    if admitted in (0, tried):
        return float(admitted > 0)
    return min(max(admitted / tried, 0.01), 0.99)


def ladder_points(ladder: dict[str, Any]) -> tuple[tuple[float, ...], ...]:
    """Size, quantity/law and the ends of its error bar at each rung, on logarithmic scales that fill [0, 1].

    A law that fits is a level line; less than a factor of two from top to bottom is drawn as if it were one.

    >>> rungs = [{"size": 2**k, "value": 4**k, "error": 0, "law": 2**k} for k in (1, 2, 3)]
    >>> ladder_points({"rungs": rungs})
    ((0.0, 0.0, 0.0, 0.0), (0.5, 0.5, 0.5, 0.5), (1.0, 1.0, 1.0, 1.0))
    """
    rungs = ladder["rungs"]
    x = [math.log(rung["size"]) for rung in rungs]
    y = [[math.log(max(rung["value"] + k * rung["error"], rung["value"] / 10)) - math.log(rung["law"])
          for k in (0, -1, 1)] for rung in rungs]
    low, high = min(min(row) for row in y), max(max(row) for row in y)
    room = max(high - low, math.log(2))
    floor = (low + high - room) / 2
    wide = (x[-1] - x[0]) or 1
    return tuple((round((at - x[0]) / wide, 4), *(round((v - floor) / room, 4) + 0.0 for v in row))
                 for at, row in zip(x, y, strict=True))
