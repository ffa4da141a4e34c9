"""The transformer encoder on all 2^n inputs at once, faster than input by input.

In layer 1 the state of a position depends on its own bit alone, so there are 2n queries (w, x_w) and 2n keys (v, x_v).
For one query, the numerator sum_v exp(logit) y_v of the softmax and its denominator are sums of one term per bit of the
input: they are tabulated over the low and over the high bits by doubling, and added. Later layers take their heads
together and multiply by V after averaging, so that two products of matrices remain per layer and input.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from numerics.forward import NOISE, Trace, embedded, evaluate, magnitude, trace_of
from numerics.hypercube import cube
from numerics.layernorm import DegenerateVariance
from numerics.ring import Array
from numerics.transformer import Transformer

_LOW_BITS = 7
_SPREAD = 300.0  # logits within ±300 need no shift: exp neither overflows nor underflows, nor do products of two


def evaluate_cube(transformer: Transformer) -> Trace:
    """The trace at all 2^n inputs, in the order of `cube`: what `evaluate(transformer, cube(n))` gives, up to rounding.

    Raises: as `evaluate`.

    >>> from numerics.network import majority_network
    >>> evaluate_cube(majority_network(3)).output.tolist()
    [1.0, 1.0, 1.0, -1.0, 1.0, -1.0, -1.0, -1.0]
    """
    n = transformer.length
    if n <= 2 or _largest_logit(transformer, 0) > _SPREAD:
        return evaluate(transformer, cube(n))
    low = min(_LOW_BITS, n // 2)
    inputs, layers = cube(low), [_prepared(transformer, layer) for layer in range(transformer.layers)]
    lower, upper = _sums(transformer, slice(0, low)), _sums(transformer, slice(low, n))
    output, scale = np.empty(2**n), np.empty((transformer.layers, 2**n, n))
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):  # what overflows is refused by name instead
        for block, high in enumerate(cube(n - low)):
            part = slice(block << low, (block + 1) << low)
            bits = np.concatenate([inputs, np.broadcast_to(high, (len(inputs), n - low))], axis=1)
            total = _chosen(lower, upper[block], bits)
            state = embedded(transformer, bits)
            for layer, prepared in enumerate(layers):
                if layer:
                    total = _averages(prepared, state)
                state, scale[layer, part] = _next(prepared, state, total, transformer.epsilon)
            output[part] = state[:, -1] @ transformer.readout
    return trace_of(output, scale)


@dataclass(frozen=True, slots=True, eq=False)
class _Layer:
    """A layer made ready for products: heads side by side, the MLP's two maps of u in one, its output centred."""

    merged: Array  # (d, H d): Q_h^T K_h
    shifted: bool  # whether the row maximum is to be subtracted
    value: Array  # (H d, d)
    units: Array  # (d, w + d): W_1 and the centred S
    inner_bias: Array
    outer: Array  # (w, d), centred
    outer_bias: Array  # centred
    noise: float  # N above 1/noise is made of rounding


def _prepared(transformer: Transformer, layer: int) -> _Layer:
    heads, d = transformer.key.shape[1:3]
    merged = transformer.query[layer].swapaxes(1, 2) @ transformer.key[layer]
    centre = np.eye(d) - 1 / d
    return _Layer(
        merged=np.ascontiguousarray(merged.transpose(1, 0, 2).reshape(d, heads * d)),
        shifted=_largest_logit(transformer, layer) > _SPREAD,
        value=transformer.value[layer].transpose(0, 2, 1).reshape(heads * d, d),
        units=np.concatenate([transformer.inner[layer].T, transformer.skip[layer].T @ centre], axis=1),
        inner_bias=transformer.inner_bias[layer],
        outer=transformer.outer[layer].T @ centre,
        outer_bias=transformer.outer_bias[layer] @ centre,
        noise=NOISE * magnitude(transformer, layer),
    )


def _largest_logit(transformer: Transformer, layer: int) -> float:
    """A bound on |logit| in a layer: ||y||^2 ||K^T Q||, where ||y||^2 <= d behind a LayerNorm."""
    heads = zip(transformer.key[layer], transformer.query[layer], strict=True)
    norm = max((float(np.linalg.norm(key.T @ query, 2)) for key, query in heads), default=0.0)
    start = np.linalg.norm(transformer.embedding, axis=1).max() + np.linalg.norm(transformer.position, axis=1).max()
    return norm * (float(start) ** 2 if layer == 0 else transformer.position.shape[1])


def _sums(transformer: Transformer, part: slice) -> Array:
    """For every setting of the positions in the part: sum over them of e^logit (y_v, 1), by query (w, x_w) and head;
    array (2^p, n, 2, H, d + 1)."""
    state = transformer.embedding + transformer.position[:, None]  # (n, 2, d)
    attended = np.concatenate([state[part], np.ones((*state[part].shape[:2], 1))], axis=2)
    merged = transformer.query[0].swapaxes(1, 2) @ transformer.key[0]
    terms = np.exp(np.einsum("qbc,hcd,vad->vaqbh", state, merged, state[part], optimize=True))
    weighted = terms[..., None] * attended[:, :, None, None, None]
    table = np.zeros((1, *weighted.shape[2:]))
    for plus, minus in weighted:
        table = np.concatenate([table + plus, table + minus])
    return table


def _chosen(lower: Array, upper: Array, bits: Array) -> Array:
    """sum over v of e^logit (y_v, 1) for inputs whose low bits run through a cube; (B, n, H, d + 1)."""
    which, places = (bits < 0).astype(np.intp), np.arange(bits.shape[1])
    total: Array = lower[np.arange(len(bits))[:, None], places, which]
    total += upper[places, which]
    return total


def _averages(layer: _Layer, state: Array) -> Array:
    """sum over v of e^logit (y_v, 1) in a later layer; (B, n, H, d + 1)."""
    batch, n, d = state.shape
    queries = (state.reshape(-1, d) @ layer.merged).reshape(batch, -1, d)
    logits = queries @ state.swapaxes(1, 2)
    if layer.shifted:
        logits -= logits.max(axis=2, keepdims=True)
    np.exp(logits, out=logits)
    total: Array = logits @ np.concatenate([state, np.ones((batch, n, 1))], axis=2)
    return total.reshape(batch, n, -1, d + 1)


def _next(layer: _Layer, state: Array, total: Array, epsilon: float) -> tuple[Array, Array]:
    """(y, N) after a layer, from the sums of its attention."""
    batch, n, d = state.shape
    means = total[..., :-1] / total[..., -1:]
    mixed = means.reshape(batch * n, -1) @ layer.value
    mixed += state.reshape(-1, d)
    units = mixed @ layer.units
    hidden = units[:, :-d]
    hidden += layer.inner_bias
    np.maximum(hidden, 0, out=hidden)
    block = hidden @ layer.outer
    block += units[:, -d:]
    block += layer.outer_bias
    variance = np.einsum("bd,bd->b", block, block) / d + epsilon
    if not np.all(np.isfinite(variance)):
        raise ValueError("layer normalisation needs finite entries and a finite variance; got nan or infinity")
    scale = 1 / np.sqrt(variance)
    if not scale.max() * layer.noise <= 1:
        raise DegenerateVariance("a variance is 0, or no more than rounding: layer normalisation is 0/0")
    block *= scale[:, None]
    return block.reshape(batch, n, d), scale.reshape(batch, n)
