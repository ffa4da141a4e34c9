"""Tables of named functions on {±1}^n, in the row order of `numerics.hypercube`.

Convention: bits are ±1 and -1 means *true* (so parity is the product and AND is -1 only at the all -1 input). Tables of
±1-valued functions are int64; `mean` is an object array of Fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from numerics.hypercube import cube, popcounts
from numerics.ring import Array, as_array, narrowed, vector


def parity(n: int) -> Array:
    """PARITY(x) = x_1 x_2 ... x_n, the product of all bits (1 for n = 0). Int64 table (2^n,), exact.

    >>> parity(2).tolist()
    [1, -1, -1, 1]
    """
    return 1 - 2 * (popcounts(n) % 2)


def dictator(n: int, k: int = 1) -> Array:
    """x_k, for 1 <= k <= n. Int64 table (2^n,), exact. Raises ValueError for k outside 1..n.

    >>> dictator(2, 2).tolist()
    [1, 1, -1, -1]
    """
    if not 1 <= k <= n:
        raise ValueError(f"a dictator of {n} bits is one of the coordinates 1..{n}; got {k}")
    return 1 - 2 * ((np.arange(2**n, dtype=np.int64) >> (k - 1)) & 1)


def first(n: int) -> Array:
    """FIRST(x) = x_1: `dictator(n, 1)`. Int64 table (2^n,), exact.

    >>> first(2).tolist()
    [1, -1, 1, -1]
    """
    return dictator(n, 1)


def majority(n: int) -> Array:
    """MAJORITY(x) = sign(x_1 + ... + x_n); a tie (even n) counts as +1. Int64 table (2^n,), exact.

    >>> majority(3).tolist()
    [1, 1, 1, -1, 1, -1, -1, -1]
    >>> majority(2).tolist()
    [1, 1, 1, -1]
    """
    return np.where(n - 2 * popcounts(n) >= 0, 1, -1)


def symmetric(levels: Any) -> Array:
    """The symmetric function f(x) = F(k), where k is the number of coordinates -1 in x, for F(0), ..., F(n).

    Args: levels: the n + 1 values F(k), numbers or ring elements. Returns: table (2^n,), each value as it is.
    Raises: ValueError without a value.

    >>> symmetric([1, -1, 1]).tolist() == parity(2).tolist()
    True
    """
    values = as_array(levels)
    if values.ndim != 1 or not values.size:
        raise ValueError(f"a symmetric function of n bits has n + 1 values; got shape {values.shape}")
    return values[popcounts(values.size - 1)]


def threshold(weights: Sequence[Any], constant: Any = 0) -> Array:
    """LTF(x) = sign(constant + w_1 x_1 + ... + w_n x_n); a tie counts as +1. Int64 table (2^n,), exact.

    Args: weights: n ints or Fractions; constant: int or Fraction. Raises: TypeError for floats, which may tie wrongly.
    Reference: O'Donnell 2014, Definition 2.5.

    >>> threshold([1, 1, 1]).tolist() == majority(3).tolist()
    True
    """
    numbers = vector([constant, *weights])
    if not all(isinstance(number, int | Fraction) for number in numbers.tolist()):
        raise TypeError("weights of a threshold function are exact: ints or Fractions")
    signs = np.hstack([np.ones((2 ** len(weights), 1), dtype=object), cube(len(weights)).astype(object)])
    return np.where(narrowed(signs @ numbers) >= 0, 1, -1)


def mean(n: int) -> Array:
    """MEAN(x) = (x_1 + ... + x_n) / n, real-valued. Object table (2^n,) of Fractions.

    Raises: ValueError if n < 1.

    >>> mean(2).tolist()
    [Fraction(1, 1), Fraction(0, 1), Fraction(0, 1), Fraction(-1, 1)]
    """
    if n < 1:
        raise ValueError(f"the mean needs at least one bit; got {n}")
    levels = [Fraction(n - 2 * minus, n) for minus in range(n + 1)]
    return vector(levels)[popcounts(n)]


def conjunction(n: int) -> Array:
    """AND with -1 as true: -1 iff all inputs are -1, else +1. Int64 table (2^n,), exact; the empty AND (n = 0) is -1.

    >>> conjunction(2).tolist()
    [1, 1, 1, -1]
    """
    return np.where(popcounts(n) == n, -1, 1)


def disjunction(n: int) -> Array:
    """OR with -1 as true: -1 iff some input is -1, else +1. Int64 table (2^n,), exact; the empty OR (n = 0) is +1.

    >>> disjunction(2).tolist()
    [1, -1, -1, -1]
    """
    return np.where(popcounts(n) > 0, -1, 1)


def address(a: int) -> Array:
    """Address function (sparse look-up) of a address bits and 2^a data bits: n = a + 2^a.

    The first a coordinates spell an index m in 0..2^a - 1 (bit k-1 of m is 1 iff x_k = -1); the value is x_{a+1+m}.
    Int64 table (2^n,), exact.
    Raises: ValueError if a < 0.

    >>> address(1).tolist()
    [1, 1, -1, 1, 1, -1, -1, -1]
    """
    if a < 0:
        raise ValueError(f"the number of address bits is at least 0; got {a}")
    rows = np.arange(2 ** (a + 2**a), dtype=np.int64)
    index = rows & (2**a - 1)
    return 1 - 2 * ((rows >> (a + index)) & 1)


def tribes(width: int, tribe_count: int) -> Array:
    """TRIBES(x): the OR of ``tribe_count`` ANDs of ``width`` consecutive bits each, with -1 as true.

    Int64 table (2^n,) for n = width·tribe_count, exact.
    Raises: ValueError if width < 1 or tribe_count < 1.
    Reference: Ben-Or and Linial 1985; O'Donnell 2014, Definition 2.7.

    >>> tribes(1, 2).tolist() == disjunction(2).tolist()
    True
    >>> tribes(2, 1).tolist() == conjunction(2).tolist()
    True
    """
    if width < 1 or tribe_count < 1:
        raise ValueError(f"a tribe has at least one member and there is at least one; got {width} and {tribe_count}")
    rows = np.arange(2 ** (width * tribe_count), dtype=np.int64)
    full = 2**width - 1
    unanimous = [(rows >> (width * k)) & full == full for k in range(tribe_count)]
    return np.where(np.any(unanimous, axis=0), -1, 1)


def scratchpad_step(n: int, i: int) -> Array:
    """One step of the parity scratchpad, t_i = t_{i-1} x_i with t_0 = 1, as a function of x_1..x_n, t_1..t_{i-1}.

    The coordinates are the n bits and then what the scratchpad holds. Int64 table (2^(n+i-1),), exact.
    Raises: ValueError unless 1 <= i <= n.

    >>> scratchpad_step(1, 1).tolist()
    [1, -1]
    >>> scratchpad_step(2, 2).tolist()      # x_2 t_1 over (x_1, x_2, t_1)
    [1, 1, -1, -1, -1, -1, 1, 1]
    """
    if not 1 <= i <= n:
        raise ValueError(f"the steps of {n} bits are numbered 1..{n}; got {i}")
    last = dictator(n + i - 1, n + i - 1) if i > 1 else 1
    return dictator(n + i - 1, i) * last
