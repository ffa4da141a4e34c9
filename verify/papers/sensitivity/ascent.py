"""The certificate, attacked by gradient ascent on all parameters at once, since random instances never come near it.

The logarithm of the ratio of its sides is written once more in PyTorch, to be differentiated.  Nothing rests on that:
it only finds transformers, at which the claim is then evaluated as anywhere else.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import numpy as np

import numerics
from verify import Integers, at_most
from verify.papers.sensitivity.certificate import certificate, output_change
from verify.papers.sensitivity.layer_change import AT, Case, on
from verify.papers.sensitivity.paper import paper

EPSILON = 1e-3


def influences(parameters: Mapping[str, Any], star: np.ndarray) -> Any:
    """max(J_n^h, mean of J_w^h) of the first layer's heads, as a tensor (H,)."""
    import torch

    state = parameters["embedding"][torch.as_tensor(star < 0).long()] + parameters["position"]
    keys = torch.einsum("hij,bvj->bhvi", parameters["key"][0], state)
    queries = torch.einsum("hij,bwj->bhwi", parameters["query"][0], state)
    weights = torch.softmax(queries @ keys.transpose(-1, -2), dim=-1)
    flipped = torch.stack([weights[i + 1, :, :, i] for i in range(star.shape[1])], dim=-1)
    larger = torch.maximum(weights[0], flipped)
    found = larger.sum(dim=-1) - torch.diagonal(larger, dim1=1, dim2=2)
    return torch.maximum(found[:, -1], found.mean(dim=1))


def log_bound(parameters: Mapping[str, Any], star: np.ndarray, scale: Any) -> Any:
    """The logarithm of the certificate for a transformer without hidden units."""
    import torch

    n, d = parameters["position"].shape
    norm = functools.partial(torch.linalg.matrix_norm, ord=2)
    radius = (parameters["embedding"][:, None] + parameters["position"]).norm(dim=-1).max()
    readout = (parameters["readout"] - parameters["readout"].mean()).norm()
    value, reach = norm(parameters["value"]), d * norm(parameters["key"].transpose(-1, -2) @ parameters["query"])
    later = reach + (1 + 2 * reach) * torch.exp(2 * reach).clamp(max=n)
    first = 1 + (value[0] * (1 + influences(parameters, star))).sum()
    each = torch.log(2 * norm(parameters["skip"]) * scale[:, 0].amax(dim=1)).sum()
    return torch.log(2 * radius * readout * first) + each + torch.log1p((value * later).sum(dim=1))[1:].sum()


def log_ratio(parameters: Mapping[str, Any], x: np.ndarray) -> Any:
    """log Σ_i |T(x) − T(x^i)| minus the logarithm of the certificate."""
    star = numerics.star(x)
    output, scale = numerics.torch_trace(parameters, EPSILON, star)
    return (output[0] - output[1:]).abs().sum().log() - log_bound(parameters, star, scale)


@functools.cache
def climbed(case: int) -> Case:
    """The best transformer met from a random start, of one or two layers, and the input all +1."""
    x = np.ones(3 + case // 2, dtype=int)
    start = numerics.random_transformer(np.random.default_rng(case), len(x), 4, 1 + case % 2, 1, EPSILON, 0)
    return numerics.ascend(start, lambda parameters: log_ratio(parameters, x), 1500, 0.1)[0], x


paper.claim(
    "certificate-ascent", at_most(on(output_change, climbed), on(certificate, climbed)),
    forall={"case": Integers(0, 2)}, uses=["certificate"], at=AT, origin="ours", tier="full",
    says="The certificate holds at transformers of one and two layers that ascend towards its violation from random"
         " starts",
    wrong=[at_most(on(output_change, climbed), on(lambda model, x: certificate(model, x) / 2, climbed)),
           at_most(on(output_change, climbed), on(lambda model, x: certificate(model, x) * 9 / 10, climbed))],
)
