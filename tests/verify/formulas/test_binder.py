"""Calls that bind a name, implications and bars: what is read, and how misuse is explained."""

from __future__ import annotations

import pytest
import sympy

from verify.errors import FormulaError, Undefined
from verify.formulas.parser import parse, parse_statement
from verify.values.evaluate import evaluate

SYMBOLS = {"x": sympy.Symbol("x", real=True), "y": sympy.Symbol("y", real=True), "n": sympy.Symbol("n", integer=True),
           "v": sympy.IndexedBase("v")}


def value(text, **environment):
    return evaluate(parse(text, SYMBOLS).tree, environment)


@pytest.mark.parametrize(("text", "expected"), [
    ("all(k > 0, k, 1, 3)", True), ("all(k > 1, k, 1, 3)", False), ("all(k > 1, k, 1, 0)", True),
    ("any(k > 2, k, 1, 3)", True), ("any(k > 3, k, 1, 3)", False), ("any(k > 0, k, 1, 0)", False),
    ("all(any(j == k, j, 1, 3), k, 1, 3)", True), ("any(all(j <= k, j, 1, 3), k, 1, 3)", True),
    ("all(k > 0 and k < 4 or k == 9, (k, 1, 3))", True), ("not all(k > 1, k, 1, 3)", True),
    ("1 < 2 <=> 3 < 4", True), ("1 < 2 <=> 3 > 4", False), ("1 > 2 <=> 3 > 4 <=> 5 > 6", True),
    ("iff(1 < 2, true)", True),
    ("1 < 2 <=> 1 > 2 <=> 1 > 2", False), ("1 > 2 => 1/0 > 0", True), ("1 < 2 => 2 < 3", True),
    ("1 < 2 => 2 > 3", False),
    ("1 > 2 => 1 < 2 => 1 > 2", True), ("implies(1 > 2, false)", True), ("1 < 2 or 1 > 2 => 1 > 2", False),
    ("1 < 2 ⇒ 2 < 3", True), ("1 < 2 ⇔ 2 < 3", True), ("any(k > 2 => k > 5, k, 1, 9)", True),
    ("prime(2) and not prime(1)", True), ("all(1/k > 0, k, 1, 3)", True), ("any(1/(k - 3) < 0, k, 1, 3)", True),
])
def test_truth(text, expected):
    assert value(text) is expected


@pytest.mark.parametrize(("text", "expected"), [
    ("max(k*(4 - k), k, 1, 3)", 4), ("min(k*(4 - k), (k, 1, 3))", 3), ("max(1, 2, 3, 4)", 4), ("max(x, y, 1, n)", 9),
    ("max(x*y, (y, 1, 3))", 24), ("max(max(j*k, j, 1, k), k, 1, 3)", 9), ("max((x))", 8), ("max(x, (y))", 9),
    ("|x - 9|", 1), ("||x - 9| - 3|", 2), ("|x|*|y|", 72), ("2*|-x|^2", 128), ("|x|!/|x|!", 1), ("|-3| + |-4|", 7),
    ("|sum(k - 5, k, 1, 2)|", 7), ("sum(|k|, k, -2, 2)", 6), ("|max(x, |y|)|", 9), ("Derivative(x^2, x)", 16),
])
def test_values(text, expected):
    assert value(text, x=8, y=9, n=2) == expected


def test_an_extreme_over_an_empty_range_is_undefined():
    with pytest.raises(Undefined, match="empty range"):
        value("max(k, k, 1, 0)")


MISUSE = [
    ("x => 3", "a number where a condition is needed in 'x => 3' at column 1: a condition is true or false; write >= "
               "for: at least; => is: implies"),
    ("x > 1 => 3", "write >= for: at least"), ("x <=> 3", "== between numbers; <=> is between conditions"),
    ("(x > 1) <=> 3", "== between numbers"), ("x =< 3", "write <= instead of =<"), ("x -> 3", "abs(f - L) <= C/n"),
    ("x → 3", "a limit is not a formula"), ("limit(1/n, n, oo)", "write abs(f - L) <= C/n"), ("lim(x)", "a limit"),
    ("x + O(n)", "up_to_constant(f, g, in_='n')"), ("Theta(n)", "a Landau symbol"),
    ("x | 3", "n % d == 0 for: d divides n"),
    ("|x", "expected '|' but found the end"), ("|x|y|", "missing operator"), ("|v|", "write norm(v)"),
    ("|x > 1|", "expected '|' but found '>'"), ("x > 1 | x < 0", "conditions joined by or"),
    ("diff(x)", "a derivative without its variable"), ("diff(n^2, n)", "f(n + 1) - f(n)"),
    ("diff(v[1], v)", "diff(…, v[k])"),
    ("diff(x, x + 1)", "not a variable"), ("diff(x, x, 9)", "order up to 8"), ("diff(x, 2)", "not a variable"),
    ("diff(sum(k^2, k, 1, 3), k)", "undeclared name 'k'"),
    ("sum(diff(k^2, k), k, 1, 3)", "derivative by the integer k"),
    ("integral(x^2, x, 0)", "expected ','"), ("integral(x^2)", "write integral(body, x, 0, 1)"),
    ("all(x, k, 1, 3)", "a number where a condition is needed"), ("all(k > 0)", "write all(condition, k, 1, n)"),
    ("sum(k > 0, k, 1, 3)", "expected ',' but found '>'"), ("sum(k, k, 1, 1 < 2)", "expected ')'"),
    ("max(x*y, y, 1, 3)", "can be read in two ways"), ("oo + 1", "infinity as a number"),
    ("implies(x > 1)", "2 conditions"),
    ("prime(x > 1)", "a condition where a number is needed"), ("prime(n) + 1", "a condition where a number is needed"),
    ("diff(max(v[i], 0), v[i])", "undeclared name 'i'"),
]


@pytest.mark.parametrize(("text", "message"), MISUSE)
def test_misuse_is_explained(text, message):
    with pytest.raises(FormulaError) as caught:
        parse(text, SYMBOLS)
    assert message in str(caught.value)


@pytest.mark.parametrize(("text", "sides"), [
    ("2*x  <= x*2+y", ["2*x", "x*2+y"]), ("(x <= y)", ["x", "y"]), ("x ≤ y ≤ 2·y", ["x", "y", "2·y"]),
    ("(x + 1)*2 == y", ["(x + 1)*2", "y"]), ("|x| < |y|", ["|x|", "|y|"]),
    ("(1 < 2) == (3 < 4)", ["(1 < 2)", "(3 < 4)"]),
])
def test_sides_are_printed_as_they_were_written(text, sides):
    _, links = parse_statement(text, SYMBOLS)
    assert [links[0][1].source, *(right.source for _, _, right in links)] == sides


@pytest.mark.parametrize("text", ["x > 0 and y > 0", "x != y", "not x > 0", "x > 0 => y > 0", "x + y",
                                  "all(x > k, k, 1, 2)",
                                  "x < y != 3", "(x > 0) or (y > 0)"])
def test_other_conditions_have_no_sides(text):
    assert parse_statement(text, SYMBOLS)[1] == ()
