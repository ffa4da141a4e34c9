"""Transformers with weights set by hand: majority, mean, first bit, or, and one step of a parity scratchpad.

Each is a `Transformer` with epsilon = 0 that has the stated value at every input, from two devices.

Features. R^(2F) has the orthogonal basis odd_j = e_(2j) - e_(2j+1), even_j = e_(2j) + e_(2j+1), j < F. The odd ones are
centred, so LayerNorm with epsilon = 0 acts on sum_j a_j odd_j as a -> a sqrt(F)/|a|, with N = sqrt(F)/|a|. A block that
leaves a single odd feature a_0 thus returns its sign: T = sign(a_0). What must not be normalised stands in even ones.

Attention. A logit beta on the wanted position against 0 on m others gives it the weight e^beta/(e^beta + m).
"""

from __future__ import annotations

from math import cos, log, pi
from typing import Any

import numpy as np

from numerics.ring import Array
from numerics.transformer import Transformer

Entries = dict[tuple[int, int], float]


def majority_network(n: int) -> Transformer:
    """The sign of the sum of the bits, a tie counting as +1: uniform attention, one layer, width 8.

    Odd n: Y = 2 (mean of the bits) odd_0 and N = n/|sum of the bits| at every position; no parameter depends on n.
    Even n: the same with 1/n added to the mean.

    >>> from numerics import boolean, cube, evaluate
    >>> evaluate(majority_network(4), cube(4)).output.round(9).tolist() == boolean.majority(4).tolist()
    True
    """
    tie = 0.0 if _length(n) % 2 else 1 / n
    return featured(4, embedding={_BIT: 1}, position=np.zeros((_length(n), 8)),
                    layers=[{"value": {(0, _BIT): 2}, "skip": {(0, 0): 1}, "outer_bias": {0: 2 * tie}}])


def mean_network(n: int, constant: float = 2.0**30) -> Transformer:
    """The mean of the bits, up to a relative error of 1/(2 constant^2): uniform attention, one layer, width 8.

    Y = (mean) odd_0 + C odd_1 has almost constant norm, so T = mean/sqrt(1 + (mean/C)^2) and N = 2/sqrt(C^2 + mean^2).

    >>> from numerics import evaluate
    >>> evaluate(mean_network(4), [[1, 1, 1, -1]]).output.tolist()
    [0.5]
    """
    return featured(4, embedding={_BIT: 1}, position=np.zeros((_length(n), 8)), readout={0: constant / 2},
                    layers=[{"value": {(0, _BIT): 1}, "skip": {(0, 0): 1}, "outer_bias": {1: constant}}])


def first_network(n: int, logit: float | None = None) -> Transformer:
    """The first bit: a logit on position 1, one layer, width 8.

    Y = 2 (a x_1 + (1 - a) mean of the others) odd_0 with a = e^logit/(e^logit + n - 1). By default the logit is
    log(3 (n - 1)), so a = 3/4 and N <= 2; whenever a > 1/2 the sign is x_1, else it is not at some input.

    >>> from numerics import evaluate
    >>> evaluate(first_network(3), [[1, -1, -1], [-1, 1, 1]]).output.tolist()
    [1.0, -1.0]
    """
    beta = (log(3 * (n - 1)) if n > 1 else 0.0) if logit is None else logit
    position = np.zeros((_length(n), 8))
    position[:, 6] = 1  # the query, the same everywhere
    position[0, 5] = 1  # the key, at the first position alone
    return featured(4, embedding={_BIT: 1}, position=position,
                    layers=[{"key": {(0, 5): 1}, "query": {(0, 6): beta}, "value": {(0, _BIT): 2},
                             "skip": {(0, 0): 1}}])


def or_network(n: int, logit: float | None = None) -> Transformer:
    """OR with -1 as true (+1 iff all bits are +1): a logit on every bit -1, one layer, width 8.

    Y = 2 m odd_0, where m is the mean of the bits under weights e^logit : 1, by default e^logit = 3 n: m = 1 if all are
    +1, else m <= -1/2. So N <= 2.

    >>> from numerics import boolean, cube, evaluate
    >>> evaluate(or_network(3), cube(3)).output.round(9).tolist() == boolean.disjunction(3).tolist()
    True
    """
    position = np.zeros((_length(n), 8))
    position[:, 6] = 1
    beta = log(3 * n) if logit is None else logit
    return featured(4, embedding={_BIT: 1}, position=position,
                    layers=[{"key": {(0, _BIT): -1}, "query": {(0, 6): beta / 2}, "value": {(0, _BIT): 2},
                             "skip": {(0, 0): 1}}])


