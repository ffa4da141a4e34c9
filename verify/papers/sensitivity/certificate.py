"""The certificate: what flipping bits does to the output, from what it changes in each layer.

With the notation of the part on one layer, a_k = 1 + Σ_h κd‖V_kh‖, c_k = Σ_h ‖V_kh‖ (1 + 2κd) min(e^{2κd}, n) and
J^h = max(J_n^h, mean over w of J_w^h),

    Σ_i |T(x) − T(x^i)| ≤ ‖Pν‖ 2^L Π_k Λ_k Π_{k≥2} (a_k + c_k) · 2R (1 + Σ_h ‖V_1h‖ (1 + J^h)) · Π_k max_w N_w(x).

In layer 1 the changes of u_w, summed over the bits, are at most 2R (1 + Σ_h ‖V_1h‖ (1 + J_w^h)).  Each MLP and
LayerNorm multiplies by 2 Λ_k N_w(x), and each later layer by a_k for the own state and c_k for the mean of all, so that
the larger of the change at the last position and of the mean change over all positions is multiplied by a_k + c_k.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import numerics
from verify import Drawn, Integers, OneOf, at_most, oo
from verify.papers.sensitivity.layer_change import AT, CASES, Case, draw_case, norms, on, scaled
from verify.papers.sensitivity.paper import paper


def output_change(model: numerics.Transformer, x: np.ndarray) -> Any:
    """Σ_i |T(x) − T(x^i)|."""
    output = numerics.evaluate(model, numerics.star(x)).output
    return np.abs(output[0] - output[1:]).sum()


def read_out_bound(model: numerics.Transformer, x: np.ndarray) -> Any:
    """‖Pν‖ Σ_i ‖y_n(x) − y_n(x^i)‖ after the last layer."""
    last = numerics.states(model, numerics.star(x))[-1, :, -1]
    return norms(model).readout * np.linalg.norm(last[0] - last[1:], axis=-1).sum()


paper.claim(
    "read-out", at_most(on(output_change), on(read_out_bound)), forall=CASES, at=AT, origin="ours",
    says="The output changes by at most ‖Pν‖ times the change of the last state, both summed over the bits",
    wrong=[at_most(on(output_change), on(lambda model, x: read_out_bound(model, x) / 2))],
)


def sensitivity(model: numerics.Transformer, x: np.ndarray) -> Any:
    """s(T, x)."""
    output = numerics.evaluate(model, numerics.star(x)).output
    return ((output[0] - output[1:]) ** 2).sum() / 4


def largest_output(model: numerics.Transformer) -> float:
    """F = ‖Pν‖√d, which |T| does not exceed."""
    return float(norms(model).readout * np.sqrt(len(model.readout)))


def summation_bound(model: numerics.Transformer, x: np.ndarray) -> Any:
    """F/2 Σ_i |T(x) − T(x^i)|."""
    return largest_output(model) / 2 * output_change(model, x)


paper.claim(
    "summation", at_most(on(sensitivity), on(summation_bound)), forall=CASES, at=AT, origin="ours",
    says="The sensitivity is at most F/2 times the sum of the changes of the output",
    wrong=[at_most(on(sensitivity), on(lambda model, x: summation_bound(model, x) / 2))],
)


def later_factor(norm: numerics.TransformerNorm, n: int, d: int) -> float:
    """Π_{k≥2} (a_k + c_k)."""
    reach = norm.key_query[1:] * d
    spread = norm.value[1:] * (1 + 2 * reach) * np.minimum(np.exp(np.minimum(2 * reach, 700)), n)
    return float((1 + (norm.value[1:] * reach + spread).sum(axis=1)).prod())


def certificate(model: numerics.Transformer, x: np.ndarray, influence: np.ndarray | None = None) -> Any:
    """The bound of this part on Σ_i |T(x) − T(x^i)|; a false variant has another influence of each head."""
    if influence is None:
        influence = joint_influence(model, x)
    norm, scale = norms(model), numerics.evaluate(model, [x]).scale.max(axis=2).prod()
    factor = norm.readout * 2**model.layers * norm.mlp.prod() * later_factor(norm, *model.position.shape)
    return factor * 2 * norm.radius * (1 + (norm.value[0] * (1 + influence)).sum()) * scale


def joint_influence(model: numerics.Transformer, x: np.ndarray) -> np.ndarray:
    """J^h = max(J_n^h, mean over w of J_w^h) for every head."""
    found = numerics.transformer_influence(model, x)
    return np.maximum(found[:, -1], found.mean(axis=1))


def certificate_of_the_query(model: numerics.Transformer, x: np.ndarray) -> Any:
    """The bound with the influence at the last position alone; a false variant."""
    return certificate(model, x, numerics.transformer_influence(model, x)[:, -1])


def certificate_without_skip(model: numerics.Transformer, x: np.ndarray) -> Any:
    """The bound with Lipschitz constants of the MLP without its skip connection; a false variant."""
    return certificate(model, x) * norms(scaled(model, skip=0.0)).mlp.prod() / norms(model).mlp.prod()


def certificate_without_own(model: numerics.Transformer, x: np.ndarray) -> Any:
    """The bound without the 1 beside J, which stands for what a bit does to its own query; a false variant."""
    return certificate(model, x, joint_influence(model, x) - 1)


def sensitivity_bound(model: numerics.Transformer, x: np.ndarray) -> Any:
    """F/2 times the bound of this part."""
    return largest_output(model) / 2 * certificate(model, x)


LEMMAS = ("layernorm-twice", "mlp-lipschitz", "own-bit", "other-bits", "later-layer", "read-out")
FALSE = (certificate_of_the_query, certificate_without_skip, certificate_without_own)

paper.claim(
    "certificate", at_most(on(output_change), on(certificate)), forall=CASES, uses=LEMMAS, at=AT, origin="ours",
    says="The changes of the output at one input, summed over the bits, are at most the bound of this part",
    wrong=[at_most(on(output_change), on(lambda model, x: certificate(model, x) / 2)),
           *(at_most(on(output_change), on(bound)) for bound in FALSE)],
)

paper.claim(
    "certificate-sensitivity", at_most(on(sensitivity), on(sensitivity_bound)), forall=CASES,
    uses=["certificate", "summation"], at=AT, origin="ours",
    says="The sensitivity at an input is at most F/2 times the bound of this part",
    wrong=[at_most(on(sensitivity), on(lambda model, x: sensitivity_bound(model, x) / 2))],
)


def draw_any(generator: np.random.Generator, n: int, layers: int) -> Case:
    """A case of any kind."""
    return draw_case(generator, n, layers, int(generator.integers(4)))


paper.claim(
    "certificate-search", at_most(lambda found: output_change(*found), lambda found: certificate(*found)),
    forall={"n": Integers(1, oo, window=9), "layers": OneOf(1, 2, 3), "found": Drawn(draw_any)}, uses=["certificate"],
    at=AT, origin="ours", tier="full", says="The same, on transformers and inputs that are searched for",
    wrong=[at_most(lambda found: output_change(*found), lambda found: certificate(*found) / 2)],
)
