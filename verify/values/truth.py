"""Truth: relations between values, how truth values join, and the programs of conditions and case distinctions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import sympy
from flint import acb, fmpq

from verify.errors import Indeterminate, Nonsense, Undefined
from verify.formulas import node
from verify.formulas.formula import OPERATORS
from verify.formulas.matrix_formula import LoewnerAtLeast, LoewnerAtMost
from verify.values import dual, fold, loewner, number
from verify.values.matrix import Matrix
from verify.values.number import Number
from verify.values.program import Environment, Maker, Program, compiled, constant, every, scalar_value

Equal = Callable[[Any, Any, Environment], bool]
_equal: list[Equal] = []


def holds(operator: str, left: Number, right: Number) -> bool:
    """Decide ``left operator right`` for numbers; raise Indeterminate where balls do not tell.

    An order is one of real numbers: i <= i + 1 is undefined, although the difference is real.

    >>> holds("<=", fmpq(1, 3), fmpq(1, 2))
    True
    """
    if operator in ("==", "!="):
        return number.is_zero(left - right) == (operator == "==")
    order = number.sign(number.real(left) - number.real(right))
    return {"<=": order <= 0, "<": order < 0, ">=": order >= 0, ">": order > 0}[operator]


def related(operator: str, left: Any, right: Any, tree: Any) -> bool:
    """Decide a relation of numbers, truth values or matrices; ``tree`` is named where it makes no sense.

    Raises Indeterminate, Undefined, Nonsense.
    """
    if isinstance(left, Matrix) or isinstance(right, Matrix):
        return _entrywise(operator, left, right)
    if isinstance(left, bool) is not isinstance(right, bool):
        raise Undefined(f"a truth value beside a number in {tree}")
    if isinstance(left, bool):
        if operator not in ("==", "!="):
            raise Undefined(f"an order between truth values in {tree}")
        return (left == right) is (operator == "==")
    return _compared(operator, left, right)


def _compared(operator: str, left: Any, right: Any) -> bool:
    if dual.is_dual(left, right):
        difference = left - right
        order = 0 if dual.vanishes(difference) else dual.sign(difference)
        return holds(operator, fmpq(order), fmpq(0))
    return holds(operator, left, right)


def _entrywise(operator: str, left: Any, right: Any) -> bool:
    """Whether a relation holds for every entry; a number stands for a matrix of equal entries."""
    shape = left if isinstance(left, Matrix) else right
    sides = [side.entries if isinstance(side, Matrix) else (side,) * len(shape.entries) for side in (left, right)]
    if isinstance(left, Matrix) and isinstance(right, Matrix) and (left.rows, left.cols) != (right.rows, right.cols):
        raise Nonsense(f"a relation of matrices of shapes {left.shape} and {right.shape}", rule="they are equal")
    denied = operator == "!="
    each = "==" if denied else operator
    return joined((partial(_compared, each, *pair) for pair in zip(*sides, strict=True)), absorbing=False) != denied


def joined(parts: Iterable[Callable[[], bool]], absorbing: bool) -> bool:
    """Stop at the first part that decides; a doubt counts only where no other part decides.

    A part that may decide guards what follows it, which then is not known to be undefined.

    >>> joined([lambda: True, lambda: False], absorbing=False)
    False
    """
    doubt: Indeterminate | None = None
    for part in parts:
        try:
            if part() is absorbing:
                return absorbing
        except Indeterminate as problem:
            doubt = problem
        except Undefined as problem:
            raise doubt or problem from None
    if doubt:
        raise doubt
    return not absorbing


@contextmanager
def ties_decided(equal: Equal) -> Iterator[None]:
    """Inside, a relation that balls do not decide is between equals where ``equal(lhs, rhs, environment)`` says so."""
    _equal.append(equal)
    try:
        yield
    finally:
        _equal.pop()


def _relation(tree: Any) -> Program:
    operator, sides = OPERATORS[tree.func], every([compiled(tree.lhs), compiled(tree.rhs)])

    def value(environment: Environment) -> bool:
        left, right = sides(environment)
        try:
            return related(operator, left, right, tree)
        except Indeterminate:
            scalar = not isinstance(left, Matrix) and not isinstance(right, Matrix)
            ordered = operator not in ("==", "!=")
            if ordered and isinstance(left, acb) and isinstance(right, acb):
                raise  # equal they may be, but neither is known to be real
            if scalar and _equal and _equal[-1](tree.lhs, tree.rhs, environment):
                return operator in ("==", "<=", ">=")
            raise

    return value


def _loewner(tree: Any) -> Program:
    values = every([compiled(side) for side in (tree.lhs, tree.rhs)])
    order = 1 if isinstance(tree, LoewnerAtMost) else -1
    return lambda environment: loewner.precedes(*values(environment)[::order])


def _piecewise(tree: Any) -> Program:
    cases = [(compiled(value), _truth(condition)) for value, condition in tree.args]

    def value(environment: Environment) -> Number | bool:
        for program, condition in cases:
            if condition(environment):
                return program(environment)
        raise Undefined(f"no case of {tree} applies")

    return value


def _truth(tree: Any) -> Program:
    program = compiled(tree)

    def value(environment: Environment) -> bool:
        found = program(environment)
        if not isinstance(found, bool):
            raise Undefined(f"the number {tree} where a truth value is needed")
        return found

    return value


def _if_then_else(tree: Any) -> Program:
    condition, then, otherwise = _truth(tree.args[0]), compiled(tree.args[1]), compiled(tree.args[2])
    return lambda environment: then(environment) if condition(environment) else otherwise(environment)


def _junction(absorbing: bool) -> Maker:
    def maker(tree: Any) -> Program:
        parts = [_truth(part) for part in tree.args]
        return lambda environment: joined((partial(part, environment) for part in parts), absorbing)

    return maker


def _negation(tree: Any) -> Program:
    part = _truth(tree.args[0])
    return lambda environment: not part(environment)


def _implication(tree: Any) -> Program:
    first, second = map(_truth, tree.args)
    return lambda environment: joined((lambda: not first(environment), partial(second, environment)), absorbing=True)


def _quantified(absorbing: bool) -> Maker:
    def maker(tree: Any) -> Program:
        part = _truth(tree.function)
        return lambda environment: joined(
            (partial(part, inner) for inner in fold.points(tree, environment, scalar_value)), absorbing)

    return maker


def _equivalence(tree: Any) -> Program:
    parts = [_truth(part) for part in tree.args]
    return lambda environment: len({part(environment) for part in parts}) == 1


MAKERS: dict[type, Maker] = {
    **dict.fromkeys(OPERATORS, _relation),
    **dict.fromkeys((LoewnerAtMost, LoewnerAtLeast), _loewner),
    sympy.And: _junction(absorbing=False),
    sympy.Or: _junction(absorbing=True),
    sympy.Not: _negation,
    **dict.fromkeys((node.Implication, sympy.Implies), _implication),
    **dict.fromkeys((node.Iff, sympy.Equivalent), _equivalence),
    node.Every: _quantified(absorbing=False),
    node.Some: _quantified(absorbing=True),
    sympy.Piecewise: _piecewise,
    sympy.ITE: _if_then_else,
    sympy.logic.boolalg.BooleanTrue: lambda tree: constant(True),
    sympy.logic.boolalg.BooleanFalse: lambda tree: constant(False),
}
"""How conditions and case distinctions are compiled."""
