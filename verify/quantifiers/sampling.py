"""Sampling: the probability of an event at one outer instance: counted where draws can be listed, else sampled."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from verify.claim import Claim
from verify.domains.domain import needs
from verify.domains.instance import count
from verify.domains.sample import Drawn
from verify.errors import AssayError, Indeterminate, Undefined, Unevaluable, Unowned
from verify.evidence import Estimate, Outcome, Rigour
from verify.quantifiers.confidence_sequence import excluded, interval
from verify.quantifiers.finding import KEPT, Bounds, Finding, Tally, left_open, remarks
from verify.quantifiers.probability import claimed
from verify.quantifiers.urn import Urn, outcomes
from verify.side import Crash
from verify.trial import Trial, attempt, instance_text
from verify.values import number
from verify.values.evaluate import evaluate

REJECTIONS = 10
"""At most so many draws are made for every trial that is wanted; the rest fail the hypotheses."""

Compare = Callable[[tuple[str, ...], Any], int | None]
"""The sign of the probability that a trial is of certain kinds, less a bound; None where it is not certain."""
SURE = ("occurred",)
POSSIBLE = ("occurred", "lost", "close")


def estimate(claim: Claim, outer: dict[str, Any], error: Fraction, limit: int, listed: int) -> Finding:
    """Return what is found of the probability at an outer instance.

    ``claim`` has the hypotheses on what is drawn; ``error`` is the chance that the interval misses the probability,
    ``limit`` the number of trials at most, ``listed`` how many draws may be listed one by one.
    """
    assert claim.quantifier is not None
    try:
        bounds = _bounds(claim, outer)
    except (Undefined, Unevaluable, Indeterminate) as problem:
        return Finding(outer, Outcome.ILL_POSED, reason=f"the bound has no value: {problem}",
                       trial=Trial(outer, False, True, Outcome.ILL_POSED, reason=str(problem)))
    if bounds.trivial:
        return Finding(outer, Outcome.VACUOUS, reason="the bound claims nothing", bounds=bounds)
    inner = claim.quantifier.variables
    finite = [variable for variable in inner if not isinstance(variable.domain, Drawn)]
    if len(finite) == len(inner) and count(inner, listed, outer) is not None:
        return _counted(claim, outer, bounds)
    for variable in finite:
        size = count([variable], listed, outer) if not _sized_inside(claim, variable) else 0
        if size is None:
            why = f"{variable.name} has more than {listed:,} values; draw it: Drawn(lambda generator: …)"
            return Finding(outer, Outcome.UNDECIDED, bounds=bounds, reason=why)
    cap = claim.quantifier.details["trials"]
    return _sampled(claim, outer, bounds, error / 2, max(1, min(limit, cap or limit)))


def _sized_inside(claim: Claim, variable: Any) -> bool:
    return bool(needs(variable.domain) & {v.name for v in claim.quantifier.variables}) if claim.quantifier else False


def _bounds(claim: Claim, outer: dict[str, Any]) -> Bounds:
    """The bounds' values; a lower one that is not positive, or an upper one not below 1, claims nothing."""
    assert claim.quantifier is not None
    low, high = (None if side is None else number.real(evaluate(side.tree, outer, 128))
                 for side in (claim.quantifier.details["low"], claim.quantifier.details["high"]))
    return Bounds(None if low is None or low <= 0 else _plain(low), None if high is None or high >= 1 else _plain(high))


def _plain(value: Any) -> Any:
    return Fraction(int(value.p), int(value.q)) if isinstance(value, fmpq) else value


