"""The model with k heads on the cube, its population loss and gradient for any d, many instances at once.

    f(x) = -prod_r (g_r . x),    y(x) = -prod_{i in S} x_i,    |S| = k,    L = E (f - y)^2,    x uniform on {±1}^d.

The moments of the linear forms g_1 . x, ..., g_k . x are computed by recursion over the coordinates: those of one
coordinate, of two, of four, ... by multiplying out and averaging. No moment is written in closed form. k = 2 is the
model of `numerics.two_head_model`. Any real weights, not only those of a softmax.
"""

from __future__ import annotations

from itertools import product
from math import comb, prod
from typing import Any

import numpy as np

from numerics.ring import Array


def heads_product(heads: Any, inputs: Any) -> Array:
    """f(x) = -prod_r (g_r . x) in float64.

    Args: heads: (..., k, d); inputs: (B, d). Returns: float64 array (..., B).

    >>> heads_product([[1, 2], [3, 4]], [[1, -1], [1, 1]]).tolist()
    [-1.0, -21.0]
    """
    weights = np.asarray(heads, dtype=np.float64)
    return -np.prod(weights @ np.asarray(inputs, dtype=np.float64).T, axis=-2)


def heads_loss(heads: Any, subset: Any) -> Array | float:
    """L = E (f - y)^2 for any d in O(6^k d).

    Args: heads: real (..., k, d); subset: S, k different coordinates counted from 1, (k,) or (..., k).
    Returns: float64 array (...), or a float without leading axes; a rounding error of a few units of 2^-53 (1 + E f^2).
    Raises: ValueError unless every subset is k different coordinates of 1..d.

    >>> heads_loss([[1, 0, 0], [0, 1, 0], [0, 0, 1]], (3, 1, 2)), heads_loss([[1, 0], [1, 0]], (1, 2))
    (0.0, 2.0)
    """
    weights, places = _checked(heads, subset)
    k = weights.shape[-2]
    square = _total_moments(np.moveaxis(weights, -2, 0))[(2,) * k]
    forms, signs = _target_forms(weights, places)
    # E f y: what the other coordinates add to a form cannot pair up with the k different signs of y
    correlation = (np.prod(forms, axis=-2) * signs.prod(axis=1)).mean(axis=-1)
    loss = square - 2 * correlation + 1
    return loss if loss.ndim else float(loss)


def heads_gradient(heads: Any, subset: Any) -> Array:
    """dL/dg_r for every head at free real heads, float64 (..., k, d).

    By definition dL/dg_rl = E 2 (f - y) df/dg_rl with df/dg_rl = -x_l prod_{s != r} (g_s . x). The moments of the
    coordinates other than l come from those of all coordinates by undoing the recursion's step for l; then x_l = ±1 is
    averaged explicitly.

    Args: heads: real (..., k, d); subset: as for `heads_loss`.
    Returns: float64 array of the shape of heads, rounding error only.
    Raises: as `heads_loss`.

    >>> heads_gradient([[1, 0], [1, 0]], (1, 2)).tolist()   # L = g_1^2 + (g_2 - 1)^2 where h = (1, 0)
    [[2.0, -2.0], [2.0, -2.0]]
    """
    weights, places = _checked(heads, subset)
    k = weights.shape[-2]
    by_head = np.moveaxis(weights, -2, 0)
    others = _without_one(_total_moments(by_head), by_head)
    odd = (_shifted(others, by_head) - _shifted(others, -by_head)) / 2  # E x_l prod_s (g_s . x)^alpha_s
    slopes = np.stack([2 * odd[tuple(1 if s == r else 2 for s in range(k))] for r in range(k)], axis=-2)
    index = np.broadcast_to(places[..., None, :], (*weights.shape[:-1], k))
    np.put_along_axis(slopes, index, np.take_along_axis(slopes, index, axis=-1) - 2 * _cross(weights, places), axis=-1)
    return slopes


def heads_specialise(heads: Any, subset: Any) -> Array | bool:
    """Whether the heads' largest entries are at the k coordinates of S, one each, and every maximum is strict.

    Args: heads: real (..., k, d), weights or logits; subset: as for `heads_loss`. Returns: bool, or array (...).
    Raises: as `heads_loss`.

    >>> heads_specialise([[0.1, 0.7, 0.2], [0.5, 0.25, 0.25]], (1, 2))
    True
    """
    weights, places = _checked(heads, subset)
    strict = np.all(np.sum(weights >= weights.max(axis=-1, keepdims=True), axis=-1) == 1, axis=-1)
    found = strict & np.all(np.sort(weights.argmax(axis=-1), axis=-1) == np.sort(places, axis=-1), axis=-1)
    return found if found.ndim else bool(found)


