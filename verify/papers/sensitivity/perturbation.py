"""Perturbations: a function far less sensitive than another is far from it, in every direction."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Any

import flint
import numpy as np

import numerics
from verify import BooleanFunctions, Integers, Vectors, at_least, at_most, equal, oo
from verify.papers.sensitivity.paper import paper
from verify.papers.sensitivity.spectrum import mean_square

THEOREM = "Theorem 6, the step from sensitivity to sharpness"
PAIRS = {"n": Integers(1, 2), "b": BooleanFunctions("n"), "c": BooleanFunctions("n")}
MIXED = {"n": Integers(1, oo, window=3), "b": BooleanFunctions("n"), "g": Vectors("2^n")}
REAL = {"n": Integers(1, oo, window=3), "f": Vectors("2^n"), "g": Vectors("2^n")}


def sensitivity(f: np.ndarray) -> Any:
    """as(f)."""
    return numerics.average_sensitivity(f)


def rational(q: Any) -> flint.fmpq:
    """An int or Fraction as a number that balls can be added to."""
    return flint.fmpq(q.numerator, q.denominator)


def root(q: Any) -> Any:
    """√q, exactly where q is the square of a rational, else in balls."""
    above, below = isqrt(q.numerator), isqrt(q.denominator)
    square = above**2 == q.numerator and below**2 == q.denominator
    return flint.fmpq(above, below) if square else numerics.rational_ball(q).sqrt()


paper.claim(
    "pair-inequality", at_least(lambda b, c: mean_square(b - c),
                                lambda n, b, c: 2 * (sensitivity(b) - sensitivity(c)) / n),
    forall=PAIRS, at=THEOREM, origin="ours",
    says="Two Boolean functions whose average sensitivities differ are far apart: E (f − g)² ≥ 2(as f − as g)/n",
    wrong=[at_least(lambda b, c: mean_square(b - c), lambda n, b, c: 3 * (sensitivity(b) - sensitivity(c)) / n)],
)


def pair_census(n: int) -> tuple[Fraction, int]:
    """The least slack of the pair inequality over all pairs of functions of n bits; how many unequal pairs have 0."""
    tables = numerics.boolean_functions(n)
    squares = ((tables[:, None] - tables) ** 2).sum(axis=-1)  # 2^n E (f − g)²
    totals = numerics.sensitivity(tables).sum(axis=-1)  # 2^n as(f)
    slack = n * squares - 2 * (totals[:, None] - totals)  # n 2^n times the slack
    return Fraction(int(slack.min()), n * 2**n), int(((slack == 0) & (squares > 0)).sum())


paper.claim(
    "pair-census", equal(lambda: pair_census(3), lambda: (0, 404)), at=THEOREM, origin="ours",
    says="The same for all 65,536 pairs of functions of three bits: it never fails, and 404 pairs "
         "of different functions attain it",
    wrong=[equal(lambda: pair_census(3), lambda: (0, 660))],
)

paper.claim(
    "pair-real", at_least(lambda b, g: mean_square(b - g), lambda n, b, g: 2 * (sensitivity(b) - sensitivity(g)) / n),
    forall=MIXED, at=THEOREM, origin="ours", expect="refuted",
    says="The same for real-valued g; false, for g a little smaller than f",
)

paper.claim(
    "sensitivity-norm", at_most(sensitivity, lambda n, f: n * mean_square(f)),
    forall={"n": Integers(1, oo, window=3), "f": Vectors("2^n")}, at=THEOREM, origin="folklore",
    says="Average sensitivity is at most n times the mean square",
    wrong=[at_most(sensitivity, lambda n, f: n * mean_square(f) / 2)],
)

paper.claim(
    "sensitivity-triangle",
    at_most(lambda f, g: sensitivity(f + g), lambda f, g: rational(sensitivity(f) + sensitivity(g)) + 2 * root(
        sensitivity(f) * sensitivity(g))),
    forall=REAL, at=THEOREM, origin="folklore",
    says="The root of the average sensitivity obeys the triangle inequality, here squared",
    wrong=[at_most(lambda f, g: sensitivity(f + g), lambda f, g: rational(sensitivity(f) + sensitivity(g)))],
)


def excess(f: np.ndarray, g: np.ndarray) -> Any:
    """(√as(f) − √as(g))₊²."""
    high, low = sensitivity(f), sensitivity(g)
    return rational(high + low) - 2 * root(high * low) if high > low else flint.fmpq(0)


paper.claim(
    "sharpness-direction", at_least(lambda f, g: mean_square(f - g), lambda n, f, g: excess(f, g) / n), forall=REAL,
    uses=["sensitivity-norm", "sensitivity-triangle"], at=THEOREM, origin="ours",
    says="Every change from f to g costs at least (√as(f) − √as(g))²/n where g is the less sensitive, for real values",
    wrong=[at_least(lambda f, g: mean_square(f - g), lambda n, f, g: 2 * excess(f, g) / n)],
)


def linear_bound(n: int, b: np.ndarray, g: np.ndarray) -> Any:
    """as(b)/n − 2 √(as(g)/n)."""
    return rational(sensitivity(b) / n) - 2 * root(sensitivity(g) / n)


paper.claim(
    "sharpness-boolean", at_least(lambda b, g: mean_square(b - g), linear_bound), forall=MIXED,
    uses=["sharpness-direction"], at=THEOREM, origin="ours",
    says="For values ±1 the cost is at least as(f)/n, with constant 1 and not ½, less a term that vanishes with as(g)",
    wrong=[at_least(lambda b, g: mean_square(b - g), lambda n, b, g: sensitivity(b) / n),
           at_least(lambda b, g: mean_square(b - g), lambda n, b, g: 2 * linear_bound(n, b, g))],
)
