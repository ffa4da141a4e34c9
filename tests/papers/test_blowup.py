"""The blow-up bound on random transformers, attacked by Hypothesis, with no part of Assay's own checks."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import numerics

seeds = st.integers(0, 2**32 - 1)
ROUNDING = 1e-9
"""Far above the rounding of products of at most three float64 factors, far below any gap that matters."""


def net(seed: int, n: int, layers: int, epsilon: float) -> numerics.Trace:
    """A random transformer of width 5 on all 2^n inputs."""
    generator = np.random.default_rng(seed)
    return numerics.evaluate(numerics.random_transformer(generator, n, 5, layers, 2, epsilon), numerics.cube(n))


@settings(max_examples=120, deadline=None)
@given(seeds, st.integers(1, 5), st.integers(1, 3), st.sampled_from([1e-6, 1e-2, 1.0, 100.0]))
def test_blowup_lies_between_the_scales_and_twice_them(seed: int, n: int, layers: int, epsilon: float) -> None:
    trace = net(seed, n, layers, epsilon)
    largest = trace.scale.max(axis=-1)
    assert np.all(trace.blowup >= largest.prod(axis=0) * (1 - ROUNDING))
    assert np.all(trace.blowup <= 2**layers * np.maximum(1, largest).prod(axis=0) * (1 + ROUNDING))


@settings(max_examples=120, deadline=None)
@given(seeds, st.integers(1, 5), st.sampled_from([1e-2, 1.0, 100.0]))
def test_the_scale_never_exceeds_its_bound(seed: int, n: int, epsilon: float) -> None:
    assert np.all(net(seed, n, 2, epsilon).scale <= (1 + ROUNDING) / np.sqrt(epsilon))


@settings(max_examples=60, deadline=None)
@given(seeds, st.integers(2, 4))
def test_without_the_plus_one_the_blowup_is_larger(seed: int, n: int) -> None:
    """The false neighbour Blowup ≤ Π max(1, N) fails at every input, so the test above can fail."""
    trace = net(seed, n, 2, 1.0)
    assert np.all(trace.blowup > np.maximum(1, trace.scale.max(axis=-1)).prod(axis=0))


@settings(max_examples=150, deadline=None)
@given(seeds, st.integers(2, 6), st.sampled_from([1e-3, 0.1, 4.0]))
def test_layer_norm_is_lipschitz_with_the_harmonic_mean_of_the_scales(seed: int, d: int, epsilon: float) -> None:
    u, v = np.random.default_rng(seed).standard_normal((2, d))
    distance = np.linalg.norm(numerics.layer_norm(u, epsilon) - numerics.layer_norm(v, epsilon))
    difference = u - v
    centred = np.linalg.norm(difference - difference.mean())
    harmonic = 2 / (1 / numerics.scale(u, epsilon) + 1 / numerics.scale(v, epsilon))
    assert distance <= harmonic * centred * (1 + ROUNDING) + ROUNDING