def _cross(weights: Array, places: Array) -> Array:
    """E x_S x_l prod_{s != r} (g_s . x) for every head r and every l in S: (..., k, k).

    For l outside S it is 0: k - 1 forms cannot pair up with k + 1 different signs; nor can the other coordinates.
    """
    forms, signs = _target_forms(weights, places)
    k = signs.shape[1]
    others = np.stack([np.prod(np.delete(forms, r, axis=-2), axis=-2) for r in range(k)], axis=-2)
    return (others * signs.prod(axis=1)) @ signs / 2**k


def _target_forms(weights: Array, places: Array) -> tuple[Array, Array]:
    """sum_{i in S} g_ri x_i for all 2^k signs of S, (..., k, 2^k), and the signs (2^k, k)."""
    k = weights.shape[-2]
    signs = np.array(list(product((1.0, -1.0), repeat=k)))
    index = np.broadcast_to(places[..., None, :], (*weights.shape[:-1], k))
    return np.take_along_axis(weights, index, axis=-1) @ signs.T, signs


def _shifted(moments: Array, shift: Array) -> Array:
    """The moments M[alpha], 0 <= alpha_r <= 2, of (A_1 + c_1, ..., A_k + c_k) from those of (A_1, ..., A_k).

    moments: (3, ..., 3, ...); shift: (k, ...).
    """
    result = moments.copy()
    for r, c in enumerate(shift):
        zeroth, first, second = ((slice(None),) * r + (power,) for power in range(3))
        result[second] += c * (2 * result[first] + c * result[zeroth])
        result[first] += c * result[zeroth]
    return result


def _added(moments: Array, weights: Array) -> Array:
    """The moments after adding a fair sign times the weights (k, ...) to the k forms."""
    return (_shifted(moments, weights) + _shifted(moments, -weights)) / 2


def _total_moments(by_head: Array) -> Array:
    """E prod_r (g_r . x)^alpha_r for 0 <= alpha_r <= 2: (3, ..., 3, ...) for weights (k, ..., d).

    Coordinates are independent, so the moments over two sets of them are a binomial convolution of those of each set.
    """
    k = by_head.shape[0]
    nothing = np.zeros((3,) * k + by_head.shape[1:])
    nothing[(0,) * k] = 1
    moments = _added(nothing, by_head)
    while moments.shape[-1] > 1:
        half = moments.shape[-1] // 2
        rest = moments[..., 2 * half :]
        both = _convolved(moments[..., :half], moments[..., half : 2 * half], k)
        moments = np.concatenate([both, rest], axis=-1)
    return moments[..., 0]


def _convolved(left: Array, right: Array, k: int) -> Array:
    """sum_beta C(alpha, beta) left[beta] right[alpha - beta]; what is odd in all signs together is 0 and left out."""
    result = np.zeros_like(left)
    for alpha in product(range(3), repeat=k):
        if sum(alpha) % 2 == 0:
            for beta in product(*(range(a + 1) for a in alpha)):
                if sum(beta) % 2 == 0:
                    ways = prod(comb(a, b) for a, b in zip(alpha, beta, strict=True))
                    rest = tuple(a - b for a, b in zip(alpha, beta, strict=True))
                    result[alpha] += ways * left[beta] * right[rest]
    return result


def _without_one(total: Array, by_head: Array) -> Array:
    """The moments over all coordinates but l, for every l: (3, ..., 3, ..., d).

    Adding a coordinate is I + N, where N raises the degree by at least 2 and so has N^(k+1) = 0: k + 1 rounds of
    M <- total - N M end exactly at the inverse.
    """
    known = np.broadcast_to(total[..., None], (*total.shape, by_head.shape[-1]))
    moments = known
    for _ in range(by_head.shape[0]):
        moments = known - (_added(moments, by_head) - moments)
    return moments


def _checked(heads: Any, subset: Any) -> tuple[Array, Array]:
    """Heads in float64 (..., k, d) and the subset as indices from 0, (..., k)."""
    weights, found = np.asarray(heads, dtype=np.float64), np.asarray(subset)
    if weights.ndim < 2:
        raise ValueError(f"heads are an array (..., k, d); got shape {weights.shape}")
    k, d = weights.shape[-2:]
    if found.dtype.kind not in "iu" or found.shape[-1:] != (k,):
        raise ValueError(f"a subset is {k} integers, one per head; got {found.dtype} of shape {found.shape}")
    increasing = np.sort(found, axis=-1)
    if np.any(found < 1) or np.any(found > d) or np.any(increasing[..., 1:] == increasing[..., :-1]):
        raise ValueError(f"a subset is {k} different coordinates of 1..{d}; got {found.tolist()}")
    return weights, np.broadcast_to(found.astype(np.int64) - 1, (*weights.shape[:-2], k))
