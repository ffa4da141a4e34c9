"""The population loss of the two-head model, by two routes that share no formula.

    L(g, h) = E_x (f(x) - y(x))^2,   x uniform on {±1}^d,   f(x) = -(g . x)(h . x),   y(x) = -x_i x_j   (no factor 1/2).

* `population_loss` averages over all 2^d inputs: the definition itself.
* `expected_loss` takes the expectation one coordinate after the other (E over x_1, then x_2, ...): d steps, any d.

Both are ring-generic and hold for all g, h, softmax weights or not.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from numerics.attention import softmax_ball
from numerics.dual import gradient, partial_derivative
from numerics.ring import Array, as_ring, common_denominator, quotient, quotients
from numerics.two_head_model import Pair, checked_pair, linear_form, target

_LARGEST_CUBE = 24


def population_loss(g: Any, h: Any, pair: Pair) -> Any:
    """L(g, h) = 2^-d sum_x (f(x) - y(x))^2 over the whole cube. Ring-generic.

    Args: g, h: vectors (d,), 2 <= d <= 24; pair: (i, j), 1-based.
    Returns: exact number (Fraction for ints and Fractions) or float for float64.
    Raises: ValueError if the lengths differ, d is too large to enumerate, or the pair is no pair of 1..d.

    >>> population_loss([1, 0], [0, 1], (1, 2)), population_loss([1, 0], [1, 0], (1, 2))
    (Fraction(0, 1), Fraction(2, 1))
    """
    left, right, (scale_g, scale_h) = _integral(g, h)
    unit = scale_g * scale_h
    return quotient(_squared_error(left, right, pair, unit), 2**left.size * unit**2)


def loss_gradient(g: Any, h: Any, pair: Pair) -> tuple[Array, Array]:
    """(dL/dg, dL/dh) of the enumerated loss at free g and h, by dual numbers through every one of the 2^d terms.

    Args: as for `population_loss`.
    Returns: two arrays (d,), exact object arrays for exact input, float64 for float64.
    Raises: as `population_loss`.

    >>> [slope.tolist() for slope in loss_gradient([1, 0], [1, 0], (1, 2))]
    [[Fraction(2, 1), Fraction(-2, 1)], [Fraction(2, 1), Fraction(-2, 1)]]
    """
    left, right, (scale_g, scale_h) = _integral(g, h)
    unit = scale_g * scale_h
    count = 2**left.size * unit**2
    slopes_g = gradient(lambda free: _squared_error(free, right, pair, unit), left)
    slopes_h = gradient(lambda free: _squared_error(left, free, pair, unit), right)
    return quotients(slopes_g * scale_g, count), quotients(slopes_h * scale_h, count)


def loss_derivative(g: Any, h: Any, pair: Pair, k: int) -> Any:
    """dL/dg_k of the enumerated loss, 1 <= k <= d, by one pass of dual numbers; dL/dh_k has g and h swapped.

    Args, raises: as `population_loss`. Returns: an exact number for exact input.

    >>> loss_derivative([1, 0], [1, 0], (1, 2), 2)
    Fraction(-2, 1)
    """
    left, right, (scale_g, scale_h) = _integral(g, h)
    unit = scale_g * scale_h
    slope = partial_derivative(lambda free: _squared_error(free, right, pair, unit), left, k - 1)
    return quotient(slope * scale_g, 2**left.size * unit**2)


def expected_loss(g: Any, h: Any, pair: Pair) -> Any:
    """L(g, h) for any d, by taking the expectation over one coordinate after the other.

    With A = g . x and B = h . x, y^2 = 1 and E f^2 = E A^2 B^2. Adding a fair sign x_k to A and B changes the joint
    moments of (A, B) by averages over x_k = ±1 (odd ones stay 0), and E f y is the average of -f x_i x_j over the four
    values of (x_i, x_j) after the other coordinates were averaged. No moment is written in closed form.

    Args: g, h: vectors (d,) of ring elements (Fractions, balls, floats, ...), d >= 2; pair: (i, j), 1-based.
    Returns: exact number for exact input, float for float64, ball for balls.
    Raises: ValueError if the lengths differ or the pair is no pair of 1..d.

    >>> from fractions import Fraction
    >>> expected_loss([Fraction(1, 2)] * 2, [Fraction(1, 2)] * 2, (1, 2))
    Fraction(1, 2)
    """
    left, right = _vectors(g, h)
    i, j = (coordinate - 1 for coordinate in checked_pair(left.size, pair))
    others = [k for k in range(left.size) if k not in (i, j)]
    heads = list(zip(left.tolist(), right.tolist(), strict=True))
    ab_others = _joint_moments([heads[k] for k in others])[1]
    square = _joint_moments(heads)[3]
    correlation: Any = 0
    for x_i, x_j in product((1, -1), repeat=2):
        a = heads[i][0] * x_i + heads[j][0] * x_j
        b = heads[i][1] * x_i + heads[j][1] * x_j
        f = -(a * b + ab_others)  # E over the other coordinates, x_i and x_j fixed
        y = -x_i * x_j
        correlation = correlation + f * y
    return square - quotient(correlation, 4) * 2 + 1


def loss_ball(logits_g: Any, logits_h: Any, pair: Pair, precision: int = 128) -> Any:
    """Ball (flint arb) around the population loss of the heads g = softmax(logits_g), h = softmax(logits_h), any d.

    Route: `softmax_ball`, then `expected_loss` in ball arithmetic.

    Args: logits_g, logits_h: exact rationals (d,), d >= 2; pair: (i, j), 1-based; precision: working bits.
    Returns: arb that contains the exact loss; its radius says how well it is known.
    Raises: TypeError for inexact logits; ValueError as `expected_loss`.

    >>> loss_ball([0, 0], [0, 0], (1, 2)).contains(0.5)
    True
    """
    import flint

    with flint.ctx.workprec(precision):
        weights_g, weights_h = softmax_ball(logits_g, precision), softmax_ball(logits_h, precision)
        return expected_loss(weights_g, weights_h, pair)


def _joint_moments(heads: list[tuple[Any, Any]]) -> tuple[Any, Any, Any, Any]:
    """(E A^2, E A B, E B^2, E A^2 B^2) for A = sum g_k x_k, B = sum h_k x_k over the (g_k, h_k) given.

    One step replaces (A, B) by (A + g x, B + h x) and averages over x = ±1; what is odd in x cancels.
    """
    aa: Any = 0
    ab: Any = 0
    bb: Any = 0
    aabb: Any = 0
    for g, h in heads:
        aabb = aabb + g * g * bb + h * h * aa + 4 * (g * h * ab) + g * g * h * h
        aa, ab, bb = aa + g * g, ab + g * h, bb + h * h
    return aa, ab, bb, aabb


def _squared_error(left: Array, right: Array, pair: Pair, unit: int) -> Any:
    """sum_x (f(x) - unit y(x))^2: for g = left / p, h = right / q and unit = p q this is (p q)^2 2^d L(g, h)."""
    d = left.size
    if d > _LARGEST_CUBE:
        raise ValueError(f"2^{d} inputs are too many to enumerate (limit d = {_LARGEST_CUBE}); use expected_loss")
    wanted = target(d, pair)
    y = wanted if left.dtype == right.dtype == np.float64 else wanted.astype(object)
    error = -(linear_form(left) * linear_form(right)) - y * unit
    return (error * error).sum()


def _integral(g: Any, h: Any) -> tuple[Array, Array, tuple[int, int]]:
    """g and h as integer vectors over their common denominators where they are rational, unchanged otherwise."""
    left, right = _vectors(g, h)
    if left.dtype == object and right.dtype == object:
        scaled_g, scaled_h = common_denominator(left), common_denominator(right)
        if scaled_g is not None and scaled_h is not None:
            return scaled_g[0], scaled_h[0], (scaled_g[1], scaled_h[1])
    return left, right, (1, 1)


def _vectors(g: Any, h: Any) -> tuple[Array, Array]:
    left, right = as_ring(g), as_ring(h)
    if left.ndim != 1 or left.shape != right.shape:
        raise ValueError(f"g and h are vectors of one length; got shapes {left.shape} and {right.shape}")
    return left, right
