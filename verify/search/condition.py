"""Condition: the relations among the hypotheses of a claim, and how instances stand to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sympy
from flint import fmpq

from verify.claim import Claim
from verify.errors import AssayError, Indeterminate, Undefined, Unevaluable
from verify.formulas.formula import OPERATORS, Formula, names
from verify.symbolic.assumption import conjuncts
from verify.values import number
from verify.values.evaluate import evaluate

_STEPS = (sympy.Mod, sympy.floor, sympy.ceiling)
Instance = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Condition:
    """``left operator right`` among the hypotheses, with the names that it mentions."""

    operator: str
    left: Any
    right: Any
    names: frozenset[str]
    steps: bool = False
    """Whether a remainder or a rounded number stands in it, so that it is met by stepping, not by solving."""

    def residual(self, instance: Instance) -> Any:
        """left − right where it is an exact number, else None."""
        try:
            sides = evaluate(self.left, instance), evaluate(self.right, instance)
        except (Undefined, Unevaluable, Indeterminate, AssayError):
            return None
        exact = all(isinstance(side, fmpq) for side in sides)
        return number.to_python(sides[0] - sides[1]) if exact else None

    def met(self, instance: Instance) -> bool:
        """Whether it is met, in exact numbers; where these do not tell it counts as met."""
        found = self.residual(instance)
        if found is None:
            return True
        return {"==": found == 0, "!=": found != 0, "<=": found <= 0, "<": found < 0, ">=": found >= 0,
                ">": found > 0}[self.operator]


def conditions(claim: Claim) -> tuple[Condition, ...]:
    """Return the relations between formulas that an instance has to meet, one for each part of a conjunction.

    >>> from verify import Reals
    >>> from verify.builder import make_claim
    >>> claim = make_claim("c", "x <= y", {}, given="x > 0 and x == y", at="p. 1", forall={"x": Reals(), "y": Reals()})
    >>> [condition.operator for condition in conditions(claim)]
    ['>', '==']
    """
    trees = [h.condition.tree for h in claim.hypotheses if isinstance(h.condition, Formula)]
    parts = [part for tree in trees for part in conjuncts(tree)]
    return tuple(Condition(OPERATORS[type(part)], part.lhs, part.rhs, names(part), part.has(*_STEPS)) for part in parts
                 if type(part) in OPERATORS)


def moduli(claim: Claim) -> tuple[int, ...]:
    """Return the constant moduli in the hypotheses, such as 4 in n % 4 = 1."""
    trees = [h.condition.tree for h in claim.hypotheses if isinstance(h.condition, Formula)]
    found = {atom.args[1] for tree in trees for atom in tree.atoms(sympy.Mod)}
    return tuple(sorted(int(m) for m in found if m.is_Integer and m > 1))

