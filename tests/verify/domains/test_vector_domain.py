"""Vector domains: exact members, exact equations, stated orders, sizes that follow earlier variables."""

from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.domains.domain import needs
from verify.domains.vector_domain import Cube, Simplex, Sphere, Vectors, stereographic
from verify.errors import DomainError

DOMAINS = [Vectors(1), Vectors(3), Vectors(2, 0, 1), Vectors(3, 2, sympy.oo), Simplex(1), Simplex(4), Sphere(1),
           Sphere(2), Sphere(5), Cube(0),
           Cube(3)]
calm = settings(max_examples=60, deadline=None, database=None, derandomize=True)


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
def test_corners_and_listed_members_are_members(domain):
    corners = domain.corners({})
    assert corners
    assert len(corners) == len(set(corners))
    assert all(domain.contains(value, {}) for value in corners)
    listed = domain.members({})
    if listed is not None:
        values = list(listed)
        assert all(domain.contains(value, {}) for value in values)
        assert len(values) == len(set(values))
        assert values == list(domain.members({}))


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
@settings(max_examples=40, deadline=None, database=None, derandomize=True)
@given(data=st.data())
def test_draws_are_members(domain, data):
    assert domain.contains(data.draw(domain.strategy({}, 5)), {})


@pytest.mark.parametrize("n", [1, 2, 3, 8])
@calm
@given(data=st.data())
def test_points_of_the_simplex_sum_to_one_exactly(n, data):
    point = data.draw(Simplex(n).strategy({}, 0))
    assert len(point) == n
    assert sum(point) == 1
    assert min(point) >= 0
    assert all(isinstance(entry, int | Fraction) for entry in point)


@pytest.mark.parametrize("n", [1, 2, 3, 6])
@calm
@given(data=st.data())
def test_points_of_the_sphere_have_norm_one_exactly(n, data):
    point = data.draw(Sphere(n).strategy({}, 0))
    assert len(point) == n
    assert sum(entry * entry for entry in point) == 1


def test_stereographic_of_a_known_point():
    assert stereographic((Fraction(1, 2),)) == (Fraction(4, 5), Fraction(-3, 5))
    assert stereographic(()) == (-1,)
    assert stereographic((0, 0)) == (0, 0, -1)


@pytest.mark.parametrize(("domain", "members"), [
    (Cube(2), [(1, 1), (-1, 1), (1, -1), (-1, -1)]),
    (Cube(0), [()]),
])
def test_members_in_their_order(domain, members):
    assert list(domain.members({})) == members


@pytest.mark.parametrize(("domain", "number"), [(Cube(5), 32), (Cube(0), 1)], ids=str)
def test_counts(domain, number):
    assert domain.cardinality({}) == number == len(list(domain.members({})))


def test_corners_of_the_simplex_are_its_vertices_and_its_middle():
    third = Fraction(1, 3)
    assert Simplex(3).corners({}) == [(1, 0, 0), (0, 1, 0), (0, 0, 1), (third, third, third)]


@pytest.mark.parametrize("make", [Vectors, Simplex, Sphere, Cube])
def test_sizes_follow_earlier_variables(make):
    domain = make("d + 1")
    assert needs(domain) == {"d"}
    for d in (1, 2):
        corners = domain.corners({"d": d})
        assert corners
        assert all(domain.contains(value, {"d": d}) for value in corners)
    assert "d + 1" in domain.describe()


@calm
@given(st.integers(1, 4), st.data())
def test_dependent_draws_are_members(d, data):
    for domain in (Vectors("d", 0, "d"), Simplex("d"), Sphere("d"), Cube("d")):
        assert domain.contains(data.draw(domain.strategy({"d": d}, 5)), {"d": d})


@pytest.mark.parametrize(("domain", "stranger"), [
    (Vectors(2), (1, 2, 3)), (Vectors(2), [1, 2]), (Vectors(2), (0.5, 1)), (Vectors(2, 0, 1), (2, 0)),
    (Vectors(1), (True,)),
    (Simplex(2), (1, 1)), (Simplex(2), (2, -1)), (Simplex(2), (0, 0)),
    (Simplex(2), (Fraction(1, 2), Fraction(1, 4))), (Sphere(2), (1, 1)), (Cube(2), (1, 0)), (Cube(2), (1,)),
])
def test_strangers_are_not_members(domain, stranger):
    assert not domain.contains(stranger, {})


@pytest.mark.parametrize(("domain", "text"), [
    (Vectors(3), "vectors of 3 reals"), (Vectors(3, 0, 1), "vectors of 3 reals in [0, 1]"),
    (Simplex("d"), "probability vectors of size d"),
    (Sphere(4), "the unit sphere in R^4"), (Cube(4), "the cube {-1, 1}^4"),
])
def test_descriptions(domain, text):
    assert domain.describe() == text


def test_the_cube_is_finite():
    assert Cube(2).finite


@pytest.mark.parametrize("domain", [Vectors(2), Simplex(2), Sphere(2)])
def test_these_are_not(domain):
    assert not domain.finite
    assert domain.members({}) is None
    assert domain.cardinality({}) is None


@pytest.mark.parametrize(("make", "message"), [
    (lambda: Vectors(-1), r"the size of a domain: a non-negative integer \(given: -1\)"),
    (lambda: Simplex(sympy.Rational(1, 2)), "a non-negative integer"),
    (lambda: Cube(2.0), "bounds are exact"),
    (lambda: Vectors(2, 1, 0), "the lower bound comes first"),
], ids=["negative", "fraction", "float", "order"])
def test_misuse_is_explained(make, message):
    with pytest.raises(DomainError, match=message):
        make()


def test_a_size_that_turns_out_negative():
    with pytest.raises(DomainError, match="sizes are non-negative integers"):
        Cube("d - 3").corners({"d": 1})
