"""Drift: findings on sequences whose limits are known."""

import math

import pytest

from verify.quantifiers.drift import Finding, read

SIZES = [2.0**k for k in range(4, 12)]


def found(ratio, error=0.0, sizes=SIZES):
    return read(sizes, [math.log(ratio(s)) for s in sizes], [error] * len(sizes)).finding


@pytest.mark.parametrize("ratio", [lambda s: 2.0, lambda s: 1 + 3 / s, lambda s: 2 - 1 / math.log(s) ** 2])
def test_what_nears_a_constant_is_consistent(ratio):
    assert found(ratio) is Finding.CONSISTENT


@pytest.mark.parametrize("ratio", [math.log, math.sqrt, lambda s: s**-0.125, lambda s: 1 / math.log(s), lambda s: s])
def test_what_does_not_is_inconsistent(ratio):
    assert found(ratio) is Finding.INCONSISTENT


def test_the_slope_is_the_exponent_that_is_left():
    drift = read(SIZES, [0.75 * math.log(s) for s in SIZES], [0.0] * len(SIZES))
    assert drift.slope == pytest.approx(0.75)
    assert drift.early == pytest.approx(0.75)
    assert drift.missed == pytest.approx(2**-0.75 - 1)


def test_errors_that_hide_the_slope_leave_it_open():
    assert found(lambda s: s**0.1, error=0.01) is Finding.INCONSISTENT
    assert found(lambda s: s**0.1, error=0.5) is Finding.SHORT


def test_a_last_step_that_was_not_foreseen_is_not_consistent():
    assert found(lambda s: 1.0 if s < 2000 else 1.3) is not Finding.CONSISTENT


def test_less_than_five_sizes_or_a_factor_of_eight_are_too_short():
    assert found(lambda s: 1.0, sizes=SIZES[:4]) is Finding.SHORT
    assert found(lambda s: 1.0, sizes=[8, 9, 10, 11, 12]) is Finding.SHORT
