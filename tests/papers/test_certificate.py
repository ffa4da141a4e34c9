"""The certificate on random transformers, attacked by Hypothesis, with no part of Assay's own checks.

The bound is written out here once more, from norms that NumPy computes.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import numerics

seeds = st.integers(0, 2**32 - 1)
ROUNDING = 1e-9


def influence(pattern: np.ndarray) -> np.ndarray:
    """J_w at row 0 of a star, for every query w, from attention (n + 1, n, n)."""
    n = pattern.shape[1]
    return np.array([sum(max(pattern[0, w, i], pattern[1 + i, w, i]) for i in range(n) if i != w) for w in range(n)])


def bound(model: numerics.Transformer, x: np.ndarray, joint: bool = True) -> float:
    """The certificate for a transformer without hidden units; with J of the last query alone unless ``joint``."""
    star, (n, d) = numerics.star(x), model.position.shape
    norm = lambda matrix: np.linalg.norm(matrix, 2)  # noqa: E731
    radius = max(np.linalg.norm(e + p) for e in model.embedding for p in model.position)
    total = np.linalg.norm(model.readout - model.readout.mean()) * 2 * radius
    for layer in range(model.layers):
        scale = numerics.evaluate(model, [x]).scale[layer, 0].max()
        total *= 2 * norm(model.skip[layer]) * scale
        factor = 1.0
        for h in range(model.key.shape[1]):
            size, kappa = norm(model.value[layer, h]), norm(model.key[layer, h].T @ model.query[layer, h])
            if layer == 0:
                found = influence(numerics.attention_pattern(model, star)[0, h])
                factor += size * (1 + (max(found[-1], found.mean()) if joint else found[-1]))
            else:
                factor += size * (kappa * d + (1 + 2 * kappa * d) * min(np.exp(2 * kappa * d), n))
        total *= factor
    return float(total)


def change(model: numerics.Transformer, x: np.ndarray) -> float:
    """Σ_i |T(x) − T(x^i)|."""
    output = numerics.evaluate(model, numerics.star(x)).output
    return float(np.abs(output[0] - output[1:]).sum())


@settings(max_examples=60, deadline=None)
@given(seeds, st.integers(1, 7), st.integers(1, 3), st.sampled_from([1e-6, 1e-2, 1.0]), st.floats(-1.5, 0.7))
def test_no_random_transformer_beats_the_certificate(seed: int, n: int, layers: int, epsilon: float,
                                                     power: float) -> None:
    generator = np.random.default_rng(seed)
    model = numerics.random_transformer(generator, n, 4, layers, 2, epsilon, 0)
    scaled = replace(model, key=10**power * model.key, value=10**power * model.value, position=model.position / 10)
    x = 1 - 2 * generator.integers(0, 2, n)
    assert change(scaled, x) <= bound(scaled, x) * (1 + ROUNDING)


@pytest.mark.parametrize(("n", "layers"), [(3, 1), (6, 2), (5, 3)])
def test_the_alarm_network_comes_close(n: int, layers: int) -> None:
    model, x = numerics.alarm_network(n, layers), np.ones(n, dtype=int)
    assert 0.9999 < change(model, x) / bound(model, x) < 1


def test_the_influence_of_the_last_query_alone_is_too_little() -> None:
    model, x = numerics.alarm_network(8, 2, alone=True), np.ones(8, dtype=int)
    assert change(model, x) > 3 * bound(model, x, joint=False)
    assert change(model, x) < bound(model, x)


@pytest.mark.slow
def test_ascent_from_a_random_start_comes_close_and_not_beyond() -> None:
    pytest.importorskip("torch")
    from verify.papers.sensitivity.ascent import climbed

    model, x = climbed(0)
    assert 0.9 < change(model, x) / bound(model, x) < 1
