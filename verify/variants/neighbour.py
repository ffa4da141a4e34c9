"""Neighbour: the fate of each nearby formula on the instances at which the claim held; never part of a verdict.

A formula that claims less than the claim at every instance is implied by it, tells nothing and is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from verify.budget import Budget
from verify.checks import enclosure, identity
from verify.checks.hunt import Hunt
from verify.claim import Claim, Link
from verify.errors import DomainError, Indeterminate, Undefined, Unevaluable
from verify.evidence import Coverage, Evidence, Neighbour, Outcome
from verify.formulas.formula import Formula
from verify.search.narrowing import narrowed
from verify.side import Sides, at_precision
from verify.symbolic.tree import canonical
from verify.trial import PRECISIONS, Trial, attempt, instance_text
from verify.values.comparison import Comparison, compare
from verify.values.evaluate import evaluate
from verify.variants.mutant import Mutant, mutants

SAMPLE = 40
"""How many instances a nearby formula is tried on first; these are spread evenly."""
REST = 200
"""How many more it is tried on where it survives."""
LEAST = 6
"""With fewer instances that held, nothing is said of nearby formulas."""
SMALL = Budget(boxes=150, terms=20_000)
"""What a proof that a nearby formula is true may cost."""
LOOK = Budget(instances=40, corners=40, climbs=0)
"""What the search of a nearby formula that is neither proved nor refuted may cost."""
_WEAK = {"<": "<=", ">": ">="}


def neighbours(claim: Claim, trials: Sequence[Trial], prove: bool = True) -> tuple[Neighbour, ...]:
    """Return the nearby formulas with their fates, refuted ones with their smallest witness.

    With ``prove`` false the survivors are left open; another check that tries further instances proves them.
    """
    held = [trial for trial in trials if trial.admitted and trial.outcome is Outcome.HOLDS and trial.sides]
    if claim.body is not None or claim.gradients or len(held) < min(LEAST, len(trials)) or not held:
        return ()
    sample = _sample(held)
    found = (_neighbour(claim, mutant, sample, prove) for mutant in mutants(claim))
    return tuple(neighbour for neighbour in found if neighbour is not None)


def _sample(held: Sequence[Trial]) -> list[Trial]:
    """An even spread, smallest instances first, then others in the order in which they were tried."""
    step = max(1.0, len(held) / SAMPLE)
    chosen = dict.fromkeys(int(k * step) for k in range(min(SAMPLE, len(held))))
    spread = sorted((held[k] for k in chosen), key=lambda trial: len(str(instance_text(trial.instance))))
    return spread + [trial for k, trial in enumerate(held) if k not in chosen][:REST]


def _neighbour(claim: Claim, mutant: Mutant, sample: Sequence[Trial], prove: bool) -> Neighbour | None:
    if any(_WEAK.get(claim.links[k].operator) == mutant.links[k].operator or trivial(mutant.links[k])
           for k in mutant.touched):
        return None
    weaker, tried, other = True, False, not isinstance(mutant.old, Formula)
    for trial in sample:
        fate, less = _at(claim, mutant, trial)
        other = other or _differs(mutant, trial)
        if fate in (Outcome.FAILS, Outcome.ILL_POSED):
            ill = " (no value)" if fate is Outcome.ILL_POSED else ""
            return Neighbour(mutant.text, "refuted", place(trial) + ill)
        tried = tried or fate is Outcome.HOLDS
        weaker = weaker and less
    if not tried or weaker or not other:
        return None
    if prove and proved(claim, mutant):
        return Neighbour(mutant.text, "true")
    broken = _searched(claim, mutant) if prove and claim.formulas_only else None
    return Neighbour(mutant.text, "refuted", place(broken)) if broken else Neighbour(mutant.text, "open")


def _differs(mutant: Mutant, trial: Trial) -> bool:
    """Whether a changed formula has another value than before at an instance, as far as that can be told."""
    if not (isinstance(mutant.old, Formula) and isinstance(mutant.new, Formula)):
        return True
    try:
        before, after = (evaluate(side.tree, trial.instance, PRECISIONS[1]) for side in (mutant.old, mutant.new))
        return at_precision(PRECISIONS[1], partial(compare, "==", before, after)).outcome is not Outcome.HOLDS
    except Exception:  # a formula made up here may break a rule that the parser keeps
        return True


def _searched(claim: Claim, mutant: Mutant) -> Trial | None:
    """The smallest failure that a small search of a nearby formula finds."""
    variant = replace(claim, links=mutant.links, wrong=(), id=f"{claim.id}\0{mutant.text}")
    tally = Hunt(narrowed(variant), LOOK, lambda instance, corner: attempt(variant, instance, corner), 0).run()
    return tally.first.get(Outcome.FAILS)


def trivial(link: Link) -> bool:
    """Whether a relation is between a formula and itself."""
    return isinstance(link.lhs, Formula) and isinstance(link.rhs, Formula) and canonical(
        link.lhs.tree) == canonical(link.rhs.tree)


def place(trial: Trial) -> str:
    """An instance in a few words."""
    text = ", ".join(f"{name} = {entry}" for name, entry in instance_text(trial.instance))
    return text if len(text) <= 120 else f"{text[:70]} … {text[-45:]}"


def _at(claim: Claim, mutant: Mutant, trial: Trial) -> tuple[Outcome, bool]:
    """The outcome of the changed links at an instance, and whether they claim no more than before there."""
    less = True
    for k in mutant.touched:
        try:
            sides = _changed(claim.links[k], mutant.links[k], trial.sides[k], trial)
            after = compare_fully(sides.operator, sides)
            if after.outcome is Outcome.UNDECIDED and claim.formulas_only:
                return attempt(replace(claim, links=mutant.links, wrong=()), trial.instance).outcome, False
        except Undefined:
            return Outcome.ILL_POSED, False
        except Exception:  # a formula made up here may break a rule that the parser keeps; then it says nothing
            return Outcome.UNDECIDED, less
        if after.outcome is not Outcome.HOLDS:
            return after.outcome, False
        less = less and mutant.links[k].operator == claim.links[k].operator and _less(trial, k, after)
    return Outcome.HOLDS, less


def outcome_of(claim: Claim, mutant: Mutant, trial: Trial) -> Outcome:
    """The outcome of all of a nearby formula's links at an instance at which the claim was evaluated."""
    untouched = [compare_fully(side.operator, side) for k, side in enumerate(trial.sides) if k not in mutant.touched]
    if any(part.outcome is not Outcome.HOLDS for part in untouched):
        return Outcome.FAILS
    return _at(claim, mutant, trial)[0]


