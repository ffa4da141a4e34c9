"""Structured: instances drawn by Hypothesis, which repeats numbers, climbs towards the bound, and shrinks a failure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import Phase, reject, target
from hypothesis.errors import Flaky, Unsatisfiable

from verify.claim import Claim
from verify.domains.draw import run_quietly
from verify.evidence import Outcome
from verify.trial import Trial

SHRINKS = 400
"""Calls after the first failure that go into making the witness small."""


class _Found(Exception):
    """Tells Hypothesis that an instance breaks the claim."""


class _Enough(BaseException):
    """Ends a search whose witness has been shrunk long enough."""


def explore(claim: Claim, examples: int, visit: Callable[[dict[str, Any]], Trial]) -> Trial | None:
    """Visit drawn instances, and smaller ones after a failure; return a trial that did not repeat itself, if any."""
    calls, last = 0, None

    def run(instance: dict[str, Any]) -> None:
        nonlocal calls, last
        trial = last = visit(instance)
        failed = trial.outcome is Outcome.FAILS
        calls += bool(calls) or failed
        if calls > SHRINKS:
            raise _Enough
        if failed:
            raise _Found
        if not trial.admitted:
            reject()
        _push(trial)

    try:
        run_quietly(run, claim, examples, (Phase.generate, Phase.target, Phase.shrink))
    except (_Found, _Enough, Unsatisfiable):
        pass
    except Flaky as problem:
        for fault in getattr(problem, "exceptions", ()):
            if not isinstance(fault, _Found):
                raise fault from None
        return last
    return None


def _push(trial: Trial) -> None:
    """Let Hypothesis climb towards the bound: the ratio of the sides, else minus the slack."""
    comparison = trial.comparison
    if comparison is None or comparison.slack is None:
        return
    height = comparison.ratio if comparison.ratio is not None else -comparison.slack
    if abs(height) < 1e300:
        target(height, label="tightness" if comparison.ratio is not None else "slack")
