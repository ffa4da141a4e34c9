"""What one training run is, and what is measured along it: the encoder, its targets, the record of a run.

Every run starts from `numerics.random_transformer` with the seed of the run: two layers of two heads, width 32, 64
hidden units, ε = 10⁻⁵.  All parameters are trained, on all inputs at every step.  A run is *fitted* if its final loss
E (T − f)² is at most 1/50; a network that is constantly 0 has loss 1 for a function with values ±1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import numerics

WIDTH, HIDDEN, LAYERS, HEADS, EPSILON = 32, 64, 2, 2, 1e-5
FITTED, AFTER, LONG, EVERY = 0.02, 200, 1000, 25
RADIUS, SPREAD, DIRECTIONS, ALONG = 3.0, 0.02, 32, 8
"""ρ of the sharpness, the deviation of the noise in the code's sharpness, directions at the end and along the way."""

TABLES = {"parity": numerics.parity, "majority": numerics.majority, "first": numerics.first, "mean": numerics.mean}
SETTINGS: dict[str, Any] = {
    "width": WIDTH, "hidden": HIDDEN, "layers": LAYERS, "heads": HEADS, "epsilon": EPSILON, "goal": 0.05,
    "most": 1500, "goal_from_8": 0.02, "most_from_8": 1200, "fitted": FITTED, "every": EVERY, "radius": RADIUS,
    "spread": SPREAD, "directions": DIRECTIONS, "along": ALONG, "rate": 1e-3, "decay": 0.1,
}


@dataclass(frozen=True, slots=True)
class Fit:
    """A run on a whole table: function, length n, seed of the start; `after` steps follow where the goal is met."""

    function: str
    n: int
    seed: int
    after: int = AFTER

    @property
    def key(self) -> list[Any]:
        """What tells this run from others."""
        return [self.function, self.n, self.seed, self.after]


@dataclass(frozen=True, slots=True)
class Extrapolation:
    """A run on `count` of the 2^n inputs: with random values, or at inputs where two functions agree.

    target: "random", or the names of two functions joined by " = ".
    """

    target: str
    n: int
    seed: int
    count: int = 64

    @property
    def key(self) -> list[Any]:
        """What tells this run from others."""
        return [self.target, self.n, self.seed, self.count]


def examples(function: str, n: int) -> tuple[np.ndarray, np.ndarray]:
    """The inputs and values of a function: all of {±1}^n; for the scratchpad, the strings x_1 … x_n t_1 … t_(n−1) of
    all x, with t_i = t_(i−1) x_i, and the next token t_n = t_(n−1) x_n."""
    bits = numerics.cube(n)
    if function != "scratchpad":
        return bits, np.asarray(TABLES[function](n), dtype=np.float64)
    steps = np.cumprod(bits, axis=1)
    return np.concatenate([bits, steps[:, :-1]], axis=1), steps[:, -1].astype(np.float64)


def seen(run: Extrapolation) -> np.ndarray:
    """The rows of the table that the run is trained on, in order."""
    generator = np.random.default_rng([run.seed, run.n])
    rows = np.arange(2**run.n)
    if run.target != "random":
        one, other = (TABLES[name](run.n) for name in run.target.split(" = "))
        rows = rows[one == other]
    return np.sort(generator.choice(rows, run.count, replace=False))


def random_table(run: Extrapolation) -> np.ndarray:
    """A uniformly random Boolean function of n bits, the target of a run with random values."""
    return 1 - 2 * np.random.default_rng([run.seed, run.n, 1]).integers(0, 2, 2**run.n)


def target_table(run: Extrapolation) -> np.ndarray:
    """The target's values at all inputs; of two that agree where the run is trained, the first named."""
    return random_table(run) if run.target == "random" else np.asarray(TABLES[run.target.split(" = ")[0]](run.n))


def start_of(seed: int, length: int) -> numerics.Transformer:
    """The transformer that a run starts from."""
    generator = np.random.default_rng(seed)
    return numerics.random_transformer(generator, length, WIDTH, LAYERS, HEADS, EPSILON, HIDDEN)


def shifted(network: numerics.Transformer, shift: float) -> numerics.Transformer:
    """The transformer with every parameter moved by a relative amount of this size, up or down at random."""
    generator = np.random.default_rng(0)
    arrays = {name: getattr(network, name) for name in numerics.Transformer.__slots__ if name != "epsilon"}
    return replace(network, **{name: array * (1 + shift * (2 * generator.integers(0, 2, array.shape) - 1))
                               for name, array in arrays.items()})


