"""The cube {±1}^n and its order of rows.

Order: row r holds the input x with x_k = +1 if bit k-1 of r is 0 and x_k = -1 if it is 1, for k = 1..n (x_1 is the
lowest bit). Coordinates are counted from 1 in every public argument. A real function on the cube is its *table*: the
array of 2^n values in that order. A *stack* is an array (..., 2^n) of tables; where a function takes stacks, what it
returns for a table (a number, an array) it returns for each, in the same leading shape.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from numerics.ring import Array, as_array


def cube(n: int) -> Array:
    """All points of {±1}^n.

    Args: n: dimension, n >= 0.
    Returns: int8 array of shape (2^n, n), exact; row r in the order of this module.
    Raises: ValueError if n < 0.

    >>> cube(2).tolist()
    [[1, 1], [-1, 1], [1, -1], [-1, -1]]
    """
    rows = np.arange(2 ** _size(n), dtype=np.int64)
    bits = (rows[:, None] >> np.arange(n)) & 1
    return (1 - 2 * bits).astype(np.int8)


def flip(rows: Any, coordinate: int) -> Any:
    """Row index of x^i, the input x with coordinate i negated: r XOR 2^(i-1).

    Args: rows: row index or integer array of them; coordinate: i >= 1.
    Returns: index or array of the same shape.
    Raises: ValueError if i < 1.

    >>> flip(0, 3), flip(np.arange(4), 1).tolist()
    (4, [1, 0, 3, 2])
    """
    if coordinate < 1:
        raise ValueError(f"coordinates are counted from 1; got {coordinate}")
    return rows ^ (1 << (coordinate - 1))


def star(x: Any) -> Array:
    """x and its n neighbours x^1, ..., x^n.

    Args: x: n bits ±1, n >= 1.
    Returns: int8 array (n + 1, n); row 0 is x, row i is x with coordinate i negated.
    Raises: ValueError for anything but a row of bits.

    >>> star([1, -1]).tolist()
    [[1, -1], [-1, -1], [1, 1]]
    """
    bits = np.asarray(x)
    if bits.ndim != 1 or not bits.size or not np.all((bits == 1) | (bits == -1)):
        raise ValueError(f"a point of the cube is a row of bits +1 and -1; got an array of shape {bits.shape}")
    rows = np.tile(bits.astype(np.int8), (bits.size + 1, 1))
    rows[np.arange(1, bits.size + 1), np.arange(bits.size)] *= -1
    return rows


def coordinate_names(n: int) -> tuple[str, ...]:
    """("x_1", ..., "x_n"), in the order of the columns of `cube`.

    >>> coordinate_names(3)
    ('x_1', 'x_2', 'x_3')
    """
    return tuple(f"x_{k}" for k in range(1, _size(n) + 1))


def as_table(values: Any) -> Array:
    """The values as a table (`numerics.ring.as_array`: object, int64 or float64), its length checked.

    Raises: ValueError unless there are 2^n values.

    >>> as_table([1, -1])
    array([1, -1], dtype=object)
    """
    table = as_stack(values)
    if table.ndim != 1:
        raise ValueError(f"one table on the cube is one-dimensional with 2^n values; got shape {table.shape}")
    return table


def as_stack(values: Any) -> Array:
    """Like `as_table` for a table or a stack of tables, an array (..., 2^n), which comes back contiguous.

    >>> as_stack(np.ones((3, 4))).shape
    (3, 4)
    """
    table = np.ascontiguousarray(as_array(values))
    dimension(table)
    return table


def dimension(values: Array) -> int:
    """n of a table of 2^n values, or of a stack of such tables.

    Raises: ValueError unless the length of the last axis is a power of two.

    >>> dimension(np.ones(8)), dimension(np.ones((3, 4)))
    (3, 2)
    """
    length = values.shape[-1] if values.ndim else 0
    if length == 0 or length & (length - 1):
        raise ValueError(f"tables on the cube have 2^n values along the last axis; got shape {values.shape}")
    return int(length).bit_length() - 1


def popcounts(n: int) -> Array:
    """|S| for every bit mask S = 0..2^n - 1, equally the number of coordinates -1 in every row; int64 array (2^n,).

    >>> popcounts(3).tolist()
    [0, 1, 1, 2, 1, 2, 2, 3]
    """
    return np.bitwise_count(np.arange(2 ** _size(n), dtype=np.uint64)).astype(np.int64)


def _size(n: int) -> int:
    if n < 0:
        raise ValueError(f"the dimension of a cube is at least 0; got {n}")
    return n
