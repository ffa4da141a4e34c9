"""Side conditions: every place where a formula may be undefined is found, and only what follows is called proven."""

from __future__ import annotations

import pytest
import sympy

from verify.domains.domain import Domain
from verify.domains.scalar_domain import Integers, Reals
from verify.formulas.parser import parse
from verify.symbolic.assumption import known
from verify.symbolic.field import new_field
from verify.symbolic.normal_form import learn
from verify.symbolic.side_condition import proven, real_conditions, side_conditions
from verify.variable import variable

OO = sympy.oo
PLAIN = {name: sympy.Symbol(name, real=True) for name in "xyn"}


def conditions(text: str) -> list[str]:
    return [str(condition) for condition in side_conditions(parse(text, PLAIN).tree)]


@pytest.mark.parametrize(("text", "expected"), [
    ("x + 1", []),
    ("x/y", ["y ≠ 0"]),
    ("x/x", ["x ≠ 0"]),
    ("0*log(x)", ["x ≠ 0"]),
    ("1/x - 1/x", ["x ≠ 0"]),
    ("x^0", []),
    ("x^(-2)", ["x ≠ 0"]),
    ("sqrt(x)", []),
    ("tan(x)", ["cos(x) ≠ 0"]),
    ("cot(x)", ["sin(x) ≠ 0"]),
    ("exp(1/x)", ["x ≠ 0"]),
    ("factorial(x)", ["x is not a negative integer"]),
    ("gamma(x)", ["x is not 0, −1, −2, …"]),
    ("x^y", ["x**y is defined"]),
    ("x % y", ["x is real", "y is real", "y ≠ 0"]),
    ("sum(1/k, k, 1, n)", ["1 is an integer", "n is an integer", "k ≠ 0"]),
])
def test_conditions_of_a_tree(text: str, expected: list[str]) -> None:
    assert conditions(text) == expected


@pytest.mark.parametrize(("text", "expected"), [
    ("log(x)", ["x > 0"]), ("sqrt(x)", ["x ≥ 0"]), ("asin(x)", ["1 - x**2 ≥ 0"]), ("x^2", []), ("I", ["I is defined"]),
])
def test_conditions_for_an_order(text: str, expected: list[str]) -> None:
    assert [str(condition) for condition in real_conditions(parse(text, PLAIN).tree)] == expected


def all_proven(text: str, **domains: Domain) -> bool:
    variables = [variable(name, domain) for name, domain in domains.items()]
    field = new_field(known(variables))
    learn(field, {})
    tree = parse(text, {entry.name: entry.symbol for entry in variables}).tree
    return all(proven(field, condition) for condition in side_conditions(tree))


@pytest.mark.parametrize(("text", "domains"), [
    ("1/x", {"x": Reals(1, 2)}),
    ("1/(x^2+1)", {"x": Reals()}),
    ("1/(exp(x)+1)", {"x": Reals()}),
    ("1/exp(x)", {"x": Reals()}),
    ("1/(2*n-1)", {"n": Integers(1, OO)}),
    ("sum(1/(k*(k+1)), k, 1, n)", {"n": Integers(0, OO)}),
    ("sum(1/(n+1-k), k, 1, n)", {"n": Integers(0, OO)}),
    ("factorial(n-1)", {"n": Integers(1, OO)}),
    ("binomial(n, 2)", {"n": Integers()}),
    ("2^n", {"n": Integers()}),
    ("x^n", {"x": Reals(), "n": Integers(0, OO)}),
    ("1/(sqrt(2)-1)", {"x": Reals()}),
    ("1/(2-sin(x))", {"x": Reals()}),
])
def test_what_follows_is_proven(text: str, domains: dict[str, Domain]) -> None:
    assert all_proven(text, **domains)


@pytest.mark.parametrize(("text", "domains"), [
    ("1/x", {"x": Reals(0, 2)}),
    ("1/(x^2-1)", {"x": Reals()}),
    ("1/(exp(x)-1)", {"x": Reals()}),
    ("1/(n-1)", {"n": Integers(1, OO)}),
    ("sum(1/k, k, 0, n)", {"n": Integers(0, OO)}),
    ("sum(1/(n-k), k, 1, n)", {"n": Integers(0, OO)}),
    ("sum(k, k, 1, x)", {"x": Reals(1, OO)}),
    ("factorial(n-1)", {"n": Integers(0, OO)}),
    ("x^n", {"x": Reals(), "n": Integers()}),
    ("tan(x)", {"x": Reals()}),
    ("1/(sqrt(2)*sqrt(3)-sqrt(6))", {"x": Reals()}),
    ("1/binomial(n, k)", {"n": Integers(0, OO), "k": Integers(0, OO)}),
    ("1/(1-sin(x))", {"x": Reals()}),
    ("log(x-y)", {"x": Reals(), "y": Reals()}),
])
def test_what_is_false_somewhere_is_not_proven(text: str, domains: dict[str, Domain]) -> None:
    assert not all_proven(text, **domains)
