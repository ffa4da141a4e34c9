"""The population loss: its closed form, its gradient in the heads, in logits and in a query, and its sign."""

from __future__ import annotations

from typing import Any

import numpy as np

import numerics
from verify import Drawn, Integers, OneOf, Vectors, at_least, equal, oo
from verify.papers.sparse_xor.model import MODEL, TARGET, softmax_text
from verify.papers.sparse_xor.paper import paper

SQUARE = ("sum(g[l]^2, l, 1, d)*sum(h[l]^2, l, 1, d) + 2*sum(g[l]*h[l], l, 1, d)^2"
          " - {quartic}*sum(g[l]^2*h[l]^2, l, 1, d)")
"""E f² as a formula, with the cumulant κ₄ = −2 to be put in."""
LOSS = SQUARE + " - {cross}*(g[pair[1]]*h[pair[2]] + g[pair[2]]*h[pair[1]]) + 1"
ERROR = f"expectation(({MODEL} - {TARGET})^2, x, d)"
"""L = E (f − y)² as a formula."""
CLOSED = LOSS.format(quartic=2, cross=2)


def derive_loss(steps: Any) -> None:
    """The mean of the square, by joint cumulants of four linear forms in signs."""
    steps(ERROR, "the definition: L = E (f − y)² with f = −(g·x)(h·x) and y = −x_i x_j")
    steps(f"expectation({MODEL}^2, x, d) - 2*expectation({MODEL}*{TARGET}, x, d) + 1", "multiplied out, with y² = 1")
    steps(f"{SQUARE.format(quartic=2)} - 2*expectation({MODEL}*{TARGET}, x, d) + 1",
          "joint cumulants of four linear forms in signs: κ₂ = 1 three times, κ₄ = −2 once")
    steps(CLOSED, "i ≠ j, so that x_i pairs with one head and x_j with the other")


paper.claim(
    "population-loss", equal(numerics.population_loss, CLOSED), at="Section 3, the population loss", origin="summary",
    says="Closed form of the population loss, for any real g and h", derive=derive_loss,
    forall={"d": Integers(2, oo, window=8)},
    wrong=[equal(numerics.population_loss, LOSS.format(quartic="(-2)", cross=2)),
           equal(numerics.population_loss, LOSS.format(quartic=2, cross=1)),
           equal(numerics.population_loss, LOSS.format(quartic=2, cross=4))],
)


paper.claim(
    "population-loss-counted", equal(numerics.population_loss, CLOSED), forall={"d": OneOf(9, 12)}, tier="full",
    at="Section 3, the population loss", origin="ours", says="The closed form against all 512 and all 4096 inputs",
    wrong=[equal(numerics.population_loss, LOSS.format(quartic=1, cross=2))],
)


def slope_text(g: str, h: str, k: str, inner: str = "n") -> str:
    """∂L/∂g_k as a formula; ``g`` and ``h`` are heads with {} in the place of the index."""
    first, second = (head.replace("{}", inner) for head in (g, h))
    here, there = (head.replace("{}", k) for head in (g, h))
    i, j = (h.replace("{}", f"pair[{place}]") for place in (1, 2))
    return (f"(2*{here}*sum({second}^2, {inner}, 1, d) + 4*sum({first}*{second}, {inner}, 1, d)*{there}"
            f" - 4*{here}*{there}^2 - 2*(delta({k}, pair[1])*{j} + delta({k}, pair[2])*{i}))")


def derive_gradient(steps: Any) -> None:
    """The derivative of the mean is that of the closed form."""
    steps(f"diff({ERROR}, g[k])", "the definition")
    steps(f"diff({CLOSED}, g[k])", "the population loss")


paper.claim(
    "population-gradient", equal(numerics.loss_derivative, slope_text("g[{}]", "h[{}]", "k")),
    forall={"d": Integers(2, oo, window=8), "k": Integers(1, "d")}, at="Section 3, the gradient", origin="summary",
    says="Derivative of the population loss in one entry of the first head", derive=derive_gradient,
    wrong=[equal(numerics.loss_derivative,
                 slope_text("g[{}]", "h[{}]", "k").replace("delta(k, pair[1])", "delta(k, pair[2])", 1)),
           equal(numerics.loss_derivative, slope_text("g[{}]", "h[{}]", "k") + "/2")],
)

FIRST, SECOND = (f"({softmax_text('{}', head)})" for head in "ab")


def logit_slope(sign: str = "-", at: str = "j") -> str:
    """∂L/∂a_j = g_j (s_j − Σ g_q s_q) with s = ∂L/∂g, as a formula; other signs and places are wrong."""
    mean = f"sum({FIRST.replace('{}', 'q')}*{slope_text(FIRST, SECOND, 'q')}, q, 1, d)"
    return f"{FIRST.replace('{}', at)}*({slope_text(FIRST, SECOND, 'j')} {sign} {mean})"


def with_heads(text: str) -> str:
    """A formula in the heads with the softmaxes of the logits a and b in their place."""
    return text.replace("g[l]", FIRST.replace("{}", "l")).replace("h[l]", SECOND.replace("{}", "l"))


def logit_gradient(a: np.ndarray, b: np.ndarray, pair: tuple[int, int], j: int) -> float:
    """∂L/∂a_j by automatic differentiation: the gradient in a query where the positions are the unit vectors."""
    return float(numerics.parameter_gradient(a, b, np.eye(len(a)), pair)[0][j - 1])


paper.claim(
    "gradient-through-softmax", equal(logit_gradient, logit_slope()),
    forall={"d": Integers(2, oo, window=4), "a": Vectors("d", -9, 9), "b": Vectors("d", -9, 9), "j": Integers(1, "d")},
    at="Section 3, the gradient", origin="summary", tier="full",
    says="Gradient of the population loss in the logits of a head: (diag g − g gᵀ) ∂L/∂g",
    derive=lambda steps: steps(f"diff({with_heads(ERROR)}, a[j])", "the definition"),
    wrong=[equal(logit_gradient, logit_slope("+")), equal(logit_gradient, logit_slope(at="1"))],
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
    forall={"d": Integers(2, oo, window=4), "m": OneOf(2, 5),
            "V": Drawn(lambda generator, d, m: numerics.positions(generator, d, m)),
            "theta": Drawn(lambda generator, m: generator.standard_normal((2, m)))},
    at="Section 3, the gradient", origin="summary", uses=("population-gradient",),
    says="Gradient of the population loss in a query, through the softmax",
    wrong=[equal(lambda V, theta, pair: numerics.parameter_gradient(theta[0], theta[1], V, pair)[0],
                 lambda V, theta, pair: closed_gradient(V, theta[0], theta[1], pair, jacobian_sign=1))],
)


def derive_sign(steps: Any) -> None:
    """A mean of squares."""
    steps(ERROR, "the definition")
    steps("0", "a mean of squares", relation=">=")


paper.claim(
    "loss-nonnegative", at_least(numerics.population_loss, 0), at="Section 3, the population loss", origin="ours",
    says="The loss is at least 0, whatever the heads", derive=derive_sign,
    wrong=[at_least(numerics.population_loss, 1)],
)
