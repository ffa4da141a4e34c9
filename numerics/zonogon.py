"""The zonogon that two linear forms fill over the cube, and the worst error of the two-head model over all inputs.

For vectors a, b in R^n the points (a . x, b . x), x in {±1}^n, have as their convex hull the zonogon
Z = sum of the segments [-1, 1] (a_k, b_k): its vertices come by sorting the n generators by angle, and each vertex is
the image of an input. So what is largest at a vertex is found among 2^n inputs in O(n log n).

Reference: Ziegler 1995, Section 7.3 (zonotopes).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from numerics.ring import Array
from numerics.two_head_model import Pair, checked_pair, target, two_head_table

_UNIT = 2.0**-53


def zonogon_vertices(generators: Any) -> Array:
    """The vertices of sum_k [-1, 1] z_k in the plane, counterclockwise, from the lowest (of these the leftmost) one.

    Args: generators: z, float (n, 2). Parallel ones are left apart, so that a point may lie inside an edge.
    Returns: float64 array (2 n, 2), entries within n 2^-53 sum_k |z_k| of the exact ones; (1, 2) for n = 0.
    Raises: ValueError for another shape or an entry that is not finite.

    >>> zonogon_vertices([[1, 0], [0, 1]]).tolist()
    [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
    """
    vectors = np.asarray(generators, dtype=np.float64)
    if vectors.ndim != 2 or vectors.shape[1] != 2 or not np.all(np.isfinite(vectors)):
        raise ValueError(f"generators are a finite array (n, 2); got shape {vectors.shape}")
    if not len(vectors):
        return np.zeros((1, 2))
    below = (vectors[:, 1] < 0) | ((vectors[:, 1] == 0) & (vectors[:, 0] < 0))
    upward = np.where(below[:, None], -vectors, vectors)  # angles in [0, pi)
    ordered = upward[np.argsort(np.arctan2(upward[:, 1], upward[:, 0]), kind="stable")]
    right = np.cumsum(np.concatenate([-ordered.sum(axis=0, keepdims=True), 2 * ordered[:-1]]), axis=0)
    return np.concatenate([right, -right])


def worst_case_error(g: Any, h: Any, pair: Pair) -> tuple[float, float]:
    """A bracket (lower, upper) of sup_x |f(x) - y(x)| over all 2^d inputs, in O(d log d).

    With x_i = 1 (f and y are even) and x_j = s, |f - y| = |A B - s|, where (A, B) runs over images of the other d - 2
    signs in a zonogon about (g_i + s g_j, h_i + s h_j). `lower` is the largest value at its vertices, which are images
    of inputs; `upper` is the largest on the whole zonogon, found at a vertex or inside an edge (A B has no extremum in
    the interior). The two agree to rounding, and so give the exact value, wherever no edge decides: for weights of
    softmax heads with g_i + g_j >= 1/2 and h_i + h_j >= 1/2 in particular, since then A, B >= 0 for s = 1, while for
    s = -1 and positive weights A B is convex along every edge.

    Args: g, h: real (d,), d >= 2; pair: (i, j), 1-based.
    Returns: floats with lower <= sup <= upper, rounding included: both are moved outward by a bound on the rounding
        error, about 4 d 2^-53 (1 + sum |g_k|)(1 + sum |h_k|).
    Raises: ValueError if the lengths differ, an entry is not finite or the pair is no pair of 1..d.

    >>> lower, upper = worst_case_error([0.5, 0.5, 0], [0.5, 0.5, 0], (1, 2))   # x = (1, 1): f = -1 = y; else f = 0
    >>> lower <= 1 <= upper, upper - lower < 1e-13
    (True, True)
    """
    heads = np.stack([np.asarray(g, dtype=np.float64), np.asarray(h, dtype=np.float64)], axis=1)
    if heads.ndim != 2 or not np.all(np.isfinite(heads)):
        raise ValueError(f"g and h are finite vectors of one length; got shape {heads.shape[:1] + heads.shape[2:]}")
    i, j = (coordinate - 1 for coordinate in checked_pair(len(heads), pair))
    centred = zonogon_vertices(np.delete(heads, (i, j), axis=0))
    lower = upper = 0.0
    for sign in (1, -1):
        vertices = centred + heads[i] + sign * heads[j]
        attained = vertices.prod(axis=1) - sign
        inside = _edge_extrema(vertices) - sign
        lower = max(lower, float(np.abs(attained).max()))
        upper = max(upper, lower, float(np.abs(inside).max(initial=0.0)))
    size = 1 + np.abs(heads).sum(axis=0)
    radius = float(4 * (len(heads) + 4) * _UNIT * size.prod())
    return max(0.0, lower - radius), upper + radius


def enumerated_error(g: Any, h: Any, pair: Pair) -> Any:
    """max_x |f(x) - y(x)| over all 2^d inputs, by looking at each. Ring-generic.

    Args: g, h: (d,), 2 <= d <= 20 or so; pair: (i, j), 1-based. Returns: exact for exact g and h, float for float64.
    Raises: ValueError if the lengths differ or the pair is no pair of 1..d.

    >>> enumerated_error([1, 0, 1], [0, 1, 0], (1, 2))
    1
    """
    values = two_head_table(g, h)
    return np.abs(values - target(len(g), pair)).max()


def _edge_extrema(vertices: Array) -> Array:
    """The values of A B at its stationary points strictly inside edges of the polygon."""
    steps = np.roll(vertices, -1, axis=0) - vertices
    curvature = steps.prod(axis=1)
    slope = (vertices * steps[:, ::-1]).sum(axis=1)  # d/dt of (A + t a)(B + t b) at t = 0; the curvature is a b
    with np.errstate(divide="ignore", invalid="ignore"):
        at = -slope / (2 * curvature)
    found = (at > 0) & (at < 1)
    return (vertices + np.where(found, at, 0)[:, None] * steps).prod(axis=1)[found]
