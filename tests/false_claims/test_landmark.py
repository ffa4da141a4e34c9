"""Failures at one number that no chance meets, but that the statement names, or is a root of: each must be caught."""

from __future__ import annotations

import pytest

from verify import Integers, Reals, check, oo

EXHIBITS = {
    "a far integer": ("n != 54321", {"n": Integers(1, oo)}, "n = 54321"),
    "a far δ": ("n + 1 == n + 1 - delta(n, 10007)", {"n": Integers(0, oo)}, "n = 10007"),
    "a far fraction": ("abs(x - 1/1000003) > 0", {"x": Reals()}, "x = 1/1000003"),
    "a root": ("x^2 != 2", {"x": Reals(1, 2)}, "x = sqrt(2)"),
    "a double root": ("(x^2 - 2)^2 > 0", {"x": Reals(1, 2)}, "x = sqrt(2)"),
    "a circle constant": ("abs(x) != pi", {"x": Reals()}, "x = pi"),
    "a strict maximum at an angle": ("sin(x) + cos(x) < sqrt(2)", {"x": Reals()}, "x = pi/4"),
    "a strict maximum at E": ("log(x)/x < 1/E", {"x": Reals(1, oo)}, "x = E"),
}


@pytest.mark.parametrize("mistake", EXHIBITS)
def test_one_number_breaks_it(mistake):
    statement, domains, witness = EXHIBITS[mistake]
    answer = check(statement, **domains)
    assert answer.verdict == "refuted"
    assert f"false at {witness}:" in answer.record["sentence"]


@pytest.mark.parametrize(("statement", "domain"), [
    ("n != 54321", Integers(1, 54320)), ("abs(x) != pi", Reals(4, oo)), ("x^2 != 2", Reals("3/2", oo)),
    ("sin(x) + cos(x) <= sqrt(2)", Reals()), ("log(x)/x <= 1/E", Reals(1, oo)), ("x^3 - x != 10^40", Reals()),
])
def test_what_avoids_the_number_stays_green(statement, domain):
    answer = check(statement, **{"n" if "n !=" in statement else "x": domain})
    assert answer.verdict in ("derived", "enclosed", "exhausted", "supported")


def test_a_pole_at_an_irrational_number_is_met():
    assert "x = pi/2" in check("tan(x)^2 >= 0", x=Reals()).record["sentence"]
    assert "x = pi (" in check("1/(x - pi) <= 1/(x - pi)^2 + 1", x=Reals()).record["sentence"]
    assert check("tan(x)^2 >= 0", x=Reals(-1, 1)).verdict == "enclosed"


@pytest.mark.parametrize(("statement", "hypothesis", "expected"), [
    ("x^5 == 5*x + 4", "x^2 == x + 1", "refuted"), ("x > 0", "x^2 == 2", "refuted"),
    ("x^5 == 5*x + 3", "x^2 == x + 1", "weak"),
])
def test_a_hypothesis_with_irrational_solutions_is_met(statement, hypothesis, expected):
    """Two instances are too few for a statement that holds at both."""
    assert check(statement, x=Reals(), given=hypothesis).verdict == expected
