"""Enclosure: inequalities between formulas in a few real variables, proven on the whole domain in interval arithmetic.

It holds only if both sides are proven real and defined wherever the hypotheses hold and no box is left open; it fails
only with a rational point that meets every hypothesis.  Integers are relaxed to reals between integer ends.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import sympy

from verify.budget import Budget
from verify.checks.identity import prove_link
from verify.claim import Claim, Link
from verify.domains.scalar_domain import Integers, Rationals, Reals
from verify.errors import Undefined, Unevaluable
from verify.evidence import Coverage, Evidence, Outcome, Rigour
from verify.formulas.formula import Formula
from verify.formulas.matrix_formula import is_whole
from verify.search.brevity import shortened
from verify.symbolic.assumption import Known, known
from verify.symbolic.cover import Outcome as Cover
from verify.symbolic.inequality import VARIABLES, Setting, boxes, decide_nonzero, decide_order, setting
from verify.symbolic.region import describe
from verify.symbolic.side_condition import SideCondition, proven, real_conditions
from verify.trial import attempt, counterexample

_ORDERS = ("<=", "<", ">=", ">")


def check(claim: Claim, budget: Budget) -> Evidence | None:
    """Prove or refute a claim with an order link; None where a side is a function or a variable is not a number."""
    from verify.checks.obligation import discharge

    if not _applies(claim):
        return None
    facts = known(claim.variables, claim.hypotheses)
    place = setting_of(claim, facts, budget)
    if any(edge.empty for edge in place.box().values()):
        return None
    steps: list[str] = []
    try:
        for link in claim.links:
            problem = _link(claim, link, facts, budget, place=place, steps=steps)
            if problem is not None:
                return problem
    except (Unevaluable, RecursionError) as problem:
        return _undecided(str(problem) or "the formula is nested too deeply", steps)
    owed, missing = discharge(claim, budget)
    steps += owed
    if missing:
        return _undecided(f"not shown: {missing}", steps)
    examined = place.purse.examined
    note = f"{boxes(examined)} examined" if examined else "decided by exact signs of polynomials, without boxes"
    return Evidence("enclosure", Outcome.HOLDS, Rigour.ENCLOSED if examined else Rigour.EXACT, Coverage.SCOPE,
                    steps=tuple(steps), note=note)


def _applies(claim: Claim) -> bool:
    orders = any(link.operator in _ORDERS for link in claim.links)
    return bool(claim.links) and orders and claim.formulas_only and _numbers(claim) and not any(
        link.operator in ("⪯", "⪰") or is_whole(side.tree) for link in claim.links  # type: ignore[union-attr]
        for side in (link.lhs, link.rhs))


def _numbers(claim: Claim) -> bool:
    return bool(claim.variables) and all(isinstance(v.domain, Reals | Rationals | Integers) for v in claim.variables)


def setting_of(claim: Claim, facts: Known, budget: Budget) -> Setting:
    """Where a claim is to hold: its variables, under those of its hypotheses that are formulas."""
    conditions = [h.condition.tree for h in claim.hypotheses if isinstance(h.condition, Formula)]
    return setting([v.name for v in claim.variables], facts, conditions, budget.boxes, budget.terms)


def _link(claim: Claim, link: Link, facts: Known, budget: Budget, *, place: Setting, steps: list[str],
          ) -> Evidence | None:
    """Prove one link and add its steps; return evidence where that does not succeed."""
    if link.operator == "==":
        proof = prove_link(claim, link, facts, budget)
        steps += proof.steps
        return _undecided(proof.missing, steps) if proof.missing else None
    left, right = link.lhs.tree, link.rhs.tree  # type: ignore[union-attr]
    tree = _difference(right, left) if link.operator in ("<=", "<") else _difference(left, right)
    found = decide_order(place, ">" if link.operator in ("<", ">") else ">=", tree, steps)
    if not found.proven:
        return _not_proven(claim, link, found, place, steps)
    conditions = dict.fromkeys(c for side in (left, right) for c in real_conditions(side))
    missing = [condition for condition in conditions if not condition_holds(place, condition)]
    if missing:
        shown = ", ".join(map(str, missing))
        return _undecided(f"{link} holds wherever both sides are real and defined; not shown that {shown}", steps)
    return None


def _difference(left: Any, right: Any) -> Any:
    return sympy.Add(left, sympy.Mul(sympy.S.NegativeOne, right, evaluate=False), evaluate=False)


def _undecided(note: str, steps: Iterable[str]) -> Evidence:
    return Evidence("enclosure", Outcome.UNDECIDED, coverage=Coverage.SCOPE, note=note, steps=tuple(steps))


def _not_proven(claim: Claim, link: Link, found: Cover, place: Setting, steps: list[str]) -> Evidence:
    """Turn a point that breaks the link into a counterexample; otherwise say where the proof is stuck."""
    examined = boxes(place.purse.examined)
    for point in found.witnesses:
        # Boxes round irrational bounds outwards, so a corner of one may lie outside the domain.
        if not all(v.domain.contains(point[v.name], point) for v in claim.variables):
            continue
        trial = attempt(claim, point)
        if trial.admitted and trial.outcome is Outcome.FAILS and trial.comparison:
            trial = shortened(claim, trial, partial(attempt, claim), lambda instance: instance)
            rigour = trial.comparison.rigour if trial.comparison else None
            return Evidence("enclosure", Outcome.FAILS, rigour, Coverage.SAMPLE, tried=1, admitted=1,
                            counterexample=counterexample(claim, trial), steps=tuple(steps),
                            note=f"found among {examined}")
    near = f" near {describe(found.stuck)}" if found.stuck else ""
    return _undecided(f"{link}: stuck{near} after {examined}; more boxes, a tighter domain or an intermediate bound "
                      "may decide it", steps)


def condition_holds(place: Setting, condition: SideCondition) -> bool:
    """Prove a side condition by signs, else by boxes."""
    if proven(place.prover().field, condition):
        return True
    if condition.indices or condition.kind not in ("nonzero", "nonneg", "positive"):
        return False
    try:
        if condition.kind == "nonzero":
            return decide_nonzero(place, condition.tree)
        return decide_order(place, ">" if condition.kind == "positive" else ">=", condition.tree, []).proven
    except (Unevaluable, Undefined, ZeroDivisionError):
        return False


def nonzero_everywhere(tree: Any, claim: Claim, budget: Budget) -> bool:
    """Tell whether a subterm of a claim in a few real variables is proven to have no zero under its hypotheses."""
    if not _numbers(claim) or len(claim.variables) > VARIABLES:
        return False
    place = setting_of(claim, known(claim.variables, claim.hypotheses), budget)
    try:
        return decide_nonzero(place, tree)
    except (Unevaluable, Undefined, ZeroDivisionError, RecursionError):
        return False