def scratchpad_network(n: int, step: int) -> Transformer:
    """Step i of prefix parity with a scratchpad: t_i = t_(i-1) x_i on the string x_1 ... x_n t_0 ... t_(i-1).

    The last position holds t_(i-1) and fetches x_i by a code on the circle; the product of two signs a, b is the sign
    of |a + b| - 1. Width 8, one layer, N <= 2.

    Args: n >= 1: number of bits; step: i in 1..n. The transformer has length n + i.

    >>> from numerics import evaluate
    >>> evaluate(scratchpad_network(2, 1), [[-1, 1, 1], [-1, 1, -1], [1, -1, -1]]).output.tolist()
    [-1.0, 1.0, -1.0]
    """
    if not 1 <= step <= n:
        raise ValueError(f"the step is one of 1..{n}; got {step}")
    angle = 2 * pi * np.arange(n) / n
    code = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    position = np.zeros((n + step, 8))
    position[:n, 0:2] = code  # keys, on x alone
    position[:, 2:4] = np.concatenate([code, code[:step]])  # queries: x_i asks for itself, t_(i-1) for x_i
    gap = min(1, 1 - cos(2 * pi / n)) if n > 1 else 1  # between x_i and all others in the cosine
    beta = log(6 * n) / gap
    layer = {"key": {(0, 0): beta, (1, 1): beta}, "query": {(0, 2): 1, (1, 3): 1}, "value": {(5, _BIT): 1},
             "inner": [{_BIT: 1, 5: 1}, {_BIT: -1, 5: -1}], "outer": [{0: 2}, {0: 2}], "outer_bias": {0: -2}}
    return featured(4, embedding={_BIT: 1}, position=position, layers=[layer])


_BIT = 4  # even_0 of four features: where x_w stands


def featured(
    odd: int, *, embedding: dict[int, float], position: Array, layers: list[dict[str, Any]],
    readout: dict[int, float] | None = None,
) -> Transformer:
    """The transformer of width 2F with one head that has these entries in the basis odd_0, ..., even_0, ...

    Args: odd: F; embedding: e(+1) = -e(-1) by feature; position: rows by feature (n, 2F); layers: entries by name,
        absent ones 0: key, query, value, skip as {(row, column): entry}; inner as a list of {feature: weight}, one for
        each hidden unit, with inner_bias, a list; outer likewise; outer_bias as {feature: entry}; readout: by feature,
        1/sqrt(F) on odd_0 unless given, so that T is a sign.

    >>> bool(np.array_equal(featured(1, embedding={1: 1}, position=np.zeros((1, 2)), layers=[{}]).embedding[0], [1, 1]))
    True
    """
    basis = np.kron(np.eye(odd), [[1.0, 1.0], [-1.0, 1.0]])[:, [*range(0, 2 * odd, 2), *range(1, 2 * odd, 2)]]

    def vector(entries: dict[int, float]) -> Array:
        made = np.zeros(2 * odd)
        for place, entry in entries.items():
            made[place] = entry
        return made

    def matrix(entries: Entries) -> Array:
        made = np.zeros((2 * odd, 2 * odd))
        for place, entry in entries.items():
            made[place] = entry
        return made

    def stacked(rows: Any, make: Any, width: int) -> Array:
        return np.array([make(row) for row in rows]).reshape(-1, width)

    width = max(len(layer.get("inner", [])) for layer in layers)
    each = {name: np.stack([matrix(layer.get(name, {})) for layer in layers]) @ basis.T / 2
            for name in ("key", "query", "value", "skip")}
    inner, bias, outer = np.zeros((len(layers), width, 2 * odd)), np.zeros((len(layers), width)), []
    for k, layer in enumerate(layers):
        units = stacked(layer.get("inner", []), vector, 2 * odd)
        inner[k, : len(units)], bias[k, : len(units)] = units @ basis.T / 2, layer.get("inner_bias", 0)
        columns = np.zeros((width, 2 * odd))
        columns[: len(units)] = stacked(layer.get("outer", []), vector, 2 * odd)
        outer.append(basis @ columns.T)
    plus = basis @ vector(embedding)
    return Transformer(
        embedding=np.stack([plus, -plus]), position=position @ basis.T,
        key=each["key"][:, None], query=each["query"][:, None],
        value=(basis @ each["value"])[:, None], skip=basis @ each["skip"], inner=inner, inner_bias=bias,
        outer=np.stack(outer), outer_bias=np.stack([basis @ vector(layer.get("outer_bias", {})) for layer in layers]),
        readout=basis @ vector({0: odd**-0.5} if readout is None else readout) / 2, epsilon=0.0,
    )


def _length(n: int) -> int:
    if n < 1:
        raise ValueError(f"a network reads at least one bit; got n = {n}")
    return n
