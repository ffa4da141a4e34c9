"""How many parameters, inputs or fixed features the target needs."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

import numerics
from verify import Drawn, Integers, OneOf, at_least, equal, on_ladder, oo
from verify.papers.sparse_xor.paper import paper

paper.claim(
    "trainable-parameters", "2*(log(d)^2 + 1) < d", forall={"d": Integers(64, oo)}, at="Summary of the results",
    origin="summary", says="Both queries together have fewer entries than there are inputs, from d = 64 at m = ⌈ln² d⌉,"
                           " which is less than ln² d + 1",
    wrong=["2*(log(d)^3 + 1) < d", "2*(log(d)^2 + 1) < d/2"],
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

paper.claim(
    "trainable-parameters-cubed", "2*ceiling(log(d)^3) < d", forall={"d": Integers(1024, 1536)},
    at="Summary of the results", origin="ours",
    says="At m = ⌈ln³ d⌉ the two queries have fewer entries than there are inputs only from d ≈ 1000 on; tried to 1536",
    wrong=["2*ceiling(log(d)^3) < d/2"],
)

paper.claim(
    "trainable-parameters-rate", on_ladder("2*ceiling(log(d)^2)", "log(d)^2", along="d", rivals=["d^(1/2)", "log(d)"]),
    forall={"d": OneOf(*(4**k for k in range(3, 13)))}, at="Summary of the results", origin="summary",
    says="The number of trainable entries grows like ln² d, where a dense first layer has a multiple of d",
    wrong=["2*ceiling(log(d)^2) == d"],
)


def products(V: np.ndarray) -> np.ndarray:
    """The features (Vᵀx)_a (Vᵀx)_b, a ≤ b, of every point of the cube."""
    forms = numerics.cube(len(V)).astype(object) @ V.astype(object)
    m = V.shape[1]
    return np.stack([forms[:, a] * forms[:, b] for a in range(m) for b in range(a, m)], axis=1)


paper.claim(
    "linear-rank",
    at_least(lambda V: numerics.mean_parity_error(products(V), 2), "1 - m*(m + 1)/(d*(d - 1))"),
    forall={"d": Integers(3, 6), "m": Integers(1, 3),
            "V": Drawn(lambda generator, d, m: generator.integers(-3, 4, (d, m)))},
    at="Section 5, the comparison with fixed features", origin="ours",
    says="Linear attention is a linear model in the m(m+1)/2 products of entries of Vᵀx, so its mean best loss over the"
         " pairs is at least 1 − m(m+1)/d(d−1)",
    wrong=[at_least(lambda V: numerics.mean_parity_error(products(V), 2), "1 - m*(m + 1)/(2*d*(d - 1))")],
)

paper.claim(
    "exponential-in-k", "(d/k)^k <= binomial(d, k)", forall={"d": Integers(1, 30), "k": Integers(1, "d")},
    at="Section 5, the comparison with fixed features", origin="folklore",
    says="Fixed features for all k-subsets need a number D of at least (1 − ε) C(d,k) ≥ (1 − ε)(d/k)^k",
    wrong=["(2*d/k)^k <= binomial(d, k)"],
)


def own_feature_error(d: int, pair: tuple[int, ...]) -> Fraction:
    """The best error at one target of the model whose only feature is that parity."""
    parity = numerics.cube(d)[:, [int(place) - 1 for place in pair]].prod(axis=1)
    return numerics.least_squares_errors(parity[:, None], parity[:, None])[0]


paper.claim(
    "fixed-features-one-target", at_least(own_feature_error, "1 - 1/binomial(d, 2)"), forall={"d": Integers(3, 6)},
    at="Section 5, the comparison with fixed features", origin="ours", expect="refuted",
    says="The bound for fixed features with the quantifiers exchanged, for each target by itself: one feature suffices",
)

paper.claim(
    "why-d4", "(2/(d*sqrt(m)))^2/(1/d^2)^2 == 4*d^2/m", forall={"d": Integers(2, oo), "m": Integers(1, oo)},
    at="Corollary 3", origin="ours",
    says="A mean of n summands of standard deviation 2/(d√m) is known to 1/d² from n = 4d²/m on (Bernstein), while"
         " summands that are only known to be O(1) would need 1/(1/d²)² = d⁴ (Hoeffding)",
    wrong=["(2/(d*sqrt(m)))^2/(1/d^2)^2 == d^4"],
)


def loss_after_step(seed: int) -> float:
    """The population loss after a step of size d³ at d = 256 and m = 62, which trains 124 numbers."""
    return float(numerics.train(numerics.instance(seed, 256, 62), 256.0**3, 1).loss[-1])


paper.claim(
    "separation-every-network", at_least(loss_after_step, "1/2"), forall={"seed": OneOf(*range(8))},
    at="Section 5, the comparison with dense networks", origin="summary", expect="refuted",
    says="Every network with fewer than d trainable numbers fails; one with shared weights, this model, has 124 at"
         " d = 256 and does not",
)

paper.not_checked("separation", at="Section 5, the comparison with dense networks",
                  says="Dense feed-forward networks need Ω(d) trainable parameters",
                  why="a statement about all networks of a kind as d grows; trainable-parameters and ffnn-count are"
                      " what of it is checked")
paper.not_checked("expressivity", at="Section 5, the comparison with dense networks",
                  says="Attention is more expressive, and features stay buried in feed-forward networks",
                  why="no definition of these words that a check could use")
