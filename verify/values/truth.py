"""Truth: relations between values, and how truth values join; a doubt counts only where nothing else decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from flint import fmpq

from verify.errors import Indeterminate, Nonsense, Undefined
from verify.values import dual, number
from verify.values.matrix import Matrix
from verify.values.number import Number


def holds(operator: str, left: Number, right: Number) -> bool:
    """Decide ``left operator right`` for numbers; raise Indeterminate where balls do not tell.

    >>> holds("<=", fmpq(1, 3), fmpq(1, 2))
    True
    """
    difference = left - right
    if operator in ("==", "!="):
        return number.is_zero(difference) == (operator == "==")
    order = number.sign(difference)
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
