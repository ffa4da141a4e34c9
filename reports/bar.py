"""Geometry of the small pictures: the bar of verdicts of a paper and the strip of instances of a claim."""

from dataclasses import dataclass

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
