from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from numerics.boolean import (
    address,
    conjunction,
    dictator,
    disjunction,
    first,
    majority,
    mean,
    parity,
    scratchpad_step,
    symmetric,
    threshold,
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





def test_sums_of_tables_do_not_overflow():
    assert (parity(3) * 1000).max() == 1000


def test_tribes():
    """O'Donnell 2014, Proposition 4.12: no tribe is unanimous with probability (1 − 2^−w)^s."""
    for width, count in ((1, 3), (2, 2), (3, 2)):
        table = tribes(width, count)
        assert Fraction(int((table == 1).sum()), len(table)) == (1 - Fraction(1, 2**width)) ** count



@pytest.mark.parametrize(("width", "count"), [(0, 1), (1, 0)])
def test_empty_tribes_are_refused(width, count):
    with pytest.raises(ValueError, match="a tribe has at least one member"):
        tribes(width, count)


@pytest.mark.parametrize("n", SIZES)
def test_symmetric_and_threshold_functions_against_plain_ones(n):
    assert symmetric(list(range(n + 1))).tolist() == table(lambda x: x.count(-1), n)
    weights = [Fraction(k, 3) for k in range(1, n + 1)]
    assert threshold(weights, -1).tolist() == table(
        lambda x: 1 if sum(w * b for w, b in zip(weights, x, strict=True)) >= 1 else -1, n)


def test_values_of_a_symmetric_function_stay_as_they_are():
    assert symmetric([Fraction(1, 3), 2]).tolist() == [Fraction(1, 3), 2]
    with pytest.raises(ValueError, match="n \\+ 1 values"):
        symmetric([])


def test_float_weights_are_refused():
    with pytest.raises(TypeError, match="exact"):
        threshold([0.5])


def test_a_step_of_the_scratchpad():
    assert scratchpad_step(3, 1).tolist() == table(lambda x: x[0], 3)
    assert scratchpad_step(3, 3).tolist() == table(lambda x: x[2] * x[4], 5)  # t_2 is the fifth coordinate
    with pytest.raises(ValueError, match=r"1\.\.3"):
        scratchpad_step(3, 4)
