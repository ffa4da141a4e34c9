import numpy as np
import pytest

from numerics.attention_kind import ATTENTION_KINDS
from numerics.hypercube import cube
from numerics.multi_head import heads_specialise
from numerics.training import model_gradient, model_heads, model_loss, train
from numerics.two_head_descent import gradient_step, population_gradient
from numerics.two_head_instance import Instance, instance


def automatic(drawn, attention, power):
    """(L, dL/dtheta) of the enumerated loss by PyTorch, from the definitions."""
    torch = pytest.importorskip("torch")
    d = drawn.positions.shape[0]
    inputs, queries = torch.tensor(cube(d).astype(float)), torch.tensor(drawn.queries, requires_grad=True)
    z = queries @ torch.tensor(drawn.positions).T
    phi = {
        "softmax": torch.exp,
        "linear": lambda z: z,
        "erf": torch.erf,
        "affine": lambda z: 1 + z,
        "relu": torch.relu,
        "elu": lambda z: torch.nn.functional.elu(z) + 1,
        "power": lambda z: torch.relu(1 + z / power) ** power,
    }[attention](z)
    heads = phi if attention in ("linear", "erf") else phi / phi.sum(dim=-1, keepdim=True)
    wanted = -inputs[:, drawn.subset - 1].prod(dim=1)
    loss = ((-(heads @ inputs.T).prod(dim=0) - wanted) ** 2).mean()
    loss.backward()
    return loss.item(), queries.grad.numpy()


@pytest.mark.parametrize("attention", ATTENTION_KINDS)
@pytest.mark.parametrize(("heads", "d"), [(2, 8), (3, 8), (4, 9)])
def test_loss_and_gradient_meet_enumeration_and_automatic_differentiation(attention, heads, d):
    drawn = instance(d, d, 5, heads, start="independent", norm=0.7)
    loss, gradient = automatic(drawn, attention, 3)
    assert np.isclose(model_loss(drawn, attention, 3), loss, rtol=1e-11)
    assert np.allclose(model_gradient(drawn, attention, 3), gradient, rtol=1e-10, atol=1e-11 * np.abs(gradient).max())


def test_two_softmax_heads_are_the_two_head_model():
    drawn = instance(range(3), 64, 18)
    slopes = population_gradient(drawn.positions, drawn.queries[:, 0], drawn.queries[:, 1], drawn.subset)
    assert np.allclose(model_gradient(drawn), np.stack(slopes, axis=1), rtol=1e-9, atol=1e-13)
    run = train(drawn, 64.0**2, steps=1)
    stepped = gradient_step(drawn.positions, drawn.queries[:, 0], drawn.queries[:, 1], drawn.subset, 64.0**2)
    assert np.allclose(run.queries[1], np.stack(stepped, axis=1), rtol=1e-9, atol=1e-10)
    assert run.queries[0].tolist() == drawn.queries.tolist()


def test_one_position_by_hand():
    # k = 1, d = 1, linear: f = -theta v x with v = ±1, y = -x, L = (theta v - 1)^2, gradient 2 v (theta v - 1)
    drawn = Instance(np.array([[-1.0]]), np.array([[3.0]]), np.array([1]))
    assert model_heads(drawn, "linear").tolist() == [[-3.0]]
    assert model_loss(drawn, "linear") == 16.0
    assert model_gradient(drawn, "linear").tolist() == [[8.0]]
    run = train(drawn, 0.25, steps=2, attention="linear")  # theta halves its distance to -1 each time
    assert run.queries.ravel().tolist() == [3.0, 1.0, 0.0]
    assert run.loss.tolist() == [16.0, 4.0, 1.0]
    back = train(drawn, 8.0, attention="linear", backtracking=True)
    # eta = 8, 4, 2 overshoot and eta = 1 mirrors theta to -5 with the same loss: 1/2 is first, and lands on -1
    assert back.step_size.tolist() == [0.5]
    assert back.queries.ravel().tolist() == [3.0, -1.0]


def test_backtracking_lowers_every_loss_and_stops_where_nothing_is_left():
    drawn = instance(range(6), 20, 10, start="independent")
    run = train(drawn, 20.0**3, steps=5, backtracking=True)
    assert run.loss.shape == (6, 6)
    assert run.step_size.shape == (5, 6)
    assert np.all(np.diff(run.loss, axis=0) <= 0)
    assert np.all(run.loss[-1] < run.loss[0])
    still = train(Instance(np.eye(2), np.zeros((2, 2)), np.array([1, 2])), 1.0, steps=2, backtracking=True)
    assert still.step_size.tolist() == [0.0, 0.0]


def test_instances_are_trained_each_by_itself():
    together = train(instance([4, 5], 12, 6), 500.0, steps=3, backtracking=True)
    for index, seed in enumerate((4, 5)):
        alone = train(instance(seed, 12, 6), 500.0, steps=3, backtracking=True)
        assert np.allclose(together.queries[:, index], alone.queries, rtol=1e-9, atol=1e-12)
        assert together.step_size[:, index].tolist() == alone.step_size.tolist()


def test_a_few_backtracked_steps_solve_three_heads():
    drawn = instance(range(10), 32, 48, 3, start="independent")
    run = train(drawn, 32.0**4, steps=8, backtracking=True)
    solved = heads_specialise(model_heads(Instance(drawn.positions, run.queries[-1], drawn.subset)), drawn.subset)
    assert np.sum(solved & (run.loss[-1] < 0.1)) >= 5
    identical = train(instance(0, 32, 48, 3, start="identical"), 32.0**3, steps=4, backtracking=True)
    assert np.allclose(identical.queries[-1][0], identical.queries[-1][1], rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("attention", ["linear", "erf"])
def test_odd_attention_keeps_an_antisymmetric_start_for_ever(attention):
    # theta~ = -theta gives h = -g and f = (g . x)^2 >= 0, so L >= E max(0, y - 0)^2 over y = -1: at least 1/2
    run = train(instance(range(4), 16, 20), 0.5, steps=6, attention=attention, backtracking=True)
    assert np.allclose(run.queries[:, :, 0], -run.queries[:, :, 1], atol=1e-12)
    assert np.all(run.loss >= 0.5 - 1e-12)


def test_no_steps_and_fewer():
    run = train(instance(0, 4, 2), 1.0, steps=0)
    assert (run.queries.shape, run.loss.shape, run.step_size.shape) == ((1, 2, 2), (1,), (0,))
    with pytest.raises(ValueError, match="at least 0 steps"):
        train(instance(0, 4, 2), 1.0, steps=-1)
