import numpy as np
import pytest

from numerics.forward import evaluate
from numerics.forward_cube import evaluate_cube
from numerics.hypercube import cube
from numerics.layernorm import DegenerateVariance
from numerics.network import first_network, majority_network
from numerics.parity_network import attention_parity_network
from numerics.transformer import Transformer, random_transformer


@pytest.mark.parametrize("sizes", [  # n, d, L, H, epsilon, width
    (9, 8, 2, 2, 0.01, None), (5, 4, 3, 1, 0.0, 3), (3, 3, 1, 3, 0.5, 0), (2, 4, 2, 2, 0.1, None),
    (4, 4, 2, 0, 0.1, None),
])
def test_against_input_by_input(sizes):
    n = sizes[0]
    network = random_transformer(np.random.default_rng(n), *sizes)
    plain, fast = evaluate(network, cube(n)), evaluate_cube(network)
    assert np.allclose(fast.output, plain.output, rtol=1e-11, atol=1e-12)
    assert np.allclose(fast.scale, plain.scale, rtol=1e-11)
    assert np.allclose(fast.blowup, plain.blowup, rtol=1e-11)


@pytest.mark.parametrize("scale", [30.0, 1e4])
def test_steep_attention(scale):
    free = random_transformer(np.random.default_rng(1), 5, 4, 2, 2, 0.1)
    arrays = {name: getattr(free, name) for name in Transformer.__slots__}
    network = Transformer(**(arrays | {"key": free.key * scale}))
    assert np.allclose(evaluate_cube(network).output, evaluate(network, cube(5)).output, rtol=1e-9, atol=1e-10)


@pytest.mark.parametrize("build", [majority_network, first_network, attention_parity_network])
def test_networks_set_by_hand(build):
    assert np.allclose(evaluate_cube(build(7)).output, evaluate(build(7), cube(7)).output, rtol=0, atol=1e-12)


def test_zero_over_zero_and_overflow_are_refused():
    with pytest.raises(DegenerateVariance):
        evaluate_cube(random_transformer(np.random.default_rng(0), 4, 1, 1, 1, 0.0))
    free = random_transformer(np.random.default_rng(1), 4, 4, 1, 1, 0.1)
    arrays = {name: getattr(free, name) for name in Transformer.__slots__}
    with pytest.raises(ValueError, match="finite"):
        evaluate_cube(Transformer(**(arrays | {"skip": free.skip * 1e200})))
