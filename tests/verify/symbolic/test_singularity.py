"""Singularities: what exact algebra proves undefined, and what it leaves alone."""

from __future__ import annotations

import pytest
import sympy

from verify.formulas.parser import parse
from verify.symbolic.singularity import singularity

N = sympy.Symbol("n", integer=True)


def found(text, n):
    broken = singularity(parse(text, {"n": N}).tree, {"n": n})
    return str(broken) if broken else None


@pytest.mark.parametrize(("text", "n", "condition"), [
    ("tan(pi*n/2)", 1, "cos"), ("sec(pi*n/2)", 3, "cos"), ("cot(pi*n)", 1, "sin"), ("1/(sqrt(2)^2 - n)", 2, "sqrt"),
    ("log(sqrt(3)^2 - n)", 3, "sqrt"), ("gamma(sqrt(2)^2 - n)", 4, "not 0, −1, −2"),
    ("loggamma(sqrt(2)^2 - n)", 2, "not 0, −1, −2"), ("3 + n*tan(pi/2)", 1, "cos"),
])
def test_what_has_no_value_is_named(text, n, condition):
    assert condition in found(text, n)


@pytest.mark.parametrize(("text", "n"), [
    ("tan(pi*n/2)", 2), ("1/(sqrt(2)^2 - n)", 3), ("gamma(sqrt(2)^2 - n)", 1), ("gamma(sqrt(2) - n)", 4),
    ("piecewise(n, n > 0, tan(pi/2))", 1), ("sum(tan(pi/2), k, 1, n)", 0), ("n = 1 or tan(pi/2) > 0", 1),
])
def test_what_has_a_value_or_may_be_left_out_is_not(text, n):
    assert found(text, n) is None
