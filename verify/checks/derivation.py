"""Derivation: the author's steps, each decided for all values of the variables, or tried at instances where it is not.

The first line is compared with the definition at instances: of a function nothing else can be known.  A line that does
not follow from the one before, at an instance that is shown, breaks the derivation, which then helps the claim nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from verify.budget import Budget
from verify.checks import identity
from verify.checks.base import LEAST, settled
from verify.checks.enclosure import condition_holds, setting_of
from verify.checks.search import search
from verify.checks.tally import Tally
from verify.claim import Claim, Link
from verify.definition import Definition
from verify.derivation import CLAIMED, Route, links, restates, route
from verify.domains.domain import needs
from verify.domains.instance import count
from verify.errors import DomainError, Undefined, Unevaluable
from verify.evidence import BROKEN, Coverage, Evidence, Outcome, Rigour
from verify.symbolic.assumption import known
from verify.symbolic.inequality import decide_order
from verify.symbolic.positivity import dropped, non_negative
from verify.symbolic.side_condition import real_conditions
from verify.trial import attempt, counterexample, instance_text
from verify.values import reading
from verify.variants.power import power

INSTANCES, CORNERS = 40, 24
"""How many random and corner instances a line is tried at."""


@dataclass(frozen=True, slots=True)
class _Step:
    """What became of one step: ``outcome``, how far that reaches, and in words."""

    outcome: Outcome
    coverage: Coverage
    rigour: Rigour
    text: str


def check(claim: Claim, budget: Budget) -> Evidence | None:
    """Go through an author's derivation; None where there is none.

    It is ill-posed where a step is broken: the claim may be true, but this is no derivation of it.
    """
    if not claim.derivation:
        return None
    plain = replace(claim, derivation=(), wrong=(), rivals=(), obligations=(), stated=None)
    found = route(claim)
    steps = [_start(plain, found, budget)]
    for k, link in enumerate(links(found), 1):
        if steps[-1].outcome is Outcome.ILL_POSED:
            break
        steps.append(_step(plain, k, found.lines[k].why, link, budget))
    again = isinstance(found.start, Definition) and restates(found)
    return _weighed(steps, "line 1 is the claim in other words" if again else "")


def _weighed(steps: Sequence[_Step], weakness: str) -> Evidence:
    """The weakest step is the derivation's grade; ``weakness`` says what else it lacks."""
    words = tuple(step.text for step in steps)
    for outcome in (Outcome.ILL_POSED, Outcome.UNDECIDED):
        bad = next((k for k, step in enumerate(steps) if step.outcome is outcome), None)
        if bad is not None:
            found = BROKEN if outcome is Outcome.ILL_POSED else "open"
            return Evidence("derivation", outcome, coverage=Coverage.SCOPE, steps=words,
                            note=f"{found} at line {bad + 1}: {words[bad]}")
    rigour = max((step.rigour for step in steps), key=list(Rigour).index)
    sampled = [str(k) for k, step in enumerate(steps[1:], 2) if step.coverage is not Coverage.SCOPE]
    weakness = weakness or (f"only tried at instances: line {', '.join(sampled)}" if sampled else "")
    if weakness:
        return Evidence("derivation", Outcome.HOLDS, rigour, Coverage.SAMPLE, steps=words,
                        note=f"not derived, {weakness}; {steps[0].text}")
    return Evidence("derivation", Outcome.HOLDS, Rigour.EXACT, Coverage.SCOPE, steps=words,
                    note=f"each line follows from the one before for the whole scope; {steps[0].text}")


def _start(claim: Claim, found: Route, budget: Budget) -> _Step:
    """The first line is what the claim starts from: by algebra for a formula, at instances for a function."""
    first = found.lines[0]
    link = Link("==", found.start, first.formula)
    if not isinstance(found.start, Definition):
        same = bool(found.start.tree == first.formula.tree)
        step = _Step(Outcome.HOLDS, Coverage.SCOPE, Rigour.EXACT, "line 1 is the left side itself") if (
            same) else _step(claim, 0, first.why, link, budget)
        return step if step.coverage is Coverage.SCOPE else replace(step, outcome=_unless_broken(step))
    one = replace(claim, links=(link,))
    tally = _tried(one, budget)
    step = _outcome(one, tally, f"line 1 agrees with {found.start.source}")
    if step.outcome is not Outcome.HOLDS:
        return step
    distinct = power(one, tally.kept, LEAST if count(one.variables, budget.listed) is None else 1)
    if distinct.survived or not any(fate == "refuted" for _, fate in distinct.variants):
        return replace(step, outcome=Outcome.UNDECIDED, text=f"too few instances tell it from {found.start.source}")
    return step


