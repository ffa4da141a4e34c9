"""Absolute values, maxima, floors, hyperbolic and odd functions: identities that hold, and near misses."""

from __future__ import annotations

import pytest
import sympy

from verify.domains.scalar_domain import Integers, Reals, Signs
from verify.formulas.parser import parse
from verify.symbolic.assumption import known
from verify.symbolic.normal_form import Answer, decide
from verify.variable import variable

DOMAINS = {
    "x": Reals(), "y": Reals(), "a": Reals(0, sympy.oo), "b": Reals(0, sympy.oo), "p": Reals(1, sympy.oo),
    "q": Reals(1, sympy.oo), "t": Reals(0, 1), "n": Integers(1, sympy.oo), "k": Integers(0, sympy.oo),
    "m": Integers(0, sympy.oo), "z": Integers(), "s": Signs(),
}
VARIABLES = {name: variable(name, domain) for name, domain in DOMAINS.items()}
SYMBOLS = {name: entry.symbol for name, entry in VARIABLES.items()}
KNOWN = known(VARIABLES.values())


def answer(text: str) -> Answer:
    relation = parse(text, SYMBOLS).tree
    minus = sympy.Mul(sympy.S.NegativeOne, relation.rhs, evaluate=False)
    return decide(sympy.Add(relation.lhs, minus, evaluate=False), KNOWN).answer


@pytest.mark.parametrize("text", [
    "cosh(x)^2-sinh(x)^2 == 1",
    "cosh(2*x) == 2*sinh(x)^2+1",
    "tanh(x) == (exp(2*x)-1)/(exp(2*x)+1)",
    "sqrt(x^2) == abs(x)",
    "abs(x)^2 == x^2",
    "abs(x*y) == abs(x)*abs(y)",
    "sqrt(x^3) == abs(x)*sqrt(x)",
    "s^2 == 1",
    "s^3 == s",
    "abs(s) == 1",
    "max(x,y)+min(x,y) == x+y",
    "max(x,y)-min(x,y) == abs(x-y)",
    "max(x,x) == x",
    "floor(x+1) == floor(x)+1",
    "floor(z) == z",
    "ceiling(z/2+z) == z+ceiling(z/2)",
    "x % 1 == x - floor(x)",
    "erfc(x) == 1-erf(x)",
    "sqrt(x^2+2*x+1) == abs(x+1)",
    "piecewise(x, x>0, x) == x",
    "conjugate(x) == x",
    "re(x) == x",
    "log(x^2) == 2*log(abs(x))",
])
def test_true_identities_are_zero(text: str) -> None:
    assert answer(text) is Answer.ZERO


@pytest.mark.parametrize("text", [
    "abs(x) == x",
    "abs(x+y) == abs(x)+abs(y)",
    "s^3 == 1",
    "max(x,y) == x",
    "floor(x)+floor(y) == floor(x+y)",
    "floor(2*x) == 2*floor(x)",
    "floor(z/2) == z/2",
    "x % 2 == x",
    "tanh(x) == sinh(x)",
    "sign(x)*x == x",
    "sign(x)^2 == 1",
    "erf(x) == x",
    "sqrt(x^2+y^2) == abs(x)+abs(y)",
    "x^n == abs(x)^n",
    "conjugate(I*x) == I*x",
    "floor(-x) == -floor(x)",
    "ceiling(x) == floor(x)+1",
    "heaviside(x) == 1",
])
def test_false_identities_are_never_zero(text: str) -> None:
    assert answer(text) is not Answer.ZERO
