"""Where training starts: opposite queries, independent ones, one query for both heads, and longer ones."""

from __future__ import annotations

import math

import numpy as np

import numerics
from verify import Integers, OneOf, Rational, equal, with_probability
from verify.papers.sparse_xor.paper import paper
from verify.papers.sparse_xor.trial import SEED, double, specialises


def slopes(seed: int, d: int, start: str) -> np.ndarray:
    """The population gradients in both queries of an instance at its start; m = 3."""
    made = numerics.instance(seed, d, 3, start=start)
    pair = (int(made.subset[0]), int(made.subset[1]))
    return np.stack(numerics.parameter_gradient(made.queries[0], made.queries[1], made.positions, pair))


paper.claim(
    "identical-start",
    equal(lambda seed, d: slopes(seed, d, "identical")[0], lambda seed, d: slopes(seed, d, "identical")[1]),
    forall={"d": Integers(2, 6), "seed": OneOf(*range(4))}, at="Section 3, the start", origin="ours",
    uses=("one-head",),
    says="Heads that start at one query move alike and stay equal for ever, so that f ≤ 0 and the loss stays at 1/2 or"
         " above",
    wrong=[equal(lambda seed, d: slopes(seed, d, "antisymmetric")[0],
                 lambda seed, d: slopes(seed, d, "antisymmetric")[1])],
)

paper.claim(
    "independent-start",
    with_probability(lambda seed, d: specialises(seed, d, double(d), 6, start="independent"), SEED,
                     at_least=Rational(7, 10)),
    forall={"d": OneOf(64, 256)}, at="Section 3, the start", origin="ours", tier="full",
    says="Independent starts work too: one large step makes each head attend to its own target in at least seven of ten"
         " draws",
    wrong=[with_probability(lambda seed, d: specialises(seed, d, double(d), 6, start="identical"), SEED,
                            at_least=Rational(7, 10))],
)

paper.claim(
    "max-separation-best",
    with_probability(lambda seed: specialises(seed, 256, double(256), 6, norm=math.sqrt(double(256)) / 2), SEED,
                     at_most="2/pi*atan(sqrt(256))"),
    at="Section 3, the start", origin="summary", tier="full", expect="refuted",
    says="The start θ̃ = −θ on the unit sphere, which specialises with probability (2/π) arctan √d, maximises that; yet"
         " queries √m/2 times as long do better (d = 256)",
)
