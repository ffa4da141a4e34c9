"""Existence: for every instance of the outer variables, an inner instance is looked for that makes the relation hold.

A finite inner domain is listed, so that an outer instance without a witness refutes the claim.  An infinite one is
searched at corners, at powers of two, and at simple formulas of the outer values; what is not found there decides
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from verify.budget import Budget
from verify.checks.base import weigh, window_text
from verify.checks.exhaustive import listed_text, survey
from verify.checks.search import search, searched_text
from verify.checks.tally import Tally
from verify.claim import Claim, Link, statement
from verify.domains.instance import count, listing
from verify.errors import DomainError, cut
from verify.evidence import WRONG, Coverage, Evidence, Outcome, Power, Rigour
from verify.search.candidate import MOST, candidates
from verify.trial import Trial, attempt, excluded, instance_text
from verify.values import value
from verify.values.comparison import Comparison
from verify.values.magnification import DEEP, agrees, magnified
from verify.variable import Variable
from verify.variants.premise import from_size

RIVALS = 48
"""A false variant is tried at this many outer instances."""
_DOUBTS = (Outcome.FLAKY, Outcome.ERROR, Outcome.ILL_POSED, Outcome.UNDECIDED)
_ORDER = (Rigour.EXACT, Rigour.ENCLOSED, Rigour.STATISTICAL, Rigour.NUMERICAL)


def check(claim: Claim, budget: Budget) -> Evidence | None:
    """Look for a witness at every listed outer instance and, where these are not the scope, at random ones too."""
    hunt = Hunt(claim, budget, [budget.listed])
    total = count(claim.variables, budget.listed)
    whole = total is not None and all(v.domain.finite for v in claim.variables)
    tally = survey(claim, hunt.judge) if total is not None else Tally()
    note, window, coverage = "", window_text(claim), Coverage.SCOPE if whole else Coverage.WINDOW
    if total is not None:
        note = f"a witness was looked for at {listed_text(tally, total)}"
    if not whole and all(outcome is Outcome.HOLDS for outcome in tally.counts):
        tally = search(claim, budget, hunt.judge, tally)
        coverage, window = Coverage.SAMPLE, "; ".join([*([window] if total else []), searched_text(claim)])
    found = weigh("existence", claim, tally, coverage, window=window, note=note, powered=hunt.power)
    hint = from_size(claim, [trial for trial in tally.kept if trial.admitted])
    return replace(found, slack=None, steps=_shown(hunt.inner, tally.kept),
                   hints=(hint,) if hint and found.outcome is Outcome.FAILS else ())


@dataclass(frozen=True, slots=True)
class Hunt:
    """The search for witnesses of one claim; ``purse`` holds how many inner instances may still be tried."""

    claim: Claim
    budget: Budget
    purse: list[int]

    @property
    def inner(self) -> tuple[Variable, ...]:
        """The variables that a witness gives values to."""
        return self.claim.quantifier.variables if self.claim.quantifier else ()

    @property
    def later(self) -> tuple[Variable, ...]:
        """The variables that a witness has to serve all instances of."""
        return self.claim.quantifier.details["later"] if self.claim.quantifier else ()

    def judge(self, instance: dict[str, Any], corner: bool = False, links: tuple[Link, ...] | None = None) -> Trial:
        """Return the trial at an outer instance: it holds with the first witness found."""
        if barred := excluded(self.claim, instance, corner):
            return barred
        bare = replace(self.claim, hypotheses=(), links=self.claim.links if links is None else links)
        try:
            return self._looked(bare, instance, corner)
        except DomainError as problem:
            return Trial(instance, corner, True, Outcome.ERROR, reason=str(problem))

    def _looked(self, bare: Claim, instance: dict[str, Any], corner: bool) -> Trial:
        number = count(self.inner, max(self.purse[0], 0), instance)
        complete = number is not None and all(v.domain.finite for v in self.inner)
        failed: list[Trial] = []
        for environment in self._instances(instance, complete, number):
            if self.purse[0] <= 0:
                complete = False
                break
            trial = self._serves(bare, environment)
            if trial.outcome is Outcome.HOLDS:
                return replace(trial, corner=corner)
            failed.append(trial)
        return self._none(instance, corner, failed, number if complete else None)

    def _instances(self, instance: dict[str, Any], complete: bool, number: int | None) -> Iterator[dict[str, Any]]:
        """The inner instances to try: all of them where they can be listed, simple ones first where they are many."""
        if not complete or (number or 0) > MOST:
            yield from candidates(self.inner, instance)
        if complete:
            yield from listing(self.inner, instance)

    def _serves(self, bare: Claim, environment: Mapping[str, Any]) -> Trial:
        """The trial of one inner instance: the first that does not hold among what comes after it."""
        trial: Trial | None = None
        for full in listing(self.later, environment):
            self.purse[0] -= 1
            trial = attempt(bare, full, precision=self.budget.precision)
            trial = magnified(bare, trial, DEEP) if agrees(trial) else trial
            if trial.outcome is not Outcome.HOLDS:
                return trial
        kept = {name: value for name, value in environment.items() if name not in {v.name for v in self.later}}
        if trial is None:
            return Trial(kept, False, True, Outcome.HOLDS, Comparison(Outcome.HOLDS, Rigour.EXACT))
        return trial if not self.later else replace(trial, instance=kept, sides=())

    def _none(self, instance: dict[str, Any], corner: bool, failed: Sequence[Trial], number: int | None) -> Trial:
        """The trial at an outer instance without a witness among ``number`` listed instances, or among some."""
        complete = number is not None
        names = " and ".join(v.name for v in self.inner)
        doubt = next((t for outcome in _DOUBTS for t in failed if t.outcome is outcome), None)
        if complete and doubt is None:
            rigour = max((t.comparison.rigour for t in failed if t.comparison), default=Rigour.EXACT, key=_ORDER.index)
            reason = f"none of the {number} instances of {names} does it" if failed else f"there is no {names}"
            return Trial(instance, corner, True, Outcome.FAILS, Comparison(Outcome.FAILS, rigour),
                         reason=reason + _nearest(failed))
        if complete and doubt is not None:
            at = ", ".join(f"{v.name} = {text}" for v in self.inner for name, text in instance_text(doubt.instance)
                           if name == v.name)
            return Trial(instance, corner, True, doubt.outcome, doubt.comparison,
                         reason=f"no instance of {names} does it, and at {at}: {doubt.reason}")
        what = "its budget ends there" if self.purse[0] <= 0 else f"state one: witness={{'{self.inner[0].name}': …}}"
        return Trial(instance, corner, True, Outcome.UNDECIDED,
                     Comparison(Outcome.UNDECIDED, Rigour.NUMERICAL, against=True),
                     reason=f"no witness among {len(failed)} instances of {names}; {what}")

    def power(self, claim: Claim, trials: Sequence[Trial], least: int = 1) -> Power:
        """The negation is refuted by every witness; the author's false variants are tried at the same instances."""
        held = [trial for trial in trials if trial.admitted and trial.outcome is Outcome.HOLDS]
        if len([trial for trial in held if not trial.corner]) < least:
            return Power()
        variants = [(f"no {' and '.join(v.name for v in self.inner)} does it", "refuted")]
        outer = [v.name for v in claim.variables]
        sample = [{name: trial.instance[name] for name in outer} for trial in held[:: max(1, len(held) // RIVALS)]]
        return Power((*variants, *(self._rival(links, sample) for links in claim.wrong)))

    def _rival(self, links: tuple[Link, ...], sample: Sequence[dict[str, Any]]) -> tuple[str, str]:
        trials: Iterator[Trial] = (self.judge(instance, links=links) for instance in sample)
        outcomes = {trial.outcome for trial in trials}
        fate = "refuted" if Outcome.FAILS in outcomes else "survived" if outcomes & {
            Outcome.HOLDS, Outcome.UNDECIDED} else "void"
        return WRONG + statement(links), fate


def _nearest(failed: Sequence[Trial]) -> str:
    """The inner instance that comes nearest, where nearness is measured."""
    measured = [(abs(t.comparison.slack), k) for k, t in enumerate(failed)
                if t.comparison and t.comparison.slack is not None]
    if not measured:
        return ""
    nearest = failed[min(measured)[1]]
    side = nearest.sides[nearest.failing] if nearest.sides else None
    at = ", ".join(f"{name} = {text}" for name, text in instance_text(nearest.instance))
    if side is None:
        return ""
    left, right = (cut(value.text(one), 60) for one in (side.lhs, side.rhs))
    return f"; the nearest is {cut(at, 120)}, where {left} {side.operator} {right} fails"


def _shown(inner: Sequence[Variable], trials: Sequence[Trial]) -> tuple[str, ...]:
    """The witnesses found first and at the largest outer instance."""
    held = [trial for trial in trials if trial.outcome is Outcome.HOLDS]
    if not held:
        return ()
    bound = {v.name for v in inner}
    largest = max(range(len(held)), key=lambda k: (_size(held[k], bound), -k))
    return tuple(_witness(held[k], bound) for k in dict.fromkeys((0, largest)))


def _size(trial: Trial, bound: set[str]) -> float:
    entries = [entry for name, entry in trial.instance.items() if name not in bound]
    numbers: list[Any] = [entry for entry in entries if isinstance(entry, int | Fraction)]
    return float(sum(min(abs(number), 10**300) for number in numbers))


def _witness(trial: Trial, bound: set[str]) -> str:
    pairs = [(name, f"{name} = {cut(text, 160)}") for name, text in instance_text(trial.instance)]
    outer = ", ".join(text for name, text in pairs if name not in bound)
    found = ", ".join(text for name, text in pairs if name in bound)
    return f"{outer}: {found} does it" if outer else f"{found} does it"
