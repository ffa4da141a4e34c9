from fractions import Fraction

import flint
import numpy as np
import pytest

from numerics.ball import bounds
from numerics.layernorm import DegenerateVariance, layer_norm, layer_norm_ball, scale, scale_ball


@pytest.mark.parametrize("epsilon", [1e-5, 0.5, 0.0])
@pytest.mark.parametrize("shape", [(2,), (7,), (3, 4, 8)])
def test_against_torch(shape, epsilon):
    torch = pytest.importorskip("torch")
    y = np.random.default_rng(0).normal(loc=3, size=shape)
    expected = torch.nn.functional.layer_norm(torch.tensor(y), shape[-1:], eps=epsilon).numpy()
    assert np.allclose(layer_norm(y, epsilon), expected, rtol=0, atol=1e-13)


def test_values_by_hand():
    # mean 2, population variance 2/3 (the sample variance would be 1)
    assert np.allclose(layer_norm([1, 2, 3], 0), np.array([-1, 0, 1]) * 1.5**0.5, atol=1e-15)
    assert np.isclose(scale([1, 2, 3], 0), 1.5**0.5, atol=1e-15)
    assert np.allclose(scale([[1, 3], [0, 0]], 3.0), [0.5, 3**-0.5], atol=1e-15)
    assert layer_norm([[1, 3], [0, 0]], 3.0).tolist() == [[-0.5, 0.5], [0.0, 0.0]]


@pytest.mark.parametrize("row", [[0.0, 0.0], [0.1, 0.1, 0.1], [1e300] * 5, [4.0], *([0.1] * d for d in range(4, 24))])
def test_constant_rows_are_degenerate_despite_rounding(row):
    with pytest.raises(DegenerateVariance, match="0/0"):
        layer_norm(row, 0.0)
    with pytest.raises(ZeroDivisionError):
        scale(row, 0)
    assert layer_norm(row, 1e-5).tolist() == [0.0] * len(row)


def test_one_degenerate_row_among_many_is_seen():
    y = np.random.default_rng(1).normal(size=(50, 4))
    y[33] = 2.0
    with pytest.raises(DegenerateVariance):
        layer_norm(y, 0.0)


def test_a_large_offset_is_not_a_variance():
    assert np.allclose(layer_norm([2.0**50 + 1, 2.0**50 + 3], 0), [-1, 1], atol=1e-15)


@pytest.mark.parametrize("row", [[np.nan, 1.0], [np.inf, 1.0], [1e200, -1e200]])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_what_is_not_finite_is_refused(row):
    with pytest.raises(ValueError, match="finite"):
        layer_norm(row, 1.0)


def test_misuse_is_refused():
    for function in (layer_norm, layer_norm_ball, scale_ball):
        with pytest.raises(ValueError, match="at least 0"):
            function([1, 2], -1)
    for function in (layer_norm, layer_norm_ball):
        with pytest.raises(ValueError, match=r"at least (1|one)"):
            function([], 1)
    with pytest.raises(ValueError, match="at least 0"):
        layer_norm([1, 2], np.nan)


def test_balls_by_hand():
    # y = (1, 2, 3), epsilon = 0: the squares of the entries are 3/2, 0, 3/2
    low, middle, high = layer_norm_ball([1, 2, 3], 0, 200)
    assert middle == 0
    assert low < 0 < high
    lower, upper = bounds(high)
    assert lower**2 < Fraction(3, 2) < upper**2
    assert upper - lower < Fraction(1, 2**180)
    # variance 1/9, epsilon 7/144: N = 1/sqrt(23/144)
    lower, upper = bounds(scale_ball([Fraction(1, 3), 1], Fraction(7, 144), 200))
    assert lower**2 < Fraction(144, 23) < upper**2
    assert upper - lower < Fraction(1, 2**180)


def test_balls_contain_the_floats_computed_by_torch():
    torch = pytest.importorskip("torch")
    y = [Fraction(3, 8), Fraction(-5, 4), Fraction(7, 2), Fraction(1, 16)]
    peer = torch.nn.functional.layer_norm(torch.tensor([float(a) for a in y], dtype=torch.float64), (4,), eps=0.25)
    for ball, value in zip(layer_norm_ball(y, Fraction(1, 4)), peer.tolist(), strict=True):
        lower, upper = bounds(ball)
        assert lower - Fraction(1, 10**14) < value < upper + Fraction(1, 10**14)


def test_degenerate_and_inexact_balls_are_refused():
    before = flint.ctx.prec
    with pytest.raises(DegenerateVariance):
        layer_norm_ball([Fraction(1, 10)] * 3, 0, 555)
    with pytest.raises(DegenerateVariance):
        scale_ball([5], 0, 555)
    with pytest.raises(TypeError, match="exact rational"):
        layer_norm_ball([0.1, 0.2], 0)
    with pytest.raises(TypeError, match="exact rational"):
        scale_ball([1, 2], 1e-5)
    assert flint.ctx.prec == before
