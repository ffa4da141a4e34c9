"""Infinite sums: balls around values known by hand; divergence and doubt are told apart."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy
from flint import fmpq

from verify.errors import Undefined, Unevaluable
from verify.formulas.parser import parse
from verify.values import number
from verify.values.evaluate import evaluate


def value(text, bits=96, **environment):
    tree = parse(text, {name: sympy.Symbol(name) for name in environment}).tree
    return evaluate(tree, environment, bits)


KNOWN = {
    "sum(1/2^k, k, 0, oo)": "2", "sum(1/2^k, k, 3, oo)": "1/4", "sum(k*2^(-k), k, 0, oo)": "2",
    "sum(k^2/2^k, k, 1, oo)": "6", "sum(1/k!, k, 0, oo)": "E", "sum((-1)^k/k!, k, 0, oo)": "exp(-1)",
    "sum(3^k*exp(-3)/k!, k, 0, oo)": "1", "sum(k*3^k*exp(-3)/k!, k, 0, oo)": "3",
    "sum(binomial(1/2, k)*(1/3)^k, k, 0, oo)": "sqrt(4/3)", "sum(binomial(5, k)*2^k, k, 0, oo)": "243",
    "sum(binomial(2*k, k)/5^k, k, 0, oo)": "sqrt(5)", "sum(binomial(k, 3)/2^k, k, 0, oo)": "2",
    "sum((-1)^k*2^(2*k + 1)/(2*k + 1)!, k, 0, oo)": "sin(2)", "sum(1/(k*2^k), k, 1, oo)": "log(2)",
    "sum(gamma(k + 1/2)/gamma(k + 1)/3^k, k, 0, oo)": "sqrt(3*pi/2)", "sum(I^k/k!, k, 0, oo)": "exp(I)",
    "sum(1/3^k + 1/2^k, k, 0, oo)": "7/2", "sum(exp(-k), k, 0, oo)": "1/(1 - exp(-1))", "sum(0^k, k, 0, oo)": "1",
    "sum((k - 7)*2^(-k), k, 0, oo)": "-12", "sum(1/k!^2, k, 0, oo)": "besseli(0, 2)", "sum(0, k, 0, oo)": "0",
    "sum(sum(j, j, 1, 3)/2^k, k, 0, oo)": "12",
}


@pytest.mark.parametrize(("text", "expected"), KNOWN.items())
def test_balls_contain_values_known_by_hand(text, expected):
    difference = number.ball(value(text) - value(expected, 256))
    assert difference.contains(0)
    assert abs(difference).upper() < fmpq(1, 10**20)


@pytest.mark.parametrize(("text", "wrong"), [("sum(1/2^k, k, 0, oo)", "1"), ("sum(1/k!, k, 0, oo)", "27183/10000"),
                                             ("sum(k*3^k*exp(-3)/k!, k, 0, oo)", "3 + 1/10^20")])
def test_balls_exclude_wrong_neighbours(text, wrong):
    assert not number.ball(value(f"{text} - ({wrong})")).contains(0)


@pytest.mark.parametrize("text", ["sum(2^k, k, 0, oo)", "sum(k!/100^k, k, 0, oo)", "sum(1, k, 0, oo)",
                                  "sum((-1)^k, k, 0, oo)", "sum(binomial(2*k, k)/3^k, k, 0, oo)",
                                  "sum(2^k + 1/2^k, k, 0, oo)"])
def test_divergence_is_proven(text):
    with pytest.raises(Undefined, match="diverges"):
        value(text)


@pytest.mark.parametrize("text", ["sum(log(k)/k^2, k, 1, oo)", "sum(sin(k)/2^k, k, 0, oo)",
                                  "sum(sqrt(k)/2^k, k, 0, oo)", "sum(k^k/k!/9^k, k, 1, oo)", "sum(2^k - 2^k, k, 0, oo)",
                                  "sum(1/2^(k^2), k, 0, oo)", "sum(1/2^k, k, -oo, 0)",
                                  "sum((999999/1000000)^k, k, 0, oo)", "product(1 + 1/2^k, k, 0, oo)"])
def test_what_the_ratio_does_not_tell_is_not_told(text):
    with pytest.raises(Unevaluable):
        value(text)


def test_terms_that_are_undefined_make_the_sum_undefined():
    with pytest.raises(Undefined, match="division by zero"):
        value("sum(1/((k - 3)*2^k), k, 0, oo)")
    with pytest.raises(Undefined, match="not an integer"):
        value("sum(1/2^k, k, n, oo)", n=Fraction(1, 2))


def test_parameters():
    assert (value("sum(x^k, k, 0, oo)", x=Fraction(9, 10)) - 10).contains(0)
    with pytest.raises(Undefined):
        value("sum(x^k, k, 0, oo)", x=-1)
