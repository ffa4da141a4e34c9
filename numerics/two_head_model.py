"""The two-head product model on the cube and its target.

    f(x) = -(g . x)(h . x),    y(x) = -x_i x_j,    x in {±1}^d.

g and h are the attention weights of two heads over d positions (any ring elements here: nothing is assumed of them),
{i, j} is the pair of relevant coordinates, counted from 1. Table order as in `numerics.hypercube`.

Reference: Han and Ghoshdastidar 2026, the sparse-parity model with two heads.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from numerics.hypercube import cube
from numerics.ring import Array, as_ring

Pair = tuple[int, int]


def two_head(g: Any, h: Any, x: Any) -> Any:
    """f(x) = -(g . x)(h . x). Ring-generic.

    Args: g, h: vectors (d,); x: one input (d,) or a batch (B, d), entries ±1 (or any numbers).
    Returns: the value, or an array (B,); exact for exact g, h and x.
    Raises: ValueError if the lengths differ.

    >>> two_head([1, 2], [3, 4], [1, -1])
    -1
    """
    left, right, inputs = as_ring(g), as_ring(h), np.asarray(x)
    if not left.shape == right.shape == inputs.shape[-1:]:
        raise ValueError(f"g, h and x need one length; got {left.shape}, {right.shape} and {inputs.shape}")
    exact = left.dtype == right.dtype == object and inputs.dtype.kind != "f"
    inputs = inputs.astype(object if exact else np.float64)
    return -((inputs @ left) * (inputs @ right))


def target(d: int, pair: Pair) -> Array:
    """Table of y(x) = -x_i x_j on {±1}^d. Int64 array (2^d,), exact.

    Raises: ValueError unless i and j are different coordinates of 1..d.

    >>> target(2, (1, 2)).tolist()
    [-1, 1, 1, -1]
    """
    i, j = checked_pair(d, pair)
    points = cube(d)
    return -(points[:, i - 1] * points[:, j - 1]).astype(np.int64)


def linear_form(g: Any) -> Array:
    """Table of x -> g . x on the whole cube {±1}^d, d >= 1. Ring-generic, by doubling: 2^(d+1) additions.

    Returns: array (2^d,): float64 for float64 g, else an object array, exact.

    >>> linear_form([1, 10]).tolist()
    [11, 9, -9, -11]
    """
    weights = as_ring(g)
    if weights.ndim != 1 or not weights.size:
        raise ValueError(f"a linear form needs a vector of at least one weight; got shape {weights.shape}")
    values = np.concatenate([weights[:1], -weights[:1]])
    for k in range(1, weights.size):
        step = weights[k : k + 1]  # a slice, so that NumPy never looks into a ring element
        values = np.concatenate([values + step, values - step])
    return values


def two_head_table(g: Any, h: Any) -> Array:
    """Table of f(x) = -(g . x)(h . x) on the whole cube. Ring-generic; object or float64 array (2^d,).

    >>> two_head_table([1, 0], [0, 1]).tolist()
    [-1, 1, 1, -1]
    """
    return -(linear_form(g) * linear_form(h))


def heads_argmax(g: Any, h: Any) -> tuple[int, int]:
    """(argmax g, argmax h), counted from 1; the first one where a maximum is attained more than once.

    Args: g, h: real vectors (d,): attention weights or, sharper once the weights saturate, logits.

    >>> heads_argmax([0.1, 0.7, 0.2], [0.5, 0.25, 0.25])
    (2, 1)
    """
    return int(np.argmax(g)) + 1, int(np.argmax(h)) + 1


def specialises(g: Any, h: Any, pair: Pair) -> bool:
    """Whether {argmax g, argmax h} = {i, j} with both maxima strict: a tie or a nan has not specialised.

    Args: g, h: real vectors (d,), attention weights or logits; pair: (i, j), 1-based.
    Raises: ValueError unless i and j are different coordinates of 1..d.

    >>> specialises([0.1, 0.7, 0.2], [0.5, 0.25, 0.25], (1, 2))
    True
    >>> specialises([0.1, 0.7, 0.2], [0.4, 0.4, 0.2], (1, 2))
    False
    """
    expected = set(checked_pair(len(g), pair))
    strict = all(np.count_nonzero(np.asarray(head) >= np.max(head)) == 1 for head in (g, h))
    return bool(strict) and set(heads_argmax(g, h)) == expected


def checked_pair(d: int, pair: Pair) -> Pair:
    """The pair as Python ints; ValueError unless 1 <= i, j <= d and i != j."""
    i, j = (int(coordinate) for coordinate in pair)
    if not (1 <= i <= d and 1 <= j <= d and i != j):
        raise ValueError(f"a pair is two different coordinates of 1..{d}; got {tuple(pair)}")
    return i, j


def pair_indices(d: int, pair: Any) -> Array:
    """Pairs counted from 1 as indices from 0, int64 (..., 2); ValueError unless every one is a pair of 1..d."""
    found = np.asarray(pair)
    if found.ndim == 1 and found.shape == (2,):
        return np.array([coordinate - 1 for coordinate in checked_pair(d, tuple(found.tolist()))], dtype=np.int64)
    if found.shape[-1:] != (2,) or found.dtype.kind not in "iu":
        raise ValueError(f"pairs are an integer array (..., 2); got {found.dtype} of shape {found.shape}")
    if np.any(found < 1) or np.any(found > d) or np.any(found[..., 0] == found[..., 1]):
        raise ValueError(f"a pair is two different coordinates of 1..{d}; not all of the {found.size // 2} given are")
    return found.astype(np.int64) - 1
