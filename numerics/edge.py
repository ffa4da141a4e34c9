"""Sensitivity and influence: how a function on {±1}^n changes along the edges {x, x^i} of the cube.

Conventions: tables in the row order of `numerics.hypercube`; x^i is x with coordinate i negated. The *real* convention
measures a change by its square over four, the *indicator* convention counts it; they agree for ±1-valued functions.

    s(f, x) = 1/4 sum_i (f(x) - f(x^i))^2,      as(f) = E_x s(f, x),      Inf_i(f) = 1/4 E_x (f(x) - f(x^i))^2.

Reference: Hahn and Rofin 2024, Section 2; O'Donnell 2014, Definition 2.27 for Inf_i of real functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from numerics.bit_table import boundary_edges, changing_coordinates, is_sign_table, pack
from numerics.hypercube import as_table, dimension
from numerics.ring import Array, as_ring, common_denominator, magnitude, narrowed, quotient, quotients, vector


def sensitivity(values: Any) -> Array:
    """s(f, x) = 1/4 sum_i (f(x) - f(x^i))^2 for every x (real convention). Ring-generic.

    Args: values: table (2^n,).
    Returns: array (2^n,) in row order. Exact for exact tables: int64 for an int64 table if every value is an integer
        (as for ±1 tables), else an object array of Fractions or ring elements; float64 for float64.
    Raises: ValueError unless the length is a power of two.

    >>> sensitivity([1, 1, 1, -1]).tolist() == [0, 1, 1, 2]
    True
    >>> sensitivity([0, 1]).tolist()
    [Fraction(1, 4), Fraction(1, 4)]
    """
    table = as_table(values)
    if is_sign_table(table):
        return changing_coordinates(table)
    if table.dtype == np.int64:
        sums = _squared_jumps(_overflow_safe(table))
        return sums // 4 if sums.dtype == np.int64 and not np.any(sums % 4) else quotients(sums, 4)
    scaled = common_denominator(table) if table.dtype == object else None
    exact, unit = scaled if scaled is not None else (table, 1)
    return quotients(_squared_jumps(exact), 4 * unit**2)


def average_sensitivity(values: Any) -> Any:
    """as(f) = E_x s(f, x) = 2^-n sum_x 1/4 sum_i (f(x) - f(x^i))^2 (real convention). Ring-generic.

    Args: values: table (2^n,).
    Returns: exact number (Fraction for ints and Fractions), float for float64.
    Raises: ValueError unless the length is a power of two.

    >>> average_sensitivity([1, 1, 1, -1])
    Fraction(1, 1)
    """
    table = narrowed(as_table(values))
    n = dimension(table)
    if n == 0:
        return quotient(table.sum() - table.sum(), 1)  # the empty sum, as a zero of the table's own ring
    if is_sign_table(table):
        words = pack(table)
        return Fraction(sum(boundary_edges(words, bit) for bit in range(n)), 2 ** (n - 1))
    return influence(table).sum()


def influence(values: Any) -> Array:
    """Inf_i(f) = 1/4 E_x (f(x) - f(x^i))^2 for i = 1..n (real convention). Ring-generic.

    Args: values: table (2^n,).
    Returns: array (n,): exact object array, or float64 for float64. Entry i-1 belongs to coordinate i.
    Raises: ValueError unless the length is a power of two.

    >>> influence([1, 1, 1, -1]).tolist()
    [Fraction(1, 2), Fraction(1, 2)]
    """
    table = as_table(values)
    n = dimension(table)
    if is_sign_table(table):
        words = pack(table)
        return vector(Fraction(boundary_edges(words, bit), 2 ** (n - 1)) for bit in range(n))
    scaled = common_denominator(table) if table.dtype == object else None
    exact, unit = scaled if scaled is not None else (as_ring(table), 1)
    sums = [(jump * jump).sum() for jump in _jumps(exact)]  # each edge {x, x^i} once, so 2^-n becomes 2^-(n-1)
    if exact.dtype == np.float64:
        return np.array(sums, dtype=np.float64) / 2.0 ** (n + 1)
    return vector(quotient(total, 2 ** (n + 1) * unit**2) for total in sums)


def indicator_sensitivity(values: Any) -> Array:
    """Number of coordinates i with f(x) != f(x^i), for every x (indicator convention).

    Args: values: table (2^n,) of numbers that can be compared exactly.
    Returns: int64 array (2^n,) in row order, exact.
    Raises: ValueError unless the length is a power of two.

    >>> indicator_sensitivity([0, 1, 1, 1]).tolist()
    [2, 1, 1, 0]
    """
    table = as_table(values)
    if is_sign_table(table):
        return changing_coordinates(table)
    counts = np.zeros(table.size, dtype=np.int64)
    for bit in range(dimension(table)):
        pairs = table.reshape(-1, 2, 2**bit)
        counts.reshape(-1, 2, 2**bit)[...] += (pairs[:, :1] != pairs[:, 1:]).astype(np.int64)
    return counts


def average_indicator_sensitivity(values: Any) -> Fraction:
    """E_x #{i : f(x) != f(x^i)} (indicator convention), an exact Fraction.

    >>> average_indicator_sensitivity([0, 1, 1, 1])
    Fraction(1, 1)
    """
    table = as_table(values)
    n = dimension(table)
    if is_sign_table(table):
        words = pack(table)
        return Fraction(2 * sum(boundary_edges(words, bit) for bit in range(n)), 2**n)
    return Fraction(int(indicator_sensitivity(table).sum()), 2**n)


def _jumps(table: Array) -> Iterator[Array]:
    """f(x) - f(x^i) over the 2^(n-1) inputs with x_i = +1, for i = 1..n."""
    for bit in range(dimension(table)):
        pairs = table.reshape(-1, 2, 2**bit)
        yield pairs[:, 0] - pairs[:, 1]


def _squared_jumps(table: Array) -> Array:
    """sum_i (f(x) - f(x^i))^2 for every x, in the table's own type."""
    zeros = table - table
    for bit, jump in enumerate(_jumps(table)):
        zeros.reshape(-1, 2, 2**bit)[...] += (jump * jump)[:, None]
    return zeros


def _overflow_safe(table: Array) -> Array:
    """An int64 table unchanged if every sum of squared jumps fits, else as Python ints."""
    largest = dimension(table) * (2 * magnitude(table)) ** 2
    return table if largest < 2**63 else table.astype(object)
