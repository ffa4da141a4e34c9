"""Layer normalisation without learned scale or shift.

    LayerNorm(y) = (y - mean) N,   N = 1/sqrt(sigma^2 + epsilon),   sigma^2 = (1/d) sum_k (y_k - mean)^2

Convention: sigma^2 is the *population* variance (divide by d, not d - 1) and epsilon is added to it under the root.
Where sigma^2 + epsilon = 0 the definition is 0/0; that raises `DegenerateVariance`, never a nan or an infinity.

Reference: Ba, Kiros and Hinton 2016, Section 3, with the epsilon of common implementations.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np

from numerics.ball import exact_rational, exact_rationals, rational_ball
from numerics.ring import Array


class DegenerateVariance(ZeroDivisionError):
    """sigma^2 + epsilon is 0: layer normalisation is 0/0 there."""


def layer_norm(y: Any, epsilon: float) -> Array:
    """LayerNorm(y) along the last axis, float64.

    Args: y: real array (..., d), d >= 1; epsilon >= 0.
    Returns: float64 array of the same shape.
    Raises: DegenerateVariance if some sigma^2 + epsilon is 0 in float64; ValueError if epsilon is negative, or y or its
        variance is not finite.

    >>> layer_norm([1.0, 3.0], 0.0).tolist(), layer_norm([1.0, 3.0], 3.0).tolist()
    ([-1.0, 1.0], [-0.5, 0.5])
    """
    centred, factor = centred_and_scale(y, epsilon)
    return centred * factor[..., None]


def scale(y: Any, epsilon: float) -> Array:
    """N = 1/sqrt(sigma^2 + epsilon) along the last axis, float64 array (...): the factor in `layer_norm`.

    Args, raises: as `layer_norm`.

    >>> float(scale([1.0, 3.0], 3.0))
    0.5
    """
    return centred_and_scale(y, epsilon)[1]


def centred_and_scale(y: Any, epsilon: float) -> tuple[Array, Array]:
    """(y - mean, N), of shapes (..., d) and (...): the two factors of `layer_norm`, which raises the same errors.

    >>> [part.tolist() for part in centred_and_scale([1.0, 3.0], 3.0)]
    [[-1.0, 1.0], 0.5]
    """
    rows = np.asarray(y, dtype=np.float64)
    if rows.ndim == 0 or rows.shape[-1] == 0:
        raise ValueError(f"layer normalisation needs a last axis of length at least 1; got shape {rows.shape}")
    _check_epsilon(epsilon)
    # Shifting by one entry first makes constant rows exactly 0; else rounding of the mean would pass for a variance.
    shifted = rows - rows[..., :1]
    centred = shifted - (shifted @ np.full(rows.shape[-1], 1.0 / rows.shape[-1]))[..., None]
    total = np.einsum("...d,...d->...", centred, centred) / rows.shape[-1] + epsilon
    if not np.all(np.isfinite(total)):
        raise ValueError("layer normalisation needs finite entries and a finite variance; got nan or infinity")
    if not np.all(total > 0):
        raise DegenerateVariance("the variance and epsilon are both 0: layer normalisation is 0/0 on this vector")
    return centred, 1.0 / np.sqrt(total)


def layer_norm_ball(y: Iterable[Any], epsilon: Any, precision: int = 128) -> list[Any]:
    """LayerNorm(y) of an exact rational vector as balls: mean and variance are exact, only the root is enclosed.

    Args: y: ints or Fractions (d,), d >= 1; epsilon: int or Fraction >= 0; precision: working bits.
    Returns: list of d balls (flint arb) that contain the exact values.
    Raises: DegenerateVariance if sigma^2 + epsilon = 0; TypeError for inexact input; ValueError as `layer_norm`.

    >>> [entry.contains(value) for entry, value in zip(layer_norm_ball([1, 3], 3), [-0.5, 0.5])]
    [True, True]
    """
    import flint

    centred, total = _exact_moments(y, epsilon)
    with flint.ctx.workprec(precision):
        factor = _inverse_root(total)
        return [rational_ball(entry) * factor for entry in centred]


def scale_ball(y: Iterable[Any], epsilon: Any, precision: int = 128) -> Any:
    """N = 1/sqrt(sigma^2 + epsilon) of an exact rational vector as a ball (flint arb).

    Args, raises: as `layer_norm_ball`.

    >>> scale_ball([1, 3], 3).contains(0.5)
    True
    """
    import flint

    total = _exact_moments(y, epsilon)[1]
    with flint.ctx.workprec(precision):
        return _inverse_root(total)


def _exact_moments(y: Iterable[Any], epsilon: Any) -> tuple[list[Fraction], Fraction]:
    """The centred vector and sigma^2 + epsilon, as Fractions."""
    entries, addend = exact_rationals(y), exact_rational(epsilon)
    if not entries:
        raise ValueError("layer normalisation needs at least one entry")
    _check_epsilon(addend)
    average = sum(entries, start=Fraction(0)) / len(entries)
    centred = [entry - average for entry in entries]
    return centred, sum((entry * entry for entry in centred), start=Fraction(0)) / len(entries) + addend


def _inverse_root(total: Fraction) -> Any:
    if total == 0:
        raise DegenerateVariance("the variance and epsilon are both 0: layer normalisation is 0/0 on this vector")
    return rational_ball(total).rsqrt()


def _check_epsilon(epsilon: Any) -> None:
    if not epsilon >= 0:
        raise ValueError(f"epsilon is at least 0; got {epsilon}")
