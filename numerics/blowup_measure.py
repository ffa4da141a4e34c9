"""Blow-up as the code of Hahn and Rofin 2024 measures it.

    product over layers k of max over w of 1/std(Y_w^(k)),   in the last layer at the last position alone

std is the sample deviation, divisor d - 1; there is neither the 1 + nor the epsilon of Blowup(x) in `numerics.forward`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from numerics.forward import NOISE, evaluate
from numerics.layernorm import DegenerateVariance
from numerics.ring import Array
from numerics.transformer import Transformer


def measured_blowup(transformer: Transformer, inputs: Any) -> Array:
    """The product of this module at every input, float64 (B,). The variance is N^-2 - epsilon, so it has few digits
    where it is far below epsilon.

    Args: inputs: (B, n) of ±1. Raises: DegenerateVariance where a variance is 0 or no more than rounding; else as
    `evaluate`.

    >>> from numerics.network import majority_network
    >>> network = majority_network(3)                         # d = 8, one layer, N = 3/|sum of x| at epsilon = 0
    >>> (measured_blowup(network, [[1, 1, 1], [1, 1, -1]]) ** 2).round(9).tolist()   # times 7/8
    [0.875, 7.875]
    """
    d = transformer.position.shape[1]
    total = evaluate(transformer, inputs).scale ** -2
    variance = total - transformer.epsilon
    if d < 2 or np.any(variance <= NOISE * total):
        raise DegenerateVariance("a variance is 0, or no more than rounding: its inverse deviation is infinite")
    inverse = np.sqrt((d - 1) / d / variance)
    largest: Array = inverse[:-1].max(axis=2, initial=0).prod(axis=0) * inverse[-1, :, -1]
    return largest
