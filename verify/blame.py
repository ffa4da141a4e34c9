"""Blame: which part of a condition is false at an instance, told with the values that its sides have there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy

from verify.errors import AssayError, Indeterminate, Undefined, Unevaluable
from verify.formulas.formula import OPERATORS, is_condition
from verify.formulas.node import Every, Implication
from verify.side import Instance
from verify.symbolic.tree import put_name, shown
from verify.values import number, value
from verify.values.evaluate import evaluate

_BITS = 256


@dataclass(frozen=True, slots=True)
class Blame:
    """A relation that does not hold, with its values; ``part`` is its text where it is only a part of the condition."""

    relation: str
    lhs: str
    rhs: str
    gap: str | None = None
    part: str = ""


def blame(tree: Any, instance: Instance) -> Blame | None:
    """Return what is false in a false condition; None where that cannot be told.

    >>> from verify.formulas.parser import parse
    >>> n = sympy.Symbol("n")
    >>> blame(parse("n >= 0 and n^2 <= 20", {"n": n}).tree, {"n": 5})
    Blame(relation='<=', lhs='25', rhs='20', gap='5', part='n^2 <= 20')
    """
    try:
        leaf, known = _false_part(tree, dict(instance))
        operator = OPERATORS.get(type(leaf))
        part = "" if leaf is tree else shown(leaf)
        if operator is None:
            return Blame("==", _valued(leaf, known), "true", part=part)
        left, right = (evaluate(side, known, _BITS) for side in leaf.args)
        differ = not isinstance(left, bool | tuple | frozenset) and not isinstance(right, bool | tuple | frozenset)
        gap = number.decimal(abs(left - right), 6) if differ and operator != "!=" else None
        return Blame(operator, value.text(left), value.text(right), gap, part)
    except (Undefined, Indeterminate, Unevaluable, AssayError, TypeError, ValueError):
        return None


def _false_part(tree: Any, known: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The innermost part that must hold and does not, and the values of the names in it."""
    if isinstance(tree, sympy.And):
        return _false_part(next(part for part in tree.args if evaluate(part, known, _BITS) is False), known)
    if isinstance(tree, sympy.Implies | Implication):
        return _false_part(tree.args[1], known)
    if isinstance(tree, Every):
        index, low, high = tree.limits[0]
        for k in range(int(evaluate(low, known).p), int(evaluate(high, known).p) + 1):
            if evaluate(tree.function, {**known, index.name: k}, _BITS) is False:
                return _false_part(put_name(tree.function, {index.name: sympy.Integer(k)}), known)
    return tree, known


def _valued(tree: Any, known: dict[str, Any]) -> str:
    """A condition with the values of its sides in place of their formulas."""
    operator = OPERATORS.get(type(tree))
    if operator is not None:
        left, right = (_number(side, known) for side in tree.args)
        return f"{left} {operator} {right}"
    if isinstance(tree, sympy.Or | sympy.And):
        word = " or " if isinstance(tree, sympy.Or) else " and "
        return word.join(_valued(part, known) for part in tree.args)
    if isinstance(tree, sympy.Not):
        return f"not {_valued(tree.args[0], known)}"
    numbers = [part for part in tree.args if isinstance(part, sympy.Expr)]
    if not numbers or len(numbers) != len(tree.args):
        return shown(tree)
    return f"{shown(tree).partition('(')[0]}({', '.join(_number(part, known) for part in numbers)})"


def _number(tree: Any, known: dict[str, Any]) -> str:
    return _valued(tree, known) if is_condition(tree) else value.text(evaluate(tree, known, _BITS))
