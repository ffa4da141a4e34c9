from itertools import permutations

import numpy as np
import pytest

from numerics.hypercube import cube
from numerics.multi_head import heads_gradient, heads_loss, heads_product, heads_specialise
from numerics.two_head_descent import head_gradient
from numerics.two_head_loss import expected_loss, population_loss


def draw(seed, k, d, saturated=False):
    generator = np.random.default_rng(seed)
    heads = generator.dirichlet(np.full(d, 0.1), k) if saturated else generator.standard_normal((k, d))
    return heads, generator.permutation(d)[:k] + 1


def enumerated_loss(heads, subset):
    inputs = cube(heads.shape[1]).astype(float)
    wanted = -inputs[:, np.asarray(subset) - 1].prod(axis=1)
    return np.mean((-np.prod(inputs @ heads.T, axis=1) - wanted) ** 2)


def test_one_head_by_hand():
    # f = -(g . x), y = -x_1: L = (g_1 - 1)^2 + g_2^2
    assert heads_loss([[3.0, 2.0]], (1,)) == 8.0
    assert heads_gradient([[3.0, 2.0]], (1,)).tolist() == [[4.0, 4.0]]


def test_unit_heads_by_hand():
    # heads at different coordinates of S: L = 0; at others f and y are two different characters: L = 1 + 1
    unit = np.eye(5)
    for order in permutations(range(3)):
        assert heads_loss(unit[list(order)], (1, 2, 3)) == 0
    assert heads_loss(unit[[0, 1, 3]], (1, 2, 3)) == 2
    assert heads_product(unit[[0, 1, 3]], [[-1, 1, 1, 1, 1], [-1, -1, 1, -1, 1]]).tolist() == [1.0, 1.0]


@pytest.mark.parametrize("saturated", [False, True])
@pytest.mark.parametrize(("k", "d"), [(1, 4), (2, 2), (2, 12), (3, 3), (3, 10), (4, 11), (4, 12)])
def test_loss_meets_enumeration(k, d, saturated):
    heads, subset = draw(k * d, k, d, saturated)
    wanted = enumerated_loss(heads, subset)
    assert abs(heads_loss(heads, subset) - wanted) <= 1e-11 * (1 + wanted)


@pytest.mark.parametrize("saturated", [False, True])
@pytest.mark.parametrize(("k", "d"), [(1, 4), (2, 2), (2, 12), (3, 3), (3, 10), (4, 11), (4, 12)])
def test_gradient_meets_automatic_differentiation_of_the_enumerated_loss(k, d, saturated):
    torch = pytest.importorskip("torch")
    heads, subset = draw(k + d, k, d, saturated)
    inputs = torch.tensor(cube(d).astype(float))
    free = torch.tensor(heads, requires_grad=True)
    wanted = -inputs[:, subset - 1].prod(dim=1)
    ((-(free @ inputs.T).prod(dim=0) - wanted) ** 2).mean().backward()
    automatic = free.grad.numpy()
    assert np.abs(heads_gradient(heads, subset) - automatic).max() <= 1e-11 * (1 + np.abs(automatic).max())


def test_two_heads_are_the_two_head_model():
    heads, subset = draw(1, 2, 40)
    assert np.isclose(heads_loss(heads, subset), expected_loss(*heads, tuple(subset.tolist())), rtol=1e-12)
    slopes = heads_gradient(heads, subset)
    assert np.allclose(slopes[0], head_gradient(heads[0], heads[1], subset), rtol=1e-12, atol=1e-12)
    assert np.allclose(slopes[1], head_gradient(heads[1], heads[0], subset), rtol=1e-12, atol=1e-12)
    small, pair = draw(2, 2, 9)
    assert np.isclose(heads_loss(small, pair), population_loss(*small, tuple(pair.tolist())), rtol=1e-12)


def test_leading_axes_are_instances():
    drawn = [draw(seed, 3, 7) for seed in range(4)]
    heads = np.stack([one[0] for one in drawn]).reshape(2, 2, 3, 7)
    subsets = np.stack([one[1] for one in drawn]).reshape(2, 2, 3)
    for index in np.ndindex(2, 2):
        assert np.isclose(heads_loss(heads, subsets)[index], heads_loss(heads[index], subsets[index]), rtol=1e-14)
        single = heads_gradient(heads[index], subsets[index])
        assert np.allclose(heads_gradient(heads, subsets)[index], single, rtol=1e-13, atol=1e-13)
    assert np.allclose(heads_loss(heads, (1, 2, 3))[1, 0], heads_loss(heads[1, 0], (3, 2, 1)))


def test_specialised_heads():
    heads = np.eye(6)[[4, 0, 2]] + 0.1
    assert heads_specialise(heads, (1, 3, 5)) is True
    assert heads_specialise(heads, (1, 3, 4)) is False
    assert heads_specialise(np.stack([heads, heads * 0]), (1, 3, 5)).tolist() == [True, False]  # ties are none
    assert heads_specialise(heads * np.nan, (1, 3, 5)) is False


@pytest.mark.parametrize("subset", [(1, 1), (0, 2), (1, 4), (1, 2, 3), (1.0, 2.0)])
def test_what_is_no_subset_is_refused(subset):
    with pytest.raises(ValueError, match="subset"):
        heads_loss(np.ones((2, 3)), subset)
