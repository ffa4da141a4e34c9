"""Necessity: every hypothesis dropped alone: needed with the smallest witness, not needed, or never violated."""

import pytest
import sympy

from verify import check
from verify.builder import make_claim
from verify.domains.scalar_domain import Integers, Reals
from verify.evidence import Need
from verify.relation import equal
from verify.variants.necessity import OUTSIDE, necessity


def needs(relation, given, values, whole=True, **domains):
    made = make_claim("c", relation, {}, at="p. 1", forall=domains, given=given)
    return necessity(made, [{next(iter(domains)): value} for value in values], whole)


def test_needed_with_the_smallest_witness():
    found = needs("floor(n/2) == n/2", {"n is even": "n % 2 == 0"}, range(9), n=Integers(0, 8))
    assert found == (Need("n is even", "needed", 1, "n = 1", False),)


def test_needed_where_a_side_has_no_value():
    assert needs("x/x == 1", "x != 0", range(9), x=Integers(0, 8))[0].witness == "x = 0 (no value)"


def test_not_needed():
    found = needs("n^2 >= n", "n % 2 == 0", range(9), n=Integers(0, 8))
    assert found == (Need("n % 2 == 0", "not needed", 4, "", True),)


def test_a_window_is_not_the_scope():
    found = needs("n^2 >= n", "n % 2 == 0", range(9), whole=False, n=Integers(0, 99))
    assert (found[0].fate, found[0].all) == ("not needed", False)


def test_not_all_where_only_the_first_were_tried():
    found = needs("n >= 0", "n > 9999", range(9999), n=Integers(0, 9999))
    assert (found[0].fate, found[0].instances, found[0].all) == ("not needed", OUTSIDE, False)


def test_never_violated():
    assert needs("n^2 >= n", "n >= 0", range(9), n=Integers(0, 8)) == (Need("n >= 0", "never violated", 0, "", True),)


def test_each_is_dropped_alone():
    """Where two fail nothing follows for either: at n = 1 and 3 both do."""
    found = needs("floor(n/2) == n/2", {"even": "n % 2 == 0", "large": "n >= 4"}, range(9), n=Integers(0, 8))
    assert [(need.name, need.fate, need.witness) for need in found] == [
        ("even", "needed", "n = 5"), ("large", "not needed", "")]


def test_a_hypothesis_that_cannot_be_decided_counts_for_nothing():
    def hypothesis(n):
        raise ValueError("no")

    assert needs("n >= 0", {"h": hypothesis}, range(4), n=Integers(0, 3))[0].fate == "never violated"


CASES = [
    ("x*y <= 1/4", {"sum": "x + y == 1"}, {"x": Reals(), "y": Reals()}, ["needed"]),
    ("1/x > 0", {"positive": "x > 0"}, {"x": Reals(0, sympy.oo)}, ["needed"]),
    ("x + y <= 2", {"a": "x <= 1", "b": "y <= 1", "c": "x >= 0"}, {"x": Reals(0, 9), "y": Reals(0, 9)},
     ["needed", "needed", "never violated"]),
    ("x^2 >= 0", {"positive": "x > 0"}, {"x": Reals(-5, 5)}, ["not needed"]),
    (equal(lambda n: n // 2 * 2, "n"), {"even": "n % 2 == 0"}, {"n": Integers(1, sympy.oo)}, ["needed"]),
]


@pytest.mark.parametrize(("statement", "given", "over", "expected"), CASES)
def test_in_a_whole_check(statement, given, over, expected):
    record = check(statement, given=given, **over).record
    assert [hypothesis["fate"] for hypothesis in record["hypotheses"]] == expected


def test_a_refuted_claim_says_nothing_of_its_hypotheses():
    record = check("n > 2", given="n > 1", n=Integers(1, 9)).record
    assert [hypothesis["fate"] for hypothesis in record["hypotheses"]] == [None]
