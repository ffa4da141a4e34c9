"""Telescopes: identities of binomial sums from the literature are proven, false neighbours are not."""

import pytest

from verify import Integers, check, oo
from verify.formulas.parser import parse
from verify.symbolic.assumption import known
from verify.symbolic.telescope import telescope
from verify.variable import variable


def proof(text, start=0):
    n = variable("n", Integers(start, oo))
    tree = parse(text, {"n": n.symbol}).tree
    return telescope(tree.lhs, tree.rhs, n.symbol, start, known([n]))


TRUE = [
    ("sum(binomial(n, k), k, 0, n) == 2^n", 0),
    ("sum(k*binomial(n, k), k, 0, n) == n*2^(n - 1)", 0),
    ("sum(k^2*binomial(n, k), k, 0, n) == n*(n + 1)*2^(n - 2)", 0),
    ("binomial(2*n, n) == sum(binomial(n, k)^2, k, 0, n)", 0),
    ("sum((-1)^k*binomial(n, k)/(k + 1), k, 0, n) == 1/(n + 1)", 0),
    ("sum(binomial(n + k, k), k, 0, n) == binomial(2*n + 1, n)", 0),
    ("sum(2^k*binomial(2*n - k, n), k, 0, n) == 4^n", 0),
    ("sum(k*binomial(n, k)^2, k, 0, n) == n*binomial(2*n - 1, n - 1)", 1),
    ("sum((-1)^k*binomial(2*n, k)^2, k, 0, 2*n) == (-1)^n*binomial(2*n, n)", 0),
    ("sum(binomial(n, k), k, 0, n)/2^n == 1", 0),
    ("2*sum(binomial(2*n + 1, k)*(2*n + 1 - 2*k), k, 0, n)/2^(2*n + 1) == (2*n + 1)*binomial(2*n, n)/4^n", 0),
    ("n^2/2 == 2^n*(n*sum(1, k, 1, n))/2^(n + 1)", 1),
]
FALSE = [
    ("sum(binomial(n, k), k, 1, n) == 2^n", 0),
    ("sum(binomial(n, k), k, 0, n - 1) == 2^n", 1),
    ("sum(k*binomial(n, k), k, 0, n) == n*2^n", 0),
    ("sum(binomial(n, k)^2, k, 0, n) == binomial(2*n, n) + 1", 0),
    ("sum(binomial(n, k)^2, k, 0, n) == binomial(2*n + 1, n)", 0),
    ("sum((-1)^k*binomial(n, k)/(k + 1), k, 0, n) == 1/n", 1),
    ("sum(binomial(n, 2*k), k, 0, n) == 2^(n - 1)", 0),  # true from n = 1 on
    ("sum(2^k*binomial(2*n - k, n), k, 0, n + 1) == 4^n", 0),
    ("sum((-1)^k*binomial(n, k), k, 0, n) == 2^n*0", 0),  # true from n = 1 on
    ("sum(binomial(n, k), k, 0, n)/2^n == 2", 0),
    ("n*sum(binomial(n, k), k, 0, n) == n*2^n", 0),  # true, but the factor is 0 at n = 0
    ("sum(binomial(n, k), k, 0, n)*sum(binomial(n, k), k, 0, n) == 4^n", 0),  # true, but no single sum
]


@pytest.mark.parametrize(("text", "start"), TRUE)
def test_identities_are_proven(text, start):
    steps = proof(text, start)
    assert steps is not None
    assert "WZ certificate" in steps[0]


@pytest.mark.parametrize(("text", "start"), FALSE)
def test_false_identities_are_not(text, start):
    assert proof(text, start) is None


def test_a_later_start_does_not_prove_an_earlier_one():
    """F = S from n = 2 on, not at 1, because the right side is made for that."""
    text = "sum(binomial(n, k), k, 0, n) == 2^n + delta(n, 1)"
    assert proof(text, 0) is None


@pytest.mark.parametrize("text", ["sum(binomial(n, k)^2, k, 0, n) == binomial(2*n, n)",
                                  "sum(k*binomial(n, k), k, 0, n) == n*2^(n - 1)"])
def test_the_verdict_is_derived(text):
    answer = check(text, n=Integers(0, oo))
    assert answer.verdict == "derived"
    assert any("WZ certificate" in step for item in answer.record["evidence"] for step in item["steps"])


def test_the_neighbour_is_refuted():
    answer = check("sum(k*binomial(n, k), k, 0, n) == (n + 1)*2^(n - 1)", n=Integers(0, oo))
    assert (answer.verdict, answer.counterexample) == ("refuted", {"n": "0"})


@pytest.mark.slow
def test_dixon():
    """Dixon 1891: the alternating sum of cubes of binomial coefficients."""
    assert proof("sum((-1)^k*binomial(2*n, k)^3, k, 0, 2*n) == (-1)^n*(3*n)!/(n!)^3") is not None
