from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from numerics.fixed_feature import input_error, least_squares_errors, mean_input_error, mean_parity_error
from numerics.hypercube import cube


def parities(d, k):
    return np.stack([cube(d)[:, list(subset)].prod(axis=1) for subset in combinations(range(d), k)], axis=1)


@pytest.mark.parametrize(("rows", "width"), [(5, 2), (16, 7), (8, 8), (6, 9)])
def test_errors_meet_a_least_squares_solver(rows, width):
    generator = np.random.default_rng(rows)
    phi, y = generator.integers(-4, 5, (rows, width)), generator.integers(-9, 10, (rows, 3))
    phi[:, -1] = phi[:, 0] - phi[:, 1] if width > 2 else phi[:, -1]  # dependent features
    solution = np.linalg.lstsq(phi.astype(float), y.astype(float), rcond=None)[0]
    expected = ((y - phi @ solution) ** 2).mean(axis=0)
    found = least_squares_errors(phi, y)
    assert all(isinstance(error, Fraction) and error >= 0 for error in found)
    assert np.allclose(found.astype(float), expected, rtol=1e-10, atol=1e-12)


def test_scales_do_not_matter_and_targets_scale():
    phi, y = [[Fraction(1, 3), 2], [5, Fraction(7, 2)], [1, 1]], [[1], [2], [4]]
    base = least_squares_errors(phi, y)[0]
    assert base > 0
    assert least_squares_errors(np.array(phi) * Fraction(6, 5), np.array(y) * Fraction(1, 3))[0] == base / 9


def test_no_features_and_all_features():
    assert least_squares_errors(np.zeros((4, 0)), [[1], [1], [-1], [3]]).tolist() == [3]
    assert least_squares_errors(np.eye(3, dtype=int), [[1, 5], [2, 6], [3, 7]]).tolist() == [0, 0]
    assert least_squares_errors([[0, 0], [0, 0]], [[1], [3]]).tolist() == [5]


@pytest.mark.parametrize(("d", "k", "kept"), [(4, 2, 3), (6, 3, 7), (8, 2, 28), (7, 1, 0)])
def test_parities_explain_themselves_alone(d, k, kept):
    # orthonormal targets: each feature that is one of them removes exactly one from the sum
    assert mean_parity_error(parities(d, k)[:, :kept], k) == 1 - Fraction(kept, comb(d, k))


def test_features_of_another_degree_explain_nothing():
    assert mean_parity_error(parities(6, 1), 2) == 1
    assert mean_parity_error(np.ones((8, 1), dtype=int), 0) == 0


def test_mean_is_that_of_the_single_targets():
    features = np.random.default_rng(0).integers(-3, 4, (64, 6))
    errors = [least_squares_errors(features, column[:, None])[0] for column in parities(6, 2).T]
    assert mean_parity_error(features, 2) == sum(errors) / 15


@pytest.mark.parametrize(("r", "expected"), [(0, 1), (2, Fraction(44, 45)), (5, Fraction(7, 9)), (10, 0)])
def test_reading_some_of_ten_inputs(r, expected):
    # a pair is fitted exactly if both are read, and not at all otherwise: 1, 10 and 45 of the 45 pairs are read
    assert mean_input_error(10, range(1, r + 1)) == expected


def test_input_error_by_hand_and_as_least_squares():
    # y = x_1 + 2 x_2 + 4 x_1 x_3: what needs an unread input is lost
    points = cube(3).astype(int)
    table = points[:, 0] + 2 * points[:, 1] + 4 * points[:, 0] * points[:, 2]
    assert [input_error(table, read) for read in ([], [1], [2], [1, 3], [1, 2, 3])] == [21, 20, 17, 4, 0]
    indicators = [[int((x[0], x[2]) == corner) for corner in ((1, 1), (1, -1), (-1, 1), (-1, -1))] for x in points]
    assert least_squares_errors(indicators, table[:, None])[0] == input_error(table, [3, 1])
    assert input_error(table.astype(float), [2]) == 17.0


def test_misuse_is_refused():
    with pytest.raises(TypeError, match="exact rationals"):
        least_squares_errors([[0.5]], [[1]])
    with pytest.raises(ValueError, match="one row per input"):
        least_squares_errors([[1], [2]], [[1]])
    with pytest.raises(ValueError, match=r"2\^n"):
        mean_parity_error([[1], [2], [3]], 1)
    with pytest.raises(ValueError, match="between 0 and 2"):
        mean_parity_error([[1]] * 4, 3)
    with pytest.raises(ValueError, match=r"coordinates of 1\.\.2"):
        input_error([1, 1, 1, -1], [3])
