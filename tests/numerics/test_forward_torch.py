import numpy as np
import pytest

from numerics.forward import evaluate
from numerics.forward_torch import output_gradient, torch_output, torch_parameters
from numerics.hypercube import cube
from numerics.layernorm import DegenerateVariance
from numerics.network import first_network
from numerics.parity_network import attention_parity_network, hot_parity_network
from numerics.transformer import Transformer, random_transformer

pytest.importorskip("torch")


@pytest.mark.parametrize("network", [
    random_transformer(np.random.default_rng(5), 4, 6, 3, 2, 0.1),
    random_transformer(np.random.default_rng(6), 3, 4, 2, 0, 0.0),
    first_network(5), hot_parity_network(5), attention_parity_network(5)],
    ids=["random", "without attention", "first", "hot", "attention"])
def test_the_twin_agrees(network):
    inputs = cube(network.length)
    output = torch_output(torch_parameters(network), network.epsilon, inputs).detach().numpy()
    assert np.allclose(output, evaluate(network, inputs).output, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("name", [field for field in Transformer.__slots__ if field != "epsilon"])
def test_gradients_are_difference_quotients(name):
    network = random_transformer(np.random.default_rng(5), 3, 4, 2, 2, 0.1)
    arrays = {key: getattr(network, key) for key in Transformer.__slots__}
    x, step = [1, -1, 1], 1e-5
    direction = np.random.default_rng(8).standard_normal(arrays[name].shape)
    high, low = (evaluate(Transformer(**(arrays | {name: arrays[name] + sign * step * direction})), [x]).output[0]
                 for sign in (1, -1))
    assert (output_gradient(network, x)[name] * direction).sum() == pytest.approx((high - low) / (2 * step), rel=1e-6)


def test_zero_over_zero_raises():
    with pytest.raises(DegenerateVariance):
        output_gradient(random_transformer(np.random.default_rng(0), 2, 1, 1, 1, 0.0), [1, 1])
