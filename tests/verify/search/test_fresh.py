"""Fresh: members, hardly ever the same twice, the same for the same seed."""

from random import Random

import pytest
import sympy

from verify import BooleanFunctions, Cube, Integers, OneOf, Rationals, Reals, Signs, Simplex, Sphere, Subsets, Vectors
from verify.domains.domain import Domain
from verify.search.fresh import fresh, instance
from verify.variable import variable

DOMAINS = [Reals(), Reals(0, 1), Rationals(2, sympy.oo), Integers(1, sympy.oo), Vectors(3), Vectors(40, 0, 1),
           Simplex(5), Sphere(4), OneOf(3, 5), Signs(), Cube(6), Subsets(5, 2), Subsets(4), BooleanFunctions(3)]


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
def test_members(domain):
    generator = Random(5)
    assert all(domain.contains(fresh(domain, {}, generator, 0), {}) for _ in range(60))
    assert fresh(domain, {}, Random(9), 0) == fresh(domain, {}, Random(9), 0)


@pytest.mark.parametrize("domain", [Reals(), Reals(0, 1), Vectors(10), Simplex(6), Sphere(5)], ids=str)
def test_hardly_ever_twice(domain):
    generator = Random(2)
    assert len({fresh(domain, {}, generator, 0) for _ in range(200)}) >= 150


def test_far_integers_and_sizes():
    drawn = [fresh(Integers(1, sympy.oo), {}, Random(k), 1000) for k in range(50)]
    assert max(drawn) > 100
    made = instance([variable("d", Integers(2, 5)), variable("v", Vectors("d"))], Random(1), {})
    assert len(made["v"]) == made["d"]


def test_an_unknown_domain_is_left_to_others():
    class Odd(Domain):
        corners = strategy = contains = describe = None

    with pytest.raises(LookupError):
        fresh(Odd(), {}, Random(1), 0)
