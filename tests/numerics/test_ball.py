from fractions import Fraction

import flint
import numpy as np
import pytest
import sympy

from numerics.ball import bounds, exact_rational, rational_ball


@pytest.mark.parametrize(
    ("value", "expected"),
    [(3, 3), (np.int64(-4), -4), (Fraction(2, 6), Fraction(1, 3)), (sympy.Rational(5, 7), Fraction(5, 7)), (True, 1)],
)
def test_rationals_are_taken(value, expected):
    assert exact_rational(value) == expected
    assert type(exact_rational(value).numerator) is int


@pytest.mark.parametrize("value", [0.5, np.float64(0.5), "1/2", None, 1j, flint.arb(1)])
def test_everything_else_is_refused(value):
    with pytest.raises(TypeError, match="exact rational"):
        exact_rational(value)


def test_a_tenth_is_not_the_double():
    tenth = rational_ball(Fraction(1, 10))
    assert tenth.contains(flint.fmpq(1, 10))
    assert not rational_ball(Fraction(0.1)).contains(flint.fmpq(1, 10))


def test_bounds_are_exact_beyond_the_working_precision():
    with flint.ctx.workprec(500):
        fine = rational_ball(Fraction(1, 3))
    lower, upper = bounds(fine)
    assert lower < Fraction(1, 3) < upper
    assert upper - lower < Fraction(1, 2**490)


def test_bounds_enclose_and_are_close():
    lower, upper = bounds(rational_ball(Fraction(-1, 3)))
    assert lower < Fraction(-1, 3) < upper
    assert upper - lower < Fraction(1, 2**45)
    assert bounds(flint.arb(6)) == (6, 6)
    assert bounds(flint.arb(0)) == (0, 0)


@pytest.mark.parametrize("ball", [flint.arb("nan"), flint.arb("inf"), flint.arb(1) / flint.arb(0)])
def test_bounds_of_nothing_are_refused(ball):
    with pytest.raises(ValueError, match="finite"):
        bounds(ball)
