from dataclasses import replace

import numpy as np
import pytest

from numerics.parameter_norm import euclidean_norm, mlp_lipschitz, transformer_norm
from numerics.transformer import Transformer, random_transformer


def model(width=3, seed=0, d=4):
    return random_transformer(np.random.default_rng(seed), 5, d, 2, 2, 0.1, width)


def mlp(net, layer, u):
    hidden = np.maximum(net.inner[layer] @ u + net.inner_bias[layer], 0)
    return net.skip[layer] @ u + net.outer[layer] @ hidden + net.outer_bias[layer]


def test_norms_of_diagonal_matrices_by_hand():
    net = model(width=0, d=2)
    changed = replace(
        net, embedding=[[3, 0], [0, 1]], position=[[0, 0], [0, 4], [0, 0], [0, 0], [0, 0]],
        key=np.broadcast_to(np.diag([2.0, 1]), net.key.shape), query=np.broadcast_to(np.diag([3.0, 7]), net.key.shape),
        value=np.broadcast_to(np.diag([5.0, -6]), net.key.shape), readout=[3.0, 1.0],
    )
    norm = transformer_norm(changed)
    assert norm.radius == 5  # the vectors (3, 4) and (0, 5)
    assert np.allclose(norm.key_query, 7)
    assert np.allclose(norm.value, 6)
    assert np.allclose(norm.mlp, 1)
    assert np.isclose(norm.readout, 2**0.5)  # (3, 1) is (1, -1) beside its mean


def test_the_lipschitz_constant_of_an_absolute_value_with_skip():
    """MLP(u) = u + relu(u) + relu(-u) has slopes 2 and 0."""
    net = replace(model(width=2, d=1), skip=np.ones((2, 1, 1)), inner=np.broadcast_to([[1.0], [-1.0]], (2, 2, 1)),
                  outer=np.ones((2, 1, 2)))
    assert mlp_lipschitz(net, 1) == 2


@pytest.mark.parametrize("width", [0, 3, 8, 9, 30])
def test_no_pair_of_points_beats_the_constant(width):
    net, generator = model(width, seed=width), np.random.default_rng(1)
    for layer in (1, 2):
        constant = mlp_lipschitz(net, layer)
        for _ in range(200):
            u = generator.standard_normal(4) * 3
            v = u + generator.standard_normal(4) * 10.0 ** generator.integers(-3, 2)
            change = np.linalg.norm(mlp(net, layer - 1, u) - mlp(net, layer - 1, v))
            assert change <= constant * np.linalg.norm(u - v) * (1 + 1e-9)


def test_many_units_are_bounded_from_above_by_the_enumeration_of_few():
    few = model(8)
    padded = replace(few, inner=np.pad(few.inner, ((0, 0), (0, 4), (0, 0))), inner_bias=np.zeros((2, 12)),
                     outer=np.pad(few.outer, ((0, 0), (0, 0), (0, 4))))
    assert mlp_lipschitz(padded, 1) >= mlp_lipschitz(few, 1)


def test_layers_are_counted_from_one():
    with pytest.raises(ValueError, match=r"one of 1\.\.2"):
        mlp_lipschitz(model(), 0)


def test_the_euclidean_norm_counts_every_parameter():
    net = model()
    parts = [np.linalg.norm(np.ravel(getattr(net, name))) for name in Transformer.__slots__ if name != "epsilon"]
    assert euclidean_norm(net) == pytest.approx(np.linalg.norm(parts), rel=1e-14)
    assert euclidean_norm(replace(net, epsilon=0.5)) == euclidean_norm(net)
