"""Trial: a claim tried at one instance: are the hypotheses met, do both sides have a value, does the relation hold?"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import sympy
from flint import fmpq

from verify import doubt
from verify.blame import blame
from verify.claim import Claim, Hypothesis, Obligation
from verify.definition import Definition
from verify.errors import AssayError, Indeterminate, Nonsense, Undefined, Unevaluable, shorten
from verify.evidence import AGREES, Counterexample, Outcome, Rigour
from verify.formulas.formula import Formula
from verify.side import Crash, Instance, Memo, Sides, at_precision, call, evaluate_sides, side_value
from verify.symbolic.normal_form import certainly_zero
from verify.symbolic.singularity import singularity
from verify.values import value
from verify.values.comparison import Comparison, as_float, combine, compare
from verify.values.evaluate import evaluate
from verify.values.truth import ties_decided

PRECISIONS = (64, 128, 256, 512, 1024)
LAST_PLACES = 24
"""Runs with last places moved at random before an exact result of a function refutes."""
BEYOND = (4096, 16384, 65536)
"""Bits for a few instances at which two sides agree to all digits."""


@dataclass(frozen=True, slots=True)
class Trial:
    """The outcome at one instance; ``admitted`` is False where a hypothesis is not met."""

    instance: Instance
    corner: bool
    admitted: bool
    outcome: Outcome
    comparison: Comparison | None = None
    sides: tuple[Sides, ...] = ()
    failing: int = 0
    reason: str = ""


def attempt(claim: Claim, instance: Instance, corner: bool = False, precision: int = PRECISIONS[-1],
            *, prove: bool = False, once: bool = False) -> Trial:
    """Try a claim at one instance.  Never raises for mathematics or for an author's errors.

    With ``prove`` exact algebra is asked about sides that only agree to all digits; with ``once`` a failure through an
    author's function is not asked again, since it is one of many draws and decides nothing by itself.
    """
    return excluded(claim, instance, corner) or _tried(claim, instance, corner, precision, prove, once=once)


def excluded(claim: Claim, instance: Instance, corner: bool = False) -> Trial | None:
    """Return the trial of an instance that the hypotheses do not admit, None where they do."""
    try:
        admitted = all(met(hypothesis, instance) for hypothesis in claim.hypotheses)
    except Crash as problem:
        return Trial(instance, corner, True, Outcome.ERROR, reason=f"a hypothesis {problem}")
    except AssayError as problem:
        return Trial(instance, corner, True, Outcome.ERROR, reason=f"a hypothesis: {problem}")
    except (Indeterminate, Unevaluable) as problem:
        return Trial(instance, corner, False, Outcome.UNDECIDED, reason=f"a hypothesis could not be decided: {problem}")
    if not admitted:
        return Trial(instance, corner, False, Outcome.VACUOUS)
    return None


def _tried(claim: Claim, instance: Instance, corner: bool, precision: int, prove: bool, *,
           once: bool) -> Trial:
    try:
        if unmet := next((one for one in claim.obligations if not met(one, instance)), None):
            return Trial(instance, corner, True, Outcome.ILL_POSED, reason=_unmet(unmet, instance))
        return _judge(claim, instance, corner, precision, prove, once=once)
    except Undefined as problem:
        return Trial(instance, corner, True, Outcome.ILL_POSED, reason=str(problem))
    except (AssayError, Crash) as problem:
        return Trial(instance, corner, True, Outcome.ERROR, reason=str(problem))
    except Unevaluable as problem:
        return Trial(instance, corner, True, Outcome.UNDECIDED, reason=str(problem))
    except Indeterminate as problem:
        broken = _broken(claim, instance)
        outcome = Outcome.ILL_POSED if broken else Outcome.UNDECIDED
        return Trial(instance, corner, True, outcome, reason=broken or str(problem))


def _broken(claim: Claim, instance: Instance) -> str:
    """Why a side is certainly undefined where balls did not tell, else an empty text."""
    formulas = [side.tree for link in claim.links for side in (link.lhs, link.rhs) if isinstance(side, Formula)]
    found = next((broken for tree in formulas if (broken := singularity(tree, instance))), None)
    return f"by exact algebra it does not hold that {found}" if found else ""


def _unmet(obligation: Obligation, instance: Instance) -> str:
    text = f"it is not so that {obligation.name}"
    try:
        found = value.text(value.leaves(side_value(obligation.shown, instance))) if obligation.shown else ""
    except (Undefined, Unevaluable, Indeterminate, AssayError, Crash):
        found = ""
    return f"{text}; its value is {found}" if found else text


def met(hypothesis: Hypothesis | Obligation, instance: Instance) -> bool:
    """Whether an instance meets a hypothesis; one whose own terms are undefined there is not met.

    Raises Crash, AssayError, Indeterminate, Unevaluable.
    """
    condition = hypothesis.condition
    if isinstance(condition, Definition):
        try:
            met = value.leaves(call(condition.function, condition.arguments(instance), condition.source))
        except Undefined:
            return False
        if not isinstance(met, bool):
            raise Nonsense(f"the hypothesis {hypothesis.name} returned {shorten(met, 40)}",
                           rule="it returns a truth value")
        return met
    try:
        return at_rising_precision(lambda bits: evaluate(condition.tree, instance, bits)) is True
    except Indeterminate:
        return _met_exactly(condition.tree, instance)
    except Undefined:
        return False


def wavering(claim: Claim, instance: Instance, admitted: bool) -> str:
    """Return which hypothesis of an author's function does not answer again as it did, else an empty text."""
    functions = [hypothesis for hypothesis in claim.hypotheses if isinstance(hypothesis.condition, Definition)]
    for hypothesis in functions:
        answers = {_answer(hypothesis, instance) for _ in range(2)}
        if len(answers) > 1 or (admitted and answers != {"True"}):
            return f"the hypothesis {hypothesis.name} gives different answers at the same instance"
    if admitted or len(functions) < len(claim.hypotheses) or excluded(claim, instance):
        return ""
    return "the hypotheses exclude an instance and admit it when they are asked again"


