"""Random positions: how nearly orthogonal they are."""

from __future__ import annotations

import math

import numpy as np

import numerics
from verify import Drawn, OneOf, Rational, near, with_probability
from verify.papers.sparse_xor.paper import paper


def cosine(generator: np.random.Generator, m: int) -> float:
    """v_i·v_j for two positions in R^m."""
    first, second = numerics.positions(generator, 2, m)
    return float(first @ second)


paper.claim(
    "position-angle", near("u <= c^2", "1/m", within=Rational(1, 8),
                           over={"c": Drawn(cosine), "u": Drawn(lambda generator: generator.random())}),
    forall={"m": OneOf(2, 10)}, at="Section 3, the positions", origin="folklore",
    says="The mean of (v_i·v_j)², which is the probability that it exceeds a uniform draw, is 1/m, within 1/8",
    wrong=[near("u <= c^2", "1/m^2", within=Rational(1, 8),
                over={"c": Drawn(cosine), "u": Drawn(lambda generator: generator.random())})],
)

paper.claim(
    "position-law", near("abs(c) <= 1/3", "1/3", within=Rational(1, 8),
                         over={"c": Drawn(lambda generator: cosine(generator, 3))}),
    at="Section 3, the positions", origin="folklore",
    says="In R³ |v_i·v_j| is uniform on [0, 1] (Archimedes), so that it is at most 1/3 with probability 1/3,"
         " within 1/8",
    wrong=[near("abs(c) <= 1/3", "2/3", within=Rational(1, 8),
                over={"c": Drawn(lambda generator: cosine(generator, 3))})],
)


def nearly_orthogonal(V: np.ndarray) -> bool:
    """Whether no two of the positions have a cosine beyond 1/2."""
    cosines = np.abs(V @ V.T - np.eye(len(V)))
    return bool(cosines.max() <= 1 / 2)


paper.claim(
    "near-orthogonal",
    with_probability(nearly_orthogonal, {"V": Drawn(
        lambda generator, d: numerics.positions(generator, d, math.ceil(math.log(d) ** 2)))}, at_least=Rational(1, 2)),
    forall={"d": OneOf(64)}, at="Section 3, the positions", origin="summary", expect="refuted",
    says="Positions of width ⌈ln² d⌉ are nearly orthogonal: at d = 64 no cosine is beyond 1/2 in most draws",
)
