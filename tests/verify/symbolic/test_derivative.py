"""Derivatives: checked against SymPy's own at points, and refused where there is a kink or a jump."""

from __future__ import annotations

import pytest
import sympy

from verify.errors import Unevaluable
from verify.formulas.parser import parse
from verify.symbolic.derivative import derivative, differentiated

X, Y = sympy.symbols("x y")


@pytest.mark.parametrize("text", [
    "3*x^2 - 2*x + 7", "x*y", "1/(1+x)", "sqrt(x)", "x^(2/3)", "x^x", "2^x", "exp(-x^2)", "log(1+x)", "sin(x)*cos(2*x)",
    "tan(x)", "sinh(x) - cosh(x)", "tanh(x)", "asin(x/2)", "acos(x/2)", "atan(3*x)", "asinh(x)", "erf(x)", "erfc(2*x)",
    "cot(x)", "sec(x)", "csc(x)", "atanh(x/2)", "gamma(x)", "loggamma(x)", "factorial(x)", "besseli(1, x)",
    "besselj(2, x)", "sum(x^k/k, k, 1, 4)", "sum(sum(x^(j*k), j, 1, 2), k, 1, 3)",
    "exp(x)^y", "x/x", "E^(x*y)", "(x^2+1)^y",
])
def test_agrees_with_sympy(text: str) -> None:
    tree = parse(text, {"x": X, "y": Y}).tree
    ours = derivative(tree, "x")
    theirs = tree.doit().diff(X)
    for point in ({X: sympy.Rational(1, 3), Y: 2}, {X: sympy.Rational(5, 4), Y: sympy.Rational(-1, 2)}):
        difference = sympy.N(ours.doit().subs(point).doit() - theirs.subs(point), 30)
        assert abs(difference) < sympy.Rational(1, 10**25)


@pytest.mark.parametrize("text", ["abs(x)", "max(x, 1)", "floor(x)", "product(x + k, k, 1, 3)", "sign(x)",
                                  "piecewise(x, x > 0, 0)", "x % 1", "zeta(x)"])
def test_kinks_jumps_and_sums_are_refused(text: str) -> None:
    with pytest.raises(Unevaluable):
        derivative(parse(text, {"x": X}).tree, "x")


@pytest.mark.parametrize(("text", "expected"), [
    ("diff(x^5, x, 2)", "20*x^3"), ("diff(x^2*y^3, x, y)", "6*x*y^2"), ("diff(diff(x^2*y^3, x), y, 2)", "12*x*y"),
    ("diff(integral(t^2, t, y, x^2), x)", "2*x^5"), ("diff(y, x)", "0"),
])
def test_a_derivative_node_stands_for_its_derivative(text: str, expected: str) -> None:
    symbols = {"x": X, "y": Y}
    assert sympy.expand(differentiated(parse(text, symbols).tree).doit() - parse(expected, symbols).tree.doit()) == 0


def test_entries_are_told_apart_by_their_index() -> None:
    symbols = {"v": sympy.IndexedBase("v"), "k": sympy.Symbol("k", integer=True)}
    found = differentiated(parse("diff(sum(v[i]^2, i, 1, 3), v[k])", symbols).tree)
    i = found.limits[0][0]
    assert found.function.has(sympy.KroneckerDelta(i, symbols["k"]))
    assert i not in found.free_symbols


@pytest.mark.parametrize("text", ["diff(sum(v[k], k, 1, 3), v[k])", "diff(v[v[k]], v[k])"])
def test_what_an_index_hides_is_refused(text: str) -> None:
    symbols = {"v": sympy.IndexedBase("v"), "k": sympy.Symbol("k", integer=True)}
    with pytest.raises(Unevaluable):
        differentiated(parse(text, symbols).tree)


def test_other_letters_are_constants() -> None:
    assert derivative(parse("floor(y)*x", {"x": X, "y": Y}).tree, "x") == sympy.floor(Y)
    assert derivative(parse("abs(y)", {"x": X, "y": Y}).tree, "x") == 0
