"""Noise stability: known polynomials of parity, dictators and majority, and the operator's semigroup."""

from fractions import Fraction

import pytest

import numerics

RHO = [Fraction(-1), Fraction(-1, 3), Fraction(0), Fraction(2, 7), Fraction(1)]


@pytest.mark.parametrize("rho", RHO)
def test_known_stabilities(rho):
    assert numerics.noise_stability(numerics.parity(3), rho) == rho**3
    assert numerics.noise_stability(numerics.dictator(3, 2), rho) == rho
    assert numerics.noise_stability(numerics.majority(3), rho) == Fraction(3, 4) * rho + Fraction(1, 4) * rho**3


def test_the_operator_is_a_semigroup():
    """T_a T_b = T_(ab)."""
    f = [3, 1, -4, 1, 5, -9, 2, 6]
    a, b = Fraction(1, 2), Fraction(-2, 3)
    twice = numerics.noise_operator(numerics.noise_operator(f, b), a)
    assert twice.tolist() == numerics.noise_operator(f, a * b).tolist()


def test_extreme_correlations():
    f = [2, 3, 5, 7]
    assert numerics.noise_operator(f, 1).tolist() == f
    assert numerics.noise_operator(f, -1).tolist() == f[::-1]
    assert set(numerics.noise_operator(f, 0)) == {Fraction(17, 4)}


def test_probabilities_sum_to_one():
    assert sum(numerics.flip_probabilities(4, Fraction(1, 5))) == 1


@pytest.mark.parametrize("rho", [Fraction(-11, 10), 2])
def test_what_is_no_correlation_is_refused(rho):
    with pytest.raises(ValueError, match=r"a correlation lies in \[-1, 1\]"):
        numerics.noise_stability([1, -1], rho)
