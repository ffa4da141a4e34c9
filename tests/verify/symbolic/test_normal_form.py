"""Rational functions and constants: what is zero, what is not, and what is left open."""

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
    "1/(1+I) == (1-I)/2",
    "x/x == 1",
    "1/x-1/x == 0",
])
def test_true_identities_are_zero(text: str) -> None:
    assert answer(text) is Answer.ZERO


@pytest.mark.parametrize("text", [
    "s == 1",
    "I == -I",
    "I == 1",
    "pi == 22/7",
    "x == x+1",
    "1 == 0",
])
def test_false_identities_are_never_zero(text: str) -> None:
    assert answer(text) is not Answer.ZERO
