"""Tests of the numbers at which a claim may turn."""

from __future__ import annotations

import pytest
import sympy

from verify import Integers, Reals, equal
from verify.builder import make_claim
from verify.search.landmark import landmarks, whole_landmarks, within


def claim(statement, **domains):
    return make_claim("c", statement, {}, at="p. 1", forall=domains)


@pytest.mark.parametrize(("statement", "among"), [
    ("x != sqrt(2) + 1", 1 + sympy.sqrt(2)), ("1/(x^2 - 5) > 0", sympy.sqrt(5)), ("x^3 != 2", sympy.cbrt(2)),
    ("cos(x) < 1", sympy.pi / 2), ("log(x) != x", sympy.E), ("x^2 != x + 1", sympy.Rational(1, 2) + sympy.sqrt(5) / 2),
])
def test_roots_and_named_numbers_are_landmarks(statement, among):
    values = landmarks(claim(statement, x=Reals()), "x")
    assert any(sympy.simplify(value - among) == 0 for value in values)


@pytest.mark.parametrize("statement", ["(x - 1)^(10^9) > 0", "x^2 != 10^300*x + 1", "x^(1/2) != 3", "x^2 != y"])
def test_what_is_too_large_or_no_polynomial_in_one_letter_is_not_solved(statement):
    letters = {"y": Reals()} if "y" in statement else {}
    assert all(not getattr(value, "has", lambda _: False)(sympy.Pow)
               for value in landmarks(claim(statement, x=Reals(), **letters), "x"))


def test_functions_get_rational_landmarks_alone():
    values = landmarks(claim(equal(lambda x: x, "x + pi + 7/3"), x=Reals()), "x")
    assert values
    assert all(isinstance(value, int) or value.denominator for value in values)


def test_landmarks_lie_in_the_domain_and_integers_have_neighbours():
    assert within(Reals(0, 4), sympy.pi, {})
    assert not within(Reals(0, 3), sympy.pi, {})
    assert not within(Reals(0, 3), -1, {})
    assert whole_landmarks(claim("n % 100 != 99", n=Integers(1))) == [98, 99, 100, 101]
