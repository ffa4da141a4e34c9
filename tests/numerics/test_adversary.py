import numpy as np
import pytest

from numerics.adversary import ascend
from numerics.forward import evaluate
from numerics.forward_torch import torch_output, torch_trace
from numerics.transformer import random_transformer

pytest.importorskip("torch")
INPUTS = [[1, 1, -1], [-1, 1, -1]]


def start():
    return random_transformer(np.random.default_rng(2), 3, 4, 2, 1, 0.1, 2)


def gap(parameters):
    """T(x) - T(x^1) beside a price on the read-out."""
    output = torch_output(parameters, 0.1, INPUTS)
    return output[0] - output[1] - (parameters["readout"] ** 2).sum()


def test_the_objective_rises_and_is_that_of_the_transformer_returned():
    best, height = ascend(start(), gap, 60)
    output = evaluate(best, INPUTS).output
    assert height == pytest.approx(float(output[0] - output[1] - best.readout @ best.readout), rel=1e-12)
    assert height > float(gap_of(start())) + 0.5


def gap_of(model):
    output = evaluate(model, INPUTS).output
    return output[0] - output[1] - model.readout @ model.readout


def test_it_repeats():
    assert ascend(start(), gap, 20)[1] == ascend(start(), gap, 20)[1]


def test_it_ends_where_the_objective_has_no_value():
    import torch

    def falling(parameters):
        value = parameters["readout"].sum()
        return torch.where(value < 10, value, torch.tensor(float("nan"), dtype=torch.float64))

    assert ascend(start(), falling, 2000, rate=1.0)[1] < 10
    with pytest.raises(ValueError, match="not finite at the start"):
        ascend(start(), lambda parameters: parameters["readout"].sum() * float("inf"), 3)
    with pytest.raises(ValueError, match="at least one step"):
        ascend(start(), gap, 0)


def test_scales_in_torch_are_those_of_the_floats():
    from numerics.forward_torch import torch_parameters

    model = start()
    output, scale = torch_trace(torch_parameters(model), model.epsilon, INPUTS)
    trace = evaluate(model, INPUTS)
    assert np.allclose(output.detach(), trace.output, rtol=1e-12)
    assert np.allclose(scale.detach(), trace.scale, rtol=1e-12)