def _answer(hypothesis: Hypothesis, instance: Instance) -> str:
    try:
        return str(met(hypothesis, instance))
    except (Crash, AssayError, Indeterminate, Unevaluable) as problem:
        return str(problem)


def _met_exactly(tree: Any, instance: Instance) -> bool:
    """Whether a condition that balls do not decide is met, by exact algebra."""
    try:
        with ties_decided(_equal):
            return evaluate(tree, instance, PRECISIONS[-1]) is True
    except Undefined:
        return False
    except Indeterminate:
        if singularity(tree, instance):
            return False
        raise


def _equal(left: Any, right: Any, instance: Instance) -> bool:
    """Whether exact algebra proves two formulas to be equal at an instance."""
    return certainly_zero(_difference(left, right), instance)


def _difference(left: Any, right: Any) -> Any:
    return sympy.Add(left, sympy.Mul(sympy.S.NegativeOne, right, evaluate=False), evaluate=False)


def at_rising_precision(function: Callable[[int], Any], last: int = PRECISIONS[-1]) -> Any:
    """Return ``function(bits)`` at the first precision that suffices; raise Indeterminate where none does."""
    for bits in PRECISIONS:
        try:
            return function(bits)
        except Indeterminate:
            if bits >= last:
                raise
    raise Indeterminate("no precision was tried")


def _judge(claim: Claim, instance: Instance, corner: bool, last: int, prove: bool, *,
           once: bool) -> Trial:
    sides: tuple[Sides, ...] = ()
    comparison: Comparison | None = None
    memo = Memo()
    for bits in (*PRECISIONS, *BEYOND):
        try:
            with ties_decided(_equal) if bits >= last else nullcontext():
                sides = evaluate_sides(claim, instance, bits, memo)
            parts = at_precision(bits, partial(_compare_all, sides))
        except Indeterminate:
            if bits >= last:
                raise
            continue
        if bits >= last:
            ties = [_tie(claim, k, part, instance, prove) for k, part in enumerate(parts)]
            sides = tuple(replace(s, tied=tie is not part) for s, tie, part in zip(sides, ties, parts, strict=True))
            parts = ties
        comparison = combine(parts, lambda k: _link_name(claim, k)) if len(parts) > 1 else parts[0]
        if _settled(comparison) or bits >= last:
            break
    assert comparison is not None
    failing = next((k for k, part in enumerate(parts) if part.outcome is comparison.outcome), 0)
    outcome, reason = comparison.outcome, comparison.reason
    if outcome is Outcome.FAILS and claim.definitions and not once:
        outcome, reason = _reconsider(claim, instance, sides, memo, failing)
        if outcome is Outcome.UNDECIDED:
            comparison = replace(comparison, outcome=outcome, rigour=Rigour.NUMERICAL, reason=reason, against=True)
    return Trial(instance, corner, True, outcome, comparison, sides, failing, reason)


