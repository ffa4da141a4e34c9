from dataclasses import fields

import numpy as np
import pytest

from numerics import forward as module
from numerics.forward import attention_pattern, evaluate, is_defined, states
from numerics.hypercube import cube
from numerics.layernorm import DegenerateVariance
from numerics.transformer import Transformer, random_transformer

NAMES = [field.name for field in fields(Transformer)]


def peer(network, bits):
    """(T, N by layer and position) of one input: torch's softmax, relu and layer_norm, one position at a time."""
    torch = pytest.importorskip("torch")
    p = {name: torch.tensor(np.array(getattr(network, name))) for name in NAMES if name != "epsilon"}
    y = [p["embedding"][0 if bit == 1 else 1] + p["position"][w] for w, bit in enumerate(bits)]
    scales = []
    for k in range(len(p["skip"])):
        block = []
        for y_w in y:
            u = y_w.clone()
            for key, query, value in zip(p["key"][k], p["query"][k], p["value"][k], strict=True):
                weights = torch.softmax(torch.stack([(key @ y_v) @ (query @ y_w) for y_v in y]), dim=0)
                u += sum(weight * (value @ y_v) for weight, y_v in zip(weights, y, strict=True))
            hidden = torch.relu(p["inner"][k] @ u + p["inner_bias"][k])
            block.append(p["skip"][k] @ u + p["outer"][k] @ hidden + p["outer_bias"][k])
        scales.append([float((row.var(correction=0) + network.epsilon) ** -0.5) for row in block])
        y = [torch.nn.functional.layer_norm(row, row.shape, eps=network.epsilon) for row in block]
    return float(p["readout"] @ y[-1]), scales


@pytest.mark.parametrize(
    ("n", "d", "layers", "heads", "epsilon"), [(3, 4, 2, 2, 0.1), (4, 3, 3, 1, 0.0), (1, 5, 1, 3, 1)]
)
def test_against_torch_one_input_at_a_time(n, d, layers, heads, epsilon):
    network = random_transformer(np.random.default_rng(5), n, d, layers, heads, epsilon)
    trace = evaluate(network, cube(n))
    for row, bits in enumerate(cube(n).tolist()):
        output, scales = peer(network, bits)
        assert abs(trace.output[row] - output) < 1e-12
        assert np.allclose(trace.scale[:, row], scales, rtol=1e-12)
        tau = [max(1 + scale for scale in layer) for layer in scales]
        assert np.allclose(trace.tau[:, row], tau, rtol=1e-12)
        assert np.isclose(trace.blowup[row], np.prod(tau), rtol=1e-12)


def test_uniform_attention_averages_the_bits_by_hand(parameters):
    # y = (x_w, 0), V swaps the coordinates, K = Q = 0, S keeps the second: Y = (0, mean x), variance mean^2 / 4
    network = Transformer(
        **parameters(
            n=3, embedding=[[1, 0], [-1, 0]], value=[[[[0, 0], [1, 0]]]], skip=[[[0, 0], [0, 1]]], readout=[0, 1]
        )
    )
    average = cube(3).mean(axis=1)
    expected = (average / 2) / np.sqrt(average**2 / 4 + 1)
    assert np.allclose(evaluate(network, cube(3)).output, expected, atol=1e-15)


def test_the_last_position_is_read_and_every_position_counts_for_tau(parameters):
    # no attention: Y_w = (x_w c_w, 0) with c = (2, 0, 4) through position-free embedding and skip
    network = Transformer(**parameters(n=2, embedding=[[3, 1], [0, 0]], epsilon=1.0))
    trace = evaluate(network, [[1, -1], [-1, 1], [1, 1]])
    assert np.allclose(trace.output, [0, 2**-0.5, 2**-0.5], atol=1e-15)  # LayerNorm(3, 1) = (1, -1)/sqrt 2
    assert np.allclose(trace.scale[0], [[2**-0.5, 1], [1, 2**-0.5], [2**-0.5, 2**-0.5]], atol=1e-15)
    assert np.allclose(trace.blowup, [2, 2, 1 + 2**-0.5], atol=1e-15)


def test_relu_and_biases_by_hand(parameters):
    # MLP(u) = (relu(u_1 - 1) + 5, u_2) at u = (3, 1): Y = (5 + 2, 1), variance 9
    network = Transformer(
        **parameters(
            n=1,
            width=1,
            embedding=[[3, 1], [0, 1]],
            skip=[[[0, 0], [0, 1]]],
            inner=[[[1, 0]]],
            inner_bias=[[-1]],
            outer=[[[1], [0]]],
            outer_bias=[[5, 0]],
            epsilon=7.0,
        )
    )
    # at u = (0, 1) the relu is off: Y = (5, 1), variance 4
    assert np.allclose(evaluate(network, [[1], [-1]]).output, [3 / 4, 2 / np.sqrt(11)], atol=1e-15)


