"""Trial: the instance of a seed after one step of gradient descent on the population loss.

A seed gives positions, start and pair; the same seed gives the same instance whatever is asked of it.
"""

from __future__ import annotations

import math

import numpy as np

import numerics
from verify import Drawn

SEED = {"seed": Drawn(lambda generator: int(generator.integers(2**63)))}
"""What probabilities over instances are taken over."""


def double(d: int) -> int:
    """The width m = ⌈2 ln² d⌉."""
    return math.ceil(2 * math.log(d) ** 2)


def logarithmic(factor: int, d: int) -> int:
    """The width m = ⌈factor · ln d⌉."""
    return math.ceil(factor * math.log(d))


def stepped(seed: int, d: int, m: int, step: float, *, start: str = "antisymmetric",
            centred: bool = False, norm: float = 1.0) -> tuple[np.ndarray, tuple[int, int], np.ndarray]:
    """The positions of a seed, its pair, and both queries after one step of a size."""
    made = numerics.instance(seed, d, m, start=start, norm=norm)
    positions = numerics.centred_positions(made.positions) if centred else made.positions
    first, second = (int(place) for place in made.subset)
    queries = numerics.gradient_step(positions, made.queries[0], made.queries[1], (first, second), step)
    return positions, (first, second), np.stack(queries)


def specialises(seed: int, d: int, m: int, exponent: float, *, start: str = "antisymmetric", norm: float = 1.0) -> bool:
    """Whether a step of size d^exponent makes each head attend to its own target."""
    positions, pair, queries = stepped(seed, d, m, float(d) ** exponent, start=start, norm=norm)
    return bool(numerics.specialises(positions @ queries[0], positions @ queries[1], pair))


def largest_error(seed: int, d: int, m: int, step: float, centred: bool = False) -> float:
    """An upper bound on the error at every input after one step, exact where both heads attend to the pair."""
    positions, pair, queries = stepped(seed, d, m, step, centred=centred)
    heads = [numerics.softmax(positions @ query) for query in queries]
    return numerics.worst_case_error(heads[0], heads[1], pair)[1]
