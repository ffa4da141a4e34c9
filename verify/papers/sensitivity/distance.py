"""The chain from sensitivity to blow-up to distance: whatever has small norms and a small blow-up is far from parity.

A sensitive function needs large norms or a large blow-up (the trade-off), and a function of low sensitivity is far from
one of high sensitivity; so in the neighbourhood of a sensitive function norms or blow-up are large.
"""

from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any

import numpy as np

import numerics
from verify import Integers, at_least
from verify.papers.sensitivity.bound import trade_off_bound
from verify.papers.sensitivity.layer_change import draw_case, on
from verify.papers.sensitivity.paper import paper


@functools.cache
def neighbours(case: int) -> tuple[numerics.Transformer, numerics.Transformer]:
    """Parity by a saw-tooth, and another transformer: any, one with a small read-out, or parity perturbed a little."""
    generator, n = np.random.default_rng(case), 3 + case // 4 % 3
    parity = numerics.saw_parity_network(n)
    if case % 4 == 0:
        other = draw_case(generator, n, 1, 2)[0]
        return parity, replace(other, readout=other.readout * 1e-6)
    if case % 4 == 1:
        noise = generator.standard_normal(parity.outer.shape) / 100
        return parity, replace(parity, outer=parity.outer + noise, epsilon=1e-6)
    return parity, draw_case(generator, n, 1 + case % 2, case % 4)[0]


def outputs(model: numerics.Transformer) -> np.ndarray:
    """T at every input."""
    return numerics.evaluate_cube(model).output


def distance(parity: numerics.Transformer, other: numerics.Transformer) -> Any:
    """E (T' − T)²."""
    return ((outputs(other) - outputs(parity)) ** 2).mean()


def distance_bound(parity: numerics.Transformer, other: numerics.Transformer) -> Any:
    """(√as(T) − √b)₊²/n, where b is the bound of the trade-off on as(T')."""
    most = trade_off_bound(other, np.ones(other.length, dtype=int))
    excess = np.sqrt(numerics.average_sensitivity(outputs(parity))) - np.sqrt(most)
    return max(excess, 0.0) ** 2 / parity.length


paper.claim(
    "blowup-needed", at_least(on(distance, neighbours), on(distance_bound, neighbours)),
    forall={"case": Integers(0, 7)}, uses=["trade-off", "sharpness-direction"],
    at="Corollary 5 and Theorem 6", origin="ours",
    says="Whatever has small norms and a small blow-up is far from a sensitive function: E (T' − T)² is at least"
         " (√as(T) − √b)²/n, where b ≥ as(T') is the bound of the trade-off",
    wrong=[at_least(on(distance, neighbours),
                    on(lambda parity, other: distance_bound(parity, other) * parity.length, neighbours))],
)
