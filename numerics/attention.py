"""Softmax attention weights, in float64 and in balls.

Convention: softmax(z)_k = exp(z_k) / sum_l exp(z_l); no temperature, scale the logits instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from numerics.ball import exact_rationals, rational_ball
from numerics.ring import Array


def softmax(logits: Any) -> Array:
    """softmax along the last axis in float64. The maximum is subtracted first, so that no logit overflows.

    Args: logits: real array (..., d), d >= 1.
    Returns: float64 array of the same shape; each entry good to about (|z_k - max z| + d) 2^-53 relatively, and 0.0
        where the exact positive weight is below the smallest double.
    Raises: ValueError for an empty axis or a logit that is nan or infinite.

    >>> softmax([0.0, float(np.log(3))]).round(12).tolist()
    [0.25, 0.75]
    """
    scores = np.asarray(logits, dtype=np.float64)
    if scores.ndim == 0 or scores.shape[-1] == 0:
        raise ValueError(f"softmax needs at least one logit on the last axis; got shape {scores.shape}")
    if not np.all(np.isfinite(scores)):
        raise ValueError("softmax needs finite logits; got nan or infinity")
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)


def softmax_ball(logits: Iterable[Any], precision: int = 128) -> list[Any]:
    """softmax of exact rational logits as balls.

    Args: logits: ints or Fractions (d,), d >= 1; precision: working bits (radius about 2^-precision).
    Returns: list of d balls (flint arb), each containing the exact weight.
    Raises: TypeError for inexact logits, ValueError for none.

    >>> [weight.contains(0.5) for weight in softmax_ball([7, 7])]
    [True, True]
    """
    import flint

    exact = exact_rationals(logits)
    if not exact:
        raise ValueError("softmax needs at least one logit")
    largest = max(exact)
    with flint.ctx.workprec(precision):
        weights = [rational_ball(logit - largest).exp() for logit in exact]
        total = sum(weights, start=flint.arb(0))
        return [weight / total for weight in weights]
