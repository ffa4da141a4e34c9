from fractions import Fraction

import numpy as np
import pytest

from numerics.ball import bounds
from numerics.forward import evaluate
from numerics.forward_ball import evaluate_ball, evaluate_cube_ball, evaluate_orbits_ball
from numerics.hypercube import cube
from numerics.layernorm import DegenerateVariance
from numerics.network import first_network, majority_network
from numerics.orbit import evaluate_orbits
from numerics.transformer import Transformer, random_transformer


@pytest.mark.parametrize(
    ("n", "d", "layers", "heads", "epsilon"), [(3, 4, 2, 2, 0.1), (4, 3, 3, 1, 0.0), (1, 5, 1, 3, 1)]
)
def test_floats_lie_in_narrow_balls(n, d, layers, heads, epsilon):
    network = random_transformer(np.random.default_rng(5), n, d, layers, heads, epsilon)
    trace = evaluate(network, cube(n))
    for row, ball in enumerate(evaluate_cube_ball(network)):
        for found, value in [(ball.output, trace.output[row]), (ball.blowup, trace.blowup[row]),
                             (ball.tau[-1], trace.tau[-1, row]), (ball.scale[0][n - 1], trace.scale[0, row, n - 1])]:
            assert abs(found - float(value)) < 1e-12 * (1 + abs(value))
            assert found.rad() < 1e-30


def test_a_rational_value_by_hand():
    # LayerNorm(3, 1) with epsilon 3 is (1, -1)/2, read by nu = (2, 0): T = 1, N = 1/2
    one = Transformer(
        embedding=[[3, 1], [0, 2]], position=[[0, 0]], key=np.zeros((1, 0, 2, 2)), query=np.zeros((1, 0, 2, 2)),
        value=np.zeros((1, 0, 2, 2)), skip=[np.eye(2)], inner=np.zeros((1, 0, 2)), inner_bias=np.zeros((1, 0)),
        outer=np.zeros((1, 2, 0)), outer_bias=np.zeros((1, 2)), readout=[2, 0], epsilon=3)  # fmt: skip
    trace = evaluate_ball(one, [1])
    assert trace.output.contains(1)
    assert trace.blowup.contains(1.5)


def test_an_attention_weight_by_hand():
    # majority of 3 with 1/n in the softmax: N = 3 exactly where the bits sum to ±1
    low, high = bounds(evaluate_ball(majority_network(3), [1, -1, 1]).blowup)
    assert low <= 4 <= high
    assert high - low < Fraction(1, 2**100)


def test_orbits_and_inputs_agree():
    network = first_network(5)
    inputs, counts = [[-1, 1, -1, -1, 1], [1, 1, 1, 1, -1]], [[1, 2, 0], [0, 0, 1]]
    for x, ball in zip(inputs, evaluate_orbits_ball(network, counts), strict=True):
        assert ball.output.overlaps(evaluate_ball(network, x).output)
        assert ball.blowup.overlaps(evaluate_ball(network, x).blowup)
    large = next(evaluate_orbits_ball(first_network(1024), [[1, 500, 0]]))
    assert abs(large.blowup - float(evaluate_orbits(first_network(1024), [[1, 500, 0]]).blowup[0])) < 1e-12


def test_zero_over_zero_is_refused():
    with pytest.raises(DegenerateVariance):
        evaluate_ball(random_transformer(np.random.default_rng(0), 2, 1, 1, 1, 0.0), [1, 1])


def test_low_precision_is_wide_and_right():
    network = random_transformer(np.random.default_rng(9), 3, 4, 2, 2, 0.1)
    coarse, fine = evaluate_ball(network, [1, 1, -1], 40), evaluate_ball(network, [1, 1, -1], 400)
    assert coarse.output.overlaps(fine.output)
    assert coarse.output.rad() > fine.output.rad()


@pytest.mark.slow
def test_a_whole_cube_of_ten_bits():
    network = random_transformer(np.random.default_rng(10), 10, 8, 2, 2, 0.0)
    trace = evaluate(network, cube(10))
    for row, ball in enumerate(evaluate_cube_ball(network, 106)):
        assert abs(ball.output - float(trace.output[row])) < 1e-10
        assert ball.output.rad() < 1e-20
