"""Mistakes of the rate: a power, a logarithm or a square root that is not the right one, beside the right law."""

from fractions import Fraction
from math import comb, e, factorial, log2, pi, sqrt

import numpy as np
import pytest

from verify import Drawn, Integers, OneOf, check, near, on_ladder, oo

SIZES = OneOf(*(2**k for k in range(3, 11)))


def comparisons(n):
    """What merge sort compares at most on n items: n ⌈log₂ n⌉ − 2^⌈log₂ n⌉ + 1."""
    deep = max(0, (n - 1).bit_length())
    return n * deep - 2**deep + 1


def collisions(n):
    """The mean number of draws from n values until one repeats, as a finite sum (von Mises)."""
    total, term = Fraction(1), 1.0
    mean = float(total)
    for k in range(1, n + 1):
        term *= 1 - (k - 1) / n
        mean += term
    return mean


def stirling(n):
    """n! over Stirling's formula."""
    return factorial(n) / (sqrt(2 * pi * n) * (n / e) ** n)


EXHIBITS = {
    "merge sort is linear": (comparisons, "n", "n*log(n)"),
    "the birthday problem needs n/2 draws": (collisions, "n", "n^(1/2)"),
    "the middle binomial coefficient is a constant share of 2^n": (lambda n: comb(n, n // 2) / 2**n, "1", "n^(-1/2)"),
    "the binary digits of n grow like √n": (lambda n: log2(n) + 1, "n^(1/2)", "log(n)"),
    "coupons are complete after a multiple of n draws": (lambda n: n * sum(1 / k for k in range(1, n + 1)), "n",
                                                         "n*log(n)"),
}


@pytest.mark.parametrize("name", EXHIBITS)
def test_the_mistake_is_inconsistent_and_the_right_law_is_not(name):
    quantity, wrong, right = EXHIBITS[name]
    mistaken = check(on_ladder(quantity, wrong, along="n"), n=SIZES)
    assert mistaken.verdict == "undecided"
    assert mistaken.record["grade"].startswith("inconsistent on this ladder")
    assert check(on_ladder(quantity, right, along="n", rivals=[wrong]), n=SIZES).verdict == "supported"


def test_an_average_over_draws_is_judged_the_same_way():
    """The largest of n standard normal draws grows like √(2 log n), not like √n."""
    over = {"z": Drawn(lambda generator, n: generator.standard_normal(n))}
    largest = {"along": "n", "over": over, "draws": 300}
    assert check(on_ladder(lambda z: float(np.max(z)), "sqrt(log(n))", **largest), n=SIZES).verdict in (
        "supported", "undecided")
    wrong = check(on_ladder(lambda z: float(np.max(z)), "n^(1/2)", **largest), n=SIZES)
    assert wrong.verdict == "undecided"
    assert wrong.record["grade"].startswith("inconsistent on this ladder")


def test_a_law_that_is_only_asymptotic_is_not_near_at_small_sizes():
    """Stirling without its correction misses n! by a factor 1 + 1/12n: within 1/10n, and not within 1/20n."""
    assert check(near(stirling, 1, "1/(20*n)"), n=Integers(1, oo)).verdict == "refuted"
    assert check(near(stirling, 1, "1/(10*n)"), n=Integers(1, oo)).verdict == "supported"