def test_chunks_change_nothing(monkeypatch):
    network = random_transformer(np.random.default_rng(6), 6, 4, 2, 2, 0.01)
    whole = evaluate(network, cube(6))
    monkeypatch.setattr(module, "_CHUNK_NUMBERS", 7 * 6 * 8)
    pieces = evaluate(network, cube(6))
    assert np.allclose(whole.output, pieces.output, rtol=0, atol=1e-13)
    assert np.allclose(whole.blowup, pieces.blowup, rtol=1e-13)


def test_huge_logits_do_not_overflow(parameters):
    # one head with logits ±1e6: the +1 bits take all the attention
    network = Transformer(
        **parameters(n=2, embedding=[[1, 0], [-1, 0]], position=[[0, 1], [0, 1]], key=[[[[1e6, 0], [0, 0]]]],
                     query=[[[[0, 1], [0, 0]]]], value=[[[[0, 0], [1, 0]]]], skip=[[[0, 0], [0, 1]]], readout=[0, 1])
    )  # fmt: skip
    # Y = (0, 1 + attended bit): attended +1 unless both bits are -1
    assert np.allclose(evaluate(network, cube(2)).output, [2**-0.5, 2**-0.5, 2**-0.5, 0], atol=1e-15)


def test_zero_over_zero_raises(parameters):
    with pytest.raises(DegenerateVariance):
        evaluate(Transformer(**parameters(epsilon=0.0)), cube(3))
    one_dimension = random_transformer(np.random.default_rng(0), 2, 1, 1, 1, 0.0)
    with pytest.raises(DegenerateVariance):
        evaluate(one_dimension, cube(2))


def test_overflow_raises(parameters):
    with pytest.raises(ValueError, match="finite"):
        evaluate(Transformer(**parameters(embedding=[[1e200, 0], [0, 1]])), cube(3))
    with pytest.raises(ValueError, match="overflows"):
        evaluate(Transformer(**parameters(embedding=[[9, 0], [9, 0]], readout=[1.5e308, -1.5e308])), cube(3))


@pytest.mark.parametrize("inputs", [[[1, 1]], [1, 1, 1], [[1, 0, 1]], [[1, 1, np.nan]]])
def test_inputs_that_are_no_bit_strings_are_refused(inputs, parameters):
    with pytest.raises(ValueError, match="inputs are"):
        evaluate(Transformer(**parameters()), inputs)


def test_states_and_attention_agree_with_the_output():
    network = random_transformer(np.random.default_rng(7), 4, 5, 2, 3, 0.2)
    path, weights = states(network, cube(4)), attention_pattern(network, cube(4))
    assert np.allclose(path[-1][:, -1] @ network.readout, evaluate(network, cube(4)).output, rtol=1e-13)
    assert np.allclose(weights.sum(axis=-1), 1)
    assert weights.min() > 0
    logits = (path[1] @ network.key[1, 2].T) @ (path[1] @ network.query[1, 2].T).swapaxes(1, 2)  # key v, query w
    odds = weights[1, 2, :, 0, 1] / weights[1, 2, :, 0, 3]
    assert np.allclose(np.log(odds), logits[:, 1, 0] - logits[:, 3, 0], rtol=1e-12)


def test_inputs_without_a_value_are_told_apart(parameters):
    # Y = (mean of the bits, 0) without epsilon: 0/0 exactly where the bits cancel
    network = Transformer(**parameters(n=4, embedding=[[1, 1], [-1, -1]], value=[[[[1, 0], [0, 0]]]],
                                       skip=[[[1, -1], [0, 0]]], epsilon=0.0))  # fmt: skip
    assert is_defined(network, cube(4)).tolist() == (cube(4).sum(axis=1) != 0).tolist()


def test_a_variance_of_rounding_alone_is_refused(parameters):
    # Y = (3 u/10, u/10 + u/5): equal, but not in float64
    network = Transformer(**parameters(n=1, embedding=[[1, 1], [-1, -1]], skip=[[[0.3, 0], [0.1, 0.2]]], epsilon=0.0))
    with pytest.raises(DegenerateVariance, match="rounding"):
        evaluate(network, [[1]])


def test_without_keys_and_queries_attention_is_uniform():
    free = random_transformer(np.random.default_rng(8), 5, 4, 2, 1, 0.1)
    almost = {name: getattr(free, name) for name in NAMES}
    silent = Transformer(**(almost | {"key": 0 * free.key}))
    faint = Transformer(**(almost | {"key": 1e-300 * free.key}))  # takes the other branch
    assert np.allclose(evaluate(silent, cube(5)).output, evaluate(faint, cube(5)).output, rtol=1e-13)
