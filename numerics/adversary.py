"""Gradient ascent on all parameters of a transformer: where random instances never come near a bound, this looks.

PyTorch is loaded inside the function alone. The ascent is deterministic: it draws nothing, the start says everything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from numerics.forward_torch import torch_parameters
from numerics.transformer import Transformer


def ascend(
    transformer: Transformer, objective: Callable[[Mapping[str, Any]], Any], steps: int, rate: float = 0.05
) -> tuple[Transformer, float]:
    """The best transformer met by gradient ascent (Adam, its rate falling linearly to 0) on an objective.

    Args: transformer: the start; objective: takes tensors by the names of `Transformer`, as `torch_output` does, and
        returns a tensor of one number; steps: how many, at least 1; rate: the first step size.
    Returns: (transformer, its objective). Ends early where the objective is not finite.
    Raises: ValueError if steps < 1, or the objective is not finite at the start.

    Reference: Kingma and Ba 2015.

    >>> from numerics import majority_network
    >>> start = majority_network(3)
    >>> best, height = ascend(start, lambda p: -((p["readout"] - 1) ** 2).sum(), 200, rate=0.1)
    >>> height > -1e-3, best.epsilon == start.epsilon
    (True, True)
    """
    import torch

    if steps < 1:
        raise ValueError(f"an ascent has at least one step; got {steps}")
    parameters = torch_parameters(transformer)
    optimiser = torch.optim.Adam(list(parameters.values()), lr=rate)
    best, height = transformer, float("-inf")
    for step in range(steps):
        value = objective(parameters)
        if not bool(torch.isfinite(value)):
            break
        if float(value.detach()) > height:
            height = float(value.detach())
            best = replace(transformer, **{name: tensor.detach().numpy() for name, tensor in parameters.items()})
        for group in optimiser.param_groups:
            group["lr"] = rate * (1 - step / steps)
        optimiser.zero_grad()
        (-value).backward()
        optimiser.step()
    if height == float("-inf"):
        raise ValueError("the objective is not finite at the start")
    return best, height