def _counted(claim: Claim, outer: dict[str, Any], bounds: Bounds) -> Finding:
    """Every outcome, each with its probability."""
    assert claim.quantifier is not None
    tally = Tally()
    for instance, chance in outcomes(claim.quantifier.variables, outer):
        tally.add(attempt(claim, instance), chance)
        if Outcome.FLAKY in tally.first:
            return _stopped(outer, tally.first[Outcome.FLAKY])
    total = sum(tally.weight.values(), Fraction(0))
    if not total:
        return _nothing(outer, tally, bounds)

    def share(kinds: tuple[str, ...]) -> Fraction:
        return sum((tally.weight.get(kind, Fraction(0)) for kind in kinds), Fraction(0)) / total

    def sign(kinds: tuple[str, ...], bound: Any) -> int | None:
        return _sign(share(kinds), bound)

    outcome = _settle(bounds, sign) or _spoiled(bounds, sign) or Outcome.UNDECIDED
    found = _estimate(claim, outer, tally, outcome, low=str(share(SURE)), high=str(share(POSSIBLE)))
    return _finding(outer, tally, bounds, found, sampled=False)


def _sign(value: Fraction, bound: Any) -> int | None:
    if isinstance(bound, Fraction):
        return (value > bound) - (value < bound)
    ball = arb(fmpq(value.numerator, value.denominator))
    return 1 if ball > bound else -1 if ball < bound else None


def _sampled(claim: Claim, outer: dict[str, Any], bounds: Bounds, alpha: Fraction, limit: int) -> Finding:
    """Trials until a confidence sequence decides; its two ends come from two counts, each with a chance ``alpha``."""
    tally, urn, outcome = Tally(), Urn(claim, outer), None

    def sign(kinds: tuple[str, ...], bound: Any) -> int | None:
        successes = sum(getattr(tally, kind) for kind in kinds)
        if abs(successes / tally.trials - float(bound)) < 1 / tally.trials:
            return None  # nothing is excluded so near to the share
        side = _sign(Fraction(successes, tally.trials), bound)
        return side if side and excluded(successes, tally.trials, bound, alpha) else None

    for draw in range(REJECTIONS * limit):
        try:
            failed = tally.trials - tally.possible
            tally.add(_trial(claim, urn, draw, once=failed >= KEPT and not bounds.certain))
        except Unowned as problem:
            return _stopped(outer, Trial(outer, False, True, Outcome.ERROR, reason=str(problem)))
        if Outcome.FLAKY in tally.first:
            return _stopped(outer, tally.first[Outcome.FLAKY])
        if (tally.trials and (outcome := _settle(bounds, sign))) or tally.trials == limit:
            break
        if tally.occurred < tally.possible and not _leans(bounds, tally) and (outcome := _spoiled(bounds, sign)):
            break
    if not tally.trials:
        return _nothing(outer, tally, bounds)
    outcome = outcome or _spoiled(bounds, sign) or Outcome.UNDECIDED
    low, high = _ends(tally, bounds, alpha, outcome)
    found = _estimate(claim, outer, tally, outcome, low=low, high=high)
    return _finding(outer, tally, bounds, found, sampled=True, alpha=alpha)


def _trial(claim: Claim, urn: Urn, draw: int, once: bool) -> Trial:
    try:
        return attempt(claim, urn.draw(draw), once=once)
    except Undefined as problem:
        return Trial(urn.outer, False, True, Outcome.ILL_POSED, reason=str(problem))
    except Unowned:
        raise
    except (Crash, AssayError) as problem:
        return Trial(urn.outer, False, True, Outcome.ERROR, reason=str(problem))


def _settle(bounds: Bounds, sign: Compare) -> Outcome | None:
    """Holds with every bad trial against the claim, or fails with every bad trial for it."""
    low, high = bounds.low, bounds.high
    if (low is None or sign(SURE, low) in (0, 1)) and (high is None or sign(POSSIBLE, high) in (0, -1)):
        return Outcome.HOLDS
    if (low is not None and sign(POSSIBLE, low) == -1) or (high is not None and sign(SURE, high) == 1):
        return Outcome.FAILS
    return None


def _leans(bounds: Bounds, tally: Tally) -> bool:
    """Whether more trials may refute the claim: the share breaks a bound even with every bad trial for it."""
    return (bounds.low is not None and tally.possible / tally.trials < float(bounds.low)) or (
        bounds.high is not None and tally.occurred / tally.trials > float(bounds.high))


