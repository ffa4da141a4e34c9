from math import comb

import numpy as np
import pytest

from numerics.forward import evaluate
from numerics.hypercube import cube
from numerics.network import first_network, majority_network, or_network
from numerics.orbit import evaluate_orbits, orbit_mean, orbits, position_groups
from numerics.transformer import Transformer, random_transformer


def with_positions(rows, seed=0):
    """A random transformer of two layers with these rows of positions."""
    free = random_transformer(np.random.default_rng(seed), len(rows), 4, 2, 2, 0.1)
    arrays = {name: getattr(free, name) for name in Transformer.__slots__}
    return Transformer(**(arrays | {"position": np.asarray(rows, dtype=float)}))


def test_positions_with_the_same_row_form_groups():
    a, b = [1, 0, 0, 0], [0, 1, 0, 0]
    assert position_groups(with_positions([a, b, a, a, b, a])) == [[0, 2, 3], [1, 4], [5]]


@pytest.mark.parametrize("pattern", ["aaaaaa", "abaaba", "abcdea", "a"])
def test_orbits_agree_with_every_input(pattern):
    rows = np.random.default_rng(3).standard_normal((5, 4))
    network = with_positions([rows["abcde".index(letter)] for letter in pattern])
    whole, inputs, groups = evaluate(network, cube(len(pattern))), cube(len(pattern)), position_groups(network)
    counts, sizes = orbits(network)
    trace = evaluate_orbits(network, counts)
    assert sum(sizes) == 2 ** len(pattern)
    for row, count in enumerate(counts):
        matches = [(inputs[:, group] < 0).sum(axis=1) == c for group, c in zip(groups, count, strict=True)]
        members = np.all(matches, axis=0)
        assert members.sum() == sizes[row]
        assert np.allclose(whole.output[members], trace.output[row], rtol=1e-12, atol=1e-13)
        assert np.allclose(whole.blowup[members], trace.blowup[row], rtol=1e-12)


def test_orbit_means():
    counts, sizes = orbits(or_network(20))
    assert sizes == [comb(19, k) for k, _ in counts]
    assert orbit_mean(counts.sum(axis=1), sizes) == pytest.approx(10, rel=1e-14)
    assert orbit_mean((counts.sum(axis=1) - 10.0) ** 2, sizes) == pytest.approx(5, rel=1e-13)  # variance n/4


def test_a_thousand_bits():
    counts = [[k, b] for k in (0, 1, 511, 512, 1023) for b in (0, 1)]
    weights = np.array(counts).sum(axis=1)
    assert evaluate_orbits(majority_network(1024), counts).output.tolist() == np.where(weights <= 512, 1, -1).tolist()
    assert np.allclose(evaluate_orbits(first_network(1024), [[1, 0, 0], [0, 1022, 1]]).output, [-1, 1], atol=1e-15)


def test_counts_that_are_none_are_refused():
    with pytest.raises(ValueError, match="counts"):
        evaluate_orbits(majority_network(3), [[3, 0]])
    with pytest.raises(ValueError, match="counts"):
        evaluate_orbits(majority_network(3), [1, 0])
