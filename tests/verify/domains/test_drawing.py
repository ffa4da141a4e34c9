from fractions import Fraction
from statistics import median

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from verify.domains.drawing import KINDS, expand, numbers


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_gives_the_same_numbers(kind):
    assert expand(50, kind, 3) == expand(50, kind, 3) != expand(50, kind, 4)


@pytest.mark.parametrize("kind", KINDS)
@given(seed=st.integers(0, 2**32 - 1), ends=st.sampled_from([(0, 1), (-2, None), (None, Fraction(1, 3)), (5, 5)]))
@settings(max_examples=20, deadline=None)
def test_numbers_stay_between_the_bounds(kind, seed, ends):
    low, high = (None if end is None else Fraction(end) for end in ends)
    for value in expand(20, kind, seed, low, high):
        assert low is None or low <= value
        assert high is None or value <= high


def test_a_large_table_has_thousands_of_values():
    counts = [len(set(expand(64 * 64, kind, seed))) for kind in KINDS for seed in range(3)]
    assert median(counts) > 3000


def test_large_random_denominators_come_up():
    assert max(entry.denominator for entry in expand(10, "generic", 1)) > 10**6


def test_most_entries_of_a_sparse_table_are_zero():
    assert sum(entry == 0 for entry in expand(1000, "sparse", 0)) > 700


@pytest.mark.parametrize("count", [3, 16])
def test_few_numbers_shrink_to_small_integers(count):
    found = find(numbers(count), lambda drawn: drawn[0] != drawn[1], settings=settings(database=None))
    assert sorted(map(abs, found)) == [0] * (count - 1) + [1]
