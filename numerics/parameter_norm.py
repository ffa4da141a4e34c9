"""The norms of a transformer's parameters from which bounds on its output are made.

    R = max over bits b and positions w of ||e(b) + p_w||,     ||K_h^T Q_h||,  ||V_h||  for every layer and head,
    Lambda_k: a Lipschitz constant of u -> MLP(u) = S u + W_2 relu(W_1 u + c_1) + c_2 in layer k, the skip S included,
    ||P nu||, where P y = y - mean.

All norms are Euclidean, and spectral for matrices. Lambda_k is the largest ||S + W_2 D W_1|| over diagonal matrices D
of zeros and ones, which is the smallest constant where every pattern D of active units occurs; with more than
`ENUMERATED` units the smaller of ||S|| + ||W_2|| ||W_1|| and ||S + W_2 W_1 / 2|| + ||W_2|| ||W_1|| / 2 stands for it,
which is never less.

Reference: Hahn and Rofin 2024, Section 4, for the quantities; Virmaux and Scaman 2018 for Lipschitz constants of
networks.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from numerics.hypercube import cube
from numerics.ring import Array
from numerics.transformer import Transformer

ENUMERATED = 8


@dataclass(frozen=True, slots=True, eq=False)
class TransformerNorm:
    """R, ||K_h^T Q_h|| (L, H), ||V_h|| (L, H), Lambda_k (L,) and ||P nu||, in float64."""

    radius: float
    key_query: Array
    value: Array
    mlp: Array
    readout: float


def transformer_norm(transformer: Transformer) -> TransformerNorm:
    """The norms of this module.

    >>> from numerics.network import majority_network
    >>> norm = transformer_norm(majority_network(3))
    >>> round(norm.radius**2, 12), norm.key_query.tolist(), round(norm.readout, 12)
    (2.0, [[0.0]], 0.353553390593)
    """
    start = transformer.embedding[:, None] + transformer.position
    centred = transformer.readout - transformer.readout.mean()
    return TransformerNorm(
        radius=float(np.linalg.norm(start, axis=-1).max()),
        key_query=_spectral(transformer.key.swapaxes(-1, -2) @ transformer.query),
        value=_spectral(transformer.value),
        mlp=np.array([mlp_lipschitz(transformer, layer) for layer in range(1, transformer.layers + 1)]),
        readout=float(np.linalg.norm(centred)),
    )


def euclidean_norm(transformer: Transformer) -> float:
    """The root of the sum of the squares of all parameters, positions included; epsilon is none.

    >>> one = Transformer(
    ...     embedding=[[3, 1], [0, 2]], position=[[0, 0]], key=np.zeros((1, 0, 2, 2)), query=np.zeros((1, 0, 2, 2)),
    ...     value=np.zeros((1, 0, 2, 2)), skip=[np.eye(2)], inner=np.zeros((1, 0, 2)), inner_bias=np.zeros((1, 0)),
    ...     outer=np.zeros((1, 2, 0)), outer_bias=np.zeros((1, 2)), readout=[2, 0], epsilon=3)
    >>> round(euclidean_norm(one) ** 2, 12)   # 9 + 1 + 4, 1 + 1 and 4
    20.0
    """
    arrays = (getattr(transformer, name) for name in Transformer.__slots__ if name != "epsilon")
    return float(sum((array**2).sum() for array in arrays) ** 0.5)


def mlp_lipschitz(transformer: Transformer, layer: int) -> float:
    """Lambda_k of one layer, float64.

    Args: layer: k, counted from 1.
    Raises: ValueError unless k is in 1..L.

    >>> from numerics.network import majority_network
    >>> mlp_lipschitz(majority_network(3), 1)   # S projects on one feature
    1.0
    """
    if not 1 <= layer <= transformer.layers:
        raise ValueError(f"the layer is one of 1..{transformer.layers}; got {layer}")
    skip, inner, outer = (array[layer - 1] for array in (transformer.skip, transformer.inner, transformer.outer))
    if len(inner) <= ENUMERATED:
        active = (1.0 - cube(len(inner))) / 2
        return float(_spectral(skip + (outer * active[:, None]) @ inner).max())
    spread = float(_spectral(outer) * _spectral(inner))
    return min(float(_spectral(skip)) + spread, float(_spectral(skip + outer @ inner / 2)) + spread / 2)


def _spectral(matrices: Array) -> Array:
    """The largest singular value of every matrix; shape (..., r, s) to (...)."""
    if 0 in matrices.shape:
        return np.zeros(matrices.shape[:-2])
    norms: Array = np.linalg.norm(matrices, 2, axis=(-2, -1))
    return norms
