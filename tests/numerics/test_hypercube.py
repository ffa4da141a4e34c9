from itertools import product

import numpy as np
import pytest

from numerics.hypercube import as_stack, as_table, coordinate_names, cube, dimension, flip, popcounts, star


@pytest.mark.parametrize("n", range(6))
def test_rows_count_up_with_the_first_coordinate_fastest(n):
    assert cube(n).tolist() == [list(point[::-1]) for point in product((1, -1), repeat=n)]
    assert cube(n).dtype == np.int8


def test_flip_negates_one_coordinate():
    points, rows = cube(5), np.arange(32)
    for i in range(1, 6):
        expected = points.copy()
        expected[:, i - 1] *= -1
        assert np.array_equal(points[flip(rows, i)], expected)


def test_coordinates_are_counted_from_one():
    with pytest.raises(ValueError, match="counted from 1"):
        flip(0, 0)
    assert coordinate_names(2) == ("x_1", "x_2")
    assert coordinate_names(0) == ()


def test_popcounts_are_numbers_of_minus_ones():
    assert popcounts(4).tolist() == [bin(mask).count("1") for mask in range(16)]
    assert popcounts(4).tolist() == (cube(4) < 0).sum(axis=1).tolist()


@pytest.mark.parametrize("size", [0, 3, 6, 12])
def test_tables_have_a_power_of_two_as_length(size):
    with pytest.raises(ValueError, match="2\\^n"):
        dimension(np.zeros(size))
    with pytest.raises(ValueError, match="2\\^n"):
        as_table([0] * size)


def test_dimension():
    assert [dimension(np.zeros(2**n)) for n in range(5)] == [0, 1, 2, 3, 4]
    assert dimension(np.zeros((3, 5, 4))) == 2
    with pytest.raises(ValueError, match="2\\^n"):
        dimension(np.zeros(()))


def test_one_table_is_one_dimensional():
    with pytest.raises(ValueError, match="one-dimensional"):
        as_table(np.zeros((2, 2)))
    assert as_stack(np.zeros((4, 3)).T).flags.c_contiguous


def test_negative_dimension_is_refused():
    with pytest.raises(ValueError, match="got -1"):
        cube(-1)


def test_a_star_is_a_point_and_its_neighbours():
    assert star([1, -1, 1]).tolist() == [[1, -1, 1], [-1, -1, 1], [1, 1, 1], [1, -1, -1]]
    for wrong in ([], [0, 1], [[1, -1]]):
        with pytest.raises(ValueError, match="row of bits"):
            star(wrong)
