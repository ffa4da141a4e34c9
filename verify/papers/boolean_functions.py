"""An example: the elementary theory of Boolean functions.

Notation.  f: {−1, 1}^n → R is a table of 2^n values; −1 stands for *true*.  f̂(S) = E f(x) χ_S(x); Inf_i(f) is the
probability that flipping x_i changes f; I(f) is the sum of the influences; Stab_ρ(f) = E f(x) f(y) for ρ-correlated
x, y.  Statements are numbered as in O'Donnell 2014, "Analysis of Boolean Functions".
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from typing import Any

import numpy as np
from sympy import log

import numerics
from verify import (
    BooleanFunctions,
    Integers,
    Paper,
    Rationals,
    Vectors,
    at_least,
    at_most,
    equal,
    oo,
)

paper = Paper("boolean_functions", title="Elementary theory of Boolean functions", authors=("R. O'Donnell",), year=2014,
              arxiv="2105.10386v1")
paper.convention("values", "Bits are ±1 and −1 is true; a Boolean function has values ±1, not 0 and 1.")
paper.convention("Fourier", "f̂(S) = E f(x) χ_S(x), normalised by 2^−n; ⟨f, g⟩ = E f(x) g(x).")
paper.convention("influence", "Inf_i(f) = P(f(x) ≠ f(x with x_i flipped)) for ±1 values; ¼ E (…)² in general.")

n, f, g, h, b, c, rho = paper.variables(
    n=Integers(1, oo, window=3), f=Vectors("2^n"), g=Vectors("2^n"), h=Vectors("2^n"), b=BooleanFunctions("n"),
    c=BooleanFunctions("n"), rho=Rationals(-1, 1))
EVERY = {"n": Integers(1, 3), "b": BooleanFunctions("n")}


def sizes(table: Any) -> list[int]:
    """|S| for every set S, in the order of the coefficients."""
    return [bin(s).count("1") for s in range(len(table))]


def inner(f: Any, g: Any) -> Any:
    """⟨f, g⟩ = E f(x) g(x)."""
    return sum(a * b for a, b in zip(f, g, strict=True)) * Fraction(1, len(f))


def volume(b: Any) -> Any:
    """The probability of the rarer value."""
    return Fraction(int(min(sum(v == 1 for v in b), sum(v == -1 for v in b))), len(b))


def log2(value: Any) -> Any:
    """The binary logarithm, exactly."""
    return log(value, 2)


paper.claim(
    "inversion", equal(lambda f: numerics.inverse_walsh_hadamard(numerics.walsh_hadamard(f)), lambda f: f),
    at="Theorem 1.1", says="Every function is the multilinear polynomial of its Fourier coefficients",
    wrong=[equal(lambda f: numerics.inverse_walsh_hadamard(numerics.fourier_coefficients(f)), lambda f: f)])

paper.claim(
    "plancherel", equal(inner, lambda f, g: sum(numerics.fourier_coefficients(f) * numerics.fourier_coefficients(g))),
    at="Plancherel's Theorem, Section 1.4", says="The transform preserves the inner product",
    wrong=[equal(inner, lambda f, g: sum(numerics.walsh_hadamard(f) * numerics.walsh_hadamard(g)))])

paper.claim(
    "parseval", equal(lambda b: sum(numerics.fourier_coefficients(b) ** 2), 1), forall=EVERY,
    at="Parseval's Theorem, Section 1.4", says="The squared coefficients of a Boolean function sum to 1")

paper.claim(
    "distance", equal(lambda b, c: inner(b, c), lambda b, c: 1 - 2 * Fraction(int(sum(b != c)), len(b))),
    forall={"n": Integers(1, 2), "b": BooleanFunctions("n"), "c": BooleanFunctions("n")},
    at="Proposition 1.9", says="The inner product tells how often two Boolean functions differ",
    wrong=[equal(lambda b, c: inner(b, c), lambda b, c: 1 - Fraction(int(sum(b != c)), len(b)))])

paper.claim(
    "variance", equal(lambda f: inner(f, f) - (sum(f) * Fraction(1, len(f))) ** 2,
                      lambda f: sum(numerics.fourier_coefficients(f)[1:] ** 2)),
    at="Proposition 1.13", says="The variance is the weight of the non-empty sets",
    wrong=[equal(lambda f: inner(f, f) - (sum(f) * Fraction(1, len(f))) ** 2,
                 lambda f: sum(numerics.fourier_coefficients(f) ** 2))])


def convolution(f: Any, g: Any) -> Any:
    """(f ∗ g)(x) = E f(y) g(x·y) for every x."""
    rows = np.arange(len(f))
    return np.array([sum(f[y] * g[x ^ y] for y in rows) * Fraction(1, len(f)) for x in rows], dtype=object)


paper.claim(
    "convolution", equal(lambda f, g: numerics.fourier_coefficients(convolution(f, g)),
                         lambda f, g: numerics.fourier_coefficients(f) * numerics.fourier_coefficients(g)),
    forall={"n": Integers(1, oo, window=2), "f": Vectors("2^n"), "g": Vectors("2^n")},
    at="Theorem 1.27", says="The transform turns convolution into the product")


def linearity_test(b: Any) -> Any:
    """The probability that b(x) b(y) = b(x·y) for independent uniform x, y."""
    rows = range(len(b))
    return Fraction(sum(bool(b[x] * b[y] == b[x ^ y]) for x in rows for y in rows), len(b) ** 2)


paper.claim(
    "blr", equal(linearity_test,
                 lambda b: Fraction(1, 2) + Fraction(1, 2) * sum(numerics.fourier_coefficients(b) ** 3)),
    forall=EVERY, at="Theorem 1.30 (proof)", says="How often the linearity test accepts",
    wrong=[equal(linearity_test, lambda b: sum(numerics.fourier_coefficients(b) ** 3))])

paper.claim(
    "influence", equal(lambda f: numerics.influence(f),
                       lambda f: [sum(numerics.fourier_coefficients(f)[s] ** 2 for s in range(len(f)) if s >> i & 1)
                                  for i in range(len(f).bit_length() - 1)]),
    at="Theorem 2.20", says="The influence of a coordinate is the weight of the sets that contain it")

paper.claim(
    "monotone-influence", equal(lambda b: numerics.influence(b),
                                lambda b: [numerics.fourier_coefficients(b)[1 << i]
                                           for i in range(len(b).bit_length() - 1)]),
    forall=EVERY, given={"f is monotone": lambda b: numerics.is_monotone(b)}, at="Proposition 2.21",
    says="For monotone functions the influences are the coefficients of degree one")

paper.claim(
    "influence-always", equal(lambda b: numerics.influence(b),
                              lambda b: [abs(numerics.fourier_coefficients(b)[1 << i])
                                         for i in range(len(b).bit_length() - 1)]),
    forall=EVERY, at="after Proposition 2.21", origin="folklore", expect="refuted",
    says="The same up to sign without monotonicity; parity of two bits breaks it")


def degree_weighted(f: Any) -> Any:
    """Σ_S |S| f̂(S)²."""
    return sum(k * v**2 for k, v in zip(sizes(f), numerics.fourier_coefficients(f), strict=True))


paper.claim(
    "total-influence", equal(lambda f: numerics.average_sensitivity(f), degree_weighted), at="Theorem 2.38",
    says="The total influence is the mean degree of the spectrum")

paper.claim(
    "poincare", at_most(lambda b: 1 - numerics.fourier_coefficients(b)[0] ** 2,
                        lambda b: numerics.average_sensitivity(b)),
    forall=EVERY, at="Poincaré Inequality, Section 2.3", says="The variance is at most the total influence")

paper.claim(
    "majority-influence", equal(lambda n: numerics.average_sensitivity(numerics.majority(n)),
                                "n*binomial(n - 1, (n - 1)/2)/2^(n - 1)"),
    forall={"n": Integers(1, oo, window=13)}, given={"n is odd": "n % 2 == 1"}, at="Section 2.3, majority",
    says="Total influence of majority",
    wrong=[equal(lambda n: numerics.average_sensitivity(numerics.majority(n)), "n*binomial(n, (n - 1)/2)/2^(n - 1)")])

paper.claim(
    "majority-extremal", at_most(lambda b: numerics.average_sensitivity(b),
                                 lambda n: numerics.average_sensitivity(numerics.majority(n))),
    forall=EVERY, given={"n is odd": "n % 2 == 1", "f is monotone": lambda b: numerics.is_monotone(b)},
    at="Theorem 2.33", says="Among monotone functions majority has the largest total influence")

paper.claim(
    "edge-isoperimetry", at_least(lambda b: numerics.average_sensitivity(b),
                                  lambda b: 2 * volume(b) * -log2(volume(b))),
    forall=EVERY, given={"f is not constant": lambda b: len(set(b.tolist())) == 2}, at="Theorem 2.39",
    says="A set of volume α has total influence at least 2 α log₂(1/α)")


paper.claim(
    "stability", equal(lambda f, rho: numerics.noise_stability(f, rho),
                       lambda f, rho: sum(rho**k * v**2 for k, v in zip(
                           sizes(f), numerics.fourier_coefficients(f), strict=True))),
    at="Theorem 2.49", says="Noise stability in Fourier coefficients",
    wrong=[equal(lambda f, rho: numerics.noise_stability(f, rho),
                 lambda f, rho: sum((1 - 2 * rho) ** k * v**2 for k, v in zip(
                     sizes(f), numerics.fourier_coefficients(f), strict=True)))])

paper.claim(
    "stability-majority", equal(lambda rho: numerics.noise_stability(numerics.majority(3), rho), "3/4*rho + 1/4*rho^3"),
    at="Section 2.4", says="Noise stability of the majority of three",
    wrong=[equal(lambda rho: numerics.noise_stability(numerics.majority(3), rho), "3/4*rho + 1/4*rho^2")])

paper.claim(
    "dictators", at_most(lambda b, rho: numerics.noise_stability(b, rho), "rho"),
    forall={**EVERY, "rho": Rationals(0, 1)}, given={"f is unbiased": lambda b: sum(b) == 0}, at="Proposition 2.50",
    says="Among unbiased functions dictators are the most stable")


def condorcet(b: Any) -> Any:
    """The probability of a Condorcet winner among three candidates, for voters with independent uniform rankings."""
    voters = len(b).bit_length() - 1
    won = 0
    for rankings in product(permutations(range(3)), repeat=voters):
        rows = [0, 0, 0]
        for k, ranking in enumerate(rankings):
            for pair in range(3):  # voter k prefers candidate pair to pair + 1 (mod 3): bit 0, which is +1
                rows[pair] |= (ranking.index(pair) > ranking.index((pair + 1) % 3)) << k
        won += len({int(b[row]) for row in rows}) == 2
    return Fraction(won, 6**voters)


paper.claim(
    "arrow", equal(condorcet, lambda b: Fraction(3, 4) - Fraction(3, 4) * numerics.noise_stability(b, Fraction(-1, 3))),
    forall=EVERY, at="Theorem 2.56", says="The probability of a Condorcet winner, after Kalai",
    wrong=[equal(condorcet, lambda b: Fraction(3, 4) - Fraction(3, 4) * numerics.noise_stability(b, Fraction(1, 3)))])

paper.claim(
    "granularity", equal(lambda b: all((v * 2 ** (numerics.degree(b) - 1)).denominator == 1
                                       for v in numerics.fourier_coefficients(b) if numerics.degree(b) >= 1), True),
    forall=EVERY, at="Exercise 1.11", says="The coefficients of a function of degree k are multiples of 2^(1−k)")

paper.claim(
    "relevant", at_most(lambda b: sum(v > 0 for v in numerics.influence(b)),
                        lambda b: Fraction(numerics.degree(b)) * Fraction(2) ** (numerics.degree(b) - 1)),
    forall=EVERY, at="Theorem 3.4", says="A function of degree k depends on at most k 2^(k−1) coordinates")

w, s = paper.variables(w=Integers(1, oo, window=3), s=Integers(1, oo, window=4))

paper.claim(
    "tribes", equal(lambda w, s: Fraction(int(sum(numerics.tribes(w, s) == 1)), 2 ** (w * s)), "(1 - 2^(-w))^s"),
    at="Proposition 4.12", says="The probability that no tribe is unanimous",
    wrong=[equal(lambda w, s: Fraction(int(sum(numerics.tribes(w, s) == 1)), 2 ** (w * s)), "1 - (1 - 2^(-w))^s")])

paper.claim(
    "tribes-influence", equal(lambda w, s: numerics.influence(numerics.tribes(w, s))[0],
                              "2*2^(-w)*(1 - 2^(-w))^(s - 1)"),
    at="Proposition 4.13", says="The influence of a member of a tribe",
    wrong=[equal(lambda w, s: numerics.influence(numerics.tribes(w, s))[0], "2^(-w)*(1 - 2^(-w))^(s - 1)")])

paper.not_checked("kkl", at="KKL Theorem, Section 9.6", says="Some coordinate has influence at least of order log n/n",
                  why="the constant is not stated, and no n that can be listed is large enough to tell")
