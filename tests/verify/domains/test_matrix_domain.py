from fractions import Fraction

import pytest
import sympy
from hypothesis import find, given, settings
from hypothesis import strategies as st

from verify import (
    Integers,
    Matrices,
    Orthogonal,
    PositiveDefinite,
    PositiveSemidefinite,
    Reals,
    Stochastic,
    SymmetricMatrices,
    Vectors,
)
from verify.builder import make_claim
from verify.domains.matrix_domain import cayley, composed, mirrored
from verify.errors import DomainError
from verify.evidence import Outcome
from verify.trial import attempt
from verify.values.loewner import descent
from verify.values.number import exact

DOMAINS = [Matrices(2, 3), Matrices(2, 2, 0, 1), Matrices(3, 3, -1), SymmetricMatrices(3), PositiveSemidefinite(3),
           PositiveDefinite(2), Orthogonal(3), Orthogonal(1), Stochastic(2, 3)]


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
@given(data=st.data())
@settings(max_examples=30, deadline=None)
def test_drawn_members_meet_their_equation_exactly(domain, data):
    assert domain.contains(data.draw(domain.strategy({})), {})


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
def test_corners_are_members_and_differ(domain):
    corners = domain.corners({})
    assert corners
    assert all(domain.contains(corner, {}) for corner in corners)
    assert len(set(corners)) == len(corners)


def test_zero_one_and_the_unit_entry_come_first():
    assert Matrices(2, 2).corners({})[:4] == [((0, 0), (0, 0)), ((1, 0), (0, 1)), ((1, 1), (1, 1)), ((1, 0), (0, 0))]


@pytest.mark.parametrize(("domain", "value"), [
    (Matrices(2, 2), ((1, 2), (3,))), (Matrices(2, 2), (1, 2)), (Matrices(1, 1, 0, 1), ((2,),)),
    (Matrices(1, 1), ((1.0,),)), (SymmetricMatrices(2), ((0, 1), (0, 0))), (PositiveSemidefinite(2), ((1, 2), (2, 1))),
    (PositiveDefinite(2), ((1, 1), (1, 1))), (Orthogonal(2), ((1, 1), (0, 1))), (Stochastic(1, 2), ((1, 1),)),
    (Stochastic(1, 2), ((2, -1),))])
def test_others_are_no_members(domain, value):
    assert not domain.contains(value, {})


def test_a_positive_matrix_from_its_factors():
    """L = [[1, 0], [2, 1]], D = diag(3, 5): L·D·Lᵀ = [[3, 6], [6, 17]]."""
    assert composed(2, (Fraction(2),), (Fraction(3), Fraction(5))) == ((3, 6), (6, 17))
    assert descent([[exact(entry) for entry in row] for row in composed(2, (Fraction(2),), (Fraction(0), Fraction(5)))]
                   ) is None


def test_cayleys_transform_of_the_plane():
    """tan of half the angle is 1/2: cos = 3/5, sin = 4/5."""
    assert cayley(2, (Fraction(1, 2),), (1, 1)) == ((Fraction(3, 5), Fraction(-4, 5)), (Fraction(4, 5), Fraction(3, 5)))


def test_both_orientations_are_drawn():
    def determinant(q):
        return q[0][0] * q[1][1] - q[0][1] * q[1][0]

    for sign in (1, -1):
        found = find(Orthogonal(2).strategy({}), lambda q, sign=sign: determinant(q) == sign,
                     settings=settings(database=None))
        assert determinant(found) == sign


def test_a_lower_triangle_mirrored():
    assert mirrored(3, (1, 2, 3, 4, 5, 6)) == ((1, 2, 4), (2, 3, 5), (4, 5, 6))


def test_sizes_may_be_earlier_variables():
    domain = Matrices("m", "n + 1")
    assert len(domain.corners({"m": 2, "n": 2})[0]) == 2
    assert len(domain.corners({"m": 2, "n": 2})[0][0]) == 3
    with pytest.raises(DomainError, match="sizes are at least 1"):
        domain.corners({"m": 0, "n": 2})


@pytest.mark.parametrize("size", [0, -1, Fraction(1, 2)])
def test_other_sizes_are_refused(size):
    with pytest.raises(DomainError, match="the size of a matrix: a positive integer"):
        Matrices(size, 2)


def test_a_large_matrix_has_thousands_of_values():
    found = []

    @given(Matrices(64, 64).strategy({}))
    @settings(max_examples=60, database=None, deadline=None, derandomize=True)
    def run(value):
        found.append(len({entry for row in value for entry in row}))

    run()
    assert sorted(found)[len(found) // 2] > 2000  # a third of the draws are small integers on purpose


@pytest.mark.parametrize(("domain", "words"), [
    (Matrices(2, "n"), "real 2 by n matrices"), (Matrices(2, 2, 0, 1), "real 2 by 2 matrices with entries in [0, 1]"),
    (SymmetricMatrices("n"), "real symmetric n by n matrices"),
    (PositiveDefinite(2), "positive definite 2 by 2 matrices"),
    (Stochastic(2, 3), "stochastic 2 by 3 matrices")])
def test_words(domain, words):
    assert domain.describe() == words


def test_the_authors_own_symbols():
    n = sympy.Symbol("n", integer=True, positive=True)
    A, x = sympy.MatrixSymbol("A", n, n), sympy.MatrixSymbol("x", n, 1)
    forall = {n: Integers(1, 3), A: Matrices(n, n), x: Vectors(n)}
    claim = make_claim("c", sympy.Eq((A * x)[0, 0], A[0, 0] * x[0, 0]), {}, at="p. 1", forall=forall)
    assert attempt(claim, {"n": 1, "A": ((2,),), "x": (3,)}).outcome is Outcome.HOLDS
    assert attempt(claim, {"n": 2, "A": ((2, 1), (0, 0)), "x": (3, 1)}).outcome is Outcome.FAILS


@pytest.mark.parametrize(("key", "domain"), [
    (sympy.MatrixSymbol("A", 2, 3), Matrices(2, 2)), (sympy.MatrixSymbol("A", 2, 2), Vectors(2)),
    (sympy.MatrixSymbol("A", 1, 1), Reals()), (sympy.Symbol("A"), Matrices(2, 2)),
    (sympy.IndexedBase("A"), Matrices(2, 2))])
def test_symbols_of_another_shape_are_refused(key, domain):
    with pytest.raises(DomainError):
        make_claim("c", "1 == 1", {}, at="p. 1", forall={key: domain})
