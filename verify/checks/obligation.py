"""Shared by the symbolic checks: to prove what a claim owes besides its relation, for the whole scope."""

from __future__ import annotations

from typing import Any

import sympy

from verify.budget import Budget
from verify.checks.enclosure import condition_holds, setting_of
from verify.claim import Claim, Link, Obligation
from verify.errors import DomainError, Undefined, Unevaluable
from verify.symbolic.assumption import known
from verify.symbolic.inequality import Setting, decide_order
from verify.symbolic.integrality import integral
from verify.symbolic.side_condition import real_conditions


def discharge(claim: Claim, budget: Budget) -> tuple[list[str], str]:
    """Return the steps that prove every obligation of a claim, and what is missing (empty where nothing is)."""
    steps: list[str] = []
    for obligation in claim.obligations:
        if obligation.links is None:
            return steps, f"that {obligation.name}, which only instances can tell"
        try:
            place = setting_of(claim, known(claim.variables, claim.hypotheses), budget)
            missing = _missing(claim, obligation, place, steps)
        except (Unevaluable, Undefined, DomainError, ZeroDivisionError, RecursionError, KeyError) as problem:
            missing = str(problem) or type(problem).__name__
        if missing:
            return steps, f"that {obligation.name} ({missing})"
        steps.append(obligation.name)
    return steps, ""


def _missing(claim: Claim, obligation: Obligation, place: Setting, steps: list[str]) -> str:
    for link in obligation.links or ():
        if not decide_order(place, link.operator.replace("<", ">"), _gap(link), steps).proven:
            return str(link)
        sides: tuple[Any, ...] = (link.lhs, link.rhs)
        doubt = [c for side in sides for c in real_conditions(side.tree) if not condition_holds(place, c)]
        if doubt:
            return ", ".join(map(str, doubt))
    if obligation.integer is not None and not integral(obligation.integer, claim.variables, claim.hypotheses):
        return f"{sympy.sstr(obligation.integer, order='none')} is an integer"
    return ""


def _gap(link: Link) -> Any:
    """The larger side minus the smaller one, unevaluated."""
    sides: tuple[Any, ...] = (link.lhs, link.rhs) if ">" in link.operator else (link.rhs, link.lhs)
    return sympy.Add(sides[0].tree, sympy.Mul(sympy.S.NegativeOne, sides[1].tree, evaluate=False), evaluate=False)
