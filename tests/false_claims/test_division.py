"""Divisions by what is 0 on one branch of a relation: (1 + s)(1 − s) = 0 where s² = 1, though neither factor is 0."""

import pytest

from verify import Cube, Integers, Reals, Signs, check, oo
from verify.budget import BUDGETS
from verify.builder import make_claim
from verify.checks import enclosure, identity
from verify.evidence import Outcome

N, LINE = Integers(1, oo), Reals()
SUM = "{0}*{1}^(n-1)/(n+1) + {0}*{1}^(n-1) == 0"
BRANCHES = {
    "signs": (SUM.format("(1+s)", "(1-s)"), {"s": Signs(), "n": N}),
    "positive and negative part": (SUM.format("min(x,0)", "max(x,0)"), {"x": LINE, "n": N}),
    "absolute values": (SUM.format("(abs(x)+x)", "(abs(x)-x)"), {"x": LINE, "n": N}),
    "parities": (SUM.format("(1+(-1)^m)", "(1-(-1)^m)"), {"m": N, "n": N}),
    "roots of products": (SUM.format("(sqrt(x*y)+sqrt(x)*sqrt(y))", "(sqrt(x*y)-sqrt(x)*sqrt(y))"),
                          {"x": LINE, "y": LINE, "n": N}),
    "products over a cube": ("product(1-x[k],k,1,n)*(1+x[n]) + (1+x[n])*product(1-x[k],k,1,n-1)/(n+1)"
                             " + (1+x[n])*product(1-x[k],k,1,n-1) == 0", {"n": N, "x": Cube("n")}),
}


@pytest.mark.parametrize("name", BRANCHES)
def test_no_branch_is_forgotten(name):
    statement, domains = BRANCHES[name]
    found = identity.check(make_claim("c", statement, {}, at="p. 1", forall=domains), BUDGETS["fast"])
    assert found is None or found.outcome is Outcome.UNDECIDED


def test_no_bound_is_proved_by_such_a_division():
    statement = "delta(m, 123457)*(max(x,0)^(n-1)*min(x,0)/(n+1) + max(x,0)^(n-1)*min(x,0)/(n+2)) >= 0"
    claim = make_claim("c", statement, {}, at="p. 1", forall={"x": LINE, "n": N, "m": Integers(0, oo)})
    found = enclosure.check(claim, BUDGETS["fast"])
    assert found is None or found.outcome is Outcome.UNDECIDED


def test_a_hidden_branch_is_never_green_by_algebra():
    answer = check(SUM.format("min(x,0)", "max(x,0)"), x=LINE, n=N, given="x <= -10^400 or x > 0")
    assert answer.verdict in ("refuted", "supported", "undecided")


@pytest.mark.parametrize(("statement", "domains"), [
    ("(1+s)*(1-s) == 0", {"s": Signs()}), ("max(x,0)*min(x,0) == 0", {"x": LINE}),
    ("1/(2+s) == (2-s)/3", {"s": Signs()}), ("sqrt(x^2)/abs(x) == 1", {"x": Reals(1, oo)}),
    ("1/(1+sqrt(2)) == sqrt(2) - 1", {}),
])
def test_divisions_that_are_sound_stay(statement, domains):
    assert check(statement, **domains).verdict in ("derived", "exhausted")
