from fractions import Fraction
from itertools import product

import flint
import mpmath
import numpy as np
import pytest

from numerics.ball import bounds
from numerics.ring import vector
from numerics.two_head_loss import expected_loss, loss_ball, loss_derivative, loss_gradient, population_loss

LOSSES = [population_loss, expected_loss]
HALF = Fraction(1, 2)


def instance(seed, d):
    generator = np.random.default_rng(seed)
    g, h = generator.integers(-50, 51, (2, d)).tolist()
    i, j = (int(k) + 1 for k in generator.choice(d, 2, replace=False))
    return [Fraction(a, 17) for a in g], [Fraction(a, 23) for a in h], (i, j)


def by_definition(g, h, pair):
    """E (f - y)^2 on plain lists, one input at a time."""
    total = 0
    for x in product((1, -1), repeat=len(g)):
        f = -sum(a * b for a, b in zip(g, x, strict=True)) * sum(a * b for a, b in zip(h, x, strict=True))
        total = total + (f + x[pair[0] - 1] * x[pair[1] - 1]) ** 2
    return total / 2 ** len(g)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize(
    ("g", "h", "pair", "expected"),
    [
        ([1, 0], [0, 1], (1, 2), 0),  # solved
        ([1, 0], [1, 0], (1, 2), 2),  # f = -1 against y = ±1
        ([HALF, HALF], [HALF, HALF], (1, 2), HALF),  # f = -1, y = -1 where x_1 = x_2; else f = 0, y = 1
        ([2, 0], [0, 3], (1, 2), 25),  # f = -6 x_1 x_2
        ([0, 0], [0, 0], (1, 2), 1),
        ([1, 0, 0], [0, 1, 0], (1, 3), 2),  # right form, wrong pair
        ([0, 1, 0], [0, 0, 1], (2, 3), 0),
    ],
)
def test_values_by_hand(loss, g, h, pair, expected):
    assert loss(g, h, pair) == expected
    assert type(loss(g, h, pair)) is Fraction
    assert loss([float(a) for a in g], [float(a) for a in h], pair) == expected


@pytest.mark.parametrize("d", range(2, 9))
def test_both_routes_meet_the_definition_exactly(d):
    for seed in range(5):
        g, h, pair = instance(seed, d)
        assert population_loss(g, h, pair) == expected_loss(g, h, pair) == by_definition(g, h, pair)


def test_symbolic_heads():
    a, b, c, e = flint.fmpq_mpoly_ctx.get(("a", "b", "c", "e")).gens()
    g, h = vector([a, b]), vector([c, e])
    # (g.x)(h.x) is ac + be + (ae + bc) x_1 x_2 on the square
    expected = (a * c + b * e) ** 2 + (a * e + b * c - 1) ** 2
    assert population_loss(g, h, (1, 2)) == expected_loss(g, h, (1, 2)) == expected


@pytest.mark.parametrize("loss", LOSSES)
def test_floats(loss):
    g, h, pair = instance(0, 7)
    value = loss(np.array(g, float), np.array(h, float), pair)
    assert isinstance(value, float)
    assert abs(value - by_definition(g, h, pair)) < 1e-12 * value


def test_small_heads_give_no_overflow_and_no_float():
    large = 10**30
    assert population_loss([large, 0], [0, large], (1, 2)) == (large**2 - 1) ** 2


@pytest.mark.parametrize("d", [2, 3, 5])
def test_gradient_is_the_exact_central_difference(d):
    g, h, pair = instance(d, d)
    slopes_g, slopes_h = loss_gradient(g, h, pair)
    for k in range(d):
        step = [Fraction(int(k == index)) for index in range(d)]
        plus, minus = ([a + s * b for a, b in zip(g, step, strict=True)] for s in (1, -1))
        assert (
            slopes_g[k] == (by_definition(plus, h, pair) - by_definition(minus, h, pair)) / 2
        )  # L is quadratic in g_k
        plus, minus = ([a + s * b for a, b in zip(h, step, strict=True)] for s in (1, -1))
        assert slopes_h[k] == (by_definition(g, plus, pair) - by_definition(g, minus, pair)) / 2
        assert loss_derivative(g, h, pair, k + 1) == slopes_g[k]
        assert loss_derivative(h, g, pair, k + 1) == slopes_h[k]


