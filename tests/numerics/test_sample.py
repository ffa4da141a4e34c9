import resource
import subprocess
import sys

import numpy as np
import pytest
import scipy.special
import scipy.stats

from numerics.hypercube import cube
from numerics.sample import sample_gradient, sample_inputs, sample_step
from numerics.two_head_descent import population_gradient
from numerics.two_head_instance import instance, integer_stream


def test_inputs_are_the_bits_of_the_stream():
    raw = integer_stream(9, 3).random_raw(4).tolist()
    found = np.concatenate(list(sample_inputs(9, 2, 70)))
    for row, words in zip(found.tolist(), (raw[:2], raw[2:]), strict=True):
        joined = words[0] + (words[1] << 64)
        assert row == [1 - 2 * (joined >> k & 1) for k in range(70)]


@pytest.mark.parametrize("batch", [1, 3, 7, 100])
def test_batches_do_not_matter(batch):
    together = next(sample_inputs(1, 20, 65))
    parts = list(sample_inputs(1, 20, 65, batch=batch))
    assert max(len(part) for part in parts) <= batch
    assert np.concatenate(parts).tolist() == together.tolist()


def test_inputs_are_uniform():
    counts = np.bincount((next(sample_inputs(2, 16000, 4)) < 0) @ [1, 2, 4, 8], minlength=16)
    assert scipy.stats.chisquare(counts).pvalue > 1e-3


def test_gradient_meets_automatic_differentiation():
    torch = pytest.importorskip("torch")
    drawn, n = instance(3, 9, 4, start="independent"), 50
    inputs = torch.tensor(next(sample_inputs(8, n, 9)).astype(float))
    queries = torch.tensor(drawn.queries, requires_grad=True)
    forms = inputs @ torch.softmax(torch.tensor(drawn.positions) @ queries.T, dim=0)
    (((-forms.prod(dim=1)) + inputs[:, 2] * inputs[:, 6]) ** 2).mean().backward()
    found = sample_gradient(drawn.positions, *drawn.queries, (3, 7), n=n, seed=8)
    assert np.abs(queries.grad.numpy()).max() > 1e-3
    assert np.allclose(found, queries.grad.numpy(), rtol=0, atol=1e-14)
    moved = sample_step(drawn.positions, *drawn.queries, (3, 7), 2.0, n=n, seed=8)
    assert np.allclose(moved, drawn.queries - 2.0 * queries.grad.numpy(), rtol=0, atol=1e-13)


def test_gradient_by_the_definition():
    # the mean over samples of 2 (f - y) df/dtheta, every term written out
    drawn, n = instance(4, 5, 3, start="independent"), 11
    g, h = scipy.special.softmax(drawn.positions @ drawn.queries.T, axis=0).T
    total = np.zeros(3)
    for x in next(sample_inputs(6, n, 5)).astype(float):
        slope = -(h @ x) * (drawn.positions.T @ (np.diag(g) - np.outer(g, g)) @ x)
        total += 2 * (-(g @ x) * (h @ x) + x[0] * x[1]) * slope
    assert np.allclose(sample_gradient(drawn.positions, *drawn.queries, (1, 2), n=n, seed=6)[0], total / n, atol=1e-14)


def test_many_samples_approach_the_population():
    drawn, n = instance(5, 6, 3), 400_000
    exact = np.array(population_gradient(drawn.positions, *drawn.queries, (1, 2)))
    found = np.array(sample_gradient(drawn.positions, *drawn.queries, (1, 2), n=n, seed=1))
    g, h = scipy.special.softmax(drawn.positions @ drawn.queries.T, axis=0).T
    inputs = cube(6).astype(float)
    error = -(inputs @ g) * (inputs @ h) + inputs[:, 0] * inputs[:, 1]
    terms = -2 * (error * (inputs @ h))[:, None] * (inputs @ (np.diag(g) - np.outer(g, g)) @ drawn.positions)
    assert np.allclose(terms.mean(axis=0), exact[0], atol=1e-14)
    assert np.all(np.abs(found[0] - exact[0]) < 5 * terms.std(axis=0) / n**0.5)


def memory_of(n, d):
    code = f"""
import resource, numerics
drawn = numerics.instance(0, {d}, 62)
numerics.sample_step(drawn.positions, *drawn.queries, (1, 2), 1.0, n={n}, seed=0)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
    return int(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)


@pytest.mark.skipif(not hasattr(resource, "RUSAGE_SELF"), reason="no account of memory on this system")
def test_memory_does_not_grow_with_the_samples():
    assert memory_of(200_000, 256) < 2 * memory_of(20_000, 256)  # the larger one would be 400 MB of float64 at once


@pytest.mark.slow
def test_ten_million_samples_fit_into_two_gigabytes():
    assert memory_of(10_000_000, 256) < 2 * 2**20


@pytest.mark.parametrize(("n", "d", "batch"), [(-1, 3, None), (2, 0, None), (2, 3, 0)])
def test_what_is_no_sample_is_refused(n, d, batch):
    with pytest.raises(ValueError, match="samples need"):
        sample_inputs(0, n, d, batch=batch)


def test_no_mean_over_nothing():
    with pytest.raises(ValueError, match="at least one"):
        sample_gradient(np.eye(2), np.zeros(2), np.zeros(2), (1, 2), n=0, seed=0)
