"""Shared by the checks that try instances: the evidence that a tally of trials makes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from verify import composition, doubt
from verify.checks.tally import Tally
from verify.claim import Claim
from verify.definition import Definition
from verify.domains.instance import untried
from verify.errors import cut
from verify.evidence import AGREES, CLASH, UNCLEAR, Coverage, Evidence, Outcome, Power, Rigour, Slack
from verify.quantifiers.quantifier import KINDS
from verify.search.brevity import length
from verify.search.narrowing import contradictory
from verify.trial import Trial, counterexample, instance_text, wavering
from verify.values.magnification import agrees, magnify
from verify.variants.neighbour import neighbours
from verify.variants.power import power
from verify.variants.repair import hints
from verify.variants.tightness import tightness

LEAST = 8
"""A search says something of a claim's false variants only if this many different instances beyond corners held."""
SPOTS = 12
"""About how many instances that held are evaluated again, where a side is an author's function."""
WATCHED = 128
"""About how many instances that held are watched for overflow, where a function computes with NumPy's integers."""


def weigh(name: str, claim: Claim, tally: Tally, coverage: Coverage, *, window: str, note: str = "",
          powered: Callable[..., Power] = power) -> Evidence:
    """Return the evidence of a tally: the first of fails, flaky, ill-posed, error, vacuous, undecided, holds."""
    if settled(tally) is Outcome.HOLDS and claim.definitions:
        note = _joined(note, _spot_check(claim, tally))
    seen = _magnified(claim, tally)
    _ask_again(claim, tally)
    outcome = settled(tally)
    if outcome is Outcome.UNDECIDED and claim.definitions:
        outcome = _steady(claim, tally)
    witness = tally.first.get(outcome) if outcome is not Outcome.HOLDS else None
    if outcome is Outcome.UNDECIDED:
        witness = tally.against or witness
    if outcome is Outcome.FAILS and coverage is Coverage.SAMPLE:
        witness = _shortest(tally)
    ends = untried(claim) if outcome is Outcome.HOLDS else ""
    unclear = tally.counts.get(Outcome.UNDECIDED, 0)
    if outcome is Outcome.HOLDS and unclear + tally.unclear:
        coverage = Coverage.SAMPLE
    rigour = witness.comparison.rigour if witness and witness.comparison else tally.rigour
    leans = outcome is Outcome.UNDECIDED and tally.against is not None
    shown = counterexample(claim, witness) if witness and outcome is not Outcome.UNDECIDED else None
    return Evidence(
        check=name, outcome=outcome, rigour=rigour if outcome in (Outcome.FAILS, Outcome.HOLDS) or leans else None,
        coverage=coverage, tried=tally.tried, admitted=tally.admitted, corners=tally.corners,
        slack=_slack_evidence(tally) if outcome is not Outcome.FAILS else None, counterexample=shown, window=window,
        steps=composition.remarks(claim, tally.kept),
        note=_joined(note, _remarks(claim, tally, outcome, witness, unclear), seen, ends),
        hints=_beside(hints, claim, tally) if outcome in (Outcome.FAILS, Outcome.ILL_POSED) and not tally.magnified
        else (),
        tightness=_beside(tightness, claim, tally) if outcome is Outcome.HOLDS else (),
        neighbours=_beside(partial(neighbours, prove=coverage is not Coverage.WINDOW), claim, tally)
        if outcome is Outcome.HOLDS else (),
        power=powered(claim, tally.kept, LEAST if coverage is Coverage.SAMPLE and claim.variables else 1))


def _shortest(tally: Tally) -> Trial:
    """The most rigorous failure, of these the shortest."""
    def rank(trial: Trial) -> tuple[int, Any]:
        rigour = trial.comparison.rigour if trial.comparison else Rigour.NUMERICAL
        return list(Rigour).index(rigour), length(trial.instance)

    failing = [trial for trial in tally.kept if trial.admitted and trial.outcome is Outcome.FAILS]
    return min([tally.first[Outcome.FAILS], *failing], key=rank)


def _joined(*parts: str) -> str:
    return "; ".join(part for part in parts if part)


def _magnified(claim: Claim, tally: Tally) -> str:
    """Look at instances that agree with many more digits; where one fails, no other that only agrees counts."""
    if settled(tally) is not Outcome.HOLDS or claim.quantifier is not None:
        return ""
    found = magnify(claim, tally.kept)
    if found.against:
        tally.kept, tally.magnified = [trial for trial in tally.kept if not agrees(trial)], True
        tally.add(found.against)
    return found.remark if found.digits > (tally.digits or 0.0) + 1 else ""


def _beside(told: Callable[[Claim, Sequence[Trial]], tuple[Any, ...]], claim: Claim, tally: Tally) -> tuple[Any, ...]:
    """What is told beside a verdict; where that goes wrong nothing is told, and the verdict stands."""
    try:
        return told(claim, tally.kept)
    except Exception:
        return ()


