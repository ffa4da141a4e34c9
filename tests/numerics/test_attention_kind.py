from fractions import Fraction
from math import erf

import numpy as np
import pytest
import scipy.special

from numerics.attention_kind import ATTENTION_KINDS, attention_pullback, attention_weights


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("affine", [Fraction(2, 3), Fraction(3, 3), Fraction(-2, 3)]),  # 2, 3, -2 over 3
        ("relu", [Fraction(1, 3), Fraction(2, 3), 0]),
        ("power", [Fraction(9, 25), Fraction(16, 25), 0]),  # (3/2)^2, 2^2 and 0 with p = 2
        ("linear", [1, 2, -3]),
        ("erf", [erf(1), erf(2), erf(-3)]),
        ("elu", [2 / (5 + np.exp(-3)), 3 / (5 + np.exp(-3)), np.exp(-3) / (5 + np.exp(-3))]),
        ("softmax", scipy.special.softmax([1, 2, -3])),
    ],
)
def test_weights_by_hand(kind, expected):
    assert np.allclose(attention_weights([1, 2, -3], kind, 2), np.array(expected, dtype=float), rtol=1e-15, atol=0)


def test_the_power_kind_tends_to_softmax():
    logits = np.array([0.3, -1.0, 0.8])
    gaps = [np.abs(attention_weights(logits, "power", p) - scipy.special.softmax(logits)).max() for p in (8, 800)]
    assert gaps[1] < 1e-3
    assert 80 < gaps[0] / gaps[1] < 120  # the first correction is of order 1/p


@pytest.mark.parametrize("kind", ATTENTION_KINDS)
def test_pullback_meets_automatic_differentiation(kind):
    torch = pytest.importorskip("torch")
    generator = np.random.default_rng(1)
    logits, slopes = generator.standard_normal((2, 4, 7))
    z = torch.tensor(logits, requires_grad=True)
    phi = {
        "affine": lambda: 1 + z,
        "relu": lambda: torch.relu(z),
        "power": lambda: torch.relu(1 + z / 5) ** 5,
        "linear": lambda: z,
        "erf": lambda: torch.erf(z),
        "elu": lambda: torch.nn.functional.elu(z) + 1,
        "softmax": lambda: torch.exp(z),
    }[kind]()
    weights = phi if kind in ("linear", "erf") else phi / phi.sum(dim=-1, keepdim=True)
    (weights * torch.tensor(slopes)).sum().backward()
    assert np.allclose(attention_weights(logits, kind, 5), weights.detach().numpy(), rtol=1e-13, atol=1e-14)
    expected = z.grad.numpy()
    assert np.allclose(attention_pullback(logits, slopes, kind, 5), expected, rtol=1e-12, atol=1e-13 * np.ptp(expected))


@pytest.mark.parametrize("kind", ["softmax", "power"])
def test_huge_logits_do_not_overflow(kind):
    assert attention_weights([1e200, -1e200, 0], kind, 64).tolist() == [1.0, 0.0, 0.0]
    assert np.all(np.isfinite(attention_pullback([1e200, -1e200, 0], [1.0, 2.0, 3.0], kind, 64)))


@pytest.mark.parametrize("kind", ["relu", "power"])
def test_heads_that_attend_to_nothing_are_zero(kind):
    assert attention_weights([-9, -10], kind).tolist() == [0.0, 0.0]
    assert attention_pullback([-9, -10], [1, 2], kind).tolist() == [0.0, 0.0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [(([0.0], "soft"), "kind of attention"), (([0.0], "power", 0), "power"), (([float("inf")],), "finite")],
)
def test_what_is_no_attention_is_refused(arguments, words):
    with pytest.raises(ValueError, match=words):
        attention_weights(*arguments)
