"""Search: corners first, then random instances by Hypothesis, pushed towards the bound; the witness is shrunk.

The random seed is made from the claim's paper and id, so nobody can pick it and every run repeats.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hypothesis import Phase, reject, target
from hypothesis.errors import Flaky, Unsatisfiable

from verify.budget import Budget
from verify.checks.base import Tally, weigh, window_text
from verify.claim import Claim
from verify.constraint import meet
from verify.definition import Definition
from verify.draw import drawn, key, reach, run_quietly
from verify.evidence import Coverage, Evidence, Outcome
from verify.instance import corner_instances, count, exact_ends
from verify.necessity import necessity
from verify.trial import Trial, attempt, instance_text

OUTSIDE = 60
"""How many corner and how many random instances are made where a hypothesis excluded none that was tried."""
SHRINKS = 400
"""Calls after the first failure that go into making the witness small."""
Try = Callable[[dict[str, Any], bool], Trial]


class _Found(Exception):
    """Tells Hypothesis that an instance breaks the claim."""


class _Enough(BaseException):
    """Ends a search whose witness has been shrunk long enough."""


def check(claim: Claim, budget: Budget) -> Evidence | None:
    """Search the domains; None where the window is the finite scope and is listed, or for two functions."""
    if both_functions(claim) or not claim.variables:
        return None
    if all(v.domain.finite for v in claim.variables) and count(claim.variables, budget.listed) is not None:
        return None
    tally = search(claim, budget, lambda instance, corner: attempt(claim, instance, corner, budget.precision))
    found = weigh("search", claim, tally, Coverage.SAMPLE, window=searched_text(claim))
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
    return f"corners and random instances of {window_text(claim, reach(claim))}"


def search(claim: Claim, budget: Budget, judge: Try, tally: Tally | None = None) -> Tally:
    """Return the tally of corner and random instances, added to one that is given; stops at a failure, shrunk."""
    tally = tally or Tally()
    seen: dict[Any, Trial] = {}
    for instance in corner_instances(claim.variables, budget.corners, exact_ends(claim)):
        corner = meet(claim, instance)
        if key(corner) not in seen:
            seen[key(corner)] = judge(corner, True)
            tally.add(seen[key(corner)])
    failing = [trial for trial in tally.kept if trial.outcome is Outcome.FAILS]
    if failing:
        tally.first[Outcome.FAILS] = min(failing, key=lambda trial: _size(trial)[0])
    else:
        _random(claim, budget, judge, tally, seen)
    return tally


def _random(claim: Claim, budget: Budget, judge: Try, tally: Tally, seen: dict[Any, Trial]) -> None:
    failing: list[Trial] = []
    calls = 0

    def run(instance: dict[str, Any]) -> None:
        nonlocal calls
        instance = meet(claim, instance)
        known = key(instance)
        new = known not in seen
        trial = judge(instance, False) if new else seen[known]
        seen[known] = trial
        if trial.outcome is Outcome.FAILS:
            failing.append(trial)
        if failing:
            calls += 1
            if calls > SHRINKS:
                raise _Enough
        elif new:
            tally.add(trial)
        if trial.outcome is Outcome.FAILS:
            raise _Found
        if not trial.admitted:
            reject()
        _push(trial)

    try:
        run_quietly(run, claim, budget.instances, (Phase.generate, Phase.target, Phase.shrink))
    except (_Found, _Enough, Unsatisfiable):
        pass
    except Flaky:
        trial = failing.pop() if failing else tally.kept[-1]
        tally.add(replace(trial, outcome=Outcome.FLAKY, reason="it answered differently when an instance was repeated"))
        return
    if failing:
        tally.add(min(failing, key=_size))


def _push(trial: Trial) -> None:
    """Let Hypothesis climb towards the bound: the ratio of the sides, else minus the slack."""
    comparison = trial.comparison
    if comparison is None or comparison.slack is None:
        return
    height = comparison.ratio if comparison.ratio is not None else -comparison.slack
    if abs(height) < 1e300:
        target(height, label="tightness" if comparison.ratio is not None else "slack")


def _size(trial: Trial) -> tuple[int, str]:
    text = str(instance_text(trial.instance))
    return len(text), text