def _unless_broken(step: _Step) -> Outcome:
    return step.outcome if step.outcome is Outcome.ILL_POSED else Outcome.UNDECIDED


def _step(claim: Claim, number: int, why: str, link: Link, budget: Budget) -> _Step:
    """Decide the step to a line for the whole scope, else try it at instances; line 0 is the claim's side."""
    how = _decided(claim, link, budget)
    if how:
        because = f" ({why})" if why and why != CLAIMED else ""
        return _Step(Outcome.HOLDS, Coverage.SCOPE, Rigour.EXACT, f"{how}{because}")
    one = replace(claim, links=(link,))
    before = f"line {number}" if number else link.lhs.source
    step = _outcome(one, _tried(one, budget), f"{before} {link.operator} line {number + 1}")
    return replace(step, text=f"not decided for every size; {step.text}") if step.outcome is Outcome.HOLDS else step


def _decided(claim: Claim, link: Link, budget: Budget) -> str:
    """How a step is decided for the whole scope, or an empty text."""
    facts = known(claim.variables, claim.hypotheses)
    try:
        if link.operator == "==":
            proof = identity.prove_link(claim, link, facts, budget)
            return "" if proof.missing else "the same normal form"
        large, small = (link.lhs, link.rhs) if ">" in link.operator else (link.rhs, link.lhs)
        place = setting_of(claim, facts, budget)
        if not all(condition_holds(place, c) for side in (large, small)
                   for c in real_conditions(side.tree)):  # type: ignore[union-attr]
            return ""
        rest = dropped(large.tree, small.tree)  # type: ignore[union-attr]
        if "=" in link.operator and rest and all(non_negative(part, facts) for part in rest):
            return "what is left out is made of squares and is not negative"
        gap = identity.difference(Link("==", large, small))
        return "exact signs" if decide_order(place, link.operator.replace("<", ">"), gap, []).proven else ""
    except (Unevaluable, Undefined, DomainError, ZeroDivisionError, RecursionError, KeyError):
        return ""


def _tried(claim: Claim, budget: Budget) -> Tally:
    few = replace(budget, instances=INSTANCES, corners=CORNERS, climbs=0)
    return search(claim, few, lambda instance, corner: attempt(claim, instance, corner, budget.precision))


def _outcome(claim: Claim, tally: Tally, what: str) -> _Step:
    """What instances say of a line, in words."""
    outcome = settled(tally)
    trial = tally.first.get(outcome)
    if outcome is Outcome.HOLDS:
        digits = "" if tally.digits is None else f" to {tally.digits:.0f} digits"
        return _Step(outcome, Coverage.SAMPLE, tally.rigour,
                     f"{what}{digits} at {tally.admitted} instances{_sizes(claim, tally)}")
    shown = instance_text(trial.instance) if trial else ()
    at = (" at " + ", ".join(f"{name} = {reading.value(text)}" for name, text in shown)) if shown else ""
    if outcome is Outcome.FAILS and trial:
        witness = counterexample(claim, trial)
        left, right = reading.pair(witness.lhs, witness.rhs)
        text = f"it is not so that {what}{at}: {left} {witness.relation} {right} does not hold"
        return _Step(Outcome.ILL_POSED, Coverage.SAMPLE, tally.rigour, text)
    why = trial.reason if trial else "no instance met the hypotheses"
    broken = outcome in (Outcome.ILL_POSED, Outcome.ERROR, Outcome.FLAKY)
    return _Step(Outcome.ILL_POSED if broken else Outcome.UNDECIDED, Coverage.SAMPLE, Rigour.NUMERICAL,
                 f"{what} has no value{at}: {why}" if broken else f"{what} could not be decided{at}: {why}")


def _sizes(claim: Claim, tally: Tally) -> str:
    """Between which values the sizes of other variables were, in words."""
    sizes = frozenset().union(*(needs(variable.domain) for variable in claim.variables))
    ranges = []
    for variable in claim.variables:
        values: list[Any] = [trial.instance[variable.name] for trial in tally.kept if trial.outcome is Outcome.HOLDS]
        if variable.name in sizes and values and all(isinstance(value, int) for value in values):
            ranges.append(f"{variable.name} = {min(values)}..{max(values)}")
    return f" ({', '.join(ranges)})" if ranges else ""
