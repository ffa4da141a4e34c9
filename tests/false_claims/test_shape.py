"""Shapes: arrays of different shapes are not equal; only a single number stands for every entry of an array."""

from __future__ import annotations

import numpy as np
import pytest

from verify import Integers, at_most, check, equal

FEW = Integers(1, 5)

DIFFERENT = {
    "a matrix and its row": equal(lambda n: np.array([[n, n], [n, n]]), lambda n: np.array([n, n])),
    "a column and a row": equal(lambda n: np.array([[1], [2]]) * n, lambda n: np.array([1, 2]) * n),
    "three dimensions and one": equal(lambda n: np.full((2, 3, 4), n), lambda n: np.full(2, n)),
    "an order of a matrix and its row": at_most(lambda n: np.array([[n, n], [n, n]]), lambda n: np.array([n, n])),
    "ragged": equal(lambda n: (n, (n, n)), lambda n: ((n, n), n)),
    "a longer row": equal(lambda n: (n, n, n), lambda n: (n, n)),
}


@pytest.mark.parametrize("mistake", DIFFERENT)
def test_different_shapes_are_no_equality(mistake):
    answer = check(DIFFERENT[mistake], n=FEW)
    assert answer.verdict == "ill-posed"
    assert "shape" in answer.record["reason"]


@pytest.mark.parametrize("relation", [
    equal(lambda n: np.array([[n, n], [n, n]]), lambda n: np.full((2, 2), n)),
    equal(lambda n: np.full((2, 3), n), "n"),
    at_most(lambda n: np.array([n - 1, n]), "n"),
    at_most("0", lambda n: [[n, n], [n]]),
])
def test_the_same_shape_or_a_number_is_compared(relation):
    assert check(relation, n=FEW).verdict in ("exhausted", "derived")
