"""Neighbours: nearby formulas are refuted by a witness or proved, and what is implied by the claim is left out."""

import pytest

from verify.builder import make_claim
from verify.domains.scalar_domain import Integers, Reals
from verify.relation import equal
from verify.trial import attempt
from verify.variants.neighbour import LEAST, neighbours


def fates(relation, values, given=(), prove=True, **domains):
    made = make_claim("c", relation, {}, at="p. 1", forall=domains, given=given)
    names = list(domains)
    instances = [dict(zip(names, value if isinstance(value, tuple) else (value,), strict=True)) for value in values]
    found = neighbours(made, [attempt(made, instance) for instance in instances], prove)
    return {one.text: (one.fate, one.witness) for one in found}


SQUARES = [(x, y) for x in (-3, 0, 1, 2, 5) for y in (-4, 0, 1, 7)]


def test_fates():
    found = fates("x^2 + y^2 >= 2*x*y", SQUARES, x=Reals(), y=Reals())
    assert found["x^2 + y^2 >= 4*x*y"] == ("refuted", "x = 1, y = 1")
    assert found["x^2 + y^2 >= -2*x*y"] == ("true", "")
    assert found["x^2 + y^2 > 2*x*y"] == ("refuted", "x = 0, y = 0")


def test_a_formula_that_has_no_value_is_refuted():
    assert fates("log(1 + x) <= x", range(9), x=Reals(0, 99))["log(x) <= x"] == ("refuted", "x = 0 (no value)")


def test_what_the_claim_implies_is_left_out():
    found = fates("x <= x + 1", range(9), x=Reals(0, 99))
    assert "x <= x + 2" not in found
    assert "x < x + 1" in found
    assert "x^2 + 1 >= 0" not in fates("x^2 + 1 > 0", range(9), x=Reals(0, 99))


def test_open_where_it_is_not_proved():
    found = fates("x^2 + y^2 >= 2*x*y", SQUARES, prove=False, x=Reals(), y=Reals())
    assert found["x^2 + y^2 >= -2*x*y"] == ("open", "")


def test_too_few_instances_say_nothing():
    assert fates("x == x", [], x=Reals()) == {}
    assert fates("x + 1 == 1 + x", range(LEAST), x=Reals()) != {}


def test_only_the_formula_is_changed_where_the_other_side_is_a_function():
    found = fates(equal(lambda n: n * (n - 1) // 2, "binomial(n, 2)"), range(1, 12), n=Integers(1, 20))
    assert found
    assert all(fate == "refuted" and "n * (n - 1) // 2" in text for text, (fate, _) in found.items())


def test_a_function_is_not_called_again():
    calls = []

    def square(n):
        calls.append(n)
        return n * n

    made = make_claim("c", equal(square, "n^2"), {}, at="p. 1", forall={"n": Integers(1, 20)})
    trials = [attempt(made, {"n": k}) for k in range(1, 12)]
    before = len(calls)
    assert neighbours(made, trials)
    assert len(calls) == before


@pytest.mark.parametrize("relation", [equal(lambda x: x, lambda x: x + 0), "x > 0 or x <= 0"])
def test_no_formula_no_neighbours(relation):
    assert fates(relation, range(9), x=Reals()) == {}
