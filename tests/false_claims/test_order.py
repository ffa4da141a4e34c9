"""Mistakes of order: an inequality reversed, strict, or stretched past the set on which it holds."""

from __future__ import annotations

from typing import Any

import pytest

from verify import Integers, Reals, Subsets, Vectors, at_least, at_most, chain, check


def union_size(a: Any, b: Any) -> int:
    return len(set(a) | set(b))


def sizes(a: Any, b: Any) -> int:
    return len(a) + len(b)


def dot(x: Any, y: Any) -> Any:
    return sum(p * q for p, q in zip(x, y, strict=True))


UNIT, LINE, HALF_LINE = Reals(-1, 1), Reals(-3, 3), Reals(0, 3)
DOT = "(x[1]*y[1] + x[2]*y[2])^2"
NORMS = "(x[1]^2 + x[2]^2)*(y[1]^2 + y[2]^2)"

EXHIBITS: dict[str, dict[str, Any]] = {
    "Cauchy-Schwarz is reversed": {
        "over": {"x": Vectors(2, -3, 3), "y": Vectors(2, -3, 3)},
        "wrong": at_least(DOT, NORMS), "witness": lambda x, y: dot(x, y) ** 2 < dot(x, x) * dot(y, y),
        "right": at_most(DOT, NORMS), "green": "supported enclosed",
    },
    "the triangle inequality holds for squares": {
        "over": {"x": LINE, "y": LINE},
        "wrong": "(x + y)^2 <= x^2 + y^2", "witness": lambda x, y: x * y > 0,
        "right": "(x + y)^2 <= 2*(x^2 + y^2)", "green": "enclosed supported",
    },
    "the triangle inequality is reversed": {
        "over": {"x": LINE, "y": LINE},
        "wrong": "abs(x + y) >= abs(x) + abs(y)", "witness": lambda x, y: x * y < 0,
        "right": "abs(x + y) <= abs(x) + abs(y)", "green": "enclosed supported",
    },
    "the difference of absolute values bounds the distance from above": {
        "over": {"x": LINE, "y": LINE},
        "wrong": "abs(x - y) <= abs(x) - abs(y)", "witness": lambda x, y: abs(x - y) > abs(x) - abs(y),
        "right": "abs(x - y) >= abs(x) - abs(y)", "green": "enclosed supported",
    },
    "Jensen's inequality in the wrong direction": {
        "over": {"x": UNIT, "y": UNIT},
        "wrong": "exp((x + y)/2) >= (exp(x) + exp(y))/2", "witness": lambda x, y: x != y,
        "right": "exp((x + y)/2) <= (exp(x) + exp(y))/2", "green": "enclosed supported",
    },
    "the geometric mean is the larger one": {
        "over": {"x": HALF_LINE, "y": HALF_LINE},
        "wrong": "sqrt(x*y) >= (x + y)/2", "witness": lambda x, y: x != y,
        "right": "sqrt(x*y) <= (x + y)/2", "green": "enclosed supported",
    },
    "strict where equality occurs": {
        "over": {"x": LINE, "y": LINE},
        "wrong": "x^2 + y^2 > 2*x*y", "witness": lambda x, y: x == y,
        "right": "x^2 + y^2 >= 2*x*y", "green": "enclosed supported",
    },
    "strict where equality occurs at one rational point": {
        "over": {"x": Reals(0, 1)},
        "wrong": "(3*x - 1)^2 > 0", "witness": {"x": "1/3"},
        "right": "(3*x - 1)^2 >= 0", "green": "enclosed supported",
    },
    "a convex combination with weights outside [0, 1]": {
        "over": {"t": Reals(0, 2), "x": UNIT, "y": UNIT},
        "wrong": "(t*x + (1 - t)*y)^2 <= t*x^2 + (1 - t)*y^2", "witness": lambda t, x, y: t > 1 and x != y,
        "right": "(t*x + (1 - t)*y)^2 <= t*x^2 + (1 - t)*y^2", "right_over": {"t": Reals(0, 1), "x": UNIT, "y": UNIT},
        "green": "enclosed supported",
    },
    "the square of the mean exceeds the mean of the squares": {
        "over": {"x": UNIT, "y": UNIT, "z": UNIT},
        "wrong": "((x + y + z)/3)^2 >= (x^2 + y^2 + z^2)/3", "witness": lambda x, y, z: not x == y == z,
        "right": "((x + y + z)/3)^2 <= (x^2 + y^2 + z^2)/3", "green": "enclosed supported",
    },
    "floor and ceiling are swapped": {
        "over": {"x": LINE},
        "wrong": "ceiling(x) <= x", "witness": lambda x: x.denominator > 1,
        "right": "floor(x) <= x", "green": "enclosed supported",
    },
    "half of n rounded down is half of n rounded up": {
        "over": {"n": Integers(0, 9)},
        "wrong": "n - floor(n/2) == floor(n/2)", "witness": {"n": "1"},
        "right": "n - floor(n/2) == ceiling(n/2)", "green": "exhausted derived",
    },
    "the floor is additive": {
        "over": {"x": HALF_LINE, "y": HALF_LINE},
        "wrong": "floor(x + y) == floor(x) + floor(y)", "witness": lambda x, y: x % 1 + y % 1 >= 1,
        "right": "floor(x + y) >= floor(x) + floor(y)", "green": "enclosed supported",
    },
    "log(1 + x) lies above x": {
        "over": {"x": HALF_LINE},
        "wrong": "log(1 + x) >= x", "witness": lambda x: x > 0,
        "right": "log(1 + x) <= x", "green": "enclosed supported",
    },
    "the exponential lies below its tangent": {
        "over": {"x": UNIT},
        "wrong": "exp(x) <= 1 + x", "witness": lambda x: x != 0,
        "right": "exp(x) >= 1 + x", "green": "enclosed supported",
    },
    "the soft maximum lies below the maximum": {
        "over": {"x": LINE, "y": LINE},
        "wrong": "log(exp(x) + exp(y)) <= max(x, y)", "witness": lambda x, y: True,
        "right": chain("max(x, y)", "<=", "log(exp(x) + exp(y))", "<=", "max(x, y) + log(2)"),
        "green": "enclosed supported",
    },
    "squares keep the order of negative numbers": {
        "over": {"x": LINE, "y": LINE}, "given": "x < y",
        "wrong": "x^2 < y^2", "witness": lambda x, y: x < y and x**2 >= y**2,
        "right": "x^2 < y^2", "right_over": {"x": HALF_LINE, "y": HALF_LINE}, "green": "enclosed supported",
    },
    "an inequality is multiplied by a negative number": {
        "over": {"x": UNIT, "y": UNIT, "z": Reals(-2, 2)}, "given": "x <= y",
        "wrong": "x*z <= y*z", "witness": lambda x, y, z: x < y and z < 0,
        "right": "x*z <= y*z", "right_over": {"x": UNIT, "y": UNIT, "z": Reals(0, 2)}, "green": "enclosed supported",
    },
    "the union bound is reversed": {
        "over": {"a": Subsets(3), "b": Subsets(3)},
        "wrong": at_least(union_size, sizes), "witness": {"a": "(1)", "b": "(1)"},
        "right": at_most(union_size, sizes), "green": "exhausted",
    },
    "(1 + 1/n)^n approaches e from above": {
        "over": {"n": Integers(1, 4)},
        "wrong": "(1 + 1/n)^n >= E", "witness": {"n": "1"},
        "right": chain("(1 + 1/n)^n", "<=", "E", "<=", "(1 + 1/n)^(n + 1)"), "green": "enclosed",
    },
    "the power mean is below the mean": {
        "over": {"x": HALF_LINE, "y": HALF_LINE},
        "wrong": "sqrt((x^2 + y^2)/2) <= (x + y)/2", "witness": lambda x, y: x != y,
        "right": "sqrt((x^2 + y^2)/2) >= (x + y)/2", "green": "enclosed supported",
    },
    "the mixed terms of a power are forgotten": {
        "over": {"n": Integers(2, 4), "x": HALF_LINE, "y": HALF_LINE},
        "wrong": "(x + y)^n == x^n + y^n", "witness": lambda n, x, y: x > 0 and y > 0,
        "right": "(x + y)^n >= x^n + y^n", "green": "enclosed supported",
    },
    "a quadratic bound of exp(-x) is used for negative x": {
        "over": {"x": UNIT},
        "wrong": "exp(-x) <= 1 - x + x^2/2", "witness": lambda x: x < 0,
        "right": "exp(-x) <= 1 - x + x^2/2", "right_over": {"x": HALF_LINE}, "green": "enclosed supported",
    },
    "one link of a chain is false": {
        "over": {"x": Reals(0, 1)},
        "wrong": chain("x^3", "<=", "x^2", "<=", "x/2"), "witness": lambda x: x**2 > x / 2,
        "right": chain("x^3", "<=", "x^2", "<=", "x"), "green": "enclosed supported",
    },
}


@pytest.mark.parametrize("mistake", EXHIBITS)
def test_mistake(mistake, mistaken):
    mistaken(EXHIBITS[mistake])


@pytest.mark.parametrize("mistake", EXHIBITS)
def test_corrected(mistake, corrected):
    corrected(EXHIBITS[mistake])


LOGIC = [
    ("(a^2 + b^2) % 7 != 0", "a % 7 != 0", {"a": "7", "b": "7"}),
    ("a < 7 or b < 7", "a + b < 14", {"a": "7", "b": "7"}),
    ("not a > 7 or a^2 > 64", "a != 8", {"a": "8"}),
    ("(a % 2 == 0) == (a*b % 2 == 0)", "b % 2 == 1", {"a": "1", "b": "2"}),
]
"""A statement that is no order, the hypothesis that makes it true, and its first counterexample without."""


@pytest.mark.parametrize(("statement", "given", "witness"), LOGIC)
def test_statements_of_logic(statement, given, witness):
    over = {name: Integers(1, 9) for name in witness}
    answer = check(statement, **over)
    assert (answer.verdict, answer.counterexample) == ("refuted", witness)
    assert check(statement, given=given, **over).verdict == "exhausted"
