import numpy as np
import pytest

from numerics.blowup_measure import measured_blowup
from numerics.forward import evaluate
from numerics.hypercube import cube
from numerics.layernorm import DegenerateVariance
from numerics.transformer import Transformer, random_transformer


def without_attention(embedding, position, skips, epsilon):
    """Y = S y in every layer."""
    layers, d = len(skips), len(embedding[0])
    return Transformer(embedding=embedding, position=position, key=np.zeros((layers, 0, d, d)),
                       query=np.zeros((layers, 0, d, d)), value=np.zeros((layers, 0, d, d)),
                       skip=[scale * np.eye(d) for scale in skips], inner=np.zeros((layers, 0, d)),
                       inner_bias=np.zeros((layers, 0)), outer=np.zeros((layers, d, 0)),
                       outer_bias=np.zeros((layers, d)), readout=np.ones(d), epsilon=epsilon)


def test_two_layers_by_hand():
    """Layer 1 over both positions, layer 2 at the last alone, with NumPy's sample deviation."""
    embedding, position = np.array([[3.0, 1, 2], [0, 2, -1]]), np.array([[0.0, 0, 1], [1, 0, 0]])
    network = without_attention(embedding, position, [1, 2], 0.5)
    for x in cube(2):
        first = embedding[(x < 0).astype(int)] + position
        second = 2 * (first - first.mean(axis=1, keepdims=True)) / np.sqrt(first.var(axis=1, keepdims=True) + 0.5)
        expected = max(1 / np.std(first, axis=1, ddof=1)) / np.std(second[-1], ddof=1)
        assert measured_blowup(network, [x])[0] == pytest.approx(expected, rel=1e-12)


def test_it_is_below_the_theory_for_wide_networks_without_epsilon():
    network = random_transformer(np.random.default_rng(0), 3, 8, 2, 1, 0.0)
    assert np.all(measured_blowup(network, cube(3)) < evaluate(network, cube(3)).blowup)


def test_variance_zero_is_refused():
    network = without_attention([[1.0, 1], [2, 2]], [[0.0, 0]], [1], 0.5)
    with pytest.raises(DegenerateVariance, match="variance is 0"):
        measured_blowup(network, [[1]])
