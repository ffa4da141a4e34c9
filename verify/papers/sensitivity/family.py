"""Families of functions: parity, first bit, mean, sparse look-up, random functions, and steps of a scratchpad."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

import numerics
from verify import BooleanFunctions, Integers, Vectors, at_most, equal, oo
from verify.papers.sensitivity.paper import paper

EXAMPLES = "Section 2, examples"

paper.claim(
    "symmetric", equal(lambda F: numerics.average_sensitivity(numerics.symmetric(F)),
                       "sum(binomial(n, k)*(n - k)*(F[k + 1] - F[k + 2])^2/2, k, 0, n - 1)/2^n"),
    forall={"n": Integers(1, 7), "F": Vectors("n + 1")}, at=EXAMPLES, origin="folklore",
    says="A symmetric function has the value F[k + 1] at inputs with k entries −1; only edges between two layers count",
    wrong=[equal(lambda F: numerics.average_sensitivity(numerics.symmetric(F)),
                 "sum(binomial(n, k)*(n - k)*(F[k + 1] - F[k + 2])^2/4, k, 0, n - 1)/2^n")],
)

paper.claim(
    "parity", equal(lambda n: numerics.average_sensitivity(numerics.parity(n)), "n"), at=EXAMPLES, origin="paper",
    says="Average sensitivity of parity", wrong=[equal(lambda n: numerics.average_sensitivity(numerics.parity(n)),
                                                       "n/2")],
)

paper.claim(
    "parity-sum", "2*sum(binomial(n, k)*(n - k), k, 0, n - 1)/2^n == n", at=EXAMPLES, origin="ours",
    says="The sum over layers for parity, F(k) = (−1)^k with jumps of 2, for every n",
    wrong=["2*sum(binomial(n, k)*(n - k), k, 0, n - 1)/2^n == n/2"],
)

paper.claim(
    "first", equal(lambda n: numerics.sensitivity(numerics.first(n)), lambda n: np.full(2**n, 1)), at=EXAMPLES,
    forall={"n": Integers(1, oo, window=9)}, origin="paper",
    says="The first bit has sensitivity 1 at every input, so that its average is 1 for every n",
    wrong=[equal(lambda n: numerics.sensitivity(numerics.first(n)), lambda n: np.full(2**n, n))],
)

paper.claim(
    "mean", equal(lambda n: numerics.sensitivity(numerics.mean(n)), lambda n: np.full(2**n, Fraction(1, n))),
    forall={"n": Integers(1, oo, window=8)}, at=EXAMPLES, origin="paper",
    says="The mean of the bits has sensitivity 1/n at every input",
    wrong=[equal(lambda n: numerics.sensitivity(numerics.mean(n)), lambda n: np.full(2**n, Fraction(1, n**2)))],
)

paper.claim(
    "mean-sum", "(2/n)^2/2*sum(binomial(n, k)*(n - k), k, 0, n - 1)/2^n == 1/n", at=EXAMPLES, origin="ours",
    says="The sum over layers for the mean, F(k) = (n − 2k)/n with jumps of 2/n, for every n",
    wrong=["(2/n)^2/2*sum(binomial(n, k)*(n - k), k, 0, n - 1)/2^n == 1"],
)

paper.claim(
    "sparse-lookup", equal(lambda a: numerics.average_sensitivity(numerics.address(a)), "1 + a/2"),
    forall={"a": Integers(0, oo, window=4)}, at=EXAMPLES, origin="paper",
    says="Looking up one of 2^a bits by an address of a bits: average sensitivity 1 + a/2, of a + 2^a bits",
    wrong=[equal(lambda a: numerics.average_sensitivity(numerics.address(a)), "1 + a")],
)


def moments(n: int) -> tuple[Fraction, Fraction]:
    """Mean and variance of the average sensitivity over all Boolean functions of n bits."""
    totals = numerics.sensitivity(numerics.boolean_functions(n)).sum(axis=-1)  # 2^n times the averages
    mean = Fraction(int(totals.sum()), len(totals))
    square = Fraction(int((totals**2).sum()), len(totals))
    return mean / 2**n, (square - mean**2) / 4**n


paper.claim(
    "random", equal(moments, lambda n: (Fraction(n, 2), Fraction(n, 2 ** (n + 1)))), forall={"n": Integers(1, 4)},
    at=EXAMPLES, origin="folklore",
    says="A random Boolean function has average sensitivity n/2 in the mean, with variance n/2^(n+1); every function "
         "of at most four bits is counted",
    wrong=[equal(moments, lambda n: (Fraction(n, 2), Fraction(n, 2**n)))],
)

paper.claim(
    "random-variance", "(2/2^n)^2*(n*2^(n - 1))/4 == n/2^(n + 1)", at=EXAMPLES, origin="folklore",
    says="The variance for every n: of n 2^(n−1) edges, each weighing 2/2^n, each is cut with chance ½ and any two "
         "independently",
    wrong=["(2/2^n)^2*(n*2^(n - 1))/4 == n/2^n"],
)

STEP = {"n": Integers(1, oo, window=6), "i": Integers(1, "n")}

paper.claim(
    "scratchpad-step", equal(lambda n, i: numerics.sensitivity(numerics.scratchpad_step(n, i)),
                             lambda n, i: np.full(2 ** (n + i - 1), min(i, 2))),
    forall=STEP, at="Section 5, scratchpad", origin="paper",
    says="With a scratchpad each step t_i = t_(i−1) x_i has sensitivity 2, the first 1, at every input",
    wrong=[equal(lambda n, i: numerics.sensitivity(numerics.scratchpad_step(n, i)),
                 lambda n, i: np.full(2 ** (n + i - 1), i))],
)

paper.claim(
    "prefix-parity", equal(lambda n, i: numerics.sensitivity(numerics.junta(numerics.parity(i), range(1, i + 1), n)),
                           lambda n, i: np.full(2**n, i)),
    forall=STEP, at="Section 5, scratchpad", origin="ours",
    says="Without it the parity of the first i bits has sensitivity i at every input",
    wrong=[equal(lambda n, i: numerics.sensitivity(numerics.junta(numerics.parity(i), range(1, i + 1), n)),
                 lambda n, i: np.full(2**n, min(i, 2)))],
)

paper.claim(
    "automaton-step", at_most(lambda b, t: max(numerics.sensitivity(numerics.junta(t, range(2, b + 3), b + 3))),
                              "b + 1"),
    forall={"b": Integers(0, 2), "t": BooleanFunctions("b + 1")}, at="Section 5, scratchpad", origin="ours",
    says="A step of an automaton with 2^b states reads b bits of state and one of input, among others that it does not "
         "read: sensitivity at most b + 1, for every table of transitions",
    wrong=[at_most(lambda b, t: max(numerics.sensitivity(numerics.junta(t, range(2, b + 3), b + 3))), "b + 1/2")],
)
