"""Bounds on the sensitivity: by ε alone, by attention, and by the blow-up; with every constant explicit.

Each follows from the certificate.  With B = F ‖Pν‖ 2^L Π_k Λ_k Π_{k≥2} (a_k + c_k) R the certificate reads

    s(x) ≤ B (1 + Σ_h ‖V_1h‖ (1 + J^h(x))) Π_k max_w N_w(x).

Lipschitz: N ≤ 1/√ε, and J ≤ e^{2R²κ}, since no logit of the first layer exceeds R²κ, κ = max over heads of ‖KᵀQ‖.
Refined: N ≤ 1/√ε alone.  Local: N ≤ Blowup ≤ Blowup², and J ≤ 3 + 6.24 log n at most inputs (see the part on
attention; at all of them for n ≤ 23), and log n ≤ √(n log n).  The trade-off is the mean of the local bound.

None of these can be tight at lengths whose inputs can be listed, since s ≤ n F² in any case, and B is at least of the
size of F²: they say more than that only where n/log n is large.  What is left is printed as the tightness of each.
"""

from __future__ import annotations

import functools
import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

import numerics
from verify import Integers, OneOf, at_most
from verify.papers.sensitivity.certificate import (
    certificate,
    joint_influence,
    largest_output,
    later_factor,
    sensitivity,
)
from verify.papers.sensitivity.layer_change import Case, draw_case, norms, on
from verify.papers.sensitivity.paper import paper


def base(model: numerics.Transformer) -> float:
    """B."""
    norm = norms(model)
    factor = 2**model.layers * norm.mlp.prod() * later_factor(norm, *model.position.shape)
    return float(largest_output(model) * norm.readout * factor * norm.radius)


def steepness(model: numerics.Transformer) -> float:
    """ε^{−L/2}."""
    return float(model.epsilon ** (-model.layers / 2))


