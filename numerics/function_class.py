"""Functions on {±1}^n by kind: all of them, random ones, those of a given degree, of few coordinates, monotone ones.

Conventions: tables in the row order of `numerics.hypercube`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from numerics.hypercube import as_stack, as_table, dimension, popcounts
from numerics.ring import Array
from numerics.walsh import walsh_hadamard

_MOST_BITS = 4  # of the 2^(2^n) functions of n = 5 bits there are four billion


def boolean_functions(n: int) -> Array:
    """All 2^(2^n) functions {±1}^n -> {±1} in counting order: row t has value -1 at input r iff bit r of t is 1.

    Int64 stack (2^(2^n), 2^n), exact: 4, 16, 256, 65536 tables for n = 1, 2, 3, 4.
    Raises: ValueError unless 0 <= n <= 4.

    >>> boolean_functions(1).tolist()
    [[1, 1], [-1, 1], [1, -1], [-1, -1]]
    """
    if not 0 <= n <= _MOST_BITS:
        raise ValueError(f"all Boolean functions are listed for 0 to {_MOST_BITS} bits; got {n}")
    numbers = np.arange(2 ** (2**n), dtype=np.int64)
    return 1 - 2 * ((numbers[:, None] >> np.arange(2**n)) & 1)


def random_boolean_function(generator: np.random.Generator, n: int) -> Array:
    """A uniformly random ±1-valued function: 2^n independent fair signs. Int64 table (2^n,).

    >>> set(random_boolean_function(np.random.default_rng(0), 5).tolist()) == {1, -1}
    True
    """
    return 1 - 2 * generator.integers(0, 2, size=2**n)


def random_polynomial(generator: np.random.Generator, n: int, degree: int) -> Array:
    """A random real function of the given degree: f = sum over |S| <= degree of c_S chi_S, c_S uniform in -9..9.

    The coefficient of one random set of that size is uniform in 1..9, so that the degree is attained.
    Int64 table (2^n,), exact. Raises: ValueError unless 0 <= degree <= n.

    >>> len(set(random_polynomial(np.random.default_rng(0), 3, 0).tolist()))      # degree 0: a constant
    1
    """
    if not 0 <= degree <= n:
        raise ValueError(f"the degree of a function of {n} bits is one of 0..{n}; got {degree}")
    levels = popcounts(n)
    coefficients = np.where(levels <= degree, generator.integers(-9, 10, size=2**n), 0)
    coefficients[generator.choice(np.flatnonzero(levels == degree))] = generator.integers(1, 10)
    return walsh_hadamard(coefficients)


def junta(values: Any, coordinates: Sequence[int], n: int) -> Array:
    """g(x) = f(x_{c_1}, ..., x_{c_k}): a function of k bits as one of n bits. Table (2^n,), each value as it is.

    Args: values: table of f (2^k,); coordinates: c_1, ..., c_k, different, of 1..n.
    Raises: ValueError for other coordinates.

    >>> junta([1, -1], [2], 2).tolist()
    [1, 1, -1, -1]
    """
    table, read = as_table(values), list(coordinates)
    if len(read) != dimension(table) or len(set(read)) != len(read) or not set(read) <= set(range(1, n + 1)):
        raise ValueError(f"{dimension(table)} different coordinates of 1..{n} are needed; got {read}")
    rows = np.arange(2**n, dtype=np.int64)
    inner = np.zeros_like(rows)
    for place, coordinate in enumerate(read):
        inner |= ((rows >> (coordinate - 1)) & 1) << place
    return table[inner]


def is_monotone(values: Any) -> Any:
    """Whether f(x) <= f(y) for all x <= y coordinatewise. Exact.

    Args: values: table (2^n,), or stack (..., 2^n), of numbers. Returns: bool, or an array of them for a stack.
    Raises: ValueError unless the length is a power of two.

    >>> is_monotone([1, 1, 1, -1]), is_monotone([1, -1, -1, 1])
    (True, False)
    """
    table = as_stack(values)
    found = np.ones(table.shape[:-1], dtype=bool)
    for bit in range(dimension(table)):
        pairs = table.reshape(*table.shape[:-1], -1, 2, 2**bit)
        found = found & np.all(pairs[..., 0, :] >= pairs[..., 1, :], axis=(-2, -1))
    return found if table.ndim > 1 else bool(found)
