from fractions import Fraction

import flint
import mpmath
import numpy as np
import pytest
import scipy.special

from numerics.attention import softmax, softmax_ball
from numerics.ball import bounds


@pytest.mark.parametrize("shape", [(1,), (5,), (3, 4), (2, 3, 7)])
def test_against_scipy(shape):
    logits = np.random.default_rng(1).normal(scale=20, size=shape)
    assert np.allclose(softmax(logits), scipy.special.softmax(logits, axis=-1), rtol=1e-13, atol=0)


def test_quarters_by_hand():
    assert np.allclose(softmax([0, np.log(3)]), [0.25, 0.75], rtol=1e-15)
    assert softmax([5.0, 5.0, 5.0, 5.0]).tolist() == [0.25] * 4


def test_large_logits_neither_overflow_nor_shift():
    assert softmax([1e4, 1e4 - 2000]).tolist() == [1.0, 0.0]
    assert np.allclose(softmax([1000.0, 1001.0]), softmax([0.0, 1.0]), rtol=1e-13)


@pytest.mark.parametrize("logits", [[np.nan, 0.0], [np.inf, 0.0], [], 3.0])
def test_what_has_no_softmax_is_refused(logits):
    with pytest.raises(ValueError, match="softmax needs"):
        softmax(logits)


@pytest.mark.parametrize("precision", [53, 128, 300])
def test_balls_contain_the_values_of_mpmath_and_shrink(precision):
    logits = [Fraction(1, 3), Fraction(-7, 2), 0, 2]
    with mpmath.workdps(120):
        powers = [mpmath.e ** (mpmath.mpf(z.numerator) / z.denominator) for z in map(Fraction, logits)]
        expected = [power / sum(powers) for power in powers]
        for ball, value in zip(softmax_ball(logits, precision), expected, strict=True):
            lower, upper = (mpmath.mpf(end.numerator) / end.denominator for end in bounds(ball))
            assert lower < value < upper
            assert upper - lower < mpmath.mpf(2) ** (8 - precision)


def test_a_weight_below_every_double_stays_positive():
    assert softmax([0.0, -2000.0])[1] == 0.0
    assert bounds(softmax_ball([0, -2000])[1])[0] > 0


def test_working_precision_is_restored():
    before = flint.ctx.prec
    softmax_ball([0, 1], 777)
    with pytest.raises(TypeError):
        softmax_ball([0, 0.5], 777)
    assert flint.ctx.prec == before


def test_inexact_or_absent_logits_are_refused():
    with pytest.raises(TypeError, match=r"0\.1"):
        softmax_ball([0.1, 0])
    with pytest.raises(ValueError, match="at least one"):
        softmax_ball([])
