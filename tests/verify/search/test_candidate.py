"""Candidates: what is tried as a witness."""

from fractions import Fraction

from verify import Cube, Integers, Reals, Simplex, oo
from verify.search.candidate import MOST, candidates, values
from verify.variable import variable


def test_small_finite_domains_are_listed_whole():
    assert values(Integers(1, 9), {}) == list(range(1, 10))
    assert len(values(Cube(3), {})) == 8


def test_everything_tried_is_a_member():
    for domain in (Integers(3, oo), Integers(-oo, 5), Reals(0, 1), Reals(), Simplex(3), Integers(1, "n")):
        tried = values(domain, {"n": 1000, "e": Fraction(1, 7)})
        assert tried
        assert len(set(tried)) == len(tried)
        assert all(domain.contains(value, {"n": 1000}) for value in tried)


def test_simple_formulas_of_the_outer_values_are_tried():
    tried = values(Integers(0, oo), {"n": 1000})
    assert {1000, 1001, 999, 500, 2000, 10**6, 10**6 + 1} <= set(tried)
    assert Fraction(1, 1000) in values(Reals(0, oo), {"n": 1000})


def test_combinations_start_with_the_simplest():
    two = [variable("a", Integers(0, oo)), variable("b", Integers(0, oo))]
    found = list(candidates(two, {"n": 5}))
    assert found[0] == {"n": 5, "a": 0, "b": 0}
    assert len(found) <= MOST
