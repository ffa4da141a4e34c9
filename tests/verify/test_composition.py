"""Chains: what they come to, and which link is broken where."""

import pytest
import sympy

from verify import ClaimError, Integers, Reals, chain, check
from verify.composition import composed

N, R = Integers(1, 12), Reals(0, 1)


@pytest.mark.parametrize(("operators", "sign"), [
    ("<= <", "<"), ("< <=", "<"), ("<= <=", "<="), ("== <=", "<="), ("== <", "<"), ("== ==", "=="), ("== >=", ">="),
    (">= == >", ">"), ("<= >=", None), ("< >", None), ("< == >=", None),
])
def test_what_a_chain_comes_to(operators, sign):
    assert composed(operators.split()) == sign


@pytest.mark.parametrize("make", [
    lambda: chain("n", "<=", "n^2", ">=", "1"), lambda: check("n <= n^2 >= 1", n=N),
    lambda: check("n == n < n^2 > 1", n=N),
])
def test_a_chain_that_turns_round_is_refused(make):
    with pytest.raises(ClaimError, match=r"a chain goes one way.*write one claim for each direction"):
        make()


def test_what_is_joined_by_and_need_not_go_one_way():
    n = sympy.Symbol("n", integer=True, positive=True)
    assert check(sympy.And(sympy.Le(n, 12), sympy.Ge(n, 1)), n=N).verdict == "exhausted"
    assert check("n <= n^2 and n^2 >= 1", n=N).verdict == "exhausted"


def test_a_property_that_turns_round_is_an_error_of_its_code():
    answer = check(lambda n: chain(n, "<=", n, ">=", 1), n=N)
    assert answer.verdict == "ill-posed"
    assert "a chain goes one way" in answer.record["sentence"]


@pytest.mark.parametrize("statement", ["x^3 <= x^2 < x^2 + 1", chain("x^3", "<=", "x^2", "<", "x^2 + 1")])
def test_the_conclusion_is_printed(statement):
    record = check(statement, x=R).record
    assert record["verdict"] == "enclosed"
    assert record["conclusion"] == "x^3 < x^2 + 1"
    assert record["sentence"].endswith("Its conclusion is x^3 < x^2 + 1.")


def test_links_that_do_not_meet_come_to_nothing():
    assert check("x <= 1", x=R).record["conclusion"] is None
    n = sympy.Symbol("n", integer=True, positive=True)
    assert check(sympy.And(sympy.Le(n, 12), sympy.Ge(n, 1)), n=N).record["conclusion"] is None


def test_the_first_broken_link_is_named_with_its_smallest_instance():
    """n ≤ 6 breaks from n = 7 on, and 6 < 10 − n from n = 4 on."""
    record = check("n <= 6 < 10 - n <= 10", n=N).record
    assert record["verdict"] == "refuted"
    assert record["hints"][0] == "the first broken link is link 1, n <= 6, broken first at n = 7"
    steps = next(e["steps"] for e in record["evidence"] if e["check"] == "exhaustive")
    assert steps == ["link 1, n <= 6: broken first at n = 7", "link 2, 6 < 10 - n: broken first at n = 4",
                     "link 3, 10 - n <= 10: holds on 12 of 12 instances looked at, smallest slack 1 at n = 1"]
    assert next(e["counterexample"] for e in record["evidence"])["reason"] == "link 2, 6 < 10 - n"


def test_a_conclusion_that_survives_a_broken_link_is_a_hint():
    """n ≤ n² < 10 n breaks at n = 10, but n < 10 n."""
    assert "holds between the ends of the chain: n < 10*n (proved)" in check("n <= n^2 < 10*n", n=N).record["hints"]
    false = check("n <= n^2 <= 2*n - 1 <= 2*n - 3", n=N).record["hints"]
    assert false
    assert not any("conclusion" in hint for hint in false)


def test_each_link_has_its_own_slack():
    steps = check("n <= 2*n < 3*n", n=N).record["evidence"][0]["steps"]
    assert [step.split("smallest ")[1] for step in steps] == ["slack 1 at n = 1", "slack 1 at n = 1"]
    steps = check(lambda n: chain(n, "<=", n + 3, "<", n + 10), n=N).record["evidence"][0]["steps"]
    assert [step.split("smallest ")[1] for step in steps] == ["slack 3 at n = 1", "slack 7 at n = 1"]
