"""Singularity: a subterm that exact algebra proves to be undefined at an exact instance.

A ball around cos(π/2) contains 0 at every precision, so no ball tells that tan(π/2) has no value; the normal form does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import sympy
from flint import arb

from verify.errors import Indeterminate, Undefined, Unevaluable
from verify.formulas.node import BINDERS, Implication
from verify.symbolic.normal_form import certainly_zero
from verify.symbolic.side_condition import SideCondition, own_conditions
from verify.values.evaluate import evaluate

_GUARDS = (sympy.Piecewise, sympy.And, sympy.Or, sympy.ITE, sympy.Implies, Implication, sympy.Derivative, *BINDERS)
"""What may leave a part of itself unevaluated."""


def singularity(tree: Any, instance: Mapping[str, Any]) -> SideCondition | None:
    """Return a condition for a tree to have a value that is proven to be broken at an instance, else None.

    >>> n = sympy.Symbol("n", integer=True)
    >>> str(singularity(sympy.tan(sympy.pi * n / 2, evaluate=False), {"n": 1}))
    'cos(pi*n/2) ≠ 0'
    >>> singularity(sympy.tan(sympy.pi * n / 2, evaluate=False), {"n": 2})
    """
    for part in _always_evaluated(tree):
        for kind, subject in own_conditions(part):
            if kind == "nonzero" and certainly_zero(subject, instance):
                return SideCondition(kind, subject)
            if kind == "pole" and _at_pole(subject, instance):
                return SideCondition(kind, subject)
    return None


def _always_evaluated(tree: Any) -> Iterator[Any]:
    """The subterms without which a tree has no value, innermost first."""
    if not isinstance(tree, _GUARDS):
        for part in tree.args:
            yield from _always_evaluated(part)
    yield tree


def _at_pole(tree: Any, instance: Mapping[str, Any]) -> bool:
    """Whether a subterm is proven to be a non-positive integer."""
    try:
        value = evaluate(tree, instance, 256)
    except (Undefined, Indeterminate, Unevaluable):
        return False
    if not isinstance(value, arb) or value.rad() > 0.25:
        return False
    nearest = int((value.mid() + 0.5).floor().unique_fmpz())
    return nearest <= 0 and certainly_zero(sympy.Add(tree, sympy.Integer(-nearest), evaluate=False), instance)
