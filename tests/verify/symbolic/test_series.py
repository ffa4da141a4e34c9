"""Sums and products with symbolic bounds: closed forms that hold, and near misses that must not be called zero."""

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
    "sum(k,k,1,n) == n*(n+1)/2",
    "sum(k^2,k,1,n) == n*(n+1)*(2*n+1)/6",
    "sum(k^3,k,1,n) == sum(k,k,1,n)^2",
    "sum(x*k+y,k,1,n) == x*n*(n+1)/2+n*y",
    "sum(sum(1,j,1,i),i,1,n) == n*(n+1)/2",
    "sum(2^k,k,0,n) - sum(2^k,k,0,n-1) == 2^n",
    "product(k,k,1,n) == factorial(n)",
    "product(2*k,k,1,n) == 2^n*factorial(n)",
    "sum(k*x^k,k,1,5) == x+2*x^2+3*x^3+4*x^4+5*x^5",
    "sum(k, k, 5, 2) == 0",
])
def test_true_identities_are_zero(text: str) -> None:
    assert answer(text) is Answer.ZERO


@pytest.mark.parametrize("text", [
    "sum(k,k,1,n) == n*(n-1)/2",
    "sum(k,k,1,n-3) == (n-3)*(n-2)/2",
    "sum(2^k,k,0,n) == 2^n",
    "sum(1,k,1,z) == z",
    "sum(2^k,k,1,z+1) == sum(2^k,k,1,z)+2^(z+1)",
    "product(k,k,0,n) == factorial(n)",
    "product(k,k,1,z) == factorial(z)",
    "sum(x^k,k,0,n) == sum(x^k,k,1,n)",
])
def test_false_identities_are_never_zero(text: str) -> None:
    assert answer(text) is not Answer.ZERO
