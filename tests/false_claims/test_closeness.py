"""Closeness: two numbers that agree to hundreds of digits are not equal, where more digits show the difference."""

from __future__ import annotations

import pytest

from verify import Integers, OneOf, Reals, check, exists, oo

# 1 - tanh(400) = 2/(exp(800) + 1), about 7.3e-348; 1 - erf(40) is about exp(-1600)/(40*sqrt(pi)), 2.0e-697
CLOSE = {
    "a limit that is never reached": ("tanh(n) = 1", {"n": Integers(400, oo)}, {"n": "400"}),
    "a limit reached fast": ("erf(n) = 1", {"n": Integers(40, oo)}, {"n": "40"}),
    "a root of huge degree": ("x^(1/10^400) = 1", {"x": Reals(2, 3)}, {"x": "2"}),
    "a root of huger degree": ("x^(1/10^4000) = 1", {"x": Reals(2, 3)}, {"x": "2"}),
    "on a finite scope": ("1 + exp(-n) = 1", {"n": Integers(1000, 1010)}, {"n": "1000"}),
    "in a chain": ("1 = tanh(n) = tanh(n + 1)", {"n": Integers(400, 402)}, {"n": "400"}),
    "without variables": ("cos(1/10^200) = 1", {}, {}),
    "two exponentials": ("log(exp(n) + 1) = n", {"n": Integers(800, oo)}, {"n": "800"}),
}


@pytest.mark.parametrize("mistake", CLOSE)
def test_more_digits_show_a_difference(mistake):
    statement, domains, witness = CLOSE[mistake]
    answer = check(statement, **domains)
    assert answer.verdict == "refuted"
    assert (answer.counterexample or {}) == witness
    assert "the sides differ by " in answer.record["sentence"]
    assert not answer.record["hints"]


@pytest.mark.parametrize(("statement", "domains"), [
    ("tanh(n) = (exp(2*n) - 1)/(exp(2*n) + 1)", {"n": Integers(400, oo)}),
    ("erf(n) + erfc(n) = 1", {"n": Integers(40, oo)}),
    ("atan(1/n) + atan(n) = pi/2", {"n": Integers(1, oo)}),
    ("sqrt(3 + 2*sqrt(2)) = 1 + sqrt(2)", {}),
    ("log(exp(n) + 1) = n + log(1 + exp(-n))", {"n": Integers(800, oo)}),
])
def test_what_is_equal_stays_green(statement, domains):
    answer = check(statement, **domains)
    assert answer.verdict in ("derived", "exhausted", "supported")
    if answer.verdict == "supported":
        assert "digits wherever it was tried" in answer.record["sentence"]
        assert "no proof" in answer.record["sentence"]


def test_a_witness_is_looked_at_closely():
    assert check(exists("tanh(n + k) = 1", k=Integers(0, 3)), n=Integers(400, 402)).verdict == "refuted"
    assert check(exists("tanh(n - k) = 0", k=Integers(400, 403)), n=Integers(400, 402)).verdict == "exhausted"


@pytest.mark.parametrize(("statement", "domains"), [
    ("gamma(n + 1/2) = sqrt(pi)*(2*n)!/(4^n*n!)", {"n": Integers(1, 12)}),
    ("product(sqrt(k), k, 1, n)^2 = n!", {"n": Integers(1, 9)}),
    ("tan(pi/4*(2*n + 1))^2 = k/k", {"n": Integers(0, 5), "k": OneOf(1, 2)}),
    ("sum(sqrt(k), k, 1, n) = sum(sqrt(n + 1 - k), k, 1, n)", {"n": Integers(1, 9)}),
])
def test_a_finite_scope_is_exhausted_where_each_instance_is_proved(statement, domains):
    answer = check(statement, **domains)
    assert answer.verdict in ("exhausted", "derived")
    assert answer.record["grade"] == "exact"


@pytest.mark.parametrize(("statement", "domains", "verdict"), [
    ("gamma(n + 1/2) = sqrt(pi)*(2*n)!/(4^n*n!) + exp(-1000)", {"n": Integers(1, 12)}, "refuted"),
    ("product(sqrt(k), k, 1, n)^2 = n! + n*(1 - n)*exp(-1000)", {"n": Integers(1, 9)}, "refuted"),
    ("gamma(n + 1/2) = sqrt(pi)*(2*n)!/(4^n*n!)", {"n": Integers(1, oo)}, "supported"),
    ("atan(1/n) + atan(n) = pi/2", {"n": Integers(1, 9)}, "supported"),
])
def test_one_instance_or_an_infinite_scope_is_enough_not_to_be(statement, domains, verdict):
    assert check(statement, **domains).verdict == verdict
