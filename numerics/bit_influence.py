"""How much of an attention pattern single bits can claim: the influence J.

For attention weights p_v(x) over positions v = 1..n that depend on x in {±1}^n, read by one query position q:

    J(x) = sum over i != q of max(p_i(x), p_i(x^i)),      x^i is x with bit i negated.

J bounds by how much the attention's average moves when one bit after the other is flipped. The query's own bit is left
out, since flipping it changes the query.

Reference: Hahn and Rofin 2024, Section 4, for the quantity; the form with a maximum is the one that adds up.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from numerics.forward import attention_pattern
from numerics.hypercube import cube, dimension, flip, star
from numerics.ring import Array, as_ring
from numerics.transformer import Transformer


def two_weight_attention(weights: Any) -> Array:
    """p_v(x) = a_v(x_v) / sum_u a_u(x_u) for every x: attention whose logits depend on one bit each. Ring-generic.

    Args: weights: positive numbers (n, 2), row v holding a_v(+1) and a_v(-1).
    Returns: array (2^n, n), rows as in `numerics.hypercube`; exact for ints and Fractions, float64 for floats.
    Raises: ValueError unless the weights are positive, two for each of n >= 1 positions.

    >>> two_weight_attention([[1, 3], [1, 1]]).tolist()[:2] == [[1/2, 1/2], [3/4, 1/4]]
    True
    """
    table = as_ring(np.asarray(weights) if isinstance(weights, np.ndarray) else np.array(weights, dtype=object))
    if table.ndim != 2 or table.shape[1] != 2 or not len(table) or not np.all(table > 0):
        raise ValueError(f"weights are positive numbers (n, 2) with n >= 1; got an array of shape {table.shape}")
    chosen = table[np.arange(len(table)), (cube(len(table)) < 0).astype(np.intp)]
    total = chosen.sum(axis=1, keepdims=True)
    if all(type(entry) is int for entry in table.ravel().tolist()):
        total = total * Fraction(1)
    shares: Array = chosen / total
    return shares


def attention_influence(pattern: Any, query: int) -> Array:
    """J(x) of one query position for every x, from its attention weights on all inputs. Ring-generic.

    Args: pattern: p_v(x), array (2^n, n) with rows as in `numerics.hypercube`; query: q, counted from 1.
    Returns: array (2^n,) of the pattern's kind.
    Raises: ValueError if the shape is not (2^n, n), or q is not in 1..n.

    >>> attention_influence(np.full((8, 3), 0.25), 3).tolist()[:2]
    [0.5, 0.5]
    """
    weights = np.asarray(pattern)
    if weights.ndim != 2 or dimension(weights[:, 0]) != weights.shape[1]:
        raise ValueError(f"a pattern on the cube has shape (2^n, n); got {weights.shape}")
    n = weights.shape[1]
    if not 1 <= query <= n:
        raise ValueError(f"the query position is one of 1..{n}; got {query}")
    rows = np.arange(2**n)
    total = weights[:, 0] * 0
    for i in range(1, n + 1):
        if i != query:
            total = total + np.maximum(weights[:, i - 1], weights[flip(rows, i), i - 1])
    return total


def transformer_influence(transformer: Transformer, x: Any) -> Array:
    """J of every head of the first layer and every query position, at one input.

    Args: x: n bits ±1.
    Returns: float64 array (H, n).
    Raises: as `numerics.evaluate`.

    >>> from numerics.network import majority_network
    >>> transformer_influence(majority_network(4), [1, 1, 1, -1]).tolist()   # uniform: (n - 1)/n
    [[0.75, 0.75, 0.75, 0.75]]
    """
    pattern = attention_pattern(transformer, star(x))[0]
    n = transformer.length
    flipped = pattern[:, 1 + np.arange(n), :, np.arange(n)]  # (n, H, n): bit i, head, query
    largest = np.maximum(pattern[:, 0], np.moveaxis(flipped, 0, -1))
    influence: Array = largest.sum(axis=-1) - largest[:, np.arange(n), np.arange(n)]
    return influence
