"""Premises: the usual hypothesis that is missing, and none where the instances do not bear it out."""

from fractions import Fraction

import pytest

from verify.builder import make_claim
from verify.domains.scalar_domain import Integers, Reals
from verify.trial import attempt
from verify.variants.premise import INSIDE, premises


def found(relation, instances, **domains):
    made = make_claim("c", relation, {}, at="p. 1", forall=domains)
    return [one.condition.name for one in premises(made, [attempt(made, instance) for instance in instances])]


def over(values, name="x"):
    return [{name: value} for value in values]


@pytest.mark.parametrize(("statement", "expected"), [
    ("sqrt(x^2) == x", "x >= 0"), ("1/x != 0 or x > 0", "x != 0"), ("x^2 >= x", "x % 1 == 0"),
    ("x^2 >= 1", "abs(x) >= 1"),
])
def test_real_numbers(statement, expected):
    values = [*range(-9, 10), *(Fraction(k, 7) for k in range(-20, 20))]
    assert expected in found(statement, over(dict.fromkeys(values)), x=Reals())


def test_a_pair():
    pairs = [{"x": x, "y": y} for x in range(-3, 4) for y in range(-3, 4)]
    assert found("abs(x - y) == y - x", pairs, x=Reals(), y=Reals())[0] == "x <= y"


def test_the_weakest_comes_first_and_what_it_implies_not_at_all():
    names = found("sqrt(x^2) == x", over(range(-9, 10)), x=Reals())
    assert names[0] == "x >= 0"
    assert "x > 0" not in names
    assert "x >= 1" not in names


def test_nothing_without_a_failure_or_without_enough_that_hold():
    assert found("x == x", over(range(9)), x=Reals()) == []
    assert found("x > 3", over(range(3 + INSIDE)), x=Reals()) == []


def test_one_failure_does_not_exclude_half_of_all_instances():
    names = found("n != 5", over(range(1, 30), "n"), n=Integers(1, 30))
    assert not any("% 2" in name for name in names)
