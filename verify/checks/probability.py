"""Probability: trials on samples until a confidence sequence decides, or all samples where they can be listed.

A trial that gives no value, or is too close to call, counts against the claim: for a lower bound as if the event had
not occurred, for an upper one as if it had.  It refutes nothing either: a claim is refuted only where it would fail
even if those trials had gone its way.  Hypotheses on what is drawn make the probability conditional on them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from verify import doubt
from verify.budget import BUDGETS, Budget
from verify.checks.base import SPOTS, window_text
from verify.checks.search import search
from verify.claim import Claim, names_of, statement
from verify.domains.instance import count, listing
from verify.errors import Indeterminate, Undefined, Unevaluable
from verify.evidence import Counterexample, Coverage, Evidence, Outcome, Power, Rigour, Sampling
from verify.quantifiers import probability
from verify.quantifiers.confidence_sequence import further, interval
from verify.quantifiers.error_budget import PAPER, chance, share
from verify.quantifiers.finding import Finding
from verify.quantifiers.sampling import estimate
from verify.quantifiers.urn import ORIGIN
from verify.trial import Trial, counterexample, excluded, instance_text
from verify.values import number
from verify.values.evaluate import evaluate

LISTED = 64
"""So many outer instances are all looked at; of more, so many corners and random ones as these:"""
CHOSEN = 8
"""Corners, and random outer instances, where not all of them are looked at."""
WORST = (Outcome.FAILS, Outcome.FLAKY, Outcome.ILL_POSED, Outcome.ERROR, Outcome.UNDECIDED)


@dataclass(frozen=True, slots=True)
class Outer:
    """The outer instances of a claim that meet its hypotheses, what became of bad ones, and how far they reach."""

    instances: tuple[dict[str, Any], ...]
    bad: tuple[Finding, ...]
    tried: int
    coverage: Coverage


def check(claim: Claim, budget: Budget) -> Evidence | None:
    """Sample or count the probability at every outer instance; None for claims of another kind."""
    if claim.quantifier is None or claim.quantifier.kind != probability.NAME:
        return None
    variants = [*claim.rivals, *(replace(claim, links=links, body=None, wrong=()) for links in claim.wrong)]
    error = share(claim.rank) / (1 + len(variants))
    outer, findings = assess(claim, budget, error)
    evidence = _evidence(claim, outer, findings, error)
    if evidence.outcome is not Outcome.HOLDS:
        return evidence
    fates = [(f"wrong: {statement(variant.links) if variant not in claim.rivals else variant.statement}",
              _fate(assess(variant, budget, error)[1])) for variant in variants]
    return replace(evidence, power=_power(findings, fates))


def assess(claim: Claim, budget: Budget, error: Fraction) -> tuple[Outer, tuple[Finding, ...]]:
    """Return the outer instances of a claim and what was found at each, with a chance of at most ``error`` to err.

    The error and the trials are divided equally among the outer instances, whatever is found.
    """
    outer = outer_instances(claim, budget)
    inner = _part(claim, drawn=True)
    parts = max(1, len(outer.instances))
    findings: list[Finding] = [*outer.bad]
    for instance in outer.instances:
        findings.append(estimate(inner, instance, error / parts, budget.trials // parts, budget.listed))
        if findings[-1].outcome is Outcome.FAILS:
            break
    if _outcome(findings) in (Outcome.HOLDS, Outcome.UNDECIDED) and (why := _unsteady(inner, findings)):
        findings.append(why)
    return outer, tuple(findings)


def _part(claim: Claim, drawn: bool) -> Claim:
    """The claim with those of its hypotheses that mention what is drawn, or with the others."""
    names = {variable.name for variable in claim.quantifier.variables} if claim.quantifier else set()
    kept = tuple(h for h in claim.hypotheses if bool(names_of(h.condition) & names) is drawn)
    return replace(claim, hypotheses=kept)


def outer_instances(claim: Claim, budget: Budget) -> Outer:
    """List the outer instances, or choose corners and random ones; the choice depends on the claim alone."""
    plain = _part(claim, drawn=False)
    found: list[dict[str, Any]] = []
    bad: list[Finding] = []

    def look(instance: dict[str, Any], corner: bool) -> Trial:
        trial = excluded(plain, instance, corner)
        if trial is None:
            found.append(instance)
        elif trial.outcome is not Outcome.VACUOUS:
            bad.append(Finding(instance, trial.outcome, reason=trial.reason, trial=trial))
        return trial or Trial(instance, corner, True, Outcome.HOLDS)

    if count(claim.variables, LISTED) is not None:
        whole = all(variable.domain.finite for variable in claim.variables)
        tried = sum(look(instance, corner=False) is not None for instance in listing(claim.variables))
        return Outer(tuple(found), tuple(bad), tried, Coverage.SCOPE if whole else Coverage.WINDOW)
    tally = search(plain, replace(budget, corners=CHOSEN, instances=CHOSEN), look)
    return Outer(tuple(found), tuple(bad), tally.tried, Coverage.SAMPLE)


def _unsteady(claim: Claim, findings: list[Finding]) -> Finding | None:
    """A finding for an event that answers differently when it is asked again."""
    held = [trial for finding in findings for trial in finding.held]
    for trial in held[:: max(1, len(held) // SPOTS)]:
        if why := doubt.unstable(claim, trial.instance, trial.sides):
            return Finding(trial.instance, Outcome.FLAKY, reason=why, trial=replace(trial, reason=why))
    return None


def _outcome(findings: list[Finding]) -> Outcome:
    """The worst finding; nothing claimed anywhere, or no draw that meets the hypotheses anywhere, is vacuous."""
    seen = [finding.outcome for finding in findings]
    for outcome in WORST:
        if outcome in seen:
            return outcome
    if Outcome.HOLDS not in seen:
        return Outcome.VACUOUS
    unmet = any(f.outcome is Outcome.VACUOUS and not f.bounds.trivial for f in findings)
    return Outcome.UNDECIDED if unmet else Outcome.HOLDS


def _fate(findings: tuple[Finding, ...]) -> str:
    outcome = _outcome(list(findings))
    if outcome is Outcome.FAILS:
        return "refuted"
    return "survived" if outcome in (Outcome.HOLDS, Outcome.UNDECIDED) else "void"


def _evidence(claim: Claim, outer: Outer, findings: tuple[Finding, ...], error: Fraction) -> Evidence:
    outcome = _outcome(list(findings))
    first = next((f for f in findings if f.outcome is outcome), None)
    decided = [f for f in findings if f.estimate]
    sampled = any(f.sampled for f in decided)
    rigour = first.rigour if first and outcome is Outcome.FAILS else max(
        (f.rigour for f in findings if f.outcome is Outcome.HOLDS), key=list(Rigour).index, default=Rigour.EXACT)
    trials = sum(f.estimate.trials for f in decided if f.estimate)
    draws = trials + sum(f.estimate.rejected for f in decided if f.estimate)
    sampling = Sampling(str(error) if sampled else "0", ORIGIN if sampled else "every value was counted",
                        tuple(f.estimate for f in decided if f.estimate))
    return Evidence(
        check="probability", outcome=outcome,
        coverage=Coverage.SAMPLE if sampled or outcome is not Outcome.HOLDS else outer.coverage,
        rigour=rigour if outcome in (Outcome.HOLDS, Outcome.FAILS) else None, sampling=sampling if decided else None,
        tried=max(draws, outer.tried), admitted=trials, counterexample=_witness(claim, first) if first else None,
        steps=(*(f.line for f in decided), *_budget(sampled, error)), window=_window(claim, outer, sampled, trials),
        note=_remark(outcome, findings, outer))


def _remark(outcome: Outcome, findings: tuple[Finding, ...], outer: Outer) -> str:
    """What the findings say in words: the first that decided, and whatever a reader should know of the others."""
    if outcome is Outcome.VACUOUS and not findings:
        return f"none of {outer.tried} outer instances met the hypotheses"
    said = [f.reason for f in findings if f.outcome is outcome and outcome is not Outcome.HOLDS][:1]
    if outcome in (Outcome.UNDECIDED, Outcome.VACUOUS) and not said:
        said = [f.reason for f in findings if f.outcome is Outcome.VACUOUS][:1]
    found = [f.estimate for f in findings if f.estimate]
    if outcome is Outcome.HOLDS and all(e.occurred == e.trials for e in found):
        said.append("the event occurred in every trial, so nothing shows that it can fail")
    return "; ".join(dict.fromkeys(part for part in (*said, *(r for f in findings for r in f.remarks)) if part))


def _budget(sampled: bool, error: Fraction) -> tuple[str, ...]:
    if not sampled:
        return ()
    words = f"chance of a wrong verdict at most {chance(error)}, of the paper's {chance(PAPER)}"
    return (f"{words}; each seed is {ORIGIN}",)


def _window(claim: Claim, outer: Outer, sampled: bool, trials: int) -> str:
    how = f"{trials:,} trials" if sampled else "all outcomes"
    if not claim.variables:
        return how
    chosen = "" if outer.coverage is not Coverage.SAMPLE else f"{len(outer.instances)} instances of "
    return f"{how} at {chosen}{window_text(claim)}"


def _witness(claim: Claim, finding: Finding) -> Counterexample | None:
    """The outer instance at which a probability is wrong, or the draw that went wrong."""
    if finding.outcome not in WORST[:4]:
        return None
    if finding.trial is not None:
        return replace(counterexample(claim, finding.trial), reason=finding.reason)
    found = finding.estimate
    outer = {name: finding.instance[name] for name in (variable.name for variable in claim.variables)}
    return Counterexample(instance_text(outer), finding.claimed, f"the probability {found.place}" if found else "", "",
                          None, finding.reason)


def _power(findings: tuple[Finding, ...], fates: list[tuple[str, str]]) -> Power:
    """What the same trials refute: the bound reversed, the bound past the interval, and the author's variants."""
    found = [f for f in findings if f.estimate and f.outcome is Outcome.HOLDS]
    lows, highs = ([Fraction(getattr(f.estimate, end)) for f in found] for end in ("low", "high"))
    half = max((high - low for low, high in zip(lows, highs, strict=True)), default=Fraction(0)) / 2
    variants = []
    if any(f.bounds.low is not None for f in found):
        variants.append(("the probability lies below the bound", "refuted"))
        variants += [(f"it is at least {float(min(highs)):g}", "refuted" if min(highs) < 1 else "void")] if half else []
    if any(f.bounds.high is not None for f in found):
        variants.append(("the probability lies above the bound", "refuted"))
        variants += [(f"it is at most {float(max(lows)):g}", "refuted" if max(lows) > 0 else "void")] if half else []
    limit = f"a probability off by {float(half):.2g}, half the width of its interval" if half else (
        "any difference (exact arithmetic)")
    return Power((*variants, *fates), limit)


