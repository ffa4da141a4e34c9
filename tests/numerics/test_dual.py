from fractions import Fraction

import flint
import numpy as np
import pytest
import sympy

from numerics.dual import Dual, gradient
from numerics.ring import vector


def parts(number):
    return number.value, number.derivative


def test_derivative_of_a_rational_function_against_sympy():
    x = sympy.symbols("x")
    expression = (3 * x**3 - x + 2) / (x**2 + 5) - 1 / x
    at = Dual(Fraction(7, 3), 1)
    result = (3 * at**3 - at + 2) / (at**2 + 5) - 1 / at
    point = sympy.Rational(7, 3)
    assert sympy.Rational(*result.value.as_integer_ratio()) == expression.subs(x, point)
    assert sympy.Rational(*result.derivative.as_integer_ratio()) == sympy.diff(expression, x).subs(x, point)


def test_arithmetic_by_hand():
    a, b = Dual(2, 3), Dual(5, 7)
    assert parts(a + b) == (7, 10)
    assert parts(a - b) == (-3, -4)
    assert parts(a * b) == (10, 29)
    assert parts(a / b) == (Fraction(2, 5), Fraction(1, 25))
    assert parts(-a) == (-2, -3)
    assert parts(1 + a) == parts(a + 1) == (3, 3)
    assert parts(1 - a) == (-1, -3)
    assert parts(4 * a) == parts(a * 4) == (8, 12)
    assert parts(a / 4) == (Fraction(1, 2), Fraction(3, 4))
    assert parts(4 / a) == (2, -3)
    assert parts(a**0) == (1, 0)


def test_other_rings():
    t = flint.fmpq_mpoly_ctx.get(("t",)).gens()[0]
    assert parts(Dual(t, 1) ** 2) == (t**2, 2 * t)
    assert parts(Dual(0.5, 1.0) * 2) == (1.0, 2.0)
    nested = Dual(Dual(3, 1), Dual(1, 0)) ** 3  # second derivative of x^3 at 3
    assert parts(nested.derivative) == (27, 18)


def test_arrays_of_dual_numbers():
    numbers = vector([Dual(1, 0), Dual(2, 1)])
    assert parts((numbers * numbers).sum()) == (5, 4)
    assert parts((numbers * np.array([3, 4], dtype=object))[1]) == (8, 4)
    assert parts((Dual(2, 1) * numbers)[1]) == (4, 4)
    assert parts((Dual(2, 1) - numbers)[0]) == (1, 1)


@pytest.mark.parametrize(
    "decide",
    [
        bool,
        float,
        int,
        complex,
        abs,
        hash,
        lambda a: a < 1,
        lambda a: a <= 1,
        lambda a: a > 1,
        lambda a: a >= 1,
        lambda a: a == 1,
        lambda a: a != 1,
        lambda a: max(a, Dual(1, 0)),
        lambda a: a**0.5,
        lambda a: a**-1,
        lambda a: np.exp(vector([a])),
    ],
)
def test_decisions_are_refused(decide):
    with pytest.raises(TypeError):
        decide(Dual(2, 1))


def test_gradient_by_hand():
    def function(v):
        return v[0] * v[0] * v[1] - v[2] / v[1]

    assert gradient(function, [3, 2, 5]).tolist() == [12, 9 + Fraction(5, 4), Fraction(-1, 2)]
    assert gradient(function, [3.0, 2.0, 5.0]).tolist() == [12.0, 10.25, -0.5]


def test_gradient_of_a_constant_is_zero():
    assert gradient(lambda v: 7, [1, 2]).tolist() == [0, 0]


def test_gradient_through_a_branch_is_refused():
    with pytest.raises(TypeError, match="lose its derivative"):
        gradient(lambda v: v[0] if v[0] > 0 else -v[0], [1])
