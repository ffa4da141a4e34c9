"""Slopes: every partial derivative against mpmath's numerical one, and against the symbolic table."""

from __future__ import annotations

from contextlib import contextmanager
from fractions import Fraction

import mpmath
import pytest
import sympy
from flint import ctx

from verify.formulas.function import BY_CLASS, FUNCTIONS
from verify.formulas.parser import parse
from verify.symbolic.derivative import derivative
from verify.values import number, slope
from verify.values.evaluate import evaluate

mp = mpmath.mp
NAMES = {function.symbolic: name for name, function in FUNCTIONS.items()}
REFERENCE = {"polygamma": mp.polygamma, "digamma": mp.digamma}
POINTS = {"acosh": "7/3", "asin": "1/3", "acos": "1/3", "atanh": "1/3"}
CASES = [(function, place) for function, rules in slope._RULES.items() for place, rule in enumerate(rules) if rule]


@contextmanager
def precision(bits):
    before, ctx.prec = ctx.prec, bits
    yield
    ctx.prec = before


def texts(function, place):
    """The function at x in one place and at fixed numbers in the others, and the point."""
    name = NAMES[function]
    arguments = ["3"] * len(slope._RULES[function])
    if name == "binomial":
        arguments = ["7/2", "5/3"]
    arguments[place] = "x"
    return f"{name}({', '.join(arguments)})", POINTS.get(name, "5/3"), name, arguments


@pytest.mark.parametrize(("function", "place"), CASES, ids=lambda part: getattr(part, "__name__", part))
def test_slopes_against_mpmath(function, place):
    text, point, name, arguments = texts(function, place)
    x = sympy.Symbol("x")
    with precision(200):
        found = number.ball(evaluate(parse(f"diff({text}, x)", {"x": x}).tree, {"x": Fraction(point)}, 200))
    reference = REFERENCE.get(name) or getattr(mp, name)
    with mpmath.workdps(50):
        fixed = [None if a == "x" else _mp(a) for a in arguments]
        expected = mpmath.diff(lambda t: reference(*(t if a is None else a for a in fixed)), _mp(point))
        assert abs(_mp(found.mid().str(45, radius=False)) - expected) < mp.mpf(10) ** -20 * (1 + abs(expected))


@pytest.mark.parametrize(("function", "place"), CASES, ids=lambda part: getattr(part, "__name__", part))
def test_the_two_tables_agree(function, place):
    text, point, name, _ = texts(function, place)
    if name in ("harmonic", "binomial", "beta", "lambertw", "acosh"):
        pytest.skip("not in the symbolic table")
    x = sympy.Symbol("x")
    other = evaluate(derivative(parse(text, {"x": x}).tree, "x"), {"x": Fraction(point)}, 200)
    found = evaluate(parse(f"diff({text}, x)", {"x": x}).tree, {"x": Fraction(point)}, 200)
    assert number.ball(found).overlaps(number.ball(other))


def test_every_smooth_function_of_numbers_has_a_slope():
    steps = {"abs", "sign", "floor", "ceiling", "max", "min", "re", "im", "conjugate", "delta", "heaviside", "mod"}
    whole = {"fibonacci", "catalan", "gcd", "lcm", "prime", "totient", "partitions", "bell", "bernoulli", "stirling",
             "derangements", "rising", "falling"}
    left = {NAMES[function] for function in BY_CLASS if function not in slope._RULES}
    assert left == steps | whole | {"zeta"}


def _mp(text):
    value = Fraction(text)
    return mp.mpf(value.numerator) / value.denominator
