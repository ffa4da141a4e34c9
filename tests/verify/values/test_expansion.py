"""Expansions: exact fractions, and formulas far out that have the same values."""

from __future__ import annotations

import pytest
import sympy
from flint import arb, fmpq, fmpq_poly

from verify.formulas.parser import parse
from verify.values.evaluate import evaluate
from verify.values.expansion import far_out, fraction

T, Y = sympy.symbols("t y")


def read(text):
    return parse(text, {"t": T}).tree


def constant(tree):
    return evaluate(tree, {}, 128)


@pytest.mark.parametrize(("text", "top", "bottom"), [
    ("(1 - 1/t)*(1 + 1/t)", [-1, 0, 1], [0, 0, 1]), ("t^2 - (t - 1)^2", [-1, 2], [1]), ("1/(t/2 + 3)", [1], [3, "1/2"]),
])
def test_fractions_are_exact(text, top, bottom):
    found = fraction(read(text), "t", constant)
    wanted = [fmpq_poly([_rational(c) for c in part]) for part in (top, bottom)]
    assert found[0] * wanted[1] == wanted[0] * found[1]


def _rational(text):


    value = sympy.Rational(text)
    return fmpq(value.p, value.q)


@pytest.mark.parametrize("text", ["sqrt(t)", "pi*t", "exp(t)", "t - t", "t^100", "0*t"])
def test_other_trees_are_none(text):
    assert fraction(read(text), "t", constant) is None


@pytest.mark.parametrize("text", [
    "t^3 - 1/t", "sqrt(1 - (1 - 1/t)^2)", "(1 + t^2)^(-3/2)", "log(t)/t", "log(1 + 1/t)", "exp(-t^2)*t",
    "t^(1/3)/(1 + t)",
    "piecewise(t, t > 2, 1)", "sum(t^j, j, 0, 3)", "sin(1/t)", "(2*t - t)^(2/3)", "sqrt(pi + t)", "7",
    "2^(-t)", "|1 - t|",
])
def test_values_far_out_are_the_same(text):
    tree = read(text)
    moved = far_out(tree, "t", Y, constant)
    for point in (3, 1000):
        y = arb(point).log()
        assert arb(evaluate(tree, {"t": point}, 53)).overlaps(arb(evaluate(moved, {"y": y}, 53)))


def test_nothing_cancels_far_out():
    moved = far_out(read("1 - (1 - 1/t)^2"), "t", Y, constant)
    found = evaluate(moved, {"y": arb(500)}, 64)
    assert found.rel_accuracy_bits() > 40
