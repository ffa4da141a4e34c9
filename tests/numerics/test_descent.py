"""First-order methods against hand computations, SciPy's Huber function and a known cycle."""

from fractions import Fraction

import numpy as np
import pytest
from scipy import special

from numerics.descent import accelerated_gradient, gradient_descent, heavy_ball, huber, huber_derivative


def test_descent_of_a_quadratic_is_geometric():
    path = gradient_descent(lambda x: np.array([1, 4]) * x, np.array([Fraction(1), Fraction(1)]), Fraction(1, 5), 3)
    assert [list(x) for x in path] == [[Fraction(4, 5) ** k, Fraction(1, 5) ** k] for k in range(4)]


def test_the_step_two_over_l_alternates():
    assert gradient_descent(lambda x: 3 * x, Fraction(7), Fraction(2, 3), 4) == [7, -7, 7, -7, 7]


def test_no_step_returns_the_start():
    assert gradient_descent(lambda x: x, 5, 1, 0) == heavy_ball(lambda x: x, 5, 1, 1, 0) == [5]
    assert accelerated_gradient(lambda x: x, 5, 1, 0) == [5]


def test_heavy_ball_cycles_on_a_kinked_function():
    """Lessard, Recht and Packard 2016, Section 4.6: the limit cycle is 792, −2208, 2592 over 1225."""
    path = heavy_ball(lambda x: 25 * x if x < 1 else x + 24 if x < 2 else 25 * x - 24, 3.3, 1 / 9, 4 / 9, 300)
    assert sorted(path[-3:]) == pytest.approx([-2208 / 1225, 792 / 1225, 2592 / 1225], abs=1e-12)


def test_momentum_by_hand():
    """On x²/2 with the step 1/2: y_2 = 2 − (4 − 2)/4, y_3 = 3/4 − (2/5)(5/4)."""
    path = accelerated_gradient(lambda x: x, Fraction(8), Fraction(1, 2), 4)
    assert path == [8, 4, 2, Fraction(3, 4), Fraction(1, 8)]


@pytest.mark.parametrize("x", [-3.0, -0.5, 0.0, 0.5, 1.25, 10.0])
def test_huber_is_scipys(x):
    assert float(huber(Fraction(x), Fraction(5, 4))) == special.huber(1.25, x)


def test_the_derivative_is_cut_off():
    assert [huber_derivative(x, 2) for x in (-5, -2, -1, 0, 1, 2, 5)] == [-2, -2, -1, 0, 1, 2, 2]