def _reconsider(claim: Claim, instance: Instance, sides: tuple[Sides, ...], memo: Memo,
                failing: int) -> tuple[Outcome, str]:
    """A refutation through an author's function stands only if it repeats, in every rounding direction."""
    watch = doubt.overflowed(claim, instance)
    if why := watch.overflow or doubt.overflow(sides[failing], memo, watch.operations > 0):
        return Outcome.ERROR, why
    if why := doubt.unstable(claim, instance, sides) or wavering(claim, instance, admitted=True):
        return Outcome.FLAKY, why
    if why := (doubt.rounding_dependent(claim, instance, sides, LAST_PLACES)
               or doubt.within_noise(claim, instance, failing)):
        return Outcome.UNDECIDED, why
    return Outcome.FAILS, ""


def _tie(claim: Claim, k: int, part: Comparison, instance: Instance, prove: bool) -> Comparison:
    """Where balls overlap at every precision, the two sides of a relation may be equal; exact algebra can tell."""
    overlap = part.outcome is Outcome.UNDECIDED and part.rigour is Rigour.ENCLOSED
    if not (overlap or (prove and part.reason.startswith(AGREES))) or k >= len(claim.links):
        return part
    link = claim.links[k]
    if not (isinstance(link.lhs, Formula) and isinstance(link.rhs, Formula)):
        return part
    return compare(link.operator, fmpq(0), fmpq(0)) if _equal(link.lhs.tree, link.rhs.tree, instance) else part


def _compare_all(sides: tuple[Sides, ...]) -> list[Comparison]:
    return [compare(side.operator, side.lhs, side.rhs) for side in sides]


def _settled(comparison: Comparison) -> bool:
    """A failure, an exact or ball-decided hold, or anything in floats gains nothing from more bits."""
    if comparison.outcome is Outcome.HOLDS:
        return comparison.rigour is not Rigour.NUMERICAL or not comparison.reason
    return comparison.outcome is Outcome.FAILS or comparison.rigour is Rigour.NUMERICAL


def instance_text(instance: Instance) -> tuple[tuple[str, str], ...]:
    """Return an instance as pairs of name and exact text."""
    return tuple((name, _entry_text(entry)) for name, entry in instance.items())


def _entry_text(entry: Any) -> str:
    if isinstance(entry, tuple):
        inner = ", ".join(_entry_text(part) for part in entry)
        return f"({inner})" if len(inner) <= 400 else f"({inner[:190]} … {inner[-190:]})"
    return str(entry)


def counterexample(claim: Claim, trial: Trial) -> Counterexample:
    """Return the witness that a trial shows."""
    side = trial.sides[trial.failing] if trial.sides else None
    digits = _digits(side, trial.comparison)
    if side and side.tied:  # balls around one number, which one of them may give exactly
        exact = side.lhs if isinstance(side.lhs, fmpq) else side.rhs
        side = replace(side, lhs=exact, rhs=exact)
    link = claim.links[trial.failing] if trial.failing < len(claim.links) else None
    condition = link.lhs.tree if link and link.rhs.source == "true" and isinstance(link.lhs, Formula) else None
    if trial.outcome is Outcome.FAILS and condition is not None and (found := blame(condition, trial.instance)):
        reason = f"it is false that {found.part}" if found.part else trial.reason
        return Counterexample(instance_text(trial.instance), found.relation, found.lhs, found.rhs, found.gap, reason)
    return Counterexample(
        instance=instance_text(trial.instance),
        relation=side.operator if side else "",
        lhs=value.text(side.lhs, digits) if side else "",
        rhs=value.text(side.rhs, digits) if side else "",
        gap=trial.comparison.gap if trial.comparison else None,
        reason=trial.reason,
    )


def _digits(side: Sides | None, comparison: Comparison | None) -> int:
    """Enough digits that the two sides are seen to differ."""
    try:
        size = max(abs(as_float(side.lhs)), abs(as_float(side.rhs)), 1.0) if side else 1.0
        gap = float(comparison.gap) if comparison and comparison.gap else 1.0
        return min(400, 20 + max(0, math.ceil(math.log10(size / gap)))) if gap > 0 and math.isfinite(size) else 20
    except ValueError:
        return 20


def _link_name(claim: Claim, k: int) -> str:
    return f"link {k + 1}, {claim.links[k]}" if k < len(claim.links) else f"link {k + 1}"
