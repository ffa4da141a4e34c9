"""Constants: exact zeros that balls cannot tell from small numbers, and small numbers that are not zero."""

from __future__ import annotations

from typing import Any

import pytest
import sympy

from verify.formulas.parser import parse
from verify.symbolic.normal_form import certainly_zero

SYMBOLS = {name: sympy.Symbol(name) for name in "xn"}


@pytest.mark.parametrize(("text", "at"), [
    ("sqrt(2)*sqrt(3) - sqrt(6)", {}),
    ("exp(1)*exp(-1) - 1", {}),
    ("log(4) - 2*log(2)", {}),
    ("sin(pi/6) - 1/2", {}),
    ("cos(pi/4)^2 - 1/2", {}),
    ("(1+sqrt(5))/2 - GoldenRatio", {}),
    ("x*exp(-x) - exp(-1)", {"x": 1}),
    ("sqrt(x) - 2*sqrt(3)", {"x": 12}),
    ("1/(sqrt(x)-1) - sqrt(x) - 1", {"x": 2}),
    ("gamma(1/2)^2 - pi", {}),
    ("sum(sqrt(k), k, 1, n) - 1 - sqrt(2) - sqrt(3)", {"n": 3}),
    ("8^(1/3) - 2", {}),
    ("(-8)^(1/3) - 1 - I*sqrt(3)", {}),
])
def test_zero(text: str, at: dict[str, Any]) -> None:
    assert certainly_zero(parse(text, SYMBOLS).tree, at)


@pytest.mark.parametrize(("text", "at"), [
    ("sqrt(2)*sqrt(3) - sqrt(6) - 1/10^40", {}),
    ("exp(pi*sqrt(163)) - 640320^3 - 744", {}),
    ("pi - 355/113", {}),
    ("(-8)^(1/3) + 2", {}),
    ("x/x - 1", {"x": 0}),
    ("0*log(x)", {"x": 0}),
    ("0/(sqrt(2)*sqrt(3) - sqrt(6))", {}),
    ("sqrt(x^2) - x", {"x": -1}),
    ("0*factorial(x)", {"x": -1}),
])
def test_not_zero_or_not_defined(text: str, at: dict[str, Any]) -> None:
    assert not certainly_zero(parse(text, SYMBOLS).tree, at)