def compare_fully(operator: str, side: Sides) -> Comparison:
    """Compare two values that are there already, at the largest precision, so that nothing more is lost."""
    return at_precision(PRECISIONS[-1], partial(compare, operator, side.lhs, side.rhs))


def _changed(old: Link, new: Link, sides: Sides, trial: Trial) -> Sides:
    """The values of a changed link; those that did not change are not computed again."""
    values = {"lhs": sides.lhs, "rhs": sides.rhs}
    for name in values:
        before, after = getattr(old, name), getattr(new, name)
        if after is not before and isinstance(after, Formula):
            values[name] = evaluate(after.tree, trial.instance, PRECISIONS[-1])
    return Sides(new.operator, values["lhs"], values["rhs"])


def _less(trial: Trial, k: int, after: Comparison) -> bool:
    """Whether a changed order is at least as far from its bound as the claimed one."""
    if after.slack is None:
        return False
    before = compare_fully(trial.sides[k].operator, trial.sides[k])
    return before.slack is not None and after.slack >= before.slack


def proved(claim: Claim, mutant: Mutant) -> bool:
    """Whether a nearby formula is proved on the whole scope, given the claim: it equals the claimed one, or holds."""
    if isinstance(mutant.old, Formula) and isinstance(mutant.new, Formula):
        same = replace(claim, links=(Link("==", mutant.old, mutant.new),), wrong=())
        if _holds(identity.check, same):
            return True
    return claim.formulas_only and holds_everywhere(replace(claim, links=mutant.links, wrong=()))


def holds_everywhere(claim: Claim) -> bool:
    """Whether a claim between formulas is proved on its whole scope at a small cost."""
    return any(_holds(check, claim) for check in (identity.check, enclosure.check))


def _holds(check: Any, claim: Claim) -> bool:
    if any(v.domain.indexed or not v.domain.assumptions for v in claim.variables):
        return False
    try:
        evidence: Evidence | None = check(claim, SMALL)
    except (Undefined, Unevaluable, Indeterminate, DomainError, ZeroDivisionError, RecursionError):
        return False
    return evidence is not None and evidence.outcome is Outcome.HOLDS and evidence.coverage is Coverage.SCOPE
