from itertools import combinations

import mpmath
import numpy as np
import pytest
import scipy.stats

from numerics.two_head_descent import gradient_step
from numerics.two_head_instance import centred_positions, instance, integer_stream

MASK = 2**64 - 1


def philox(counter, key):
    """Philox4x64-10 from its definition: four words (Salmon, Moraes, Dror and Shaw 2011, Section 4.3)."""
    words, (first, second) = [counter, 0, 0, 0], (key & MASK, key >> 64)
    for _ in range(10):
        left, right = words[0] * 0xD2E7470EE14C6C93, words[2] * 0xCA5A826395121157
        words = [(right >> 64) ^ words[1] ^ first, right & MASK, (left >> 64) ^ words[3] ^ second, left & MASK]
        first, second = (first + 0x9E3779B97F4A7C15) & MASK, (second + 0xBB67AE8584CAA73B) & MASK
    return words


def test_the_definition_meets_its_published_vector():
    assert philox(0, 0) == [0x16554D9ECA36314C, 0xDB20FE9D672D0FDC, 0xD7E772CEE186176B, 0x7E68B68AEC7BA23B]


@pytest.mark.parametrize(("seed", "stream"), [(0, 0), (7, 2), (2**64 - 1, 1)])
def test_integers_are_those_of_the_definition(seed, stream):
    expected = [word for counter in (1, 2, 3) for word in philox(counter, seed + (stream << 64))]
    assert integer_stream(seed, stream).random_raw(12).tolist() == expected


def exact_sphere(raw, m):
    """One row by the construction in 40 digits: spacings of uniform points, and angles."""
    n = (m + 1) // 2
    cuts = [0, *sorted(raw[: n - 1]), 2**64 - 1]
    values = []
    for low, high, word in zip(cuts[:-1], cuts[1:], raw[n - 1 :], strict=True):
        radius = mpmath.sqrt(mpmath.mpf(high - low) / (2**64 - 1))
        angle = mpmath.mpf(2 * (word >> 12) + 1) / 2**53 * mpmath.pi / 4
        pair = [radius * mpmath.cos(angle), radius * mpmath.sin(angle)]
        pair = pair[::-1] if word & 1 else pair
        values += [-v if (word >> bit) & 1 else v for v, bit in zip(pair, (1, 2), strict=True)]
    norm = mpmath.sqrt(sum(v * v for v in values[:m]))
    return [v / norm for v in values[:m]]


