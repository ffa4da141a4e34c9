"""The example paper on Boolean functions with a mistake in each statement, as people make them."""

from __future__ import annotations

from fractions import Fraction

import numerics
from verify import BooleanFunctions, Integers, Paper, Rationals, Vectors, at_least, at_most, equal, oo
from verify.papers.boolean_functions import condorcet, degree_weighted, inner, linearity_test, log2, sizes, volume

paper = Paper("boolean_functions_mistaken", title="Boolean functions, with mistakes")
n, f, g, b, c, rho = paper.variables(
    n=Integers(1, oo, window=3), f=Vectors("2^n"), g=Vectors("2^n"), b=BooleanFunctions("n"), c=BooleanFunctions("n"),
    rho=Rationals(-1, 1))
w, s = paper.variables(w=Integers(1, oo, window=3), s=Integers(1, oo, window=4))
EVERY = {"n": Integers(1, 3), "b": BooleanFunctions("n")}

paper.claim("unnormalised", equal(inner, lambda f, g: sum(numerics.walsh_hadamard(f) * numerics.walsh_hadamard(g))),
            at="p. 1", says="the transform without its 2^−n")
paper.claim("empty-set-kept", equal(lambda b: 1 - numerics.fourier_coefficients(b)[0] ** 2,
                                    lambda b: sum(numerics.fourier_coefficients(b) ** 2)), forall=EVERY, at="p. 1",
            says="the variance with the empty set")
paper.claim("factor-two", equal(inner, lambda b, c: 1 - Fraction(int(sum(b != c)), len(b))),
            forall={"n": Integers(1, 2), "b": BooleanFunctions("n"), "c": BooleanFunctions("n")}, at="p. 2",
            says="the factor 2 before the distance forgotten")
paper.claim("half-forgotten", equal(linearity_test, lambda b: Fraction(1, 2) + sum(
    numerics.fourier_coefficients(b) ** 3)), forall=EVERY, at="p. 3", says="½ forgotten before the sum of cubes")
paper.claim("not-monotone", equal(lambda b: numerics.influence(b)[0], lambda b: numerics.fourier_coefficients(b)[1]),
            forall=EVERY, at="p. 4", says="without the hypothesis that f is monotone")
paper.claim("even-n", equal(lambda n: numerics.average_sensitivity(numerics.majority(n)),
                            "n*binomial(n - 1, (n - 1)/2)/2^(n - 1)"), forall={"n": Integers(1, oo, window=9)},
            at="p. 5", says="without the hypothesis that n is odd")
paper.claim("shifted", equal(lambda n: numerics.average_sensitivity(numerics.majority(n)),
                             "n*binomial(n, (n - 1)/2)/2^n"), forall={"n": Integers(1, oo, window=9)},
            given="n % 2 == 1", at="p. 5", says="n in place of n − 1")
paper.claim("poincare-strict", "v < t", forall={"v": Rationals(0, 1), "t": Rationals(0, 1)}, given="v <= t", at="p. 6",
            says="strict where equality is attained")
paper.claim("poincare-sharp", at_most(lambda b: 2 * (1 - numerics.fourier_coefficients(b)[0] ** 2),
                                      lambda b: numerics.average_sensitivity(b)), forall=EVERY, at="p. 6",
            says="a constant too good")
paper.claim("constant-three", at_least(lambda b: numerics.average_sensitivity(b),
                                    lambda b: -3 * volume(b) * log2(volume(b))), forall=EVERY,
            given={"f is not constant": lambda b: len(set(b.tolist())) == 2}, at="p. 7", says="the constant 2 became 3")
paper.claim("flip-probability", equal(lambda b, rho: numerics.noise_stability(b, rho),
                                      lambda b, rho: sum((1 - 2 * rho) ** k * v**2 for k, v in zip(
                                          sizes(b), numerics.fourier_coefficients(b), strict=True))),
            forall={**EVERY, "rho": Rationals(0, 1)}, at="p. 8", says="ρ taken for the probability of a flip")
paper.claim("biased-too", at_most(lambda b, rho: numerics.noise_stability(b, rho), "rho"),
            forall={**EVERY, "rho": Rationals(0, 1)}, at="p. 8", says="without the hypothesis that f is unbiased")
paper.claim("arrow-sign", equal(condorcet, lambda b: Fraction(3, 4) - Fraction(3, 4) * numerics.noise_stability(
    b, Fraction(1, 3))), forall=EVERY, at="p. 9", says="Stab at 1/3 in place of −1/3")
paper.claim("degree-weight", equal(degree_weighted, lambda f: 2 * numerics.average_sensitivity(f)), at="p. 10",
            says="0/1 values read as ±1, a factor")
paper.claim("tribes-complement", equal(lambda w, s: Fraction(int(sum(numerics.tribes(w, s) == 1)), 2 ** (w * s)),
                                       "1 - (1 - 2^(-w))^s"), at="p. 11", says="the complementary probability")
paper.claim("tribes-factor", equal(lambda w, s: numerics.influence(numerics.tribes(w, s))[0],
                                   "2^(-w)*(1 - 2^(-w))^(s - 1)"), at="p. 11", says="a factor 2 lost")

# True neighbours, which must be neither red nor weak.
paper.claim("true-parseval", equal(lambda b: sum(numerics.fourier_coefficients(b) ** 2), 1), forall=EVERY, at="p. 12")
paper.claim("true-majority", equal(lambda n: numerics.average_sensitivity(numerics.majority(n)),
                                   "n*binomial(n - 1, (n - 1)/2)/2^(n - 1)"), given="n % 2 == 1",
            forall={"n": Integers(1, oo, window=9)}, at="p. 12")
paper.claim("true-bound", at_most(lambda b: 1 - numerics.fourier_coefficients(b)[0] ** 2,
                                  lambda b: numerics.average_sensitivity(b)), forall=EVERY, at="p. 12")
