"""Sides: the value of a formula or an author's function at an instance, with the noise of its floats."""

import math
from fractions import Fraction

import numpy as np
import pytest

from verify.errors import Nonsense
from verify.side import measured, runs
from verify.value import Discrete


def radius(function, *arguments):
    """The measured value of a function at arguments, as a check sees it."""
    return measured(runs(function, arguments), lambda raw: raw)


def test_exact_functions_are_run_once():
    calls = []
    result = runs(lambda n: calls.append(n) or n + 1, (3,))
    assert (result.nominal, result.variants, result.wide) == (4, (), ())
    assert calls == [3]


def test_a_function_that_needs_floats_gets_them():
    def strict(x):
        if not isinstance(x, float):
            raise TypeError("floats only")
        return x / 3

    found = radius(strict, Fraction(1, 2))
    assert abs(Fraction(found.value) - Fraction(1, 6)) <= Fraction(found.radius)


def test_a_type_error_that_floats_do_not_mend_is_shown():
    with pytest.raises(TypeError, match="mine"):
        runs(_raise_type_error, (3,))


def _raise_type_error(n):
    raise TypeError("mine")


def test_a_discrete_result_far_from_its_threshold_is_robust():
    assert radius(lambda x: x > 0, 0.5) == Discrete(True, True)
    assert radius(round, 0.8).robust
    assert radius(lambda v: frozenset(np.flatnonzero(v > 0).tolist()), np.array([1.0, -1.0])).robust


def test_a_discrete_result_at_its_threshold_is_not():
    assert not radius(lambda x: x > 0.3, 0.1 * 3).robust
    assert not radius(math.floor, 2.0).robust
    assert not radius(lambda v: int(np.argmax(v)), np.array([1.0, 1.0 + 2**-50])).robust


def test_robustness_reaches_two_to_the_twenty_ulp():
    """A margin of 2^18 ulp is too little, one of 2^22 is enough."""
    assert not radius(lambda x: x > 1.0, 1.0 + 2**-52 * 2**18).robust
    assert radius(lambda x: x > 1.0, 1.0 + 2**-52 * 2**22).robust


def test_a_set_of_floats_is_no_value():
    """Equal floats differ in their last bit, and a set cannot see how little."""
    with pytest.raises(Nonsense, match="a set with floats in it"):
        radius(lambda: {0.1 + 0.2})
