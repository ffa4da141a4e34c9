"""The transformer encoder in balls: rigorous T(x), N_w, tau and Blowup for single inputs, whole cubes and orbits.

The float64 parameters are read as the exact dyadic numbers that they are. Every ball contains the exact value; where
a ball of sigma^2 + epsilon cannot be told from 0, that is refused (a higher precision may tell).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from numerics.forward import checked_inputs, embedded
from numerics.hypercube import cube
from numerics.layernorm import DegenerateVariance
from numerics.orbit import tokens
from numerics.ring import Array
from numerics.transformer import Transformer

PRECISION = 128  # bits; float64's 53 are too few for a margin of 1/n^2 behind exponentials


@dataclass(frozen=True, slots=True, eq=False)
class BallTrace:
    """What the ball evaluation saw on one input: balls (flint arb) that contain the exact values.

    output: T(x). scale: N_w, a tuple of n for every layer. tau: max_w (1 + N_w) by layer. blowup: their product.
    """

    output: Any
    scale: tuple[tuple[Any, ...], ...]
    tau: tuple[Any, ...]
    blowup: Any


def evaluate_ball(transformer: Transformer, x: Sequence[int], precision: int = PRECISION) -> BallTrace:
    """T(x), every N_w, tau and Blowup at one input, enclosed.

    Args: x: n bits ±1; precision: working bits.
    Raises: DegenerateVariance where sigma^2 + epsilon is 0 or cannot be told from it; ValueError for other inputs.

    >>> from numerics.network import majority_network
    >>> evaluate_ball(majority_network(3), [1, 1, -1]).blowup.contains(4)  # 1 + n/|sum of the bits|
    True
    """
    return next(_traces(transformer, embedded(transformer, checked_inputs(transformer, [x])), None, precision))


def evaluate_cube_ball(transformer: Transformer, precision: int = PRECISION) -> Iterator[BallTrace]:
    """`evaluate_ball` at all 2^n inputs, in the order of `cube`, one after the other.

    >>> from numerics.network import majority_network
    >>> [bool(trace.output > 0) for trace in evaluate_cube_ball(majority_network(3))]
    [True, True, True, False, True, False, False, False]
    """
    return _traces(transformer, embedded(transformer, cube(transformer.length)), None, precision)


def evaluate_orbits_ball(transformer: Transformer, counts: Any, precision: int = PRECISION) -> Iterator[BallTrace]:
    """`evaluate_ball` on one input of every orbit (see `numerics.orbit`); scale has the tokens that occur.

    Args: counts: (B, G), the number of bits -1 in each group.

    >>> from numerics.network import majority_network
    >>> [bool(trace.output > 0) for trace in evaluate_orbits_ball(majority_network(1001), [[500, 0], [500, 1]])]
    [True, False]
    """
    state, count = tokens(transformer, counts)
    return _traces(transformer, state, count.astype(np.int64), precision)


def _traces(transformer: Transformer, states: Array, counts: Array | None, precision: int) -> Iterator[BallTrace]:
    """One trace for every start (B, n, d), where row v stands for counts[v] positions and absent rows are dropped."""
    import flint

    with flint.ctx.workprec(precision):
        layers = [_layer(transformer, layer) for layer in range(transformer.layers)]
    for row, start in enumerate(states):
        count = np.ones(len(start), dtype=np.int64) if counts is None else counts[row]
        present = count > 0
        with flint.ctx.workprec(precision):
            trace = _trace(transformer, layers, start[present], count[present].tolist())
        yield trace


def _trace(transformer: Transformer, layers: list[dict[str, Any]], start: Array, count: list[int]) -> BallTrace:
    state, scales = _matrix(start), []
    for layer in layers:
        state, scale = _next(layer, transformer.epsilon, state, count)
        scales.append(tuple(scale))
    output = (state * _matrix(transformer.readout[:, None]))[len(count) - 1, 0]
    tau = [1 + _maximum(scale) for scale in scales]
    blowup = tau[0]
    for factor in tau[1:]:
        blowup = blowup * factor
    return BallTrace(output, tuple(scales), tuple(tau), blowup)


def _layer(transformer: Transformer, layer: int) -> dict[str, Any]:
    """The matrices of a layer in balls, transposed to act on rows."""
    heads = zip(transformer.key[layer], transformer.query[layer], transformer.value[layer], strict=True)
    parts = {"skip": transformer.skip, "inner": transformer.inner, "outer": transformer.outer}
    made: dict[str, Any] = {name: _matrix(array[layer].T) for name, array in parts.items()}
    made["heads"] = [(_matrix(query.T) * _matrix(key), _matrix(value.T)) for key, query, value in heads]
    made["inner_bias"], made["outer_bias"] = ([_ball(entry) for entry in array[layer]]
                                              for array in (transformer.inner_bias, transformer.outer_bias))
    return made


def _next(layer: dict[str, Any], epsilon: float, state: Any, count: list[int]) -> tuple[Any, list[Any]]:
    """(y, N) after one layer."""
    import flint

    mixed = state
    for merged, value in layer["heads"]:
        mixed = mixed + _weights(state, merged, count) * (state * value)
    block = mixed * layer["skip"]
    if layer["inner_bias"]:
        hidden = [[_relu(entry + bias) for entry, bias in zip(row, layer["inner_bias"], strict=True)]
                  for row in (mixed * layer["inner"]).tolist()]
        block += flint.arb_mat(hidden) * layer["outer"]
    rows, scale = [], []
    for row in block.tolist():
        entries = [entry + bias for entry, bias in zip(row, layer["outer_bias"], strict=True)]
        mean = sum(entries, flint.arb(0)) / len(entries)
        centred = [entry - mean for entry in entries]
        total = sum((entry * entry for entry in centred), flint.arb(0)) / len(entries) + _ball(epsilon)
        if not total > 0:
            raise DegenerateVariance("sigma^2 + epsilon cannot be told from 0 at this precision")
        scale.append(total.rsqrt())
        rows.append([entry * scale[-1] for entry in centred])
    return flint.arb_mat(rows), scale


def _weights(state: Any, merged: Any, count: list[int]) -> Any:
    """The attention weights, row w for the query; row v of the state stands for count[v] positions."""
    import flint

    rows = []
    for logits in (state * merged * state.transpose()).tolist():
        largest = max((logit.mid() for logit in logits), key=float)  # any shift is right; this one avoids overflow
        parts = [(logit - largest).exp() * times for logit, times in zip(logits, count, strict=True)]
        total = sum(parts, flint.arb(0))
        rows.append([part / total for part in parts])
    return flint.arb_mat(rows)


def _relu(ball: Any) -> Any:
    return ball if ball >= 0 else ball.nonnegative_part()


def _maximum(balls: Sequence[Any]) -> Any:
    """A ball around the maximum of balls."""
    largest = balls[0]
    for ball in balls[1:]:
        largest = largest.max(ball)
    return largest


def _ball(entry: float) -> Any:
    import flint

    return flint.arb(float(entry))


def _matrix(array: Array) -> Any:
    import flint

    return flint.arb_mat(array.shape[0], array.shape[1], [_ball(entry) for entry in array.ravel()])
