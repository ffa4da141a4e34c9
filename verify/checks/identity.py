"""Identity: an equality decided in a normal form, for the whole scope or, with indeterminates, for a window of sizes.

It holds only if the difference of the sides is the zero of a ring and every subterm is proven to be defined.  It never
fails: a normal form that is not zero is left to the search, which has to show a witness.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import sympy

from verify.budget import Budget
from verify.claim import Claim, Link
from verify.definition import Definition
from verify.domains.domain import Domain, needs
from verify.domains.scalar_domain import Integers
from verify.errors import DomainError, Undefined, Unevaluable
from verify.evidence import Coverage, Evidence, Outcome, Rigour
from verify.formulas.formula import Formula
from verify.symbolic import generic
from verify.symbolic.antiderivative import fundamental
from verify.symbolic.assumption import Known, Range, known
from verify.symbolic.field import Field, new_field
from verify.symbolic.induction import candidates, induction
from verify.symbolic.normal_form import Answer, decide, learn
from verify.symbolic.region import region
from verify.symbolic.ring import Indeterminate
from verify.symbolic.side_condition import SideCondition, entry_conditions, nonzero, proven, side_conditions
from verify.symbolic.telescope import telescope

COMBINATIONS = 200
"""How many combinations of listed values are decided with indeterminates."""
WORK = 500
"""The products of terms that all combinations together may take, for each term that one normal form may have."""


def check(claim: Claim, budget: Budget) -> Evidence | None:
    """Decide a claim of equalities; None where it is of another kind or a function looks at its arguments."""
    from verify.checks.obligation import discharge

    if not claim.links or any(link.operator != "==" or _truth_values(link) for link in claim.links):
        return None
    found = _decided(claim, budget)
    if found is None or found.outcome is not Outcome.HOLDS or not claim.obligations:
        return found
    steps, missing = discharge(claim, budget)
    return replace(found, steps=(*found.steps, *steps)) if not missing else replace(
        found, outcome=Outcome.UNDECIDED, rigour=None, steps=(*found.steps, *steps), note=f"not shown: {missing}")


def _decided(claim: Claim, budget: Budget) -> Evidence | None:
    facts = known(claim.variables, claim.hypotheses)
    if any(edge.empty for edge in region(facts.ranges, facts).values()):
        return None
    whole = _scope(claim, facts, budget)
    if whole is not None and whole.outcome is Outcome.HOLDS:
        return whole
    window = _window(claim, facts, budget)
    if window is not None and (window.outcome is Outcome.HOLDS or whole is None):
        return window
    return whole


def _truth_values(link: Link) -> bool:
    """Whether a side is a truth value, which no polynomial decides; SymPy counts letters as Boolean too."""
    return any(isinstance(side, Formula) and isinstance(side.tree, sympy.logic.boolalg.Boolean)
               and not isinstance(side.tree, sympy.Symbol) for side in (link.lhs, link.rhs))


@dataclass(frozen=True, slots=True)
class _Proof:
    """Steps towards one link, and what is missing (empty where nothing is)."""

    steps: tuple[str, ...]
    missing: str = ""


def _scope(claim: Claim, facts: Known, budget: Budget) -> Evidence | None:
    """Decide the links for all values of the variables at once; None where a variable or side is not a number."""
    if not claim.formulas_only or not all(_numeric(v.domain, facts.ranges[v.name]) for v in claim.variables):
        return None
    steps: list[str] = []
    missing: list[str] = []
    for link in claim.links:
        proof = prove_link(claim, link, facts, budget)
        steps += proof.steps
        missing += [proof.missing] if proof.missing else []
    if missing:
        return Evidence("identity", Outcome.UNDECIDED, coverage=Coverage.SCOPE, steps=tuple(steps),
                        note="; ".join(dict.fromkeys(missing)))
    return Evidence("identity", Outcome.HOLDS, Rigour.EXACT, Coverage.SCOPE, steps=tuple(steps),
                    note="the difference of the sides has normal form 0 and every subterm is defined")


def _numeric(domain: Domain, facts: Range) -> bool:
    """Whether a variable is a number, or its entries are, of which every one may be anything that is known of it."""
    return facts.real and bool(domain.shape) if domain.indexed else bool(domain.assumptions)


def difference(link: Link) -> Any:
    """lhs − rhs as an unevaluated tree."""
    minus = sympy.Mul(sympy.S.NegativeOne, link.rhs.tree, evaluate=False)  # type: ignore[union-attr]
    return sympy.Add(link.lhs.tree, minus, evaluate=False)  # type: ignore[union-attr]


def prove_link(claim: Claim, link: Link, facts: Known, budget: Budget) -> _Proof:
    tree = difference(link)
    decision = decide(tree, facts, limit=budget.terms)
    if decision.answer is Answer.ZERO:
        over = ", ".join(decision.atoms)
        steps: tuple[str, ...] = (f"{link}: as a fraction of polynomials in the variables"
                                  + (f" and atoms ({over})" if over else "") + ", lhs − rhs is 0",)
    else:
        found = fundamental(tree, claim.variables, budget.terms)
        if found is not None:
            return _Proof((f"{link}:", *found))
        found = _by_induction(claim, link, tree, budget)
        if found is None:
            return _Proof((f"{link}: not decided",), f"{link}: {decision.reason}")
        steps = (f"{link}:", *found)
    shapes = {variable.name: variable.domain.shape for variable in claim.variables if variable.domain.indexed}
    conditions = _relevant((*side_conditions(tree), *entry_conditions(tree, shapes)))
    doubt = unproven(conditions, facts, claim, budget)
    if doubt:
        return _Proof(steps, "the two sides agree wherever both are defined; not shown that "
                      + ", ".join(map(str, doubt)) + " on the domain")
    if conditions:
        steps += ("defined, since " + ", ".join(map(str, conditions[:12])),)
    return _Proof(steps)


def _relevant(conditions: Iterable[SideCondition]) -> tuple[SideCondition, ...]:
    """Leave out conditions on plain numbers that are true at sight, such as 2 ≠ 0."""
    return tuple(c for c in conditions if not (c.kind == "nonzero" and c.tree.is_Rational and c.tree != 0)
                 and not (c.kind == "integer" and c.tree.is_Integer))


def unproven(conditions: Iterable[SideCondition], facts: Known, claim: Claim, budget: Budget,
             ) -> tuple[SideCondition, ...]:
    """Return the conditions that could not be proven, by signs of polynomials or by boxes."""
    from verify.checks.enclosure import nonzero_everywhere

    field = new_field(facts, budget.terms)
    learn(field, {})
    left = [condition for condition in conditions if not proven(field, condition)]
    return tuple(condition for condition in left
                 if condition.kind != "nonzero" or condition.indices
                 or not nonzero_everywhere(condition.tree, claim, budget))


def _by_induction(claim: Claim, link: Link, tree: Any, budget: Budget) -> tuple[str, ...] | None:
    """Induction over an integer variable with a least value, for all others; hypotheses are not used."""
    sides = link.lhs.tree, link.rhs.tree  # type: ignore[union-attr]
    domains = {variable.name: variable.domain for variable in claim.variables}
    facts = known(claim.variables)
    for name in candidates(tree):
        domain = domains.get(name)
        if not isinstance(domain, Integers) or not domain.low.is_Rational:
            continue
        if any(name in needs(other) for other in domains.values()):
            continue
        start = int(sympy.ceiling(domain.low))
        found = (induction(tree, name, start, facts, budget.terms)
                 or telescope(*sides, claim.symbols[name], start, facts, limit=budget.terms))
        if found is not None:
            return found
    return None


def _window(claim: Claim, facts: Known, budget: Budget) -> Evidence | None:
    """Decide the links at a generic point for every combination of the listed variables."""
    free = _free(claim)
    if not free:
        return None
    try:
        combinations = list(islice(generic.listings(claim.variables, free), COMBINATIONS + 1))
        if len(combinations) > COMBINATIONS:
            return None
        return _decide_combinations(claim, facts, free, combinations, budget)
    except (generic.Unsuitable, DomainError):
        return None


def _free(claim: Claim) -> frozenset[str]:
    """The variables that become indeterminates: those that cannot be listed, and cubes if there are too many points."""
    kinds: tuple[Any, ...] = generic.FREE
    free = frozenset(v.name for v in claim.variables if isinstance(v.domain, kinds))
    units = frozenset(v.name for v in claim.variables if isinstance(v.domain, generic.UNITS))
    try:
        few = len(list(islice(generic.listings(claim.variables, free), COMBINATIONS + 1))) <= COMBINATIONS
    except (generic.Unsuitable, DomainError):
        return frozenset()
    return free if few else free | units


def _decide_combinations(claim: Claim, facts: Known, free: frozenset[str], combinations: list[dict[str, Any]],
                         budget: Budget) -> Evidence | None:
    conditions = [hypothesis.condition for hypothesis in claim.hypotheses]
    admitted = [listed for listed in combinations if not generic.excluded(conditions, listed)]
    if not admitted:
        return None
    steps: list[str] = []
    work = WORK * budget.terms
    for listed in admitted:
        field = new_field(facts, budget.terms)
        field.algebra.work = work
        reason = _decide_point(claim, field, free, listed)
        work -= field.algebra.done
        at = ", ".join(f"{name} = {value}" for name, value in listed.items()) or "at a generic point"
        if reason:
            return Evidence("identity", Outcome.UNDECIDED, coverage=Coverage.SAMPLE, steps=tuple(steps),
                            note=f"{at}: {reason}", window=_window_text(claim, free))
        steps.append(f"{at}: with indeterminates for {', '.join(sorted(free))}, lhs − rhs is the zero polynomial")
    shown = steps if len(steps) <= 12 else [*steps[:11], f"… and {len(steps) - 11} more combinations"]
    # A function may tell an indeterminate from a number, so what it does with one proves nothing of all numbers.
    whole = claim.formulas_only and all(v.domain.finite for v in claim.variables if v.name not in free)
    return Evidence("identity", Outcome.HOLDS, Rigour.EXACT, Coverage.SCOPE if whole else Coverage.WINDOW,
                    steps=tuple(shown), window=_window_text(claim, free),
                    note=f"decided in a polynomial ring for {len(admitted)} combinations of the listed variables")


def _window_text(claim: Claim, free: frozenset[str]) -> str:
    parts = [f"{v.name} in {v.domain.window()}" for v in claim.variables if v.name not in free]
    names = [v.name for v in claim.variables if v.name in free]
    return "; ".join([*parts, "every " + ", ".join(names)])


def _decide_point(claim: Claim, field: Field, free: frozenset[str], listed: dict[str, Any]) -> str:
    """Return what is missing at one combination, or an empty text."""
    try:
        values = generic.point(field, claim.variables, free, listed)
        learn(field, values)
        for link in claim.links:
            before = len(field.algebra.divisors)
            sides = [generic.side(field, one, values) for one in (link.lhs, link.rhs)]
            if not generic.same(*sides):
                return f"{link}: the difference is not the zero polynomial"
            doubt = _doubt(field, link, values, field.algebra.divisors[before:])
            if doubt:
                return f"{link}: the sides agree wherever both are defined; not shown that {doubt}"
    except (Unevaluable, Undefined, ZeroDivisionError, RecursionError) as problem:
        return str(problem) or type(problem).__name__
    return ""


def _doubt(field: Field, link: Link, values: dict[str, Any], divisors: list[Indeterminate]) -> str:
    for one in (link.lhs, link.rhs):
        if isinstance(one, Formula):
            for condition in _relevant(side_conditions(one.tree)):
                if not proven(field, condition, values):
                    return str(condition)
    if any(isinstance(one, Definition) for one in (link.lhs, link.rhs)) and not all(
            nonzero(field, divisor) for divisor in divisors):
        return "what a function divides by is not 0"
    return ""
