import numpy as np
import pytest
import scipy.special

from numerics.cls_transformer import cls_gradient, cls_matrices, cls_output, cls_trajectory
from numerics.hypercube import cube
from numerics.sample import sample_gradient, sample_inputs
from numerics.training import train
from numerics.two_head_descent import population_gradient
from numerics.two_head_instance import instance
from numerics.two_head_model import two_head

pytest.importorskip("torch")


def model_output(drawn, inputs):
    g, h = scipy.special.softmax(drawn.positions @ drawn.queries.T, axis=0).T
    return two_head(g, h, inputs.astype(float))


def draw(seed, d=8, m=5):
    drawn = instance(seed, d, m, start="independent", norm=1.5)
    return drawn, tuple(drawn.subset.tolist())


@pytest.mark.parametrize("seed", range(5))
def test_output_is_the_two_head_model(seed):
    drawn, _ = draw(seed)
    found = cls_output(cls_matrices(*drawn.queries), drawn.positions, cube(8))
    assert np.allclose(found, model_output(drawn, cube(8)), rtol=0, atol=2e-15)


def test_without_the_mask_of_cls_the_output_is_another():
    gaps = []
    for seed in range(5):
        drawn, _ = draw(seed, d=4)
        found = cls_output(cls_matrices(*drawn.queries), drawn.positions, cube(4), attend_self=True)
        gaps.append(np.abs(found - model_output(drawn, cube(4))).max())
    assert min(gaps) > 0.01


@pytest.mark.parametrize("seed", range(5))
def test_gradient_is_that_of_the_queries_and_the_content_entry_has_none(seed):
    drawn, pair = draw(seed)
    slopes = cls_gradient(cls_matrices(*drawn.queries), drawn.positions, pair, structural_mask=False)
    expected = population_gradient(drawn.positions, *drawn.queries, pair)
    assert np.abs(expected).max() > 1e-3
    assert np.allclose(slopes[:, -1, :5], expected, rtol=0, atol=2e-15)
    assert np.abs(slopes[:, -1, 5]).max() < 1e-15
    assert not np.any(slopes[:, :-1])  # only CLS asks


def test_on_samples_the_content_entry_has_a_gradient_that_the_mask_removes():
    drawn, pair = draw(1)
    inputs = next(sample_inputs(7, 40, 8))
    matrices = cls_matrices(*drawn.queries)
    slopes = cls_gradient(matrices, drawn.positions, pair, inputs=inputs, structural_mask=False)
    assert np.abs(slopes[:, -1, 5]).min() > 1e-4
    masked = cls_gradient(matrices, drawn.positions, pair, inputs=inputs)
    assert np.count_nonzero(masked) == 10
    assert np.allclose(masked[:, -1, :5], slopes[:, -1, :5], rtol=0, atol=1e-16)
    expected = sample_gradient(drawn.positions, *drawn.queries, pair, n=40, seed=7)
    assert np.allclose(masked[:, -1, :5], expected, rtol=0, atol=1e-14)


@pytest.mark.parametrize("structural_mask", [True, False])
def test_the_trajectory_is_that_of_the_queries(structural_mask):
    drawn, pair = draw(2)
    found = cls_trajectory(
        *drawn.queries, drawn.positions, pair, step_size=10.0, steps=6, structural_mask=structural_mask
    )
    expected = train(drawn, 10.0, steps=6).queries
    assert np.abs(expected[-1] - expected[0]).max() > 0.1
    assert np.allclose(found, expected, rtol=0, atol=1e-10)


def test_with_both_factors_trained_the_trajectory_is_another():
    drawn, pair = draw(3)
    merged = cls_trajectory(*drawn.queries, drawn.positions, pair, step_size=0.5, steps=2)
    factored = cls_trajectory(*drawn.queries, drawn.positions, pair, step_size=0.5, steps=2, factored=True)
    assert factored[0].tolist() == merged[0].tolist()
    assert np.abs(factored[1] - merged[1]).max() > 1e-2
    # one step by hand: q = W_Q e_0 moves by -eta s and W_K by -eta q s^T, so W_K^T q = q - eta (1 + |q|^2) s + ...
    slopes = np.array(population_gradient(drawn.positions, *drawn.queries, pair))
    for theta, s, found in zip(drawn.queries, slopes, factored[1], strict=True):
        expected = theta - 0.5 * (1 + theta @ theta) * s + 0.25 * (s @ theta) * s
        assert np.allclose(found, expected, rtol=0, atol=1e-13)


def test_a_cube_too_large_is_refused():
    with pytest.raises(ValueError, match="give inputs"):
        cls_gradient(cls_matrices(np.zeros(2), np.zeros(2)), np.zeros((17, 2)), (1, 2))


def test_parts_of_the_inputs_add_up(monkeypatch):
    drawn, pair = draw(4)
    matrices, positions, inputs = cls_matrices(*drawn.queries), drawn.positions, cube(8)[:200]
    whole = [cls_gradient(matrices, positions, pair, inputs=inputs), cls_output(matrices, positions, inputs)]
    monkeypatch.setattr("numerics.cls_transformer._CHUNK_NUMBERS", 9 * 7 * 64)  # 64 inputs of 9 tokens in R^7
    parts = [cls_gradient(matrices, positions, pair, inputs=inputs), cls_output(matrices, positions, inputs)]
    assert np.allclose(parts[0], whole[0], rtol=0, atol=1e-15)
    assert np.allclose(parts[1], whole[1], rtol=0, atol=1e-15)
