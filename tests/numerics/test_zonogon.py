from fractions import Fraction

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from numerics.hypercube import cube
from numerics.zonogon import enumerated_error, worst_case_error, zonogon_vertices


def fractions(numerators, denominator):
    return [Fraction(numerator, denominator) for numerator in numerators]


def brackets(g, h, pair):
    """The bracket and the exact value by looking at every input; the heads are taken as the exact numbers they are."""
    exact = enumerated_error([Fraction(float(v)) for v in g], [Fraction(float(v)) for v in h], pair)
    lower, upper = worst_case_error(g, h, pair)
    assert lower <= exact <= upper
    return lower, exact, upper


def softmax_heads(generator, d, spread):
    return generator.dirichlet(np.full(d, spread), 2)


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_vertices_are_the_convex_hull_of_the_images_of_the_cube(n):
    generators = np.random.default_rng(n).standard_normal((n, 2))
    images = cube(n).astype(float) @ generators
    found = zonogon_vertices(generators)
    hull = images if n == 1 else images[ConvexHull(images).vertices]
    assert found.shape == (2 * n, 2)
    for one in hull:
        assert np.abs(found - one).sum(axis=1).min() < 1e-12


def test_vertices_of_nothing_and_of_parallel_generators():
    assert zonogon_vertices(np.zeros((0, 2))).tolist() == [[0.0, 0.0]]
    assert zonogon_vertices([[1, 0], [-2, 0]]).tolist() == [[-3.0, 0.0], [-1.0, 0.0], [3.0, 0.0], [1.0, 0.0]]


@pytest.mark.parametrize("d", [2, 3, 6, 10, 14])
@pytest.mark.parametrize("spread", [0.1, 1.0])
def test_error_is_exact_where_both_heads_put_half_their_weight_on_the_pair(d, spread):
    generator = np.random.default_rng(d)
    for _ in range(10 if d < 12 else 2):
        heads = softmax_heads(generator, d, spread)
        heads = np.where(np.isin(np.arange(d), (0, d - 1)), heads + 0.5, heads)
        g, h = heads / heads.sum(axis=1, keepdims=True)
        lower, _, upper = brackets(g, h, (1, d))
        assert upper - lower < 1e-13


@pytest.mark.parametrize("d", [2, 4, 7, 11])
def test_error_is_bracketed_everywhere(d):
    generator = np.random.default_rng(100 + d)
    for _ in range(20 if d < 10 else 3):
        brackets(*softmax_heads(generator, d, 0.5), (2, 1))
        brackets(*generator.standard_normal((2, d)), (1, d))


@pytest.mark.parametrize(
    ("g", "h", "denominator", "worst", "vertices"),
    [
        ([0, 1, 1, 1, 2, 9], [5, 6, 1, 0, 2, 0], 14, Fraction(74, 49), Fraction(73, 49)),
        ([3, 0, 13, 10, 9, 3], [14, 13, 1, 7, 1, 2], 38, Fraction(491, 361), Fraction(489, 361)),
    ],
)
def test_without_the_condition_the_vertices_are_not_enough(g, h, denominator, worst, vertices):
    g, h = fractions(g, denominator), fractions(h, denominator)
    assert enumerated_error(g, h, (1, 2)) == worst
    lower, upper = worst_case_error([float(v) for v in g], [float(v) for v in h], (1, 2))
    assert abs(lower - vertices) < 1e-13
    assert lower < worst - Fraction(1, 1000)
    assert upper > worst - Fraction(1, 10**12)


def test_by_hand():
    # g = e_1, h = e_2 is the target itself; both heads uniform on d = 4: f in [-1, 0], and y = 1 where f = -1
    assert enumerated_error([1, 0, 0], [0, 1, 0], (1, 2)) == 0
    assert worst_case_error([1, 0, 0], [0, 1, 0], (1, 2))[1] < 1e-13
    quarter = [Fraction(1, 4)] * 4
    assert enumerated_error(quarter, quarter, (1, 2)) == Fraction(5, 4)  # x = (1, -1, 1, 1): |-(1/2)^2 - 1|
    lower, upper = worst_case_error([0.25] * 4, [0.25] * 4, (1, 2))
    assert lower <= 1.25 <= upper < 1.25 + 1e-13


def test_a_hundred_thousand_coordinates():
    d, generator = 100_000, np.random.default_rng(1)
    g, h = 0.5 * softmax_heads(generator, d, 1.0)
    g[6] += 0.5
    h[8] += 0.5
    lower, upper = worst_case_error(g, h, (7, 9))
    assert 0 < upper - lower < 1e-9
    inputs = 1 - 2 * generator.integers(0, 2, (20, d))
    errors = np.abs(-(inputs @ g) * (inputs @ h) + inputs[:, 6] * inputs[:, 8])
    assert errors.max() <= upper <= 2


@pytest.mark.parametrize(
    ("g", "h", "pair"),
    [
        ([1, 2], [1, 2, 3], (1, 2)),
        ([1, 2], [1, 2], (1, 1)),
        ([1, float("nan")], [1, 2], (1, 2)),
        ([[1, 2]], [[1, 2]], (1, 2)),
    ],
)
def test_what_has_no_worst_case_is_refused(g, h, pair):
    with pytest.raises(ValueError, match=r"pair|length|shape|finite"):
        worst_case_error(g, h, pair)
