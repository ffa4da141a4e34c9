"""Expressions of elements have the value of the tree that they came from: all rules, at random exact points."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
import sympy
from flint import acb, fmpq

from verify.domains.scalar_domain import Integers, Reals, Signs
from verify.errors import Indeterminate, Undefined, Unevaluable
from verify.formulas.parser import parse
from verify.symbolic.assumption import known
from verify.symbolic.expression import expression, factored
from verify.symbolic.field import new_field
from verify.symbolic.normal_form import element
from verify.values.evaluate import evaluate
from verify.variable import variable

OO = sympy.oo
VARIABLES = {name: variable(name, domain) for name, domain in {
    "x": Reals(), "y": Reals(), "a": Reals(0, OO), "p": Reals(1, OO), "t": Reals(-1, 0), "n": Integers(1, OO),
    "k": Integers(0, OO), "z": Integers(), "s": Signs()}.items()}
SYMBOLS = [entry.symbol for entry in VARIABLES.values()]
UNARY = (sympy.exp, sympy.log, sympy.sin, sympy.cos, sympy.tan, sympy.sinh, sympy.cosh, sympy.tanh, sympy.Abs,
         sympy.floor, sympy.ceiling, sympy.asin, sympy.acos, sympy.atan, sympy.erf, sympy.gamma, sympy.factorial)
BINARY = (sympy.Max, sympy.Min, sympy.binomial, sympy.Mod)


def power(base: Any, exponent: Any) -> Any:
    return sympy.Pow(base, sympy.sympify(exponent), evaluate=False)


def grow(draw: random.Random, depth: int) -> Any:
    """A random unevaluated tree."""
    if depth == 0 or draw.random() < 0.15:
        if draw.random() < 0.65:
            return draw.choice(SYMBOLS)
        return draw.choice([sympy.pi, sympy.E, sympy.I, sympy.Rational(draw.randint(-6, 6), draw.choice([1, 1, 2, 3]))])
    kind = draw.random()
    if kind < 0.5:
        operation = sympy.Add if kind < 0.25 else sympy.Mul
        return operation(*(grow(draw, depth - 1) for _ in range(2)), evaluate=False)
    if kind < 0.6:
        return power(grow(draw, depth - 1), draw.randint(-3, 4))
    if kind < 0.72:
        return power(grow(draw, depth - 1), sympy.Rational(draw.choice([-3, -1, 1, 2, 5]), draw.choice([2, 3, 4])))
    if kind < 0.78:
        return power(grow(draw, depth - 1), grow(draw, depth - 1))
    if kind < 0.83:
        return draw.choice(BINARY)(grow(draw, depth - 1), grow(draw, depth - 1), evaluate=False)
    return draw.choice(UNARY)(grow(draw, depth - 1), evaluate=False)


def point(draw: random.Random) -> dict[str, int | Fraction]:
    return {"x": Fraction(draw.randint(-7, 7), draw.choice([1, 2, 3])),
            "y": Fraction(draw.randint(-7, 7), draw.choice([1, 2, 5])),
            "a": Fraction(draw.randint(0, 7), 3), "p": 1 + Fraction(draw.randint(0, 7), 2),
            "t": -Fraction(draw.randint(0, 4), 4), "n": draw.randint(1, 5), "k": draw.randint(0, 5),
            "z": draw.randint(-4, 4), "s": draw.choice([1, -1])}


def value(tree: Any, at: dict[str, int | Fraction]) -> Any:
    try:
        return evaluate(tree, at, 200)
    except (Undefined, Indeterminate, Unevaluable):
        return None


def agree(left: Any, right: Any) -> bool:
    if isinstance(left, fmpq) and isinstance(right, fmpq):
        return bool(left == right)
    return bool(acb(left).overlaps(acb(right)))


@pytest.mark.parametrize("block", range(8))
def test_normal_forms_keep_values(block: int) -> None:
    compared = 0
    for seed in range(60 * block, 60 * block + 60):
        draw = random.Random(seed)
        tree = grow(draw, 3)
        try:
            field = new_field(known(VARIABLES.values()), 500)
            made = element(field, tree, {})
            forms = (expression(made), factored(field, made))
        except (Unevaluable, Undefined, ZeroDivisionError):
            continue
        for at in (point(draw) for _ in range(4)):
            expected = value(tree, at)
            for form in forms:
                found = value(form, at)
                if expected is not None and found is not None:
                    compared += 1
                    assert agree(expected, found), (seed, tree, form, at)
    assert compared > 100


def test_factored_form_uses_roots() -> None:
    x, y = (sympy.Symbol(name, nonnegative=True) for name in "xy")
    field = new_field()
    made = element(field, parse("x + y - 2*sqrt(x*y)", {"x": x, "y": y}).tree, {})
    form = factored(field, made)
    squares = [part for part in sympy.preorder_traversal(form) if part.is_Pow and part.exp == 2]
    assert len(squares) == 1
