"""Nearness: laws that hold to within a distance, and ones that do not, with truths known by hand."""

import pytest
from sympy import Symbol

from verify import ClaimError, Drawn, E, Integers, OneOf, Paper, Rational, Reals, Signs, check, near

NORMAL = {"z": Drawn(lambda generator: generator.standard_normal())}
UNIFORM = Drawn(lambda generator: generator.random())


def test_a_value_is_bounded_on_both_sides():
    """(1 + 1/n)^n = e(1 − 1/2n + …), so it lies within 3/2n of e and not within 1/n of it."""
    assert check(near(lambda n: (1 + 1 / n) ** n, E, "1/n"), n=Integers(1, 9)).verdict == "refuted"
    assert check(near(lambda n: (1 + 1 / n) ** n, E, "3/(2*n)"), n=Integers(1, 9)).verdict == "supported"


def test_formulas_may_be_expressions():
    x = Symbol("x")
    paper = Paper("near")
    claim = paper.claim("bow", near(x**2, x, Rational(1, 4)), at="Section 1", forall={x: Reals(0, 1)})
    assert claim.statement == "x - 1/4 <= x**2 <= x + 1/4"


def test_a_probability_is_within_a_distance_of_its_law():
    """P(|Z| < 1) = 0.6827."""
    right = check(near(lambda z: bool(abs(z) < 1), Rational(7, 10), Rational(1, 5), NORMAL))
    assert right.verdict == "supported"
    assert "with probability within 1/5 of 7/10" in right.record["statement"]
    wrong = check(near(lambda z: bool(abs(z) < 1), Rational(4, 10), Rational(1, 5), NORMAL))
    assert wrong.verdict == "refuted"
    assert "where within 1/5 of 2/5 is claimed" in wrong.record["sentence"]


def test_a_probability_that_can_be_counted_is_counted():
    assert check(near("x == 1", "1/2", "1/100", {"x": Signs()})).verdict == "exhausted"
    assert check(near("x == 1 or y == 1", "1/2", "1/5", {"x": Signs(), "y": Signs()})).verdict == "refuted"


def test_a_distance_that_reaches_beyond_a_probability_claims_nothing_there():
    answer = check(near("x + y >= -1", "d/(d + 1)", "1/d", {"x": Signs(), "y": Signs()}), d=OneOf(2, 3))
    assert answer.verdict == "exhausted"
    assert check(near("x + y >= -1", 1, Rational(1, 4), {"x": Signs(), "y": Signs()})).verdict == "exhausted"


def test_an_expectation_is_the_probability_of_exceeding_a_uniform_draw():
    """E X² = 1/3 for a uniform X."""
    over = {"u": UNIFORM, "x": UNIFORM}
    assert check(near("u <= x^2", "1/3", "1/5", over)).verdict == "supported"
    assert check(near("u <= x^2", "2/3", "1/5", over)).verdict == "refuted"


@pytest.mark.parametrize(("arguments", "rule"), [
    (("n", lambda n: n, "1"), "a formula or an exact number"), (("n", "n", 0), "a positive distance"),
])
def test_misuse_is_refused(arguments, rule):
    with pytest.raises(ClaimError, match=rule):
        near(*arguments)


@pytest.mark.parametrize(("law", "within", "rule"), [
    (Rational(3, 2), Rational(1, 4), "no value so near the law does"), (Rational(1, 2), 1, "says nothing"),
])
def test_a_law_that_no_probability_follows_is_refused(law, within, rule):
    with pytest.raises(ClaimError, match=rule):
        check(near("x == 1", law, within, {"x": Signs()}))
