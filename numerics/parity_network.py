"""Three transformers with weights set by hand that compute parity, the product of all bits, at every input.

Let k be the number of bits -1, so that parity is (-1)^k; uniform attention gives every position k/n. They differ in
what pays for the sensitivity (features and LayerNorm as in `numerics.network`, epsilon = 0):

    hot        fixed widths and norms; one position recognises k, its share in the mean is 1/n^2   Blowup ~ 3 n^2
    saw        n - 1 hidden units with slopes O(1), a saw-tooth of height 1/n                      Blowup = 1 + n
    attention  weights that grow with n: the query attends to position k                           Blowup <= 4

References: Chiang and Cholak 2022, Section 3 (the idea behind hot: compare k with every position).
"""

from __future__ import annotations

import numpy as np

from numerics.network import featured
from numerics.transformer import Transformer

_BIT = 4


def hot_parity_network(n: int) -> Transformer:
    """Parity with norms that do not depend on n: two layers, width 8, seven hidden units.

    Layer 1, at position i: h_i = (-1)^i bump(k - i)/n, which is (-1)^k/n where i = k and 0 elsewhere; for k = 0 the
    first position says 1/n. Normalised beside a constant. Layer 2 takes the mean over positions, which is
    (-1)^k 2/(n sqrt(n^2 + 1)). So N = n^2 sqrt(1 + 1/n^2) in layer 2.

    >>> from numerics import boolean, cube, evaluate
    >>> evaluate(hot_parity_network(3), cube(3)).output.round(9).tolist() == boolean.parity(3).tolist()
    True
    """
    index = np.arange(1, n + 1)
    position = np.zeros((n, 8))
    position[:, 5], position[:, 6], position[0, 7] = index / n, (-1.0) ** index, 1 / n
    # the MLP sees z = (k - i)/n = odd_0 + 1/2 - even_1 and the sign in even_2, which switches three of six units off
    bumps = [(sign, shift) for sign in (1, -1) for shift in (1, 0, -1)]
    first = {
        "value": {(0, _BIT): -0.5},
        "inner": [{0: 1, 5: -1, 6: sign} for sign, _ in bumps] + [{0: -1, 7: 1}],
        "inner_bias": [shift / n - 0.5 for _, shift in bumps] + [-0.5],
        "outer": [{0: sign * (1 if shift else -2)} for sign, shift in bumps] + [{0: 1}],
        "outer_bias": {1: 1},
    }
    second = {"value": {(2, 0): 1}, "skip": {(2, 2): 1}}
    return featured(4, embedding={_BIT: 1}, position=position, layers=[first, second], readout={2: 0.5})


def saw_parity_network(n: int) -> Transformer:
    """Parity by a saw-tooth of n pieces: one layer, width 8, n - 1 hidden units.

    Y = 2 t(k/n) odd_0, where t is piecewise linear with slopes ±2 and t(j/n) = (-1)^j/n. So N = n.

    >>> from numerics import boolean, cube, evaluate
    >>> evaluate(saw_parity_network(3), cube(3)).output.round(9).tolist() == boolean.parity(3).tolist()
    True
    """
    kinks = range(1, n)  # after the mean m of the bits, k/n = (1 - m)/2
    layer = {
        "value": {(0, _BIT): -0.5},
        "skip": {(0, 0): -4},
        "inner": [{0: 1} for _ in kinks],
        "inner_bias": [0.5 - j / n for j in kinks],
        "outer": [{0: -8 * (-1) ** j} for j in kinks],
        "outer_bias": {0: 2 / n - 2},
    }
    return featured(4, embedding={_BIT: 1}, position=np.zeros((n, 8)), layers=[layer])


def attention_parity_network(n: int) -> Transformer:
    """Parity by attention to position k: two layers, width 32, logits -8 (i - k)^2 up to a shift, one hidden unit.

    Layer 1 leaves (k/n, i/n, (i/n)^2, C, (-1)^i) with C = 8 n so large that LayerNorm is nearly the factor 4/C. Layer 2
    attends to i = k and takes its sign; for k = 0 the first position answers -1, and relu(1 - k) mends that.

    >>> from numerics import boolean, cube, evaluate
    >>> evaluate(attention_parity_network(3), cube(3)).output.round(9).tolist() == boolean.parity(3).tolist()
    True
    """
    index, constant, steepness = np.arange(1, n + 1), 8.0 * n, 8.0
    position = np.zeros((n, 32))
    position[:, 1], position[:, 2], position[:, 4] = index / n, (index / n) ** 2, (-1.0) ** index
    gain = steepness * n**2 * constant**2 / 16
    first = {
        "value": {(0, 16): -0.5},
        "skip": {(j, j): 1 for j in (0, 1, 2, 4)},
        "outer_bias": {0: 0.5, 3: constant},
    }
    second = {
        "key": {(0, 1): 1, (1, 2): 1},
        "query": {(0, 0): 2 * gain, (1, 3): -gain / constant},
        "value": {(5, 4): constant / 4},
        "skip": {(5, 5): 4},
        "inner": [{0: -n * constant / 4}],
        "inner_bias": [1],
        "outer": [{5: 8}],
    }
    return featured(16, embedding={16: 1}, position=position, layers=[first, second], readout={5: 0.25})
