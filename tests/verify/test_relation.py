"""Relations: what is said of two sides."""

import math

import pytest

from verify.errors import ClaimError
from verify.relation import Chain, Relation, at_least, at_most, chain, equal, equivalent, greater, less


@pytest.mark.parametrize(("make", "operator"), [(equal, "=="), (at_most, "<="), (at_least, ">="), (less, "<"),
                                                (greater, ">")])
def test_constructors(make, operator):
    assert make(1, 2) == Relation(operator, 1, 2)


def test_a_chain_links_neighbours():
    made = chain("a", "=", "b", "<=", "c", "<", "d")
    assert made == Chain((Relation("==", "a", "b"), Relation("<=", "b", "c"), Relation("<", "c", "d")))


@pytest.mark.parametrize("parts", [(), ("a",), ("a", "<="), ("a", "<=", "b", "<")])
def test_a_chain_alternates(parts):
    with pytest.raises(ClaimError, match=r"a chain: sides and operators alternate; write chain\(a, '<=', b, '<', c\)"):
        chain(*parts)


@pytest.mark.parametrize("operator", ["≤", "!=", "=>", None, 3])
def test_a_chain_knows_its_operators(operator):
    if operator == "!=":
        assert chain("a", "==", "b").links
    with pytest.raises(ClaimError, match=r"a chain: the operators are ==, <=, <, >=, >"):
        chain("a", operator, "b")


def test_equivalent_takes_functions():
    first, second = abs, math.fabs
    assert equivalent(first, second, gradients="x") == Relation("==", first, second, ("x",))
    assert equivalent(first, second, gradients=["x", "y"]).gradients == ("x", "y")
    with pytest.raises(ClaimError, match=r"equivalent: both sides are functions .*write equal\(a, b\)"):
        equivalent(first, "x")
