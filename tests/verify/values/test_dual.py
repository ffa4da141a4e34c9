"""Duals: derivatives against values by hand, and what happens at kinks and jumps."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy
from flint import fmpq

from verify.errors import Undefined, Unevaluable
from verify.formulas.parser import parse
from verify.values.dual import Dual, Level, apply, derivative, is_dual, parts, plain, power, sign, vanishes
from verify.values.evaluate import evaluate


def value(text, **environment):
    symbols = {name: sympy.IndexedBase(name) if isinstance(entry, tuple) else sympy.Symbol(name)
               for name, entry in environment.items()}
    return evaluate(parse(text, symbols).tree, environment, 128)


def test_exact_arithmetic_of_duals():
    x = Dual(Level(), fmpq(3), fmpq(1))
    assert parts(x * x * 2 - x + 7, x.level) == (22, 11)
    assert parts(1 - x, x.level) == (-2, -1)
    assert parts(power(x, fmpq(-2)), x.level) == (fmpq(1, 9), fmpq(-2, 27))
    assert (plain(x + 1), is_dual(x), is_dual(fmpq(1))) == (4, True, False)


@pytest.mark.parametrize(("text", "x", "expected"), [
    ("diff(x^3, x)", 2, 12), ("diff(x^3, x, 2)", 2, 12), ("diff(x^3, x, 3)", 2, 6),
    ("diff(1/x, x)", Fraction(1, 2), -4),
    ("diff(diff(x^4, x)*x, x)", 1, 16), ("diff(x*diff(x, x), x)", 5, 1), ("diff(sqrt(x), x)", 4, Fraction(1, 4)),
    ("diff(7, x)", 1, 0), ("diff(x^0, x)", 0, 0), ("diff(x^x, x)", 1, 1), ("diff(2^x - 2^x, x)", 0, None),
    ("diff(floor(x) + ceiling(x), x)", Fraction(1, 2), 0), ("diff(x % 1, x)", Fraction(3, 2), 1),
    ("diff(binomial(x, 2), x)", 3, Fraction(5, 2)), ("diff(sum(x^k, k, 0, 3), x)", 1, 6),
    ("diff(product(x - k, k, 1, 3), x)", 1, 2), ("diff(max(x, 2*x, 3), x)", 4, 2), ("diff(min(x, 2), x)", 4, 0),
    ("diff(re(x) + im(x), x)", 4, 1), ("diff(delta(x, 1), x)", 2, 0), ("diff(heaviside(x), x)", 2, 0),
])
def test_derivatives_by_hand(text, x, expected):
    found = value(text, x=x)
    if expected is None:
        assert found.contains(0)
    else:
        assert found == fmpq(Fraction(expected).numerator, Fraction(expected).denominator)


@pytest.mark.parametrize(("text", "expected"), [
    ("diff(x*|x|, x)", 0), ("diff(max(x, 0)^2, x)", 0), ("diff(|x|^3, x, 2)", 0), ("diff(|x^2|, x)", 0),
    ("diff(piecewise(x^2, x > 0, -x^2), x)", 0), ("diff(piecewise(2*x, x >= 0, x + x), x)", 2),
    ("diff(max(x, x), x)", 1), ("diff(x^2*sign(x), x)", 0), ("diff(|x| - |x|, x)", 0),
])
def test_kinks_that_are_smooth(text, expected):
    assert value(text, x=0) == expected


@pytest.mark.parametrize("text", [
    "diff(|x|, x)", "diff(max(x, 0), x)", "diff(min(x, -x), x)", "diff(sign(x), x)", "diff(floor(x), x)",
    "diff(heaviside(x), x)", "diff(x*|x|, x, 2)", "diff(|x|, x, 2)", "diff(piecewise(x, x > 0, 1), x)",
    "diff(piecewise(x, x >= 0, 2*x), x)", "diff(x % 1, x)", "diff(sqrt(x), x)", "diff(delta(x, 0), x)",
    "diff(log(x), x)",
])
def test_kinks_and_jumps_are_undefined(text):
    with pytest.raises(Undefined):
        value(text, x=0)


@pytest.mark.parametrize("text", ["diff(sqrt(x^4), x)", "diff(sign(x^2), x)", "diff(|x^2|, x, 2)", "diff(x^(1 + x), x)",
                                  "diff(asin(x + 2), x)", "diff(acosh(x), x)", "diff(sum(1, k, 1, x), x)",
                                  "diff(zeta(x + 3), x)", "diff(sum(x^k/k!, k, 0, oo), x)", "diff(log(I*x - 1), x)"])
def test_what_first_slopes_do_not_tell_is_not_told(text):
    with pytest.raises(Unevaluable):
        value(text, x=0)


def test_derivatives_by_an_entry():
    assert value("diff(sum(max(x[i], 0), i, 1, 3), x[k])", x=(1, -2, 3), k=1) == 1
    assert value("diff(sum(max(x[i], 0), i, 1, 3), x[k])", x=(1, -2, 3), k=2) == 0
    assert value("diff(x[1]*x[2]^2, x[2])", x=(3, 5)) == 30
    assert value("diff(x[1]*x[2]^2, x[2], x[1])", x=(3, 5)) == 10
    with pytest.raises(Undefined, match="kink"):
        value("diff(sum(max(x[i], 0), i, 1, 3), x[k])", x=(1, 0, 3), k=2)
    with pytest.raises(Undefined, match=r"outside 1\.\.2"):
        value("diff(x[1], x[3])", x=(3, 5))


def test_a_name_bound_in_the_body_is_not_the_variable():
    assert value("diff(sum(t, t, 1, 3)*t, t)", t=Fraction(1, 2)) == 6


def test_signs_beside_zero():
    x = Dual(Level(), fmpq(0), fmpq(-2))
    assert (sign(x), x.level.kinked, vanishes(x), vanishes(x * 0)) == (-1, True, False, True)
    assert derivative(lambda t: apply(sympy.Abs, t), fmpq(-3), "|x|") == -1
