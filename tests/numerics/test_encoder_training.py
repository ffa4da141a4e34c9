from dataclasses import replace

import numpy as np
import pytest

import numerics
from numerics.encoder_training import WARM, Schedule, train_encoder

pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'assay[torch]'")

ARRAYS = [name for name in numerics.Transformer.__slots__ if name != "epsilon"]
SCHEDULE = Schedule(0.05, 200, 10, rate=0.01)


def small(n=3, seed=0):
    return numerics.random_transformer(np.random.default_rng(seed), n, 4, 1, 1, 1e-3)


def loss(network, inputs, values):
    """The loss by the other route, in NumPy."""
    return np.mean((numerics.evaluate(network, inputs).output - values) ** 2)


def slope(network, name, place, inputs, values):
    """The loss differentiated by central differences in one parameter."""
    ends = []
    for sign in (1, -1):
        array = np.array(getattr(network, name))
        array[place] += sign * 1e-6
        ends.append(loss(replace(network, **{name: array}), inputs, values))
    return (ends[0] - ends[1]) / 2e-6


@pytest.mark.parametrize("name", ARRAYS)
def test_the_first_step_is_that_of_adamw(name):
    """After one step both moments of Adam are the gradient g: theta (1 - rate decay) - rate g/(|g| + 1e-8)."""
    inputs, values, start = numerics.cube(3), numerics.parity(3), small()
    after = train_encoder(start, inputs, values, replace(SCHEDULE, decay=0.5), stop=1).transformers[-1]
    before, place, rate = getattr(start, name), (0,) * getattr(start, name).ndim, 0.01 / WARM
    g = slope(start, name, place, inputs, values)
    expected = before[place] * (1 - rate * 0.5) - (rate * np.sign(g) if abs(g) > 1e-5 else 0)
    assert getattr(after, name)[place] == pytest.approx(expected, abs=rate * 1e-2)


def test_losses_are_those_of_the_snapshots():
    inputs, values = numerics.cube(3), numerics.first(3)
    found = train_encoder(small(), inputs, values, SCHEDULE)
    for number, network in zip(found.losses, found.transformers, strict=True):
        assert number == pytest.approx(loss(network, inputs, values), rel=1e-9)
    assert found.losses[found.steps.index(found.met)] <= 0.05
    assert found.steps[-1] == found.met + 10
    assert found.losses[-1] < 0.05 < found.losses[0]


def test_training_is_deterministic():
    one, other = (train_encoder(small(), numerics.cube(3), numerics.parity(3), SCHEDULE, stop=30) for _ in range(2))
    assert one.losses == other.losses
    assert all(np.array_equal(getattr(one.transformers[-1], name), getattr(other.transformers[-1], name))
               for name in ARRAYS)


def test_the_start_is_left_as_it_was():
    start = small()
    train_encoder(start, numerics.cube(3), numerics.parity(3), SCHEDULE, stop=2)
    assert all(np.array_equal(getattr(start, name), getattr(small(), name)) for name in ARRAYS)


def test_a_goal_that_is_not_met_is_told():
    found = train_encoder(small(), numerics.cube(3), numerics.parity(3), Schedule(1e-9, 30, 10))
    assert found.met is None
    assert found.steps == (0, 25, 30)


def test_rate_zero_with_decay_shrinks_nothing():
    found = train_encoder(small(), numerics.cube(3), numerics.parity(3), Schedule(1e-9, 5, 0, rate=0.0))
    assert found.losses[0] == found.losses[-1]


def test_the_number_of_threads_is_left_alone():
    import torch

    before = torch.get_num_threads()
    train_encoder(small(), numerics.cube(3), numerics.parity(3), SCHEDULE, stop=1)
    assert torch.get_num_threads() == before


def test_sizes_must_agree():
    with pytest.raises(ValueError, match="every input has a value"):
        train_encoder(small(), numerics.cube(3), [1, -1], SCHEDULE)


@pytest.mark.slow
def test_parity_is_found_and_becomes_sharp():
    """Hahn and Rofin 2024, Section 5: sharpness rises when parity is found."""
    start = numerics.random_transformer(np.random.default_rng(0), 6, 32, 2, 2, 1e-5)
    found = train_encoder(start, numerics.cube(6), numerics.parity(6), Schedule(0.05, 1500, 200))
    ends = [numerics.sharpness_estimate(network, 3.0, range(8)).mean for network in (start, found.transformers[-1])]
    assert found.losses[-1] < 0.02
    assert ends[1] > ends[0]
