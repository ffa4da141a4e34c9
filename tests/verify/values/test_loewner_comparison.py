from dataclasses import replace
from fractions import Fraction

import pytest
from flint import arb, fmpq

from verify import Matrices, PositiveSemidefinite, check, loewner_at_least, loewner_at_most, within
from verify.errors import Nonsense, Undefined
from verify.evidence import Outcome, Rigour
from verify.side import Sides
from verify.values.comparison import FLIPPED, compare
from verify.values.loewner_comparison import pushed
from verify.values.value import Approximate


def table(*rows):
    return tuple(tuple(fmpq(entry) if isinstance(entry, int) else entry for entry in row) for row in rows)


ONE, AHEAD, CROSS = table([1, 0], [0, 1]), table([2, 1], [1, 2]), table([1, 2], [2, 1])


def test_exact_matrices():
    assert compare("⪯", ONE, AHEAD).outcome is Outcome.HOLDS
    assert compare("⪯", ONE, AHEAD).rigour is Rigour.EXACT
    assert compare("⪰", ONE, AHEAD).outcome is Outcome.FAILS
    assert compare("⪰", CROSS, fmpq(0)).reason == "v = (-1, 1) gives vᵀ(lhs − rhs)v = -2 < 0"


@pytest.mark.parametrize("operator", ["⪯", "⪰"])
def test_the_denial_is_the_opposite(operator):
    for left, right in ((ONE, AHEAD), (AHEAD, ONE), (ONE, CROSS)):
        found = compare(operator, left, right).outcome
        assert compare(FLIPPED[operator], left, right).outcome is not found


def test_balls():
    root = arb(2).sqrt()
    assert compare("⪰", table([root, 1], [1, root]), fmpq(0)).rigour is Rigour.ENCLOSED
    assert compare("⪰", table([1, root], [root, 1]), fmpq(0)).outcome is Outcome.FAILS
    assert compare("⪰", table([root**2, 2], [2, 2]), fmpq(0)).outcome is Outcome.UNDECIDED


def floats(*rows, radius=1e-15, floor=2.0**-52):
    return tuple(tuple(Approximate(float(entry), radius, floor=floor) for entry in row) for row in rows)


def test_floats_need_a_gap():
    assert compare("⪰", floats([2, 1], [1, 2]), fmpq(0)).outcome is Outcome.HOLDS
    found = compare("⪰", floats([1, 2], [2, 1]), fmpq(0))
    assert (found.outcome, found.rigour) == (Outcome.FAILS, Rigour.NUMERICAL)
    assert "< 0" in found.reason
    assert compare("⪰", floats([1, 1], [1, 1]), fmpq(0)).outcome is Outcome.UNDECIDED
    assert compare("⪰", floats([1, 1 + 1e-12], [1 + 1e-12, 1]), fmpq(0)).outcome is Outcome.UNDECIDED


def test_declared_floats_are_balls():
    declared = tuple(tuple(within(entry, 1e-9) for entry in row) for row in ((1.0, 2.0), (2.0, 1.0)))
    assert compare("⪰", declared, fmpq(0)).rigour is Rigour.ENCLOSED


def test_floats_that_are_not_symmetric():
    with pytest.raises(Undefined, match="not symmetric"):
        compare("⪰", floats([1, 2], [3, 1]), fmpq(0))


def test_what_is_no_matrix():
    with pytest.raises(Nonsense):
        compare("⪯", True, ONE)


@pytest.mark.parametrize("side", [
    Sides("⪯", ONE, AHEAD), Sides("⪰", AHEAD, ONE), Sides("⪰", ONE, fmpq(0)),
    Sides("⪰", floats([2, 1], [1, 2]), fmpq(0))])
@pytest.mark.parametrize("t", [Fraction(1), Fraction(1, 1000)])
def test_a_bound_pushed_past_the_smallest_eigenvalue_is_refuted(side, t):
    moved = pushed(side, t)
    assert compare(side.operator, side.lhs, side.rhs).outcome is Outcome.HOLDS
    assert compare(moved.operator, moved.lhs, moved.rhs).outcome is Outcome.FAILS


def test_the_push_is_no_larger_than_it_says():
    """One and two ahead of it differ by 1 + 1 and 1 − 1: the smallest eigenvalue is 0."""
    moved = pushed(Sides("⪯", ONE, AHEAD), Fraction(1, 10**9))
    nearly = replace(moved, rhs=tuple(tuple(entry + (fmpq(1, 10**8) if i == j else 0) for j, entry in enumerate(row))
                                      for i, row in enumerate(moved.rhs)))
    assert compare("⪯", nearly.lhs, nearly.rhs).outcome is Outcome.HOLDS


OVER = {"A": PositiveSemidefinite(2), "B": PositiveSemidefinite(2)}


def test_a_true_order_is_supported_with_power():
    answer = check(loewner_at_most("A", "A + B"), **OVER)
    assert answer.verdict == "supported"
    assert answer.record["power"]["survived"] == []
    assert answer.record["power"]["refuted"] == 3


def test_a_property_may_return_an_order():
    answer = check(lambda A, B: loewner_at_least(A + B, A - B), **OVER)
    assert answer.verdict == "supported"


def test_what_is_not_symmetric_is_ill_posed():
    answer = check("A ⪰ 0", A=Matrices(2, 2), given="A[1, 2] != A[2, 1]")
    assert answer.verdict == "ill-posed"
    assert "not symmetric" in answer.record["reason"]
