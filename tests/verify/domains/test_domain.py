"""Domains: bounds and sizes are exact, may follow earlier variables, and say what is wrong with them."""

import math
from fractions import Fraction

import pytest
import sympy

from verify.domains.domain import Domain, bound, exact_value, needs, size_value
from verify.domains.scalar_domain import Integers, Rationals, Reals
from verify.errors import DomainError, FormulaError

OO = sympy.oo
N = sympy.Symbol("n", integer=True)


def test_bounds_may_be_earlier_variables():
    domain = Integers(1, "n - 1")
    assert needs(domain) == {"n"}
    assert list(domain.members({"n": 4})) == [1, 2, 3]
    assert list(domain.members({"n": 1})) == []
    assert domain.cardinality({"n": 1}) == 0
    assert domain.contains(3, {"n": 4})
    assert not domain.contains(4, {"n": 4})
    assert Reals(0, N).corners({"n": 2})[:2] == [0, 2]


@pytest.mark.parametrize("infinite", [math.inf, -math.inf])
def test_a_float_infinity_points_to_oo(infinite):
    with pytest.raises(DomainError, match=r"oo \(from verify import oo\)"):
        Reals(infinite, 3)


def test_the_hint_for_a_float_bound_is_exact_when_written():
    with pytest.raises(DomainError) as caught:
        Reals(0.1, 1)
    hint = str(caught.value).split("; write ")[1]
    assert eval(hint, {"Rational": sympy.Rational}) == sympy.Rational(1, 10)


@pytest.mark.parametrize("make", [lambda: Integers(0, sympy.I), lambda: Reals("1 < 2", 3), lambda: Reals(0, "n < 3")],
                         ids=["complex", "truth value", "condition"])
def test_bounds_that_are_not_real_numbers_are_refused(make):
    with pytest.raises(DomainError):
        make()


def test_a_bound_may_use_any_function_of_formulas():
    assert list(Integers(1, "max(n, 2)").members({"n": 1})) == [1, 2]


def test_a_decimal_in_the_text_of_a_bound_is_refused():
    with pytest.raises(FormulaError, match=r"numbers are exact; write 1/2"):
        Reals(0, "0.5")


def test_sizes_are_evaluated_exactly():
    assert size_value(bound("n + 1", "size"), {"n": 3}) == 4
    assert exact_value(bound("n/2", "bound"), {"n": 3}) == Fraction(3, 2)
    with pytest.raises(DomainError,
                       match=r"the size n/2: sizes are non-negative integers \(given: 3/2\)|Fraction\(3, 2\)"):
        size_value(bound("n/2", "size"), {"n": 3})
    with pytest.raises(DomainError, match="sizes are non-negative"):
        size_value(bound("n - 4", "size"), {"n": 3})
    with pytest.raises(DomainError, match="has no value"):
        exact_value(bound("1/n", "bound"), {"n": 0})
    with pytest.raises(DomainError, match="bounds are rational numbers"):
        exact_value(bound(sympy.pi, "bound"), {})


def test_a_domain_is_a_value():
    assert Integers(1, 5) == Integers(1, 5)
    assert Integers(1, 5) != Integers(1, 6)
    assert Reals(0, 1) != Rationals(0, 1)
    assert str(Reals(0, 1)) == "reals in [0, 1]"
    with pytest.raises(TypeError):
        Domain()
