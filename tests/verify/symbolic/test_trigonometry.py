"""Sine, cosine and their inverses: identities that hold for all real numbers, and near misses."""

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
    "sin(x)^2+cos(x)^2 == 1",
    "sin(2*x) == 2*sin(x)*cos(x)",
    "cos(3*x) == 4*cos(x)^3-3*cos(x)",
    "sin(x+y) == sin(x)*cos(y)+cos(x)*sin(y)",
    "sin(-x) == -sin(x)",
    "tan(x) == sin(x)/cos(x)",
    "1+tan(x)^2 == sec(x)^2",
    "sin(x)*sin(y) == (cos(x-y)-cos(x+y))/2",
    "sin(x+pi/2) == cos(x)",
    "cos(pi*z) == (-1)^z",
    "sin(pi*z) == 0",
    "sin(asin(x)) == x",
    "cos(acos(x)) == x",
    "cos(asin(x)) == sqrt(1-x^2)",
    "tan(atan(x)) == x",
    "atan(-x) == -atan(x)",
    "exp(I*x) == cos(x)+I*sin(x)",
    "cos(pi/3) == 1/2",
    "cos(pi/4) == sqrt(2)/2",
    "sin(pi/6) == 1/2",
    "sin(2*pi/3) == sqrt(3)/2",
    "sqrt(1-sin(x)^2)^2 == cos(x)^2",
    "cot(x)*tan(x) == 1",
    "sin(3*x/2)*2*cos(x/2) == sin(2*x)+sin(x)",
])
def test_true_identities_are_zero(text: str) -> None:
    assert answer(text) is Answer.ZERO


@pytest.mark.parametrize("text", [
    "asin(sin(x)) == x",
    "acos(cos(x)) == x",
    "atan(tan(x)) == x",
    "sin(2*x) == 2*sin(x)",
    "sin(x)^2-cos(x)^2 == 1",
    "sin(x) == sin(y)",
    "sin(2*x) == sin(3*x)",
    "cos(pi*z) == 1",
    "cos(pi*x) == (-1)^x",
    "sin(pi*x) == 0",
    "sin(x)^4+cos(x)^4 == 1",
    "exp(sin(x)) == exp(x)",
    "asin(x)+acos(x) == pi/3",
])
def test_false_identities_are_never_zero(text: str) -> None:
    assert answer(text) is not Answer.ZERO
