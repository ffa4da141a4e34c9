"""LayerNorm and the blow-up of its scales."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint
import numpy as np

import numerics
from verify import Drawn, Integers, OneOf, Rational, Rationals, Reals, Vectors, at_most, chain, oo
from verify.papers.sensitivity.paper import paper


def layer_norm_distance(u: np.ndarray, v: np.ndarray, epsilon: object) -> flint.arb:
    """‖LN(u) − LN(v)‖ in balls."""
    return norm([a - b for a, b in zip(*(numerics.layer_norm_ball(y, epsilon, flint.ctx.prec) for y in (u, v)),
                                       strict=True)])


def norm(vector: list[flint.arb]) -> flint.arb:
    """The Euclidean norm of a vector of balls."""
    return sum((entry * entry for entry in vector), flint.arb(0)).nonnegative_part().sqrt()


def centred_distance(u: np.ndarray, v: np.ndarray) -> flint.arb:
    """‖P(u − v)‖, where P subtracts the mean."""
    difference = u - v
    centred = difference - sum(difference) / Rational(len(difference))
    return norm([numerics.rational_ball(numerics.exact_rational(entry)) for entry in centred])


def harmonic_scale(u: np.ndarray, v: np.ndarray, epsilon: object) -> flint.arb:
    """The harmonic mean of N(u) and N(v)."""
    inverse = [1 / numerics.scale_ball(y, epsilon, flint.ctx.prec) for y in (u, v)]
    return 2 / (inverse[0] + inverse[1])


LAYER = {"d": Integers(2, oo, window=6), "u": Vectors("d"), "v": Vectors("d"),
         "epsilon": Rationals(Rational(1, 1000), 4)}

paper.claim(
    "layernorm-lipschitz",
    at_most(layer_norm_distance, lambda u, v, epsilon: harmonic_scale(u, v, epsilon) * centred_distance(u, v)),
    forall=LAYER, at="Section 4, the blow-up of LayerNorm", origin="ours",
    says="LayerNorm is Lipschitz with the harmonic mean of the two scales, on the centred difference",
    wrong=[at_most(layer_norm_distance,
                   lambda u, v, epsilon: harmonic_scale(u, v, epsilon) * centred_distance(u, v) / 2)],
)

paper.claim(
    "harmonic", "2*N*M/(N + M) <= 2*min(N, M)", forall={"N": Reals(0, oo), "M": Reals(0, oo)},
    given={"both scales are positive": "N > 0 and M > 0"}, at="Section 4, the blow-up of LayerNorm", origin="ours",
    says="The harmonic mean of two scales is at most twice the smaller one",
    wrong=["2*N*M/(N + M) <= 199/100*min(N, M)"],
)


def steepest(u: np.ndarray, v: np.ndarray, epsilon: object) -> flint.arb:
    """‖P(u − v)‖/√ε."""
    return centred_distance(u, v) / numerics.rational_ball(numerics.exact_rational(epsilon)).sqrt()


def near_constant(generator: np.random.Generator, d: int) -> np.ndarray:
    """A vector whose entries are nearly equal, exact."""
    scale = 10 ** int(generator.integers(0, 6))
    return np.array([Fraction(int(entry), scale) for entry in generator.integers(-9, 10, d)], dtype=object)


paper.claim(
    "layernorm-steepest", at_most(layer_norm_distance, steepest),
    forall={**LAYER, "u": Drawn(near_constant), "v": Drawn(near_constant)}, uses=["layernorm-lipschitz"],
    at="Section 4, the blow-up of LayerNorm", origin="ours",
    says="LayerNorm is Lipschitz with 1/√ε, and no constant is smaller: it is approached where all entries are equal",
    wrong=[at_most(layer_norm_distance, lambda u, v, epsilon: steepest(u, v, epsilon) * 999 / 1000)],
)

paper.claim(
    "plus-one-factor", "N <= 1 + N <= 2*max(1, N)", forall={"N": Reals(0, oo)}, at="Section 4, definition of Blowup",
    origin="ours", says="One factor of the blow-up, against the scale and twice the scale",
)


def draw_transformer(generator: np.random.Generator, n: int, layers: int) -> numerics.Transformer:
    """A random transformer of width 4 with two heads and ε = 1/100."""
    return numerics.random_transformer(generator, n, 4, layers, 2, 0.01)


def trace(model: numerics.Transformer, n: int) -> numerics.Trace:
    """The transformer on all inputs of n bits."""
    return numerics.evaluate(model, numerics.cube(n))


def scales(model: numerics.Transformer, n: int) -> np.ndarray:
    """max_w N_w for every layer and input; shape (layers, 2^n)."""
    return np.asarray(trace(model, n).scale).max(axis=-1)


NETS = {"n": Integers(1, 4), "layers": OneOf(1, 2, 3), "model": Drawn(draw_transformer)}


@paper.property(
    "plus-one", over=NETS, at="Section 4, definition of Blowup", origin="ours", uses=("plus-one-factor",),
    says="The blow-up lies between the product of the largest scales and 2^L times that of their maxima with 1",
    wrong=[at_most(lambda model, n: trace(model, n).blowup,
                   lambda model, n: np.maximum(1, scales(model, n)).prod(axis=0))],
)
def plus_one(model: numerics.Transformer, n: int, layers: int) -> Any:
    """Π_k max_w N ≤ Blowup ≤ 2^L Π_k max(1, max_w N) at every input."""
    found = trace(model, n)
    largest = np.asarray(found.scale).max(axis=-1)
    return chain(largest.prod(axis=0), "<=", found.blowup, "<=",
                 2**layers * np.maximum(1, largest).prod(axis=0))
