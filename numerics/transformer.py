"""The exact transformer encoder on bit strings, batched over inputs.

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
from typing import Any

import numpy as np

from numerics.layernorm import centred_and_scale
from numerics.ring import Array

_CHUNK_NUMBERS = 2**17  # float64 numbers in the largest temporary, so that it stays in the cache


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


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """What `evaluate` saw on B inputs: float64 arrays.

    output (B,): T(x). scale (L, B, n): N_w after layer k. tau (L, B): max_w (1 + N_w). blowup (B,): product of tau.
    """

    output: Array
    scale: Array
    tau: Array
    blowup: Array


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


def evaluate(transformer: Transformer, inputs: Any) -> Trace:
    """T(x), every N_w, tau and Blowup on a batch of inputs, in float64.

    Args: inputs: array (B, n) of ±1 (all of them: `numerics.cube(n)`). Memory is bounded: inputs are taken in chunks.
    Returns: Trace; rounding error only.
    Raises: DegenerateVariance where LayerNorm is 0/0; ValueError for inputs that are not (B, n) of ±1, or where an
        activation overflows. Never a nan or an infinity.

    >>> one = Transformer(
    ...     embedding=[[3, 1], [0, 2]], position=[[0, 0]], key=np.zeros((1, 0, 2, 2)), query=np.zeros((1, 0, 2, 2)),
    ...     value=np.zeros((1, 0, 2, 2)), skip=[np.eye(2)], inner=np.zeros((1, 0, 2)), inner_bias=np.zeros((1, 0)),
    ...     outer=np.zeros((1, 2, 0)), outer_bias=np.zeros((1, 2)), readout=[2, 0], epsilon=3)
    >>> trace = evaluate(one, [[1], [-1]])    # LayerNorm(3, 1) = (1, -1)/2 and LayerNorm(0, 2) = (-1, 1)/2
    >>> trace.output.tolist(), trace.blowup.tolist()
    ([1.0, -1.0], [1.5, 1.5])
    """
    bits = _checked_inputs(transformer, inputs)
    batch, n = bits.shape
    output = np.empty(batch)
    scale = np.empty((transformer.layers, batch, n))
    largest = max(n, transformer.position.shape[1], transformer.inner.shape[1])
    step = max(1, _CHUNK_NUMBERS // (n * largest))
    for begin in range(0, batch, step):
        part = slice(begin, begin + step)
        with np.errstate(over="ignore", invalid="ignore"):  # what overflows is refused by name instead
            output[part], scale[:, part] = _forward(transformer, bits[part])
    if not np.all(np.isfinite(output)):
        raise ValueError("the output overflows float64 on some input")
    tau = 1 + scale.max(axis=2)
    return Trace(output, scale, tau, tau.prod(axis=0))


def _forward(transformer: Transformer, bits: Array) -> tuple[Array, Array]:
    """(T, N) on one chunk of inputs, of shapes (B,) and (L, B, n)."""
    state = transformer.embedding[(bits < 0).astype(np.intp)] + transformer.position
    scale = np.empty((transformer.layers, *bits.shape))
    for layer in range(transformer.layers):
        centred, scale[layer] = centred_and_scale(_block(transformer, layer, state), transformer.epsilon)
        state = centred * scale[layer][..., None]
    return state[:, -1] @ transformer.readout, scale


def _block(transformer: Transformer, layer: int, state: Array) -> Array:
    """MLP(y + sum_h b_h) at every position: (B, n, d) to (B, n, d)."""
    mixed = state.copy()
    for key, query, value in zip(
        transformer.key[layer], transformer.query[layer], transformer.value[layer], strict=True
    ):
        mixed += _attention_weights(state, key, query) @ (state @ value.T)
    hidden = np.maximum(mixed @ transformer.inner[layer].T + transformer.inner_bias[layer], 0)
    return mixed @ transformer.skip[layer].T + hidden @ transformer.outer[layer].T + transformer.outer_bias[layer]


def _attention_weights(state: Array, key: Array, query: Array) -> Array:
    """a_wv, query position w first: (B, n, n). The row maximum is subtracted, so no exponential overflows."""
    logits = (state @ (query.T @ key)) @ state.swapaxes(1, 2)
    logits -= logits.max(axis=2, keepdims=True)
    np.exp(logits, out=logits)
    logits /= logits.sum(axis=2, keepdims=True)
    return logits


def _checked_inputs(transformer: Transformer, inputs: Any) -> Array:
    bits = np.asarray(inputs)
    if bits.ndim != 2 or bits.shape[1] != transformer.length:
        raise ValueError(f"inputs are an array (B, {transformer.length}); got shape {bits.shape}")
    if not np.all((bits == 1) | (bits == -1)):
        raise ValueError("inputs are bits +1 and -1; got another value")
    return bits


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
