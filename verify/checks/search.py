"""Search: corners, random and far instances, and a climb towards the bound; the witness is made short.

The random seed is made from the claim's paper and id, so nobody can pick it and every run repeats.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from verify.budget import Budget
from verify.checks.base import weigh, window_text
from verify.checks.hunt import Hunt, Try
from verify.checks.tally import Tally
from verify.claim import Claim
from verify.definition import Definition
from verify.domains.draw import drawn, reach
from verify.domains.instance import corner_instances, count
from verify.evidence import SEARCHED, Coverage, Evidence, Outcome
from verify.search.narrowing import narrowed
from verify.trial import attempt
from verify.variants.necessity import necessity

OUTSIDE = 60
"""How many corner and how many random instances are made where a hypothesis excluded none that was tried."""


def check(claim: Claim, budget: Budget) -> Evidence | None:
    """Search the domains; None where the window is the finite scope and is listed, or for two functions."""
    if both_functions(claim) or not claim.variables:
        return None
    cut = narrowed(claim)
    if all(v.domain.finite for v in cut.variables) and count(cut.variables, budget.listed) is not None:
        return None
    tally = search(claim, budget, lambda instance, corner: attempt(claim, instance, corner, budget.precision))
    found = weigh("search", claim, tally, Coverage.SAMPLE, window=searched_text(claim), note="; ".join(tally.notes))
    if found.outcome is not Outcome.HOLDS or count(claim.variables, budget.listed) is not None:
        return found
    return replace(found, needs=necessity(claim, tally.outside, whole=False, more=_others))


def _others(relaxed: Claim) -> list[dict[str, Any]]:
    """Instances of a claim that lost a hypothesis, corners first."""
    return [*corner_instances(relaxed.variables, OUTSIDE), *drawn(relaxed, OUTSIDE)]


def both_functions(claim: Claim) -> bool:
    """Whether the claim compares two functions, which is the equivalence check's."""
    return (len(claim.links) == 1 and claim.links[0].operator == "=="
            and isinstance(claim.links[0].lhs, Definition) and isinstance(claim.links[0].rhs, Definition))


def searched_text(claim: Claim) -> str:
    """What was searched, in words."""
    cut = narrowed(claim)
    return f"{SEARCHED}{window_text(cut, reach(cut))}"


def search(claim: Claim, budget: Budget, judge: Try, tally: Tally | None = None) -> Tally:
    """Return the tally of corners, random and far instances and of a climb, added to one that is given.

    It stops at the first failure, which is made short.
    """
    evaluations = 0 if claim.quantifier or both_functions(claim) else budget.climbs
    return Hunt(narrowed(claim), budget, judge, evaluations, tally or Tally()).run()
