"""The model: its Fourier coefficients, the softmax, and the start of training."""

from __future__ import annotations

from typing import Any

import numpy as np

import numerics
from verify import Integers, Sphere, Vectors, equal, oo
from verify.papers.sparse_xor.paper import paper


def form(head: str) -> str:
    """The linear form (head · x) as a formula."""
    return f"sum({head}[l]*x[l], l, 1, d)"


MODEL = f"(-{form('g')}*{form('h')})"
"""f(x) = −(g·x)(h·x) as a formula."""
TARGET = "(-x[pair[1]]*x[pair[2]])"
"""y = −x_i x_j as a formula."""


def mean_of_model(g: np.ndarray, h: np.ndarray) -> Any:
    """The coefficient of the empty set."""
    return numerics.fourier_coefficients(numerics.two_head_table(g, h))[0]


def coefficient_of_pair(g: np.ndarray, h: np.ndarray, pair: tuple[int, int]) -> Any:
    """The coefficient of {i, j}, whose mask has the bits i and j."""
    coefficients = numerics.fourier_coefficients(numerics.two_head_table(g, h))
    return coefficients[sum(1 << (int(place) - 1) for place in pair)]


def other_weight(g: np.ndarray, h: np.ndarray) -> Any:
    """The sum of the squares of the coefficients of sets that have neither 0 nor 2 members."""
    coefficients = numerics.fourier_coefficients(numerics.two_head_table(g, h))
    return sum(value**2 for mask, value in enumerate(coefficients) if mask.bit_count() not in (0, 2))


paper.claim(
    "model-fourier", equal(mean_of_model, "-sum(g[k]*h[k], k, 1, d)"), at="Section 2, the model", origin="summary",
    says="The mean of the model is −⟨g, h⟩", wrong=[equal(mean_of_model, "sum(g[k]*h[k], k, 1, d)")],
    derive=lambda steps: steps(f"expectation({MODEL}, x, d)", "the definition of the coefficient of the empty set"),
)

PAIRED = "-(g[pair[1]]*h[pair[2]] + g[pair[2]]*h[pair[1]])"

paper.claim(
    "model-fourier-pair", equal(coefficient_of_pair, PAIRED), at="Section 2, the model", origin="summary",
    forall={"d": Integers(2, oo, window=5)},
    says="The coefficient of the model at {i, j} is −(g_i h_j + g_j h_i)",
    wrong=[equal(coefficient_of_pair, "-g[pair[1]]*h[pair[2]]"), equal(coefficient_of_pair, f"{PAIRED}/2")],
    derive=lambda steps: steps(f"expectation({MODEL}*x[pair[1]]*x[pair[2]], x, d)", "the definition"),
)

SQUARES = "sum(sum((g[k]*h[l] + g[l]*h[k])^2, l, 1, d), k, 1, d)"


def derive_rest(steps: Any) -> None:
    """Parseval's identity: what is left of E f² once the known coefficients are taken away."""
    steps(f"expectation({MODEL}^2, x, d) - sum(g[k]*h[k], k, 1, d)^2 - ({SQUARES} - 4*sum(g[k]^2*h[k]^2, k, 1, d))/2",
          "Parseval: E f² less the squares of the coefficients of the empty set and of the pairs")


paper.claim(
    "model-fourier-rest", equal(other_weight, "0"), at="Section 2, the model", origin="summary",
    forall={"d": Integers(2, oo, window=5)}, uses=("model-fourier", "model-fourier-pair"),
    says="All other coefficients of the model are 0", derive=derive_rest,
    wrong=[equal(lambda g, h: other_weight(g, h) + coefficient_of_pair(g, h, (1, 2)) ** 2, "0")],
)


def softmax_text(index: str, logits: str = "a") -> str:
    """The softmax of logits at an index, as a formula."""
    return f"exp({logits}[{index}])/sum(exp({logits}[l]), l, 1, d)"


LOGITS = {"d": Integers(2, oo, window=4), "a": Vectors("d"), "k": Integers(1, "d"), "j": Integers(1, "d")}

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


paper.claim(
    "max-separation", "sum((u[k] - v[k])^2, k, 1, m) <= sum((2*u[k])^2, k, 1, m)",
    forall={"m": Integers(1, oo, window=6), "u": Sphere("m"), "v": Sphere("m")}, at="Section 3, the start",
    origin="summary", says="No two queries on the sphere are farther apart than θ and −θ",
    wrong=["sum((u[k] - v[k])^2, k, 1, m) <= 3"],
)
