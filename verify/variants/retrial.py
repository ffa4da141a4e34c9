"""Retrial: a mended statement searched as a claim of its own, before it is told as a hint."""

from __future__ import annotations

from dataclasses import dataclass, replace

from verify.budget import Budget
from verify.checks.hunt import Hunt
from verify.claim import Claim
from verify.evidence import Outcome
from verify.search.narrowing import narrowed
from verify.trial import attempt
from verify.variants.neighbour import holds_everywhere

BUDGET = Budget(instances=60, corners=60, climbs=2_000)
"""What the search of a mended statement may cost, functions a part of it."""
_AGAINST = (Outcome.FAILS, Outcome.ILL_POSED, Outcome.ERROR, Outcome.FLAKY)


@dataclass(frozen=True, slots=True)
class Retrial:
    """What came of a mended statement: whether it is proved or broke, and at how many instances it held or is open."""

    proved: bool
    broken: bool = False
    held: int = 0
    open: int = 0


def retried(claim: Claim) -> Retrial:
    """Prove a claim at a small cost, else search for what breaks it: corners, random and far instances, and a climb.

    >>> from verify import Reals
    >>> from verify.builder import make_claim
    >>> retried(make_claim("c", "x^2 >= x", {}, at="p. 1", forall={"x": Reals()})).broken
    True
    """
    if claim.formulas_only and holds_everywhere(claim):
        return Retrial(True)
    # Another name gives another seed, so that the instances are not those that the claim was mended on.
    own = replace(claim, id=f"{claim.id}\0{claim.statement}\0{[h.name for h in claim.hypotheses]}", expect=None)
    climbs = 0 if claim.quantifier else BUDGET.climbs
    tally = Hunt(narrowed(own), BUDGET, lambda instance, corner: attempt(own, instance, corner), climbs).run()
    counts = tally.counts
    broken = any(counts.get(outcome) for outcome in _AGAINST) or tally.against is not None
    return Retrial(False, broken, counts.get(Outcome.HOLDS, 0), counts.get(Outcome.UNDECIDED, 0))
