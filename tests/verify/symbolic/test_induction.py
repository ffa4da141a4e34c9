"""Induction: closed forms of sums and products that hold are proven from base and step; near misses are not."""

from __future__ import annotations

import pytest
import sympy

from verify.domains.scalar_domain import Integers, Reals
from verify.formulas.parser import parse
from verify.symbolic.assumption import known
from verify.symbolic.induction import candidates, induction
from verify.variable import variable


def prove(text: str, start: int = 1) -> tuple[str, ...] | None:
    variables = [variable("x", Reals()), variable("n", Integers(start, sympy.oo)), variable("m", Integers(0, sympy.oo))]
    relation = parse(text, {entry.name: entry.symbol for entry in variables}).tree
    tree = sympy.Add(relation.lhs, sympy.Mul(-1, relation.rhs, evaluate=False), evaluate=False)
    return induction(tree, "n", start, known(variables))


@pytest.mark.parametrize("text", [
    "sum(1/(k*(k+1)), k, 1, n) == n/(n+1)",
    "sum(k*factorial(k), k, 1, n) == factorial(n+1)-1",
    "sum(x^k, k, 0, n)*(x-1) == x^(n+1)-1",
    "sum(k*2^k, k, 1, n) == (n-1)*2^(n+1)+2",
    "sum(fibonacci(k)^2, k, 1, n) == fibonacci(n)*fibonacci(n+1)",
    "sum(1/k, k, 1, n) == harmonic(n)",
    "product(2*k-1, k, 1, n) == factorial(2*n)/(2^n*factorial(n))",
    "2*sin(x)*sum(cos((2*k-1)*x), k, 1, n) == sin(2*n*x)",
    "sum(binomial(k+m, m), k, 0, n) == binomial(n+m+1, m+1)",
])
def test_closed_forms_are_proven(text: str) -> None:
    steps = prove(text)
    assert steps is not None
    assert "n ≥ 1" in steps[0]


@pytest.mark.parametrize("text", [
    "sum(1/(k*(k+1)), k, 1, n) == n/(n+2)",
    "sum(k*2^k, k, 1, n) == (n-1)*2^(n+1)+1",
    "sum(k*factorial(k), k, 1, n) == factorial(n+1)",
    "sum(k^2, k, 1, n) == n^2",
    "product(2*k-1, k, 1, n) == factorial(2*n)/(2^n*factorial(n))+1",
    "sum(1/k, k, 1, n) == harmonic(n+1)-1/2",
])
def test_near_misses_are_not_proven(text: str) -> None:
    assert prove(text) is None


def test_the_base_case_counts() -> None:
    """The step alone also holds with a wrong constant; from n = 0 the sum is 0."""
    assert prove("sum(1/(k*(k+1)), k, 1, n) == n/(n+1) + 1", 0) is None
    assert prove("sum(1/(k*(k+1)), k, 1, n) == n/(n+1)", 0) is not None


def test_empty_sums_are_zero_below_the_range() -> None:
    """From n = −2 the sum over 1..n is 0, which 2^(n+1) − 2 is not."""
    assert prove("sum(2^k, k, 1, n) == 2^(n+1)-2", 0) is not None
    assert prove("sum(2^k, k, 1, n) == 2^(n+1)-2", -2) is None


def test_candidates_are_the_letters_of_bounds() -> None:
    k, n, m = sympy.symbols("k n m")
    assert candidates(sympy.Sum(m * k, (k, 1, n))) == ["n"]
    assert candidates(sympy.Sum(k, (k, 1, sympy.Symbol("j")), (sympy.Symbol("j"), 1, n))) == ["n"]
