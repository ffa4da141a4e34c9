"""Planted mistakes whose repair is known: the hints of a refuted statement must name it, and nothing false."""

from fractions import Fraction
from math import cos, exp, factorial, floor, log, pi, sin, sqrt

import pytest

from verify import BooleanFunctions, Integers, Matrices, Reals, Vectors, check, equal, oo

N, LINE, HALF = Integers(1, oo), Reals(), Reals(0, oo)


def spread(divisor):
    def variance(n, v):
        mean = Fraction(sum(v)) / n
        return sum((x - mean) ** 2 for x in v) / divisor(n)

    return variance


def transform(b, scale):
    return [sum(x * (-1) ** (r & s).bit_count() for r, x in enumerate(b)) * scale for s in range(len(b))]


def outer(v):
    return [[x * (k + 1) for k in range(len(v))] for x in v]


MISTAKES = {
    "a half is forgotten": ("sum(k, k, 1, n) == n*(n + 1)", {"n": N}, "the left side is 1/2 times the right side"),
    "a third for a sixth": ("sum(k^2, k, 1, n) == n*(n + 1)*(2*n + 1)/3", {"n": N},
                            "the left side is 1/2 times the right side"),
    "a square root of two": ("sqrt(2*x) == sqrt(x)", {"x": HALF}, "the left side is sqrt(2) times the right side"),
    "a factor pi": ("pi*x^2 == x^2", {"x": LINE}, "the left side is pi times the right side"),
    "the wrong base of a logarithm": ("log(x, 2) == log(x)", {"x": Reals(1, oo)},
                                      "as between the natural logarithm and that to base 2"),
    "a factor n": ("sum(n, k, 1, n) == n", {"n": N}, "the left side is n times the right side"),
    "a sign in the middle": ("(x + y)^2 == x^2 - 2*x*y + y^2", {"x": LINE, "y": LINE},
                             "2*x*y in place of -2*x*y"),
    "a mixed term is forgotten": ("(x + y)^2 == x^2 + y^2", {"x": LINE, "y": LINE}, "(x^2 + y^2) + 2*x*y (proved)"),
    "one too few": ("sum(k, k, 1, n) == n*(n - 1)/2", {"n": N}, "n + 1 in place of n"),
    "an index that starts one too late": ("sum(2^k, k, 1, n) == 2^(n + 1) - 1", {"n": N}, "a sum from 0 in place of 1"),
    "an exponent one too large": ("sum(2^k, k, 0, n) == 2^(n + 2) - 1", {"n": N}, "== 2^(n + 1) - 1 (proved)"),
    "min for max": ("min(x, y) == (x + y + abs(x - y))/2", {"x": LINE, "y": LINE}, "max(x, y) in place of min(x, y)"),
    "floor for ceiling": ("floor(-x) == -floor(x)", {"x": LINE}, "ceiling(x)"),
    "an offset": ("sum(2^k, k, 0, n) == 2^(n + 1)", {"n": N}, "the left side minus the right side is -1"),
    "strict where equality occurs": ("x^2 > 0", {"x": LINE}, "with >= in place of >"),
    "the wrong way round": ("exp(x) <= 1 + x", {"x": LINE}, "with >= in place of <="),
    "a positive root of a negative number": ("sqrt(x^2) == x", {"x": LINE}, "where x >= 0"),
    "true from three on": ("n^2 - 2*n >= 3", {"n": Integers(1, 30)}, "from n ≥ 3 on"),
    "true from four on": ("2^n >= n^2", {"n": N}, "from n ≥ 4 on (proved)"),
    "even numbers only": ("floor(n/2) == n/2", {"n": N}, "where n % 2 == 0"),
    "whole numbers only": ("floor(x) == x", {"x": LINE}, "where x % 1 == 0"),
    "between nought and one": ("x^2 <= x", {"x": LINE}, "where 0 <= x and x <= 1"),
    "an order is needed": ("abs(x - y) == y - x", {"x": LINE, "y": LINE}, "where x <= y"),
    "unequal numbers": ("(x - y)/(x - y) == 1", {"x": LINE, "y": LINE}, "where x != y"),
    "division by nought": ("x/x == 1", {"x": LINE}, "where x != 0"),
    "a constant in a bound": ("(x + y)^2 <= x^2 + y^2", {"x": LINE, "y": LINE}, "a factor 2 on the larger side"),
    "a bound that grows": ("n <= sqrt(n)", {"n": N}, "a factor sqrt(n) on the larger side"),
    "sample and population": (equal(spread(lambda n: n), spread(lambda n: n - 1)),
                              {"n": Integers(2, 5), "v": Vectors("n")}, "(n - 1)/n times the right side"),
    "a transform that is not normalised": (
        equal(lambda n, b: transform(b, 1), lambda n, b: transform(b, Fraction(1, 2**n))),
        {"n": Integers(1, 3), "b": BooleanFunctions("n")}, "2^n times the right side"),
    "0 and 1 for plus and minus": (equal(lambda n, b: list(b), lambda n, b: [(1 - x) // 2 for x in b]),
                                   {"n": Integers(1, 3), "b": BooleanFunctions("n")}, "1 - 2*r"),
    "rows for columns": (equal(outer, lambda v: [list(row) for row in zip(*outer(v), strict=True)]),
                         {"v": Vectors(3)}, "rows and columns are exchanged"),
    "the opposite order": (equal(lambda v: [*v], lambda v: list(v)[::-1]), {"v": Vectors(3)}, "opposite order"),
    "a norm and its square": ("x^2 + y^2 == sqrt(x^2 + y^2)", {"x": LINE, "y": LINE}, "r^2"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_repair_is_named(mistake):
    statement, over, repair = MISTAKES[mistake]
    answer = check(statement, **over)
    assert answer.verdict in ("refuted", "ill-posed")
    assert any(repair in hint for hint in answer.record["hints"]), answer.record["hints"]
    assert len(answer.record["hints"]) <= 4


UNMENDABLE = [("x^2 + y == y^3 - 7*x", {"x": LINE, "y": LINE}), ("sin(x) == x^2 + 3", {"x": LINE}), ("1 == 2", {})]


@pytest.mark.parametrize(("statement", "over"), UNMENDABLE)
def test_where_nothing_mends_it_nothing_is_promised(statement, over):
    """An inequality in one direction may be told; no equality holds anywhere near."""
    hints = check(statement, **over).record["hints"]
    assert all("in place of ==" in hint for hint in hints), hints


GRID = {"n": range(1, 12), "x": [-7.25, -2, -1, -0.3, 0, 0.5, 1, 2.75, 9], "y": [-3.5, -1, 0, 0.25, 1, 6]}
TRUE = [
    ("x^2 + y^2 >= 2*x*y", {"x": LINE, "y": LINE}), ("exp(x) >= 1 + x", {"x": LINE}),
    ("sin(x)^2 + cos(x)^2 == 1", {"x": LINE}), ("abs(x + y) <= abs(x) + abs(y)", {"x": LINE, "y": LINE}),
    ("n^2 + n == n*(n + 1)", {"n": N}), ("2^n >= n + 1", {"n": N}), ("n^2 >= 2*n - 1", {"n": N}),
    ("max(x, y) == (x + y + abs(x - y))/2", {"x": LINE, "y": LINE}), ("x^2 + 1 > x", {"x": LINE}),
    ("x^2 + 1 >= 2*x", {"x": LINE}),
]
NAMES = {"sin": sin, "cos": cos, "exp": exp, "log": log, "sqrt": sqrt, "pi": pi, "floor": floor, "Abs": abs, "abs": abs,
         "max": max, "min": min, "Max": max, "Min": min, "factorial": factorial}


def float_holds(text, instance):
    """Whether a relation holds in floats, with room for their rounding; another reading of the text than our own."""
    operator = next(sign for sign in (" == ", " <= ", " >= ", " < ", " > ") if sign in text)
    left, right = (eval(side.replace("^", "**"), {**NAMES, **instance}) for side in text.split(operator))
    room = 1e-9 * max(1, abs(left), abs(right))
    return {"==": abs(left - right) <= room, "<=": left <= right + room, ">=": left >= right - room,
            "<": left < right + room, ">": left > right - room}[operator.strip()]


def places(over):
    instances = [{}]
    for name in over:
        instances = [{**instance, name: value} for instance in instances for value in GRID[name]]
    return instances


@pytest.mark.parametrize(("statement", "over"), TRUE)
def test_what_is_called_true_is_true(statement, over):
    answer = check(statement, **over)
    assert answer.verdict in ("derived", "enclosed", "supported")
    neighbours = answer.record["neighbours"]
    assert any(one["fate"] == "refuted" for one in neighbours)
    for one in neighbours:
        if one["fate"] != "refuted":
            assert all(float_holds(one["text"], instance) for instance in places(over)), one["text"]


@pytest.mark.parametrize(("statement", "over"), TRUE)
def test_nearby_formulas_never_change_a_verdict(statement, over):
    assert check(statement, **over).record["power"]["survived"] == []


MATRICES = [
    ("A + A == A", {"A": Matrices(2, 2)}, "the left side is 2 times the right side"),
    ("transpose(A*B) == transpose(A)*transpose(B)", {"A": Matrices(2, 2), "B": Matrices(2, 2)},
     "transpose(A*B) == transpose(B)*transpose(A)"),
    ("det(2*A) == 2*det(A)", {"A": Matrices(2, 2)}, "the left side is 2 times the right side"),
    ("norm(x + y) == norm(x) + norm(y)", {"x": Vectors(2), "y": Vectors(2)}, "with <= in place of =="),
]


@pytest.mark.parametrize(("statement", "over", "repair"), MATRICES)
def test_the_repair_of_matrices_is_named(statement, over, repair):
    hints = check(statement, **over).record["hints"]
    assert any(repair in hint for hint in hints), hints
