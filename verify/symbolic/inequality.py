"""Inequality: f ≥ 0, f > 0 or f ≠ 0 under hypotheses, by the cheapest argument that suffices.

In order: signs of polynomial terms; Sturm's theorem; quadratics; small ranges of integers one by one; the cases of
absolute values and maxima; and boxes (:mod:`verify.symbolic.cover`).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sympy

from verify.errors import Undefined, Unevaluable
from verify.formulas.formula import OPERATORS
from verify.symbolic.assumption import Known, conjuncts, learned
from verify.symbolic.cover import Outcome, Prover, Purse, prove, question
from verify.symbolic.expression import expression
from verify.symbolic.field import Field, new_field
from verify.symbolic.normal_form import element, learn
from verify.symbolic.polynomial import one_variable, quadratic, satisfies
from verify.symbolic.rebuild import cases, kinks, put, rebuild
from verify.symbolic.region import Edge, describe, region
from verify.symbolic.sign import non_negative, positive

VARIABLES = 4
"""Boxes are tried in at most this many variables."""
LISTED = 64
"""How many combinations of values of bounded integers are tried one by one."""
_NESTED = 3
_RELATIONS = {operator: relation for relation, operator in OPERATORS.items()}


@dataclass(frozen=True, slots=True)
class Setting:
    """Where an inequality is to hold: the variables' names, what is known of them, conditions, and the work allowed."""

    names: tuple[str, ...]
    known: Known
    conditions: tuple[Any, ...]
    purse: Purse
    limit: int = 200_000

    def box(self) -> dict[str, Edge]:
        """The smallest box that is known to contain every instance."""
        return region(self.names, self.known)

    def prover(self) -> Prover:
        """A fresh prover over this setting."""
        field = new_field(self.known, self.limit)
        learn(field, {})
        return Prover(field, self.conditions, self.purse)


def setting(names: Sequence[str], known: Known, conditions: Sequence[Any], boxes: int, limit: int) -> Setting:
    """Return the setting of a claim: its hypotheses' trees, and the bounds that mention other variables."""
    parts = [part for condition in conditions for part in conjuncts(condition)]
    bounds = [_RELATIONS[operator](left, right, evaluate=False) for operator, left, right in known.relations]
    everything = tuple(dict.fromkeys([*parts, *bounds]))
    return Setting(tuple(names), known, everything, Purse(boxes), limit)


def decide_order(place: Setting, operator: str, tree: Any, steps: list[str]) -> Outcome:
    """Try to prove ``tree operator 0`` (≥ or >) everywhere; add a step that says how."""
    prover, box = place.prover(), place.box()
    shown = f"{sympy.sstr(tree, order='none')} {operator} 0"
    exact = exactly(prover.field, operator, tree, box, _NESTED)
    if exact:
        steps.append(f"{shown}: {exact}")
        return Outcome(True)
    tree = _without_series(prover.field, tree)
    for split in (_listed, _cases):
        parts = split(place, tree, box)
        if parts is not None:
            inner: list[str] = []
            if all(decide_order(one, operator, piece, inner).proven for one, piece in parts):
                steps += [f"{shown}, case by case:", *inner[:12], *(["…"] if len(inner) > 12 else [])]
                return Outcome(True)
    if len(box) > VARIABLES:
        raise Unevaluable(f"more than {VARIABLES} variables for boxes")
    before = place.purse.examined
    found = prove(prover, question(prover, operator, tree), box)
    if found.proven:
        count = place.purse.examined - before
        steps.append(f"{shown}: interval arithmetic and monotonicity on {boxes(count)} over {describe(box)}")
    return found


def _without_series(field: Field, tree: Any) -> Any:
    """Replace a formula with sums by its normal form, where that has none: an interval needs fixed bounds."""
    if not tree.has(sympy.Sum, sympy.Product):
        return tree
    try:
        return expression(element(field, tree, {}))
    except (Unevaluable, Undefined, ZeroDivisionError, RecursionError):
        return tree


def boxes(count: int) -> str:
    """A number of boxes in words."""
    return f"{count} box" + ("es" if count != 1 else "")


def exactly(field: Field, operator: str, tree: Any, box: dict[str, Edge], depth: int) -> str:
    """Return how an inequality was decided without boxes, or an empty text."""
    try:
        value = element(field, tree, {})
        if (positive if operator == ">" else non_negative)(field, value):
            return "every term of a polynomial form has the right sign"
        if _by_roots(value, operator, box):
            return "the real roots of its factors, counted by Sturm's theorem, leave one sign"
        parts = quadratic(value) if depth and operator == ">=" else None
        if parts and all(exactly(field, ">=", expression(part), box, depth - 1) for part in parts):
            return "a quadratic whose leading and constant coefficients and 4ac − b² are not negative"
    except (Unevaluable, Undefined, ZeroDivisionError, RecursionError):
        return ""
    return ""


def _by_roots(value: Any, operator: str, box: dict[str, Edge]) -> bool:
    generator = one_variable(value)
    edge = box.get(generator.meaning[0]) if generator else None
    return edge is not None and not edge.point and satisfies(value, operator, edge)


def _listed(place: Setting, tree: Any, box: dict[str, Edge]) -> Iterator[tuple[Setting, Any]] | None:
    """Put in every value of the integers that have few, or None where there are none or too many."""
    few = {name: range(int(edge.low.p), int(edge.high.p) + 1) for name, edge in box.items()
           if edge.integer and edge.low is not None and edge.high is not None and edge.high - edge.low < LISTED}
    combinations = list(itertools.islice(itertools.product(*few.values()), LISTED + 1))
    if not few or len(combinations) > LISTED:
        return None
    return (_at(place, tree, dict(zip(few, values, strict=True))) for values in combinations)


def _at(place: Setting, tree: Any, values: dict[str, int]) -> tuple[Setting, Any]:
    numbers = {name: sympy.Integer(value) for name, value in values.items()}
    relations = tuple((operator, put(left, numbers), put(right, numbers))
                      for operator, left, right in place.known.relations)
    names = tuple(name for name in place.names if name not in values)
    conditions = tuple(put(condition, numbers) for condition in place.conditions)
    inner = replace(place, names=names, known=Known(place.known.ranges, relations), conditions=conditions)
    return inner, put(tree, numbers)


def _cases(place: Setting, tree: Any, box: dict[str, Edge]) -> Iterator[tuple[Setting, Any]] | None:
    """Split at the first absolute value, maximum or minimum."""
    found = kinks(tree)
    if not found or len(found) > 4 or not box:
        return None
    first = found[0]

    def pieces() -> Iterator[tuple[Setting, Any]]:
        for value, extra in cases(first):
            inner = replace(place, known=learned(place.known, extra), conditions=(*place.conditions, *extra))
            yield inner, rebuild(tree, {first: value}.get)

    return pieces()


def decide_nonzero(place: Setting, tree: Any) -> bool:
    """Tell whether a tree is proven to have no zero."""
    prover, box = place.prover(), place.box()
    if _by_roots(element(prover.field, tree, {}), "!=", box):
        return True
    return 0 < len(box) <= VARIABLES and prove(prover, question(prover, "!=", tree), box).proven
