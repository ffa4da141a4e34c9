"""Finding: what was found of a probability at one outer instance, and the sentences that say so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from verify.evidence import Estimate, Outcome, Rigour
from verify.quantifiers.confidence_sequence import further
from verify.trial import Trial

KEPT = 12
"""So many trials at which the event occurred are kept, and so many at which it did not, to be asked again."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is claimed at an instance: rational numbers or balls, None where nothing is claimed on that side."""

    low: Any
    high: Any

    @property
    def certain(self) -> bool:
        """Whether the event, or its opposite, is claimed to be certain."""
        return self.low == 1 or (self.high is not None and bool(self.high == 0))

    @property
    def trivial(self) -> bool:
        """Whether nothing is claimed."""
        return self.low is None and self.high is None


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found at one outer instance."""

    instance: Mapping[str, Any]
    outcome: Outcome
    rigour: Rigour = Rigour.STATISTICAL
    estimate: Estimate | None = None
    reason: str = ""
    claimed: str = ""
    trial: Trial | None = None
    """The single draw that decides, where one does."""
    held: tuple[Trial, ...] = ()
    remarks: tuple[str, ...] = ()
    sampled: bool = True
    bounds: Bounds = Bounds(None, None)

    @property
    def line(self) -> str:
        """One line for a reader."""
        found = self.estimate
        if found is None:
            return ""
        counted = f"{found.occurred:,} of {found.trials:,} {'trials' if self.sampled else 'outcomes'}"
        where = f"{found.where}: " if found.where else ""
        return f"{where}the probability {found.place} ({counted}); {found.claimed} is claimed"


_KINDS = {Outcome.HOLDS: "occurred", Outcome.FAILS: "failed", Outcome.UNDECIDED: "close"}


@dataclass(slots=True)
class Tally:
    """Trials counted by what came of them."""

    trials: int = 0
    occurred: int = 0
    lost: int = 0
    close: int = 0
    rejected: int = 0
    first: dict[Outcome, Trial] = field(default_factory=dict)
    held: list[Trial] = field(default_factory=list)
    rigour: Rigour = Rigour.EXACT
    weight: dict[str, Fraction] = field(default_factory=dict)
    """The probability of each kind of outcome, where every draw is listed."""

    def add(self, trial: Trial, weight: Fraction = Fraction(1)) -> None:
        """Count a trial; a hypothesis that cannot be decided leaves the trial too close to call."""
        if not trial.admitted and trial.outcome is not Outcome.UNDECIDED:
            self.rejected += 1
            return
        self.trials += 1
        self.first.setdefault(trial.outcome, trial)
        kind = _KINDS.get(trial.outcome, "lost")
        self.weight[kind] = self.weight.get(kind, Fraction(0)) + weight
        if kind != "failed":
            setattr(self, kind, getattr(self, kind) + 1)
        if kind == "occurred" and len(self.held) < KEPT:
            self.held.append(trial)
        if trial.comparison and kind in ("occurred", "failed"):
            self.rigour = max(self.rigour, trial.comparison.rigour, key=list(Rigour).index)

    @property
    def possible(self) -> int:
        """In how many trials the event occurred or may have occurred."""
        return self.occurred + self.lost + self.close


def left_open(tally: Tally, bounds: Bounds, found: Estimate, alpha: Fraction) -> str:
    """Why nothing was decided, and how many trials more would decide if the share of successes stayed as it is."""
    where = f"at {found.where}: " if found.where else ""
    said = f"{where}between {found.low} and {found.high} in {tally.trials:,} trials, where {found.claimed} is claimed"
    if tally.lost + tally.close:
        return f"{said}; {tally.lost + tally.close} trials gave no answer, such as: {_unanswered(tally)}"
    if bounds.certain:
        seen, bound = ("never failed", f"at_least=Rational('{found.low}')") if bounds.low == 1 else (
            "never occurred", f"at_most=Rational('{found.high}')")
        return f"{said}; the event {seen}, but no number of trials supports certainty: claim {bound}"
    if alpha == 1:
        return f"{said}; the bound is too close to call"
    if bounds.low is not None and bounds.low == bounds.high:
        return f"{said}; no number of trials supports a single value: claim an interval"
    more = _further(tally, bounds, alpha)
    would = "no number of trials would decide" if more is None else f"about {_rounded(more):,} trials more would decide"
    return f"{said}; at the present share {tally.occurred / tally.trials:.4g} {would}; a truth at the bound stays open"


def _further(tally: Tally, bounds: Bounds, alpha: Fraction) -> int | None:
    """How many trials more would settle every bound that the present share does not break, or one that it breaks."""
    share = tally.occurred / tally.trials
    sides = [(sign, bound) for sign, bound in ((1, bounds.low), (-1, bounds.high)) if bound is not None]
    broken = [bound for sign, bound in sides if sign * (share - float(bound)) < 0]
    needed = [further(tally.occurred, tally.trials, b, alpha) for b in broken or [bound for _, bound in sides]]
    return None if None in needed else max(number for number in needed if number is not None)


def _rounded(number: int) -> int:
    """A number rounded up to two significant digits."""
    unit = 10 ** max(0, len(str(number)) - 2)
    return -(-number // unit) * unit


def _unanswered(tally: Tally) -> str:
    return next(tally.first[outcome].reason for outcome in (Outcome.UNDECIDED, Outcome.ILL_POSED, Outcome.ERROR)
                if outcome in tally.first)


def remarks(tally: Tally, found: Estimate) -> tuple[str, ...]:
    """What a reader should know of the trials, whatever came of them."""
    where = f" at {found.where}" if found.where else ""
    found_out = []
    if tally.rejected:
        drawn = tally.trials + tally.rejected
        found_out.append(f"conditional on the hypotheses, which {tally.trials:,} of {drawn:,} draws met{where}")
    if (tally.lost or tally.close) and found.outcome in (Outcome.HOLDS, Outcome.FAILS):
        found_out.append(f"{tally.lost} trials without a value and {tally.close} too close to call count against the "
                         f"claim{where}, such as: {_unanswered(tally)}")
    return tuple(found_out)
