"""Sharpness: how far T moves when all its parameters but the positions move by rho in a random direction.

    L_rho,n(T) = E over Delta of E over x of (T_(theta + Delta)(x) - T_theta(x))^2

Delta is uniform on the sphere of radius rho in the space of all parameters except the rows p_w, whose number grows with
n. For one direction the inner mean is over all inputs given. Directions are independent, so they are the clusters.

Reference: Hahn and Rofin 2024, Section 4, average direction sharpness.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from numerics.forward import evaluate
from numerics.orbit import evaluate_orbits, orbit_mean, orbits
from numerics.ring import Array
from numerics.transformer import Transformer

MOVED = tuple(name for name in Transformer.__slots__ if name not in {"position", "epsilon"})


@dataclass(frozen=True, slots=True, eq=False)
class Sharpness:
    """The mean over directions, half the width of its 95 % interval (Student), and the value for every direction."""

    mean: float
    half_width: float
    values: Array


def perturbed(transformer: Transformer, generator: np.random.Generator, radius: float) -> Transformer:
    """The transformer with parameters theta + Delta, Delta uniform on the sphere of this radius; positions stay.

    >>> from numerics.network import majority_network
    >>> network = majority_network(3)
    >>> other = perturbed(network, np.random.default_rng(0), 0.5)
    >>> round(float(sum(((getattr(other, name) - getattr(network, name)) ** 2).sum() for name in MOVED)), 12)
    0.25
    """
    arrays = {name: getattr(transformer, name) for name in Transformer.__slots__}
    moves = {name: generator.standard_normal(arrays[name].shape) for name in MOVED}
    length = sum(float((move**2).sum()) for move in moves.values()) ** 0.5
    return Transformer(**(arrays | {name: arrays[name] + radius / length * move for name, move in moves.items()}))


def mean_square_change(first: Transformer, second: Transformer, inputs: Any = None) -> float:
    """E over x of (T_second(x) - T_first(x))^2: over the inputs given, else over all 2^n by their orbits.

    Args: first, second: of the same positions; inputs: (B, n) of ±1.
    Raises: as `evaluate` and `orbits`.

    >>> from numerics.network import first_network, majority_network
    >>> mean_square_change(majority_network(3), majority_network(3)), mean_square_change(
    ...     majority_network(3), first_network(3), [[1, 1, 1], [1, -1, -1]])
    (0.0, 2.0)
    """
    if inputs is not None:
        return float(np.mean((evaluate(second, inputs).output - evaluate(first, inputs).output) ** 2))
    counts, sizes = orbits(first)
    return orbit_mean((evaluate_orbits(second, counts).output - evaluate_orbits(first, counts).output) ** 2, sizes)


def loss_sharpness(
    transformer: Transformer, spread: float, seeds: Sequence[int], inputs: Any, values: Any
) -> Sharpness:
    """How much the loss E (T(x) - f(x))^2 rises when Gaussian noise is added to every parameter, positions included.

    The measure in the code of Hahn and Rofin 2024, with spread 0.02. With bits 0 and 1 for values it is to be
    multiplied by 4; values ±1 need no factor.

    Args: spread: standard deviation of the noise; seeds: at least two; inputs: (B, n) of ±1; values: f there, (B,).

    >>> from numerics.network import first_network
    >>> found = loss_sharpness(first_network(2), 1e-3, range(4), [[1, 1], [-1, 1]], [1, -1])
    >>> bool(0 < found.mean < 1e-3)
    True
    """
    table = np.asarray(values, dtype=np.float64)

    def loss(candidate: Transformer) -> float:
        return float(np.mean((evaluate(candidate, inputs).output - table) ** 2))

    def noisy(seed: int) -> Transformer:
        generator = np.random.default_rng(seed)
        arrays = {name: getattr(transformer, name) for name in (*MOVED, "position")}
        return replace(transformer, **{name: array + spread * generator.standard_normal(array.shape)
                                       for name, array in arrays.items()})

    before = loss(transformer)
    return _over_directions([loss(noisy(seed)) - before for seed in seeds])


def sharpness_estimate(
    transformer: Transformer, radius: float, seeds: Sequence[int], inputs: Any = None
) -> Sharpness:
    """L_rho,n of a transformer, estimated over one direction for each seed.

    Args: radius: rho > 0; seeds: at least two; inputs: as for `mean_square_change`.

    >>> from numerics.network import first_network
    >>> found = sharpness_estimate(first_network(4), 0.01, range(8))
    >>> bool(0 < found.mean < 1e-4), found.values.shape
    (True, (8,))
    """
    return _over_directions([
        mean_square_change(transformer, perturbed(transformer, np.random.default_rng(seed), radius), inputs)
        for seed in seeds
    ])


def _over_directions(changes: Sequence[float]) -> Sharpness:
    """The mean of independent values and its interval."""
    from scipy.stats import t

    values = np.array(changes)
    error = values.std(ddof=1) / len(values) ** 0.5
    return Sharpness(float(values.mean()), float(t.ppf(0.975, len(values) - 1) * error), values)
