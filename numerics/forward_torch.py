"""The transformer encoder in PyTorch, differentiable in every parameter: the twin of `numerics.forward`, written apart.

PyTorch is loaded inside the functions alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np

from numerics.forward import checked_inputs
from numerics.layernorm import DegenerateVariance
from numerics.ring import Array
from numerics.transformer import Transformer


def torch_parameters(transformer: Transformer) -> dict[str, Any]:
    """The arrays of a transformer by name, as float64 tensors that require gradients (copies).

    >>> from numerics.network import majority_network
    >>> torch_parameters(majority_network(3))["position"].shape
    torch.Size([3, 8])
    """
    import torch

    names = [field.name for field in fields(Transformer) if field.name != "epsilon"]
    return {name: torch.tensor(np.array(getattr(transformer, name)), requires_grad=True) for name in names}


def torch_output(parameters: Mapping[str, Any], epsilon: float, inputs: Any) -> Any:
    """T(x) on a batch, as a tensor (B,) that can be differentiated.

    Args: parameters: tensors by the names of `Transformer`; epsilon >= 0; inputs: (B, n) of ±1.
    Raises: DegenerateVariance where LayerNorm is 0/0.

    >>> from numerics.network import majority_network
    >>> torch_output(torch_parameters(majority_network(3)), 0.0, [[1, 1, -1], [1, -1, -1]]).tolist()
    [1.0, -1.0]
    """
    return torch_trace(parameters, epsilon, inputs)[0]


def torch_trace(parameters: Mapping[str, Any], epsilon: float, inputs: Any) -> tuple[Any, Any]:
    """T(x) (B,) and every N_w after every layer (L, B, n), as tensors that can be differentiated.

    Args, raises: as `torch_output`.

    >>> from numerics.network import majority_network
    >>> torch_trace(torch_parameters(majority_network(3)), 0.0, [[1, 1, -1]])[1].round(decimals=9).tolist()
    [[[3.0, 3.0, 3.0]]]
    """
    import torch
    from torch.nn.functional import relu

    scales = []
    negative = torch.as_tensor(np.asarray(inputs) < 0).long()
    state = parameters["embedding"][negative] + parameters["position"]
    for layer in range(parameters["skip"].shape[0]):
        key, query, value = (parameters[name][layer] for name in ("key", "query", "value"))
        keys = torch.einsum("hij,bvj->bhvi", key, state)
        queries = torch.einsum("hij,bwj->bhwi", query, state)
        weights = torch.softmax(queries @ keys.transpose(-1, -2), dim=-1)
        mixed = state + torch.einsum("bhwv,bvj,hij->bwi", weights, state, value)
        hidden = relu(mixed @ parameters["inner"][layer].T + parameters["inner_bias"][layer])
        block = mixed @ parameters["skip"][layer].T + hidden @ parameters["outer"][layer].T
        block = block + parameters["outer_bias"][layer]
        total = block.var(dim=-1, correction=0, keepdim=True) + epsilon
        if not bool((total > 0).all()):
            raise DegenerateVariance("the variance and epsilon are both 0: layer normalisation is 0/0")
        scales.append(total**-0.5)
        state = (block - block.mean(dim=-1, keepdim=True)) * scales[-1]
    return state[:, -1] @ parameters["readout"], torch.stack(scales)[..., 0]


def output_gradient(transformer: Transformer, x: Any) -> dict[str, Array]:
    """The derivative of T(x) at one input in every parameter, by automatic differentiation; float64 arrays by name.

    Args: x: n bits ±1. Raises: as `torch_output`; ValueError for other inputs.

    >>> from numerics.network import mean_network
    >>> round(float(output_gradient(mean_network(4, 1.0), [1, 1, 1, -1])["readout"] @ mean_network(4, 1.0).readout), 12)
    0.4472135955
    """
    parameters = torch_parameters(transformer)
    torch_output(parameters, transformer.epsilon, checked_inputs(transformer, [x])).sum().backward()
    return {name: np.zeros(tensor.shape) if tensor.grad is None else tensor.grad.numpy()
            for name, tensor in parameters.items()}
