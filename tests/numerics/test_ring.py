from fractions import Fraction

import flint
import numpy as np
import pytest

from numerics.ring import as_array, as_ring, common_denominator, magnitude, quotient, quotients, vector


def test_vector_keeps_elements_that_numpy_would_unpack():
    x, y = flint.fmpq_mpoly_ctx.get(("x", "y")).gens()
    assert vector([x + y, x]).shape == (2,)
    assert vector([x + y, x])[0] == x + y


def test_vector_turns_numpy_integers_into_python_ints():
    assert [type(item) for item in vector([np.int8(3), np.int64(4)])] == [int, int]


@pytest.mark.parametrize(
    ("elements", "dtype"),
    [
        ([1, 2], object),
        ([1, 2.5], np.float64),
        ([Fraction(1, 2), 1], object),
        (np.array([1, 2], dtype=np.int8), np.int64),
        (np.array([True, False]), np.int64),
        (np.array([1, 2], dtype=np.float32), np.float64),
        (np.array([2**64 - 1], dtype=np.uint64), object),
    ],
)
def test_as_array_keeps_what_is_exact_exact(elements, dtype):
    assert as_array(elements).dtype == dtype
    assert as_array(elements).tolist() == list(elements)


def test_complex_and_text_are_refused():
    with pytest.raises(TypeError, match="complex128"):
        as_array(np.array([1j]))


def test_ring_products_cannot_overflow():
    assert (as_ring(np.array([2**62])) ** 3)[0] == 2**186


def test_magnitude_of_the_most_negative_integer():
    assert magnitude(np.array([-(2**63), 5])) == 2**63
    assert magnitude(np.array([], dtype=np.int64)) == 0


def test_quotients():
    assert quotient(3, 6) == Fraction(1, 2)
    assert isinstance(quotient(4, 2), Fraction)
    assert quotient(flint.fmpq(1, 3), 2) == flint.fmpq(1, 6)
    assert quotients(np.array([[1, 2], [3, 4]]), 2).tolist() == [[Fraction(1, 2), 1], [Fraction(3, 2), 2]]
    assert quotients(np.array([1.0]), 4).dtype == np.float64


def test_common_denominator():
    scaled = common_denominator(vector([Fraction(1, 6), Fraction(-3, 4), 2]))
    assert scaled is not None
    assert (scaled[0].tolist(), scaled[1]) == ([2, -9, 24], 12)
    assert common_denominator(vector([flint.fmpq(1, 2)])) is None
