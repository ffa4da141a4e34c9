"""Cube: the mean of a body over all points of {−1, 1}^n at an instance, from its value at each of them.

Sums, products and powers are made entrywise for all points at once, and whatever else point by point.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import product
from typing import Any

import numpy as np
import sympy
from flint import fmpq

from verify import work
from verify.errors import Undefined, Unevaluable
from verify.formulas.formula import names
from verify.values import number
from verify.values.dual import Dual
from verify.values.fold import points as range_points

MAX_DIMENSION = 14
"""The points of a cube of a higher dimension are not listed."""
Environment = Mapping[str, Any]
Value = Callable[[Any, Environment], Any]


@dataclass(frozen=True, slots=True, eq=False)
class _Points:
    """The points of a cube as rows, the same as columns of numbers, and the name that they are bound to."""

    name: str
    rows: tuple[tuple[int, ...], ...]
    columns: tuple[Any, ...]


def expectation(tree: Any, environment: Environment, value: Value) -> Any:
    """Return the value of an expectation; ``value(tree, environment)`` evaluates its parts.

    Raises Undefined, Unevaluable.
    """
    (name, _, size), = tree.limits
    dimension = value(size, environment)
    if isinstance(dimension, Dual):
        raise Unevaluable("a derivative by the dimension of a cube")
    if not number.is_integer(dimension) or dimension < 0:
        raise Undefined(f"an expectation over a cube of dimension {number.decimal(dimension)}")
    if dimension > MAX_DIMENSION:
        raise Unevaluable(f"an expectation over a cube of dimension {dimension}")
    rows = tuple(product((1, -1), repeat=int(dimension.p)))
    work.charge(len(rows))
    columns = (_array([fmpq(sign) for sign in column]) for column in zip(*rows, strict=True))
    points = _Points(name.name, rows, tuple(columns))
    values = _table(tree.function, points, environment, value)
    return np.add.reduce(values) * fmpq(1, len(rows)) if isinstance(values, np.ndarray) else values


def _array(values: list[Any]) -> Any:
    """An array of numbers, which NumPy does not look into."""
    made = np.empty(len(values), dtype=object)
    made[:] = values
    return made


def _table(tree: Any, points: _Points, environment: Environment, value: Value) -> Any:
    """The values of a tree at every point; one number where it mentions none."""
    if points.name not in names(tree):
        return value(tree, environment)
    if isinstance(tree, sympy.Add | sympy.Mul):
        parts = [_table(part, points, environment, value) for part in tree.args]
        return reduce(np.add if isinstance(tree, sympy.Add) else np.multiply, parts)
    if isinstance(tree, sympy.Pow) and tree.exp.is_Integer and tree.exp > 0:
        return reduce(np.multiply, [_table(tree.base, points, environment, value)] * int(tree.exp))
    if isinstance(tree, sympy.Sum):
        parts = [_table(tree.function, points, inner, value) for inner in range_points(tree, environment, value)]
        return reduce(np.add, parts, fmpq(0))
    if isinstance(tree, sympy.Indexed) and not any(points.name in names(index) for index in tree.indices):
        value(tree, {**environment, points.name: points.rows[0]})  # refuses an index out of range
        return points.columns[int(value(tree.indices[0], environment).p) - 1]
    return _array([value(tree, {**environment, points.name: row}) for row in points.rows])
