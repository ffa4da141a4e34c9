"""What SymPy's constructors erase: complementary conditions, and the body of a sum with a case distinction."""

from __future__ import annotations

import pytest

from verify import Integers, Reals, Vectors, check, oo

UNDEFINED_SOMEWHERE = {
    "complementary conditions": ("1/x > 0 or 1/x <= 0", {"x": Reals(-1, 1)}, {"x": "0"}),
    "and their negation": ("not (1/x < 0 and 1/x >= 0)", {"x": Reals(-1, 1)}, {"x": "0"}),
    "an order of what is not real": ("sqrt(x) >= 0 or sqrt(x) < 0", {"x": Reals(-1, 1)}, {"x": "-1"}),
    "an index out of range": ("g[3] > 0 or g[3] <= 0", {"g": Vectors(2)}, {"g": "(0, 0)"}),
    "a condition of a case": ("piecewise(1, 1/x > 0 or 1/x <= 0, 2) == 1", {"x": Reals(-1, 1)}, {"x": "0"}),
    "a case inside a sum": ("sum(piecewise(k, k > 2, k)*x/x, k, 1, 3) == 6", {"x": Reals(-1, 1)}, {"x": "0"}),
    "a zero times a logarithm in a sum": ("sum(piecewise(1, k > 2, 2)*log(x)*0, k, 1, 3) == 0", {"x": Reals(0, 1)},
                                          {"x": "0"}),
    "a case inside a condition": ("piecewise(1, piecewise(x/x, x > 1, 2*x/x) > 0, 2) = 1", {"x": Reals()}, {"x": "0"}),
    "a zero inside a condition": ("piecewise(1, piecewise(0*log(x), x > 1, 0*log(x)) >= 0, 0) >= 1",
                                  {"x": Reals(0, oo)}, {"x": "0"}),
    "the largest of equal values": ("max(sqrt(x), sqrt(x)) == sqrt(x)", {"x": Reals(-1, 1)}, {"x": "-1"}),
    "a condition inside a sum": ("sum(piecewise(1, 1/(k - 3) > 0, 1), k, 1, n) == n", {"n": Integers(0, 5)},
                                 {"n": "3"}),
}


@pytest.mark.parametrize("mistake", UNDEFINED_SOMEWHERE)
def test_nothing_undefined_is_simplified_away(mistake):
    statement, domains, witness = UNDEFINED_SOMEWHERE[mistake]
    answer = check(statement, **domains)
    assert answer.verdict == "ill-posed"
    assert answer.counterexample == witness


def test_the_same_statements_hold_where_they_are_defined():
    assert check("1/x > 0 or 1/x <= 0", x=Reals(1, 2)).verdict == "supported"
    assert check("sum(piecewise(k, k > 2, k)*x/x, k, 1, 3) == 6", x=Reals(1, 2)).verdict in ("derived", "supported")


def test_conditions_are_read_with_our_own_sums():
    """SymPy takes Σ_{k=1}^{−3} 1 for −4, which is < 0; an empty sum is 0."""
    empty = "piecewise(1, piecewise(sum(1,k,1,0-3), x>1, sum(1,k,1,0-3)+0) < 0, 0)"
    assert check(f"{empty} = 1", x=Reals(2, 3)).verdict == "refuted"
    assert check(f"{empty} = 0", x=Reals(2, 3)).verdict in ("derived", "supported")


def test_a_case_inside_a_condition_is_checked():
    nested = "piecewise(x, x - piecewise(y, 1 >= 1, y) >= 1, y)"
    over = {"x": Reals(-oo, 1), "y": Reals(2, oo)}
    assert check(f"{nested} = y", **over).verdict == "supported"
    assert check(f"{nested} = x", **over).verdict == "refuted"
    assert check("piecewise(1, piecewise(x/x, x > 1, 2*x/x) > 0, 2) = 1", x=Reals(1, 2)).verdict == "supported"


@pytest.mark.parametrize(("bound", "given"), [
    ("x + y <= 1", "x^3 + y^3 == 1"), ("x + y <= 7/5", "x^2 + y^2 == 1"), ("x*y == 0", "x^2 + y^2 == 1"),
])
def test_a_few_points_of_a_curve_are_not_support(bound, given):
    """The statement is false on the curve, but only a handful of its rational points are met."""
    answer = check(bound, given=given, x=Reals(0, 1), y=Reals(0, 1))
    assert answer.verdict in ("weak", "refuted")


def test_a_linear_equality_is_solved_for():
    assert check("x*y <= 1/4", given="x + y == 1", x=Reals(), y=Reals()).verdict == "supported"
    assert check("x*y <= 1/5", given="x + y == 1", x=Reals(), y=Reals()).verdict == "refuted"