def price(claim: Claim) -> str:
    """What a check may cost and how far it may see, in words: trials at most, and the half-width that they give.

    It is told before anything runs, from the budget alone; a clear case stops earlier.
    """
    assert claim.quantifier is not None
    total = count(claim.variables, LISTED)
    parts = 2 * CHOSEN if total is None else max(1, total)
    error = share(claim.rank) / (1 + len(claim.rivals) + len(claim.wrong)) / parts / 2
    cap = claim.quantifier.details["trials"]
    texts = []
    for tier, budget in BUDGETS.items():
        trials = min(budget.trials // parts, cap or budget.trials)
        middle = round(trials * _bound(claim))
        low, high = interval(middle, middle, trials, error)
        texts.append(f"{trials:,} trials in the {tier} tier (± {float((high - low) / 2):.2g})")
    where = "" if parts == 1 else f" at each of {'up to ' if total is None else ''}{parts} instances"
    return "; ".join([f"at most {', '.join(texts)}{where}", *_limits(claim, error)])


def _limits(claim: Claim, error: Fraction) -> tuple[str, ...]:
    """What no number of trials supports, or how many it takes to fit an interval between two bounds at best."""
    assert claim.quantifier is not None
    ends = [claim.quantifier.details[name] for name in ("low", "high")]
    try:
        at = next(iter(listing(claim.variables))) if count(claim.variables, LISTED) else {}
        low, high = (None if end is None else number.real(evaluate(end.tree, at, 64)) for end in ends)
    except (Undefined, Unevaluable, Indeterminate):
        return ()
    if (low is not None and bool(low == 1)) or (high is not None and bool(high == 0)):
        return ("no number of trials supports certainty, and one draw can refute it",)
    if low is None or high is None:
        return ()
    first, last = (Fraction(float(number.ball(end).mid())).limit_denominator(10**6) for end in (low, high))
    if first >= last:
        return ("no number of trials supports a single value",)
    start = 100
    middle, half = round((first + last) / 2 * start), float(last - first) / 2
    more = further(middle, start, first, error)
    return (f"a half-width of {half:.2g} takes {start + more:,} trials or more",) if more else ()


def _bound(claim: Claim) -> Fraction:
    """The claimed bound where it is a rational number, else 1/2, where intervals are widest."""
    assert claim.quantifier is not None
    bound = claim.quantifier.details["low"] or claim.quantifier.details["high"]
    return Fraction(int(bound.tree.p), int(bound.tree.q)) if bound.tree.is_Rational else Fraction(1, 2)
