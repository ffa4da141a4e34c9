"""Sums of rational functions to infinity: balls around values known by hand, none around divergent ones."""

import pytest
import sympy
from flint import fmpq, fmpq_poly

from verify.errors import Undefined, Unevaluable
from verify.formulas.parser import parse
from verify.values import number
from verify.values.evaluate import evaluate
from verify.values.rational_sum import Summand, converges, read


def value(text, bits=128, **environment):
    return evaluate(parse(text, {name: sympy.Symbol(name) for name in environment}).tree, environment, bits)


KNOWN = {
    "sum(1/k^2, k, 1, oo)": "pi^2/6", "sum(1/k^4, k, 1, oo)": "pi^4/90", "sum(1/(2*k - 1)^2, k, 1, oo)": "pi^2/8",
    "sum((-1)^k/(2*k + 1), k, 0, oo)": "pi/4", "sum((-1)^(k + 1)/k, k, 1, oo)": "log(2)",
    "sum((-1)^k/k^2, k, 1, oo)": "-pi^2/12", "sum(1/k - 1/(k + 1), k, 1, oo)": "1",
    "sum(1/(k*(k + 1)*(k + 2)), k, 1, oo)": "1/4", "sum(1/(k^2 + 1), k, 0, oo)": "(1 + pi*cosh(pi)/sinh(pi))/2",
    "sum(1/(4*k^2 - 1), k, 1, oo)": "1/2", "sum(1/k^(3/2), k, 1, oo)": "zeta(3/2)",
    "sum(1/sqrt(k^3), k, 1, oo)": "zeta(3/2)", "sum(k^(-5/2)*(k + 1), k, 1, oo)": "zeta(3/2) + zeta(5/2)",
    "sum(1/(k + 1/2)^2, k, -2, oo)": "pi^2/2 + 4/9 + 4",
    "sum((-1)^k*(1/(k + 1) - 1/(k + 2)), k, 0, oo)": "2*log(2) - 1",
    "sum(1/k^2 - 1/k^2, k, 1, oo)": "0", "sum(1/(k^2 + 1000000), k, 0, oo)":
        "(1/1000000)/2 + pi*cosh(1000*pi)/sinh(1000*pi)/2000",
}


@pytest.mark.parametrize(("text", "expected"), KNOWN.items())
def test_balls_contain_values_known_by_hand(text, expected):
    difference = number.ball(value(text) - value(expected, 256))
    assert difference.contains(0)
    assert abs(difference).upper() < fmpq(1, 10**25)


@pytest.mark.parametrize(("text", "wrong"), [
    ("sum(1/k^2, k, 1, oo)", "pi^2/6 + 1/10^20"), ("sum((-1)^k/(2*k + 1), k, 0, oo)", "pi/4 - 1/10^20"),
    ("sum(1/k^3, k, 1, oo)", "pi^3/26"), ("sum(1/k^2, k, 2, oo)", "pi^2/6"), ("sum((-1)^k/k, k, 1, oo)", "log(2)")])
def test_balls_exclude_wrong_neighbours(text, wrong):
    assert not number.ball(value(f"{text} - ({wrong})")).contains(0)


@pytest.mark.parametrize("text", ["sum(1/k, k, 1, oo)", "sum(k/(k + 1), k, 1, oo)", "sum((-1)^k*k/(k + 1), k, 1, oo)",
                                  "sum(1/sqrt(k), k, 1, oo)", "sum(1/k^(3/4), k, 1, oo)", "sum(1/k + 1/k^2, k, 1, oo)"])
def test_divergence_is_proven(text):
    with pytest.raises(Undefined, match="diverges"):
        value(text)


def test_a_pole_among_the_terms_is_undefined():
    with pytest.raises(Undefined, match="division by zero"):
        value("sum(1/(k - 3)^2, k, 1, oo)")


@pytest.mark.parametrize("text", ["sum(log(k)/k^2, k, 1, oo)", "sum((-1)^k/sqrt(k), k, 1, oo)",
                                  "sum(1/(k^2 + 10^16), k, 1, oo)", "sum(1/k - 1/(k + sqrt(2)), k, 1, oo)"])
def test_what_is_not_known_is_not_guessed(text):
    with pytest.raises(Unevaluable, match="partial sums"):
        value(text)


def test_a_parameter_takes_its_value():
    assert number.ball(value("sum(1/(k + a)^2, k, 1, oo)", a=fmpq(1, 2)) - value("pi^2/2 - 4", 256)).contains(0)


def test_reading():
    k = sympy.Symbol("k")
    one = fmpq_poly([1])
    assert read(sympy.Pow(k, sympy.Rational(-3, 2), evaluate=False), "k", lambda tree: fmpq(-3, 2)) == \
        Summand(one, one, 1, fmpq(-3, 2))
    assert read(sympy.sin(k), "k", lambda tree: None) is None
    assert [converges(Summand(one, fmpq_poly([0, 1]), sign)) for sign in (1, -1)] == [False, True]
