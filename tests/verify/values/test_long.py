"""Long: integers that show the rounding where they become floats."""

import math
from fractions import Fraction

import numpy as np
import pytest

from verify import Integers, check, equal, oo
from verify.values import library
from verify.values.long import Long, lengthened, with_long_constants
from verify.values.noise import variants


def test_outside_a_block_it_is_an_integer_like_any_other():
    n = Long(10**30)
    assert (n + 1, 1 + n, n - 1, n * 2, -n, abs(-n), n // 7, n % 7, n**2) == (
        10**30 + 1, 10**30 + 1, 10**30 - 1, 2 * 10**30, -(10**30), 10**30, 10**30 // 7, 10**30 % 7, 10**60)
    assert (float(n), n / 3, 3 / n, n * 0.5, 2.0**-n if n < 9 else 0) == (1e30, 10**30 / 3, 3 / 10**30, 5e29, 0)
    assert n * Fraction(1, 2) == Fraction(10**30, 2)
    assert hash(n) == hash(10**30)
    assert list(range(Long(3))) == [0, 1, 2]
    assert all(type(one) is Long for one in (n + 1, 1 + n, n**2, -n, *lengthened((1, 2))))


def test_inside_a_block_what_is_not_exact_moves():
    with library.moved(1, []) as (_, count):
        assert Long(6) / 3 == 2.0
        assert count[0] == 0
        assert Long(10**30) / 3 != 10**30 / 3
        assert float(Long(2**53 + 1)) != float(2**53 + 1)
        assert np.float64(Long(10**30 + 1)) != np.float64(10**30 + 1)


def test_constants_of_a_function():
    assert type(with_long_constants(lambda: 10**30)()) is Long
    short = lambda: 7  # noqa: E731
    assert with_long_constants(short) is short


@pytest.mark.parametrize(("function", "right"), [
    (lambda n: (10**30 + n) / 3 - (10**30) / 3, "n/3"),
    (lambda n: np.float64(10**30 + n) - np.float64(10**30), "n"),
    (lambda n: (n**40 + 1) / 3 - n**40 / 3, "1/3"),
])
def test_true_statements_are_not_refuted_by_rounded_integers(function, right):
    assert check(equal(function, right), n=Integers(1, oo)).verdict not in ("refuted", "supported")


def test_a_false_statement_is_still_refuted():
    assert check(equal(lambda n: n**40 / 7, "n^40/8"), n=Integers(1, oo)).verdict == "refuted"


def insistent(n):
    """log n for Python's own integers alone."""
    if type(n) is not int:
        raise TypeError(n)
    return math.log(n)


def test_a_function_that_takes_no_other_integers_is_measured_all_the_same():
    """Its runs with moved results are not lost, or its rounding would pass for a difference."""
    assert len(variants(insistent, (3,))) == len(variants(lambda n: math.log(n), (3,))) > 2  # noqa: PLW0108
