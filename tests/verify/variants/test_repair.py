"""Repair: what would make a false claim true on the instances tried, and silence where nothing is borne out."""

from fractions import Fraction

import pytest

from verify.builder import make_claim
from verify.domains.scalar_domain import Integers, OneOf, Reals
from verify.relation import at_most, equal
from verify.trial import attempt
from verify.variants.repair import LEAST, MOST, REPAIRS, hints


def found(relation, instances, **domains):
    made = make_claim("c", relation, {}, at="p. 1", forall=domains)
    return hints(made, [attempt(made, instance) for instance in instances])


def over(*values, name="x"):
    return [{name: value} for value in values]


def test_a_first_size():
    assert any("from n ≥ 4 on" in hint for hint in found("2^n >= n^2", over(*range(1, 12), name="n"),
                                                         n=Integers(1, 11)))
    assert not any("from n" in hint for hint in found("2^n < n^2", over(*range(1, 12), name="n"), n=Integers(1, 11)))


def test_how_far_a_first_size_was_tried_is_told_unless_it_is_proved():
    hint = found(at_most(lambda n: 9, lambda n: 3 * n), over(*range(1, 12), name="n"), n=Integers(1, 11))[0]
    assert hint == "no failure from n ≥ 3 on, up to n = 11 (9 instances tried); it breaks at 2 of 2 other instances"


def test_a_first_size_needs_enough_instances_after_it():
    for after, told in ((5, False), (6, True)):
        hints_found = found(at_most(lambda n: 9, lambda n: 3 * n), over(*range(1, 3 + after), name="n"),
                            n=Integers(1, 2 + after))
        assert any("from n ≥ 3" in hint for hint in hints_found) is told


def test_a_weaker_relation():
    assert found("x < x", over(1, 2, 3), x=Reals())[0].startswith("holds with <= in place of <")
    assert found("x^2 > 0", over(0, 1, 2), x=Reals())[0] == "holds with >= in place of >: x^2 >= 0 (proved)"
    assert not any("<= in place of <" in hint for hint in found("x < x - 1", over(1, 2, 3), x=Reals()))


def test_a_factor():
    hint = found("x/2 == x", over(1, 2, 3), x=Reals())[0]
    assert hint == "the left side is 1/2 times the right side: x/2 == x/2 (proved)"
    assert not any("times" in hint for hint in found("x/2 == x", over(1, 2), x=OneOf(1, 2)))
    assert not any("times" in hint for hint in found("x^2 == x", over(2, 3, 4), x=Reals()))


def test_a_factor_in_balls_and_floats():
    expected = "the left side is 1/2 times the right side"
    assert found("exp(x)/2 == exp(x)", over(1, 2, 3), x=Reals())[0].startswith(expected)
    hint = found(equal(lambda x: float(x) / 2, lambda x: float(x) * 1.0), over(1, 2, 3), x=Reals())[0]
    assert hint.startswith(f"{expected}: float(x) / 2 == (1/2)*(float(x) * 1.0) (")


def test_a_factor_needs_instances_that_break_the_claim():
    """At 0 every factor is right."""
    assert not any("times" in hint for hint in found("x/2 == x", over(0, 1), x=OneOf(0, 1)))


def test_a_factor_in_a_size_needs_different_sizes():
    relation = equal(lambda n: n * n, lambda n: n)
    assert found(relation, over(2, 3, 4, name="n"), n=Integers(1, 9))[0].startswith("the left side is n times")
    assert not any("n times" in hint for hint in found(relation, over(2, 3, name="n"), n=Integers(2, 3)))


def test_an_offset():
    assert found("x == x + 1", over(1, 2, 3), x=Reals())[0].startswith("the left side minus the right side is -1")
    assert not any("minus" in hint for hint in found("x == x + x^3", over(1, 2, 3), x=Reals()))
    assert not any("minus" in hint for hint in found("1 == 2", [{}] * 5))


def test_a_missing_term():
    assert found("(x + 1)^2 == x^2 + 1", over(1, 2, 3), x=Reals())[0].startswith(
        "the left side minus the right side is 2*x")


def test_a_constant_in_a_bound():
    hint = [h for h in found("3*x <= 2*x", over(1, 2, 5), x=Reals(0, 9)) if "factor" in h]
    assert hint == ["holds with a factor 3/2 on the larger side (the largest ratio met is 1.5): 3*x <= 3*(2*x)/2 "
                    "(proved)"] or "factor 3/2" in hint[0]
    functions = found(at_most(lambda x: 3 * x, lambda x: 2 * x), over(1, 2, 5), x=Reals(0, 9))
    assert any("(the largest ratio met is 1.5): 3 * x <= (3/2)*(2 * x) (" in hint for hint in functions)
    assert not any("factor" in h for h in found("x <= x + 1", over(1, 2, 5), x=Reals(0, 9)))


def test_a_hint_is_tried_on_fresh_instances_before_it_is_told():
    """On 1, 2, 3 the left side is n³ − 5n² + 11n − 6 = n², but not at any other instance."""
    relation, instances = "n^3 - 5*n^2 + 11*n - 6 == n^2 + n^2", over(1, 2, 3, name="n")
    assert found(relation, instances, n=Integers(1, 3))[0].startswith("the left side is 1/2 times")
    assert not any("times" in hint for hint in found(relation, instances, n=Integers(1, 99)))


@pytest.mark.parametrize("trials", [[], [{"x": Fraction(1, 2)}]])
def test_too_few_instances_give_no_hint(trials):
    assert found("x == x + x^2", trials, x=OneOf(Fraction(1, 2), 1)) == ()


def test_a_hint_is_never_a_crash():
    assert isinstance(found("1/x == 0", over(0, 1, 2), x=Reals()), tuple)
    assert isinstance(found(equal(lambda x: (x, x), lambda x: (x, x + 1)), over(1, 2, 3), x=Reals()), tuple)
    assert isinstance(found(equal(lambda x: True, lambda x: False), over(1, 2, 3), x=Reals()), tuple)
    assert isinstance(found(equal(lambda x: {1}, lambda x: {x}), over(1, 2, 3), x=Reals()), tuple)
    assert isinstance(found("sqrt(x) == I", over(-1, -4, -9), x=Reals()), tuple)


def test_every_repair_explains_itself():
    assert all(repair.__doc__ and most > 0 for repair, most in REPAIRS.items())
    assert len(REPAIRS) > MOST >= LEAST
