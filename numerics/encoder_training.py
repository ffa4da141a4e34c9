"""Training the encoder of `numerics.transformer` on a table of values, all its parameters at once.

    loss(theta) = mean over the inputs of (T_theta(x) - f(x))^2

AdamW on all inputs at every step, so that nothing is drawn: the start says everything. The rate rises linearly over the
first `WARM` steps and stays until the loss, looked at every `every` steps, is at most a goal; then it falls linearly to
0 over a stated number of further steps. So trainings that met the goal are equally far, however long they took; one
that has not met it after `most` steps has failed, and says so.

Deterministic on one machine. Training is unstable: after some hundred steps the rounding of another machine may lead
elsewhere. PyTorch is loaded inside the functions alone, and runs on one thread while they do.

Reference: Loshchilov and Hutter 2019 (AdamW).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from numerics.forward_torch import torch_output, torch_parameters
from numerics.ring import Array
from numerics.transformer import Transformer

WARM = 50


@dataclass(frozen=True, slots=True)
class Schedule:
    """At most `most` steps until the loss is at most `goal`, looked at every `every` steps, then `after` steps more.

    rate: the largest step size; decay: AdamW's weight decay.
    """

    goal: float
    most: int
    after: int
    every: int = 25
    rate: float = 1e-3
    decay: float = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class EncoderTraining:
    """Snapshots along a training: their steps, losses and transformers, of which the first is the start.

    met: the step at which the goal was met; None if it never was, and then the last snapshot is where training gave up.
    """

    steps: tuple[int, ...]
    losses: tuple[float, ...]
    transformers: tuple[Transformer, ...]
    met: int | None


def train_encoder(
    start: Transformer, inputs: Any, values: Any, schedule: Schedule, *, stop: int | None = None
) -> EncoderTraining:
    """Train a transformer until its loss meets the goal, and `after` steps more.

    Args: start: theta_0; inputs: (B, n) of ±1; values: f at them, (B,); schedule; stop: a step to stop at in any case.
    Returns: EncoderTraining, with a snapshot every `schedule.every` steps, and one at the end.
    Raises: ValueError where the sizes disagree, or the loss is not finite.

    >>> from numerics.hypercube import cube
    >>> from numerics.transformer import random_transformer
    >>> start = random_transformer(np.random.default_rng(0), 2, 4, 1, 1, 1e-5)
    >>> found = train_encoder(start, cube(2), [1, -1, 1, -1], Schedule(0.01, 400, 20, rate=0.02))
    >>> found.met is not None, found.losses[-1] < 0.01 < found.losses[0], found.steps[:2]
    (True, True, (0, 25))
    """
    import torch

    bits, table = np.asarray(inputs), np.asarray(values, dtype=np.float64)
    if table.shape != bits.shape[:1]:
        raise ValueError(f"every input has a value; got {len(bits)} inputs and values of shape {table.shape}")
    parameters = torch_parameters(start)
    optimiser = torch.optim.AdamW(list(parameters.values()), lr=schedule.rate, weight_decay=schedule.decay)
    wanted, limit = torch.as_tensor(table), schedule.most + schedule.after if stop is None else stop
    path, step, end, met = [(0, _loss(parameters, start, bits, table), start)], 0, schedule.most, None
    with _one_thread():
        while step < min(end, limit):
            optimiser.param_groups[0]["lr"] = schedule.rate * _share(step, met, end)
            optimiser.zero_grad()
            ((torch_output(parameters, start.epsilon, bits) - wanted) ** 2).mean().backward()
            optimiser.step()
            step += 1
            if step % schedule.every and step < min(end, limit):
                continue
            arrays = {name: tensor.detach().numpy() for name, tensor in parameters.items()}
            path.append((step, _loss(parameters, start, bits, table), replace(start, **arrays)))
            if met is None and path[-1][1] <= schedule.goal:
                met, end = step, step + schedule.after
    steps, losses, transformers = zip(*path, strict=True)
    return EncoderTraining(steps, losses, transformers, met)


def _share(step: int, met: int | None, end: int) -> float:
    """The share of the rate that a step takes."""
    return min(1.0, (step + 1) / WARM) if met is None else (end - step) / (end - met)


def _loss(parameters: Mapping[str, Any], start: Transformer, bits: Array, table: Array) -> float:
    """The loss over all inputs. Raises: ValueError if it is not finite."""
    import torch

    with torch.no_grad():
        loss = float(np.mean((torch_output(parameters, start.epsilon, bits).numpy() - table) ** 2))
    if not np.isfinite(loss):
        raise ValueError("the loss is not finite: the rate is too large for this start")
    return loss


@contextmanager
def _one_thread() -> Iterator[None]:
    """PyTorch on one thread, then on as many as before."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
