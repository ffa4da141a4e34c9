"""Enclosure: inequalities between formulas in a few real variables, proven on the whole domain in interval arithmetic.

It holds only if both sides are proven real and defined wherever the hypotheses hold and no box is left open; it fails
only with a rational point that meets every hypothesis.  Integers are relaxed to reals between integer ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sympy

from verify.budget import Budget
from verify.checks.identity import _prove_link
from verify.claim import Claim, Link
from verify.domain import Integers, Rationals, Reals
from verify.errors import Undefined, Unevaluable
from verify.evidence import Coverage, Evidence, Outcome, Rigour
from verify.formula import Formula
from verify.symbolic.assumption import Known, conjuncts, known
from verify.symbolic.cover import Outcome as Cover
from verify.symbolic.cover import Prover, prove, question
from verify.symbolic.expression import expression
from verify.symbolic.field import new_field
from verify.symbolic.normal_form import element, learn
from verify.symbolic.polynomial import one_variable, quadratic, satisfies
from verify.symbolic.region import Edge, describe, region
from verify.symbolic.side_condition import SideCondition, nonzero, proven, real_conditions
from verify.symbolic.sign import non_negative, positive
from verify.trial import attempt, counterexample

VARIABLES = 4
"""Boxes are tried in at most this many variables."""
_ORDERS = ("<=", "<", ">=", ">")
_NESTED = 3


def check(claim: Claim, budget: Budget) -> Evidence | None:
    """Prove or refute a claim with an order link; None where a side is a function or a variable is not a number."""
    if not _applies(claim):
        return None
    facts = known(claim.variables, claim.hypotheses)
    if any(edge.empty for edge in region(facts.ranges, facts).values()):
        return None
    prover = _prover(claim, facts, budget)
    box = region([v.name for v in claim.variables], facts)
    steps: list[str] = []
    try:
        for link in claim.links:
            problem = _link(claim, link, facts, budget, prover, box, steps)
            if problem is not None:
                return problem
    except (Unevaluable, RecursionError) as problem:
        return Evidence("enclosure", Outcome.UNDECIDED, coverage=Coverage.SCOPE, note=str(problem))
    boxed = prover.examined > 0
    note = f"{prover.examined} boxes examined" if boxed else "decided by exact signs of polynomials, without boxes"
    return Evidence("enclosure", Outcome.HOLDS, Rigour.ENCLOSED if boxed else Rigour.EXACT, Coverage.SCOPE,
                    steps=tuple(steps), note=note)


def _applies(claim: Claim) -> bool:
    numbers = all(isinstance(v.domain, Reals | Rationals | Integers) for v in claim.variables)
    orders = any(link.operator in _ORDERS for link in claim.links)
    return bool(claim.links) and orders and claim.formulas_only and numbers and bool(claim.variables)


def _prover(claim: Claim, facts: Known, budget: Budget) -> Prover:
    field = new_field(facts, budget.terms)
    learn(field, {})
    parts = [part for hypothesis in claim.hypotheses if isinstance(hypothesis.condition, Formula)
             for part in conjuncts(hypothesis.condition.tree)]
    bounds = [_RELATION[operator](left, right, evaluate=False) for operator, left, right in facts.relations]
    return Prover(field, (*parts, *(bound for bound in bounds if bound not in parts)), budget.boxes)


_RELATION = {"<=": sympy.Le, "<": sympy.Lt, ">=": sympy.Ge, ">": sympy.Gt, "==": sympy.Eq, "!=": sympy.Ne}


def _link(claim: Claim, link: Link, facts: Known, budget: Budget, prover: Prover, box: Mapping[str, Edge],
          steps: list[str]) -> Evidence | None:
    """Prove one link and add its steps; return evidence where that does not succeed."""
    if link.operator == "==":
        proof = _prove_link(claim, link, facts, budget)
        steps += proof.steps
        return _undecided(proof.missing, steps) if proof.missing else None
    left, right = link.lhs.tree, link.rhs.tree  # type: ignore[union-attr]
    tree = _difference(right, left) if link.operator in ("<=", "<") else _difference(left, right)
    operator = ">" if link.operator in ("<", ">") else ">="
    found = _order(prover, operator, tree, box, steps)
    if not found.proven:
        return _not_proven(claim, link, found, prover, steps)
    missing = [c for side in (left, right) for c in real_conditions(side) if not _condition(prover, c, box)]
    if missing:
        shown = ", ".join(map(str, dict.fromkeys(missing)))
        return _undecided(f"{link} holds wherever both sides are real and defined; not shown that {shown}", steps)
    return None


def _difference(left: Any, right: Any) -> Any:
    return sympy.Add(left, sympy.Mul(sympy.S.NegativeOne, right, evaluate=False), evaluate=False)


def _undecided(note: str, steps: Iterable[str]) -> Evidence:
    return Evidence("enclosure", Outcome.UNDECIDED, coverage=Coverage.SCOPE, note=note, steps=tuple(steps))


def _not_proven(claim: Claim, link: Link, found: Cover, prover: Prover, steps: list[str]) -> Evidence:
    """Turn a point that breaks the link into a counterexample; otherwise say where the proof is stuck."""
    for point in found.witnesses:
        trial = attempt(claim, point)
        if trial.admitted and trial.outcome is Outcome.FAILS and trial.comparison:
            return Evidence("enclosure", Outcome.FAILS, trial.comparison.rigour, Coverage.SAMPLE, tried=1, admitted=1,
                            counterexample=counterexample(claim, trial), steps=tuple(steps),
                            note=f"found among {prover.examined} boxes")
    near = f" near {describe(found.stuck)}" if found.stuck else ""
    return _undecided(f"{link}: stuck{near} after {prover.examined} boxes; more boxes, a tighter domain or an "
                      "intermediate bound may decide it", steps)


def _order(prover: Prover, operator: str, tree: Any, box: Mapping[str, Edge], steps: list[str]) -> Cover:
    """Prove tree ≥ 0 or > 0: by signs of polynomials, by root isolation, as a quadratic, or by boxes."""
    exact = _exactly(prover, operator, tree, box, _NESTED)
    if exact:
        steps.append(f"{sympy.sstr(tree, order='none')} {operator} 0: {exact}")
        return Cover(True)
    if len(box) > VARIABLES:
        raise Unevaluable(f"more than {VARIABLES} variables for boxes")
    before = prover.examined
    found = prove(prover, question(prover, operator, tree), box)
    if found.proven:
        steps.append(f"{sympy.sstr(tree, order='none')} {operator} 0: interval arithmetic and monotonicity on "
                     f"{prover.examined - before} boxes that cover {describe(box)}")
    return found


def _exactly(prover: Prover, operator: str, tree: Any, box: Mapping[str, Edge], depth: int) -> str:
    """Return how an inequality was decided without boxes, or an empty text."""
    field = prover.field
    try:
        value = element(field, tree, {})
        if (positive if operator == ">" else non_negative)(field, value):
            return "every term of a polynomial form has the right sign"
        generator = one_variable(value)
        edge = box.get(generator.meaning[0]) if generator else None
        if edge is not None and not edge.point and satisfies(value, operator, edge):
            return "the real roots of its factors, counted by Sturm's theorem, leave one sign"
        parts = quadratic(value) if depth and operator == ">=" else None
        if parts and all(_exactly(prover, ">=", expression(part), box, depth - 1) for part in parts):
            return "a quadratic whose leading and constant coefficients and 4ac − b² are not negative"
    except (Unevaluable, Undefined, ZeroDivisionError):
        return ""
    return ""


def _condition(prover: Prover, condition: SideCondition, box: Mapping[str, Edge]) -> bool:
    """Prove a side condition by signs, else by boxes."""
    if proven(prover.field, condition):
        return True
    operators = {"nonzero": "!=", "nonneg": ">=", "positive": ">"}
    if condition.indices or condition.kind not in operators or len(box) > VARIABLES:
        return False
    try:
        return _decided(prover, operators[condition.kind], condition.tree, box)
    except Unevaluable:
        return False


def _decided(prover: Prover, operator: str, tree: Any, box: Mapping[str, Edge]) -> bool:
    if operator != "!=" and _exactly(prover, operator, tree, box, _NESTED):
        return True
    value = element(prover.field, tree, {})
    generator = one_variable(value)
    edge = box.get(generator.meaning[0]) if generator else None
    if operator == "!=" and edge is not None and not edge.point and satisfies(value, "!=", edge):
        return True
    return nonzero(prover.field, value) if operator == "!=" and not box else prove(
        prover, question(prover, operator, tree), box).proven


def nonzero_everywhere(tree: Any, claim: Claim, budget: Budget) -> bool:
    """Tell whether a subterm of a claim in a few real variables is proven to have no zero under its hypotheses."""
    real = all(isinstance(v.domain, Reals | Rationals | Integers) for v in claim.variables)
    if not real or not 0 < len(claim.variables) <= VARIABLES:
        return False
    facts = known(claim.variables, claim.hypotheses)
    prover = _prover(claim, facts, budget)
    try:
        return _decided(prover, "!=", tree, region([v.name for v in claim.variables], facts))
    except (Unevaluable, Undefined, ZeroDivisionError, RecursionError):
        return False
