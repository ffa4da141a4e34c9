"""Rebuilding trees: nothing is evaluated, bound letters are left alone, and the cases of a kink cover everything."""

from __future__ import annotations

import pytest
import sympy

from verify.errors import Undefined
from verify.formulas.parser import parse
from verify.symbolic.rebuild import cases, kinks, put
from verify.values.evaluate import evaluate

X, Y, N = sympy.symbols("x y n")
SYMBOLS = {"x": X, "y": Y, "n": N}


def test_numbers_are_put_in_without_evaluation() -> None:
    tree = put(parse("x/x", SYMBOLS).tree, {"x": sympy.Integer(0)})
    with pytest.raises(Undefined):
        evaluate(tree, {})


def test_bound_letters_are_kept() -> None:
    tree = put(parse("sum(x*k, k, 1, n) + n", SYMBOLS).tree, {"n": sympy.Integer(3), "k": sympy.Integer(100)})
    assert evaluate(tree, {"x": 2}) == 2 * (1 + 2 + 3) + 3


def test_a_bound_letter_hides_one_outside() -> None:
    tree = put(parse("x + sum(x, x, 1, 4)", SYMBOLS).tree, {"x": sympy.Integer(10)})
    assert evaluate(tree, {}) == 10 + 10


def test_piecewise_is_rebuilt() -> None:
    tree = put(parse("piecewise(x, x > 0, -x)", SYMBOLS).tree, {"x": sympy.Integer(-5)})
    assert evaluate(tree, {}) == 5


@pytest.mark.parametrize("text", ["abs(x - y)", "max(x, y, 1)", "min(x, 2*y, y - x)"])
@pytest.mark.parametrize("point", [{"x": 1, "y": 2}, {"x": -3, "y": 0}, {"x": 1, "y": 1}, {"x": 5, "y": -2}])
def test_the_cases_of_a_kink_cover_and_agree(text: str, point: dict[str, int]) -> None:
    tree = parse(text, SYMBOLS).tree
    expected = evaluate(tree, point)
    values = [evaluate(value, point) for value, conditions in cases(tree)
              if all(evaluate(condition, point) for condition in conditions)]
    assert values
    assert set(values) == {expected}


def test_kinks_are_found_innermost_first() -> None:
    tree = parse("abs(max(x, y)) + 1", SYMBOLS).tree
    assert [type(kink) for kink in kinks(tree)] == [sympy.Max, sympy.Abs]
    assert kinks(parse("sum(abs(k), k, 1, n)", SYMBOLS).tree) == []
