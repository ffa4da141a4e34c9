"""Tally: what a run of trials came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from verify.evidence import Outcome, Rigour
from verify.trial import Trial

KEPT = 1024
"""How many trials are kept for power and hints; beyond, every other one is dropped."""
_ORDER = (Rigour.EXACT, Rigour.ENCLOSED, Rigour.STATISTICAL, Rigour.NUMERICAL)


@dataclass(slots=True)
class Tally:
    """What a run of trials came to; the only mutable thing in a check."""

    tried: int = 0
    admitted: int = 0
    corners: int = 0
    unclear: int = 0
    """Instances at which a hypothesis could not be decided."""
    counts: dict[Outcome, int] = field(default_factory=dict)
    first: dict[Outcome, Trial] = field(default_factory=dict)
    against: Trial | None = None
    rigour: Rigour = Rigour.EXACT
    digits: float | None = None
    tightest: Trial | None = None
    kept: list[Trial] = field(default_factory=list)
    outside: list[Mapping[str, Any]] = field(default_factory=list)
    """Instances that a hypothesis excluded, the first ones."""
    stride: int = 1
    magnified: bool = False
    """Whether what fails was seen with more digits than instances are tried with, so that what agrees tells nothing."""
    notes: list[str] = field(default_factory=list)
    """What else was done, in words."""

    def add(self, trial: Trial) -> None:
        """Count one trial."""
        self.tried += 1
        self.corners += trial.corner
        if not trial.admitted:
            self.unclear += trial.outcome is Outcome.UNDECIDED
            if len(self.outside) < KEPT:
                self.outside.append(trial.instance)
            return
        self.admitted += 1
        self.counts[trial.outcome] = self.counts.get(trial.outcome, 0) + 1
        self.first.setdefault(trial.outcome, trial)
        if trial.comparison and trial.comparison.against and self.against is None:
            self.against = trial
        if trial.outcome is Outcome.HOLDS and trial.comparison:
            self._held(trial)
        if self.admitted % self.stride == 0:
            self.kept.append(trial)
        if len(self.kept) > KEPT:
            self.kept, self.stride = self.kept[::2], self.stride * 2

    def _held(self, trial: Trial) -> None:
        comparison = trial.comparison
        assert comparison is not None
        self.rigour = max(self.rigour, comparison.rigour, key=_ORDER.index)
        if comparison.digits is not None:
            self.digits = comparison.digits if self.digits is None else min(self.digits, comparison.digits)
        if comparison.slack is not None and (self.tightest is None or comparison.slack < _slack(self.tightest)):
            self.tightest = trial


def _slack(trial: Trial) -> float:
    slack = trial.comparison.slack if trial.comparison else None
    return float("inf") if slack is None else slack
