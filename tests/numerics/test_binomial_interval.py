"""Clopper–Pearson: closed forms, published tables, and the tails by which the interval is defined."""

import math
from fractions import Fraction

import pytest
from scipy.stats import binom

from numerics import clopper_pearson


def test_no_success_in_a_thousand():
    low, high = clopper_pearson(0, 1000, 1e-7)
    exact = -math.expm1(math.log(5e-8) / 1000)  # 1 - (alpha/2)^(1/1000)
    assert low == 0
    assert exact <= high <= exact * (1 + 1e-9)


def test_only_successes_is_the_mirror_image():
    low, high = clopper_pearson(1000, 1000, Fraction(1, 10**7))
    assert high == 1
    assert low == pytest.approx(math.exp(math.log(5e-8) / 1000), rel=1e-12)
    assert low <= math.exp(math.log(5e-8) / 1000) * (1 + 1e-15)


@pytest.mark.parametrize(("k", "n", "alpha", "low", "high"), [
    (1, 10, 0.05, 0.0025, 0.4450), (5, 10, 0.05, 0.1871, 0.8129), (2, 20, 0.05, 0.0123, 0.3170),
    (10, 100, 0.05, 0.0490, 0.1762), (3, 10, 0.01, 0.0370, 0.7351),
])
def test_tables_of_confidence_limits(k, n, alpha, low, high):
    """95 % and 99 % limits as printed in tables of the binomial distribution."""
    assert clopper_pearson(k, n, alpha) == pytest.approx((low, high), abs=6e-5)


@pytest.mark.parametrize(("k", "n", "alpha"), [(1, 7, 0.1), (450, 500, 1e-9), (999, 1000, 1e-7), (1, 10**6, 0.05)])
def test_the_tails_have_half_the_error_each(k, n, alpha):
    low, high = clopper_pearson(k, n, alpha)
    assert binom.sf(k - 1, n, low) == pytest.approx(alpha / 2, rel=1e-5)
    assert binom.cdf(k, n, high) == pytest.approx(alpha / 2, rel=1e-5)


@pytest.mark.parametrize("p", [0.9, 0.5, 0.03])
def test_coverage_is_at_least_the_level(p):
    n = 60
    inside = [k for k in range(n + 1) if clopper_pearson(k, n, 0.05)[0] <= p <= clopper_pearson(k, n, 0.05)[1]]
    assert sum(binom.pmf(k, n, p) for k in inside) >= 0.95


@pytest.mark.parametrize("arguments", [(-1, 5, 0.05), (6, 5, 0.05), (0, 0, 0.05), (1, 5, 0), (1, 5, 1)])
def test_nonsense_is_refused(arguments):
    with pytest.raises(ValueError, match="an interval needs"):
        clopper_pearson(*arguments)