def _spoiled(bounds: Bounds, sign: Compare) -> Outcome | None:
    """Whether bad trials keep the claim from being supported: undecided if close ones do, error if lost ones do."""
    low, high = bounds.low, bounds.high
    if (low is not None and sign(("occurred", "lost"), low) == -1) or (
            high is not None and sign(("occurred", "close"), high) == 1):
        return Outcome.UNDECIDED
    if (low is not None and sign(SURE, low) == -1) or (high is not None and sign(POSSIBLE, high) == 1):
        return Outcome.ERROR
    return None


def _ends(tally: Tally, bounds: Bounds, alpha: Fraction, outcome: Outcome) -> tuple[str, str]:
    """The ends of the interval as decimals, with as many places as it takes to see what was decided."""
    low = high = Fraction(0)
    digits = 2
    while digits < 12:
        digits += 1
        low, high = interval(tally.occurred, tally.possible, tally.trials, alpha, digits)
        inside = (bounds.low is None or _sign(low, bounds.low) in (0, 1)) and (
            bounds.high is None or _sign(high, bounds.high) in (0, -1))
        outside = (bounds.low is not None and _sign(high, bounds.low) == -1) or (
            bounds.high is not None and _sign(low, bounds.high) == 1)
        if bounds.certain or {Outcome.HOLDS: inside, Outcome.FAILS: outside}.get(outcome, True):
            break
    return _decimal(low, digits), _decimal(high, digits)


def _decimal(value: Fraction, digits: int) -> str:
    return str(value) if value in (0, 1) else f"0.{int(value * 10**digits):0{digits}d}"


def _estimate(claim: Claim, outer: dict[str, Any], tally: Tally, outcome: Outcome, *, low: str, high: str) -> Estimate:
    assert claim.quantifier is not None
    if outcome is Outcome.ERROR:
        outcome = next(o for o in (Outcome.ILL_POSED, Outcome.ERROR) if o in tally.first)
    return Estimate(instance_text(outer), claimed(claim.quantifier, outer), outcome, low, high, tally.trials,
                    tally.occurred, tally.lost, tally.close, tally.rejected)


def _finding(outer: dict[str, Any], tally: Tally, bounds: Bounds, found: Estimate, *, sampled: bool,
             alpha: Fraction = Fraction(1)) -> Finding:
    decisive, reason = _decisive(bounds, tally, found), f"the event occurred in {_part(tally, sampled)}"
    rigour = Rigour.STATISTICAL if sampled else tally.rigour
    if decisive is not None and found.outcome is Outcome.FAILS:
        rigour = decisive.comparison.rigour if decisive.comparison else rigour
        reason = "the event fails at this draw, so its probability is not 1" if bounds.low == 1 else (
            "the event occurs at this draw, so its probability is not 0")
    elif decisive is not None:
        reason = f"{tally.lost} of {tally.trials} trials gave no value, such as: {decisive.reason}"
    elif found.outcome is Outcome.UNDECIDED:
        reason = left_open(tally, bounds, found, alpha)
    return Finding(outer, found.outcome, rigour, found, reason, found.claimed, decisive, tuple(tally.held),
                   remarks(tally, found), sampled, bounds)


def _part(tally: Tally, sampled: bool) -> str:
    return f"{tally.occurred:,} of {tally.trials:,} {'trials' if sampled else 'outcomes'}"


def _decisive(bounds: Bounds, tally: Tally, found: Estimate) -> Trial | None:
    """The draw that decides by itself: one that breaks certainty, or the first without a value where those decide."""
    if found.outcome is Outcome.FAILS:
        return tally.first.get(Outcome.FAILS if bounds.low == 1 else Outcome.HOLDS) if bounds.certain else None
    return tally.first[found.outcome] if found.outcome in (Outcome.ILL_POSED, Outcome.ERROR) else None


def _stopped(outer: dict[str, Any], trial: Trial) -> Finding:
    return Finding(outer, trial.outcome, reason=trial.reason, trial=trial)


def _nothing(outer: dict[str, Any], tally: Tally, bounds: Bounds) -> Finding:
    return Finding(outer, Outcome.VACUOUS, reason=f"none of {tally.rejected:,} draws met the hypotheses", bounds=bounds)
