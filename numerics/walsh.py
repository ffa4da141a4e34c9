"""Walsh-Hadamard transform and Fourier coefficients of functions on {±1}^n.

Conventions: tables, or stacks of tables, in the row order of `numerics.hypercube`; S is a bit mask, bit k-1 set iff k
is in S; chi_S(x) = product of x_k over k in S. The transform is the plain sum, the Fourier coefficient its average:

    (W f)(S) = sum_x f(x) chi_S(x),        f^(S) = 2^-n (W f)(S).

Reference: O'Donnell 2014, Analysis of Boolean Functions, Definition 1.2 and Proposition 1.8.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from numerics.hypercube import as_stack, as_table, dimension, popcounts
from numerics.ring import Array, as_ring, common_denominator, magnitude, narrowed, quotient, quotients

_BLOCK = 4  # bits transformed by one matrix product; the fastest of 2..8 for large tables


def walsh_hadamard(values: Any) -> Array:
    """Unnormalised transform (W f)(S) = sum_x f(x) chi_S(x) for every mask S.

    Args: values: table (2^n,), or stack (..., 2^n), of numbers or ring elements (only + and - are used).
    Returns: array of that shape, indexed by S. Exact for integers, Fractions and ring elements (int64 in, int64 out
        where |f| 2^n < 2^63, else Python ints); float64 for float64, error at most about n 2^-53 sum_x |f(x)|.
    Raises: ValueError unless the length is a power of two.

    >>> walsh_hadamard([4, 2, 2, 0, 0, 2, -2, 0]).tolist()
    [8, 0, 8, 0, 8, 8, 0, 0]
    """
    table = as_stack(values)
    return _transform(table.ravel(), dimension(table)).reshape(table.shape)


def _transform(table: Array, n: int) -> Array:
    """The transform of every 2^n entries in turn: a stack in one row is a table whose highest bits stay as they are."""
    if table.dtype == np.float64:
        return _matrix_chain(table, n)
    if table.dtype == np.int64:
        return _integer_transform(table, n)
    scaled = common_denominator(table)
    if scaled is None:
        return _butterfly(table, n)
    integers, denominator = scaled
    result = _object_integer_transform(integers, n)
    return result if denominator == 1 else quotients(result, denominator)


def fourier_coefficients(values: Any) -> Array:
    """f^(S) = 2^-n sum_x f(x) chi_S(x) for every mask S.

    Args: values: table (2^n,) or stack. Integers give Fractions; other ring elements are divided by the integer 2^n,
        so the ring must allow that.
    Returns: array of that shape: object array of exact values, or float64 for float64.
    Raises: ValueError unless the length is a power of two.

    >>> fourier_coefficients([1, 1, 1, -1]).tolist()
    [Fraction(1, 2), Fraction(1, 2), Fraction(1, 2), Fraction(-1, 2)]
    """
    transform = walsh_hadamard(values)
    return quotients(transform, transform.shape[-1])


def spectral_weight(values: Any) -> Array:
    """W^k = sum over |S| = k of f^(S)^2, for k = 0..n.

    Args: values: table (2^n,), or stack (..., 2^n), of numbers or ring elements.
    Returns: array (n+1,), or stack (..., n+1): object array of exact values (Fractions for int and Fraction tables),
        float64 for float64.
    Raises: ValueError unless the length is a power of two.
    Reference: O'Donnell 2014, Definition 1.19.

    >>> spectral_weight([1, 1, 1, -1]).tolist()
    [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)]
    """
    return quotients(*_level_sums(values))


def mean_degree(values: Any) -> Any:
    """sum_S |S| f^(S)^2 = sum_k k W^k, the mean size of a set drawn with the weights f^(S)^2 (where they sum to 1).

    Args: values: table (2^n,), or stack (..., 2^n), of numbers or ring elements.
    Returns: exact number (Fraction for int and Fraction tables), float for float64; an array of them for a stack.
    Raises: ValueError unless the length is a power of two.

    >>> mean_degree([1, 1, 1, -1])
    Fraction(1, 1)
    """
    sums, denominator = _level_sums(values)
    degrees = np.arange(sums.shape[-1], dtype=sums.dtype)
    return quotient((sums * degrees).sum(axis=-1), denominator)


def _level_sums(values: Any) -> tuple[Array, int]:
    """sum over |S| = k of (W f)(S)^2 for k = 0..n, as (..., n+1), and 4^n; int64 only where k times it fits."""
    transform = walsh_hadamard(narrowed(as_stack(values)))
    n = dimension(transform)
    if transform.dtype == np.float64:
        return _by_level(transform**2, n), 4**n
    if transform.dtype == np.int64 and magnitude(transform) ** 2 * transform.shape[-1] < 2**53:
        return _by_level(transform.astype(np.float64) ** 2, n).astype(np.int64), 4**n
    exact = as_ring(transform)
    squares, levels = exact * exact, popcounts(n)
    sums = [squares[..., levels == k].sum(axis=-1, keepdims=True) for k in range(n + 1)]
    return np.concatenate(sums, axis=-1), 4**n


def _by_level(entries: Array, n: int) -> Array:
    """sum over |S| = k of the float64 entries (..., 2^n), for k = 0..n."""
    rows = entries.size >> n
    places = popcounts(n) + (n + 1) * np.arange(rows)[:, None]
    sums = np.bincount(places.ravel(), weights=entries.ravel(), minlength=rows * (n + 1))
    return sums.reshape(*entries.shape[:-1], n + 1)


def degree(values: Any) -> Any:
    """deg f = max |S| with f^(S) != 0, and 0 for the zero function, of an exact table (int or Fraction).

    Args: values: table (2^n,) or stack. Returns: int, or int64 array for a stack.
    Raises: TypeError for float64 tables, where zero cannot be told from rounding.

    >>> degree([1, 1, 1, -1])
    2
    """
    transform = walsh_hadamard(values)
    if transform.dtype == np.float64:
        raise TypeError("the degree needs an exact table of ints or Fractions; got float64")
    found = np.where(transform != 0, popcounts(dimension(transform)), 0).max(axis=-1)
    return found if transform.ndim > 1 else int(found)


def inverse_walsh_hadamard(transform: Any) -> Array:
    """The table f with W f = transform: f(x) = 2^-n sum_S (W f)(S) chi_S(x). Exact as `fourier_coefficients` is.

    >>> inverse_walsh_hadamard([8, 0, 8, 0, 8, 8, 0, 0]).tolist() == [4, 2, 2, 0, 0, 2, -2, 0]
    True
    """
    return fourier_coefficients(transform)


def _integer_transform(table: Array, n: int) -> Array:
    bound = magnitude(table) << n  # every partial sum is an integer of at most this size
    if bound <= 2**24:
        return _matrix_chain(table.astype(np.float32), n).astype(np.int64)
    if bound <= 2**53:
        return _matrix_chain(table.astype(np.float64), n).astype(np.int64)
    if bound < 2**63:
        return _butterfly(table, n)
    return _butterfly(table.astype(object), n)


def _object_integer_transform(integers: Array, n: int) -> Array:
    largest = max(abs(item) for item in integers.tolist())
    if largest << n < 2**63:
        return _integer_transform(integers.astype(np.int64), n).astype(object)
    return _butterfly(integers, n)


def _matrix_chain(table: Array, n: int) -> Array:
    """One product per block of bits, from the lowest: the block is the middle axis of (higher, block, lower)."""
    source, lower = table.copy(), 1
    spare = np.empty_like(source)  # two buffers taking turns: fresh memory would cost more than the products
    for bits in _blocks(n):
        matrix = _hadamard(bits, table.dtype.char)
        if lower == 1:  # one large product instead of many with a single column
            np.matmul(source.reshape(-1, 2**bits), matrix, out=spare.reshape(-1, 2**bits))
        else:
            shape = (-1, 2**bits, lower)
            np.matmul(matrix, source.reshape(shape), out=spare.reshape(shape))
        source, spare = spare, source
        lower *= 2**bits
    return source


def _blocks(n: int) -> list[int]:
    count = -(-n // _BLOCK)
    return [n // count + (index < n % count) for index in range(count)]


@lru_cache(maxsize=32)
def _hadamard(bits: int, character: str) -> Array:
    """chi_S(x) as a 2^bits square matrix: (-1)^|S and x|, symmetric."""
    masks = np.arange(2**bits, dtype=np.uint64)
    signs = 1 - 2 * (np.bitwise_count(masks[:, None] & masks).astype(np.int64) % 2)
    matrix = signs.astype(np.dtype(character))
    matrix.setflags(write=False)
    return matrix


def _butterfly(table: Array, n: int) -> Array:
    for bit in range(n):
        pairs = table.reshape(-1, 2, 2**bit)
        upper, lower = pairs[:, 0], pairs[:, 1]
        table = np.stack([upper + lower, upper - lower], axis=1).ravel()
    return table if n else table.copy()


def parseval(values: Any) -> tuple[Any, Any]:
    """Both sides of Parseval's identity: (E f^2, sum_S f^(S)^2), each computed by its own definition, for one table.

    >>> parseval([4, 2, 2, 0])
    (Fraction(6, 1), Fraction(6, 1))
    """
    table = as_ring(as_table(values))
    return quotient((table * table).sum(), table.size), spectral_weight(table).sum()
