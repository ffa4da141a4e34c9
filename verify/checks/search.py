"""Search: corners first, then random instances by Hypothesis, pushed towards the bound; the witness is shrunk.

The random seed is made from the claim's paper and id, so nobody can pick it and every run repeats.
"""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, Phase, Verbosity, given, reject, seed, settings, target
from hypothesis import strategies as st
from hypothesis.errors import Flaky, Unsatisfiable
from hypothesis.internal.conjecture import providers

from verify.budget import Budget
from verify.checks.base import Tally, corner_instances, count, weigh, window_text
from verify.claim import Claim
from verify.constraint import meet
from verify.definition import Definition
from verify.domain import needs
from verify.evidence import Coverage, Evidence, Outcome
from verify.formula import Formula
from verify.node import BINDERS
from verify.sample import Sample
from verify.trial import Trial, attempt, instance_text

WIDE = {0: 1000, 1: 200, 2: 20}
"""How far beyond an unnamed window integers are drawn, by the nesting of sums in the formulas."""
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
    return weigh("search", claim, tally, Coverage.SAMPLE, window=searched_text(claim))


def both_functions(claim: Claim) -> bool:
    """Whether the claim compares two functions, which is the equivalence check's."""
    return (len(claim.links) == 1 and claim.links[0].operator == "=="
            and isinstance(claim.links[0].lhs, Definition) and isinstance(claim.links[0].rhs, Definition))


def searched_text(claim: Claim) -> str:
    """What was searched, in words."""
    return f"corners and random instances of {window_text(claim, reach(claim))}"


def reach(claim: Claim) -> dict[str, int]:
    """How far beyond an unnamed window each integer is drawn: far in formulas, less the deeper their sums nest.

    Sizes of later variables, and arguments of definitions, whose cost is unknown, stay within the window.
    """
    if not claim.formulas_only:
        return {}
    depth = max((nesting(side.tree) for link in claim.links for side in (link.lhs, link.rhs)
                 if isinstance(side, Formula)), default=0)
    inner = claim.quantifier.variables if claim.quantifier else ()
    sizes = {name for variable in (*claim.variables, *inner) for name in needs(variable.domain)}
    return {variable.name: WIDE.get(depth, 0) for variable in claim.variables if variable.name not in sizes}


def nesting(tree: Any) -> int:
    """The number of sums, products and the like inside each other."""
    below = max((nesting(argument) for argument in tree.args), default=0)
    return below + len(tree.limits) if isinstance(tree, BINDERS) else below


def claim_seed(claim: Claim) -> int:
    """The random seed of a claim, from its paper's key and its id."""
    return int.from_bytes(hashlib.sha256(f"{claim.paper}\0{claim.id}".encode()).digest()[:8], "big")


def search(claim: Claim, budget: Budget, judge: Try, tally: Tally | None = None) -> Tally:
    """Return the tally of corner and random instances, added to one that is given; stops at a failure, shrunk."""
    tally = tally or Tally()
    seen: dict[Any, Trial] = {}
    for instance in corner_instances(claim.variables, budget.corners):
        corner = meet(claim, instance)
        if _key(corner) not in seen:
            seen[_key(corner)] = judge(corner, True)
            tally.add(seen[_key(corner)])
    failing = [trial for trial in tally.kept if trial.outcome is Outcome.FAILS]
    if failing:
        tally.first[Outcome.FAILS] = min(failing, key=lambda trial: _size(trial)[0])
    else:
        _random(claim, budget, judge, tally, seen)
    return tally


def _key(instance: dict[str, Any]) -> Any:
    """What tells instances apart: one that comes again is not counted again."""
    return tuple(("seed", entry.seed) if isinstance(entry, Sample) else _hashable(entry) for entry in instance.values())


def _hashable(entry: Any) -> Any:
    try:
        hash(entry)
    except TypeError:
        return object()  # nothing tells it apart, so it is never taken for one seen before
    return entry


def _random(claim: Claim, budget: Budget, judge: Try, tally: Tally, seen: dict[Any, Trial]) -> None:
    extra = reach(claim)
    failing: list[Trial] = []
    calls = 0

    @st.composite
    def instances(draw: Any) -> dict[str, Any]:
        environment: dict[str, Any] = {}
        for variable in claim.variables:
            environment[variable.name] = draw(variable.domain.strategy(environment, extra.get(variable.name, 0)))
        return environment

    @seed(claim_seed(claim))
    @settings(max_examples=budget.instances, database=None, deadline=None, verbosity=Verbosity.quiet,
              phases=(Phase.generate, Phase.target, Phase.shrink), print_blob=False, report_multiple_bugs=False,
              suppress_health_check=list(HealthCheck))
    @given(instances())
    def run(instance: dict[str, Any]) -> None:
        nonlocal calls
        instance = meet(claim, instance)
        key = _key(instance)
        new = key not in seen
        trial = judge(instance, False) if new else seen[key]
        seen[key] = trial
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

    _forget_local_constants()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            run()
    except (_Found, _Enough, Unsatisfiable):
        pass
    except Flaky:
        trial = failing.pop() if failing else tally.kept[-1]
        tally.add(replace(trial, outcome=Outcome.FLAKY, reason="it answered differently when an instance was repeated"))
        return
    if failing:
        tally.add(min(failing, key=_size))


def _forget_local_constants() -> None:
    """Hypothesis mixes constants from modules on the path into what it draws; a record must not depend on those."""
    if hasattr(providers, "_get_local_constants"):
        providers._get_local_constants = providers.Constants


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
