"""Ends: a domain is closed, so its end points are instances, also where they are no rational numbers."""

from __future__ import annotations

import pytest

from verify import Integers, Matrices, Rationals, Reals, Vectors, at_least, check, exists, oo

ROOT, ARC = Reals(0, "sqrt(2)"), Reals(0, "pi")
BROKEN = {
    "a cosine at the end": ("cos(x) > -1", {"x": ARC}, {"x": "pi"}),
    "a square at the end": ("x^2 < 2", {"x": ROOT}, {"x": "sqrt(2)"}),
    "a sine at the end": ("sin(x) > 0", {"x": Reals("1/2", "pi")}, {"x": "pi"}),
    "a logarithm at the end": ("log(x) < 1", {"x": Reals(1, "exp(1)")}, {"x": "exp(1)"}),
    "two ends at once": ("x*y < 2", {"x": ROOT, "y": ROOT}, {"x": "sqrt(2)", "y": "sqrt(2)"}),
    "an end and a corner": ("x^2 + y < 3", {"x": ROOT, "y": Reals(0, 1)}, {"x": "sqrt(2)", "y": "1"}),
    "a lower end": ("x^3 > -3", {"x": Reals("-3^(1/3)", 0)}, {"x": "-3**(1/3)"}),
    "no number": ("x != sqrt(2)", {"x": ROOT}, {"x": "sqrt(2)"}),
    "a case of an implication": ("x^2 = 2 => x < 0", {"x": ROOT}, {"x": "sqrt(2)"}),
    "an equality at the end alone": ("piecewise(0, x < sqrt(2), 1) = 0", {"x": ROOT}, {"x": "sqrt(2)"}),
    "an end that depends": ("x^2 < n", {"n": Integers(2, 3), "x": Reals(0, "sqrt(n)")}, {"n": "2", "x": "sqrt(2)"}),
    "a single point": ("x^2 = 3", {"x": Reals("sqrt(2)", "sqrt(2)")}, {"x": "sqrt(2)"}),
    "a vector of ends": ("v[1]*v[2] < 2", {"v": Vectors(2, 0, "sqrt(2)")}, {"v": "(sqrt(2), sqrt(2))"}),
    "a matrix of ends": ("A[1, 2]^2 < 2", {"A": Matrices(1, 2, 0, "sqrt(2)")}, {"A": "((sqrt(2), sqrt(2)))"}),
}
UNDEFINED = {
    "the tangent at a right angle": ("tan(x) >= 0", {"x": Reals(0, "pi/2")}, {"x": "pi/2"}),
    "a quotient at the end": ("x^2/(x^2 - 2) <= 0", {"x": ROOT}, {"x": "sqrt(2)"}),
}


@pytest.mark.parametrize("mistake", BROKEN)
def test_the_end_breaks_it(mistake):
    statement, domains, witness = BROKEN[mistake]
    answer = check(statement, **domains)
    assert answer.verdict == "refuted"
    assert answer.record["grade"] in ("exact", "enclosed")
    if "matrix" not in mistake:
        assert answer.counterexample == witness


@pytest.mark.parametrize("mistake", UNDEFINED)
def test_the_end_has_no_value(mistake):
    statement, domains, witness = UNDEFINED[mistake]
    answer = check(statement, **domains)
    assert (answer.verdict, answer.counterexample) == ("ill-posed", witness)


@pytest.mark.parametrize(("statement", "domains", "given"), [
    ("cos(x) >= -1", {"x": ARC}, ()), ("x^2 <= 2", {"x": ROOT}, ()), ("sin(x) >= 0", {"x": ARC}, ()),
    ("x^2 < 2", {"x": ROOT}, "x < sqrt(2)"), ("x^2 < 2", {"x": ROOT}, "x^2 != 2"),
    ("x^2 < 2", {"x": ROOT}, "x > 0 and x < sqrt(2)"), ("x^2 < 2", {"x": Rationals(0, "sqrt(2)")}, ()),
    ("x^2 <= n", {"n": Integers(1, oo), "x": Reals(0, "sqrt(n)")}, ()), ("tan(x) >= 0", {"x": Reals(0, "pi/4")}, ()),
    ("v[1]*v[2] <= 2", {"v": Vectors(2, 0, "sqrt(2)")}, ()), ("x^2 < 3", {"x": Reals(0, "3^(1/3)")}, ()),
    ("piecewise(0, x <= sqrt(2), 1) = 0", {"x": ROOT}, ()),
])
def test_what_holds_at_the_end_stays_green(statement, domains, given):
    assert check(statement, given=given, **domains).verdict in ("derived", "exhausted", "enclosed", "supported")


def test_the_bound_is_attained_at_the_end():
    assert any("attained, with equality at x = pi" in line for line in check("cos(x) >= -1", x=ARC).record["tightness"])


def test_an_end_that_is_not_tried_is_told():
    answer = check(at_least(lambda x: 2 - x * x, 0), x=ROOT)
    assert answer.verdict == "supported"
    assert "not tried at x = sqrt(2) itself" in answer.record["reason"]
    answer = check("cosh(x) < 2", x=Reals(0, "acosh(2)"))
    assert answer.verdict == "refuted" or "too close to call, such as x = acosh(2)" in answer.record["reason"]


def test_what_there_is_at_an_end_is_told():
    answer = check(exists("x*k >= 1", k=Integers(1, 3)), x=Reals("sqrt(2)/2", 1))
    assert answer.verdict == "refuted" or "sqrt(2)/2" in answer.record["reason"]
