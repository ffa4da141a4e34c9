"""Exhaustive: every instance of the window, exactly, in the stated order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from verify.budget import Budget
from verify.checks.base import weigh, window_text
from verify.checks.tally import Tally
from verify.claim import Claim
from verify.domains.instance import count, listing
from verify.evidence import Coverage, Evidence, Outcome
from verify.search.narrowing import narrowed
from verify.trial import Trial, attempt
from verify.values.magnification import agrees
from verify.variants.necessity import necessity

SURVEY = 200
"""After the first failure this many more instances are tried, for the hints."""
PROVED = 2000
"""In a scope of so many instances exact algebra is asked about those that only agree to all digits."""


def check(claim: Claim, budget: Budget) -> Evidence | None:
    """Try every listed instance; None where a variable cannot be listed or there are more than ``budget.listed``."""
    cut = narrowed(claim)
    total = count(cut.variables, budget.listed)
    if total is None:
        return None
    whole = all(variable.domain.finite for variable in cut.variables)
    tally = survey(cut, _judge(claim, whole and total <= PROVED))
    coverage = Coverage.SCOPE if whole else Coverage.WINDOW
    note = listed_text(tally, total)
    found = weigh("exhaustive", claim, tally, coverage, window=window_text(cut), note=note)
    if found.outcome is not Outcome.HOLDS:
        return found
    everything = all(variable.domain.finite for variable in claim.variables)
    return replace(found, needs=necessity(claim, listing(claim.variables), everything))


def _judge(claim: Claim, prove: bool) -> Callable[[dict[str, Any]], Trial]:
    """Return how an instance is tried; with ``prove`` exactly, as long as that succeeds, since one more is no use."""
    proving = [prove]

    def judge(instance: dict[str, Any]) -> Trial:
        trial = attempt(claim, instance, prove=proving[0])
        proving[0] = proving[0] and not agrees(trial)
        return trial

    return judge


def survey(claim: Claim, judge: Callable[[dict[str, Any]], Trial]) -> Tally:
    """Return the tally of every listed instance, or of those up to a little beyond the first failure."""
    tally, left = Tally(), SURVEY
    for instance in listing(claim.variables):
        tally.add(judge(instance))
        if tally.counts.get(Outcome.FAILS) or tally.counts.get(Outcome.ERROR) or tally.counts.get(Outcome.ILL_POSED):
            left -= 1
            if left < 0:
                break
    return tally


def listed_text(tally: Tally, total: int) -> str:
    """How many of all listed instances were tried, in words."""
    if tally.tried < total:
        return f"the first {tally.tried} of {total} instances"
    return "the only instance" if total == 1 else f"all {total} instances"
