"""Noise: how a function on {±1}^n behaves on pairs of correlated inputs.

Conventions: tables in the row order of `numerics.hypercube`. Two inputs x, y are *rho-correlated*, -1 <= rho <= 1, if
x is uniform and, independently for every coordinate, y_i = x_i with probability (1 + rho)/2, else y_i = -x_i.

Reference: O'Donnell 2014, Analysis of Boolean Functions, Definitions 2.40, 2.42 and 2.46.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from numerics.hypercube import as_table, dimension, popcounts
from numerics.ring import Array

_HALF = Fraction(1, 2)


def flip_probabilities(n: int, rho: Any) -> Array:
    """The probability that y = x·z for rho-correlated x, y, for every z in {±1}^n.

    Args: n: number of coordinates; rho: the correlation, an int or Fraction (exact) or a float.
    Returns: object array (2^n,) in row order.
    Raises: ValueError unless -1 <= rho <= 1.

    >>> from fractions import Fraction
    >>> [str(p) for p in flip_probabilities(1, Fraction(1, 3))]
    ['2/3', '1/3']
    """
    if not -1 <= rho <= 1:
        raise ValueError(f"a correlation lies in [-1, 1]; got {rho}")
    kept, flipped = (1 + rho) * _HALF, (1 - rho) * _HALF
    return np.array([kept ** (n - k) * flipped**k for k in popcounts(n).tolist()], dtype=object)


def noise_operator(values: Any, rho: Any) -> Array:
    """(T_rho f)(x) = E f(y) for every x, where x, y are rho-correlated; by summing over all 4^n pairs.

    Args: values: table (2^n,); rho: the correlation.
    Returns: object array (2^n,) in row order, exact for exact arguments.
    Raises: ValueError unless the length is a power of two and -1 <= rho <= 1.

    >>> noise_operator([1, -1], 0).tolist() == [0, 0]
    True
    """
    table = as_table(values).astype(object)
    weights = flip_probabilities(dimension(table), rho)
    rows = np.arange(table.size)
    return np.array([np.dot(weights, table[rows ^ row]) for row in rows], dtype=object)


def noise_stability(values: Any, rho: Any) -> Any:
    """Stab_rho(f) = E f(x) f(y) over rho-correlated x, y.

    Args: values: table (2^n,); rho: the correlation.
    Returns: an exact number for exact arguments.
    Raises: ValueError unless the length is a power of two and -1 <= rho <= 1.

    >>> from fractions import Fraction
    >>> noise_stability([1, -1, -1, 1], Fraction(1, 2))  # the parity of n bits has rho^n
    Fraction(1, 4)
    """
    table = as_table(values).astype(object)
    return np.dot(table, noise_operator(table, rho)) * _HALF**dimension(table)
