"""Derivatives: checked against SymPy's own at points, and refused where there is a kink or a jump."""

from __future__ import annotations

import pytest
import sympy

from verify.errors import Unevaluable
from verify.parser import parse
from verify.symbolic.derivative import derivative

X, Y = sympy.symbols("x y")


@pytest.mark.parametrize("text", [
    "3*x^2 - 2*x + 7", "x*y", "1/(1+x)", "sqrt(x)", "x^(2/3)", "x^x", "2^x", "exp(-x^2)", "log(1+x)", "sin(x)*cos(2*x)",
    "tan(x)", "sinh(x) - cosh(x)", "tanh(x)", "asin(x/2)", "acos(x/2)", "atan(3*x)", "asinh(x)", "erf(x)", "erfc(2*x)",
    "exp(x)^y", "x/x", "E^(x*y)", "(x^2+1)^y",
])
def test_agrees_with_sympy(text: str) -> None:
    tree = parse(text, {"x": X, "y": Y}).tree
    ours = derivative(tree, "x")
    theirs = tree.doit().diff(X)
    for point in ({X: sympy.Rational(1, 3), Y: 2}, {X: sympy.Rational(5, 4), Y: sympy.Rational(-1, 2)}):
        difference = sympy.N(ours.doit().subs(point) - theirs.subs(point), 30)
        assert abs(difference) < sympy.Rational(1, 10**25)


@pytest.mark.parametrize("text", ["abs(x)", "max(x, 1)", "floor(x)", "sum(x^k, k, 1, 3)", "piecewise(x, x > 0, 0)",
                                  "sign(x)", "x % 1", "gamma(x)"])
def test_kinks_jumps_and_sums_are_refused(text: str) -> None:
    with pytest.raises(Unevaluable):
        derivative(parse(text, {"x": X}).tree, "x")


def test_other_letters_are_constants() -> None:
    assert derivative(parse("floor(y)*x", {"x": X, "y": Y}).tree, "x") == sympy.floor(Y)
    assert derivative(parse("abs(y)", {"x": X, "y": Y}).tree, "x") == 0