def test_gradient_against_automatic_differentiation():
    torch = pytest.importorskip("torch")
    g, h, pair = instance(11, 6)
    heads = [torch.tensor([float(a) for a in head], dtype=torch.float64, requires_grad=True) for head in (g, h)]
    inputs = torch.tensor(list(product((1.0, -1.0), repeat=6)), dtype=torch.float64)
    wanted = -inputs[:, pair[0] - 1] * inputs[:, pair[1] - 1]
    ((-(inputs @ heads[0]) * (inputs @ heads[1]) - wanted) ** 2).mean().backward()
    for exact, head in zip(loss_gradient(g, h, pair), heads, strict=True):
        assert np.allclose(exact.astype(float), head.grad.numpy(), rtol=1e-12, atol=1e-12)


def test_gradient_of_floats_and_symbols():
    floats = loss_gradient([1.0, 0.0], [1.0, 0.0], (1, 2))
    assert [slope.tolist() for slope in floats] == [[2.0, -2.0], [2.0, -2.0]]
    a, b, c, e = flint.fmpq_mpoly_ctx.get(("a", "b", "c", "e")).gens()
    slopes = loss_gradient(vector([a, b]), vector([c, e]), (1, 2))
    assert slopes[0][0] == 2 * c * (a * c + b * e) + 2 * e * (a * e + b * c - 1)
    assert slopes[1][1] == 2 * b * (a * c + b * e) + 2 * a * (a * e + b * c - 1)


@pytest.mark.parametrize("d", [2, 4, 8])
def test_ball_contains_the_enumerated_loss_in_high_precision(d):
    logits_g, logits_h, pair = instance(20 + d, d)
    lower, upper = bounds(loss_ball(logits_g, logits_h, pair, 106))
    assert upper - lower < Fraction(1, 2**80)
    with mpmath.workdps(60):
        heads = []
        for logits in (logits_g, logits_h):
            powers = [mpmath.exp(mpmath.mpf(z.numerator) / z.denominator) for z in logits]
            heads.append([power / sum(powers) for power in powers])
        exact = by_definition(*heads, pair)
        assert mpmath.mpf(lower.numerator) / lower.denominator < exact < mpmath.mpf(upper.numerator) / upper.denominator


def test_ball_sees_what_float64_rounds_away():
    logits_g, logits_h = [60, 0, 0], [0, 60, 0]
    weights = [np.exp(np.array(z) - 60.0) / np.exp(np.array(z) - 60.0).sum() for z in (logits_g, logits_h)]
    assert population_loss(*weights, (1, 2)) == 0.0
    assert bounds(loss_ball(logits_g, logits_h, (1, 2), 256))[0] > 0


def test_ball_of_many_coordinates():
    # heads uniform over d: f = -(sum x)^2/d^2; E f^2 = (3 d^2 - 2 d)/d^4 and E f y = 2/d^2
    d = 64
    exact = Fraction(3 * d * d - 2 * d, d**4) - 2 * Fraction(2, d**2) + 1
    lower, upper = bounds(loss_ball([0] * d, [0] * d, (5, 60)))
    assert lower <= exact <= upper


def test_ball_needs_exact_logits_and_restores_the_precision():
    before = flint.ctx.prec
    with pytest.raises(TypeError, match="exact rational"):
        loss_ball([0.5, 0.0], [0, 0], (1, 2), 999)
    assert flint.ctx.prec == before


@pytest.mark.parametrize("loss", [*LOSSES, loss_gradient])
def test_misuse_is_refused(loss):
    with pytest.raises(ValueError, match="one length"):
        loss([1, 2], [1, 2, 3], (1, 2))
    with pytest.raises(ValueError, match="two different coordinates"):
        loss([1, 2], [1, 2], (1, 3))


def test_a_cube_too_large_to_enumerate_is_refused():
    with pytest.raises(ValueError, match="expected_loss"):
        population_loss([1] * 40, [1] * 40, (1, 2))
