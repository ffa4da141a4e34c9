"""Loewner order: whether a symmetric matrix is positive semidefinite, and a direction that shows when it is not.

A ⪯ B says that vᵀ(B − A)v ≥ 0 for every v.  Exact and ball matrices are decided by symmetric elimination (Golub & Van
Loan 2013, section 4.2), floats by eigenvalues with a measured noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd
from typing import Any

import numpy as np
from flint import acb, arb, fmpq

from verify.errors import Indeterminate, Nonsense, Undefined
from verify.values import matrix, number

Rows = Sequence[Sequence[Any]]
SMALL = 6
"""Larger exact matrices are tried in balls first, which is rigorous where it decides."""


def descent(rows: Rows) -> tuple[Any, ...] | None:
    """Return v with vᵀDv < 0 for a symmetric D of rationals or balls, None where D is positive semidefinite.

    Raises Indeterminate where a ball hides the sign of a pivot.

    >>> descent([[fmpq(1), fmpq(2)], [fmpq(2), fmpq(1)]])
    (-2, 1)
    >>> descent([[fmpq(1), fmpq(1)], [fmpq(1), fmpq(1)]])
    """
    if len(rows) > SMALL and all(isinstance(entry, fmpq) for row in rows for entry in row):
        try:
            return _eliminated([[arb(entry) for entry in row] for row in rows])
        except Indeterminate:
            pass  # singular, or nearly so: balls do not tell
    return _eliminated(rows)


def _eliminated(rows: Rows) -> tuple[Any, ...] | None:
    size = len(rows)
    left = [list(row) for row in rows]
    shares: list[tuple[int, list[Any]]] = []
    for k in range(size):
        order = number.sign(left[k][k])
        if order < 0:
            return _lifted(_unit(size, k), shares)
        if order == 0:
            bad = next((j for j in range(k + 1, size) if number.sign(left[k][j])), None)
            if bad is not None:
                direction = _unit(size, bad)
                direction[k] = -(left[bad][bad] + 1) / (2 * left[k][bad])
                return _lifted(direction, shares)
            continue
        share = [left[k][j] / left[k][k] for j in range(size)]
        shares.append((k, share))
        for i in range(k + 1, size):
            for j in range(i, size):
                left[i][j] = left[j][i] = left[i][j] - left[k][i] * share[j]
    return None


def _unit(size: int, place: int) -> list[Any]:
    return [fmpq(int(k == place)) for k in range(size)]


def _lifted(direction: list[Any], shares: list[tuple[int, list[Any]]]) -> tuple[Any, ...]:
    """Choose the eliminated coordinates so that their squares vanish."""
    for k, share in reversed(shares):
        direction[k] = -sum((share[j] * direction[j] for j in range(k + 1, len(direction))), fmpq(0))
    return tuple(direction)


def quadratic(rows: Rows, direction: Sequence[Any]) -> Any:
    """Return vᵀDv."""
    return sum((direction[i] * entry * direction[j] for i, row in enumerate(rows) for j, entry in enumerate(row)),
               fmpq(0))


def witness(rows: Rows, direction: Sequence[Any]) -> tuple[Any, ...]:
    """Return a short rational v with vᵀDv < 0 that is proven, near a direction; raise Indeterminate where none is."""
    exact = [entry if isinstance(entry, fmpq) else _middle(entry) for entry in direction]
    size = max(abs(entry) for entry in exact)
    for scale in (*range(1, 13), 100, 10_000):
        short = tuple(fmpq((entry / size * scale + fmpq(1, 2)).floor()) for entry in exact)
        if _negative(rows, short):
            return _primitive(short)
    if _negative(rows, exact):
        return tuple(exact)
    raise Indeterminate("a direction in which the sign is not proven")


def _middle(entry: Any) -> Any:
    mantissa, exponent = entry.mid().man_exp()
    return fmpq(int(mantissa)) * fmpq(2) ** int(exponent)


def _negative(rows: Rows, direction: Sequence[Any]) -> bool:
    value = quadratic(rows, direction)
    return bool(value < 0)


def _primitive(direction: tuple[Any, ...]) -> tuple[Any, ...]:
    common = gcd(*(int(entry.p) for entry in direction))
    return tuple(entry / common for entry in direction)


def check_symmetric(rows: Rows) -> bool:
    """Tell whether a matrix is proven symmetric; raise Undefined where it is proven not to be."""
    proven = True
    for i, row in enumerate(rows):
        if len(row) != len(rows):
            raise Undefined(f"an order of matrices with {len(rows)} rows and {len(row)} columns")
        for j in range(i):
            if isinstance(row[j], acb) or isinstance(rows[j][i], acb):
                raise Undefined("an order of matrices that are not real")
            gap = row[j] - rows[j][i]
            if gap == 0:
                continue
            proven = False
            if isinstance(gap, fmpq) or not gap.contains(0):
                raise Undefined(f"an order of matrices that are not symmetric: entry ({i + 1}, {j + 1}) is "
                                f"{number.decimal(row[j])}, entry ({j + 1}, {i + 1}) is {number.decimal(rows[j][i])}")
    return proven


def precedes(left: Any, right: Any) -> bool:
    """Tell whether left ⪯ right for matrices; the number 0 is the zero matrix.

    Raises Undefined where a side is not symmetric, Indeterminate where balls do not tell.
    """
    rows = gap(matrix.to_rows(left), matrix.to_rows(right))
    if not check_symmetric(rows):
        raise Indeterminate("matrices of balls that may not be symmetric")
    return descent(rows) is None


def gap(left: Any, right: Any) -> Rows:
    """Return right − left as rows, after a check that each is symmetric; a number is a 1×1 matrix, 0 fits any."""
    tables = [table(value) for value in (left, right)]
    size = max(map(len, tables))
    for k, value in enumerate((left, right)):
        if not isinstance(value, tuple) and size > 1:
            if not (isinstance(value, fmpq) and value == 0):
                raise Nonsense("an order between a matrix and a number", rule="the sides have the same shape",
                               hint="c*identity(n)")
            tables[k] = [[fmpq(0)] * size for _ in range(size)]
        check_symmetric(tables[k])
    if len(tables[0]) != len(tables[1]):
        raise Nonsense("the sides have different shapes", rule="both sides have the same shape",
                       given=f"{len(tables[0])} and {len(tables[1])} rows")
    return [[b - a for a, b in zip(*rows, strict=True)] for rows in zip(*tables, strict=True)]


def table(value: Any) -> Rows:
    """Return a value as rows: a number is a 1×1 matrix."""
    if not isinstance(value, tuple):
        return [[value]]
    return [list(row) if isinstance(row, tuple) else [row] for row in value]


def floats(rows: Rows) -> Any:
    """Return a float64 array near a matrix, for slacks and directions only; None where it overflows."""
    try:
        table = np.array([[as_float(entry) for entry in row] for row in rows], dtype=float)
    except OverflowError:
        return None
    return (table + table.T) / 2 if np.isfinite(table).all() else None


def as_float(entry: Any) -> float:
    """A float near an entry."""
    if isinstance(entry, fmpq):
        return float(Fraction(int(entry.p), int(entry.q)))
    return float(entry.mid()) if isinstance(entry, arb) else float(entry)


def smallest_eigenvalue(rows: Rows) -> float | None:
    """A float near the smallest eigenvalue."""
    table = floats(rows)
    return None if table is None else float(np.linalg.eigvalsh(table)[0])


def lowest_direction(rows: Rows) -> tuple[Any, ...]:
    """A rational direction near the eigenvector of the smallest eigenvalue, a unit vector where it is unknown."""
    table = floats(rows)
    if table is None:
        return tuple(_unit(len(rows), 0))
    vector = np.linalg.eigh(table)[1][:, 0]
    return tuple(fmpq(round(float(entry) * 2**20), 2**20) for entry in vector)
