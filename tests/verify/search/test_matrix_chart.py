"""Matrix chart: every point of the box stands for a member; members are found again; fresh ones are members."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from verify import Matrices, Orthogonal, PositiveDefinite, PositiveSemidefinite, Stochastic, SymmetricMatrices
from verify.budget import BUDGETS
from verify.builder import make_claim
from verify.checks.search import check
from verify.evidence import Outcome
from verify.search.chart import chart
from verify.search.fresh import fresh
from verify.search.matrix_chart import _factors

DOMAINS = [Matrices(2, 3), Matrices(2, 2, -1, 1), SymmetricMatrices(3), PositiveSemidefinite(3), PositiveDefinite(2),
           Orthogonal(3), Stochastic(2, 3)]


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
def test_points_of_the_box_are_members(domain):
    one, generator = chart(domain, {}), Random(3)
    for _ in range(20):
        point = [generator.uniform(max(low, -3), min(high, 3)) for low, high in one.bounds]
        for limit in (1, 10, 10**6):
            member = one.exact(point, limit)
            assert member is None or domain.contains(member, {})
        assert np.allclose(np.array(one.exact(point, 10**9), dtype=float), np.array(one.near(point)), atol=1e-6)


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
def test_members_are_found_again(domain):
    one = chart(domain, {})
    for corner in domain.corners({}):
        assert np.allclose(np.array(one.near(one.read(corner)), dtype=float), np.array(corner, dtype=float))


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
def test_fresh_members(domain):
    generator = Random(5)
    drawn = [fresh(domain, {}, generator, 0) for _ in range(40)]
    assert all(domain.contains(member, {}) for member in drawn)
    assert len(set(drawn)) >= 25


def test_factors():
    assert _factors(((4, 2), (2, 3))) == (0.5, 4.0, 2.0)
    assert _factors(((0, 0), (0, 3))) == (0.0, 0.0, 3.0)


def test_a_narrow_mistake_about_matrices_is_found():
    claim = make_claim("c", "(A[1,1] - 1/3)^2 + (A[1,2] - 2/7)^2 + (A[2,1] + 3)^2 + (A[2,2] - 5/4)^2 >= 1/10^6", {},
                       at="p. 1", forall={"A": Matrices(2, 2)})
    found = check(claim, BUDGETS["fast"])
    assert found.outcome is Outcome.FAILS
    assert dict(found.counterexample.instance)["A"].count(str(Fraction(1, 3))) == 1
