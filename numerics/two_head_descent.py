"""Gradient descent on the population loss of the two-head softmax model.

    g = softmax(V theta), h = softmax(V theta~), V the d x m matrix of frozen unit position vectors, trainable theta and
    theta~ in R^m; loss L = E (f - y)^2 as in `numerics.two_head_loss`.

Two routes to the gradient: `parameter_gradient` differentiates the enumerated loss by automatic differentiation
(PyTorch, small d); `population_gradient` averages over the cube coordinate by coordinate and works for any d in O(d m),
for many instances at once along leading axes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from numerics.attention import softmax
from numerics.hypercube import cube
from numerics.ring import Array
from numerics.two_head_model import Pair, pair_indices, target


def positions(generator: np.random.Generator, d: int, m: int) -> Array:
    """V: d independent rows, uniform on the unit sphere of R^m. Float64 array (d, m).

    >>> V = positions(np.random.default_rng(0), 3, 2)
    >>> (V**2).sum(axis=1).round(12).tolist()
    [1.0, 1.0, 1.0]
    """
    rows = generator.standard_normal((d, m))
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def start(generator: np.random.Generator, m: int) -> tuple[Array, Array]:
    """(theta, theta~) with theta uniform on the unit sphere of R^m and theta~ = -theta. Two float64 arrays (m,).

    >>> theta, theta_tilde = start(np.random.default_rng(0), 4)
    >>> (theta + theta_tilde).tolist(), round(float(theta @ theta), 12)
    ([0.0, 0.0, 0.0, 0.0], 1.0)
    """
    theta = positions(generator, 1, m)[0]
    return theta, -theta


def parameter_gradient(theta: Any, theta_tilde: Any, positions: Any, pair: Pair) -> tuple[Array, Array]:
    """(dL/dtheta, dL/dtheta~) of the enumerated loss, by PyTorch's automatic differentiation in float64.

    Args: theta, theta_tilde: (m,); positions: V (d, m), d <= 16 or so (2^d inputs); pair: (i, j), 1-based.
    Returns: two float64 arrays (m,), rounding error only.
    Raises: ImportError without PyTorch; ValueError unless the pair is a pair of 1..d.

    At theta = theta~ = 0 both heads are (1/2, 1/2), so f = -(1 + x_1 x_2)/2 and moving a query along v_1 - v_2 changes
    L by nothing to first order:

    >>> both = parameter_gradient([0.0], [0.0], [[1.0], [-1.0]], (1, 2))
    >>> bool(np.all(np.abs(both) < 1e-15))
    True
    """
    import torch

    rows = torch.as_tensor(np.asarray(positions, dtype=np.float64))
    wanted = torch.as_tensor(target(rows.shape[0], pair).astype(np.float64))
    inputs = torch.as_tensor(cube(rows.shape[0]).astype(np.float64))
    queries = [torch.tensor(np.asarray(query, dtype=np.float64), requires_grad=True) for query in (theta, theta_tilde)]
    left, right = (inputs @ torch.softmax(rows @ query, dim=0) for query in queries)
    ((-(left * right) - wanted) ** 2).mean().backward()
    slopes = [query.grad.numpy() for query in queries]
    return slopes[0], slopes[1]


def head_gradient(g: Any, h: Any, pair: Any) -> Array:
    """dL/dg at free real vectors g, h (dL/dh is `head_gradient(h, g, pair)`), for any d in O(d). Float64 (..., d).

    By definition dL/dg_k = E 2 (f - y) df/dg_k with df/dg_k = -x_k (h . x). For each k the average is taken over the
    coordinates other than k first: with A = g . x - g_k x_k and B = h . x - h_k x_k these have E A B = sum of g_l h_l
    and E B^2 = sum of h_l^2 over l != k (a product of signs averages to 0 unless the signs pair up). Then x_k = ±1 is
    averaged explicitly.

    Args: g, h: (..., d); pair: (i, j), 1-based, one for all or one per instance (..., 2).
    Returns: float64 array (..., d), rounding error only.
    Raises: ValueError unless every pair is a pair of 1..d.

    >>> head_gradient([1, 0], [1, 0], (1, 2)).tolist()   # L = g_1^2 + (g_2 - 1)^2 where h = (1, 0)
    [2.0, -2.0]
    """
    g, h = np.broadcast_arrays(np.asarray(g, dtype=np.float64), np.asarray(h, dtype=np.float64))
    places = np.broadcast_to(pair_indices(g.shape[-1], pair), (*g.shape[:-1], 2))
    ab = (g * h).sum(axis=-1, keepdims=True) - g * h
    bb = (h * h).sum(axis=-1, keepdims=True) - h * h
    slopes = np.zeros_like(g)
    for sign in (1.0, -1.0):
        a_k, b_k = g * sign, h * sign
        # E over the others of sign (A + a_k)(B + b_k)^2, odd moments dropped
        slopes += sign * (a_k * bb + 2 * b_k * ab + a_k * b_k * b_k)
    # E x_i x_j x_k (h . x): the four signs pair up only for {k, l} = {i, j}
    crossed = np.take_along_axis(h, places[..., ::-1], axis=-1)
    np.put_along_axis(slopes, places, np.take_along_axis(slopes, places, axis=-1) - 2 * crossed, axis=-1)
    return slopes


def population_gradient(positions: Any, theta: Any, theta_tilde: Any, pair: Any) -> tuple[Array, Array]:
    """(dL/dtheta, dL/dtheta~) for any d in O(d m): the chain rule through both softmaxes on `head_gradient`.

    Args: positions: V (..., d, m); theta, theta_tilde: (..., m); pair: (i, j), 1-based, or (..., 2). Leading axes run
        over instances.
    Returns: two float64 arrays (..., m), rounding error only.
    Raises: ValueError unless every pair is a pair of 1..d.

    >>> V = np.eye(2)
    >>> slopes = population_gradient(V, np.zeros(2), np.zeros(2), (1, 2))   # uniform heads are stationary
    >>> [slope.tolist() for slope in slopes]
    [[0.0, 0.0], [0.0, 0.0]]
    """
    rows = np.asarray(positions, dtype=np.float64)
    queries = (np.asarray(query, dtype=np.float64)[..., None] for query in (theta, theta_tilde))
    g, h = (softmax((rows @ query)[..., 0]) for query in queries)
    slopes = []
    for own, other in ((g, h), (h, g)):
        by_weight = head_gradient(own, other, pair)
        by_logit = own * (by_weight - (own * by_weight).sum(axis=-1, keepdims=True))
        slopes.append((by_logit[..., None, :] @ rows)[..., 0, :])
    return slopes[0], slopes[1]


def gradient_step(positions: Any, theta: Any, theta_tilde: Any, pair: Any, step_size: float) -> tuple[Array, Array]:
    """One step of gradient descent on the population loss: (theta - eta dL/dtheta, theta~ - eta dL/dtheta~).

    Args: positions: V (..., d, m); theta, theta_tilde: (..., m); pair: (i, j), 1-based, or (..., 2); step_size: eta.
    Returns: the new (theta, theta~), float64 arrays (..., m).
    Raises: ValueError unless every pair is a pair of 1..d.

    >>> [new.tolist() for new in gradient_step(np.eye(2), np.zeros(2), np.zeros(2), (1, 2), 10.0)]
    [[0.0, 0.0], [0.0, 0.0]]
    """
    slope, slope_tilde = population_gradient(positions, theta, theta_tilde, pair)
    return np.asarray(theta) - step_size * slope, np.asarray(theta_tilde) - step_size * slope_tilde
