"""How well features that do not depend on the target can fit it: best squared errors, exactly.

For features phi: {±1}^d -> R^D and a target y the best squared error is min_w E (y - w . phi)^2, the squared distance
of y to the span of the features; for a model that reads only the inputs in R it is min_u E (y - u(x_R))^2 over all
functions u. Means over targets are over the parities chi_S(x) = prod_{i in S} x_i of all k-subsets S of 1..d.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np

from numerics.hypercube import as_table, cube, dimension
from numerics.ring import Array, as_ring, common_denominator, vector


def least_squares_errors(features: Any, targets: Any) -> Array:
    """min_w (1/N) sum_n (y_n - sum_c w_c phi_nc)^2 for every column y of the targets, exactly.

    Route: the normal equations reduced over the integers; dependent features are no obstacle.

    Args: features: ints or Fractions (N, D), D >= 0, one row per input; targets: ints or Fractions (N, T).
    Returns: object array (T,) of Fractions.
    Raises: ValueError for other shapes; TypeError for entries that are not rational.

    >>> least_squares_errors([[1], [1]], [[1, 0, 3], [1, 2, -3]]).tolist() == [0, 1, 9]
    True
    """
    import flint

    phi, y = _integral(features), _integral(targets)
    if phi[0].shape[0] != y[0].shape[0] or not phi[0].shape[0]:
        raise ValueError(f"features and targets need one row per input; got {phi[0].shape} and {y[0].shape}")
    (count, width), number = phi[0].shape, y[0].shape[1]
    left, right = (flint.fmpz_mat(*part.shape, part.ravel().tolist()) for part in (phi[0], y[0]))
    squares = [sum(entry**2 for entry in column) for column in y[0].T.tolist()]
    explained = _explained(left.transpose() * left, left.transpose() * right) if width and number else [0] * number
    unit = Fraction(count * y[1] ** 2)
    return vector((square - part) / unit for square, part in zip(squares, explained, strict=True))


def mean_parity_error(features: Any, k: int) -> Fraction:
    """The mean over all k-subsets S of 1..d of min_w E (chi_S - w . phi)^2, exactly.

    Args: features: ints or Fractions (2^d, D), d <= 12 or so, rows in the order of `numerics.hypercube`; 0 <= k <= d.
    Returns: Fraction. Raises: ValueError unless there are 2^d rows and such subsets; TypeError for inexact features.

    >>> mean_parity_error([[1], [1], [-1], [-1]], 1)     # the feature x_2 fits x_2 and not x_1
    Fraction(1, 2)
    """
    table = np.asarray(features, dtype=object)
    d = dimension(table[:, 0] if table.ndim == 2 and table.shape[1] else np.empty(len(table)))
    errors = least_squares_errors(table, np.stack([_parity(d, subset) for subset in _subsets(d, k)], axis=1))
    return Fraction(sum(errors, start=Fraction(0))) / len(errors)


def input_error(values: Any, inputs: Iterable[int]) -> Any:
    """min_u E (y - u(x_R))^2 over all functions u of the inputs in R: the mean of Var(y | x_R).

    Args: values: table of y (2^d,); inputs: R, coordinates counted from 1.
    Returns: Fraction for ints and Fractions, float for float64.
    Raises: ValueError unless R is a set of coordinates of 1..d.

    >>> input_error([1, -1, -1, 1], [1]), input_error([1, -1, -1, 1], [2, 1])      # x_1 x_2
    (Fraction(1, 1), Fraction(0, 1))
    """
    table = as_ring(as_table(values))
    d, read = dimension(table), sorted(inputs)
    if len(set(read)) != len(read) or not set(read) <= set(range(1, d + 1)):
        raise ValueError(f"inputs are different coordinates of 1..{d}; got {read}")
    axes = [d - coordinate for coordinate in read]  # x_d is the slowest axis
    cells = np.moveaxis(table.reshape((2,) * d), axes, range(len(axes))).reshape(2 ** len(axes), -1)
    size = cells.shape[1]
    one = 1.0 if table.dtype == np.float64 else Fraction(1)
    means = cells.sum(axis=1) * (one / size)
    return ((cells - means[:, None]) ** 2).sum() * (one / table.size)


def mean_input_error(d: int, inputs: Iterable[int], k: int = 2) -> Fraction:
    """The mean over all k-subsets S of 1..d of the best squared error of a model that reads only the inputs in R.

    Args: d <= 12 or so; inputs: R, coordinates counted from 1; k: size of the subsets.
    Returns: Fraction, by looking at every target and every input. Raises: as `input_error`.

    >>> mean_input_error(3, [1, 2])     # of three pairs one is read
    Fraction(2, 3)
    """
    read = list(inputs)
    errors = [input_error(_parity(d, subset), read) for subset in _subsets(d, k)]
    return Fraction(sum(errors, start=Fraction(0))) / len(errors)


def _explained(gram: Any, moments: Any) -> list[Fraction]:
    """b^T G^+ b for every column b of the moments, which lie in the range of G."""
    import flint

    width, number = gram.nrows(), moments.ncols()
    rows = [left + right for left, right in zip(gram.tolist(), moments.tolist(), strict=True)]
    reduced, denominator, rank = flint.fmpz_mat(rows).rref()
    total = [Fraction(0)] * number
    for row in range(rank):
        pivot = next(column for column in range(width) if reduced[row, column])
        for target in range(number):
            product = reduced[row, width + target] * moments[pivot, target]
            total[target] += Fraction(int(product), int(denominator))
    return total


def _integral(entries: Any) -> tuple[Array, int]:
    """A rational matrix as integers over a common denominator."""
    table = np.asarray(entries, dtype=object)
    if table.ndim != 2:
        raise ValueError(f"features and targets are matrices with one row per input; got shape {table.shape}")
    items = vector(table.ravel().tolist())
    scaled = common_denominator(items)
    if scaled is None:
        raise TypeError("features and targets are exact rationals (ints or Fractions)")
    return scaled[0].reshape(table.shape), scaled[1]


def _parity(d: int, subset: tuple[int, ...]) -> Array:
    """Table of chi_S, int64 (2^d,)."""
    return cube(d)[:, [coordinate - 1 for coordinate in subset]].prod(axis=1, dtype=np.int64)


def _subsets(d: int, k: int) -> list[tuple[int, ...]]:
    if not 0 <= k <= d:
        raise ValueError(f"subsets of 1..{d} have between 0 and {d} elements; got {k}")
    return list(combinations(range(1, d + 1), k))