def _spot_check(claim: Claim, tally: Tally) -> str:
    """Evaluate a sample of what held again: a change makes it flaky, one with the rounding direction numerical."""
    held = [trial for trial in tally.kept if trial.outcome is Outcome.HOLDS and trial.sides]
    if wrapped := _overflow(claim, held):
        tally.add(replace(wrapped[0], outcome=Outcome.ERROR, reason=wrapped[1]))
        return ""
    for trial in held[:: max(1, len(held) // SPOTS)]:
        rounded = doubt.rounding_dependent(claim, trial.instance, trial.sides)
        if why := doubt.unstable(claim, trial.instance, trial.sides):
            tally.add(replace(trial, outcome=Outcome.FLAKY, reason=why))
            return ""
        if rounded:
            tally.rigour = Rigour.NUMERICAL
            return rounded
    return ""


def _ask_again(claim: Claim, tally: Tally) -> None:
    """Where a hypothesis of an author's function answers differently the second time, nothing that was tried counts."""
    inside = [trial for trial in tally.kept if trial.admitted and trial.outcome is not Outcome.ERROR]
    asked = [(trial.instance, True) for trial in inside[:: max(1, len(inside) // SPOTS)]]
    asked += [(instance, False) for instance in tally.outside[:: max(1, len(tally.outside) // SPOTS)]]
    if not any(isinstance(hypothesis.condition, Definition) for hypothesis in claim.hypotheses):
        return
    for instance, admitted in asked:
        if why := wavering(claim, instance, admitted):
            trial = Trial(instance, False, True, Outcome.FLAKY, reason=why)
            tally.counts, tally.first = {Outcome.FLAKY: 1}, {Outcome.FLAKY: trial}
            return


def _overflow(claim: Claim, held: Sequence[Trial]) -> tuple[Trial, str] | None:
    """A trial that held on integers that wrapped around; looked for at more instances where there are such integers."""
    for count in (SPOTS, WATCHED):
        operations = 0
        for trial in [*held[:: max(1, len(held) // count)], *held[-1:]]:
            watch = doubt.overflowed(claim, trial.instance)
            operations += watch.operations
            if watch.overflow:
                return trial, watch.overflow
        if not operations:
            return None
    return None


def _steady(claim: Claim, tally: Tally) -> Outcome:
    """Flaky where an undecided instance gives other values the second time, else undecided."""
    trial = tally.against or tally.first.get(Outcome.UNDECIDED)
    if trial and trial.sides and (why := doubt.unstable(claim, trial.instance, trial.sides)):
        tally.add(replace(trial, outcome=Outcome.FLAKY, reason=why))
        return Outcome.FLAKY
    return Outcome.UNDECIDED


def settled(tally: Tally) -> Outcome:
    for outcome in (Outcome.FAILS, Outcome.FLAKY, Outcome.ILL_POSED, Outcome.ERROR):
        if tally.counts.get(outcome):
            return outcome
    if not tally.admitted:
        return Outcome.UNDECIDED if tally.unclear else Outcome.VACUOUS if tally.tried else Outcome.NOT_RUN
    if tally.against is not None or not tally.counts.get(Outcome.HOLDS):
        return Outcome.UNDECIDED
    return Outcome.HOLDS


def _remarks(claim: Claim, tally: Tally, outcome: Outcome, witness: Trial | None, unclear: int) -> str:
    if outcome is Outcome.VACUOUS:
        clash = contradictory(claim)
        return f"none of {tally.tried} instances met the hypotheses" + (f"; {CLASH}, {clash}" if clash else "")
    if outcome is Outcome.UNDECIDED and witness:
        return f"{unclear} of {tally.admitted} instances undecided{_such({outcome: witness})}: {witness.reason}"
    remarks = []
    if outcome is Outcome.HOLDS and tally.digits is not None:
        remarks.append(f"{AGREES}{tally.digits:.0f} digits")
    if outcome is Outcome.HOLDS and unclear:
        remarks.append(f"{unclear} of {tally.admitted} instances {UNCLEAR}{_such(tally.first)}")
    if tally.unclear:
        remarks.append(f"a hypothesis could not be decided at {tally.unclear} instances")
    return "; ".join(remarks)


def _such(first: Mapping[Outcome, Trial]) -> str:
    instance = first[Outcome.UNDECIDED].instance if Outcome.UNDECIDED in first else {}
    at = ", ".join(f"{name} = {text}" for name, text in instance_text(instance))
    return f", such as {at}" if at else ""


def _slack_evidence(tally: Tally) -> Slack | None:
    trial = tally.tightest
    if trial is None or trial.comparison is None or trial.comparison.slack is None:
        return None
    ratios = [t.comparison.ratio for t in tally.kept if t.comparison and t.comparison.ratio is not None
              and t.outcome is Outcome.HOLDS]
    at = ", ".join(f"{name} = {text}" for name, text in instance_text(trial.instance))
    return Slack(f"{trial.comparison.slack:.6g}", cut(at, 300), f"{max(ratios):.9g}" if ratios else None)


def scope_text(claim: Claim) -> str:
    """The scope of a claim in words: every variable with its domain, and the hypotheses."""
    bound = claim.quantifier.words.removesuffix(" such that").rstrip(",") if claim.quantifier else ""
    parts = [f"{v.name} in {v.domain.describe()}" for v in (claim.before if bound else claim.variables)]
    text = "; ".join([*parts, *([bound] if bound else [])]) or "no variables"
    if claim.hypotheses:
        text += ", where " + " and ".join(h.name for h in claim.hypotheses)
    return text


def order_text(claim: Claim) -> str | None:
    """The order of a claim's quantifiers by names alone, such as *for all n there is k*."""
    kind = KINDS[claim.quantifier.kind] if claim.quantifier else None
    if kind is None or kind.order is None or claim.quantifier is None:
        return None
    return kind.order(claim.quantifier, [v.name for v in claim.before])


def window_text(claim: Claim, extra: Mapping[str, int] | None = None) -> str:
    """The listed window of a claim in words, or the drawn one where integers go ``extra`` further."""
    parts = (f"{v.name} in {v.domain.window((extra or {}).get(v.name, 0))}" for v in claim.variables)
    return "; ".join(parts) or "the statement itself"
