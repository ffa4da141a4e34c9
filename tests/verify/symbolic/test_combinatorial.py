"""Factorials, binomial coefficients and their relatives: recurrences that hold, and near misses."""

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
    "factorial(n+1) == (n+1)*factorial(n)",
    "factorial(n)/factorial(n-1) == n",
    "gamma(n+1) == factorial(n)",
    "gamma(x+1) == x*gamma(x)",
    "gamma(1/2) == sqrt(pi)",
    "binomial(n,2) == n*(n-1)/2",
    "binomial(n+1,k+1) == binomial(n,k)+binomial(n,k+1)",
    "k*binomial(n,k) == n*binomial(n-1,k-1)",
    "binomial(n,k) == factorial(n)/(factorial(k)*factorial(n-k))",
    "binomial(n+k,k) == binomial(n+k,n)",
    "binomial(n,n-1) == n",
    "binomial(n,n) == 1",
    "binomial(4,k)*factorial(k)*factorial(4-k) == 24",
    "binomial(2*n+2,n+1) == 2*(2*n+1)/(n+1)*binomial(2*n,n)",
    "catalan(n+1) == 2*(2*n+1)/(n+2)*catalan(n)",
    "harmonic(n+1) == harmonic(n)+1/(n+1)",
    "fibonacci(n+2) == fibonacci(n+1)+fibonacci(n)",
    "fibonacci(n+3)*1 == 2*fibonacci(n+1)+fibonacci(n)",
])
def test_true_identities_are_zero(text: str) -> None:
    assert answer(text) is Answer.ZERO


@pytest.mark.parametrize("text", [
    "binomial(n+1,k) == binomial(n,k)",
    "binomial(n+1,k+1) == binomial(n,k)+binomial(n,k-1)",
    "binomial(z,k) == factorial(z)/(factorial(k)*factorial(z-k))",
    "binomial(n,k) == binomial(n,n-k+1)",
    "factorial(n+1) == n*factorial(n)",
    "factorial(2*n) == 2*factorial(n)",
    "gamma(n) == factorial(n)",
    "harmonic(n+1) == harmonic(n)+1/n",
    "fibonacci(n+1) == fibonacci(n)+1",
    "binomial(1,-1/2) == 0",
    "binomial(1,1/2) == 1",
    "binomial(n,1/2) == n",
])
def test_false_identities_are_never_zero(text: str) -> None:
    assert answer(text) is not Answer.ZERO
