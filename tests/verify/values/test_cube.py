"""The mean over a cube at an instance, counted by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy
from flint import arb, fmpq

from verify.errors import FormulaError, Undefined, Unevaluable
from verify.formulas.parser import parse
from verify.values.evaluate import evaluate

SYMBOLS = {"n": sympy.Symbol("n", integer=True), "g": sympy.IndexedBase("g"), "t": sympy.Symbol("t", real=True)}


def value(text, **environment):
    return evaluate(parse(text, SYMBOLS).tree, environment)


@pytest.mark.parametrize(("text", "environment", "mean"), [
    ("expectation(3, x, n)", {"n": 2}, fmpq(3)),
    ("expectation(sum(g[k]*x[k], k, 1, n)^2, x, n)", {"n": 3, "g": (1, 2, Fraction(1, 2))}, fmpq(21, 4)),
    ("expectation(sum(x[k], k, 1, n)^4, x, n)", {"n": 3}, fmpq(21)),  # (2·81 + 6·1)/8
    ("expectation(abs(x[1] + x[2]), x, n)", {"n": 2}, fmpq(1)),
    ("expectation(max(x[1], x[2]), x, 2)", {}, fmpq(1, 2)),
    ("expectation(1/(2 + x[1]), x, 1)", {}, fmpq(2, 3)),
    ("expectation(sum(x[k], k, 1, n)^2, x, n)", {"n": 0}, fmpq(0)),
    ("expectation(product(1 + x[k], k, 1, n), x, n)", {"n": 4}, fmpq(1)),
    ("expectation(expectation(x[1]*y[1] + 1, y, 2)^2, x, 2)", {}, fmpq(1)),
    ("expectation(g[2 + x[1]], x, 1)", {"g": (5, 7, 9)}, fmpq(7)),
    ("diff(expectation((t*x[1] + 1)^2, x, 1), t)", {"t": 3}, fmpq(6)),
    ("expectation(sum(g[k]*x[k], k, 1, 0)^2 + 1, x, 2)", {"g": ()}, fmpq(1)),
])
def test_means_counted_by_hand(text, environment, mean):
    assert value(text, **environment) == mean


def test_a_ball_where_it_is_irrational():
    """E exp(x_1 + x_2) = cosh(1)²."""
    found = value("expectation(exp(x[1] + x[2]), x, 2)")
    assert found.overlaps(arb(1).cosh() ** 2)
    assert found.rad() < arb("1e-15")


@pytest.mark.parametrize("text", ["expectation(x[3], x, 2)", "expectation(x[1], x, -1)", "expectation(x[1], x, 1/2)",
                                  "expectation(1/(1 + x[1]), x, 1)"])
def test_what_has_no_value_is_undefined(text):
    with pytest.raises(Undefined):
        value(text)


def test_a_large_cube_is_not_listed():
    with pytest.raises(Unevaluable):
        value("expectation(x[1], x, 40)")


@pytest.mark.parametrize("text", ["expectation(x[1])", "expectation(g[1], g, n)", "expectation(x[1], 2, n)"])
def test_misuse_is_told(text):
    with pytest.raises(FormulaError, match="column"):
        value(text, n=2, g=(1, 2))


def test_it_is_printed_as_it_is_written():
    tree = parse("expectation(sum(g[k]*x[k], k, 1, n)^2, x, n)", SYMBOLS)
    assert str(tree.tree).startswith("expectation(")
    assert tree.names == {"g", "n"}
    assert r"\mathbb{E}_{x \in \{-1, 1\}^{n}}" in tree.latex
