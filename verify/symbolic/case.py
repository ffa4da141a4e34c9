"""Case: which cases of a case distinction are left where some of its conditions are decided."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import sympy
from flint import fmpq

from verify.formulas.formula import OPERATORS
from verify.values.truth import holds

Gap = Callable[[Any, Any], fmpq | None]


def open_cases(distinction: Any, gap: Gap) -> Iterator[Any]:
    """Yield the values of the cases up to the first that applies, without those that do not.

    ``gap(left, right)`` is the difference of two sides where it is known to be rational; a condition that it does not
    tell is left open.

    >>> x = sympy.Symbol("x")
    >>> cases = sympy.Piecewise((1, sympy.Lt(x, 0)), (2, sympy.Lt(x, 5)), (3, True))
    >>> list(open_cases(cases, lambda left, right: fmpq(4) - int(right) if left == x else None))
    [2]
    """
    for value, condition in distinction.args:
        applies = _truth(condition, gap)
        if applies is not False:
            yield value
        if applies:
            return


def _truth(condition: Any, gap: Gap) -> bool | None:
    if condition in (sympy.true, sympy.false):
        return condition is sympy.true
    if isinstance(condition, sympy.And | sympy.Or):
        absorbing = isinstance(condition, sympy.Or)
        parts = [_truth(part, gap) for part in condition.args]
        return absorbing if absorbing in parts else None if None in parts else not absorbing
    operator = OPERATORS.get(type(condition))
    difference = gap(*condition.args) if operator else None
    return holds(operator, difference, fmpq(0)) if operator and difference is not None else None
