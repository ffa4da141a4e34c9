"""The confidence sequence: hand computations, and its coverage over all looks, computed exactly and simulated."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from flint import arb, fmpq

from numerics import clopper_pearson
from verify.quantifiers.confidence_sequence import excluded, further, interval


def weight(s: int, t: int, p: Fraction) -> Fraction:
    """(t + 1) C(t, s) p^s (1 - p)^(t - s), in rational arithmetic."""
    return (t + 1) * comb(t, s) * p**s * (1 - p) ** (t - s)


@pytest.mark.parametrize(("s", "t", "p"), [(9, 10, Fraction(1, 2)), (4, 10, Fraction(9, 10)), (60, 60, Fraction(9, 10)),
                                           (0, 30, Fraction(1, 3)), (7, 40, Fraction(1, 3)), (0, 1, Fraction(99, 100))])
def test_what_is_excluded_is_what_the_definition_excludes(s, t, p):
    for alpha in (Fraction(1, 20), Fraction(1, 1000), weight(s, t, p) + Fraction(1, 10**20),
                  weight(s, t, p) - Fraction(1, 10**20)):
        if 0 < alpha < 1:
            assert excluded(s, t, p, alpha) == (weight(s, t, p) < alpha)


def test_a_certain_event_is_excluded_by_one_failure_and_by_nothing_else():
    assert excluded(99, 100, Fraction(1), Fraction(1, 10**9))
    assert not excluded(10**6, 10**6, Fraction(1), Fraction(1, 2))
    assert excluded(1, 100, Fraction(0), Fraction(1, 10**9))
    assert not excluded(0, 10**6, Fraction(0), Fraction(1, 2))


def test_what_is_no_probability_is_excluded():
    assert excluded(0, 0, Fraction(6, 5), Fraction(1, 20))
    assert excluded(5, 10, Fraction(-1, 5), Fraction(1, 20))


def test_a_ball_is_excluded_only_as_a_whole():
    assert excluded(10, 100, arb(fmpq(1, 2)), Fraction(1, 20))
    assert not excluded(10, 100, arb("0.3", "0.25"), Fraction(1, 20))


@pytest.mark.parametrize(("s", "t"), [(0, 5), (45, 50), (50, 50), (300, 1000), (1, 2)])
def test_ends_are_outward_and_tight_to_the_digit(s, t):
    alpha, digits = Fraction(1, 100), 4
    low, high = interval(s, s, t, alpha, digits)
    step = Fraction(1, 10**digits)
    for end, inward in ((low, step), (high, -step)):
        assert end in (0, 1) or weight(s, t, end) < alpha
        assert weight(s, t, end + inward) >= alpha


@pytest.mark.parametrize(("k", "n"), [(0, 100), (450, 500), (999, 1000)])
def test_it_is_wider_than_the_interval_for_a_number_of_trials_fixed_in_advance(k, n):
    low, high = interval(k, k, n, Fraction(1, 1000), 6)
    shortest = clopper_pearson(k, n, 1e-3)
    assert float(low) <= shortest[0]
    assert shortest[1] <= float(high)
    assert float(high - low) < 1.7 * (shortest[1] - shortest[0])


def test_two_counts_give_the_ends_of_both():
    low, high = interval(80, 90, 100, Fraction(1, 20), 4)
    assert low == interval(80, 80, 100, Fraction(1, 20), 4)[0]
    assert high == interval(90, 90, 100, Fraction(1, 20), 4)[1]
    assert interval(0, 0, 0, Fraction(1, 20)) == (0, 1)


def test_further_trials():
    """At a share of 4/5 after t trials, 9/10 is excluded once (t + 1) C(t, 4t/5) 0.9^(4t/5) 0.1^(t/5) < alpha."""
    alpha = Fraction(1, 10**6)
    more = further(80, 100, Fraction(9, 10), alpha)
    assert more == 278
    assert weight(303, 379, Fraction(9, 10)) < alpha < weight(301, 376, Fraction(9, 10))
    assert further(9, 10, Fraction(9, 10), alpha) is None


def chance_of_ever_excluding(p: Fraction, alpha: float, trials: int) -> float:
    """P(some look up to ``trials`` excludes p), exactly but for rounding: the walk of successes with absorption."""
    from scipy.stats import binom

    alive, gone, chance = np.array([1.0]), 0.0, float(p)
    for t in range(1, trials + 1):
        grown = np.zeros(t + 1)
        grown[:-1] += alive * (1 - chance)
        grown[1:] += alive * chance
        out = (t + 1) * binom.pmf(np.arange(t + 1), t, chance) < alpha
        gone += grown[out].sum()
        alive = np.where(out, 0.0, grown)
    return gone


@pytest.mark.parametrize("p", [Fraction(9, 10), Fraction(1, 2), Fraction(99, 100), Fraction(1, 50)])
@pytest.mark.parametrize("alpha", [0.2, 0.05, 1e-3, 2.5e-7])
def test_the_truth_is_hardly_ever_excluded_at_any_look(p, alpha):
    chance = chance_of_ever_excluding(p, alpha, 600)
    assert 0 < chance <= alpha


def test_a_fixed_interval_looked_at_again_and_again_would_err_more_often():
    """Why a sequence is needed: the interval for a fixed number of trials, at 20 looks, leaves the truth out too often.

    For a fair coin it does so where twice the smaller binomial tail is below alpha.
    """
    from scipy.stats import binom

    generator, missed, looks = np.random.default_rng(1), 0, np.arange(20, 401, 20)
    for _ in range(400):
        successes = np.cumsum(generator.random(400) < 0.5)[looks - 1]
        missed += bool((2 * binom.cdf(np.minimum(successes, looks - successes), looks, 0.5) < 0.05).any())
    assert missed > 2 * 0.05 * 400
