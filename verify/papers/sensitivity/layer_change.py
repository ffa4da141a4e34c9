"""What flipping a bit changes in one layer: LayerNorm, the MLP, the first layer's attention, and that of later layers.

Notation.  In a layer: κ = ‖KᵀQ‖ of a head, Λ a Lipschitz constant of u ↦ MLP(u), skip included, and N_w the factor of
LayerNorm.  R is the largest ‖e(b) + p_w‖.  J_w^h is the influence of the first layer's head h at query w (see the part
on attention).  u_w = y_w + Σ_h b_w^h is what enters the MLP.  P subtracts the mean.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import flint
import numpy as np

import numerics
from verify import Integers, at_most
from verify.papers.sensitivity.layernorm import LAYER, centred_distance, layer_norm_distance
from verify.papers.sensitivity.paper import paper

AT = "Section 4, proof of the bounds"
Case = tuple[numerics.Transformer, np.ndarray]


def draw_case(generator: np.random.Generator, n: int, layers: int, kind: int) -> Case:
    """A transformer and an input: the extremal ones (kinds 0 and 1), equal attention (2), or random scales (3)."""
    if kind < 2:
        model = numerics.alarm_network(n, layers, alone=kind == 1)
        return replace(model, readout=model.readout + generator.standard_normal(4) / 1000), np.ones(n, dtype=int)
    heads, epsilon = int(generator.integers(1, 3)), 10.0 ** -generator.integers(0, 5)
    model = numerics.random_transformer(generator, n, 4, layers, heads, epsilon, 2)
    sizes = {name: 10 ** generator.uniform(-1.5, 0.8) for name in ("embedding", "position", "key", "value", "outer")}
    if kind == 2:
        sizes |= {"key": 0.0, "position": 1e-3}
    return scaled(model, **sizes), 1 - 2 * generator.integers(0, 2, n)


def scaled(model: numerics.Transformer, **factors: float) -> numerics.Transformer:
    """The transformer with some arrays multiplied."""
    return replace(model, **{name: factor * getattr(model, name) for name, factor in factors.items()})


@functools.cache
def first(case: int) -> Case:
    """One layer, without the kind in which the last position looks at nothing but itself."""
    return draw_case(np.random.default_rng(case), 2 + case * 5 % 8, 1, (0, 2, 2, 3)[case % 4])


@functools.cache
def net(case: int) -> Case:
    """The transformer and the input of a case: all kinds, one to three layers, 2 to 9 bits."""
    return draw_case(np.random.default_rng(case), 2 + case * 5 % 8, 1 + case // 4 % 3, case % 4)


def on(quantity: Callable[..., Any], instance: Callable[[int], Any] = net) -> Callable[[int], Any]:
    """A quantity of a transformer and an input, as a function of the case."""

    @functools.wraps(quantity)
    def evaluated(case: int) -> Any:
        return quantity(*instance(int(case)))  # the instance is chosen, and has no noise of its own

    evaluated.__signature__ = inspect.signature(net)  # type: ignore[attr-defined]
    return evaluated


CASES = {"case": Integers(0, 31)}


def norms(model: numerics.Transformer) -> numerics.TransformerNorm:
    """The norms of a transformer."""
    return numerics.transformer_norm(model)


# LayerNorm and the MLP


def smaller_scale(u: np.ndarray, v: np.ndarray, epsilon: object) -> Any:
    """The smaller of N(u) and N(v)."""
    first, second = (numerics.scale_ball(y, epsilon, flint.ctx.prec) for y in (u, v))
    return first.min(second)


paper.claim(
    "layernorm-twice",
    at_most(layer_norm_distance, lambda u, v, epsilon: 2 * smaller_scale(u, v, epsilon) * centred_distance(u, v)),
    forall=LAYER, uses=["layernorm-lipschitz", "harmonic"], at=AT, origin="ours",
    says="LayerNorm is Lipschitz with twice the smaller of the two scales",
    wrong=[at_most(layer_norm_distance,
                   lambda u, v, epsilon: smaller_scale(u, v, epsilon) * centred_distance(u, v))],
)


def mlp(model: numerics.Transformer, u: np.ndarray) -> np.ndarray:
    """MLP(u) of the first layer."""
    hidden = np.maximum(model.inner[0] @ u + model.inner_bias[0], 0)
    return np.asarray(model.skip[0] @ u + model.outer[0] @ hidden + model.outer_bias[0])


@functools.cache
def points(case: int) -> tuple[numerics.Transformer, np.ndarray, np.ndarray]:
    """The transformer of a case and two points of R^4, near or far."""
    generator = np.random.default_rng(case)
    u = generator.standard_normal(4) * 10 ** generator.uniform(-1, 2)
    return net(case)[0], u, u + generator.standard_normal(4) * 10 ** generator.uniform(-2, 2)


def mlp_change(model: numerics.Transformer, u: np.ndarray, v: np.ndarray) -> Any:
    """‖MLP(u) − MLP(v)‖."""
    return np.linalg.norm(mlp(model, u) - mlp(model, v))


def mlp_bound(model: numerics.Transformer, u: np.ndarray, v: np.ndarray) -> Any:
    """Λ‖u − v‖."""
    return norms(model).mlp[0] * np.linalg.norm(u - v)


def mlp_bound_without_skip(model: numerics.Transformer, u: np.ndarray, v: np.ndarray) -> Any:
    """The bound for the MLP without its skip connection; a false variant."""
    return mlp_bound(scaled(model, skip=0.0), u, v)


paper.claim(
    "mlp-lipschitz", at_most(on(mlp_change, points), on(mlp_bound, points)), forall=CASES, at=AT, origin="ours",
    says="The MLP with its skip connection is Lipschitz with Λ",
    wrong=[at_most(on(mlp_change, points), on(mlp_bound_without_skip, points))],
)


# The first layer


def change_before_mlp(model: numerics.Transformer, x: np.ndarray) -> np.ndarray:
    """‖u_w(x) − u_w(x^i)‖ in the first layer; shape (bits i, positions w)."""
    star = numerics.star(x)
    state, pattern = numerics.states(model, star)[0], numerics.attention_pattern(model, star)[0]
    mixed = state + sum(pattern[h] @ state @ model.value[0, h].T for h in range(len(pattern)))
    return np.asarray(np.linalg.norm(mixed[0] - mixed[1:], axis=-1))


def own(model: numerics.Transformer, x: np.ndarray) -> np.ndarray:
    """What bit i does at its own position, for every i."""
    return np.asarray(change_before_mlp(model, x).diagonal())


def others(model: numerics.Transformer, x: np.ndarray) -> np.ndarray:
    """What the bits at other positions do at w, summed over them, for every w."""
    change = change_before_mlp(model, x)
    return np.asarray(change.sum(axis=0) - change.diagonal())


def own_bound(model: numerics.Transformer, x: np.ndarray) -> np.ndarray:
    """2R (1 + Σ_h ‖V_h‖) for every position."""
    norm = norms(model)
    return np.full(len(x), 2 * norm.radius * (1 + norm.value[0].sum()))


def others_bound(model: numerics.Transformer, x: np.ndarray, influence: np.ndarray | None = None) -> np.ndarray:
    """2R Σ_h ‖V_h‖ J_w^h for every position; a false variant has another influence."""
    norm = norms(model)
    found = numerics.transformer_influence(model, x) if influence is None else influence
    return np.asarray(2 * norm.radius * norm.value[0] @ found)


def influence_at_x(model: numerics.Transformer, x: np.ndarray) -> np.ndarray:
    """J without the maximum: the attention on other positions at x alone; a false variant."""
    pattern = numerics.attention_pattern(model, [x])[0, :, 0]
    return np.asarray(pattern.sum(axis=-1) - pattern.diagonal(axis1=1, axis2=2))


paper.claim(
    "own-bit", at_most(on(own, first), on(own_bound, first)), forall=CASES, at=AT, origin="ours",
    says="In the first layer a bit moves its own position by at most 2R (1 + Σ ‖V_h‖) before the MLP",
    wrong=[at_most(on(own, first), on(lambda model, x: own_bound(model, x) / 2, first)),
           at_most(on(own, first), on(lambda model, x: np.full(len(x), 2 * norms(model).radius), first))],
)

paper.claim(
    "other-bits", at_most(on(others, first), on(others_bound, first)), forall=CASES, at=AT, origin="ours",
    says="The bits at other positions move a position by at most 2R Σ ‖V_h‖ J_w^h, summed over the bits",
    wrong=[at_most(on(others, first), on(lambda model, x: others_bound(model, x) / 2, first)),
           at_most(on(others, first), on(lambda model, x: others_bound(model, x, influence_at_x(model, x)), first))],
)


# Later layers: one head whose states lie in the ball of radius √d


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """States before and after a change, (n, d) each in the ball of radius √d, KᵀQ and V."""

    before: np.ndarray
    after: np.ndarray
    key_query: np.ndarray
    value: np.ndarray


@functools.cache
def move(case: int) -> tuple[Move]:
    """Random states and matrices, or a case in which one of the terms of the bound is all there is."""
    generator, n, kind = np.random.default_rng(case), 64 if case % 8 < 4 else 4, case % 4
    g = np.array([1.0, 0, 0, 0])
    value = np.outer(g, g)
    step, logit = 10 ** generator.uniform(-6, -2), generator.uniform(0.3, 0.7) / 4
    before = 2 * np.tile(g, (n, 1)) * (1 - step)
    if kind == 0:  # nearly equal attention, every state moves alike
        return (Move(before, before + step * g, np.eye(4) / 1000, value),)
    if kind == 1:  # half of the states opposite; the query, in the middle, moves
        before[: n // 2] *= -1
        before[-1] = 0
        return (Move(before, before + step * np.outer(np.eye(n)[-1], g), logit * np.outer(g, g), value),)
    if kind == 2:  # one state opposite to the others and strongly attended; it moves
        before[0] *= -1
        return (Move(before, before + step * np.outer(np.eye(n)[0], g), -2 * logit * np.outer(g, g), value),)
    before, after = generator.standard_normal((2, n, 4))
    after = before + (after - before) * 10 ** generator.uniform(-6, 0)
    before, after = (2 * y / np.maximum(2, np.linalg.norm(y, axis=1, keepdims=True)) for y in (before, after))
    key_query, value = generator.standard_normal((2, 4, 4)) * 10 ** generator.uniform(-2, 0.5)
    return (Move(before, after, key_query, value),)


def head(part: Move, states: np.ndarray) -> np.ndarray:
    """b_w = V Σ_v a_wv y_v with logits y_v·(KᵀQ y_w)."""
    return np.asarray(numerics.softmax(states @ part.key_query.T @ states.T) @ states @ part.value.T)


def head_change(part: Move) -> np.ndarray:
    """‖b_w − b_w'‖ for every w."""
    return np.asarray(np.linalg.norm(head(part, part.before) - head(part, part.after), axis=1))


def head_bound(part: Move, own: float = 1.0, constant: float = 1.0, other: float = 2.0) -> np.ndarray:
    """‖V‖ (κd δ_w + (1 + 2κd) min(e^{2κd}, n) mean of δ), with factors that false variants change."""
    n, d = part.before.shape
    delta, kappa = np.linalg.norm(part.before - part.after, axis=1), np.linalg.norm(part.key_query, 2)
    weight = min(np.exp(2 * kappa * d), n)
    bound = own * kappa * d * delta + (constant + other * kappa * d) * weight * delta.mean()
    return np.asarray(np.linalg.norm(part.value, 2) * bound)


paper.claim(
    "later-layer", at_most(on(head_change, move), on(head_bound, move)), forall=CASES, at=AT, origin="ours",
    says="A head of a later layer moves by at most ‖V‖ (κd δ_w + (1 + 2κd) min(e^{2κd}, n) mean δ), where δ are the"
         " changes of the states",
    wrong=[at_most(on(head_change, move), on(lambda part: head_bound(part, own=0.5), move)),
           at_most(on(head_change, move), on(lambda part: head_bound(part, constant=0.5), move)),
           at_most(on(head_change, move), on(lambda part: head_bound(part, other=1.0), move))],
)
