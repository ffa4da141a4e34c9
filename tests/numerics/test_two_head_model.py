from fractions import Fraction
from itertools import product

import flint
import numpy as np
import pytest

from numerics.hypercube import cube
from numerics.ring import vector
from numerics.two_head_model import heads_argmax, linear_form, specialises, target, two_head, two_head_table


def test_model_by_hand():
    assert two_head([1, 2], [3, 4], [1, 1]) == -21
    assert two_head([1, 2], [3, 4], [-1, 1]) == -1
    assert two_head([1, 2], [3, 4], np.array([[1, 1], [-1, 1]], dtype=np.int8)).tolist() == [-21, -1]
    assert two_head([0.5, 0.5], [0.25, 0.75], [1, -1]) == 0.0


def test_small_integer_inputs_do_not_overflow():
    assert two_head([100, 100], [100, 100], np.ones((1, 2), dtype=np.int8)).tolist() == [-40000]


@pytest.mark.parametrize("d", range(1, 7))
def test_linear_form_against_dot_products(d):
    weights = [Fraction(k * k + 1, k + 2) for k in range(d)]
    points = [point[::-1] for point in product((1, -1), repeat=d)]
    assert linear_form(weights).tolist() == [sum(a * x for a, x in zip(weights, p, strict=True)) for p in points]


def test_table_is_the_model_on_every_row():
    generator = np.random.default_rng(3)
    g, h = generator.standard_normal((2, 5))
    assert np.allclose(two_head_table(g, h), two_head(g, h, cube(5)), atol=1e-14)


def test_symbolic_table():
    a, b, c, e = flint.fmpq_mpoly_ctx.get(("a", "b", "c", "e")).gens()
    g, h = vector([a, b]), vector([c, e])
    assert two_head_table(g, h)[1] == -(b - a) * (e - c)
    assert two_head(g, h, [-1, 1]) == -(b - a) * (e - c)


def test_target_is_minus_the_product():
    assert target(3, (1, 3)).tolist() == [-(x[2] * x[0]) for x in product((1, -1), repeat=3)]
    assert target(3, (1, 3)).tolist() == target(3, (3, 1)).tolist()


@pytest.mark.parametrize("pair", [(1, 1), (0, 1), (1, 4), (-1, 2)])
def test_what_is_no_pair_is_refused(pair):
    with pytest.raises(ValueError, match="two different coordinates"):
        target(3, pair)


def test_lengths_that_differ_are_refused():
    with pytest.raises(ValueError, match="one length"):
        two_head([1, 2], [1, 2], [1, 1, 1])


def test_specialisation():
    assert heads_argmax([0, 3, 1], [2, 0, 1]) == (2, 1)
    assert specialises([0, 3, 1], [2, 0, 1], (1, 2))
    assert specialises([0, 3, 1], [2, 0, 1], (2, 1))
    assert not specialises([0, 3, 1], [2, 0, 1], (2, 3))
    assert not specialises([0, 3, 1], [0, 2, 1], (1, 2))  # both heads on one coordinate
    assert not specialises([0, 3, 3], [2, 0, 1], (1, 2))  # a tie
    assert not specialises([np.nan, 3, 1], [2, 0, 1], (1, 2))
    assert not specialises([1, 3, np.nan], [2, 0, 1], (1, 2))
