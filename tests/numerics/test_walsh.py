from fractions import Fraction

import flint
import numpy as np
import pytest
import sympy
from scipy.linalg import hadamard

from numerics.boolean import majority, mean, parity
from numerics.function_class import boolean_functions
from numerics.ring import vector
from numerics.walsh import (
    degree,
    fourier_coefficients,
    inverse_walsh_hadamard,
    mean_degree,
    parseval,
    spectral_weight,
    walsh_hadamard,
)

ANCHOR = [4, 2, 2, 0, 0, 2, -2, 0]
ANCHOR_TRANSFORM = [8, 0, 8, 0, 8, 8, 0, 0]


@pytest.mark.parametrize("convert", [list, np.array, lambda v: np.array(v, float), lambda v: vector(map(Fraction, v))])
def test_anchor(convert):
    assert walsh_hadamard(convert(ANCHOR)).tolist() == ANCHOR_TRANSFORM


@pytest.mark.parametrize("n", range(11))
def test_against_the_sylvester_matrix_of_scipy(n):
    generator = np.random.default_rng(n)
    matrix = hadamard(2**n)
    integers = generator.integers(-9, 10, 2**n)
    assert walsh_hadamard(integers).tolist() == (matrix @ integers).tolist()
    assert walsh_hadamard(integers.astype(object)).tolist() == (matrix @ integers).tolist()
    floats = generator.standard_normal(2**n)
    assert np.abs(walsh_hadamard(floats) - matrix @ floats).max() < 1e-12 * 2**n


@pytest.mark.parametrize("bits", [21, 22, 23, 24, 50, 51, 52, 53, 60, 61, 62, 80])
def test_integers_stay_exact_across_every_width(bits):
    values = [2**bits - 1, -(2**bits) + 3, 2**bits - 5, 8]  # odd sums: the first bit lost would show
    a, b, c, d = values
    expected = [a + b + c + d, a - b + c - d, a + b - c - d, a - b - c + d]
    assert walsh_hadamard(values).tolist() == expected
    if bits < 63:
        assert walsh_hadamard(np.array(values)).tolist() == expected


def test_the_most_negative_integer():
    assert walsh_hadamard(np.array([-(2**63), 0])).tolist() == [-(2**63), -(2**63)]
    assert walsh_hadamard(np.array([-(2**63), 1])).tolist() == [1 - 2**63, -1 - 2**63]


def test_input_is_left_alone():
    for values in (np.array([1.0, 2.0]), np.array([1, 2]), vector([1, 2]), np.array([5.0])):
        before = values.copy()
        walsh_hadamard(values)[...] = 0
        assert values.tolist() == before.tolist()


def test_fractions_and_polynomials_and_symbols():
    assert walsh_hadamard([Fraction(1, 2), Fraction(1, 3)]).tolist() == [Fraction(5, 6), Fraction(1, 6)]
    a, b = flint.fmpq_mpoly_ctx.get(("a", "b")).gens()
    assert walsh_hadamard(vector([a, b])).tolist() == [a + b, a - b]
    assert fourier_coefficients(vector([a, b])).tolist() == [(a + b) / 2, (a - b) / 2]
    s, t = sympy.symbols("s t")
    assert [sympy.expand(c) for c in fourier_coefficients(vector([s, t]))] == [s / 2 + t / 2, s / 2 - t / 2]
    weights = spectral_weight(vector([a, b]))
    assert weights.tolist() == [(a + b) ** 2 / 4, (a - b) ** 2 / 4]


def test_majority_of_three_as_printed_in_the_textbook():
    half = Fraction(1, 2)  # Maj_3 = (x1 + x2 + x3 - x1 x2 x3) / 2
    assert fourier_coefficients(majority(3)).tolist() == [0, half, half, 0, half, 0, 0, -half]


def test_majority_of_five_by_level():
    # f^ = 3/8, -1/8, 3/8 on sets of 1, 3, 5 coordinates, of which there are 5, 10, 1
    assert spectral_weight(majority(5)).tolist() == [0, Fraction(45, 64), 0, Fraction(10, 64), 0, Fraction(9, 64)]


def test_parity_is_one_character_and_the_mean_is_linear():
    transform = walsh_hadamard(parity(7))
    assert transform[-1] == 128
    assert np.count_nonzero(transform) == 1
    assert fourier_coefficients(mean(3)).tolist() == [0, Fraction(1, 3), Fraction(1, 3), 0, Fraction(1, 3), 0, 0, 0]
    assert (degree(parity(7)), degree(mean(3)), degree([5, 5]), degree([0, 0])) == (7, 1, 0, 0)


def test_degree_of_a_float_table_is_refused():
    with pytest.raises(TypeError, match="exact"):
        degree([1.0, 2.0])


def test_parseval_on_every_function_of_three_bits():
    for values in boolean_functions(3):
        assert parseval(values) == (1, 1)


def test_spectral_weight_does_not_overflow():
    large = 2**40
    assert spectral_weight(np.array([large, -large, large, -large])).tolist() == [0, 2**80, 0]


def test_mean_degree_by_hand():
    assert mean_degree(parity(7)) == 7
    assert mean_degree(mean(3)) == Fraction(1, 3)
    assert mean_degree(majority(5)) == Fraction(45 + 3 * 10 + 5 * 9, 64)
    assert mean_degree([2**40, -(2**40), 2**40, -(2**40)]) == 2**80
    assert mean_degree(majority(3).astype(float)) == 1.5
    assert mean_degree([Fraction(1, 2), 0]) == Fraction(1, 16)
    assert mean_degree(np.array([majority(3), parity(3)])).tolist() == [Fraction(3, 2), 3]
    a, b = flint.fmpq_mpoly_ctx.get(("a", "b")).gens()
    assert mean_degree(vector([a, b])) == (a - b) ** 2 / 4


def test_inverse():
    assert inverse_walsh_hadamard(ANCHOR_TRANSFORM).tolist() == ANCHOR


def test_constant_of_no_bits():
    assert walsh_hadamard([3]).tolist() == [3]
    assert spectral_weight([3]).tolist() == [9]


def test_float_weights():
    assert spectral_weight(majority(3).astype(float)).tolist() == [0.0, 0.75, 0.0, 0.25]


def test_wrong_length_is_refused():
    with pytest.raises(ValueError, match="2\\^n"):
        walsh_hadamard([1, 2, 3])
