"""The model and its population loss: closed forms, gradients, and the start of training."""

from __future__ import annotations

import numpy as np

import numerics
from verify import Drawn, Integers, OneOf, Simplex, Sphere, Vectors, at_least, equal, oo
from verify.papers.sparse_xor.paper import paper

paper.claim(
    "model-fourier",
    equal(lambda g, h: numerics.fourier_coefficients(numerics.two_head_table(g, h))[0], "-sum(g[k]*h[k], k, 1, d)"),
    at="Section 2, the model", origin="summary", says="The mean of the model is −⟨g, h⟩",
    wrong=[equal(lambda g, h: numerics.fourier_coefficients(numerics.two_head_table(g, h))[0],
                 "sum(g[k]*h[k], k, 1, d)")],
)

LOSS = ("sum(g[k]^2, k, 1, d)*sum(h[k]^2, k, 1, d) + 2*sum(g[k]*h[k], k, 1, d)^2"
        " - {quartic}*sum(g[k]^2*h[k]^2, k, 1, d) - {cross}*(g[pair[1]]*h[pair[2]] + g[pair[2]]*h[pair[1]]) + 1")

paper.claim(
    "population-loss",
    equal(lambda g, h, pair: numerics.population_loss(g, h, pair), LOSS.format(quartic=2, cross=2)),
    at="Section 3, the population loss", origin="summary",
    says="Closed form of the population loss, for any real g and h",
    wrong=[
        equal(lambda g, h, pair: numerics.population_loss(g, h, pair), LOSS.format(quartic="(-2)", cross=2)),
        equal(lambda g, h, pair: numerics.population_loss(g, h, pair), LOSS.format(quartic=2, cross=1)),
    ],
)

paper.claim(
    "population-gradient",
    equal(lambda g, h, pair, k: numerics.loss_derivative(g, h, pair, k),
          "2*g[k]*sum(h[l]^2, l, 1, d) + 4*sum(g[l]*h[l], l, 1, d)*h[k] - 4*g[k]*h[k]^2"
          " - 2*(delta(k, pair[1])*h[pair[2]] + delta(k, pair[2])*h[pair[1]])"),
    forall={"k": Integers(1, "d")}, at="Section 3, the gradient", origin="summary", uses=("population-loss",),
    says="Derivative of the population loss in one entry of the first head",
    wrong=[equal(lambda g, h, pair, k: numerics.loss_derivative(g, h, pair, k),
                 "2*g[k]*sum(h[l]^2, l, 1, d) + 4*sum(g[l]*h[l], l, 1, d)*h[k] - 4*g[k]*h[k]^2"
                 " - 2*(delta(k, pair[1])*h[pair[1]] + delta(k, pair[2])*h[pair[2]])")],
)


def softmax_text(index: str) -> str:
    """The softmax of the logits a at an index, as a formula."""
    return f"exp(a[{index}])/sum(exp(a[l]), l, 1, d)"


LOGITS = {"a": Vectors("d"), "k": Integers(1, "d"), "j": Integers(1, "d")}

paper.claim(
    "softmax-jacobian",
    f"diff({softmax_text('k')}, a[j]) == {softmax_text('k')}*(delta(k, j) - {softmax_text('j')})", forall=LOGITS,
    at="Section 2, the model", origin="folklore", says="The Jacobian of the softmax is diag g − g gᵀ",
    wrong=[f"diff({softmax_text('k')}, a[j]) == {softmax_text('k')}*(delta(k, j) + {softmax_text('j')})",
           f"diff({softmax_text('k')}, a[j]) == {softmax_text('k')}*(1 - {softmax_text('j')})"],
)

paper.claim(
    "init-symmetry",
    f"{softmax_text('k')} * exp(-a[j])/sum(exp(-a[l]), l, 1, d)"
    " == exp(a[k] - a[j])/(sum(exp(a[l]), l, 1, d)*sum(exp(-a[l]), l, 1, d))", forall=LOGITS,
    at="Section 3, the start", origin="summary",
    says="At θ̃ = −θ, g_k h_j = e^(a_k − a_j)/(Z Z̃); so g_k h_k is the same for every k",
    wrong=[f"{softmax_text('k')} * exp(-a[j])/sum(exp(-a[l]), l, 1, d)"
           " == exp(a[k] - a[j])/sum(exp(a[l]), l, 1, d)^2"],
)

HEADS = {"g": Simplex("d"), "h": Simplex("d")}

paper.claim(
    "loss-nonnegative", at_least(lambda g, h, pair: numerics.population_loss(g, h, pair), 0), forall=HEADS,
    at="Section 3, the population loss", origin="ours", says="The loss of two attention heads is at least 0",
)

paper.claim(
    "one-head", at_least(lambda g, pair: numerics.population_loss(g, g, pair), "1/2"), at="Section 2, the model",
    forall={"g": Vectors("d")}, origin="ours",
    says="With one head f = −(g·x)² ≤ 0, and the target is 1 on half of the cube: the loss is at least 1/2",
    wrong=[at_least(lambda g, pair: numerics.population_loss(g, g, pair), "51/100")],
)

paper.claim(
    "max-separation", "sum((u[k] - v[k])^2, k, 1, m) <= sum((2*u[k])^2, k, 1, m)",
    forall={"m": Integers(1, oo, window=6), "u": Sphere("m"), "v": Sphere("m")}, at="Section 3, the start",
    origin="summary", says="No two queries on the sphere are farther apart than θ and −θ",
    wrong=["sum((u[k] - v[k])^2, k, 1, m) <= 3"],
)


def closed_gradient(positions: np.ndarray, theta: np.ndarray, theta_tilde: np.ndarray, pair: tuple[int, ...],
                    jacobian_sign: int = -1) -> np.ndarray:
    """∇_θ L = Vᵀ(diag g − g gᵀ) ∂L/∂g with the closed form of ∂L/∂g."""
    first, second = (numerics.softmax(positions @ query) for query in (theta, theta_tilde))
    slope = 2 * first * (second @ second) + 4 * (first @ second) * second - 4 * first * second**2
    i, j = (int(place) - 1 for place in pair)
    slope[i] -= 2 * second[j]
    slope[j] -= 2 * second[i]
    return positions.T @ (first * slope + jacobian_sign * first * (first @ slope))


paper.claim(
    "population-gradient-query",
    equal(lambda V, theta, pair: numerics.parameter_gradient(theta[0], theta[1], V, pair)[0],
          lambda V, theta, pair: closed_gradient(V, theta[0], theta[1], pair)),
    forall={"m": OneOf(2, 5), "V": Drawn(lambda generator, d, m: numerics.positions(generator, d, m)),
            "theta": Drawn(lambda generator, m: generator.standard_normal((2, m)))},
    at="Section 3, the gradient", origin="summary", uses=("population-gradient",),
    says="Gradient of the population loss in a query, through the softmax",
    wrong=[equal(lambda V, theta, pair: numerics.parameter_gradient(theta[0], theta[1], V, pair)[0],
                 lambda V, theta, pair: closed_gradient(V, theta[0], theta[1], pair, jacobian_sign=1))],
)
