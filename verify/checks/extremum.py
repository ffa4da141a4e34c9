"""Extremum: a supremum or infimum over a domain, compared with a bound at every instance of the other variables.

Where the domain is listed the extremum is its largest or smallest value, exactly.  Elsewhere the largest value that was
found is a lower bound of a supremum: it can break an equality, and never establishes one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from flint import arb, fmpq

from verify.budget import Budget
from verify.checks.base import weigh, window_text
from verify.checks.exhaustive import listed_text, survey
from verify.checks.search import search, searched_text
from verify.checks.tally import Tally
from verify.claim import Claim, Link, statement
from verify.domains.instance import count, listing
from verify.errors import Nonsense, cut
from verify.evidence import WRONG, Coverage, Evidence, Outcome, Power, Rigour
from verify.search.candidate import candidates
from verify.side import Sides
from verify.trial import Trial, attempt, excluded, instance_text
from verify.values import number, value
from verify.values.comparison import Comparison, compare
from verify.values.value import Approximate, Discrete
from verify.variable import Variable
from verify.variants.power import power

RIVALS = 48
"""A false variant is tried at this many outer instances."""
_CAUTION = "a maximum over sampled points is not the supremum"


def check(claim: Claim, budget: Budget) -> Evidence | None:
    """Compare the extremum with its bound at every listed instance and, where these are not the scope, at others."""
    scan = Scan(claim, budget, [budget.listed])
    total = count(claim.variables, budget.listed)
    whole = total is not None and all(v.domain.finite for v in claim.variables)
    tally = survey(claim, scan.judge) if total is not None else Tally()
    note = f"over all points at {listed_text(tally, total)}" if total is not None and scan.finite else ""
    window, coverage = window_text(claim), Coverage.SCOPE if whole else Coverage.WINDOW
    if not whole and all(outcome is Outcome.HOLDS for outcome in tally.counts):
        tally = search(claim, budget, scan.judge, tally)
        coverage, window = Coverage.SAMPLE, "; ".join([*([window] if total else []), searched_text(claim)])
    if not scan.finite:
        coverage = Coverage.SAMPLE
    if not scan.finite and all(outcome is Outcome.HOLDS for outcome in tally.counts):
        note = f"the value is attained, and nothing beyond it was found; {_CAUTION}"
    found = weigh("extremum", claim, tally, coverage, window=window, note=note, powered=scan.power)
    return replace(found, steps=scan.shown(tally.kept))


@dataclass(frozen=True, slots=True)
class Scan:
    """The evaluation of one extremum; ``purse`` holds how many points may still be evaluated."""

    claim: Claim
    budget: Budget
    purse: list[int]

    @property
    def inner(self) -> tuple[Variable, ...]:
        """The variables that the extremum is taken over."""
        return self.claim.quantifier.variables if self.claim.quantifier else ()

    @property
    def upper(self) -> bool:
        """Whether it is a supremum."""
        return bool(self.claim.quantifier and self.claim.quantifier.details["name"] == "sup")

    @property
    def finite(self) -> bool:
        """Whether its domain can be listed."""
        return all(v.domain.finite for v in self.inner)

    def judge(self, instance: dict[str, Any], corner: bool = False) -> Trial:
        """Return the trial at an outer instance, with the extremum as the left side."""
        if barred := excluded(self.claim, instance, corner):
            return barred
        bare = replace(self.claim, hypotheses=())
        number_of = count(self.inner, max(self.purse[0], 0), instance) if self.finite else None
        points = listing(self.inner, instance) if number_of is not None else candidates(self.inner, instance)
        best: Trial | None = None
        clear, exact = True, True
        for point in points:
            self.purse[0] -= 1
            trial = attempt(bare, point, precision=self.budget.precision)
            if not trial.sides or trial.outcome in (Outcome.ERROR, Outcome.ILL_POSED, Outcome.FLAKY):
                return replace(trial, instance=instance, corner=corner, reason=f"{self._point(point)}: {trial.reason}")
            clear = clear and trial.outcome is Outcome.FAILS
            exact = exact and isinstance(trial.sides[0].lhs, fmpq)
            best = trial if best is None or self._beyond(trial, best) else best
        if best is None and number_of is None:
            return Trial(instance, corner, True, Outcome.UNDECIDED, reason="no point of its domain could be tried",
                         comparison=Comparison(Outcome.UNDECIDED, Rigour.NUMERICAL, against=True))
        if best is None:
            return Trial(instance, corner, True, Outcome.ILL_POSED, reason="an extremum over no point has no value")
        found = replace(best, corner=corner)
        return self._listed(found, clear, exact) if number_of is not None else self._lower_bound(found)

    def _listed(self, best: Trial, clear: bool, exact: bool) -> Trial:
        """Values that are not exact are ordered only roughly: a miss needs every point to miss."""
        assert best.comparison is not None
        if best.outcome is Outcome.FAILS and not (clear or exact or self._passes(best)):
            return replace(best, outcome=Outcome.UNDECIDED, reason="the values are too close to order",
                           comparison=replace(best.comparison, outcome=Outcome.UNDECIDED, rigour=Rigour.NUMERICAL))
        if best.outcome is Outcome.HOLDS and not exact:
            return replace(best, comparison=replace(best.comparison, rigour=Rigour.NUMERICAL))
        return best

    def _beyond(self, trial: Trial, best: Trial) -> bool:
        new, old = (_number(t.sides[0].lhs) for t in (trial, best))
        return bool(new > old) if self.upper else bool(new < old)

    def _passes(self, trial: Trial) -> bool:
        side = trial.sides[0]
        return compare(">" if self.upper else "<", side.lhs, side.rhs).outcome is Outcome.HOLDS

    def _lower_bound(self, trial: Trial) -> Trial:
        """What a largest value found among some points says of an equality."""
        side = trial.sides[0]
        if self._passes(trial):
            return trial
        if trial.outcome is Outcome.HOLDS and trial.comparison and trial.comparison.rigour is Rigour.EXACT:
            return trial
        found = f"value found is {cut(value.text(side.lhs), 60)}{self._point(trial.instance)}"
        reason = f"the largest {found}; {_CAUTION}" if self.upper else (
            f"the smallest {found}; a minimum over sampled points is not the infimum")
        return replace(trial, outcome=Outcome.UNDECIDED, reason=reason,
                       comparison=Comparison(Outcome.UNDECIDED, Rigour.NUMERICAL, against=True))

    def power(self, claim: Claim, trials: Sequence[Trial], least: int = 1) -> Power:
        """False variants of the value; where points are only sampled, those beyond the true value are not refuted."""
        made = power(replace(claim, wrong=()), trials, least)
        if not self.finite and made.variants:
            made = Power((("the value moved short of a point that was found", "refuted"),),
                         "a value short of what is attained; one beyond it would be undecided")
        held = [{v.name: t.instance[v.name] for v in claim.variables} for t in trials if t.outcome is Outcome.HOLDS]
        sample = held[:: max(1, len(held) // RIVALS)]
        return replace(made, variants=(*made.variants, *(self._rival(links, sample) for links in claim.wrong)))

    def _rival(self, links: tuple[Link, ...], sample: Sequence[dict[str, Any]]) -> tuple[str, str]:
        rival = Scan(replace(self.claim, links=links, wrong=()), self.budget, self.purse)
        outcomes = {rival.judge(instance).outcome for instance in sample}
        alive = outcomes & {Outcome.HOLDS, Outcome.UNDECIDED}
        fate = "refuted" if Outcome.FAILS in outcomes else "survived" if alive else "void"
        return WRONG + statement(links), fate

    def _point(self, instance: Any) -> str:
        bound = {v.name for v in self.inner}
        return " at " + ", ".join(f"{n} = {cut(text, 80)}" for n, text in instance_text(instance) if n in bound)

    def shown(self, trials: Sequence[Trial]) -> tuple[str, ...]:
        """The extremum and where it is attained, at the first and the last instance that was kept."""
        word = "largest" if self.upper else "smallest"
        kept = [trial for trial in trials if trial.admitted and trial.sides and trial.comparison]
        bound = {v.name for v in self.inner}
        lines = []
        for trial in dict.fromkeys((0, len(kept) - 1)) if kept else ():
            side: Sides = kept[trial].sides[0]
            outer = ", ".join(f"{n} = {cut(t, 80)}" for n, t in instance_text(kept[trial].instance) if n not in bound)
            lines.append(f"{outer + ': ' if outer else ''}the {word} value is {cut(value.text(side.lhs), 80)}"
                         f"{self._point(kept[trial].instance)}")
        return tuple(lines)


def _number(side: Any) -> Any:
    """A real value that can be ordered; balls are ordered by their middles, which the comparison makes good."""
    if isinstance(side, Discrete):
        return _number(side.value)
    if isinstance(side, Approximate):
        return arb(float(side.value.real))
    if isinstance(side, tuple | frozenset | bool):
        raise Nonsense("an extremum of values that are not numbers", rule="it is taken of real numbers")
    real = number.real(side)
    return real if isinstance(real, fmpq) else arb(real.mid())
