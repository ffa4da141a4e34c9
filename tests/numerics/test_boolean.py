from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from numerics.boolean import (
    address,
    boolean_functions,
    conjunction,
    dictator,
    disjunction,
    first,
    is_monotone,
    majority,
    mean,
    parity,
    random_boolean_function,
    tribes,
)

SIZES = range(1, 7)


def table(function, n):
    """Values of a plain function of a tuple, in the stated order."""
    return [function(point[::-1]) for point in product((1, -1), repeat=n)]


@pytest.mark.parametrize("n", SIZES)
def test_tables_against_plain_functions(n):
    assert parity(n).tolist() == table(lambda x: int(np.prod(x)), n)
    assert majority(n).tolist() == table(lambda x: 1 if sum(x) >= 0 else -1, n)
    assert mean(n).tolist() == table(lambda x: Fraction(sum(x), n), n)
    assert conjunction(n).tolist() == table(lambda x: -1 if set(x) == {-1} else 1, n)
    assert disjunction(n).tolist() == table(lambda x: -1 if -1 in x else 1, n)
    assert first(n).tolist() == table(lambda x: x[0], n)
    for k in range(1, n + 1):
        assert dictator(n, k).tolist() == table(lambda x, k=k: x[k - 1], n)


def test_address_against_look_up_in_a_dictionary():
    index = {(1, 1): 0, (-1, 1): 1, (1, -1): 2, (-1, -1): 3}
    assert address(2).tolist() == table(lambda x: x[2 + index[x[:2]]], 6)
    assert address(0).tolist() == [1, -1]


def test_two_bits_by_hand():
    assert parity(2).tolist() == [1, -1, -1, 1]
    assert majority(2).tolist() == [1, 1, 1, -1]
    assert conjunction(2).tolist() == [1, 1, 1, -1]
    assert disjunction(2).tolist() == [1, -1, -1, -1]


def test_no_bits():
    assert parity(0).tolist() == majority(0).tolist() == disjunction(0).tolist() == [1]
    assert conjunction(0).tolist() == [-1]
    with pytest.raises(ValueError, match="at least one bit"):
        mean(0)


@pytest.mark.parametrize("k", [0, 4, -1])
def test_dictator_of_no_coordinate_is_refused(k):
    with pytest.raises(ValueError, match=str(k)):
        dictator(3, k)


def test_census_of_three_bits():
    tables = [tuple(values.tolist()) for values in boolean_functions(3)]
    assert len(tables) == len(set(tables)) == 256
    assert sum(sum(values) == 0 for values in tables) == 70  # balanced: 8 choose 4
    assert sum(all(values[7 - row] == -values[row] for row in range(4)) for values in tables) == 16  # odd: 2^4


def test_functions_come_in_counting_order():
    assert [values.tolist() for values in boolean_functions(0)] == [[1], [-1]]
    sixth = next(values for number, values in enumerate(boolean_functions(2)) if number == 6)
    assert sixth.tolist() == [1, -1, -1, 1]


def test_random_function_is_fair_and_reproducible():
    values = random_boolean_function(np.random.default_rng(7), 12)
    assert values.tolist() == random_boolean_function(np.random.default_rng(7), 12).tolist()
    assert set(values.tolist()) == {1, -1}
    assert abs(values.sum()) < 6 * 64  # six standard deviations of a sum of 4096 fair signs


def test_sums_of_tables_do_not_overflow():
    assert (parity(3) * 1000).max() == 1000


def test_tribes():
    """O'Donnell 2014, Proposition 4.12: no tribe is unanimous with probability (1 − 2^−w)^s."""
    for width, count in ((1, 3), (2, 2), (3, 2)):
        table = tribes(width, count)
        assert Fraction(int((table == 1).sum()), len(table)) == (1 - Fraction(1, 2**width)) ** count


def test_counts_of_monotone_functions():
    """Dedekind's numbers 2, 3, 6, 20 (OEIS A000372)."""
    assert [sum(map(is_monotone, boolean_functions(n))) for n in range(4)] == [2, 3, 6, 20]


@pytest.mark.parametrize(("width", "count"), [(0, 1), (1, 0)])
def test_empty_tribes_are_refused(width, count):
    with pytest.raises(ValueError, match="a tribe has at least one member"):
        tribes(width, count)
