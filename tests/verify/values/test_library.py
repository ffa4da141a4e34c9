"""Library results moved by a unit in the last place: moved wherever they are called from, and put back."""

from __future__ import annotations

import math
from math import cos

import numpy as np
import pytest
import scipy.special

from verify.values import library

VALUES = {
    "a module's": lambda x: 2 * math.cos(x), "a name of this module": lambda x: 2 * cos(x),
    "NumPy's": lambda x: 2 * np.cos(x), "SciPy's": lambda x: 2 * scipy.special.erf(x),
    "an array's": lambda x: np.exp(np.array([x, 2 * x]))[1],
    "a complex value": lambda x: np.exp(1j * x).real, "the function itself": math.erf,
}


@pytest.mark.parametrize("place", VALUES)
def test_results_are_moved_by_a_unit_in_the_last_place(place):
    function = VALUES[place]
    plain, seen = function(0.7), set()
    for seed in range(1, 9):
        with library.moved(seed, [function]) as (noisy, count):
            moved = noisy[0](0.7)
        assert count[0] >= 1
        assert 0 < abs(moved - plain) <= 2.0**-51 * abs(plain)
        seen.add(moved > plain)
    assert seen == {True, False}
    assert function(0.7) == plain


def test_signs_depend_on_the_seed_alone():
    def several(x):
        return [math.cos(x), math.exp(x), *np.sin(np.array([x, 2 * x, 3 * x])).tolist()]

    found = []
    for seed in (5, 5, 6):
        with library.moved(seed, [several]):
            found.append(several(0.3))
    assert found[0] == found[1] != found[2]


def test_what_the_processor_rounds_is_left_alone():
    with library.moved(1, [math.sqrt]) as (noisy, count):
        assert (noisy[0](2.0), math.sqrt(2.0), math.floor(2.5), count[0]) == (2**0.5, 2**0.5, 2, 0)


def test_narrow_results_are_moved_in_their_own_last_place():
    with library.moved(1, []):
        moved = np.cos(np.float32(0.7))
    assert moved.dtype == np.float32
    assert moved != np.cos(np.float32(0.7))


def test_functions_are_put_back_after_a_crash():
    before = math.cos, np.cos, cos
    with pytest.raises(ValueError, match="domain"), library.moved(1, [math.log]) as (noisy, _):
        noisy[0](-1.0)
    assert (math.cos, np.cos, cos) == before


def test_inside_another_block_nothing_more_is_moved():
    with library.moved(1, []):
        outer = math.cos
        with library.moved(2, [math.cos]) as (noisy, count):
            assert noisy[0] is outer is math.cos
            assert count == [0]
        assert math.cos is outer
