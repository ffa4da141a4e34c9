"""Sensitivity and LayerNorm blow-up of transformers.

Notation.  f is a real function on {−1, 1}^n; s(f, x) = ¼ Σ_i (f(x) − f(x^i))², where x^i is x with bit i flipped, and
as(f) = E s(f, x).  LayerNorm(y) = (y − mean)/√(σ² + ε) with the population variance σ², and N(y) = 1/√(σ² + ε).  A
transformer has Blowup(x) = Π_k max_w (1 + N_w^(k)) over its layers k and positions w.
"""

from __future__ import annotations

from typing import Any

import flint
import numpy as np

import numerics
from verify import (
    BooleanFunctions,
    Drawn,
    Integers,
    OneOf,
    Paper,
    Rational,
    Rationals,
    Reals,
    Vectors,
    at_most,
    chain,
    equal,
    oo,
)

paper = Paper("sensitivity", title="Why are Sensitive Functions Hard for Transformers?", authors=("Hahn", "Rofin"),
              year=2024, arxiv="2402.09963v4")
paper.convention("sensitivity", "s(f, x) = ¼ Σ_i (f(x) − f(x^i))²; for values ±1 this counts the sensitive bits.")
paper.convention("table", "A function is the table of its values; row r has x_k = +1 where bit k−1 of r is 0.")
paper.convention("Fourier", "f̂(P) = E f(x) χ_P(x), normalised by 2^−n; W_k is the sum of f̂(P)² over |P| = k.")
paper.convention("majority", "A tie of an even number of bits counts as +1.")
paper.convention("LayerNorm", "σ² is the population variance (divisor d), not the sample variance.")

n, f, b = paper.variables(n=Integers(1, oo, window=13), f=Vectors("2^n"), b=BooleanFunctions("n"))


def spectral_sensitivity(f: np.ndarray) -> Any:
    """Σ_P |P| f̂(P)², by degree."""
    return sum(k * weight for k, weight in enumerate(numerics.spectral_weight(f)))


def spectral_sensitivity_unnormalised(f: np.ndarray) -> Any:
    """The same with the coefficients of the unnormalised transform; a false variant."""
    return len(f) ** 2 * spectral_sensitivity(f)


paper.claim(
    "fourier", equal(lambda f: numerics.average_sensitivity(f), spectral_sensitivity),
    forall={"n": Integers(1, oo, window=3), "f": Vectors("2^n")}, at="Section 2, average sensitivity", origin="paper",
    says="Average sensitivity is the mean degree of the spectrum, for every real function",
    wrong=[equal(lambda f: numerics.average_sensitivity(f), spectral_sensitivity_unnormalised)],
)

paper.claim(
    "fourier-boolean", equal(lambda b: numerics.average_sensitivity(b), lambda b: spectral_sensitivity(b)),
    forall={"n": Integers(1, 4), "b": BooleanFunctions("n")}, at="Section 2, average sensitivity", origin="paper",
    says="The same for every Boolean function of at most four bits",
    wrong=[equal(lambda b: numerics.average_sensitivity(b), lambda b: spectral_sensitivity_unnormalised(b))],
)

paper.claim(
    "indicator", equal(lambda f: numerics.average_indicator_sensitivity(f), spectral_sensitivity),
    forall={"n": Integers(1, oo, window=3), "f": Vectors("2^n")}, at="Summary, definition of sensitivity",
    origin="summary", expect="refuted",
    says="Counting sensitive bits gives the mean degree for real functions too; true only for values ±1",
)

paper.claim(
    "parity", equal(lambda n: numerics.average_sensitivity(numerics.parity(n)), n),
    at="Section 2, examples", origin="paper", says="Average sensitivity of parity",
    wrong=[equal(lambda n: numerics.average_sensitivity(numerics.parity(n)), "n/2")],
)

paper.claim(
    "majority",
    equal(lambda n: numerics.average_sensitivity(numerics.majority(n)), "n*binomial(n - 1, (n - 1)/2)/2^(n - 1)"),
    given={"n is odd": "n % 2 == 1"}, at="Section 2, examples", origin="paper",
    says="Average sensitivity of majority of an odd number of bits",
    wrong=[equal(lambda n: numerics.average_sensitivity(numerics.majority(n)),
                 "n*binomial(n - 1, (n - 1)/2)/2^n"),
           equal(lambda n: numerics.average_sensitivity(numerics.majority(n)),
                 "n*binomial(n, (n - 1)/2)/2^n")],
)

paper.claim(
    "mean", equal(lambda n: numerics.sensitivity(numerics.mean(n)), lambda n: np.full(2**n, Rational(1, n))),
    forall={"n": Integers(1, oo, window=8)}, at="Section 2, examples", origin="paper",
    says="The mean of the bits has sensitivity 1/n at every input",
    wrong=[equal(lambda n: numerics.sensitivity(numerics.mean(n)), lambda n: np.full(2**n, Rational(1, n**2)))],
)


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


NETS = {"n": Integers(1, 6), "layers": OneOf(1, 2, 3), "model": Drawn(draw_transformer)}


@paper.property(
    "plus-one", over=NETS, at="Section 4, definition of Blowup", origin="ours", uses=("plus-one-factor",),
    says="The blow-up lies between the product of the largest scales and 2^L times that of their maxima with 1",
    wrong=[at_most(lambda model, n: trace(model, n).blowup,
                   lambda model, n: np.maximum(1, scales(model, n)).prod(axis=0))],
)
def plus_one(model: numerics.Transformer, n: int, layers: int) -> Any:
    """Π_k max_w N ≤ Blowup ≤ 2^L Π_k max(1, max_w N) at every input."""
    largest = scales(model, n)
    return chain(largest.prod(axis=0), "<=", trace(model, n).blowup, "<=",
                 2**layers * np.maximum(1, largest).prod(axis=0))


paper.not_checked("theorem-6", at="Theorem 6", says="Sharpness near any transformer that computes a sensitive function",
                  why="a double limit, in the perturbation and in the length; no finite computation decides it")
paper.not_checked("corollary-5", at="Corollary 5", says="Trade-off between average sensitivity and blow-up",
                  why="its constant is not explicit in what is known here")
