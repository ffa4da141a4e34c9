"""The parameters of a transformer encoder on bit strings.

For x in {±1}^n, positions w = 1..n and layers k = 1..L (row vectors y_w in R^d):

    y_w^(0) = e(x_w) + p_w
    b_w     = sum_h sum_v a_wv^h V_h y_v,    a_w.^h = softmax over v of (K_h y_v) . (Q_h y_w)   (no 1/sqrt(d))
    Y_w     = MLP(y_w + b_w),                MLP(u) = S u + W_2 relu(W_1 u + c_1) + c_2
    y_w^(k) = LayerNorm(Y_w) = (Y_w - mean) N_w,   N_w = 1/sqrt(sigma^2(Y_w) + epsilon), population variance
    T(x)    = nu . y_n^(L)                                                    (the last position is read)

Every position attends to every position, itself included. S is the skip connection of the MLP (the identity in the
usual block, any matrix here). Blow-up: tau^(k)(x) = max_w (1 + N_w), Blowup(x) = product of tau^(k)(x) over k.

Reference: Hahn and Rofin 2024, Sections 2 and 3.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from numerics.ring import Array


@dataclass(frozen=True, slots=True, eq=False)
class Transformer:
    """Parameters of the encoder of this module: float64 arrays, read-only copies, checked against each other.

    Shapes: embedding (2, d), rows e(+1), e(-1); position (n, d); key, query, value (L, H, d, d); skip (L, d, d);
    inner (L, w, d) and inner_bias (L, w) for W_1, c_1; outer (L, d, w) and outer_bias (L, d) for W_2, c_2; readout (d,)
    for nu; epsilon >= 0. The width w may be 0 (MLP(u) = S u + c_2), H may be 0.

    Raises: ValueError if a shape disagrees or an entry is not finite.
    """

    embedding: Array
    position: Array
    key: Array
    query: Array
    value: Array
    skip: Array
    inner: Array
    inner_bias: Array
    outer: Array
    outer_bias: Array
    readout: Array
    epsilon: float

    def __post_init__(self) -> None:
        for name in _array_names():
            array = np.array(getattr(self, name), dtype=np.float64)
            array.setflags(write=False)
            object.__setattr__(self, name, array)
        _check_shapes(self)

    @property
    def layers(self) -> int:
        """L, the number of layers."""
        return int(self.skip.shape[0])

    @property
    def length(self) -> int:
        """n, the number of input bits."""
        return int(self.position.shape[0])


def random_transformer(  # noqa: PLR0917 - n, d, L, H, epsilon read best in this order
    generator: np.random.Generator, n: int, d: int, layers: int, heads: int, epsilon: float, width: int | None = None
) -> Transformer:
    """A transformer with independent centred Gaussian entries: variance 1/d for matrices over R^d, 1/w for W_2, 1 for
    embedding and positions, 1/d for biases and nu; S is the identity.

    Args: n, d, layers, heads >= 1; epsilon >= 0; width: w of the MLP, 2 d unless given.

    >>> random_transformer(np.random.default_rng(0), 4, 8, 2, 3, 0.1).key.shape
    (2, 3, 8, 8)
    """
    w = 2 * d if width is None else width

    def normal(*shape: int, spread: float) -> Array:
        return generator.standard_normal(shape) * spread**0.5

    return Transformer(
        embedding=normal(2, d, spread=1),
        position=normal(n, d, spread=1),
        key=normal(layers, heads, d, d, spread=1 / d),
        query=normal(layers, heads, d, d, spread=1 / d),
        value=normal(layers, heads, d, d, spread=1 / d),
        skip=np.tile(np.eye(d), (layers, 1, 1)),
        inner=normal(layers, w, d, spread=1 / d),
        inner_bias=normal(layers, w, spread=1 / d),
        outer=normal(layers, d, w, spread=1 / max(1, w)),
        outer_bias=normal(layers, d, spread=1 / d),
        readout=normal(d, spread=1 / d),
        epsilon=epsilon,
    )


def _array_names() -> list[str]:
    return [field.name for field in fields(Transformer) if field.name != "epsilon"]


def _check_shapes(transformer: Transformer) -> None:
    if transformer.position.ndim != 2 or transformer.key.ndim != 4 or transformer.inner.ndim != 3:
        raise ValueError("a transformer needs position (n, d), key (L, H, d, d) and inner (L, w, d)")
    (n, d), (layers, heads), w = transformer.position.shape, transformer.key.shape[:2], transformer.inner.shape[1]
    square = (layers, heads, d, d)
    expected = {
        "embedding": (2, d),
        "position": (n, d),
        "key": square,
        "query": square,
        "value": square,
        "skip": (layers, d, d),
        "inner": (layers, w, d),
        "inner_bias": (layers, w),
        "outer": (layers, d, w),
        "outer_bias": (layers, d),
        "readout": (d,),
    }
    for name, shape in expected.items():
        array = getattr(transformer, name)
        if array.shape != shape:
            raise ValueError(f"{name} has shape {shape} in a transformer of these sizes; got {array.shape}")
        if not np.all(np.isfinite(array)):
            raise ValueError(f"{name} has finite entries; got nan or infinity")
    if n < 1 or d < 1 or layers < 1 or not transformer.epsilon >= 0:
        raise ValueError(
            f"n, d, L are at least 1 and epsilon at least 0; got {n}, {d}, {layers}, {transformer.epsilon}"
        )
