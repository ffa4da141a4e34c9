"""The stored training runs, read back: training_runs.jsonl, made by `train.py`, a line a run."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from verify.papers.sensitivity.training_run import AFTER, FITTED

FILE = Path(__file__).with_name("training_runs.jsonl")

Record = dict[str, Any]


@cache
def stored() -> tuple[Record, ...]:
    """Every run in the file, its numbers as they are printed there, exactly."""
    lines = FILE.read_text(encoding="utf-8").splitlines()[1:]
    return tuple(json.loads(line, parse_float=Fraction) for line in lines)


def runs(function: str, n: int, after: int = AFTER) -> list[Record]:
    """The stored runs on the table of a function, by seed, whether they are fitted or not."""
    found = [record for record in stored() if record["run"][:2] == [function, n] and record["run"][3] == after]
    return sorted(found, key=lambda record: record["run"][2])


def extrapolated(target: str, n: int) -> list[Record]:
    """The stored runs on a part of a table that are fitted there, by seed."""
    found = [record for record in stored() if record["run"][:2] == [target, n] and is_fitted(record)]
    return sorted(found, key=lambda record: record["run"][2])


def is_fitted(record: Record) -> bool:
    """Whether the final loss is at most 1/50."""
    return bool(record["loss"] <= Fraction(str(FITTED)))


def fitted(function: str, n: int, after: int = AFTER) -> list[Record]:
    """The stored runs that are fitted."""
    return [record for record in runs(function, n, after) if is_fitted(record)]


def ends(function: str, n: int, quantity: str = "sharpness") -> tuple[Fraction, Fraction]:
    """The least lower end and the largest upper end of the intervals of a quantity over the fitted runs."""
    intervals = [record[quantity] for record in fitted(function, n)]
    return min(mean - half for mean, half in intervals), max(mean + half for mean, half in intervals)


def median(values: list[Fraction]) -> Fraction:
    """The median: the mean of the two in the middle where their number is even."""
    ranked = sorted(values)
    return Fraction(ranked[(len(ranked) - 1) // 2] + ranked[len(ranked) // 2]) / 2


def middle(function: str, n: int, quantity: str = "sharpness") -> Fraction:
    """The median over the fitted runs of a quantity with an interval."""
    return median([record[quantity][0] for record in fitted(function, n)])
