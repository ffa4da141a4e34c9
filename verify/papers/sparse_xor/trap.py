"""Traps: models and starts from which no training reaches the target, whatever the step size."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import numerics
from verify import Integers, at_least, equal, oo
from verify.papers.sparse_xor.model import TARGET, form
from verify.papers.sparse_xor.paper import paper

SQUARE = f"{form('g')}^2"


def derive_half(sign: str, other: str) -> Callable[[Any], None]:
    """The loss of the model ``sign``(g·x)², of one sign, against a target of the other sign at half of the points."""

    def derive(steps: Any) -> None:
        steps(f"expectation(({sign}{SQUARE} - {TARGET})^2, x, d)", f"the definition, where f = {sign}(g·x)²")
        steps(f"expectation(((1 {other} {TARGET})/2)^2*({SQUARE}^2 + 2*{SQUARE}), x, d)"
              f" + expectation(((1 {sign} {TARGET})/2)^2*({SQUARE} - 1)^2, x, d) + 1/2",
              "(1 ± y)/2 is 1 where y = ±1 and 0 elsewhere, and each has the mean 1/2")
        steps("1/2", "means of squares", relation=">=")

    return derive


def loss_of_one_head(g: np.ndarray, pair: tuple[int, int]) -> Any:
    """The loss where both heads are g, so that f = −(g·x)²."""
    return numerics.population_loss(g, g, pair)


paper.claim(
    "one-head", at_least(loss_of_one_head, "1/2"), at="Section 2, the model", origin="ours",
    says="With one head, or two that start alike and stay alike, f = −(g·x)² ≤ 0: the loss is at least 1/2",
    derive=derive_half("-", "+"), wrong=[at_least(loss_of_one_head, "51/100")],
)

STEP = {"d": Integers(2, oo, window=5), "k": Integers(1, "d")}


def drift(g: np.ndarray, pair: tuple[int, int], k: int) -> Any:
    """The sum of the derivatives in g_k and h_k where h = −g."""
    return numerics.loss_derivative(g, -g, pair, k) + numerics.loss_derivative(-g, g, pair, k)


def spread(g: np.ndarray, pair: tuple[int, int], k: int) -> Any:
    """The difference of the same derivatives; a false variant."""
    return numerics.loss_derivative(g, -g, pair, k) - numerics.loss_derivative(-g, g, pair, k)


def derive_drift(steps: Any) -> None:
    """The derivatives of f are −x_k (h·x) and −x_k (g·x)."""
    error = f"2*({SQUARE} - {TARGET})"
    steps(f"expectation({error}*(-x[k]*(-{form('g')})), x, d) + expectation({error}*(-x[k]*{form('g')}), x, d)",
          "the derivatives of (f − y)² with f = −(g·x)(h·x), in g_k and in h_k, at h = −g")
    steps("0", "one is the other's opposite")


paper.claim(
    "opposite-heads-kept", equal(drift, "0"), forall=STEP, at="Summary, the role of the softmax", origin="ours",
    says="Opposite heads get opposite gradients, so linear attention that starts at θ̃ = −θ keeps that for ever",
    derive=derive_drift, wrong=[equal(spread, "0")],
)


def same_slopes(g: np.ndarray, h: np.ndarray, pair: tuple[int, int]) -> Any:
    """The loss with its heads exchanged, less the loss."""
    return numerics.population_loss(h, g, pair) - numerics.population_loss(g, h, pair)


def negated(g: np.ndarray, h: np.ndarray, pair: tuple[int, int]) -> Any:
    """The loss with one head negated, less the loss; a false variant."""
    return numerics.population_loss(-g, h, pair) - numerics.population_loss(g, h, pair)


def derive_exchange(steps: Any) -> None:
    """The heads stand in a product."""
    steps(f"expectation((-{form('h')}*{form('g')} - {TARGET})^2, x, d)"
          f" - expectation((-{form('g')}*{form('h')} - {TARGET})^2, x, d)", "the definition, twice")


paper.claim(
    "equal-heads-kept", equal(same_slopes, "0"), forall={"d": Integers(2, oo, window=5)},
    at="Section 3, the start", origin="ours", derive=derive_exchange, wrong=[equal(negated, "0")],
    says="The loss is the same with the heads exchanged, so heads that start alike get one gradient and stay alike",
)
