"""Constraint: an instance moved onto the linear equalities among a claim's hypotheses.

Random points almost never meet an equality such as x + y = 1.  Where it is linear in a variable, that variable is
solved for exactly; whether the hypothesis is then met is decided by the trial, as for any instance.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy

from verify import number
from verify.claim import Claim
from verify.domain import needs
from verify.errors import AssayError, DomainError, Indeterminate, Undefined, Unevaluable
from verify.evaluate import evaluate
from verify.formula import Formula, names
from verify.scalar_domain import Integers, Rationals, Reals
from verify.variable import Variable
from verify.vector_domain import Vectors

Instance = dict[str, Any]


def meet(claim: Claim, instance: Instance) -> Instance:
    """Return the instance with one number changed for every linear equality that it does not meet, where possible.

    >>> from verify import Reals, oo
    >>> from verify.builder import make_claim
    >>> claim = make_claim("c", "x*y <= 1/4", {}, given="x + y == 1", at="p. 1", forall={"x": Reals(), "y": Reals()})
    >>> meet(claim, {"x": 3, "y": 5})["y"]
    -2
    """
    for equation in _equations(claim):
        if any(isinstance(side, sympy.MatrixSymbol | sympy.IndexedBase) for side in equation.args):
            instance = _assigned(claim, equation, instance)
        elif _residual(equation, instance) not in (0, None):
            instance = next(_solutions(claim, equation, instance), instance)
    return instance


def _equations(claim: Claim) -> Iterator[Any]:
    for hypothesis in claim.hypotheses:
        if isinstance(hypothesis.condition, Formula):
            tree = hypothesis.condition.tree
            parts = tree.args if isinstance(tree, sympy.And) else (tree,)
            yield from (part for part in parts if isinstance(part, sympy.Eq))


def _assigned(claim: Claim, equation: Any, instance: Instance) -> Instance:
    """The instance with a matrix or vector set to what an equation says that it is, where that is a member."""
    for whole, value in ((equation.lhs, equation.rhs), (equation.rhs, equation.lhs)):
        name = next(iter(names(whole)), "")
        variable = next((v for v in claim.variables if v.name == name and isinstance(
            whole, sympy.MatrixSymbol | sympy.IndexedBase)), None)
        if variable is None or name in names(value):
            continue
        try:
            moved = {**instance, name: _plain(evaluate(value, instance))}
        except (Undefined, Unevaluable, Indeterminate, AssayError):
            continue
        if _member(variable, moved):
            return moved
    return instance


def _plain(value: Any) -> Any:
    """A value as Python numbers; Unevaluable where it is not exact."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    if not number.is_exact(value):
        raise Unevaluable("an inexact value")
    return number.to_python(value)


def _residual(equation: Any, instance: Instance) -> Any:
    """lhs − rhs where it is an exact number, else None."""
    try:
        sides = evaluate(equation.lhs, instance), evaluate(equation.rhs, instance)
    except (Undefined, Unevaluable, Indeterminate, AssayError):
        return None
    exact = all(number.is_exact(side) for side in sides)
    return number.to_python(sides[0] - sides[1]) if exact else None


def _solutions(claim: Claim, equation: Any, instance: Instance) -> Iterator[Instance]:
    """Instances that meet the equation, one for each place that it can be solved for; later variables first."""
    sizes = {name for variable in claim.variables for name in needs(variable.domain)}
    for variable in reversed(claim.variables):
        if variable.name not in names(equation) or variable.name in sizes:
            continue
        for place in _places(variable, instance):
            values = [_residual(equation, _put(instance, variable, place, value)) for value in (0, 1)]
            if None in values or values[0] == values[1]:
                continue
            root = number.to_python(number.divide(number.exact(values[0]), number.exact(values[0] - values[1])))
            moved = _put(instance, variable, place, root)
            if _residual(equation, moved) == 0 and _member(variable, moved):
                yield moved


def _places(variable: Variable, instance: Instance) -> tuple[int | None, ...]:
    if isinstance(variable.domain, Reals | Rationals | Integers):
        return (None,)
    if isinstance(variable.domain, Vectors):
        return tuple(range(len(instance[variable.name]) - 1, -1, -1))
    return ()


def _put(instance: Instance, variable: Variable, place: int | None, value: Any) -> Instance:
    if place is None:
        return {**instance, variable.name: value}
    entries = list(instance[variable.name])
    entries[place] = value
    return {**instance, variable.name: tuple(entries)}


def _member(variable: Variable, instance: Instance) -> bool:
    try:
        return variable.domain.contains(instance[variable.name], instance)
    except DomainError:
        return False
