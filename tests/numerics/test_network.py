from fractions import Fraction
from math import log

import numpy as np
import pytest

from numerics import boolean
from numerics.ball import bounds
from numerics.forward import evaluate
from numerics.forward_ball import evaluate_cube_ball
from numerics.hypercube import cube
from numerics.network import first_network, majority_network, mean_network, or_network, scratchpad_network
from numerics.orbit import evaluate_orbits, orbit_mean, orbits

SIGNS = {majority_network: boolean.majority, first_network: boolean.first, or_network: boolean.disjunction}
LENGTHS = [*range(1, 9), *(pytest.param(n, marks=pytest.mark.slow) for n in (9, 10, 11, 12))]


@pytest.mark.parametrize("n", LENGTHS)
@pytest.mark.parametrize("build", SIGNS)
def test_signs_at_every_input(build, n):
    assert np.allclose(evaluate(build(n), cube(n)).output, SIGNS[build](n), rtol=0, atol=1e-14)


@pytest.mark.parametrize("n", LENGTHS)
def test_the_mean_at_every_input(n):
    assert np.allclose(evaluate(mean_network(n), cube(n)).output, cube(n).mean(axis=1), rtol=0, atol=1e-15)


@pytest.mark.parametrize("build", SIGNS)
@pytest.mark.parametrize("n", [1, 4, 5])
def test_signs_in_balls(build, n):
    for trace, sign in zip(evaluate_cube_ball(build(n)), SIGNS[build](n), strict=True):
        assert abs(trace.output - int(sign)) < 1e-30


def test_the_mean_in_balls():
    for trace, x in zip(evaluate_cube_ball(mean_network(5)), cube(5), strict=True):
        mean = Fraction(int(x.sum()), 5)
        assert all(abs(end - mean) < Fraction(1, 2**60) for end in bounds(trace.output))


@pytest.mark.parametrize("n", [1, 2, 3, 4, pytest.param(6, marks=pytest.mark.slow)])
def test_every_step_of_the_scratchpad(n):
    for step in range(1, n + 1):
        inputs = cube(n + step)
        trace = evaluate(scratchpad_network(n, step), inputs)
        assert np.allclose(trace.output, inputs[:, -1] * inputs[:, step - 1], rtol=0, atol=1e-14)
        assert trace.blowup.max() < 3 + 1e-12


def test_a_scratchpad_started_with_plus_one_spells_the_prefix_parities():
    string = np.concatenate([cube(5), np.ones((32, 1), dtype=int)], axis=1)
    for step in range(1, 6):
        token = np.rint(evaluate(scratchpad_network(5, step), string).output).astype(int)
        assert np.array_equal(token, cube(5)[:, :step].prod(axis=1))
        string = np.concatenate([string, token[:, None]], axis=1)


def test_blow_ups():
    sums = np.abs(cube(7).sum(axis=1))
    assert np.allclose(evaluate(majority_network(7), cube(7)).blowup, 1 + 7 / sums, rtol=1e-13)
    for build in (first_network, or_network, mean_network):
        assert evaluate(build(8), cube(8)).blowup.max() < 3 + 1e-12


@pytest.mark.parametrize(("build", "exponent"), [(majority_network, 1.5), (first_network, 0), (or_network, 0),
                                                 (mean_network, 0)])
def test_growth_of_the_mean_square_blow_up(build, exponent):
    lengths, means = [257, 1023], []
    for n in lengths:
        counts, sizes = orbits(build(n))
        means.append(orbit_mean(evaluate_orbits(build(n), counts).blowup ** 2, sizes))
    assert abs(log(means[1] / means[0]) / log(lengths[1] / lengths[0]) - exponent) < 0.05


@pytest.mark.parametrize("n", [5, 22, 100])
def test_the_first_bit_needs_a_logit_above_log_n_minus_1(n):
    # the other bits all -x_1: a - (1 - a) is positive iff e^logit > n - 1
    worst = np.ones((1, n), dtype=int)
    worst[0, 1:] = -1
    above, below = (evaluate(first_network(n, log(n - 1) + shift), worst).output[0] for shift in (0.01, -0.01))
    assert (above > 0) > (below > 0)


def test_or_needs_a_large_logit_when_one_bit_is_true():
    one = np.ones((1, 50), dtype=int)
    one[0, 7] = -1
    outputs = [evaluate(or_network(50, log(49) + shift), one).output[0] for shift in (0.01, -0.01)]  # e^b k > n - k
    assert (outputs[0] < 0) > (outputs[1] < 0)


def test_lengths_and_steps_that_are_none_are_refused():
    for build in (majority_network, mean_network, first_network, or_network):
        with pytest.raises(ValueError, match="at least one bit"):
            build(0)
    with pytest.raises(ValueError, match="step"):
        scratchpad_network(3, 4)
