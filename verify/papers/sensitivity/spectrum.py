"""The spectrum: average sensitivity as a mean degree, and what it says of high degrees."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

import numerics
from verify import BooleanFunctions, Drawn, Integers, Vectors, at_most, equal, oo
from verify.papers.sensitivity.paper import paper

DEFINITION = "Section 2, average sensitivity"
REAL = {"n": Integers(1, 4), "f": Vectors("2^n")}
ANY = {"n": Integers(1, oo, window=3), "f": Vectors("2^n")}
EVERY = {"n": Integers(1, 3), "b": BooleanFunctions("n")}


def mean_square(f: np.ndarray) -> Any:
    """E f²."""
    return sum(f * f) * Fraction(1, len(f))


def weight_from(f: np.ndarray, k: int) -> Any:
    """W^{≥k}: the weight of the sets of at least k bits."""
    return sum(numerics.spectral_weight(f)[k:])


def draw_values(generator: np.random.Generator, n: int) -> np.ndarray:
    """A function with integer values from −99 to 99."""
    return generator.integers(-99, 100, 2**n)


paper.claim(
    "fourier", equal(lambda f: numerics.average_sensitivity(f), lambda f: numerics.mean_degree(f)), forall=REAL,
    at=DEFINITION, origin="paper",
    says="Average sensitivity is the mean degree of the spectrum, Σ |P| f̂(P)², for every real function of at most "
         "four bits: an identity of polynomials in its values",
    wrong=[equal(lambda f: numerics.average_sensitivity(f), lambda f: len(f) ** 2 * numerics.mean_degree(f)),
           equal(lambda f: numerics.average_sensitivity(f), lambda f: weight_from(f, 1))],
)

paper.claim(
    "fourier-drawn", equal(lambda f: numerics.average_sensitivity(f), lambda f: numerics.mean_degree(f)),
    forall={"n": Integers(1, oo, window=11), "f": Drawn(draw_values)}, at=DEFINITION, origin="paper",
    says="The same for drawn functions of more bits, once through the edges and once through the transform",
    wrong=[equal(lambda f: numerics.average_sensitivity(f), lambda f: 4 * numerics.mean_degree(f))],
)

paper.claim(
    "fourier-boolean", equal(lambda n: numerics.average_sensitivity(numerics.boolean_functions(n)),
                             lambda n: numerics.mean_degree(numerics.boolean_functions(n))),
    forall={"n": Integers(1, 4)}, at=DEFINITION, origin="paper",
    says="The same for every Boolean function of at most four bits; each n compares all 2^(2^n) of them",
    wrong=[equal(lambda n: numerics.average_sensitivity(numerics.boolean_functions(n)),
                 lambda n: 4**n * numerics.mean_degree(numerics.boolean_functions(n))),
           equal(lambda n: numerics.average_sensitivity(numerics.boolean_functions(n)),
                 lambda n: numerics.degree(numerics.boolean_functions(n)))],
)

paper.claim(
    "indicator", equal(lambda f: numerics.average_indicator_sensitivity(f), lambda f: numerics.mean_degree(f)),
    forall=ANY, at="Summary, definition of sensitivity", origin="summary", expect="refuted",
    says="Counting sensitive bits gives the mean degree for real functions too; true only for values ±1",
)

paper.claim(
    "parseval", equal(mean_square, lambda f: sum(numerics.spectral_weight(f))), forall=REAL, at=DEFINITION,
    origin="folklore", says="The weights of all degrees add up to the mean square",
    wrong=[equal(mean_square, lambda f: weight_from(f, 1))],
)

paper.claim(
    "degree-bias", at_most(weight_from, lambda f, k: numerics.average_sensitivity(f) / k),
    forall={**ANY, "k": Integers(1, "n")}, at="Section 2, degree of the spectrum", origin="folklore",
    says="The weight of degrees k and more is at most the average sensitivity over k",
    wrong=[at_most(weight_from, lambda f, k: numerics.average_sensitivity(f) / (k + 1))],
)

paper.claim(
    "degree-bound", at_most(lambda f: numerics.average_sensitivity(f), lambda f: numerics.degree(f) * mean_square(f)),
    forall=ANY, at="Section 2, degree of the spectrum", origin="folklore",
    says="Average sensitivity is at most the degree times the mean square",
    wrong=[at_most(lambda f: numerics.average_sensitivity(f), lambda f: numerics.degree(f) * mean_square(f) / 2)],
)

paper.claim(
    "degree-boolean", at_most(lambda b, k: weight_from(b, k), lambda b, k: numerics.average_sensitivity(b) / k),
    forall={**EVERY, "k": Integers(1, "n")}, at="Section 2, degree of the spectrum", origin="folklore",
    says="The weight of degrees k and more, for every Boolean function of at most three bits",
    wrong=[at_most(lambda b, k: weight_from(b, k), lambda b, k: numerics.average_sensitivity(b) / (k + 1))],
)
