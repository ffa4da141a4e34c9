from fractions import Fraction

import numpy as np
import pytest
import scipy.special
import scipy.stats

from numerics.two_head_descent import (
    gradient_step,
    head_gradient,
    parameter_gradient,
    population_gradient,
    positions,
    start,
)
from numerics.two_head_loss import loss_gradient, population_loss


def instance(seed, d, m):
    generator = np.random.default_rng(seed)
    theta, theta_tilde = generator.standard_normal((2, m))
    return positions(generator, d, m), theta, theta_tilde


def test_positions_are_unit_rows_and_uniform():
    rows = positions(np.random.default_rng(0), 4000, 2)
    assert np.allclose((rows**2).sum(axis=1), 1, atol=1e-14)
    angles = np.arctan2(rows[:, 1], rows[:, 0])
    assert scipy.stats.kstest(angles, scipy.stats.uniform(-np.pi, 2 * np.pi).cdf).pvalue > 1e-3


def test_coordinates_of_the_sphere_follow_their_beta_law():
    rows = positions(np.random.default_rng(1), 4000, 5)
    law = scipy.stats.beta(0.5, 2.0)  # the square of a coordinate on the sphere of R^5 is Beta(1/2, 4/2)
    assert scipy.stats.kstest(rows[:, 0] ** 2, law.cdf).pvalue > 1e-3


def test_start_is_antisymmetric_and_unit():
    theta, theta_tilde = start(np.random.default_rng(2), 9)
    assert theta.tolist() == (-theta_tilde).tolist()
    assert np.isclose(theta @ theta, 1, atol=1e-14)


@pytest.mark.parametrize("d", [2, 3, 6])
def test_head_gradient_meets_the_enumerated_one(d):
    generator = np.random.default_rng(d)
    g, h = generator.integers(-9, 10, (2, d)).tolist()
    g, h = [Fraction(a, 4) for a in g], [Fraction(a, 8) for a in h]  # dyadic, so that float64 is exact too
    exact = loss_gradient(g, h, (1, d))
    floats = [np.array(head, dtype=float) for head in (g, h)]
    assert np.allclose(head_gradient(*floats, (1, d)), exact[0].astype(float), rtol=0, atol=1e-12)
    assert np.allclose(head_gradient(*floats[::-1], (1, d)), exact[1].astype(float), rtol=0, atol=1e-12)


@pytest.mark.parametrize(("d", "m"), [(2, 2), (3, 5), (5, 3), (8, 4), (10, 6)])
def test_population_gradient_meets_automatic_differentiation(d, m):
    pytest.importorskip("torch")
    rows, theta, theta_tilde = instance(d, d, m)
    pairs = zip(
        population_gradient(rows, theta, theta_tilde, (2, 1)),
        parameter_gradient(theta, theta_tilde, rows, (2, 1)),
        strict=True,
    )
    for fast, automatic in pairs:
        assert np.abs(automatic).max() > 1e-3
        assert np.allclose(fast, automatic, rtol=0, atol=1e-14)


def test_automatic_differentiation_meets_central_differences():
    pytest.importorskip("torch")
    rows, theta, theta_tilde = instance(4, 5, 3)

    def loss(first, second):
        return population_loss(scipy.special.softmax(rows @ first), scipy.special.softmax(rows @ second), (1, 4))

    slopes, slopes_tilde = parameter_gradient(theta, theta_tilde, rows, (1, 4))
    for k, unit in enumerate(np.eye(3) * 1e-5):
        assert abs((loss(theta + unit, theta_tilde) - loss(theta - unit, theta_tilde)) / 2e-5 - slopes[k]) < 1e-9
        difference = (loss(theta, theta_tilde + unit) - loss(theta, theta_tilde - unit)) / 2e-5
        assert abs(difference - slopes_tilde[k]) < 1e-9


def test_two_positions_by_hand():
    # V = identity, h = (1/2, 1/2), g = (p, q): L = 1/4 + (1/2 - 1)^2 = 1/2 for every p + q = 1, so nothing moves
    rows, theta = np.eye(2), np.array([1.0, 0.0])
    slopes = population_gradient(rows, theta, np.zeros(2), (1, 2))
    assert np.allclose(slopes[0], 0, atol=1e-16)
    # for theta~: L = (p a + q b)^2 + (p b + q a - 1)^2 at a = b = 1/2 gives dL/da - dL/db = 2 (p - q)(1/2 + 1/2)
    p, q = scipy.special.softmax(theta)
    assert np.allclose(slopes[1], np.array([1, -1]) * 0.25 * 2 * (p - q), atol=1e-16)


def test_gradient_step_moves_against_the_gradient():
    pytest.importorskip("torch")
    rows, theta, theta_tilde = instance(8, 6, 4)
    slopes = parameter_gradient(theta, theta_tilde, rows, (3, 5))
    moved = gradient_step(rows, theta, theta_tilde, (3, 5), 0.25)
    assert np.allclose(moved[0], theta - 0.25 * slopes[0], atol=1e-14)
    assert np.allclose(moved[1], theta_tilde - 0.25 * slopes[1], atol=1e-14)


def test_identical_heads_stay_identical():
    rows, theta, _ = instance(9, 200, 30)
    moved = gradient_step(rows, theta, theta, (1, 2), 200.0**3)
    assert moved[0].tolist() == moved[1].tolist()
    assert moved[0].tolist() != theta.tolist()


@pytest.mark.parametrize("pair", [(1, 1), (0, 2), (1, 9)])
def test_what_is_no_pair_is_refused(pair):
    rows, theta, theta_tilde = instance(0, 8, 3)
    with pytest.raises(ValueError, match="two different coordinates"):
        population_gradient(rows, theta, theta_tilde, pair)


def test_leading_axes_are_instances():
    drawn = [instance(seed, 12, 5) for seed in range(3)]
    rows, theta, theta_tilde = (np.stack(part) for part in zip(*drawn, strict=True))
    pairs = np.array([[1, 2], [12, 3], [5, 6]])
    together = gradient_step(rows, theta, theta_tilde, pairs, 100.0)
    same_pair = gradient_step(rows, theta, theta_tilde, (4, 9), 100.0)
    for index, (one, pair) in enumerate(zip(drawn, pairs.tolist(), strict=True)):
        for head in range(2):
            assert np.allclose(together[head][index], gradient_step(*one, tuple(pair), 100.0)[head], atol=1e-12)
            assert np.allclose(same_pair[head][index], gradient_step(*one, (4, 9), 100.0)[head], atol=1e-12)


@pytest.mark.parametrize("pairs", [[[1, 2], [3, 3]], [[1, 2], [0, 4]], [[1.0, 2.0], [3.0, 4.0]], [[1, 2, 3]] * 2])
def test_one_bad_pair_among_many_is_refused(pairs):
    with pytest.raises(ValueError, match="pair"):
        head_gradient(np.ones((2, 8)), np.ones((2, 8)), pairs)
