"""Loewner comparison: the three-valued comparison of two symmetric matrices, and false variants of it.

Rationals are decided exactly and balls by elimination; floats by the smallest eigenvalue, whose noise is that of the
entries in the Frobenius norm (Weyl 1912: eigenvalues move by at most the norm of the change) plus the solver's own.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb, fmpq

from verify.errors import Indeterminate, Nonsense, Undefined
from verify.evidence import Outcome, Rigour
from verify.side import Sides
from verify.values import loewner, number
from verify.values.comparison import Comparison
from verify.values.float_comparison import GAP, judge
from verify.values.value import Approximate, Discrete, text

_DENIED = {"⋠": "⪯", "⋡": "⪰"}
_OPPOSITE = {Outcome.HOLDS: Outcome.FAILS, Outcome.FAILS: Outcome.HOLDS}


def compare_matrices(operator: str, left: Any, right: Any) -> Comparison:
    """Compare two matrices in the order ⪯ or ⪰, or in its denial ⋠ or ⋡.

    Raises Undefined where a side is not symmetric or not real, Nonsense where shapes do not match.

    >>> compare_matrices("⪯", fmpq(0), ((fmpq(1), fmpq(2)), (fmpq(2), fmpq(1)))).reason
    'v = (-1, 1) gives vᵀ(rhs − lhs)v = -2 < 0'
    """
    if operator in _DENIED:
        found = compare_matrices(_DENIED[operator], left, right)
        return replace(found, outcome=_OPPOSITE.get(found.outcome, found.outcome))
    words = "rhs − lhs"
    if operator == "⪰":
        left, right, words = right, left, "lhs − rhs"
    left, right = (_balls(side) for side in (left, right))
    if _has_float(left) or _has_float(right):
        return _floating(left, right, words)
    return _rigorous(left, right, words)


def _balls(value: Any) -> Any:
    """Floats whose radius is declared, as balls; what was computed through floats, as floats."""
    if isinstance(value, tuple):
        return tuple(_balls(entry) for entry in value)
    if isinstance(value, Approximate) and value.declared and isinstance(value.value, float):
        return arb(value.value, value.radius)
    if isinstance(value, Discrete) and isinstance(value.value, fmpq):
        return Approximate(loewner.as_float(value.value), 0.0 if value.robust else math.inf)
    if not isinstance(value, fmpq | arb | Approximate) and not hasattr(value, "imag"):
        raise Nonsense("an order of matrices between values that are no numbers")
    return value


def _has_float(value: Any) -> bool:
    return any(map(_has_float, value)) if isinstance(value, tuple) else isinstance(value, Approximate)


def _rigorous(left: Any, right: Any, words: str) -> Comparison:
    rows = loewner.gap(left, right)
    proven = loewner.check_symmetric(rows)
    exact = all(isinstance(entry, fmpq) for row in rows for entry in row)
    rigour = Rigour.EXACT if exact else Rigour.ENCLOSED
    slack = loewner.smallest_eigenvalue(rows) if rows else None
    try:
        direction = loewner.descent(rows)
        if direction is None:
            held = "" if proven else "symmetric as far as balls tell"
            return Comparison(Outcome.HOLDS, rigour if proven else Rigour.NUMERICAL, slack, reason=held)
        shown = loewner.witness(rows, direction)
    except Indeterminate:
        return Comparison(Outcome.UNDECIDED, rigour, slack, reason="the balls do not tell the sign of a pivot")
    value = loewner.quadratic(rows, shown)
    short = number.decimal(value) if not isinstance(value, fmpq) else str(value)
    gap = number.decimal(-value / sum((entry * entry for entry in shown), fmpq(0)), 6)
    return Comparison(Outcome.FAILS, rigour, slack, gap=gap,
                      reason=f"v = {text(shown)} gives vᵀ({words})v = {short} < 0")


def _floating(left: Any, right: Any, words: str) -> Comparison:
    rows, radius, floor = difference(left, right)
    if np.isnan(rows).any() or not np.isfinite(radius).all():
        return Comparison(Outcome.UNDECIDED, Rigour.NUMERICAL, reason="the noise of a float could not be measured here")
    skew = np.abs(rows - rows.T)
    if (skew > GAP * np.maximum(radius + radius.T, floor)).any():
        raise Undefined("an order of matrices that are not symmetric")
    values, vectors = np.linalg.eigh((rows + rows.T) / 2)
    noise = float(np.linalg.norm(radius) + len(rows) * 2.0**-50 * np.linalg.norm(rows))
    found = judge(">=", Approximate(float(values[0]), noise, floor=floor), fmpq(0))
    reason = found.reason
    if found.outcome is Outcome.FAILS:
        vector = vectors[:, 0] / np.abs(vectors[:, 0]).max()
        shown = ", ".join(f"{entry:.4g}" for entry in vector)
        reason = f"v = ({shown}) gives vᵀ({words})v = {float(values[0] * (vector @ vector)):.6g} < 0"
    return Comparison(found.outcome, found.rigour, float(values[0]), gap=found.gap, reason=reason,
                      against=found.against)


def difference(left: Any, right: Any) -> tuple[Any, Any, float]:
    """Return right − left of matrices with floats: its middle, its radii, and the floor of its noise."""
    tables = [loewner.table(value) for value in (left, right)]
    size = max(map(len, tables))
    tables = [_padded(value, size) for value in tables]
    if any(len(row) != size for value in tables for row in value):
        raise Nonsense("the sides have different shapes", rule="both sides are square matrices of one size")
    middles = [np.array([[_middle(entry) for entry in row] for row in value]) for value in tables]
    radii = [np.array([[_radius(entry) for entry in row] for row in value]) for value in tables]
    inexact = [entry for value in tables for row in value for entry in row if isinstance(entry, Approximate)]
    rows = middles[1] - middles[0]
    rounding = 2.0**-51 * (np.abs(middles[0]) + np.abs(middles[1]))
    return rows, radii[0] + radii[1] + rounding, max((entry.floor for entry in inexact), default=0.0)


def _padded(value: Any, size: int) -> Any:
    if len(value) == size:
        return value
    if len(value) == 1 and _middle(value[0][0]) == 0:
        return [[fmpq(0)] * size for _ in range(size)]
    raise Nonsense("the sides have different shapes", rule="both sides are square matrices of one size")


def _middle(entry: Any) -> float:
    if isinstance(entry, Approximate):
        if isinstance(entry.value, complex):
            raise Undefined("an order of matrices that are not real")
        return entry.value
    return loewner.as_float(entry)


def _radius(entry: Any) -> float:
    if isinstance(entry, Approximate):
        return entry.radius
    return float(entry.rad()) if isinstance(entry, arb) else 0.0


def pushed(side: Sides, t: Fraction) -> Sides:
    """Return 0 ⪯ D − s·I for the sides' difference D, with s past D's smallest eigenvalue by t·max(1, its entries)."""
    left, right = (side.lhs, side.rhs) if side.operator == "⪯" else (side.rhs, side.lhs)
    if _has_float(left) or _has_float(right):
        rows, radius, floor = difference(left, right)
        shift = float(np.linalg.eigvalsh((rows + rows.T) / 2)[0]) + float(t) * max(1.0, float(np.abs(rows).max()))
        moved = rows - shift * np.eye(len(rows))
        made = tuple(tuple(Approximate(float(x), float(r), floor=floor) for x, r in zip(*pair, strict=True))
                     for pair in zip(moved, radius, strict=True))
        return Sides("⪯", fmpq(0), made)
    exact_rows = loewner.gap(left, right)
    direction = loewner.lowest_direction(exact_rows)
    least = loewner.quadratic(exact_rows, direction) / sum((entry * entry for entry in direction), fmpq(0))
    size = max(1, *(int(abs(loewner.as_float(entry))) for row in exact_rows for entry in row))
    past = least + fmpq(t.numerator, t.denominator) * size
    return Sides("⪯", fmpq(0), tuple(tuple(entry - past if i == j else entry for j, entry in enumerate(row))
                                     for i, row in enumerate(exact_rows)))
