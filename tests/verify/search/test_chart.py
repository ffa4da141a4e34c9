"""Chart: every point of the box stands for a member, exactly."""

from fractions import Fraction
from random import Random

import pytest
import sympy

from verify import Cube, Integers, Reals, Simplex, Sphere, Vectors
from verify.search.chart import chart, simple

DOMAINS = [Reals(), Reals(0, 1), Reals(sympy.pi, 4), Integers(2, 9), Vectors(3), Vectors(2, -1, 1), Simplex(4),
           Sphere(3), Sphere(1)]


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
def test_points_of_the_box_are_members(domain):
    one, generator = chart(domain, {}), Random(3)
    for _ in range(40):
        point = [generator.uniform(max(low, -50), min(high, 50)) for low, high in one.bounds]
        for limit in (1, 10, 10**6):
            member = one.exact(point, limit)
            assert member is None or domain.contains(member, {})


@pytest.mark.parametrize(("domain", "member"), [
    (Reals(), Fraction(1, 3)), (Integers(), 17), (Vectors(2), (Fraction(1, 3), Fraction(-5))),
    (Simplex(3), (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))),
    (Sphere(3), (Fraction(2, 7), Fraction(3, 7), Fraction(6, 7))),
    (Sphere(2), (Fraction(-3, 5), Fraction(-4, 5))),
])
def test_a_simple_member_is_found_again(domain, member):
    one = chart(domain, {})
    assert one.exact(one.read(member), 40) == member
    assert one.near(one.read(member)) == pytest.approx(member)


def test_domains_without_coordinates():
    assert chart(Cube(3), {}) is None


def test_small_floats_keep_their_size():
    assert simple(2.5e-10, 10) == Fraction(5, 2) / 10**10
    assert simple(-0.5, 10) == Fraction(-1, 2)
