"""Vector domains: exact members, exact equations, stated orders, sizes that follow earlier variables."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.combinatorial_domain import BooleanFunctions, Subsets
from verify.domain import needs
from verify.errors import DomainError
from verify.sample import Drawn, Sample
from verify.scalar_domain import Signs
from verify.vector_domain import Cube, Simplex, Sphere, Vectors, stereographic

DOMAINS = [Vectors(1), Vectors(3), Vectors(2, 0, 1), Vectors(3, 2, sympy.oo), Simplex(1), Simplex(4), Sphere(1),
           Sphere(2), Sphere(5), Cube(0),
           Cube(3), Signs(), Subsets(4), Subsets(0), BooleanFunctions(0), BooleanFunctions(2)]
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
    (Signs(), [1, -1]),
    (Subsets(3), [(), (1,), (2,), (3,), (1, 2), (1, 3), (2, 3), (1, 2, 3)]),
    (Subsets(3, 2), [(1, 2), (1, 3), (2, 3)]),
    (Subsets(2, 3), []),
    (BooleanFunctions(0), [(1,), (-1,)]),
    (BooleanFunctions(1), [(1, 1), (-1, 1), (1, -1), (-1, -1)]),
])
def test_members_in_their_order(domain, members):
    assert list(domain.members({})) == members


@pytest.mark.parametrize(("domain", "number"), [(Cube(5), 32), (Cube(0), 1), (Signs(), 2), (BooleanFunctions(3), 256),
                                                (BooleanFunctions(0), 2)])
def test_counts(domain, number):
    assert domain.cardinality({}) == number == len(list(domain.members({})))


@pytest.mark.parametrize(("domain", "number"), [(Subsets(5), 32), (Subsets(5, 2), comb(5, 2)), (Subsets(3, 4), 0)])
def test_counts_of_subsets(domain, number):
    assert domain.cardinality({}) == number


def test_corners_of_the_simplex_are_its_vertices_and_its_middle():
    third = Fraction(1, 3)
    assert Simplex(3).corners({}) == [(1, 0, 0), (0, 1, 0), (0, 0, 1), (third, third, third)]


def test_corners_of_boolean_functions():
    """Both constants, the parity and a dictator."""
    assert BooleanFunctions(2).corners({}) == [(1, 1, 1, 1), (-1, -1, -1, -1), (1, -1, -1, 1), (1, -1, 1, -1)]


@pytest.mark.parametrize("make", [Vectors, Simplex, Sphere, Cube, Subsets, BooleanFunctions])
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
    for domain in (Vectors("d", 0, "d"), Simplex("d"), Sphere("d"), Cube("d"), Subsets("d"), Subsets("d", "d - 1")):
        assert domain.contains(data.draw(domain.strategy({"d": d}, 5)), {"d": d})


@pytest.mark.parametrize(("domain", "stranger"), [
    (Vectors(2), (1, 2, 3)), (Vectors(2), [1, 2]), (Vectors(2), (0.5, 1)), (Vectors(2, 0, 1), (2, 0)),
    (Vectors(1), (True,)),
    (Simplex(2), (1, 1)), (Simplex(2), (2, -1)), (Simplex(2), (0, 0)),
    (Simplex(2), (Fraction(1, 2), Fraction(1, 4))), (Sphere(2), (1, 1)), (Cube(2), (1, 0)), (Cube(2), (1,)),
    (Signs(), 0), (Signs(), True),
    (Subsets(3), (3, 1)), (Subsets(3), (1, 1)), (Subsets(3), (4,)), (Subsets(3, 2), (1,)),
    (BooleanFunctions(1), (1, 1, 1)),
])
def test_strangers_are_not_members(domain, stranger):
    assert not domain.contains(stranger, {})


@pytest.mark.parametrize(("domain", "text"), [
    (Vectors(3), "vectors of 3 reals"), (Vectors(3, 0, 1), "vectors of 3 reals in [0, 1]"),
    (Simplex("d"), "probability vectors of size d"),
    (Sphere(4), "the unit sphere in R^4"), (Cube(4), "the cube {-1, 1}^4"), (Signs(), "{-1, 1}"),
    (Subsets(4), "subsets of 1..4"),
    (Subsets(4, 2), "subsets of 1..4 with 2 members"), (BooleanFunctions(3), "Boolean functions of 3 bits"),
])
def test_descriptions(domain, text):
    assert domain.describe() == text


@pytest.mark.parametrize("domain", [Cube(2), Subsets(2), BooleanFunctions(1), Signs()])
def test_these_are_finite(domain):
    assert domain.finite


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
    (lambda: Drawn(3), "Drawn: a function of a random generator"),
    (lambda: Drawn(lambda: 0), "its function takes a random generator first"),
    (lambda: Drawn(lambda generator=None: 0), "its function takes a random generator first"),
])
def test_misuse_is_explained(make, message):
    with pytest.raises(DomainError, match=message):
        make()


def test_a_size_that_turns_out_negative():
    with pytest.raises(DomainError, match="sizes are non-negative integers"):
        Cube("d - 3").corners({"d": 1})


def test_a_drawn_sample_is_known_by_its_seed():
    domain = Drawn(lambda generator, d: generator.standard_normal(d))
    first, again, other = domain.sample(7, {"d": 3}), domain.sample(7, {"d": 3}), domain.sample(8, {"d": 3})
    assert np.array_equal(first.value, again.value)
    assert not np.array_equal(first.value, other.value)
    assert np.array_equal(first.value, np.random.default_rng(7).standard_normal(3))
    assert str(first) == "the sample of seed 7"
    assert domain.contains(first, {})
    assert not domain.contains(first.value, {})
    assert needs(domain) == {"d"}


def test_a_drawn_sample_may_use_an_earlier_sample():
    outer = Drawn(lambda generator: generator.integers(1, 5))
    inner = Drawn(lambda generator, size: generator.random(size))
    drawn = inner.sample(1, {"size": outer.sample(0, {})})
    assert isinstance(drawn, Sample)
    assert len(drawn.value) == np.random.default_rng(0).integers(1, 5)
