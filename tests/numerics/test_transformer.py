import numpy as np
import pytest

from numerics.transformer import Transformer, random_transformer


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"embedding": np.zeros((3, 2))}, "embedding"),
        ({"query": np.zeros((1, 2, 2, 2))}, "query"),
        ({"outer_bias": np.zeros((1, 3))}, "outer_bias"),
        ({"readout": [np.nan, 0]}, "readout"),
        ({"epsilon": -1.0}, "epsilon"),
        ({"epsilon": np.nan}, "epsilon"),
        ({"position": np.zeros(2)}, "position"),
    ],
)
def test_parameters_that_disagree_are_refused(changes, name, parameters):
    with pytest.raises(ValueError, match=name):
        Transformer(**parameters(**changes))


def test_parameters_are_copies_and_read_only(parameters):
    embedding = np.ones((2, 2))
    network = Transformer(**parameters(embedding=embedding))
    embedding[0] = 7
    assert network.embedding.tolist() == [[1, 1], [1, 1]]
    with pytest.raises(ValueError, match="read-only"):
        network.embedding[0] = 7
    with pytest.raises(AttributeError):
        network.epsilon = 2.0


def test_random_transformers_are_reproducible():
    first, second = (random_transformer(np.random.default_rng(1), 3, 4, 1, 2, 0.1) for _ in range(2))
    assert first.key.tolist() == second.key.tolist()
    assert (first.layers, first.length, first.inner.shape) == (1, 3, (1, 8, 4))
    wide = random_transformer(np.random.default_rng(2), 1, 100, 1, 1, 0.1)
    assert abs(wide.value.var() * 100 - 1) < 0.06  # 10,000 entries of variance 1/d
