"""Repair: what would make a false claim true on the instances tried, and silence where nothing is borne out."""

from fractions import Fraction

import pytest

from verify.builder import make_claim
from verify.relation import equal
from verify.repair import LEAST, hints
from verify.scalar_domain import Integers, Reals
from verify.trial import attempt


def found(relation, instances, **domains):
    made = make_claim("c", relation, {}, at="p. 1", forall=domains)
    return hints(made, [attempt(made, instance) for instance in instances])


def over(*values, name="x"):
    return [{name: value} for value in values]


def test_a_first_size():
    assert "no failure from n ≥ 4 on, up to n = 9" in found("2^n >= n^2", over(*range(1, 10), name="n"),
                                                            n=Integers(1, 9))
    assert not any("from n" in hint for hint in found("2^n < n^2", over(*range(1, 10), name="n"), n=Integers(1, 9)))


def test_a_first_size_needs_enough_instances_after_it():
    assert not any("from n" in hint for hint in found("n > 2", over(1, 2, 3, 4, name="n"), n=Integers(1, 9)))
    for after, told in ((2 * LEAST - 1, False), (2 * LEAST, True)):
        hints_found = found("n > 2", over(*range(1, 3 + after), name="n"), n=Integers(1, 9))
        assert any("from n ≥ 3" in hint for hint in hints_found) is told


def test_a_weaker_relation():
    assert "no failure with <= in place of <" in found("x < x", over(1, 2, 3), x=Reals())
    assert "no failure with >= in place of >" in found("x^2 > 0", over(0, 1, 2), x=Reals())
    assert not any("in place of" in hint for hint in found("x < x - 1", over(1, 2, 3), x=Reals()))


def test_a_factor():
    assert found("x/2 == x", over(1, 2, 3),
                 x=Reals())[0] == "the left side is 1/2 times the right side on all 3 instances"
    assert not any("times" in hint for hint in found("x/2 == x", over(1, 2), x=Reals()))
    assert not any("times" in hint for hint in found("x^2 == x", over(2, 3, 4), x=Reals()))


def test_a_factor_in_balls_and_floats():
    expected = "the left side is 1/2 times the right side on all 3 instances"
    assert expected in found("exp(x)/2 == exp(x)", over(1, 2, 3), x=Reals())
    assert expected in found(equal(lambda x: float(x) / 2, lambda x: float(x) * 1.0), over(1, 2, 3), x=Reals())


def test_an_offset():
    assert "the left side minus the right side is -1 on all 3 instances" in found("x == x + 1", over(1, 2, 3),
                                                                                  x=Reals())
    assert not any("minus" in hint for hint in found("x == x + x^2", over(1, 2, 3), x=Reals()))
    assert not any("minus" in hint for hint in found("1 == 2", [{}] * 5))


def test_the_best_constant():
    hint = [h for h in found("3*x <= 2*x", over(1, 2, 5), x=Reals(0, 9)) if "factor" in h]
    assert hint == ["a factor 1.5 on the larger side would cover the instances tried"]
    assert not any("factor" in h for h in found("x <= x + 1", over(1, 2, 5), x=Reals(0, 9)))


@pytest.mark.parametrize("trials", [[], [{"x": Fraction(1, 2)}]])
def test_too_few_instances_give_no_hint(trials):
    assert found("x == x + x^2", trials, x=Reals()) == ()


def test_a_hint_is_never_a_crash():
    assert isinstance(found("(x, x)".replace("(x, x)", "1/x == 0"), over(0, 1, 2), x=Reals()), tuple)
    assert isinstance(found(equal(lambda x: (x, x), lambda x: (x, x + 1)), over(1, 2, 3), x=Reals()), tuple)
    assert isinstance(found("sqrt(x) == I", over(-1, -4, -9), x=Reals()), tuple)