def schedule(after: int, hard: bool = False) -> numerics.Schedule:
    """The schedule of a run, with a lower goal where the whole table of eight bits is learned."""
    suffix = "_from_8" if hard else ""
    return numerics.Schedule(SETTINGS["goal" + suffix], SETTINGS["most" + suffix], after, EVERY, SETTINGS["rate"],
                             SETTINGS["decay"])


def measures(network: numerics.Transformer, inputs: np.ndarray, values: np.ndarray, directions: int) -> dict[str, Any]:
    """Sharpness and blow-up in the theory's and in the code's measure, and the norm, of one network.

    blowup: √(E Blowup²); code_blowup: E of the product of max 1/std; both sharpnesses: mean, half-width of 95 %.
    """
    seeds = range(directions)
    sharpness = numerics.sharpness_estimate(network, RADIUS, seeds, inputs)
    rise = numerics.loss_sharpness(network, SPREAD, seeds, inputs, values)
    return {
        "sharpness": [sharpness.mean, sharpness.half_width], "code_sharpness": [rise.mean, rise.half_width],
        "norm": numerics.euclidean_norm(network),
        "blowup": float(np.mean(numerics.evaluate(network, inputs).blowup ** 2) ** 0.5),
        "code_blowup": float(np.mean(numerics.measured_blowup(network, inputs))),
    }


def measured_fit(run: Fit, shift: float = 0.0) -> dict[str, Any]:
    """The record of a run on a whole table: what was measured at its end, and along it every 100 steps.

    shift: how far the parameters of the start are moved, relative to themselves, each in its own direction.
    """
    inputs, values = examples(run.function, run.n)
    start = shifted(start_of(run.seed, inputs.shape[1]), shift)
    found = numerics.train_encoder(start, inputs, values, schedule(run.after, run.n >= 8))
    last = len(found.steps) - 1
    shown = [k for k, step in enumerate(found.steps) if step % 100 == 0 or step == found.met or k == last]
    measured = [measures(found.transformers[k], inputs, values, ALONG) for k in shown]
    along = {"step": [found.steps[k] for k in shown], "loss": [found.losses[k] for k in shown],
             **{name: [at[name][0] if isinstance(at[name], list) else at[name] for at in measured]
                for name in measured[0]}}
    outputs = numerics.evaluate(found.transformers[-1], inputs).output
    return {"run": run.key, "met": found.met, "steps": found.steps[-1], "loss": found.losses[-1],
            "wrong_signs": int(np.sum(outputs * values < 0)),
            **measures(found.transformers[-1], inputs, values, DIRECTIONS), "along": along}


def measured_extrapolation(run: Extrapolation) -> dict[str, Any]:
    """The record of a run on a part of a table: its final loss there, and the signs of T at all inputs, as a number
    whose bit r is 1 where T < 0 in row r."""
    bits, rows = numerics.cube(run.n), seen(run)
    found = numerics.train_encoder(start_of(run.seed, run.n), bits[rows], target_table(run)[rows], schedule(AFTER))
    outputs = numerics.evaluate(found.transformers[-1], bits).output
    signs = sum(1 << int(row) for row in np.flatnonzero(outputs < 0))
    return {"run": run.key, "met": found.met, "steps": found.steps[-1], "loss": found.losses[-1],
            "sensitivity": float(numerics.average_sensitivity(outputs)), "signs": f"{signs:x}"}


def planned() -> Iterator[Fit | Extrapolation]:
    """All runs, in an order in which any beginning is balanced over the functions."""
    names = ("parity", "first", "mean", "majority", "scratchpad")
    pairs = ("random", "first = parity", "majority = parity", "first = majority")
    yield from (Fit(name, n, seed) for seed in range(12) for n in (4, 6) for name in names)
    yield from (Extrapolation(target, n, seed) for seed in range(6) for n in (8, 10) for target in pairs)
    yield from (Fit(name, 6, seed, LONG) for seed in (0, 2, 3) for name in ("parity", "first"))
    yield from (Fit(name, 8, seed) for seed in range(5) for name in names)
    yield Fit("parity", 8, 5)


def rounded(value: Any) -> Any:
    """A record with its floats to six digits."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {name: rounded(part) for name, part in value.items()}
    return [rounded(part) for part in value] if isinstance(value, Sequence) and not isinstance(value, str) else value
