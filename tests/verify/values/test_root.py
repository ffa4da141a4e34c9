"""Root: zeros of functions of three forms, by hand."""

from fractions import Fraction

import pytest

from verify.values.root import zeros


@pytest.mark.parametrize(("function", "expected"), [
    (lambda x: 2 * x - 1, {Fraction(1, 2)}), (lambda x: x * x - 9, {3, -3}), (lambda x: (x - 2) ** 2, {2}),
    (lambda x: x * x - 2, set()), (lambda x: x * x + 1, set()), (lambda x: 5, set()), (lambda x: None, set()),
    (lambda x: Fraction(1, x) + Fraction(1, 3) - 1, {Fraction(3, 2)}),
    (lambda x: None if x == 1 else Fraction(x, x - 1) - 3, {Fraction(3, 2)}),
])
def test_zeros(function, expected):
    assert set(zeros(function)) == expected
