"""Extremum: suprema and infima as sides of relations."""

import math

import pytest

from verify import (
    ClaimError,
    Cube,
    Integers,
    OneOf,
    Reals,
    at_least,
    at_most,
    chain,
    check,
    equal,
    greater,
    inf,
    less,
    sup,
)

D = Integers(1, 4)
TOTAL = "sum(x[k], k, 1, d)"
CUBE = {"x": Cube("d")}
UNIT = {"x": Reals(0, 1)}


def total(x):
    return sum(x)


@pytest.mark.parametrize("statement", [
    at_most(sup(TOTAL, over=CUBE), "d"), equal(sup(TOTAL, over=CUBE), "d"), at_least(sup(TOTAL, over=CUBE), "d"),
    equal("d", sup(TOTAL, over=CUBE)), at_least("d", sup(TOTAL, over=CUBE)), less(sup(TOTAL, over=CUBE), "d + 1"),
    greater(sup(TOTAL, over=CUBE), "d - 1"), equal(inf(TOTAL, over=CUBE), "-d"), at_most(inf(TOTAL, over=CUBE), "-d"),
    equal(sup(total, over=CUBE), lambda d: d), at_least(inf(total, over=CUBE), "-d"),
])
def test_over_a_finite_set_everything_is_exact(statement):
    """max Σ x_k = d and min Σ x_k = −d over the cube."""
    assert check(statement, d=D).verdict == "exhausted"


@pytest.mark.parametrize(("statement", "witness"), [
    (at_most(sup(TOTAL, over=CUBE), "d - 1"), {"d": "1", "x": "(1)"}),
    (equal(sup(TOTAL, over=CUBE), "d - 1"), {"d": "1", "x": "(1)"}),
    (equal(sup(TOTAL, over=CUBE), "d + 1"), {"d": "1", "x": "(1)"}),
    (at_least(sup(TOTAL, over=CUBE), "d^2"), {"d": "2"}),
    (less(sup(TOTAL, over=CUBE), "d"), {"d": "1", "x": "(1)"}),
    (greater(sup(TOTAL, over=CUBE), "d"), {"d": "1"}),
    (equal(inf(TOTAL, over=CUBE), "0"), {"d": "1", "x": "(-1)"}),
])
def test_over_a_finite_set_what_is_false_is_refuted(statement, witness):
    answer = check(statement, d=D)
    assert (answer.verdict, answer.counterexample) == ("refuted", witness)


def test_the_maximiser_is_shown():
    evidence, = check(equal(sup(TOTAL, over=CUBE), "d"), d=D).record["evidence"]
    assert evidence["steps"] == ["d = 1: the largest value is 1 at x = (1)",
                                 "d = 4: the largest value is 4 at x = (1, 1, 1, 1)"]


def test_a_bound_of_a_supremum_is_a_claim_for_all_instances():
    """x(1 − x) ≤ 1/4."""
    assert check(at_most(sup("x*(1 - x)", over=UNIT), "1/4")).verdict == "enclosed"
    answer = check(at_most(sup(lambda x: x * (1 - x), over=UNIT), "1/4"))
    assert answer.verdict == "supported"
    assert "a maximum over sampled points is not the supremum" in answer.record["sentence"]
    assert check(at_most(sup("x*(1 - x)", over=UNIT), "1/5")).verdict == "refuted"


def test_a_value_over_an_infinite_set_is_never_more_than_supported():
    met = check(equal(sup("x*(1 - x)", over=UNIT), "1/4"))
    assert met.verdict == "supported"
    assert "a maximum over sampled points is not the supremum" in met.record["sentence"]
    assert check(equal(sup("x*(1 - x)", over=UNIT), "1/3")).verdict == "undecided"
    assert check(equal(sup("x*(1 - x)", over=UNIT), "1/5")).verdict == "refuted"
    assert check(equal(inf("x*(x - 1)", over=UNIT), "-1/3")).verdict == "undecided"
    assert check(equal(sup("x/(1 + x)", over={"x": Integers(1, "oo")}), "1")).verdict == "undecided"


def test_a_point_that_reaches_a_bound_proves_it():
    assert check(at_least(sup("x*(1 - x)", over=UNIT), "1/4")).verdict == "exhausted"
    assert check(at_least(sup("x*(1 - x)", over=UNIT), "1/3")).verdict == "undecided"


def test_an_extremum_over_nothing_has_no_value():
    answer = check(equal(sup("k", over={"k": Integers(1, "n")}), "n"), n=Integers(0, 3))
    assert (answer.verdict, answer.counterexample) == ("ill-posed", {"n": "0"})


def test_false_variants_are_scanned_over_the_whole_set():
    statement = equal(sup("k*m", over={"k": OneOf(-2, 1)}), "max(m, -2*m)")
    assert check(statement, m=Integers(-3, 3), wrong=equal(sup("k*m", over={"k": OneOf(-2, 1)}), "m")
                 ).verdict == "exhausted"


@pytest.mark.parametrize(("make", "message"), [
    (lambda: sup("x", over={}), r"sup without a domain: .*over=\{'x': Cube\('d'\)\}"),
    (lambda: sup(sup("x", over=UNIT), over=UNIT), r"sup of sup"),
    (lambda: check(at_most(sup("x", over=UNIT), inf("y", over={"y": Reals()}))), r"an extremum on both sides"),
    (lambda: check(chain(sup("x", over=UNIT), "<=", "1", "<=", "2")), r"an extremum in a chain"),
    (lambda: check(less(sup("x", over=UNIT), "1")), r"a strict bound of sup .*write a bound with <="),
    (lambda: check(at_most(sup("x", over=UNIT), "x")), r"has x outside its sup"),
    (lambda: check(at_most(sup("y", over=UNIT), "2"), y=Reals(0, 1)), r"a sup over x, which it does not mention"),
])
def test_misuse_is_explained(make, message):
    with pytest.raises(ClaimError, match=message):
        make()


def test_values_in_floats_and_balls_are_numerical():
    """The largest sin k for k = 1, …, 100 is sin 33."""
    over = {"k": Integers(1, 100)}
    for side in ("sin(k)", lambda k: math.sin(k) + 0):
        assert check(equal(sup(side, over=over), "sin(33)")).verdict == "supported"
    assert check(equal(sup("sin(k)", over=over), "sin(32)")).verdict == "refuted"
    assert check(equal(sup(lambda k: math.sin(k) + 0, over=over), "1")).record["grade"].startswith("numerical")
