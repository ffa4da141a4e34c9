"""How many parameters, inputs or fixed features the target needs."""

from __future__ import annotations

import numpy as np

import numerics
from verify import Drawn, Integers, at_least, equal, oo
from verify.papers.sparse_xor.paper import paper

paper.claim(
    "trainable-parameters", "2*ceiling(log(d)^2) < d", forall={"d": Integers(64, oo)}, at="Summary of the results",
    origin="summary", says="Both queries together have fewer entries than there are inputs, from d = 64 at m = ⌈ln² d⌉",
    wrong=["2*ceiling(log(d)^3) < d"],
)

paper.claim(
    "ffnn-count",
    equal(lambda d, r: numerics.mean_input_error(d, range(1, r + 1)), "1 - binomial(r, 2)/binomial(d, 2)"),
    forall={"d": Integers(2, 7), "r": Integers(0, "d")}, at="Section 5, the comparison with dense networks",
    origin="ours",
    says="A function of r fixed inputs has the mean best loss 1 − C(r,2)/C(d,2) over the targets",
    wrong=[equal(lambda d, r: numerics.mean_input_error(d, range(1, r + 1)), "1 - r^2/d^2")],
)


def draw_features(generator: np.random.Generator, d: int, D: int) -> np.ndarray:
    """D integer features of every point of the cube, as rows of a matrix with a column for each."""
    return generator.integers(-3, 4, (2**d, D))


paper.claim(
    "fixed-features", at_least(lambda features, D: numerics.mean_parity_error(features, 2), "1 - D/binomial(d, 2)"),
    forall={"d": Integers(2, 5), "D": Integers(1, 6), "features": Drawn(draw_features)},
    at="Section 5, the comparison with fixed features", origin="ours",
    says="With D features that do not depend on the target, the mean best loss over the pairs is at least 1 − D/C(d,2)",
    wrong=[at_least(lambda features, D: numerics.mean_parity_error(features, 2), "1 - D/(2*binomial(d, 2))")],
)
