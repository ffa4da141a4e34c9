"""Ties: sides that are equal although no ball can say so, and orders between numbers that are not real."""

from __future__ import annotations

import pytest

from verify import Reals, Simplex, check, exists, oo

ENTROPY = "sum(piecewise(-p[k]*log(p[k]), p[k] > 0, 0), k, 1, 3)"


@pytest.mark.parametrize(("statement", "expected"), [
    (f"{ENTROPY} < log(3)", "refuted"),
    (f"{ENTROPY} <= log(3)", "supported"),
    (f"{ENTROPY} != log(2)", "refuted"),
    (f"{ENTROPY} < log(4)", "supported"),
])
def test_entropy_ties_at_uniform_distributions_on_some_of_the_points(statement, expected):
    assert check(statement, p=Simplex(3)).verdict == expected


ROOTS = {
    "a witness that is imaginary": (Reals(), "y", "ill-posed"),
    "a witness on its domain": (Reals(0, oo), "y", "derived"),
    "a witness of a square": (Reals(), "y^2", "derived"),
}


@pytest.mark.parametrize("mistake", ROOTS)
def test_a_witness_among_the_reals_is_real(mistake):
    domain, square, expected = ROOTS[mistake]
    claim = exists(f"x^2 == {square}", x=Reals(), witness={"x": f"sqrt({square})"})
    answer = check(claim, y=domain)
    assert answer.verdict == expected
    assert expected != "ill-posed" or "y = -1" in answer.record["sentence"]


@pytest.mark.parametrize("condition", ["sqrt(y) >= sqrt(y)", "sqrt(y) + 1 > sqrt(y)", "log(y) - 1 < log(y)"])
def test_a_hypothesis_that_orders_numbers_which_are_not_real_is_not_met(condition):
    assert check("y >= 0", y=Reals(-9, 9), given=condition).verdict in ("supported", "enclosed")
    assert check("y <= 0", y=Reals(-9, 9), given=condition).verdict == "refuted"
    assert check("1 == 1 + 0*y", y=Reals(-9, -1), given=condition).verdict == "vacuous"


@pytest.mark.parametrize("statement", ["piecewise(1, sqrt(x) >= sqrt(x), 0) == 1", "sqrt(x) + 1 > sqrt(x)"])
def test_an_order_of_numbers_that_are_not_real_has_no_truth_value(statement):
    assert check(statement, x=Reals()).verdict == "ill-posed"
    assert check(statement, x=Reals(0, oo)).verdict in ("derived", "enclosed")