def middle(n: int) -> np.ndarray:
    """An input of odd length with one more +1 than −1."""
    return np.array([1] * (n // 2 + 1) + [-1] * (n // 2))


def hard_majority(n: int) -> numerics.Transformer:
    """Majority of an odd number of bits by equal attention, with ε = 10⁻⁸ in place of 0; no parameter depends on n."""
    return replace(numerics.majority_network(n), epsilon=1e-8)


@functools.cache
def smooth(case: int) -> Case:
    """Cases with ε > 0: an alarm whose norms are in the embedding, majority, equal attention, and random scales."""
    generator, kind = np.random.default_rng(case), case % 4
    if kind == 0:
        n, radius = 24 + case, 30.0
        model = numerics.alarm_network(n, logit=math.log(n) + 2, eta=1.0, value=1.0, bias=-1.0, radius=radius,
                                       epsilon=radius**2 / 4)
        return model, np.ones(n, dtype=int)
    if kind == 1:
        n = 17 + 2 * case
        return hard_majority(n), middle(n)
    return draw_case(generator, 2 + case % 8, 1 + case // 4 % 3, kind)


SMOOTH = {"case": Integers(0, 19)}


# By ε


def lipschitz_bound(model: numerics.Transformer, x: np.ndarray, exponent: Any = None) -> Any:
    """B (1 + 2 Σ ‖V_1h‖) e^{2R²κ} ε^{−L/2}; a false variant has another exponent."""
    norm = norms(model)
    power = 2 * norm.radius**2 * norm.key_query[0].max() if exponent is None else exponent
    return base(model) * (1 + 2 * norm.value[0].sum()) * np.exp(min(power, 600)) * steepness(model)


def lipschitz_printed(model: numerics.Transformer, x: np.ndarray) -> Any:
    """The bound with the exponent 4dκ in place of 2R²κ."""
    return lipschitz_bound(model, x, 4 * len(model.readout) * norms(model).key_query[0].max())


def lipschitz_literal(model: numerics.Transformer, x: np.ndarray) -> Any:
    """The bound with e^{L/2} in place of ε^{−L/2}."""
    return lipschitz_bound(model, x) / steepness(model) * math.exp(model.layers / 2)


paper.claim(
    "lipschitz", at_most(on(sensitivity, smooth), on(lipschitz_bound, smooth)), forall=SMOOTH,
    uses=["certificate-sensitivity", "attention-ratio"], at="Section 4, the bound by ε", origin="ours",
    says="The sensitivity is at most B (1 + 2 Σ ‖V‖) e^{2R²κ}/ε^{L/2}, with a constant that is free of n",
    wrong=[at_most(on(sensitivity, smooth), on(bound, smooth)) for bound in (lipschitz_printed, lipschitz_literal)],
)

paper.claim(
    "lipschitz-exponent", at_most(on(sensitivity, smooth), on(lipschitz_printed, smooth)),
    forall={"case": OneOf(0, 16)}, uses=["lipschitz"], at="Section 4, the bound by ε", origin="summary",
    expect="refuted",
    says="The same with the exponent 4dκ; that needs R² ≤ 2d, and an OR of bits with long embeddings breaks it",
)


def majority_sensitivity(n: int) -> Any:
    """s of the majority network where one bit more is +1 than −1."""
    return sensitivity(hard_majority(n), middle(n))


paper.claim(
    "lipschitz-literal", at_most(majority_sensitivity, lambda n: lipschitz_literal(hard_majority(n), middle(n))),
    forall={"n": OneOf(11, 21, 41)}, uses=["lipschitz"], at="Summary, the bound by ε", origin="summary",
    expect="refuted",
    says="The same with e^{L/2} in place of 1/ε^{L/2}: majority, by a network whose parameters are the same for all n,"
         " has sensitivity (n + 1)/2 at the middle, so that no constant free of n and ε will do",
)


# By attention


def refined_bound(model: numerics.Transformer, x: np.ndarray) -> Any:
    """B (1 + Σ_h ‖V_1h‖ (1 + J^h(x))) ε^{−L/2}."""
    return base(model) * (1 + (norms(model).value[0] * (1 + joint_influence(model, x))).sum()) * steepness(model)


def refined_literal(model: numerics.Transformer, x: np.ndarray) -> Any:
    """The bound with e^{L/2} in place of ε^{−L/2}."""
    return refined_bound(model, x) / steepness(model) * math.exp(model.layers / 2)


paper.claim(
    "refined", at_most(on(sensitivity, smooth), on(refined_bound, smooth)), forall=SMOOTH,
    uses=["certificate-sensitivity"], at="Section 4, the refined bound", origin="ours",
    says="The sensitivity at x is at most B (1 + Σ ‖V‖ (1 + J(x)))/ε^{L/2}; with the tail of J it is at most a constant"
         " times log n/ε^{L/2} at all but a share H/n² of the inputs",
    wrong=[at_most(on(sensitivity, smooth), on(refined_literal, smooth))],
)


def logarithm_bound(model: numerics.Transformer) -> Any:
    """1 + Σ ‖V_1h‖ (4 + 6.24 log n), which 1 + Σ_h ‖V_1h‖ (1 + J^h) seldom exceeds."""
    return 1 + norms(model).value[0].sum() * (4 + 6.24 * math.log(model.length))


def share_above(n: int) -> Fraction:
    """The share of the inputs in the two middle levels if majority exceeds the literal bound there, else 0."""
    model = hard_majority(n)
    above = sensitivity(model, middle(n)) > base(model) * logarithm_bound(model) * math.exp(model.layers / 2)
    return Fraction(2 * math.comb(n, n // 2), 2**n) if above else Fraction(0)


paper.claim(
    "refined-literal", at_most(share_above, "1/n^2"), forall={"n": OneOf(101, 261)}, uses=["refined"],
    at="Summary, the refined bound", origin="summary", expect="refuted",
    says="At all but a share H/n² of the inputs the sensitivity is at most a constant times log n e^{L/2}: majority"
         " exceeds it at the two middle levels, which hold a share of about 1.6/√n",
)


# By the blow-up


@functools.cache
def blown(case: int) -> Case:
    """Cases for the blow-up: parity by a saw-tooth with a large MLP, and those of the certificate."""
    if case % 5 == 4:
        model, factor = numerics.saw_parity_network(9), 1e4
        large = {name: factor * getattr(model, name) for name in ("skip", "outer", "outer_bias")}
        return replace(model, **large), np.ones(9, dtype=int)
    return draw_case(np.random.default_rng(case), 2 + case % 6, 1 + case // 5 % 3, case % 5)


BLOWN = {"case": Integers(0, 19)}


def local_constant(model: numerics.Transformer) -> float:
    """C = B (1/log 2 + (6.24 + 4/log 2) Σ ‖V_1h‖)."""
    return base(model) * float(1 / math.log(2) + (6.24 + 4 / math.log(2)) * norms(model).value[0].sum())


def without_mlp(model: numerics.Transformer) -> float:
    """F², a constant without the norms of the MLP; a false variant."""
    return largest_output(model) ** 2


def local_bound(model: numerics.Transformer, x: np.ndarray, constant: Any = local_constant) -> Any:
    """C √(n log n) (Blowup(x)² + mean over i of Blowup(x^i)²)."""
    n, square = len(x), numerics.evaluate(model, numerics.star(x)).blowup ** 2
    return constant(model) * math.sqrt(n * math.log(n)) * (square[0] + square[1:].mean())


paper.claim(
    "local-bound", at_most(on(sensitivity, blown), on(local_bound, blown)), forall=BLOWN,
    uses=["certificate-sensitivity", "attention-tail", "attention-exponent"], at="Section 4, the local bound",
    origin="ours",
    says="s(x) ≤ C √(n log n) (Blowup(x)² + mean of Blowup(x^i)²) with the explicit C of this part, at lengths where J"
         " exceeds 3 + 6.24 log n nowhere",
    wrong=[at_most(on(sensitivity, blown), on(lambda model, x: local_bound(model, x, without_mlp), blown))],
)

paper.claim(
    "local-bound-norms",
    at_most(on(sensitivity, blown), on(lambda model, x: local_bound(model, x, without_mlp), blown)), forall=BLOWN,
    uses=["local-bound"], at="Section 4, the local bound", origin="ours", expect="refuted",
    says="A likely misreading: the constant needs no norms of the MLP; but parity with a large MLP has blow-up near 1",
)


def average(model: numerics.Transformer, x: np.ndarray) -> Any:
    """as(T)."""
    return numerics.average_sensitivity(numerics.evaluate_cube(model).output)


def trade_off_bound(model: numerics.Transformer, x: np.ndarray, constant: Any = local_constant) -> Any:
    """2 C √(n log n) E Blowup²."""
    n, blowup = model.length, numerics.evaluate_cube(model).blowup
    return 2 * constant(model) * math.sqrt(n * math.log(n)) * (blowup**2).mean()


paper.claim(
    "trade-off", at_most(on(average, blown), on(trade_off_bound, blown)), forall={"case": Integers(0, 9)},
    uses=["local-bound"], at="Corollary 5", origin="ours",
    says="as(T) ≤ 2 C √(n log n) E Blowup² with the explicit C of this part, at lengths where J exceeds 3 + 6.24 log n"
         " nowhere; else a share H/n² of the inputs adds at most H F²/n",
    wrong=[at_most(on(average, blown), on(lambda model, x: trade_off_bound(model, x, without_mlp) / 2, blown))],
)


def linear_bound(model: numerics.Transformer, x: np.ndarray) -> Any:
    """F/2 times the mean of the certificate over all inputs."""
    every = [certificate(model, point) for point in numerics.cube(model.length)]
    return largest_output(model) / 2 * np.mean(every)


paper.claim(
    "trade-off-linear", at_most(on(average, blown), on(linear_bound, blown)), forall={"case": Integers(0, 3)},
    uses=["certificate-sensitivity"], at="Corollary 5", origin="ours", tier="full",
    says="as(T) ≤ F/2 times the mean of the certificate, which is linear in the scales of LayerNorm",
    wrong=[at_most(on(average, blown), on(lambda model, x: linear_bound(model, x) / 1000, blown))],
)
