"""The first step: the gradient at the start θ̃ = −θ in its short form, for every d, and what the step does to a gap."""

from __future__ import annotations

from typing import Any

import numpy as np

import numerics
from verify import Integers, Reals, Vectors, equal, oo
from verify.papers.sparse_xor.loss import slope_text
from verify.papers.sparse_xor.paper import paper

Z, Z_TILDE = "sum(exp(a[l]), l, 1, d)", "sum(exp(-a[l]), l, 1, d)"
G, H = f"(exp(a[{{}}])/{Z})", f"(exp(-a[{{}}])/{Z_TILDE})"
"""The two heads at the start as formulas, with {} in the place of the index."""
GAP = "(a[pair[1]] - a[pair[2]])"
MEAN = (f"(2*sum(exp(2*a[l]), l, 1, d)*sum(exp(-2*a[l]), l, 1, d)/({Z}*{Z_TILDE})^2"
        f" + 4*d*(d - 1)/({Z}*{Z_TILDE})^2 - 4*cosh{GAP}/({Z}*{Z_TILDE}))")
"""Σ g_q ∂L/∂g_q at the start, with D = a_i − a_j."""
SLOPE = (f"(2*exp(2*a[k])*sum(exp(-2*a[l]), l, 1, d)/({Z}*{Z_TILDE})^2 + 4*(d - 1)/({Z}*{Z_TILDE})^2"
         f" - 2*(delta(k, pair[1])*exp{GAP} + delta(k, pair[2])*exp(-{GAP}))/({Z}*{Z_TILDE}))")
"""g_k ∂L/∂g_k at the start."""
LOGITS = {"d": Integers(2, oo, window=4), "a": Vectors("d", -3, 3)}


def start_gradient(a: np.ndarray, pair: tuple[int, int], k: int) -> float:
    """∂L/∂a_k of the first head by automatic differentiation, where the second head's logits are −a."""
    return float(numerics.parameter_gradient(a, -a, np.eye(len(a)), pair)[0][k - 1])


def derive_start(steps: Any) -> None:
    """The population gradient through the softmax, where g_q h_q = 1/(Z Z̃) for every q."""
    mean = f"sum({G.format('q')}*{slope_text(G, H, 'q')}, q, 1, d)"
    steps(f"{G.format('k')}*({slope_text(G, H, 'k')} - {mean})", "the population gradient through the softmax")
    steps(f"{G.format('k')}*{slope_text(G, H, 'k')} - {G.format('k')}*{MEAN}",
          "the mean slope, where g_q h_q = 1/(Z Z̃) for every q and g_i h_j + g_j h_i = 2 cosh D/(Z Z̃)")
    steps(f"{SLOPE} - {G.format('k')}*{MEAN}", "the slope at k itself, where g_k h_j = e^(a_k − a_j)/(Z Z̃)")


paper.claim(
    "start-gradient", equal(start_gradient, f"{SLOPE} - {G.format('k')}*{MEAN}"),
    forall={**LOGITS, "k": Integers(1, "d")}, at="Section 3, the gradient", origin="ours",
    uses=("population-gradient",), derive=derive_start,
    says="At θ̃ = −θ the gradient in the first head's logits singles out the pair: it pulls at i with −2e^D/(ZZ̃) and at"
         " j with −2e^(−D)/(ZZ̃), where D = a_i − a_j, and at all others with smaller terms",
    wrong=[equal(start_gradient, f"{SLOPE} + {G.format('k')}*{MEAN}"),
           equal(start_gradient, SLOPE.replace(f"exp{GAP}", "1") + f" - {G.format('k')}*{MEAN}")],
)

paper.claim(
    "amplification", "(exp(D) + r*exp(-D)) - (r*exp(D) + exp(-D)) == 2*(1 - r)*sinh(D)",
    forall={"D": Reals(-2, 2), "r": Reals(-1, 1)}, at="Theorem 2, the step behind it", origin="ours",
    says="In units of 2C the step adds 2(1 − ρ) sinh D to the gap of the two targets' logits, where D was the gap"
         " before and ρ = v_i·v_j",
    wrong=["(exp(D) + r*exp(-D)) - (r*exp(D) + exp(-D)) == 2*(1 + r)*sinh(D)"],
)

paper.claim(
    "amplification-sign", "D*sinh(D) >= D^2", forall={"D": Reals(-2, 2)}, at="Theorem 2, the step behind it",
    origin="ours", uses=("amplification",),
    says="What the step adds has the sign of the gap D and is at least 4C(1 − ρ)|D| long, so that the gap grows with C"
         " unless the mean position v̄ pulls it back",
    wrong=["D*sinh(D) >= 2*D^2"],
)
