"""Exact decisions for rational functions of one variable and for quadratic forms."""

from __future__ import annotations

import pytest
import sympy
from flint import fmpq

from verify.domains.scalar_domain import Reals
from verify.formulas.parser import parse
from verify.symbolic.assumption import known
from verify.symbolic.field import new_field
from verify.symbolic.normal_form import element
from verify.symbolic.polynomial import one_variable, quadratic, satisfies
from verify.symbolic.region import Edge
from verify.symbolic.ring import vanishes
from verify.variable import variable

VARIABLES = [variable(name, Reals()) for name in "xyz"]
SYMBOLS = {entry.name: entry.symbol for entry in VARIABLES}
LINE = Edge(None, None)


def decided(text: str, operator: str, edge: Edge) -> bool:
    return satisfies(element(new_field(known(VARIABLES)), parse(text, SYMBOLS).tree, {}), operator, edge)


@pytest.mark.parametrize(("text", "operator", "edge"), [
    ("x^2 - 2*x + 1", ">=", LINE),
    ("(x^2-2)^2", ">=", LINE),
    ("x^4 - x + 1", ">", LINE),
    ("x^3 - 3*x + 2", ">=", Edge(fmpq(0), None)),
    ("x - x^2", ">=", Edge(fmpq(0), fmpq(1))),
    ("x - x^2", ">", Edge(fmpq(0), fmpq(1), low_open=True, high_open=True)),
    ("1/x", ">", Edge(fmpq(0), None, low_open=True)),
    ("x^2 - 2", "!=", Edge(fmpq(0), fmpq(1))),
    ("-x", ">=", Edge(None, fmpq(0))),
])
def test_true_signs(text: str, operator: str, edge: Edge) -> None:
    assert decided(text, operator, edge)


@pytest.mark.parametrize(("text", "operator", "edge"), [
    ("x^2 - 2*x + 1", ">", LINE),
    ("(x^2-2)^2", ">", LINE),
    ("x^2 - 2*x + 99/100", ">=", LINE),
    ("x^3 - 3*x + 2", ">=", LINE),
    ("x - x^2", ">=", Edge(fmpq(0), fmpq(101, 100))),
    ("x - x^2", ">", Edge(fmpq(0), fmpq(1))),
    ("1/x", ">", Edge(fmpq(-1), fmpq(1))),
    ("x^2 - 2", "!=", Edge(fmpq(0), fmpq(2))),
    ("-1 - x^2", ">=", LINE),
])
def test_false_signs(text: str, operator: str, edge: Edge) -> None:
    assert not decided(text, operator, edge)


def test_quadratic_coefficients() -> None:
    """x² + y² + z² − xy − yz − zx in x: a = 1, c = y² + z² − yz, 4ac − b² = 3(y − z)²."""
    field = new_field(known(VARIABLES))
    form = element(field, parse("x^2+y^2+z^2-x*y-y*z-z*x", SYMBOLS).tree, {})
    found = quadratic(form)
    assert found is not None
    a, c, discriminant = found
    expected = element(field, parse("3*(y-z)^2", SYMBOLS).tree, {})
    assert vanishes(a - 1)
    assert vanishes(c - element(field, parse("y^2+z^2-y*z", SYMBOLS).tree, {}))
    assert vanishes(discriminant - expected)


def test_a_variable_inside_an_atom_is_no_quadratic() -> None:
    field = new_field(known(VARIABLES))
    assert quadratic(element(field, parse("x^2 + sin(x)", SYMBOLS).tree, {})) is None


def test_one_variable() -> None:
    field = new_field(known(VARIABLES))
    assert one_variable(element(field, parse("x/(1+x)", SYMBOLS).tree, {})) is not None
    assert one_variable(element(field, parse("x*y", SYMBOLS).tree, {})) is None
    assert one_variable(element(field, parse("exp(x)", SYMBOLS).tree, {})) is None
    assert one_variable(element(field, sympy.Integer(2), {})) is None
