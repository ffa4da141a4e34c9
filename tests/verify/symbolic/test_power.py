"""Exponentials, logarithms, roots and powers: identities of principal values, and famous ones that are false."""

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
    "(x+y)^2 == x^2+2*x*y+y^2",
    "exp(x+y) == exp(x)*exp(y)",
    "exp(2*x) == exp(x)^2",
    "exp(-x) == 1/exp(x)",
    "E^x == exp(x)",
    "exp(x/2)^2 == exp(x)",
    "sqrt(exp(x)) == exp(x/2)",
    "sqrt(8) == 2*sqrt(2)",
    "sqrt(2)*sqrt(3) == sqrt(6)",
    "1/sqrt(2) == sqrt(2)/2",
    "2^(1/3)*4^(1/3) == 2",
    "12^(1/6) == 2^(1/3)*3^(1/6)",
    "sqrt(-1) == I",
    "I^2 == -1",
    "sqrt(-4) == 2*I",
    "sqrt(a*b) == sqrt(a)*sqrt(b)",
    "sqrt(a*x) == sqrt(a)*sqrt(x)",
    "sqrt(a^2) == a",
    "sqrt(x)^2 == x",
    "a^(1/2)*a^(1/3) == a^(5/6)",
    "log(p*q) == log(p)+log(q)",
    "log(p^2) == 2*log(p)",
    "log(p/q) == log(p)-log(q)",
    "log(sqrt(p)) == log(p)/2",
    "log(4) == 2*log(2)",
    "log(6) == log(2)+log(3)",
    "log(exp(x)) == x",
    "exp(log(x)) == x",
    "exp(2*log(p)) == p^2",
    "exp(log(p)/2) == sqrt(p)",
    "p^x == exp(x*log(p))",
    "2^(n+1) == 2*2^n",
    "4^n == 2^(2*n)",
    "(2^n)^2 == 4^n",
    "6^n == 2^n*3^n",
    "p^(x+y) == p^x*p^y",
    "(p*q)^x == p^x*q^x",
    "x^(n+1) == x*x^n",
    "x^(2*n) == (x^n)^2",
    "(x*y)^n == x^n*y^n",
    "(-x)^n == (-1)^n*x^n",
    "(-1)^(2*n) == 1",
    "(-1)^(n+1) == -(-1)^n",
    "(-1)^(n^2) == (-1)^n",
    "(1+s)^2 == 2*(1+s)",
    "exp(I*pi) == -1",
    "(sqrt(2)+1)*(sqrt(2)-1) == 1",
    "1/(sqrt(2)+1) == sqrt(2)-1",
    "log(-1) == I*pi",
    "exp(x)*exp(-x) == 1",
    "GoldenRatio^2 == GoldenRatio+1",
    "p^(1/p) == exp(log(p)/p)",
    "log(1/p) == -log(p)",
    "sqrt(t*(1-t)) == sqrt(t)*sqrt(1-t)",
    "(a^x)^1 == a^x",
    "exp(x)^n == exp(n*x)",
    "exp(x)^y == exp(x*y)",
    "log(2^n) == n*log(2)",
    "sqrt(4^n) == 2^n",
    "2^(n/2)*2^(n/2) == 2^n",
    "0*log(x) == 0",
    "x^0 == 1",
    "(2^x)^y == 2^(x*y)",
    "sqrt(12*a^3) == 2*a*sqrt(3*a)",
])
def test_true_identities_are_zero(text: str) -> None:
    assert answer(text) is Answer.ZERO


@pytest.mark.parametrize("text", [
    "sqrt(x^2) == x",
    "log(x*y) == log(x)+log(y)",
    "log(x^2) == 2*log(x)",
    "(x^2)^(1/2) == x",
    "(x*y)^(1/2) == x^(1/2)*y^(1/2)",
    "(x^y)^2 == x^(y+2)",
    "(x^2)^y == x^(2*y)",
    "log(exp(I*x)) == I*x",
    "exp(x+y) == exp(x)+exp(y)",
    "exp(2*x) == 2*exp(x)",
    "sqrt(x)*sqrt(y) == sqrt(x*y)",
    "sqrt(1/x) == 1/sqrt(x)",
    "sqrt(-x) == I*sqrt(x)",
    "sqrt(x-y) == I*sqrt(y-x)",
    "sqrt(8) == 3*sqrt(2)",
    "sqrt(2)+sqrt(3) == sqrt(5)",
    "(-8)^(1/3) == -2",
    "(x^3)^(1/3) == x",
    "2^(n+1) == 2^n+2",
    "2^n*3^n == 5^n",
    "(-1)^n == 1",
    "(-1)^(n*k) == (-1)^n",
    "(-x)^n == x^n",
    "(x+y)^n == x^n+y^n",
    "1/(sqrt(2)+1) == sqrt(2)+1",
    "log(6) == log(2)*log(3)",
    "log(p+q) == log(p)+log(q)",
    "p^(x*y) == p^x*p^y",
    "(p^x)^y == p^(x+y)",
    "x^y*x == x^(y+2)",
    "log(1+x) == x",
    "sqrt(x^2+2*x*y+y^2) == x+y",
    "exp(log(x)/2)^2 == -x",
    "(x^2)^(1/4) == sqrt(x)",
    "log(x/y) == log(x)-log(y)",
    "log(-x) == log(x)+I*pi",
    "sqrt(exp(2*I*x)) == exp(I*x)",
    "exp(I*x)^y == exp(I*x*y)",
    "(x^n)^(1/n) == x",
    "0^n == 1",
    "0^n == 0",
    "(1-1)^x == 0",
    "sqrt(a)+sqrt(b) == sqrt(a+b)",
    "(a*b)^x == a^x*b",
    "sqrt(x)*sqrt(x^3) == x^2",
])
def test_false_identities_are_never_zero(text: str) -> None:
    assert answer(text) is not Answer.ZERO
