"""Majority: its average sensitivity for every n, its spectrum, and where it is sensitive."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import numerics
from verify import Integers, chain, equal, oo
from verify.papers.sensitivity.paper import paper

EXAMPLES = "Section 2, examples"
ODD = {"n is odd": "n % 2 == 1"}
HALF = {"m": Integers(0, oo, window=12)}


def majority_sensitivity(n: int) -> Any:
    """as(MAJORITY)."""
    return numerics.average_sensitivity(numerics.majority(n))


paper.claim(
    "majority", equal(majority_sensitivity, "n*binomial(n - 1, (n - 1)/2)/2^(n - 1)"), given=ODD, at=EXAMPLES,
    origin="paper", says="Average sensitivity of majority of an odd number of bits",
    wrong=[equal(majority_sensitivity, "n*binomial(n - 1, (n - 1)/2)/2^n"),
           equal(majority_sensitivity, "n*binomial(n, (n - 1)/2)/2^n")],
)

paper.claim(
    "majority-even", equal(majority_sensitivity, "(n - 1)*binomial(n - 2, (n - 2)/2)/2^(n - 2)"),
    given={"n is even": "n % 2 == 0"}, at=EXAMPLES, origin="ours",
    says="With a tie counted as +1, majority of an even number of bits has the value of one bit less",
    wrong=[equal(majority_sensitivity, "n*binomial(n - 1, n/2)/2^n")],
)

paper.claim(
    "majority-sum", equal(majority_sensitivity, "2*sum(binomial(n, k)*(n - 2*k), k, 0, (n - 1)/2)/2^n"), given=ODD,
    at=EXAMPLES, origin="folklore",
    says="For a monotone function it is E f(x)(x_1 + … + x_n), here by the two halves of the cube",
    wrong=[equal(majority_sensitivity, "sum(binomial(n, k)*(n - 2*k), k, 0, (n - 1)/2)/2^n")],
)

paper.claim(
    "majority-closed",
    "2*sum(binomial(2*m + 1, k)*(2*m + 1 - 2*k), k, 0, m)/2^(2*m + 1) == (2*m + 1)*binomial(2*m, m)/4^m",
    forall=HALF, at=EXAMPLES, origin="folklore", says="The closed form of that sum, for every odd n = 2m + 1",
    wrong=["2*sum(binomial(2*m + 1, k)*(2*m + 1 - 2*k), k, 0, m)/2^(2*m + 1) == (2*m + 1)*binomial(2*m, m)/2^m"],
)

paper.claim(
    "majority-rate",
    chain("sqrt(2*n/pi)", "<", "n*binomial(n - 1, (n - 1)/2)/2^(n - 1)", "<", "sqrt(2*n/pi)/sqrt(1 - 1/(2*n))"),
    given=ODD, uses=["majority-falls", "majority-rises"], at=EXAMPLES, origin="folklore",
    says="The rate √(2n/π) with both its bounds for every odd n; by Wallis's limit it is enough that the one ratio "
         "falls to 1 and the other rises to 1, which are the two claims below",
    wrong=["n*binomial(n - 1, (n - 1)/2)/2^(n - 1) < sqrt(2*n/pi)*sqrt(1 + 1/(2*n))"],
)

paper.claim(
    "majority-falls", "(2*m + 3)*binomial(2*m + 2, m + 1)^2/16^(m + 1) < (2*m + 1)*binomial(2*m, m)^2/16^m",
    forall=HALF, at=EXAMPLES, origin="folklore",
    says="The square of the average sensitivity over n falls from each odd n to the next",
    wrong=["(2*m + 4)*binomial(2*m + 2, m + 1)^2/16^(m + 1) < (2*m + 1)*binomial(2*m, m)^2/16^m"],
)

paper.claim(
    "majority-rises", "(4*m + 5)*binomial(2*m + 2, m + 1)^2/16^(m + 1) > (4*m + 1)*binomial(2*m, m)^2/16^m",
    forall=HALF, at=EXAMPLES, origin="folklore",
    says="The square of the average sensitivity over n, times 1 − 1/(2n), rises from each odd n to the next",
    wrong=["(4*m + 4)*binomial(2*m + 2, m + 1)^2/16^(m + 1) > (4*m + 1)*binomial(2*m, m)^2/16^m"],
)


def coefficients(n: int) -> list[Any]:
    """f̂ of majority at a set of each size k = 0..n."""
    every = numerics.fourier_coefficients(numerics.majority(n))
    return [every[2**k - 1] for k in range(n + 1)]


def printed_coefficient(n: int, k: int) -> Fraction:
    """The closed form: 0 for even k, else with alternating signs."""
    if k % 2 == 0:
        return Fraction(0)
    m, j = (n - 1) // 2, (k - 1) // 2
    return Fraction((-1) ** j * comb(m, j) * comb(2 * m, m), comb(2 * m, 2 * j) * 4**m)


def printed_weight(n: int, k: int) -> Fraction:
    """The weight of level k = 2j + 1 of majority of n = 2m + 1 bits; 0 for even k."""
    if k % 2 == 0:
        return Fraction(0)
    m, j = (n - 1) // 2, (k - 1) // 2
    return Fraction(n * comb(2 * j, j) * comb(2 * (m - j), m - j) * comb(2 * m, m), k * 16**m)


LEVELS = {"n": Integers(1, oo, window=11)}

paper.claim(
    "majority-spectrum", equal(coefficients, lambda n: [printed_coefficient(n, k) for k in range(n + 1)]),
    forall=LEVELS, given=ODD, at="Section 2, majority", origin="folklore",
    says="The coefficients of majority by the size of the set (O'Donnell 2014, Theorem 5.19)",
    wrong=[equal(coefficients, lambda n: [abs(printed_coefficient(n, k)) for k in range(n + 1)])],
)

paper.claim(
    "majority-levels", equal(lambda n: numerics.spectral_weight(numerics.majority(n)),
                             lambda n: [printed_weight(n, k) for k in range(n + 1)]),
    forall=LEVELS, given=ODD, at="Section 2, majority", origin="folklore",
    says="The weights of majority by degree, with central binomial coefficients",
    wrong=[equal(lambda n: numerics.spectral_weight(numerics.majority(n)),
                 lambda n: [printed_weight(n, k) * k / n for k in range(n + 1)])],
)

paper.claim(
    "majority-degree-sum", "sum(binomial(2*j, j)*binomial(2*m - 2*j, m - j), j, 0, m) == 4^m", forall=HALF,
    at="Section 2, majority", origin="folklore", tier="full",
    says="So that the mean degree of those weights is the average sensitivity, for every m",
    wrong=["sum(binomial(2*j, j)*binomial(2*m - 2*j, m - j), j, 0, m) == 2^m"],
)

paper.claim(
    "majority-weight-sum",
    "sum(binomial(2*j, j)*binomial(2*m - 2*j, m - j)/(2*j + 1), j, 0, m) == 16^m/((2*m + 1)*binomial(2*m, m))",
    forall=HALF, tier="full", at="Section 2, majority", origin="folklore",
    says="And that they add up to 1, for every m",
    wrong=["sum(binomial(2*j, j)*binomial(2*m - 2*j, m - j)/(2*j + 1), j, 0, m) == 16^m/binomial(2*m, m)"],
)

paper.claim(
    "majority-local", equal(lambda n: numerics.sensitivity(numerics.majority(n)),
                            lambda n: numerics.symmetric([(n + 1) // 2 if n - 1 <= 2 * k <= n + 1 else 0
                                                          for k in range(n + 1)])),
    forall=LEVELS, given=ODD, at="Section 4, majority", origin="ours",
    says="Majority is sensitive to (n + 1)/2 bits at the inputs of the two middle layers and to none elsewhere",
    wrong=[equal(lambda n: numerics.sensitivity(numerics.majority(n)),
                 lambda n: numerics.symmetric([(n + 1) // 2 if n - 1 == 2 * k else 0 for k in range(n + 1)]))],
)

paper.claim(
    "majority-middle", "2*binomial(2*m + 1, m)*(m + 1)/2^(2*m + 1) == (2*m + 1)*binomial(2*m, m)/4^m", forall=HALF,
    at="Section 4, majority", origin="ours",
    says="The share of the two middle layers times (n + 1)/2 is the average sensitivity, for every odd n = 2m + 1",
    wrong=["2*binomial(2*m + 1, m)*m/2^(2*m + 1) == (2*m + 1)*binomial(2*m, m)/4^m"],
)
