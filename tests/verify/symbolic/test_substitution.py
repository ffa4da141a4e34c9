"""Substitution reaches into the meanings of atoms."""

from __future__ import annotations

import pytest
import sympy

from verify.errors import Unevaluable
from verify.formulas.parser import parse
from verify.symbolic.field import letter, new_field
from verify.symbolic.normal_form import element
from verify.symbolic.ring import vanishes
from verify.symbolic.substitution import substitute

SYMBOLS = {"x": sympy.Symbol("x", real=True), "n": sympy.Symbol("n", integer=True),
           "p": sympy.Symbol("p", positive=True)}


@pytest.mark.parametrize(("text", "expected"), [
    ("x^2 + 1/x", "(x+1)^2 + 1/(x+1)"),
    ("exp(2*x)", "exp(2*x)*exp(2)"),
    ("sin(x)", "sin(x)*cos(1) + cos(x)*sin(1)"),
    ("p^x", "p*p^x"),
    ("sqrt(x^2+p)", "sqrt((x+1)^2+p)"),
    ("log(x)", "log(x+1)"),
    ("abs(x)", "abs(x+1)"),
    ("floor(x/2)", "floor((x+1)/2)"),
    ("gamma(x)", "x*gamma(x)"),
    ("erf(x)", "erf(1+x)"),
    ("sum(x*k^x, k, 1, n)", "sum((x+1)*k^(x+1), k, 1, n)"),
    ("p", "p"),
])
def test_x_becomes_x_plus_one(text: str, expected: str) -> None:
    field = new_field()
    before = element(field, parse(text, SYMBOLS).tree, {})
    x = letter(field, "x", symbol=SYMBOLS["x"])
    after = substitute(field, before, x, x + 1)
    assert vanishes(after - element(field, parse(expected, SYMBOLS).tree, {}))


def test_signs_alternate() -> None:
    field = new_field()
    before = element(field, parse("(-1)^n", SYMBOLS).tree, {})
    n = letter(field, "n", symbol=SYMBOLS["n"])
    assert vanishes(substitute(field, before, n, n + 1) + before)
    assert vanishes(substitute(field, before, n, n + 2) - before)


def test_an_atom_without_a_recipe_is_refused() -> None:
    field = new_field()
    before = element(field, parse("re(log(x))", SYMBOLS).tree, {})
    x = letter(field, "x", symbol=SYMBOLS["x"])
    with pytest.raises(Unevaluable):
        substitute(field, before, x, x + 1)
