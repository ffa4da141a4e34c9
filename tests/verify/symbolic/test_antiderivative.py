"""Antiderivatives: the fundamental theorem where it applies, and nowhere else."""

from __future__ import annotations

import pytest
from sympy import Rational, oo

from verify.builder import make_claim
from verify.checks.identity import difference
from verify.domains.scalar_domain import Reals
from verify.symbolic.antiderivative import fundamental


def proof(text, **domains):
    claim = make_claim("c", text, {}, forall=domains, at="here")
    return fundamental(difference(claim.links[0]), claim.variables)


@pytest.mark.parametrize(("text", "domains"), [
    ("integral(t^2, t, 0, x) == x^3/3", {"x": Reals()}),
    ("integral(t^2, t, x, 0) == -x^3/3", {"x": Reals()}),
    ("integral(1/t, t, 1, x) == log(x)", {"x": Reals(Rational(1, 9), oo)}),
    ("integral(cos(a*t), t, 0, x) == sin(a*x)/a", {"x": Reals(), "a": Reals(1, 2)}),
    ("integral(exp(-t), t, y, x) == exp(-y) - exp(-x)", {"x": Reals(), "y": Reals(0, 1)}),
    ("3*integral(t^2, t, 0, x) + x == x^3 + x", {"x": Reals()}),
])
def test_a_right_antiderivative_is_proven(text, domains):
    assert "fundamental theorem" in proof(text, **domains)[0]


@pytest.mark.parametrize(("text", "domains"), [
    ("integral(t^2, t, 0, x) == x^3/3 + 1", {"x": Reals()}), ("integral(t^2, t, 0, x) == x^3/2", {"x": Reals()}),
    ("integral(1/t, t, 1, x) == log(x)", {"x": Reals(0, oo)}),
    ("integral(1/t^2, t, -1, x) == -1 - 1/x", {"x": Reals()}),
    ("integral(sign(t), t, 0, x) == abs(x)", {"x": Reals()}), ("integral(floor(t), t, 0, x) == 0", {"x": Reals(0, 2)}),
    ("integral(t, t, 0, x) == x^2/2", {"x": Reals(1, 2)}), ("integral(x*t, t, 0, x) == x^3/2", {"x": Reals()}),
    ("integral(t^2, t, 0, 1) == 1/3", {"x": Reals()}), ("exp(integral(t, t, 0, x)) == exp(x^2/2)", {"x": Reals()}),
    ("0*log(integral(1, t, 0, x)) == 0", {"x": Reals()}),
])
def test_nothing_else_is(text, domains):
    assert proof(text, **{k: v for k, v in domains.items() if k in text.replace("exp", "")}) is None


def test_the_variable_of_integration_is_its_own():
    assert proof("integral(x^2, x, 0, x) == x^3/3", x=Reals()) is None
