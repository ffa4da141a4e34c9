"""A transformer that one bit -1 sets off: the extremal case of bounds on how much single bits can change the output.

In R^4 let g, h, r be orthonormal and centred. With e(±1) = ±rho g and p_w = rho eta h, one head of layer 1 has logits
-beta x_v, so a single -1 among +1 draws all attention, and x = (+1, ..., +1) is changed by every bit alike. V is
v g g^T and MLP(u) = g g^T u + (bias) g; later layers take the mean over positions (K = Q = 0) with the same V and MLP.
With a bias of c v times the size of the state, Y = (1 + v + c v) g at x and (1 - v + c v) g beside it, up to that size,
and LayerNorm turns both into ±g.

With c = 1 - 2 tau, v large and tau small, the scale N is 1/(2 v) at x and much larger beside it, and the change of the
output is a share 1 - O(tau) of the bound that multiplies the norms of all layers. This is what makes it extremal.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from numerics.ring import Array
from numerics.transformer import Transformer

_G = np.array([1.0, -1.0, 0.0, 0.0]) / sqrt(2)
_H = np.array([1.0, 1.0, -2.0, 0.0]) / sqrt(6)
_R = np.array([1.0, 1.0, 1.0, -3.0]) / sqrt(12)


def alarm_network(
    n: int, layers: int = 1, *, logit: float = 60.0, eta: float = 1e-3, value: float = 1e6, bias: float = 1 - 2e-5,
    radius: float = 1.0, epsilon: float = 0.0, alone: bool = False,
) -> Transformer:
    """The transformer of this module: T = 2 if all bits are +1 and -2 else, where the logit is large and epsilon small.

    Args: n, layers >= 1; logit: beta; eta; value: v; bias: c; radius: rho; epsilon; alone: whether the last position
        attends to itself only in layer 1, so that other bits reach it through later layers alone (its bias is then
        c - 2/n there).

    >>> from numerics import boolean, cube, evaluate
    >>> evaluate(alarm_network(3, 2), cube(3)).output.round(6).tolist() == (2 * boolean.disjunction(3)).tolist()
    True
    """
    if n < 1 or layers < 1:
        raise ValueError(f"a network has at least one position and one layer; got {n} and {layers}")
    position = np.tile(radius * eta * _H, (n, 1))
    key, query = np.zeros((layers, 1, 4, 4)), np.zeros((layers, 1, 4, 4))
    key[0, 0, 0], query[0, 0, 0] = -logit / radius * _G, _H / (radius * eta)
    if alone:
        position[-1] += radius * eta * _R
        key[0, 0, 1] = query[0, 0, 1] = sqrt(3 * logit) / (radius * eta) * _R
    shift = np.array([bias * value * radius, *[(bias - 2 / n * alone) * value * 2] * (layers - 1)])
    return Transformer(
        embedding=radius * np.stack([_G, -_G]), position=position, key=key, query=query,
        value=_repeated(value * np.outer(_G, _G)[None], layers), skip=_repeated(np.outer(_G, _G), layers),
        inner=np.zeros((layers, 0, 4)), inner_bias=np.zeros((layers, 0)), outer=np.zeros((layers, 4, 0)),
        outer_bias=shift[:, None] * _G, readout=_G, epsilon=epsilon,
    )


def _repeated(array: Array, times: int) -> Array:
    return np.tile(array, (times, *[1] * array.ndim))
