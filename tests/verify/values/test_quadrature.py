"""Integrals: balls around values known by hand, and refusals where nothing is proven."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy
from flint import acb, arb, fmpq

from verify.errors import Undefined, Unevaluable, Unproven
from verify.formulas.parser import parse
from verify.values import number
from verify.values.estimate import estimates
from verify.values.evaluate import evaluate


def value(text, bits=96, **environment):
    tree = parse(text, {name: sympy.Symbol(name) for name in environment}).tree
    return evaluate(tree, environment, bits)


KNOWN = {
    "integral(x^2, x, 0, 1)": "1/3", "integral(x^2, x, 1, 0)": "-1/3", "integral(1, x, -2, 3)": "5",
    "integral(x, x, 2, 2)": "0", "integral(|x - 1/3|, x, 0, 1)": "5/18", "integral(max(x, 1 - x), x, 0, 1)": "3/4",
    "integral(min(x, 1 - x), x, 0, 1)": "1/4", "integral(floor(x), x, 0, 7/2)": "9/2",
    "integral(ceiling(x), x, 0, 2)": "3", "integral(sign(x - 1), x, 0, 3)": "1",
    "integral(heaviside(x), x, -1, 2)": "2", "integral(piecewise(x, x > 1, 0), x, 0, 2)": "3/2",
    "integral(piecewise(1, x > 0 and not x > 1, x < -1, 2, 0), x, -2, 2)".replace("x < -1, 2, 0", "2, x < -1, 0"): "3",
    "integral(sqrt(x), x, 0, 1)": "2/3", "integral(1/sqrt(x), x, 0, 1)": "2", "integral(log(x), x, 0, 1)": "-1",
    "integral(x^(1/3), x, 0, 1)": "3/4", "integral(sum(x^k, k, 0, 2), x, 0, 1)": "11/6",
    "integral(sqrt(1 - x^2), x, -1, 1)": "pi/2", "integral(1/sqrt(1 - x^2), x, -1, 1)": "pi",
    "integral(1/(1 + x^2), x, 0, oo)": "pi/2", "integral(1/(1 + x^2), x, -oo, oo)": "pi",
    "integral(exp(-x^2), x, -oo, oo)": "sqrt(pi)", "integral(exp(x), x, -oo, 0)": "1",
    "integral(x^3*exp(-2*x), x, 0, oo)": "3/8", "integral(exp(-x)*sin(x), x, 0, oo)": "1/2",
    "integral(1/x^3, x, 1, oo)": "1/2", "integral(x^(-3/2), x, 1, oo)": "2",
    "integral(erfc(x), x, 0, oo)": "1/sqrt(pi)",
    "integral(1/(1 + exp(x)), x, 0, oo)": "log(2)", "integral(exp(-x^2)*cosh(x), x, -oo, oo)": "sqrt(pi)*exp(1/4)",
    "integral(log(x)/(1 + x)^2, x, 0, oo)": "0", "integral(1/(exp(x) + exp(-x)), x, -oo, oo)": "pi/2",
    "integral(2^(-x), x, 0, oo)": "1/log(2)", "integral(asin(x), x, 0, 1)": "pi/2 - 1",
    "integral(atan(x) + asinh(x)/(1 + x^2)^0, x, -1, 1)": "0", "integral(gamma(x)/gamma(x + 1), x, 1, 2)": "log(2)",
    "integral(exp(I*x), x, 0, pi)": "2*I", "integral(x, x, 0, sum(k, k, 1, 3))": "18",
}


@pytest.mark.parametrize(("text", "expected"), KNOWN.items())
def test_balls_contain_values_known_by_hand(text, expected):
    found, wanted = value(text), value(expected, 256)
    difference = number.ball(found - wanted)
    assert difference.contains(0), (found, wanted)
    assert abs(difference).upper() < fmpq(1, 10**12)


@pytest.mark.parametrize(("text", "wrong"), [
    ("integral(exp(-x^2), x, -oo, oo)", "sqrt(2*pi)"), ("integral(1/x^3, x, 1, oo)", "1/3"),
    ("integral(|x|, x, -1, 1)", "0"), ("integral(sqrt(1 - x^2), x, -1, 1)", "pi"),
])
def test_balls_exclude_wrong_neighbours(text, wrong):
    assert not number.ball(value(text) - value(wrong)).contains(0)


@pytest.mark.parametrize("text", [
    "integral(1/x, x, 1, oo)", "integral(1/x, x, 0, 1)", "integral(1/(1 + x), x, 0, oo)", "integral(x, x, 0, oo)",
    "integral(1/x^2, x, 0, 1)", "integral(exp(x^2), x, -oo, oo)", "integral(exp(x), x, 0, oo)", "integral(1, x, 0, oo)",
])
def test_divergence_is_proven(text):
    with pytest.raises(Undefined, match="diverges"):
        value(text)


@pytest.mark.parametrize("text", [
    "integral(1/x, x, -1, 1)", "integral(1/(x^2 - 2), x, 0, 2)", "integral(1/(x - 3)^2, x, 0, 5)",
    "integral(tan(x), x, 0, 2)", "integral(zeta(x), x, 2, 3)", "integral(integral(x*y, x, 0, y), y, 0, 1)",
    "integral(|sqrt(x)|, x, -1, 1)",
])
def test_what_is_not_shown_to_be_bounded_is_refused(text):
    with pytest.raises(Unevaluable):
        value(text)


def test_conditions_hold_of_the_real_line_alone():
    """|√x| is not ±√x where √x is imaginary."""
    with pytest.raises(Unevaluable):
        value("integral(|sqrt(x)|, x, -2, -1)")
    found = value("integral(sqrt(|x|), x, -1, 1)")
    assert number.ball(found - fmpq(4, 3)).contains(0)


@pytest.mark.parametrize("text", ["integral(sin(x)/x, x, 0, oo)", "integral(log(1 + exp(-x)), x, 0, oo)",
                                  "integral(1/(x*log(x)), x, 2, oo)"])
def test_tails_without_a_bound_are_not_proven(text):
    with pytest.raises(Unproven, match="antiderivative"):
        value(text)


def test_estimates_have_a_radius():
    with estimates(30):
        found = value("integral(log(1 + exp(-x)), x, 0, oo)")
    assert abs(found - value("pi^2/12")) < fmpq(1, 10**20)
    with estimates(30), pytest.raises(Unevaluable, match="do not settle"):
        value("integral(1/(x*log(x)), x, 2, oo)")


def test_parameters_and_their_ends():
    assert number.ball(value("integral(exp(-a*x), x, 0, oo)", a=Fraction(1, 3)) - 3).contains(0)
    assert value("integral(t, t, 0, a)", a=4).contains(8)
    with pytest.raises(Undefined, match="diverges"):
        value("integral(exp(-a*x), x, 0, oo)", a=-1)


def test_derivatives_by_an_end():
    found = value("diff(integral(exp(-t^2), t, x, 2*x), x)", x=1)
    assert (found - value("2*exp(-4) - exp(-1)")).contains(0)
    with pytest.raises(Unevaluable, match="kink or jump"):
        value("diff(integral(sign(t), t, -1, x), x)", x=0)
    with pytest.raises(Unevaluable, match="write the derivative inside"):
        value("diff(integral(exp(-x*t), t, 0, 1), x)", x=1)


def test_complex_values_stay_complex():
    assert isinstance(value("integral(exp(I*x), x, 0, pi)"), acb)
    assert isinstance(value("integral(exp(x), x, 0, 1)"), arb)
