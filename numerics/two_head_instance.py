"""Random instances of the model: positions, start and relevant coordinates as one function of a seed.

The integers come from the counter-based generator Philox4x64-10 with key (seed, stream), whose output is fixed by its
definition. What is made of them uses comparisons of integers and + - * / and the square root of float64 alone, which
IEEE 754 rounds in one way, in a fixed order and without rejection: an instance is the same on every machine, to the
last bit; its floats are within 4 units in the last place of the exact construction.

Reference: Salmon, Moraes, Dror and Shaw 2011 (Philox); Devroye 1986, Section V.2 (uniform spacings), V.4 (sphere).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from numerics.ring import Array

_POSITIONS, _QUERIES, _SUBSET = range(3)  # streams of one seed: another start leaves the positions as they are
STARTS = ("antisymmetric", "identical", "independent")


@dataclass(frozen=True, slots=True)
class Instance:
    """One instance, or several along leading axes.

    positions: V, float64 (..., d, m), unit rows; queries: one per head, float64 (..., k, m); subset: the k relevant
    coordinates in increasing order, int64 (..., k), counted from 1 (the pair where k = 2).
    """

    positions: Array
    queries: Array
    subset: Array


def instance(
    seed: int | Sequence[int], d: int, m: int, heads: int = 2, *, start: str = "antisymmetric", norm: float = 1.0
) -> Instance:
    """The instance of a seed, or of many seeds at once along a leading axis.

    Positions are independent and uniform on the unit sphere of R^m, the subset is uniform among the k-subsets of 1..d,
    and the queries have the given norm, their directions uniform on the sphere: "antisymmetric" theta and -theta (two
    heads), "identical" k times theta, "independent" k draws. The first query is the same for every start.

    Args: seed: integer 0 <= seed < 2^64, or a non-empty sequence; d >= k and m >= 1; heads: k >= 1; norm: of a query.
    Returns: `Instance`, the same on every machine; an instance with more positions begins with those of fewer.
    Raises: ValueError for an unknown start, an antisymmetric one with k != 2, or sizes or seeds out of range.

    >>> pair = instance(7, 2, 3).subset
    >>> many = instance(range(5), 8, 3)
    >>> pair.tolist(), many.positions.shape, (many.queries.sum(axis=1) == 0).all()
    ([1, 2], (5, 8, 3), np.True_)
    """
    _check(d, m, heads, start)
    if not isinstance(seed, int | np.integer):
        several = [instance(one, d, m, heads, start=start, norm=norm) for one in seed]
        return Instance(*(np.stack([getattr(one, name) for one in several]) for name in Instance.__slots__))
    drawn = norm * _sphere(seed, _QUERIES, heads if start == "independent" else 1, m)
    signs = np.array([[1.0], [-1.0]]) if start == "antisymmetric" else np.ones((heads, 1))
    queries = drawn if start == "independent" else signs * drawn
    return Instance(_sphere(seed, _POSITIONS, d, m), queries, np.array(_subset(seed, d, heads), dtype=np.int64))


def centred_positions(positions: Any) -> Array:
    """(v_k - v) / |v_k - v| with v the mean of the v_k: unit rows again. Subtracting v alone changes no softmax head.

    Args: positions: V (..., d, m), d >= 2. Returns: float64 array of the same shape, rounding error only.
    Raises: ValueError where a position is the mean of all, as for d = 1.

    >>> centred_positions([[3.0, 0.0], [3.0, 2.0], [6.0, 1.0], [0.0, 1.0]]).tolist()
    [[0.0, -1.0], [0.0, 1.0], [1.0, 0.0], [-1.0, 0.0]]
    """
    rows = np.asarray(positions, dtype=np.float64)
    differences = rows - rows.mean(axis=-2, keepdims=True)
    lengths = np.sqrt(np.sum(differences**2, axis=-1, keepdims=True))
    if not np.all(lengths > 0):
        raise ValueError("a position is the mean of all positions and has no direction from it")
    return differences / lengths


def integer_stream(seed: int, stream: int) -> np.random.Philox:
    """The bit generator of a seed and a stream: its raw 64-bit integers do not depend on the machine.

    Args: seed, stream: integers in [0, 2^64). Raises: ValueError if one is out of range.

    >>> hex(integer_stream(0, 0).random_raw())
    '0x2f4ba6408e4d89b'
    """
    if not (0 <= seed < 2**64 and 0 <= stream < 2**64):
        raise ValueError(f"a seed is an integer in [0, 2^64); got {seed}")
    return np.random.Philox(key=int(seed) + (int(stream) << 64))


def _sphere(seed: int, stream: int, rows: int, m: int) -> Array:
    """(rows, m): independent directions, uniform on the unit sphere of R^m. More rows leave the first ones unchanged.

    On the sphere of R^2n the n pairs of coordinates have squared radii that are spacings of n - 1 uniform points, and
    independent uniform angles. An odd dimension is the one above it with a coordinate left out, scaled back.
    """
    n = (m + 1) // 2
    raw = integer_stream(seed, stream).random_raw(rows * (2 * n - 1)).reshape(rows, 2 * n - 1)
    cuts = np.sort(raw[:, : n - 1], axis=1)
    ends = [np.full((rows, 1), end, dtype=np.uint64) for end in (0, 2**64 - 1)]
    squares = np.diff(np.concatenate([ends[0], cuts, ends[1]], axis=1), axis=1).astype(np.float64) * 2.0**-64
    pairs = np.sqrt(squares)[..., None] * _circle(raw[:, n - 1 :])
    directions = pairs.reshape(rows, 2 * n)[:, :m]
    if m % 2:
        before = 1 - squares[:, -1:] if n > 1 else np.zeros((rows, 1))
        directions = directions / np.sqrt(before + directions[:, -1:] ** 2)
    return directions


def _circle(raw: Array) -> Array:
    """(cos, sin) of a uniform angle per 64-bit integer, (..., 2): an angle in (0, pi/4), a swap and two signs.

    The upper 52 bits b give the angle (2 b + 1) 2^-53 pi/4, so that no digit is lost near an axis.
    """
    angle = (2 * (raw >> np.uint64(12)).astype(np.float64) + 1) * (2.0**-53 * math.pi / 4)
    swap, *signs = ((raw >> np.uint64(bit)) & np.uint64(1) for bit in range(3))
    cosine, sine = _series(angle, 0), angle * _series(angle, 1)
    point = np.where(swap[..., None] == 1, np.stack([sine, cosine], axis=-1), np.stack([cosine, sine], axis=-1))
    return point * (1 - 2 * np.stack(signs, axis=-1).astype(np.float64))


def _series(angle: Array, parity: int) -> Array:
    """cos x (parity 0) or sin x / x (parity 1) for |x| < pi/4: the Taylor series up to x^18, error below 2^-60."""
    square, value = angle * angle, np.zeros_like(angle)
    for term in range(9, -1, -1):
        value = value * square + (-1) ** term / math.factorial(2 * term + parity)
    return value


def _subset(seed: int, d: int, k: int) -> list[int]:
    """A k-subset of 1..d, exactly uniform: a rank below C(d, k) by rejection, then the subset of that rank."""
    generator, count = integer_stream(seed, _SUBSET), math.comb(d, k)
    words = (count.bit_length() + 63) // 64
    limit = 2 ** (64 * words) // count * count
    rank = limit
    while rank >= limit:
        rank = sum(int(word) << (64 * place) for place, word in enumerate(generator.random_raw(words)))
    rank %= count
    chosen: list[int] = []
    element = 1
    while len(chosen) < k:  # lexicographic order: C(d - element, k - 1 - len) subsets begin with this element
        beginning = math.comb(d - element, k - 1 - len(chosen))
        if rank < beginning:
            chosen.append(element)
        else:
            rank -= beginning
        element += 1
    return chosen


def _check(d: Any, m: Any, heads: Any, start: str) -> None:
    if not (1 <= heads <= d and m >= 1):
        raise ValueError(f"an instance needs 1 <= heads <= d and m >= 1; got heads = {heads}, d = {d}, m = {m}")
    if start not in STARTS:
        raise ValueError(f"a start is one of {', '.join(STARTS)}; got {start!r}")
    if start == "antisymmetric" and heads != 2:
        raise ValueError(f"an antisymmetric start has two heads; got {heads}")
