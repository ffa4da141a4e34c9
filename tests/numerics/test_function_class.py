"""Kinds of functions, and a census of all functions of at most four bits against counts from the literature."""

from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest

from numerics.boolean import dictator, majority, threshold
from numerics.edge import average_sensitivity, influence, sensitivity
from numerics.function_class import (
    boolean_functions,
    is_monotone,
    junta,
    random_boolean_function,
    random_polynomial,
)
from numerics.hypercube import cube
from numerics.walsh import degree, spectral_weight, walsh_hadamard

UP_TO_FOUR = [(n, boolean_functions(n)) for n in range(1, 5)]


def numbers(tables):
    """Each table as one integer, whose bits are 1 where the value is -1."""
    return (np.asarray(tables) < 0) @ 2 ** np.arange(np.shape(tables)[-1])


census = pytest.mark.parametrize(("n", "tables"), UP_TO_FOUR, ids=["1", "2", "3", "4"])


def test_functions_come_in_counting_order():
    assert boolean_functions(0).tolist() == [[1], [-1]]
    assert boolean_functions(2)[6].tolist() == [1, -1, -1, 1]
    assert [len(boolean_functions(n)) for n in range(5)] == [2, 4, 16, 256, 65536]
    with pytest.raises(ValueError, match="got 5"):
        boolean_functions(5)


@census
def test_all_functions_are_there_once(n, tables):
    assert set(np.unique(tables)) == {-1, 1}
    assert len(np.unique(numbers(tables))) == 2 ** 2**n


@census
def test_monotone_functions(n, tables):
    """Dedekind's numbers (OEIS A000372)."""
    assert is_monotone(tables).sum() == {1: 3, 2: 6, 3: 20, 4: 168}[n]


@census
def test_balanced_functions(n, tables):
    assert (tables.sum(axis=1) == 0).sum() == comb(2**n, 2 ** (n - 1))


@census
def test_odd_functions(n, tables):
    assert (tables == -tables[:, ::-1]).all(axis=1).sum() == 2 ** 2 ** (n - 1)


@census
def test_threshold_functions(n, tables):
    """4, 14, 104, 1882 (OEIS A000609), by weights and by Chow's parameters.

    Weights of at most 3 give all of them for n <= 4 (Muroga 1971); a threshold function is the only one with its
    parameters (Chow 1961), and for n <= 4 no other function is.
    """
    weights = np.array(list(product(range(-3, 4), repeat=n)))
    forms = weights @ cube(n).T
    found = np.unique([numbers(np.where(forms + constant >= 0, 1, -1)) for constant in range(-11, 12)])
    chow = walsh_hadamard(tables)[:, [0, *(1 << bit for bit in range(n))]] @ 64 ** np.arange(n + 1)
    _, place, count = np.unique(chow, return_inverse=True, return_counts=True)
    assert len(found) == {1: 4, 2: 14, 3: 104, 4: 1882}[n]
    assert np.array_equal(found, np.sort(numbers(tables[count[place] == 1])))
    some = [numbers(threshold(row, 1)) for row in weights[:: max(1, len(weights) // 20)].tolist()]
    assert set(some) <= set(found.tolist())


@census
def test_degrees(n, tables):
    """Counted by hand: a coefficient of full degree vanishes where f times parity is balanced; degree 1 is ±x_i.

    Degree 2: 10 functions of each pair of bits (8 ANDs and 2 parities), 32 of each triple (24 selectors and 8 that
    ask whether not all are equal), and 24 of four bits, (x_1 y_1 + x_1 y_2 + x_2 y_1 - x_2 y_2)/2 up to signs.
    """
    counts = np.bincount(degree(tables), minlength=n + 1)
    assert counts[0] == 2
    assert counts[n] == 2 ** 2**n - comb(2**n, 2 ** (n - 1))
    assert n == 1 or counts[1] == 2 * n
    assert n <= 2 or counts[2] == 10 * comb(n, 2) + 32 * comb(n, 3) + 24 * comb(n, 4)


@census
def test_mean_and_variance_of_the_average_sensitivity(n, tables):
    """n/2 and n/2^(n+1): of 2^(n-1) n edges each is cut with chance 1/2, any two independently."""
    edges = (average_sensitivity(tables) * 2 ** (n - 1)).astype(np.int64)  # how many are cut
    count = len(tables)
    assert Fraction(int(edges.sum()), count) / 2 ** (n - 1) == Fraction(n, 2)
    assert Fraction(int((edges**2).sum()), count) / 4 ** (n - 1) - Fraction(n, 2) ** 2 == Fraction(n, 2 ** (n + 1))


@census
def test_highest_sensitivities(n, tables):
    """Only the two parities are sensitive to all bits everywhere."""
    assert (average_sensitivity(tables) == n).sum() == 2
    assert sensitivity(tables).max() == n


def test_boofun_agrees():
    boofun = pytest.importorskip("boofun")
    some = boolean_functions(4)[::997]
    theirs = [boofun.create([int(value < 0) for value in table]) for table in some]
    assert [f.total_influence() for f in theirs] == pytest.approx(average_sensitivity(some).astype(float))
    assert [bool(f.is_monotone()) for f in theirs] == is_monotone(some).tolist()
    assert [bool(f.is_balanced()) for f in theirs] == (some.sum(axis=1) == 0).tolist()


def test_random_function_is_fair_and_reproducible():
    values = random_boolean_function(np.random.default_rng(7), 12)
    assert values.tolist() == random_boolean_function(np.random.default_rng(7), 12).tolist()
    assert set(values.tolist()) == {1, -1}
    assert abs(values.sum()) < 6 * 64  # six standard deviations of a sum of 4096 fair signs


@pytest.mark.parametrize("wanted", range(6))
def test_random_polynomials_have_their_degree(wanted):
    drawn = np.array([random_polynomial(np.random.default_rng(seed), 5, wanted) for seed in range(40)])
    assert set(degree(drawn)) == {wanted}
    assert len(np.unique(drawn, axis=0)) > 5
    with pytest.raises(ValueError, match="got 6"):
        random_polynomial(np.random.default_rng(0), 5, 6)


def test_a_function_of_few_coordinates():
    f = junta(majority(3), [2, 5, 4], 6)
    points = list(product((1, -1), repeat=6))
    assert f.tolist() == [majority(3).tolist()[(x[-2] < 0) + 2 * (x[-5] < 0) + 4 * (x[-4] < 0)] for x in points]
    assert [value > 0 for value in influence(f)] == [False, True, False, True, True, False]
    assert junta(dictator(2, 2), [3, 1], 3).tolist() == dictator(3, 1).tolist()
    assert junta([7], [], 2).tolist() == [7] * 4


@pytest.mark.parametrize("coordinates", [[1], [1, 1], [0, 1], [1, 4]])
def test_other_coordinates_are_refused(coordinates):
    with pytest.raises(ValueError, match="different coordinates"):
        junta(dictator(2, 1), coordinates, 3)


def test_monotonicity_of_one_table_is_a_truth_value():
    assert is_monotone(majority(3)) is True
    assert is_monotone(-majority(3)) is False


def test_spectra_of_a_stack_are_those_of_its_tables():
    tables = boolean_functions(3)
    assert spectral_weight(tables).tolist() == [spectral_weight(table).tolist() for table in tables]
