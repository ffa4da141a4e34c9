"""Partial: the derivative of a formula at an instance, by a variable or by an entry of a vector.

The body is evaluated at a dual number (:mod:`verify.values.dual`) in place of the variable; nothing is differentiated
as text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sympy
from flint import acb

from verify.errors import Unevaluable
from verify.formulas.formula import series
from verify.values import dual
from verify.values.matrix import build, from_rows, scalar_if_one

Environment = Mapping[str, Any]
Value = Callable[[Any, Environment], Any]


def derivative(tree: Any, environment: Environment, value: Value) -> Any:
    """Return the value of a SymPy derivative, whose variables are listed with the innermost first."""
    *earlier, (place, order) = tree.args[1:]
    if not order.is_Integer or order < 0:
        raise Unevaluable(f"a derivative of the order {order}")
    if order == 0:
        return derivative(series(sympy.Derivative, tree.args[0], *earlier), environment, value) if earlier else value(
            tree.args[0], environment)
    body = series(sympy.Derivative, tree.args[0], *earlier, sympy.Tuple(place, order - 1))
    return dual.derivative(*_along(body, place, environment, value), f"{tree.args[0]} by {place}")


def _along(body: Any, place: Any, environment: Environment, value: Value,
           ) -> tuple[Callable[[Any], Any], Any]:
    """A body as a function of one variable or entry, and that one's value."""
    if isinstance(place, sympy.Symbol):
        here = value(place, environment)
        return (lambda point: value(body, {**environment, place.name: point})), _real(here, place)
    here, name = value(place, environment), str(place.base.label)
    indices = [int(value(index, environment).p) - 1 for index in place.indices]
    return (lambda point: value(body, {**environment, name: _put(environment[name], indices, point)})), _real(
        here, place)


def gradient(function: Any, variable: Any, environment: Environment, value: Value) -> Any:
    """Return the partial derivatives of a formula by the entries of a variable, in the variable's shape."""
    if isinstance(variable, sympy.Symbol):
        return value(series(sympy.Derivative, function, sympy.Tuple(variable, 1)), environment)
    name = str(variable.label) if isinstance(variable, sympy.IndexedBase) else variable.name
    table = from_rows(environment[name], lambda entry: entry)
    deep = isinstance(environment[name][0], tuple) if environment[name] else False

    def entry(i: int, j: int) -> Any:
        place = sympy.Indexed(sympy.IndexedBase(name), *((i + 1, j + 1) if deep else (i + 1,)))
        return value(series(sympy.Derivative, function, sympy.Tuple(place, 1)), environment)

    return scalar_if_one(build(table.rows, table.cols, entry))


def _real(value: Any, place: Any) -> Any:
    if isinstance(value, bool | acb):
        raise Unevaluable(f"a derivative by {place}, which is not a real number")
    return value


def _put(entries: Any, indices: Sequence[int], value: Any) -> Any:
    """Entries with one of them, or of an entry's entries, replaced."""
    first, rest = indices[0], indices[1:]
    changed = list(entries)
    changed[first] = _put(changed[first], rest, value) if rest else value
    return tuple(changed)
