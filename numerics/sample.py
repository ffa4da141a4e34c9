"""Training on n samples: inputs drawn as a stream, and one step of gradient descent on their mean squared error.

    L_n = (1/n) sum_s (f(x^s) - y(x^s))^2,   g = softmax(V theta), h = softmax(V theta~),   f = -(g . x)(h . x).

The inputs are the bits of a counter-based generator, 64 a word, so that they are the same on every machine and for
every batch size; a batch is forgotten before the next, so memory does not grow with n.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numerics.attention import softmax
from numerics.ring import Array
from numerics.two_head_instance import integer_stream
from numerics.two_head_model import Pair, pair_indices

_STREAM = 3
_BATCH_NUMBERS = 2**18  # a batch and its float64 copy stay within the cache


def sample_inputs(seed: int, n: int, d: int, batch: int | None = None) -> Iterator[Array]:
    """n inputs, independent and uniform on {±1}^d, in batches. More samples leave the first ones unchanged.

    Args: seed: integer in [0, 2^64); n >= 0, d >= 1; batch: rows at a time, by default about 2^18 / d.
    Returns: iterator over int8 arrays (b, d), b <= batch; the same rows for every batch size, on every machine.
    Raises: ValueError for a seed or sizes out of range.

    >>> rows = np.concatenate(list(sample_inputs(0, 5, 3, batch=2)))
    >>> rows.shape, (np.abs(rows) == 1).all(), (rows[:4] == next(sample_inputs(0, 4, 3))).all()
    ((5, 3), np.True_, np.True_)
    """
    rows = max(1, _BATCH_NUMBERS // max(d, 1)) if batch is None else batch
    if n < 0 or d < 1 or rows < 1:
        raise ValueError(f"samples need n >= 0, d >= 1 and batch >= 1; got {n}, {d} and {rows}")
    return _batches(seed, n, d, rows)


def sample_gradient(
    positions: Any, theta: Any, theta_tilde: Any, pair: Pair, *, n: int, seed: int
) -> tuple[Array, Array]:
    """(dL_n/dtheta, dL_n/dtheta~) over the n inputs of `sample_inputs(seed, n, d)`, in memory independent of n.

    Args: positions: V (d, m); theta, theta_tilde: (m,); pair: (i, j), 1-based; n >= 1; seed: of the samples.
    Returns: two float64 arrays (m,), rounding error only.
    Raises: ValueError unless the pair is a pair of 1..d and n >= 1.

    >>> [slope.tolist() for slope in sample_gradient(np.eye(2), np.zeros(2), np.zeros(2), (1, 2), n=100, seed=0)]
    [[0.0, 0.0], [0.0, 0.0]]
    """
    rows = np.asarray(positions, dtype=np.float64)
    heads = np.stack([softmax(rows @ np.asarray(query, dtype=np.float64)) for query in (theta, theta_tilde)])
    first, second = pair_indices(heads.shape[1], pair)
    if n < 1:
        raise ValueError(f"a mean over samples needs at least one; got {n}")
    slopes = np.zeros_like(heads)
    for batch in sample_inputs(seed, n, heads.shape[1]):
        inputs = batch.astype(np.float64)
        forms = inputs @ heads.T
        error = -forms[:, 0] * forms[:, 1] + inputs[:, first] * inputs[:, second]
        slopes -= 2 * (error[:, None] * forms[:, ::-1]).T @ inputs  # df/dg = -(h . x) x, df/dh = -(g . x) x
    slopes /= n
    by_logit = heads * (slopes - (heads * slopes).sum(axis=1, keepdims=True))
    by_query = by_logit @ rows
    return by_query[0], by_query[1]


def sample_step(
    positions: Any, theta: Any, theta_tilde: Any, pair: Pair, step_size: float, *, n: int, seed: int
) -> tuple[Array, Array]:
    """One step of gradient descent on L_n: (theta - eta dL_n/dtheta, theta~ - eta dL_n/dtheta~).

    Args, raises: as `sample_gradient`; step_size: eta. Returns: two float64 arrays (m,).

    >>> [new.tolist() for new in sample_step(np.eye(2), np.zeros(2), np.zeros(2), (1, 2), 10.0, n=100, seed=0)]
    [[0.0, 0.0], [0.0, 0.0]]
    """
    slope, slope_tilde = sample_gradient(positions, theta, theta_tilde, pair, n=n, seed=seed)
    return np.asarray(theta) - step_size * slope, np.asarray(theta_tilde) - step_size * slope_tilde


def _batches(seed: int, n: int, d: int, rows: int) -> Iterator[Array]:
    generator, words = integer_stream(seed, _STREAM), (d + 63) // 64
    for begin in range(0, n, rows):
        count = min(rows, n - begin)
        raw = generator.random_raw(count * words).astype("<u8").view(np.uint8).reshape(count, 8 * words)
        bits = np.unpackbits(raw, axis=1, bitorder="little", count=d).view(np.int8)
        yield 1 - 2 * bits
