"""Combinatorial domains: subsets and Boolean functions, listed in a stated order."""

from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.domains.combinatorial_domain import BooleanFunctions, Subsets
from verify.domains.domain import needs

DOMAINS = [Subsets(4), Subsets(0), Subsets(4, 2), Subsets(3, 0), BooleanFunctions(0), BooleanFunctions(2)]
calm = settings(max_examples=60, deadline=None, database=None, derandomize=True)


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
def test_corners_and_listed_members_are_members(domain):
    corners, values = domain.corners({}), list(domain.members({}))
    assert corners
    assert len(corners) == len(set(corners))
    assert all(domain.contains(value, {}) for value in corners + values)
    assert len(values) == len(set(values)) == domain.cardinality({})
    assert values == list(domain.members({}))
    assert set(corners) <= set(values)


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
@settings(max_examples=40, deadline=None, database=None, derandomize=True)
@given(data=st.data())
def test_draws_are_members(domain, data):
    assert domain.contains(data.draw(domain.strategy({}, 5)), {})


@pytest.mark.parametrize(("domain", "members"), [
    (Subsets(3), [(), (1,), (2,), (3,), (1, 2), (1, 3), (2, 3), (1, 2, 3)]),
    (Subsets(3, 2), [(1, 2), (1, 3), (2, 3)]),
    (Subsets(2, 3), []),
    (BooleanFunctions(0), [(1,), (-1,)]),
    (BooleanFunctions(1), [(1, 1), (-1, 1), (1, -1), (-1, -1)]),
], ids=str)
def test_members_in_their_order(domain, members):
    assert list(domain.members({})) == members


@pytest.mark.parametrize(("domain", "number"), [
    (BooleanFunctions(3), 256), (BooleanFunctions(0), 2), (Subsets(5), 32), (Subsets(5, 2), comb(5, 2)),
    (Subsets(3, 4), 0),
], ids=str)
def test_counts(domain, number):
    assert domain.cardinality({}) == number == len(list(domain.members({})))


def test_corners_of_boolean_functions():
    """Both constants, the parity and a dictator."""
    assert BooleanFunctions(2).corners({}) == [(1, 1, 1, 1), (-1, -1, -1, -1), (1, -1, -1, 1), (1, -1, 1, -1)]


def test_corners_of_subsets():
    """Of the three smallest sizes: the first and the last members of the ground set."""
    assert Subsets(4).corners({}) == [(), (1,), (4,), (1, 2), (3, 4)]
    assert Subsets(4, 3).corners({}) == [(1, 2, 3), (2, 3, 4)]
    assert Subsets(2, 3).corners({}) == []


@pytest.mark.parametrize("make", [Subsets, BooleanFunctions])
def test_sizes_follow_earlier_variables(make):
    domain = make("d + 1")
    assert needs(domain) == {"d"}
    for d in (1, 2):
        corners = domain.corners({"d": d})
        assert corners
        assert all(domain.contains(value, {"d": d}) for value in corners)
    assert "d + 1" in domain.describe()


def test_the_number_of_members_may_follow_an_earlier_variable():
    domain = Subsets(4, "k")
    assert needs(domain) == {"k"}
    assert list(domain.members({"k": 4})) == [(1, 2, 3, 4)]


@calm
@given(st.integers(1, 4), st.data())
def test_dependent_draws_are_members(d, data):
    for domain in (Subsets("d"), Subsets("d", "d - 1")):
        assert domain.contains(data.draw(domain.strategy({"d": d}, 5)), {"d": d})


@pytest.mark.parametrize(("domain", "stranger"), [
    (Subsets(3), (3, 1)), (Subsets(3), (1, 1)), (Subsets(3), (4,)), (Subsets(3), (0,)), (Subsets(3, 2), (1,)),
    (Subsets(3), [1]), (BooleanFunctions(1), (1, 1, 1)), (BooleanFunctions(1), (1, 0)),
], ids=str)
def test_strangers_are_not_members(domain, stranger):
    assert not domain.contains(stranger, {})


@pytest.mark.parametrize(("domain", "text"), [
    (Subsets(4), "subsets of 1..4"), (Subsets(4, 2), "subsets of 1..4 with 2 members"),
    (BooleanFunctions(3), "Boolean functions of 3 bits"),
], ids=str)
def test_descriptions(domain, text):
    assert domain.describe() == text
    assert domain.finite
