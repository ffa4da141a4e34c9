"""Narrowing: what hypotheses leave of a domain."""

import pytest
import sympy

from verify import Integers, Reals, check
from verify.builder import make_claim
from verify.search.narrowing import contradictory, narrowed

OO = sympy.oo


def claim(given, domain):
    return make_claim("c", "x <= x", {}, given=given, at="p. 1", forall={"x": domain})


@pytest.mark.parametrize(("given", "domain", "window"), [
    ("x >= 1100", Integers(1, OO), "1100..1111"), ("x > 5 and x < 9", Integers(1, OO), "6..8"),
    ("x > 10^6", Reals(), "reals in [1000000, oo)"), ("x >= 1100", Integers(1, OO, window=13), "1..13"),
    ("x != 3", Integers(1, 9), "1..9"), ((), Reals(0, 1), "reals in [0, 1]"),
])
def test_windows(given, domain, window):
    assert narrowed(claim(given, domain)).variables[0].domain.window() == window


def test_contradictions_that_are_shown():
    assert contradictory(claim("x > 1 and x < 0", Reals())) == "they leave no value to x"
    assert contradictory(claim("x > 3 and x < 4", Integers())) == "they leave no value to x"
    assert contradictory(claim("x > 3 and x < 4", Reals())) == ""


def test_hypotheses_that_bound_an_infinite_domain_leave_a_finite_scope():
    answer = check("x^2 <= 400", given="x <= 20", x=Integers(0, OO))
    assert answer.verdict in ("exhausted", "enclosed")
    assert check("x^2 <= 399", given="x <= 20", x=Integers(0, OO)).counterexample == {"x": "20"}


def test_far_bounds_are_not_vacuous():
    assert check("x^2 >= 1210000", given="x >= 1100", x=Integers(1, OO)).verdict in ("enclosed", "supported", "derived")
    assert check("x^2 >= 1210001", given="x >= 1100", x=Integers(1, OO)).counterexample == {"x": "1100"}


def test_vacuous_tells_whether_the_hypotheses_contradict_each_other():
    shown = check("x > 5", given="x > 1 and x < 0", x=Reals())
    assert shown.verdict == "vacuous"
    assert "contradict each other" in shown.record["sentence"]
    assert "not shown" not in shown.record["sentence"]
    open_question = check("x > 5", given="x^5 == x + 3", x=Reals())
    assert open_question.verdict == "vacuous"
    assert "not shown to contradict each other" in open_question.record["sentence"]
    assert "descent on their violation" in open_question.record["reason"]
