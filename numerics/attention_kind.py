"""Attention weights of several kinds and their derivatives.

Every kind applies a function phi to each logit; all but two divide by the sum over the logits.

    softmax   exp(z) / sum                 affine   (1 + z) / sum
    relu      max(z, 0) / sum              elu      (elu(z) + 1) / sum, that is 1 + z for z > 0 and exp(z) below
    power     max(1 + z/p, 0)^p / sum      linear   z, no sum        erf   erf(z), no sum

softmax is the limit of power as p grows. Weights are 0 where the sum is 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from numerics.ring import Array

ATTENTION_KINDS = ("affine", "elu", "erf", "linear", "power", "relu", "softmax")
_WITHOUT_SUM = ("erf", "linear")


def attention_weights(logits: Any, kind: str = "softmax", power: int = 8) -> Array:
    """Attention weights along the last axis in float64, by the formulas at the head of this module.

    Args: logits: real (..., d), finite; kind: one of "affine", "elu", "erf", "linear", "power", "relu", "softmax";
        power: p >= 1, used by "power" alone.
    Returns: float64 array of the same shape. Weights of "affine" may be negative, those of "erf" and "linear" too.
    Raises: ValueError for an unknown kind, a power below 1, or a logit that is not finite.

    >>> attention_weights([0, 2, -4], "power", 2).tolist()     # 1, 2^2 and 0
    [0.2, 0.8, 0.0]
    >>> attention_weights([0, 2, -4], "relu").tolist(), attention_weights([0, 2, -4], "linear").tolist()
    ([0.0, 1.0, 0.0], [0.0, 2.0, -4.0])
    """
    values, _ = _features(logits, kind, power)
    return values if kind in _WITHOUT_SUM else _divided(values, values.sum(axis=-1, keepdims=True))


def attention_pullback(logits: Any, slopes: Any, kind: str = "softmax", power: int = 8) -> Array:
    """sum_k slopes_k dg_k/dz_l: the derivative in the logits of a quantity whose derivative in the weights is given.

    Args: logits, kind, power: as for `attention_weights`; slopes: real (..., d). At the corners of "relu" the
        derivative from the left is taken.
    Returns: float64 array (..., d). Raises: as `attention_weights`.

    >>> attention_pullback([0.0, 0.0], [1.0, 0.0]).tolist()   # softmax: diag g - g g^T
    [0.25, -0.25]
    """
    values, derivatives = _features(logits, kind, power)
    given = np.asarray(slopes, dtype=np.float64)
    if kind in _WITHOUT_SUM:
        return derivatives * given
    total = values.sum(axis=-1, keepdims=True)
    mean = (_divided(values, total) * given).sum(axis=-1, keepdims=True)
    return _divided(derivatives * (given - mean), total)


def _features(logits: Any, kind: str, power: int) -> tuple[Array, Array]:
    """phi(z) and phi'(z), both over the same positive number where a common factor cancels from the weights."""
    z = np.asarray(logits, dtype=np.float64)
    if kind not in ATTENTION_KINDS:
        raise ValueError(f"a kind of attention is one of {', '.join(ATTENTION_KINDS)}; got {kind!r}")
    if power < 1 or not np.all(np.isfinite(z)):
        raise ValueError(f"attention needs finite logits and a power of at least 1; got power {power}")
    one = np.ones_like(z)
    if kind == "softmax":
        values = np.exp(z - z.max(axis=-1, keepdims=True))  # over exp(max z), so that nothing overflows
        return values, values
    if kind == "power":
        base = np.maximum(1 + z / power, 0)
        largest = base.max(axis=-1, keepdims=True)
        base = _divided(base, largest)
        return base**power, _divided(base ** (power - 1) * (z > -power), largest)
    if kind == "erf":
        from scipy.special import erf

        return erf(z), 2 / np.sqrt(np.pi) * np.exp(-z * z)
    if kind == "elu":
        below = np.exp(np.minimum(z, 0))
        return np.where(z > 0, 1 + z, below), np.where(z > 0, 1, below)
    return {"affine": (1 + z, one), "linear": (z, one), "relu": (np.maximum(z, 0), one * (z > 0))}[kind]


def _divided(numerators: Array, denominator: Array) -> Array:
    """The quotients, 0 where the denominator is 0."""
    return np.divide(numerators, denominator, out=np.zeros_like(numerators), where=denominator != 0)