@pytest.mark.parametrize(("seed", "d", "m"), [(0, 60, 25), (3, 10, 97), (2**63, 50, 1), (5, 100, 2), (6, 30, 40)])
def test_positions_are_within_four_units_in_the_last_place_of_the_exact_ones(seed, d, m):
    width = 2 * ((m + 1) // 2) - 1
    raw = integer_stream(seed, 0).random_raw(d * width).reshape(d, width).tolist()
    found = instance(seed, d, m, heads=1, start="identical").positions
    with mpmath.workdps(40):
        for row, words in zip(found.tolist(), raw, strict=True):
            for value, wanted in zip(row, exact_sphere(words, m), strict=True):
                assert abs(value - wanted) <= 4 * float(np.spacing(abs(value)))


def test_more_positions_begin_with_the_fewer():
    assert instance(4, 9, 5).positions[:6].tolist() == instance(4, 6, 5).positions.tolist()


@pytest.mark.parametrize("m", [1, 2, 3, 6, 7])
def test_every_coordinate_follows_the_law_of_the_sphere(m):
    rows = instance(11, 3000, m).positions
    assert np.allclose((rows**2).sum(axis=1), 1, atol=1e-15)
    for k in range(m):
        assert abs(np.sign(rows[:, k]).sum()) < 4 * 3000**0.5
        if m > 1:  # the square of a coordinate is Beta(1/2, (m - 1)/2)
            assert scipy.stats.kstest(rows[:, k] ** 2, scipy.stats.beta(0.5, (m - 1) / 2).cdf).pvalue > 1e-4


def test_no_direction_is_preferred():
    # for a fixed unit vector w the law of w . v is that of one coordinate
    rows, w = instance(12, 4000, 5).positions, np.array([1, -2, 0, 2, 4]) / 5
    assert scipy.stats.kstest((rows @ w) ** 2, scipy.stats.beta(0.5, 2.0).cdf).pvalue > 1e-3
    products = (rows[::2] * rows[1::2]).sum(axis=1)
    assert scipy.stats.kstest(products**2, scipy.stats.beta(0.5, 2.0).cdf).pvalue > 1e-3


def test_positions_are_uniform_on_the_sphere():
    rows = instance(0, 6000, 3).positions
    for k in range(3):  # Archimedes: a coordinate on the sphere of R^3 is uniform on [-1, 1]
        assert scipy.stats.kstest(rows[:, k], scipy.stats.uniform(-1, 2).cdf).pvalue > 1e-3
    angles = np.arctan2(rows[:, 1], rows[:, 0])
    assert scipy.stats.kstest(angles, scipy.stats.uniform(-np.pi, 2 * np.pi).cdf).pvalue > 1e-3


def test_positions_are_no_function_of_the_start():
    one, two = instance(5, 9, 4), instance(5, 9, 4, start="independent", norm=2.5)
    assert one.positions.tolist() == two.positions.tolist()
    assert one.subset.tolist() == two.subset.tolist()
    assert (2.5 * one.queries[0]).tolist() == two.queries[0].tolist()
    assert np.allclose(np.linalg.norm(two.queries, axis=-1), 2.5, atol=1e-14)
    assert not np.allclose(two.queries[0], two.queries[1])


def test_starts():
    anti, same = (instance(1, 5, 3, start=start).queries for start in ("antisymmetric", "identical"))
    assert anti[0].tolist() == (-anti[1]).tolist()
    assert same[0].tolist() == same[1].tolist() == anti[0].tolist()


def test_many_seeds_are_the_single_ones():
    many = instance([3, 2**64 - 1], 7, 5, heads=3, start="independent")
    for index, seed in enumerate([3, 2**64 - 1]):
        one = instance(seed, 7, 5, heads=3, start="independent")
        for name in ("positions", "queries", "subset"):
            assert getattr(many, name)[index].tolist() == getattr(one, name).tolist()


def test_subsets_are_uniform():
    subsets = [tuple(row) for row in instance(range(4000), 5, 1, heads=3, start="identical").subset.tolist()]
    counts = [subsets.count(tuple(choice)) for choice in combinations(range(1, 6), 3)]
    assert sum(counts) == 4000
    assert scipy.stats.chisquare(counts).pvalue > 1e-3


def test_a_subset_of_everything_and_of_many():
    assert instance(0, 4, 1, heads=4, start="identical").subset.tolist() == [1, 2, 3, 4]
    large = instance(0, 100_000, 1, heads=6, start="identical").subset  # C(10^5, 6) needs two words
    assert sorted(set(large.tolist())) == large.tolist()
    assert set(large.tolist()) <= set(range(1, 100_001))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"d": 1, "m": 3}, "1 <= heads <= d"),
        ({"d": 4, "m": 0}, "m >= 1"),
        ({"d": 4, "m": 3, "start": "zero"}, "antisymmetric, identical, independent"),
        ({"d": 4, "m": 3, "heads": 3}, "two heads"),
        ({"d": 4, "m": 3, "seed": -1}, "a seed"),
    ],
)
def test_what_is_no_instance_is_refused(arguments, words):
    with pytest.raises(ValueError, match=words):
        instance(**{"seed": 0, **arguments})


def test_centred_positions_are_unit_rows_from_the_mean():
    positions = instance([1, 2], 50, 4).positions
    rows = centred_positions(positions)
    assert np.allclose(np.linalg.norm(rows, axis=-1), 1, atol=1e-15)
    lengths = np.sum(rows * positions, axis=-1, keepdims=True) - np.sum(
        rows * positions.mean(axis=-2, keepdims=True), axis=-1, keepdims=True
    )
    assert np.allclose(positions - lengths * rows, positions.mean(axis=-2, keepdims=True), atol=1e-14)
    with pytest.raises(ValueError, match="mean of all"):
        centred_positions([[1.0, 0.0]])


def test_subtracting_the_mean_alone_changes_nothing():
    drawn = instance(3, 40, 6)
    shifted = drawn.positions - drawn.positions.mean(axis=0)
    steps = [gradient_step(rows, *drawn.queries, drawn.subset, 1e4) for rows in (drawn.positions, shifted)]
    assert np.allclose(*steps, rtol=1e-10, atol=1e-10)
