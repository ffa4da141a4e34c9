"""Boolean analysis: sensitivity, spectrum and the standard families of functions."""

from __future__ import annotations

from typing import Any

import numpy as np

import numerics
from verify import BooleanFunctions, Integers, Rational, Vectors, equal, oo
from verify.papers.sensitivity.paper import n, paper


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
