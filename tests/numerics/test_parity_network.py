from math import log, sqrt

import numpy as np
import pytest

from numerics import boolean
from numerics.forward import evaluate
from numerics.forward_ball import evaluate_ball, evaluate_cube_ball
from numerics.hypercube import cube
from numerics.orbit import evaluate_orbits, orbits
from numerics.parity_network import attention_parity_network, hot_parity_network, saw_parity_network

BUILDERS = [hot_parity_network, saw_parity_network, attention_parity_network]


def by_weight(n):
    """One input of every Hamming weight."""
    return np.where(np.arange(n) < np.arange(n + 1)[:, None], -1, 1)


@pytest.mark.parametrize("n", [*range(1, 9), *(pytest.param(n, marks=pytest.mark.slow) for n in (9, 10, 11, 12))])
@pytest.mark.parametrize("build", BUILDERS)
def test_parity_at_every_input(build, n):
    assert np.allclose(evaluate(build(n), cube(n)).output, boolean.parity(n), rtol=0, atol=1e-12)


@pytest.mark.parametrize("n", [1, 2, 5, pytest.param(10, marks=pytest.mark.slow)])
@pytest.mark.parametrize("build", BUILDERS)
def test_parity_in_balls(build, n):
    for trace, sign in zip(evaluate_cube_ball(build(n)), boolean.parity(n), strict=True):
        assert abs(trace.output - int(sign)) < 1e-25


@pytest.mark.parametrize("n", [33, 64])
@pytest.mark.parametrize("build", BUILDERS)
def test_parity_at_every_weight(build, n):
    assert np.allclose(evaluate(build(n), by_weight(n)).output, (-1.0) ** np.arange(n + 1), rtol=0, atol=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("build", BUILDERS)
def test_parity_of_1024_bits(build):
    step = 16 if build is attention_parity_network else 1
    weights = np.arange(0, 1025, step)
    assert np.allclose(evaluate(build(1024), by_weight(1024)[::step]).output, (-1.0) ** weights, rtol=0, atol=1e-6)


def test_the_saw_at_every_orbit_of_1023_bits():
    network = saw_parity_network(1023)
    counts, _ = orbits(network)
    trace = evaluate_orbits(network, counts)
    assert np.allclose(trace.output, (-1.0) ** counts.sum(axis=1), rtol=0, atol=1e-9)
    assert np.allclose(trace.blowup, 1024, rtol=1e-9)


@pytest.mark.parametrize("n", [2, 7])
def test_blow_ups(n):
    assert np.allclose(evaluate(saw_parity_network(n), cube(n)).blowup, 1 + n, rtol=1e-12)
    assert np.allclose(evaluate(hot_parity_network(n), cube(n)).blowup, 3 * (1 + n * sqrt(n**2 + 1)), rtol=1e-12)
    assert evaluate(attention_parity_network(n), cube(n)).blowup.max() < 4


@pytest.mark.parametrize(("build", "exponent"), [(hot_parity_network, 4), (saw_parity_network, 2),
                                                 (attention_parity_network, 0)])
def test_growth_of_the_mean_square_blow_up(build, exponent):
    # the blow-up depends on the Hamming weight alone; n/2 and its neighbours carry the mean
    squares = [float(evaluate(build(n), by_weight(n)[n // 2 - 1 : n // 2 + 2]).blowup[1] ** 2) for n in (64, 128)]
    assert abs(log(squares[1] / squares[0]) / log(2) - exponent) < 0.04


def test_the_largest_parity_in_balls():
    x = [-1] * 3 + [1] * 61
    assert abs(evaluate_ball(hot_parity_network(64), x).output + 1) < 1e-25
