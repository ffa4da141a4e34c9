"""Growth: bounds towards infinity against values by hand."""

from __future__ import annotations

import pytest
import sympy
from flint import arb

from verify.errors import Undefined
from verify.formulas.parser import parse
from verify.values.evaluate import evaluate
from verify.values.growth import Place, growth, tail
from verify.values.majorant import Unbounded


def place(start):
    return Place("t", arb(start), {}, lambda tree, environment: evaluate(tree, environment, 64))


def read(text):
    return parse(text, {"t": sympy.Symbol("t")}).tree


@pytest.mark.parametrize(("text", "start", "true"), [
    ("1/t^2", 10, "1/10"), ("exp(-t)", 10, "exp(-10)"), ("t*exp(-t^2)", 3, "exp(-9)/2"),
    ("1/(1 + t^2)", 4, "atan(1/4)"),
    ("sin(t)/t^2", 5, "1/5"), ("erfc(t)", 2, "1/2000"), ("2^(-t)", 8, "1/(256*log(2))"), ("t^(-t)", 4, "1/500"),
    ("exp(-t)*log(t)", 10, "1/8000"), ("1/(t^2*(2 + cos(1/t)))", 10, "1/20"), ("piecewise(1, t < 3, 1/t^2)", 5, "1/5"),
    ("exp(t - t^2)*cosh(t)", 5, "exp(-15)/17"), ("|sin(t)|*exp(-sqrt(t))", 100, "22*exp(-10)"),
])
def test_tails_are_bounded_from_above(text, start, true):
    bound = tail(read(text), place(start))
    assert bound.is_finite()
    assert not bound < arb(evaluate(read(true), {}, 64)) / 2
    if text in ("1/t^2", "exp(-t)", "t*exp(-t^2)", "2^(-t)"):
        assert bound > arb(evaluate(read(true), {}, 64)) * (1 - arb(2) ** -40)
        assert bound < arb(evaluate(read(true), {}, 64)) * arb(2)


@pytest.mark.parametrize("text", ["1/t", "1", "t", "1/(t + 5)", "exp(t)", "log(t)/t", "1/sqrt(t)", "cosh(t)"])
def test_divergence_is_proven(text):
    with pytest.raises(Undefined, match="diverges"):
        tail(read(text), place(10))


@pytest.mark.parametrize("text", ["sin(t)", "sin(t)/t", "1/(t - 20)^2", "1/sin(t)", "1/(t*log(t)^2)", "floor(t)",
                                  "sin(I*t)*exp(-t/2)", "exp(I*t)", "exp(sin(t) - t*0)", "1/(t^2*sin(t))"])
def test_what_has_no_bound_is_refused(text):
    with pytest.raises(Unbounded):
        tail(read(text), place(10))


def test_the_elasticity_of_a_fraction():
    found = growth(read("(t^3 + 1)/(2 - t)"), place(100))
    assert found.sign == -1
    assert found.exact
    assert found.low < 2.03
    assert found.high > 1.99
