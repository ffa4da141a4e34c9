"""Ladder: what a quantity does along growing sizes."""

import math

import pytest

from verify.quantifiers.ladder import Trend, read, rungs

LONG = [float(2**k) for k in range(41)]
SHORT = [1, 2, 3, 4, 6, 8, 12]

TRENDS = [
    (lambda n: 3.0, Trend.BOUNDED), (lambda n: 2 - 1 / n, Trend.SETTLES), (lambda n: 2 - 1 / n**0.5, Trend.SETTLES),
    (lambda n: n, Trend.GROWS), (lambda n: n**0.25, Trend.GROWS), (lambda n: math.log(n + 1), Trend.GROWS),
    (lambda n: math.log(n + 1) ** 2, Trend.GROWS), (lambda n: 1 + math.log(n + 1) ** 0.5, Trend.GROWS),
]


@pytest.mark.parametrize("sizes", [LONG, SHORT], ids=["long", "short"])
@pytest.mark.parametrize(("function", "trend"), TRENDS)
def test_trends(sizes, function, trend):
    assert read(sizes, [function(n) for n in sizes]).trend is trend


def test_the_slowest_growth_needs_a_long_ladder():
    assert read(LONG, [math.log(math.log(n + 2)) + 1 for n in LONG]).trend is Trend.GROWS
    assert read(SHORT, [math.log(math.log(n + 2)) + 1 for n in SHORT]).trend is not Trend.BOUNDED


def test_the_limit_that_a_rise_settles_at():
    assert read(LONG, [2 - 1 / n for n in LONG]).limit == pytest.approx(2, abs=1e-3)


def test_what_is_too_short_to_tell():
    assert read([1, 2, 3, 4], [1, 2, 3, 4]).trend is Trend.SHORT
    assert read([10, 11, 12, 13, 14], [1, 1, 1, 1, 1]).trend is Trend.SHORT


def test_one_jump_at_the_end_is_unclear():
    assert read(SHORT, [1, 1, 1, 1, 1, 1, 2]).trend is Trend.UNCLEAR


def test_rungs_start_and_end_where_they_are_told():
    assert list(rungs(0, 0)) == [0]
    assert list(rungs(5, 200))[-1] == 200
    assert all(a < b for a, b in zip(list(rungs(1, 10**9)), list(rungs(1, 10**9))[1:], strict=False))
