import numpy as np
import pytest
from scipy.stats import ttest_1samp

from numerics.forward import evaluate
from numerics.forward_torch import output_gradient
from numerics.hypercube import cube
from numerics.network import first_network, majority_network
from numerics.parity_network import hot_parity_network
from numerics.sharpness import MOVED, loss_sharpness, mean_square_change, perturbed, sharpness_estimate
from numerics.transformer import Transformer, random_transformer


def test_a_move_has_its_length_and_leaves_the_positions():
    network = hot_parity_network(5)
    moved = perturbed(network, np.random.default_rng(1), 0.25)
    squares = [((getattr(moved, name) - getattr(network, name)) ** 2).sum() for name in MOVED]
    assert sum(squares) == pytest.approx(0.25**2, rel=1e-12)
    assert np.array_equal(moved.position, network.position)
    assert min(squares) > 0


def test_a_change_of_the_readout_by_hand():
    # T' = 3 T: (T' - T)^2 = 4 for signs
    network = majority_network(5)
    arrays = {name: getattr(network, name) for name in Transformer.__slots__}
    tripled = Transformer(**(arrays | {"readout": 3 * network.readout}))
    assert mean_square_change(network, tripled) == pytest.approx(4, rel=1e-14)
    assert mean_square_change(network, tripled, [[1, 1, -1, 1, -1]]) == pytest.approx(4, rel=1e-14)


def test_orbits_stand_for_all_inputs():
    network = first_network(6)
    moved = perturbed(network, np.random.default_rng(2), 0.3)
    whole = np.mean((evaluate(moved, cube(6)).output - evaluate(network, cube(6)).output) ** 2)
    assert mean_square_change(network, moved) == pytest.approx(whole, rel=1e-11)
    assert mean_square_change(network, moved, cube(6)) == pytest.approx(whole, rel=1e-13)


def test_the_interval_is_students():
    found = sharpness_estimate(majority_network(5), 0.1, range(12))
    low, high = ttest_1samp(found.values, 0).confidence_interval(0.95)
    assert found.mean == pytest.approx((low + high) / 2)
    assert found.half_width == pytest.approx((high - low) / 2)


def test_the_order_of_limits():
    # parity: rows rho -> 0 vanish as rho^2, columns n -> infinity grow; the first bit: the same at every n
    row = [sharpness_estimate(hot_parity_network(4), rho, range(16), cube(4)).mean for rho in (1e-3, 1e-4)]
    assert row[0] / row[1] == pytest.approx(100, rel=0.3)
    inputs = 1 - 2 * np.random.default_rng(3).integers(0, 2, (32, 24))
    column = sharpness_estimate(hot_parity_network(24), 0.1, range(12), inputs)
    assert column.mean - column.half_width > 0.5
    flat = [sharpness_estimate(first_network(n), 0.1, range(12)).mean for n in (4, 128)]
    assert flat[0] == pytest.approx(flat[1], rel=0.05)
    assert flat[0] < 2e-3
    rising = [sharpness_estimate(majority_network(n), 0.1, range(12)).mean for n in (17, 257)]
    assert rising[1] > 20 * rising[0]


def test_noise_on_all_parameters_moves_the_loss_by_the_slopes():
    # where T computes f, the loss rises by the mean square of the change: spread^2 E |dT/dtheta|^2 for small noise
    pytest.importorskip("torch", reason="PyTorch is not installed: pip install 'assay[torch]'")
    network = random_transformer(np.random.default_rng(4), 2, 4, 1, 1, 0.1)
    slopes = sum((part**2).sum() for x in cube(2) for part in output_gradient(network, x).values()) / 4
    found = loss_sharpness(network, 1e-4, range(200), cube(2), evaluate(network, cube(2)).output)
    assert found.mean == pytest.approx(1e-8 * slopes, rel=0.3)
