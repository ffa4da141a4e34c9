"""The transformer encoder of `numerics.transformer`, evaluated in float64 on a batch of inputs.

    Trace: T(x), N_w after every layer, tau^(k)(x) = max_w (1 + N_w), Blowup(x) = product of tau^(k)(x) over k.

An input where LayerNorm is 0/0 has no value: it raises, and `is_defined` tells which inputs do. A variance that is
nothing but rounding (below 2^-44 of what was summed, squared) is refused as 0 too, so that no blow-up is made of noise.

Reference: Hahn and Rofin 2024, Sections 2 and 3.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from numerics.layernorm import DegenerateVariance, centred_and_scale
from numerics.ring import Array
from numerics.transformer import Transformer

_CHUNK_NUMBERS = 2**17  # float64 numbers in the largest temporary, so that it stays in the cache
NOISE = 2.0**-44


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """What `evaluate` saw on B inputs: float64 arrays.

    output (B,): T(x). scale (L, B, n): N_w after layer k. tau (L, B): max_w (1 + N_w). blowup (B,): product of tau.
    """

    output: Array
    scale: Array
    tau: Array
    blowup: Array


def trace_of(output: Array, scale: Array) -> Trace:
    """The trace with these T(x) (B,) and N_w (L, B, n), whose tau and blow-up follow.

    Raises: ValueError if an output is not finite.

    >>> trace_of(np.array([1.0]), np.array([[[1.0, 2.0]], [[0.5, 0.5]]])).blowup.tolist()
    [4.5]
    """
    if not np.all(np.isfinite(output)):
        raise ValueError("the output overflows float64 on some input")
    tau = 1 + scale.max(axis=2)
    return Trace(output, scale, tau, tau.prod(axis=0))


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
    bits = checked_inputs(transformer, inputs)
    output = np.empty(len(bits))
    scale = np.empty((transformer.layers, *bits.shape))
    for part in chunks(transformer, len(bits)):
        with np.errstate(over="ignore", invalid="ignore"):  # what overflows is refused by name instead
            state = embedded(transformer, bits[part])
            for layer in range(transformer.layers):
                state, scale[layer, part] = next_state(transformer, layer, state)
            output[part] = state[:, -1] @ transformer.readout
    return trace_of(output, scale)


def states(transformer: Transformer, inputs: Any) -> Array:
    """y_w^(k) for k = 0..L at every position; float64 array (L + 1, B, n, d). For batches that fit into memory.

    Args, raises: as `evaluate`.

    >>> from numerics.transformer import random_transformer
    >>> states(random_transformer(np.random.default_rng(0), 3, 4, 2, 1, 0.1), [[1, 1, -1]]).shape
    (3, 1, 3, 4)
    """
    path = [embedded(transformer, checked_inputs(transformer, inputs))]
    for layer in range(transformer.layers):
        path.append(next_state(transformer, layer, path[-1])[0])
    return np.stack(path)


def attention_pattern(transformer: Transformer, inputs: Any) -> Array:
    """a_wv^h of every layer and head; float64 array (L, H, B, n, n), query position w before attended position v.

    For batches that fit into memory. Args, raises: as `evaluate`.

    >>> from numerics.transformer import random_transformer
    >>> weights = attention_pattern(random_transformer(np.random.default_rng(0), 3, 4, 2, 1, 0.1), [[1, 1, -1]])
    >>> weights.shape, weights.sum(axis=-1).round(12).min()
    ((2, 1, 1, 3, 3), np.float64(1.0))
    """
    n = transformer.length
    path = states(transformer, inputs)[:-1]
    weights = np.empty((*transformer.key.shape[:2], path.shape[1], n, n))
    for layer, head in np.ndindex(*transformer.key.shape[:2]):
        weights[layer, head] = _weights(path[layer], transformer.key[layer, head], transformer.query[layer, head])
    return weights


def is_defined(transformer: Transformer, inputs: Any) -> Array:
    """Whether the transformer has a value at each input: bool array (B,), False where LayerNorm is 0/0 or overflows.

    Args: as `evaluate`. Raises: ValueError for inputs that are not (B, n) of ±1.

    >>> from numerics.transformer import random_transformer
    >>> is_defined(random_transformer(np.random.default_rng(0), 2, 1, 1, 1, 0.0), [[1, 1], [1, -1]]).tolist()
    [False, False]
    """
    bits = checked_inputs(transformer, inputs)
    try:
        evaluate(transformer, bits)
    except (DegenerateVariance, ValueError):
        if len(bits) == 1:
            return np.zeros(1, dtype=bool)
        half = len(bits) // 2
        return np.concatenate([is_defined(transformer, bits[:half]), is_defined(transformer, bits[half:])])
    return np.ones(len(bits), dtype=bool)


def checked_inputs(transformer: Transformer, inputs: Any) -> Array:
    """The inputs as an array (B, n) of ±1. Raises: ValueError if they are none."""
    bits = np.asarray(inputs)
    if bits.ndim != 2 or bits.shape[1] != transformer.length:
        raise ValueError(f"inputs are an array (B, {transformer.length}); got shape {bits.shape}")
    if not np.all((bits == 1) | (bits == -1)):
        raise ValueError("inputs are bits +1 and -1; got another value")
    return bits


def chunks(transformer: Transformer, batch: int) -> Iterator[slice]:
    """Slices of 0..batch - 1 whose temporaries stay in the cache."""
    n, d = transformer.position.shape
    step = max(1, _CHUNK_NUMBERS // (n * max(n, d, transformer.inner.shape[1])))
    for begin in range(0, batch, step):
        yield slice(begin, min(begin + step, batch))


def embedded(transformer: Transformer, bits: Array) -> Array:
    """y^(0) = e(x_w) + p_w: (B, n) to (B, n, d)."""
    state: Array = transformer.embedding[(bits < 0).astype(np.intp)] + transformer.position
    return state


def next_state(transformer: Transformer, layer: int, state: Array, count: Array | None = None) -> tuple[Array, Array]:
    """(y, N) after one layer: (B, n, d) to (B, n, d) and (B, n). Row v stands for count_v equal positions, (B, n)."""
    share = None if count is None else (count / count.sum(axis=1, keepdims=True))[:, None]
    mixed = state.copy()
    for key, query, value in zip(
        transformer.key[layer], transformer.query[layer], transformer.value[layer], strict=True
    ):
        if np.any(query.T @ key):
            mixed += _weights(state, key, query, share) @ (state @ value.T)
        else:  # all weights are equal
            mixed += (state.mean(axis=1, keepdims=True) if share is None else share @ state) @ value.T
    return normalised(transformer, layer, mixed)


def normalised(transformer: Transformer, layer: int, mixed: Array) -> tuple[Array, Array]:
    """(LayerNorm(MLP(u)), N) at every position: (..., d) to (..., d) and (...).

    Raises: DegenerateVariance where the variance is 0, or no more than rounding.
    """
    outer, skip = transformer.outer[layer], transformer.skip[layer]
    hidden = np.maximum(mixed @ transformer.inner[layer].T + transformer.inner_bias[layer], 0)
    block = mixed @ skip.T + hidden @ outer.T + transformer.outer_bias[layer]
    centred, scale = centred_and_scale(block, transformer.epsilon)
    if np.any(scale * (NOISE * magnitude(transformer, layer)) > 1):
        raise DegenerateVariance("a variance is no more than rounding: layer normalisation is 0/0 for all one can tell")
    return centred * scale[..., None], scale


def magnitude(transformer: Transformer, layer: int) -> float:
    """A bound on the numbers that are summed in the MLP of a layer, whatever the input."""

    def gain(matrix: Array) -> float:
        return float(np.abs(matrix).sum(axis=1).max(initial=0))

    d = transformer.position.shape[1]
    start = np.abs(transformer.embedding).max() + np.abs(transformer.position).max() if layer == 0 else d**0.5
    mixed = start * (1 + sum(gain(value) for value in transformer.value[layer]))
    hidden = mixed * gain(transformer.inner[layer]) + np.abs(transformer.inner_bias[layer]).max(initial=0)
    outer_bias = np.abs(transformer.outer_bias[layer]).max()
    return float(mixed * gain(transformer.skip[layer]) + hidden * gain(transformer.outer[layer]) + outer_bias)


def _weights(state: Array, key: Array, query: Array, share: Array | None = None) -> Array:
    """a_wv, query position w first: (B, n, n). The row maximum is subtracted, so no exponential overflows."""
    logits = (state @ (query.T @ key)) @ state.swapaxes(1, 2)
    logits -= logits.max(axis=2, keepdims=True)
    np.exp(logits, out=logits)
    if share is not None:
        logits *= share
    logits /= logits.sum(axis=2, keepdims=True)
    return logits
