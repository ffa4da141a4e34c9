"""Necessity: a claim's hypotheses dropped one at a time: does the claim still hold where only that one fails?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from verify.claim import Claim
from verify.errors import AssayError, Indeterminate, Unevaluable
from verify.evidence import Need, Outcome
from verify.search.constraint import meet
from verify.side import Crash, Instance
from verify.trial import Trial, attempt, met
from verify.variants.neighbour import place

OUTSIDE = 100
"""At most this many instances outside a hypothesis are tried."""
FEW = 20
"""With fewer instances outside a hypothesis of formulas, more are drawn."""
LOOKED = 5_000
"""At most this many instances are looked at for those."""
_BREAKS = (Outcome.FAILS, Outcome.ILL_POSED)


def necessity(claim: Claim, instances: Iterable[Instance], whole: bool,
              more: Callable[[Claim], Iterable[Instance]] | None = None) -> tuple[Need, ...]:
    """Return what became of the claim outside each hypothesis.

    ``instances`` are those of the window, smallest first, with ``whole`` true where they are all of the scope.  Where
    few of them lie outside a hypothesis, ``more(relaxed)`` draws some of the claim without it.
    """
    if claim.quantifier is not None or not claim.hypotheses:
        return ()
    counts = {k: _Count() for k in range(len(claim.hypotheses))}
    bare = replace(claim, hypotheses=(), wrong=())
    looked = _sort(claim, bare, instances, counts)
    for k, count in counts.items():
        if more is not None and not count.done and count.tried < (FEW if claim.formulas_only else 1):
            relaxed = replace(claim, hypotheses=claim.hypotheses[:k] + claim.hypotheses[k + 1 :], wrong=())
            moved = (meet(relaxed, dict(instance)) for instance in more(relaxed))
            _sort(claim, bare, moved, {k: count})
    return tuple(_need(claim.hypotheses[k].name, count, whole and looked <= LOOKED) for k, count in counts.items())


@dataclass(slots=True)
class _Count:
    """What is known outside one hypothesis."""

    tried: int = 0
    held: int = 0
    broken: Trial | None = None

    @property
    def done(self) -> bool:
        return self.broken is not None or self.tried >= OUTSIDE


def _sort(claim: Claim, bare: Claim, instances: Iterable[Instance], counts: Mapping[int, _Count]) -> int:
    """Try the claim at each instance that exactly one hypothesis excludes; return how many were looked at."""
    looked = 0
    for instance in instances:
        looked += 1
        if looked > LOOKED or all(count.done for count in counts.values()):
            break
        k = _only_failing(claim, instance)
        if k is None or k not in counts or counts[k].done:
            continue
        trial = attempt(bare, instance)
        counts[k].tried += 1
        counts[k].held += trial.outcome is Outcome.HOLDS
        if trial.outcome in _BREAKS:
            counts[k].broken = trial
    return looked


def _only_failing(claim: Claim, instance: Instance) -> int | None:
    """The number of the one hypothesis that an instance does not meet; None where it is none, several or unknown."""
    failing = None
    for k, hypothesis in enumerate(claim.hypotheses):
        try:
            if not met(hypothesis, instance):
                if failing is not None:
                    return None
                failing = k
        except (Crash, AssayError, Indeterminate, Unevaluable):
            return None
    return failing


def _need(name: str, count: _Count, whole: bool) -> Need:
    if count.broken is not None:
        ill = count.broken.outcome is Outcome.ILL_POSED
        return Need(name, "needed", count.tried, place(count.broken) + (" (no value)" if ill else ""))
    if not count.tried:
        return Need(name, "never violated", 0, all=whole)
    return Need(name, "not needed" if count.held == count.tried else "open", count.tried,
                all=whole and count.tried < OUTSIDE)

