"""Continued formulas: values on the real line, and no analytic answer where there is none."""

from __future__ import annotations

import pytest
import sympy
from flint import acb, arb

from verify.errors import Unevaluable
from verify.formulas.parser import parse
from verify.values.evaluate import evaluate
from verify.values.holomorphic import continued


def read(text):
    return continued(parse(text, {"x": sympy.Symbol("x")}).tree, "x", {}, lambda tree, env: evaluate(tree, env, 64))


@pytest.mark.parametrize("text", ["x^3 - x/7", "sqrt(x)", "exp(-x^2)", "log(x)", "|x - 1|", "max(x, 1, x^2)",
                                  "min(x, 1)",
                                  "piecewise(x, x > 1/3, x^2)", "atan(x)", "x^x", "x^(1/3)", "gamma(x)", "floor(3*x)",
                                  "sum(x^k, k, 0, 3)", "product(x + k, k, 0, 3)", "erf(x)", "x!", "ceiling(x)"])
def test_agrees_on_the_real_line(text):
    tree = parse(text, {"x": sympy.Symbol("x")}).tree
    for point in (arb(1) / 2, arb(5) / 4):
        assert read(text)(acb(point), False).overlaps(acb(evaluate(tree, {"x": point}, 64)))


@pytest.mark.parametrize(("text", "ball"), [
    ("sqrt(x)", acb(arb(-1, 0.1), arb(0, 0.1))), ("log(x)", acb(arb(-1, 0.1), arb(0, 0.1))),
    ("x^(1/3)", acb(arb(-1, 0.1), arb(0, 0.1))), ("1/x", acb(arb(0, 1))), ("|x|", acb(arb(0, 1))),
    ("max(x, 0)", acb(arb(0, 1))), ("floor(x)", acb(arb(1, 0.1))), ("piecewise(1, x > 0, 2)", acb(arb(0, 0.1))),
    ("asin(x)", acb(arb(2, 0.1), arb(0, 0.1))), ("atan(x)", acb(arb(0, 0.1), arb(2, 0.1))),
    ("acosh(x)", acb(arb(0, 0.1))), ("atanh(x)", acb(arb(2, 0.1), arb(0, 0.1))), ("gamma(x)", acb(arb(-1, 0.1))),
    ("|sqrt(x)|", acb(arb(-2, 0.1))), ("loggamma(x)", acb(arb(-1.5, 0.1), arb(0, 0.1))),
])
def test_is_not_analytic_where_it_is_not(text, ball):
    assert not read(text)(ball, True).is_finite()


@pytest.mark.parametrize("text", ["zeta(x)", "x % 1", "re(x)", "binomial(x, 2)", "sum(1, k, 0, x)", "besselj(0, x)"])
def test_what_has_no_continuation_is_refused(text):
    with pytest.raises(Unevaluable):
        read(text)
