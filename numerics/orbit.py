"""The transformer encoder on classes of inputs that differ by a permutation of equal positions.

Positions with the same row p_w form a group; the last position, which is read, is a group of its own. T and every N_w
are the same for all inputs with the same number of bits -1 in each group: such a class is an *orbit*, and a group
with m positions, c of them -1, counts as two tokens of multiplicity m - c and c. Without distinguished positions there
are 2n orbits instead of 2^n inputs.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import comb, fsum, prod
from typing import Any

import numpy as np

from numerics.forward import Trace, next_state, trace_of
from numerics.ring import Array
from numerics.transformer import Transformer

_CHUNK_NUMBERS = 2**17


def position_groups(transformer: Transformer) -> list[list[int]]:
    """Positions (counted from 0) with equal rows p_w, in order of their first; the last position alone, at the end.

    >>> from numerics.network import first_network
    >>> position_groups(first_network(5))
    [[0], [1, 2, 3], [4]]
    """
    groups: dict[bytes, list[int]] = {}
    for w, row in enumerate(transformer.position[:-1]):
        groups.setdefault((row + 0.0).tobytes(), []).append(w)  # + 0.0 makes -0.0 equal to 0.0
    return [*groups.values(), [transformer.length - 1]]


def orbits(transformer: Transformer) -> tuple[Array, list[int]]:
    """All orbits: the numbers of bits -1 in each group, and how many inputs have them.

    Returns: int64 array (B, G) and B integers with sum 2^n, exact.

    >>> from numerics.network import majority_network
    >>> counts, sizes = orbits(majority_network(3))
    >>> counts.tolist(), sizes
    ([[0, 0], [0, 1], [1, 0], [1, 1], [2, 0], [2, 1]], [1, 1, 2, 2, 1, 1])
    """
    members = [len(group) for group in position_groups(transformer)]
    if prod(m + 1 for m in members) > 2**22:
        raise ValueError(f"too many orbits for position groups of sizes {members}")
    rows = list(product(*(range(m + 1) for m in members)))
    return np.array(rows), [prod(map(comb, members, row)) for row in rows]


def orbit_mean(values: Any, sizes: Sequence[int]) -> float:
    """E over uniform inputs of a value given on every orbit: sum of size times value over the sum of sizes.

    >>> orbit_mean([1.0, 4.0], [3, 1])
    1.75
    """
    total = sum(sizes)
    return fsum(float(Fraction(size, total)) * float(value) for size, value in zip(sizes, values, strict=True))


def evaluate_orbits(transformer: Transformer, counts: Any) -> Trace:
    """The trace on one input of every orbit.

    Args: counts: (B, G), the number of bits -1 in each group of `position_groups`.
    Returns: Trace; scale has shape (L, B, 2G), the tokens +1 and -1 of each group in turn, 0 where no position has it.
    Raises: as `evaluate`; ValueError for counts that are no numbers of members.

    >>> from numerics.network import majority_network
    >>> evaluate_orbits(majority_network(1001), [[500, 0], [500, 1]]).output.tolist()
    [1.0, -1.0]
    """
    members = np.array([len(group) for group in position_groups(transformer)])
    negative = np.asarray(counts)
    if negative.ndim != 2 or negative.shape[1] != len(members) or np.any(negative < 0) or np.any(negative > members):
        raise ValueError(f"counts are an array (B, {len(members)}) of integers up to {members.tolist()}")
    output, scale = np.empty(len(negative)), np.empty((transformer.layers, len(negative), 2 * len(members)))
    widest = max(2 * len(members), transformer.position.shape[1], transformer.inner.shape[1])
    step = max(1, _CHUNK_NUMBERS // (2 * len(members) * widest))
    for begin in range(0, len(negative), step):
        part = slice(begin, begin + step)
        output[part], scale[:, part] = _run(transformer, negative[part], members)
    return trace_of(output, scale)


def tokens(transformer: Transformer, counts: Any) -> tuple[Array, Array]:
    """(y^(0), multiplicity) of the two tokens of each group: float64 arrays (B, 2G, d) and (B, 2G).

    A token that no position has is a copy of the other of its group, with multiplicity 0, so that it disturbs nothing.

    >>> from numerics.network import majority_network
    >>> tokens(majority_network(3), [[0, 1]])[1].tolist()
    [[2.0, 0.0, 0.0, 1.0]]
    """
    groups, negative = position_groups(transformer), np.asarray(counts)
    members = np.array([len(group) for group in groups])
    row = np.stack([negative == members, negative > 0], axis=2).astype(np.intp)  # 0 is e(+1), 1 is e(-1)
    state = transformer.embedding[row] + transformer.position[[group[0] for group in groups], None]
    count = np.stack([members - negative, negative], axis=2).astype(np.float64)
    return state.reshape(len(negative), 2 * len(groups), -1), count.reshape(len(negative), -1)


def _run(transformer: Transformer, negative: Array, members: Array) -> tuple[Array, Array]:
    state, count = tokens(transformer, negative)
    scale = np.empty((transformer.layers, *count.shape))
    for layer in range(transformer.layers):
        state, scale[layer] = next_state(transformer, layer, state, count)
    read = state[np.arange(len(state)), 2 * len(members) - 2 + (count[:, -1] > 0)]
    return read @ transformer.readout, np.where(count > 0, scale, 0.0)
