"""Intervals: every value at a point of the box lies inside, and what may be undefined is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.errors import Indeterminate, Undefined, Unevaluable
from verify.formulas.parser import parse
from verify.symbolic.range import enclose, truth
from verify.values.evaluate import evaluate
from verify.values.interval import Interval, interval
from verify.values.number import ball

X, Y = sympy.symbols("x y")
SYMBOLS = {"x": X, "y": Y}


def reach(text: str, **box: Any) -> Interval:
    return enclose(parse(text, SYMBOLS).tree, {name: interval(*ends) for name, ends in box.items()})


@pytest.mark.parametrize(("text", "ends", "low", "high"), [
    ("x^2", (-1, 3), 0, 9),
    ("x*x", (-1, 3), 0, 9),
    ("x^3", (-1, 2), -1, 8),
    ("x^0", (-1, 2), 1, 1),
    ("1/x", (1, 2), Fraction(1, 2), 1),
    ("-x", (1, 2), -2, -1),
    ("x^(-2)", (1, 2), Fraction(1, 4), 1),
    ("abs(x)", (-3, 2), 0, 3),
    ("max(x, 1)", (0, 4), 1, 4),
    ("min(x, 1)", (0, 4), 0, 1),
    ("floor(x)", (Fraction(1, 2), Fraction(5, 2)), 0, 2),
    ("ceiling(x)", (Fraction(1, 2), Fraction(5, 2)), 1, 3),
    ("sqrt(x)", (4, 9), 2, 3),
    ("x^(3/2)", (4, 9), 8, 27),
    ("sin(x)", (0, 2), 0, 1),
    ("sin(x)", (4, 5), -1, None),
    ("cos(x)", (3, 4), -1, None),
    ("cos(x)", (-1, 1), None, 1),
    ("cosh(x)", (-1, 2), 1, None),
    ("exp(x)", (0, 0), 1, 1),
    ("piecewise(x, x > 0, -x)", (1, 2), 1, 2),
    ("piecewise(x, x > 0, -x)", (-2, -1), 1, 2),
    ("sum(k*x, k, 1, 4)", (1, 2), 10, 20),
    ("product(x, k, 1, 3)", (1, 2), 1, 8),
    ("sum(x, k, 5, 2)", (1, 2), 0, 0),
    ("sign(x)", (-1, 2), -1, 1),
    ("asin(x)", (0, 1), 0, None),
])
def test_ranges_that_are_known_exactly(text: str, ends: tuple[Any, Any], low: Any, high: Any) -> None:
    found = reach(text, x=ends)
    if low is not None:
        assert found.low == ball(arb(Fraction(low).numerator) / Fraction(low).denominator)
    if high is not None:
        assert found.high == ball(arb(Fraction(high).numerator) / Fraction(high).denominator)


@pytest.mark.parametrize(("text", "ends", "low", "high"), [
    ("exp(x)", (None, 0), 0, 1), ("exp(-x)", (0, None), 0, 1), ("tanh(x)", (None, None), -1, 1),
    ("erf(x)", (None, None), -1, 1), ("erfc(x)", (0, None), 0, 1), ("1/x", (1, None), 0, 1),
    ("x^2", (None, None), 0, None), ("x^3", (None, 0), None, 0), ("sin(x)", (0, None), -1, 1),
    ("log(x)", (1, None), 0, None), ("x*0", (None, None), 0, 0),
])
def test_unbounded_ranges(text: str, ends: tuple[Any, Any], low: Any, high: Any) -> None:
    found = reach(text, x=ends)
    assert found.low == (-arb.pos_inf() if low is None else arb(low))
    assert found.high == (arb.pos_inf() if high is None else arb(high))


@pytest.mark.parametrize(("text", "ends"), [
    ("1/x", (0, 1)), ("1/x", (-1, 1)), ("log(x)", (0, 1)), ("sqrt(x)", (-1, 1)), ("x^(-1/2)", (0, 1)),
    ("tan(x)", (1, 2)), ("tan(x)", (0, None)), ("asin(x)", (0, 2)), ("x/x", (-1, 1)), ("0*log(x)", (0, 1)),
    ("x^x", (0, 1)), ("1/0 + x", (0, 1)),
    ("gamma(x)", (-1, 1)), ("gamma(x)", (1, None)), ("I*x", (0, 1)), ("x % 0", (1, 2)), ("factorial(x)", (-2, 0)),
    ("sum(1/(k-x), k, 0, 3)", (0, 1)),
])
def test_what_may_be_undefined_is_refused(text: str, ends: tuple[Any, Any]) -> None:
    with pytest.raises(Indeterminate):
        reach(text, x=ends)


def test_open_ends_leave_out_a_pole() -> None:
    assert reach("1/x", x=(0, 1, True)).low == 1
    assert reach("log(x)", x=(0, 1, True)).high == 0
    assert reach("log(1-x)", x=(0, 1, False, True)).high == 0
    assert reach("1/(x*y)", x=(0, 1, True), y=(0, 1, True)).positive
    with pytest.raises(Indeterminate):
        reach("1/(x*y)", x=(0, 1, True), y=(0, 1))
    with pytest.raises(Indeterminate):
        reach("1/(x-1)", x=(0, 2, True, True))


def test_an_exponential_is_positive_on_the_whole_line() -> None:
    assert reach("exp(x)", x=(None, None)).positive
    assert reach("1/exp(x)", x=(None, None)).positive
    assert not reach("exp(x) - 1", x=(None, None)).non_negative


def test_signs_of_intervals() -> None:
    assert interval(0, 1, True).positive
    assert not interval(0, 1).positive
    assert interval(0, 1).non_negative
    assert interval(None, 0, False, True).negative
    assert interval(None, 0).non_positive


def test_what_has_no_interval_extension() -> None:
    with pytest.raises(Unevaluable):
        enclose(sympy.Sum(X, (Y, 1, X)), {"x": interval(1, 2)})
    with pytest.raises(Unevaluable):
        enclose(X, {})


@pytest.mark.parametrize(("text", "ends", "expected"), [
    ("x > 0", (1, 2), True), ("x > 0", (0, 2), None), ("x > 0", (-2, 0), False), ("x >= 0", (0, 2), True),
    ("x <= 0", (0, 2), None), ("x < 0", (0, 2), False), ("x == 1", (2, 3), False), ("x != 1", (2, 3), True),
    ("x == x + 0", (1, 1), True), ("x > 0 and x < 3", (1, 2), True), ("x < 0 or x > 0", (1, 2), True),
    ("not x > 0", (1, 2), False), ("x > 0 and x < 1", (2, 3), False), ("x > 1 or x < 0", (0, 3), None),
])
def test_conditions_on_a_box(text: str, ends: tuple[int, int], expected: bool | None) -> None:
    assert truth(parse(text, SYMBOLS).tree, {"x": interval(*ends)}) is expected


TEXTS = ["x*y - x", "x/(1 + y^2)", "sqrt(x^2 + y^2)", "exp(x)*sin(y)", "cos(x*y)", "x^3 - 3*x*y^2", "abs(x - y)",
         "max(x, y) - min(x, 2)", "tanh(x + y)", "log(1 + x^2)", "atan(x)*y", "floor(x) + ceiling(y)", "x % 3",
         "cosh(x) - sinh(y)", "(2 + sin(x))^y", "erf(x - y)", "piecewise(x, x > y, y)", "sum(x^k*y, k, 0, 3)",
         "1/(2 + cos(x))", "asin(x/100)", "heaviside(x)", "sign(y)*x", "asinh(x)", "x^(-2)*y", "1/x", "log(x)"]
NUMBERS = st.fractions(-9, 9, max_denominator=8)


@settings(max_examples=250, deadline=None, derandomize=True, database=None)
@given(st.sampled_from(TEXTS), st.lists(NUMBERS, min_size=4, max_size=4), st.fractions(0, 1, max_denominator=7),
       st.fractions(0, 1, max_denominator=7), st.booleans())
def test_values_at_points_lie_inside(text: str, ends: list[Fraction], u: Fraction, v: Fraction, unbounded: bool,
                                     ) -> None:
    (a, b), (c, d) = sorted(ends[:2]), sorted(ends[2:])
    tree = parse(text, SYMBOLS).tree
    box = {"x": interval(a, None if unbounded else b), "y": interval(c, d)}
    try:
        found = enclose(tree, box)
    except Indeterminate:
        return
    at = {"x": a + u * (b - a), "y": c + v * (d - c)}
    try:
        value = ball(evaluate(tree, at, 128))
    except (Undefined, Indeterminate) as problem:
        pytest.fail(f"called defined, but {problem} at {at}")
    assert not value < found.low
    assert not value > found.high
