from itertools import product

import numpy as np
import pytest
from flint import arb, fmpq

from verify.errors import Indeterminate, Nonsense, Undefined
from verify.values import loewner


def rows(*table):
    return [[fmpq(entry) for entry in row] for row in table]


@pytest.mark.parametrize("table", [
    [[0]], [[1]], [[1, 1], [1, 1]], [[0, 0], [0, 1]], [[2, -1, 0], [-1, 2, -1], [0, -1, 2]],
    [[1, 0, 1], [0, 0, 0], [1, 0, 1]]])
def test_positive_semidefinite(table):
    assert loewner.descent(rows(*table)) is None


@pytest.mark.parametrize("table", [
    [[-1]], [[0, 1], [1, 0]], [[0, 1], [1, 5]], [[1, 2], [2, 1]], [[1, 1, 0], [1, 1, 1], [0, 1, 1]],
    [[0, 0, 0], [0, 0, 1], [0, 1, 0]]])
def test_a_direction_shows_what_is_not(table):
    found = loewner.witness(rows(*table), loewner.descent(rows(*table)))
    assert loewner.quadratic(rows(*table), found) < 0


def test_every_small_symmetric_matrix_against_its_principal_minors():
    """A symmetric matrix is positive semidefinite iff all its principal minors are ≥ 0 (Horn, Johnson 2013, 7.2.5)."""
    for a, b, c, d, e, f in product((-1, 0, 1), (-1, 0, 1), (0, 1), (0, 1), (-1, 1), (0, 2)):
        table = [[c, a, b], [a, d, e], [b, e, f]]
        subsets = ([0], [1], [2], [0, 1], [0, 2], [1, 2], [0, 1, 2])
        minors = [np.linalg.det(np.array(table)[np.ix_(s, s)]) for s in subsets]
        assert (loewner.descent(rows(*table)) is None) == all(minor > -1e-9 for minor in minors), table


@pytest.mark.parametrize(("shift", "positive"), [(fmpq(0), True), (fmpq(1, 10**40), False), (fmpq(-1, 10**40), True)])
def test_large_matrices_are_exact_too(shift, positive):
    """The smallest eigenvalue of the all-ones matrix of 8 rows is 0."""
    table = [[fmpq(1) - (shift if i == j else 0) for j in range(8)] for i in range(8)]
    assert (loewner.descent(table) is None) == positive


def test_a_pivot_that_balls_hide():
    with pytest.raises(Indeterminate):
        loewner.descent([[arb(2).sqrt() ** 2 - 2]])


def test_balls():
    root = arb(2).sqrt()
    assert loewner.descent([[root, fmpq(1)], [fmpq(1), root]]) is None
    table = [[fmpq(1), root], [root, fmpq(1)]]
    assert loewner.quadratic(table, loewner.witness(table, loewner.descent(table))) < 0


def test_what_is_not_symmetric_is_undefined():
    with pytest.raises(Undefined, match=r"entry \(2, 1\) is 3, entry \(1, 2\) is 2"):
        loewner.precedes(fmpq(0), ((fmpq(1), fmpq(2)), (fmpq(3), fmpq(4))))


def test_a_number_is_no_multiple_of_the_identity():
    with pytest.raises(Nonsense, match=r"c\*identity\(n\)"):
        loewner.gap(fmpq(1), ((fmpq(1), fmpq(0)), (fmpq(0), fmpq(1))))


def test_sizes_that_differ():
    with pytest.raises(Nonsense, match="different shapes"):
        loewner.gap(((fmpq(1), fmpq(0)), (fmpq(0), fmpq(1))),
                    tuple(tuple(fmpq(int(i == j)) for j in range(3)) for i in range(3)))


def test_the_witness_is_short():
    table = rows([1, 2], [2, 1])
    assert loewner.witness(table, (fmpq(-1999999, 10**6), fmpq(2))) == (-1, 1)
