import numpy as np
import pytest

from numerics.alarm import alarm_network
from numerics.bit_influence import transformer_influence
from numerics.boolean import disjunction
from numerics.forward import evaluate
from numerics.hypercube import cube, star


@pytest.mark.parametrize(("n", "layers"), [(1, 1), (4, 1), (5, 2), (3, 3)])
def test_it_tells_whether_all_bits_are_plus_one(n, layers):
    output = evaluate(alarm_network(n, layers), cube(n)).output
    assert np.allclose(output, 2 * np.array(disjunction(n), dtype=float), atol=1e-6)


def test_the_scale_at_the_alarmed_input_by_hand():
    # Y = (1 + v + c v) g in R^4 has variance (1 + v + c v)^2/4
    scale = evaluate(alarm_network(3, value=10.0, bias=0.5), [[1, 1, 1]]).scale
    assert np.allclose(scale, 2 / (1 + 10 + 5), rtol=1e-5)


def test_every_bit_claims_all_attention():
    influence = transformer_influence(alarm_network(6), np.ones(6, dtype=int))
    assert np.allclose(influence, 5)


def test_alone_the_last_position_sees_other_bits_through_the_second_layer_only():
    one, two = (evaluate(alarm_network(8, layers, alone=True), star([1] * 8)).output for layers in (1, 2))
    assert np.allclose(one, [*[2] * 8, -2], atol=1e-5)
    assert np.allclose(two, [2, *[-2] * 8], atol=1e-5)
    assert transformer_influence(alarm_network(8, alone=True), [1] * 8)[0, -1] < 1e-20


def test_sizes_are_positive():
    with pytest.raises(ValueError, match="at least one position"):
        alarm_network(0)
