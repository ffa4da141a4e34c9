"""Sensitivity and influence: how a function on {±1}^n changes along the edges {x, x^i} of the cube.

Conventions: tables, or stacks of tables, in the row order of `numerics.hypercube`; x^i is x with coordinate i negated.
The *real* convention measures a change by its square over four, the *indicator* convention counts it; they agree for
±1-valued functions.

    s(f, x) = 1/4 sum_i (f(x) - f(x^i))^2,      as(f) = E_x s(f, x),      Inf_i(f) = 1/4 E_x (f(x) - f(x^i))^2.

Reference: Hahn and Rofin 2024, Section 2; O'Donnell 2014, Definition 2.27 for Inf_i of real functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numerics.bit_table import boundary_edges, changing_coordinates, is_sign_table, pack
from numerics.hypercube import as_stack, dimension
from numerics.ring import Array, as_ring, common_denominator, magnitude, narrowed, quotient, quotients, vector


def sensitivity(values: Any) -> Array:
    """s(f, x) = 1/4 sum_i (f(x) - f(x^i))^2 for every x (real convention). Ring-generic.

    Args: values: table (2^n,), or stack (..., 2^n).
    Returns: array of that shape. Exact for exact tables: int64 for an int64 table if every value is an integer (as for
        ±1 tables), else an object array of Fractions or ring elements; float64 for float64.
    Raises: ValueError unless the length is a power of two.

    >>> sensitivity([1, 1, 1, -1]).tolist() == [0, 1, 1, 2]
    True
    >>> sensitivity([0, 1]).tolist()
    [Fraction(1, 4), Fraction(1, 4)]
    """
    table = as_stack(values)
    if is_sign_table(table):
        return changing_coordinates(table)
    exact, unit = _exact(table)
    sums = _squared_jumps(exact)
    if table.dtype == np.int64 and sums.dtype == np.int64 and not np.any(sums % 4):
        return sums // 4
    return quotients(sums, 4 * unit**2)


def average_sensitivity(values: Any) -> Any:
    """as(f) = E_x s(f, x) = 2^-n sum_x 1/4 sum_i (f(x) - f(x^i))^2 (real convention). Ring-generic.

    Args: values: table (2^n,), or stack (..., 2^n).
    Returns: exact number (Fraction for ints and Fractions), float for float64; an array of them for a stack.
    Raises: ValueError unless the length is a power of two.

    >>> average_sensitivity([1, 1, 1, -1])
    Fraction(1, 1)
    """
    sums, denominator = _edge_sums(values)
    return quotient(sums.sum(axis=-1), denominator)


def influence(values: Any) -> Array:
    """Inf_i(f) = 1/4 E_x (f(x) - f(x^i))^2 for i = 1..n (real convention). Ring-generic.

    Args: values: table (2^n,), or stack (..., 2^n).
    Returns: array (n,), or stack (..., n): exact object array, or float64 for float64. Entry i-1 is of coordinate i.
    Raises: ValueError unless the length is a power of two.

    >>> influence([1, 1, 1, -1]).tolist()
    [Fraction(1, 2), Fraction(1, 2)]
    """
    return quotients(*_edge_sums(values))


def indicator_sensitivity(values: Any) -> Array:
    """Number of coordinates i with f(x) != f(x^i), for every x (indicator convention).

    Args: values: table (2^n,), or stack, of numbers that can be compared exactly.
    Returns: int64 array of that shape, exact.
    Raises: ValueError unless the length is a power of two.

    >>> indicator_sensitivity([0, 1, 1, 1]).tolist()
    [2, 1, 1, 0]
    """
    table = as_stack(values)
    if is_sign_table(table):
        return changing_coordinates(table)
    counts = np.zeros(table.shape, dtype=np.int64)
    for bit in range(dimension(table)):
        pairs = table.reshape(-1, 2, 2**bit)
        counts.reshape(-1, 2, 2**bit)[...] += (pairs[:, :1] != pairs[:, 1:]).astype(np.int64)
    return counts


def average_indicator_sensitivity(values: Any) -> Any:
    """E_x #{i : f(x) != f(x^i)} (indicator convention): an exact Fraction, or an object array of them for a stack.

    >>> average_indicator_sensitivity([0, 1, 1, 1])
    Fraction(1, 1)
    """
    counts = indicator_sensitivity(values)
    return quotient(counts.sum(axis=-1), counts.shape[-1])


def _edge_sums(values: Any) -> tuple[Array, int]:
    """sum over the edges in direction i of (f(x) - f(x^i))^2, for i = 1..n, and the number that makes it Inf_i(f)."""
    table = narrowed(as_stack(values))
    n = dimension(table)
    if table.ndim == 1 and n and is_sign_table(table):
        words = pack(table)
        return vector(boundary_edges(words, bit) for bit in range(n)), 2 ** (n - 1)
    exact, unit = _exact(table)
    sums = [(jump * jump).reshape(*table.shape[:-1], -1).sum(axis=-1, keepdims=True) for jump in _jumps(exact)]
    empty = np.empty((*table.shape[:-1], 0), dtype=exact.dtype)
    return np.concatenate([empty, *sums], axis=-1), 2 ** (n + 1) * unit**2  # every edge once, at half of the inputs


def _exact(table: Array) -> tuple[Array, int]:
    """A multiple of the table whose squared jumps can be added without overflow, and the factor."""
    if table.dtype == np.int64:
        return (table if 4 * table.shape[-1] ** 2 * magnitude(table) ** 2 < 2**63 else as_ring(table)), 1
    scaled = common_denominator(table) if table.dtype == object else None
    return scaled if scaled is not None else (table, 1)


def _jumps(table: Array) -> Iterator[Array]:
    """f(x) - f(x^i) over the 2^(n-1) inputs with x_i = +1, for i = 1..n; the tables of a stack one after the other."""
    for bit in range(dimension(table)):
        pairs = table.reshape(-1, 2, 2**bit)
        yield pairs[:, 0] - pairs[:, 1]


def _squared_jumps(table: Array) -> Array:
    """sum_i (f(x) - f(x^i))^2 for every x, in the table's own type."""
    sums = table - table
    for bit, jump in enumerate(_jumps(table)):
        sums.reshape(-1, 2, 2**bit)[...] += (jump * jump)[:, None]
    return sums
