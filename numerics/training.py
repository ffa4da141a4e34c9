"""Training the model with k heads on the population loss, for several kinds of attention and many instances at once.

    heads g_r = attention(V theta_r),   f(x) = -prod_r (g_r . x),   L = E (f - y)^2 as in `numerics.multi_head`.

Gradient descent in all queries at once, with a fixed step size or with backtracking: from the step size given, halved
until the loss falls by at least a part c of what the gradient promises.

Reference: Nocedal and Wright 2006, Algorithm 3.1 (backtracking).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from numerics.attention_kind import attention_pullback, attention_weights
from numerics.multi_head import heads_gradient, heads_loss
from numerics.ring import Array
from numerics.two_head_instance import Instance

_SUFFICIENT = 1e-4
_HALVINGS = 60


@dataclass(frozen=True, slots=True)
class Training:
    """A run: queries (steps + 1, ..., k, m), loss (steps + 1, ...), step sizes taken (steps, ...), 0 for no step."""

    queries: Array
    loss: Array
    step_size: Array


def model_heads(instance: Instance, attention: str = "softmax", power: int = 8) -> Array:
    """The heads g_r = attention(V theta_r), float64 (..., k, d).

    Args: instance: positions (..., d, m) and queries (..., k, m); attention, power: as for `attention_weights`.

    >>> model_heads(Instance(np.eye(2), np.zeros((2, 2)), np.array([1, 2]))).tolist()
    [[0.5, 0.5], [0.5, 0.5]]
    """
    return attention_weights(_logits(instance.positions, instance.queries), attention, power)


def model_loss(instance: Instance, attention: str = "softmax", power: int = 8) -> Array | float:
    """The population loss L of the instance's heads: float, or float64 array (...).

    >>> model_loss(Instance(np.eye(2), np.zeros((2, 2)), np.array([1, 2])))
    0.5
    """
    return heads_loss(model_heads(instance, attention, power), instance.subset)


def model_gradient(instance: Instance, attention: str = "softmax", power: int = 8) -> Array:
    """dL/dtheta_r for every head, float64 (..., k, m), for any d: the chain rule on `heads_gradient`.

    Args: as `model_heads`. Raises: ValueError for an unknown kind of attention.

    >>> model_gradient(Instance(np.eye(2), np.zeros((2, 2)), np.array([1, 2]))).tolist()
    [[0.0, 0.0], [0.0, 0.0]]
    """
    logits = _logits(instance.positions, instance.queries)
    slopes = heads_gradient(attention_weights(logits, attention, power), instance.subset)
    return attention_pullback(logits, slopes, attention, power) @ instance.positions


def train(
    instance: Instance,
    step_size: float,
    steps: int = 1,
    *,
    attention: str = "softmax",
    power: int = 8,
    backtracking: bool = False,
) -> Training:
    """Gradient descent on the population loss from the instance's queries.

    With backtracking every step tries eta = step_size, then eta/2, eta/4, ... (60 halvings at most) until
    L(theta - eta grad) < L(theta) - 10^-4 eta ||grad||^2, for each instance by itself; where none will do the queries
    stay and the step size taken is 0.

    Args: instance: one or several; step_size: eta; steps >= 0; attention, power: as for `attention_weights`.
    Returns: `Training`, rounding error only. Raises: ValueError for an unknown kind of attention or steps below 0.

    >>> run = train(Instance(np.eye(2), np.zeros((2, 2)), np.array([1, 2])), 1.0, steps=3)
    >>> run.loss.tolist(), run.queries.shape
    ([0.5, 0.5, 0.5, 0.5], (4, 2, 2))
    """
    if steps < 0:
        raise ValueError(f"training takes at least 0 steps; got {steps}")
    queries, losses, sizes = [instance.queries], [np.asarray(model_loss(instance, attention, power))], []
    for _ in range(steps):
        now = _moved(instance, queries[-1])
        gradient = model_gradient(now, attention, power)
        taken = np.full(losses[-1].shape, float(step_size))
        if backtracking:
            taken = _backtracked(now, gradient, losses[-1], taken, (attention, power))
        queries.append(queries[-1] - taken[..., None, None] * gradient)
        losses.append(np.asarray(model_loss(_moved(instance, queries[-1]), attention, power)))
        sizes.append(taken)
    return Training(np.stack(queries), np.stack(losses), np.array(sizes).reshape(steps, *losses[0].shape))


def _backtracked(instance: Instance, gradient: Array, loss: Array, sizes: Array, kind: tuple[str, int]) -> Array:
    """The first of eta, eta/2, ... that lowers the loss enough, or 0, one per instance."""
    squared, taken, pending = (gradient**2).sum(axis=(-2, -1)), np.zeros_like(sizes), np.ones(sizes.shape, dtype=bool)
    for halving in range(_HALVINGS + 1):
        trial = sizes / 2**halving
        moved = _moved(instance, instance.queries - np.where(pending, trial, 0.0)[..., None, None] * gradient)
        enough = pending & (np.asarray(model_loss(moved, *kind)) < loss - _SUFFICIENT * trial * squared)
        taken, pending = np.where(enough, trial, taken), pending & ~enough
        if not pending.any():
            break
    return taken


def _moved(instance: Instance, queries: Array) -> Instance:
    return Instance(instance.positions, queries, instance.subset)


def _logits(positions: Array, queries: Array) -> Array:
    return np.asarray(queries) @ np.swapaxes(np.asarray(positions), -1, -2)
