"""Attempts to get a good word for nothing: each must end in a word that says so."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

import verify.notebook
from verify import ClaimError, Integers, OneOf, Paper, Rational, Rationals, Reals, Simplex, at_most, check, equal, oo
from verify.budget import Budget
from verify.head import claim_head
from verify.record import claim_record

GREEN = ("derived", "exhausted", "enclosed", "supported")
GAUSS = "sum(k, k, 1, n) == n*(n + 1)/2"
FEW = Integers(1, 8)


@pytest.mark.parametrize("given", [
    pytest.param(lambda n: False, id="nothing is admitted"),
    pytest.param(["n > 3", "n < 3"], id="contradiction"),
    pytest.param("n^2 == 2", id="an irrational solution"),
    pytest.param("n > 100", id="beyond the window"),
    pytest.param("1/0 > n", id="never defined"),
    pytest.param("false", id="the falsehood itself"),
])
def test_hypotheses_that_nothing_meets_make_a_claim_vacuous(given):
    assert check("n == n + 1", given=given, n=FEW).verdict == "vacuous"
    assert check("n == n", given=given, n=FEW).verdict == "vacuous"


def test_a_square_root_of_two_among_rationals_is_vacuous():
    assert check("x == x + 1", given="x*x == 2", x=Rationals(0, 2)).verdict == "vacuous"


def test_hypotheses_met_at_one_instance_only_are_counted():
    answer = check("n^2 == 49", given="n > 6 and n < 8", n=FEW)
    assert answer.verdict == "exhausted"
    assert answer.record["reach"]["admitted"] == 1


def test_a_hypothesis_that_cannot_be_decided_is_not_called_unmet():
    answer = check("x > 0", given="sin(x)^2 + cos(x)^2 == 1", x=OneOf(1, 2, 3))
    assert answer.verdict in ("undecided", *GREEN)


@pytest.mark.parametrize(("given", "word"), [
    pytest.param(lambda n: None, "None", id="returns nothing"),
    pytest.param(lambda n: 1, "truth value", id="returns a number"),
    pytest.param(lambda n: int("x"), "ValueError", id="raises"),
])
def test_a_hypothesis_that_does_not_answer_admits_nothing_in_silence(given, word):
    answer = check("n == n", given=given, n=FEW)
    assert answer.verdict == "ill-posed"
    assert word in answer.record["reason"]


@pytest.mark.parametrize("given", [True, False, [True]])
def test_a_hypothesis_evaluated_too_early_is_refused(given):
    with pytest.raises(ClaimError, match="truth value"):
        check("n == n", given=given, n=FEW)


@pytest.mark.parametrize("statement", [True, False])
def test_a_truth_value_is_no_claim(statement):
    with pytest.raises(ClaimError, match="truth value"):
        check(statement)


def test_a_false_variant_that_is_true_makes_the_verdict_weak():
    answer = check(GAUSS, wrong=["sum(k, k, 1, n) == (n^2 + n)/2"], n=FEW)
    assert answer.verdict == "weak"
    assert any("(n^2 + n)/2" in name for name in answer.record["power"]["survived"])


def test_a_false_variant_that_is_false_is_refuted():
    answer = check(GAUSS, wrong=["sum(k, k, 1, n) == n*(n - 1)/2"], n=FEW)
    assert answer.verdict in ("derived", "exhausted")
    assert answer.record["power"]["survived"] == []


def test_a_false_variant_that_differs_only_where_nobody_looks_survives():
    answer = check(GAUSS, wrong=[equal("sum(k, k, 1, n)", "n*(n + 1)/2 + floor(n/9)")], n=FEW)
    assert answer.verdict == "weak"


@pytest.mark.parametrize(("variant", "why"), [
    (equal(lambda n: 1 / (n - n), "n"), "division by zero"), (equal("n", "1/0"), "division by zero"),
    (equal(lambda n: int("x"), "n"), "ValueError"), (equal("log(n - n)", "n"), "log of 0"),
])
def test_a_false_variant_without_a_value_tests_nothing_and_makes_the_verdict_weak(variant, why):
    answer = check(GAUSS, wrong=[variant, "sum(k, k, 1, n) == n^2"], n=FEW)
    assert answer.verdict == "weak"
    assert answer.record["power"]["void"] == 1
    assert "tests nothing" in answer.record["sentence"]
    assert why in answer.record["sentence"]


def test_a_false_variant_without_a_value_at_some_instances_is_refuted_at_another():
    answer = check(GAUSS, wrong=["sum(k, k, 1, n) == n + 1/(n - 4)"], n=FEW)
    assert answer.verdict in ("derived", "exhausted")


@pytest.mark.parametrize("relation", [
    pytest.param(equal(lambda n: (), lambda n: ()), id="vectors without entries"),
    pytest.param(equal(lambda n: [[], []], lambda n: [[], []]), id="matrices without columns"),
    pytest.param(at_most(lambda n: (), lambda n: ()), id="an order of nothing"),
])
def test_an_agreement_of_nothing_with_nothing_is_weak(relation):
    assert check(relation, n=FEW).verdict == "weak"


def test_a_function_that_is_compared_with_itself_is_refused():
    with pytest.raises(ClaimError, match="compares a function with itself"):
        check(equal(math.factorial, math.factorial), n=FEW)


def test_vectors_of_truth_values_are_compared():
    assert check(equal(lambda n: (True, n > 0), (True, True)), n=FEW).verdict == "exhausted"


def test_both_sides_may_be_different_functions_that_agree():
    assert check(equal(math.factorial, lambda n: math.prod(range(1, n + 1))), n=FEW).verdict == "exhausted"


HIDDEN = Fraction(31415926, 10**8)


def by_value(x: Any) -> Any:
    return 0 if x == HIDDEN else x


def by_table(x: Any) -> Any:
    return {HIDDEN: Fraction(0)}.get(x, x)


def by_name(x: Any) -> Any:
    return 0 if f"{x}" == f"{HIDDEN}" else x


def by_attribute(x: Any) -> Any:
    return 0 if getattr(x, "denominator", 1) == HIDDEN.denominator else x


def by_type(x: Any) -> Any:
    return 0 if isinstance(x, int | Fraction) and x == HIDDEN else x


def by_exception(x: Any) -> Any:
    try:
        return 0 if float(x) == float(HIDDEN) else x
    except Exception:
        return x


def by_truth(x: Any) -> Any:
    return x if x - HIDDEN else 0


def by_cancelling(x: Any) -> Any:
    return x * (x - HIDDEN) / (x - HIDDEN)


@pytest.mark.parametrize("function", [by_value, by_table, by_truth, by_cancelling, by_name, by_attribute, by_type,
                                      by_exception])
def test_a_definition_with_an_exception_at_one_hidden_point_is_never_more_than_supported(function):
    assert check(equal(function, "x"), x=Reals(0, 1)).verdict in ("supported", "refuted", "undecided")


@pytest.mark.parametrize("statement", [
    pytest.param(f"(x - {HIDDEN})^2 > 0", id="equality at one rational point"),
    pytest.param("x <= 10^40*x^2", id="false only below 10^-40"),
    pytest.param("abs(x - sqrt(2)/2) > 0", id="equality at one irrational point"),
    pytest.param("1 - x <= (1 - x)^2*10^40", id="false only beside 1"),
])
def test_an_inequality_that_fails_at_a_hidden_place_is_never_enclosed(statement):
    assert check(statement, x=Reals(0, 1)).verdict in ("supported", "refuted", "undecided", "ill-posed")


def test_a_quantity_that_vanishes_on_the_usual_fractions_is_refuted():
    answer = check("sin(420*pi*x) == 0", x=Reals(0, 1))
    assert answer.verdict == "refuted"
    assert answer.counterexample is not None
    assert (420 * Fraction(answer.counterexample["x"])).denominator > 1


def test_a_definition_wrong_at_one_large_size_is_not_called_proven():
    answer = check(equal(lambda n: n + 1 if n == 1000 else n, "n"), n=Integers(0, oo))
    assert answer.verdict in ("supported", "refuted")


def test_an_order_is_asked_of_complex_values():
    assert check("sqrt(x) >= 0", x=Reals(-1, 1)).verdict == "ill-posed"
    assert check("(-1)^x == exp(I*pi*x)", x=Reals(-1, 1)).verdict in ("derived", "supported")


def test_the_probability_simplex_of_size_zero_is_empty():
    over = {"d": Integers(0, 2), "p": Simplex("d")}
    assert check("d >= 1", given="sum(p[k], k, 1, d) == 1", **over).verdict == "supported"
    assert check("d >= 2", given="sum(p[k], k, 1, d) == 1", **over).counterexample == {"d": "1", "p": "(1)"}
    with pytest.raises(ClaimError, match="does not mention p"):
        check("d >= 1", **over)


def test_an_answer_is_not_a_truth_value():
    with pytest.raises(TypeError, match="verdict"):
        bool(check("1 == 2"))


def expecting_refutation(statement: Any, variables: dict[str, Any]) -> dict[str, Any]:
    paper = Paper("known")
    paper.variables(**variables)
    claim = paper.claim("false", statement, at="Remark 1", expect="refuted")
    return claim_record(claim_head(claim), verify.notebook.gather(claim, Budget(instances=40)))


def test_a_claim_known_to_be_false_is_as_expected_only_if_a_witness_is_shown():
    assert expecting_refutation("n^2 == n", {"n": FEW})["as_expected"]
    assert not expecting_refutation("n^2 >= n", {"n": FEW})["as_expected"]
    assert not expecting_refutation("n/(n - 1) == 2", {"n": OneOf(1)})["as_expected"]


@pytest.mark.parametrize("statement", [
    pytest.param("max(x, y) + min(x, y) == x + y", id="maximum and minimum"),
    pytest.param("abs(x)^2 == x^2", id="absolute value"),
    pytest.param("floor(x) + ceiling(-x) == 0", id="floor and ceiling"),
    pytest.param("sin(x + y) == sin(x)*cos(y) + cos(x)*sin(y)", id="addition theorem"),
    pytest.param("piecewise(x, x > y, y) == max(x, y)", id="cases"),
    pytest.param("exp(x)*exp(y) == exp(x + y)", id="exponentials"),
    pytest.param("(x^2 - y^2)^2 + (2*x*y)^2 == (x^2 + y^2)^2", id="Pythagorean triples"),
    pytest.param(f"x*{Rational(1, 3)} + y/3 == (x + y)/3", id="thirds"),
])
def test_true_statements_that_careless_tools_reject(statement):
    variables = {name: Reals(-3, 3) for name in ("x", "y") if name in statement.replace("max", "").replace("exp", "")}
    assert check(statement, **variables).verdict in ("derived", "supported")
