"""Mistakes of the domain: true on part of it, undefined at a point, a forgotten branch, hypotheses never met."""

from __future__ import annotations

import math
from typing import Any

import pytest

import numerics
from verify import Integers, Reals, at_least, check, equal, pi


def sensitivity(n: int) -> Any:
    return numerics.average_sensitivity(numerics.majority(n))


MAJORITY = "n*binomial(n - 1, (n - 1)/2)/2^(n - 1)"
NEGATIVE, POSITIVE = Reals(-4, -1), Reals(1, 4)

EXHIBITS: dict[str, dict[str, Any]] = {
    "the formula for odd n is used for even n": {
        "over": {"n": Integers(1, 7)},
        "wrong": equal(sensitivity, MAJORITY), "witness": {"n": "2"},
        "right": equal(sensitivity, MAJORITY), "right_given": {"n is odd": "n % 2 == 1"}, "green": "exhausted",
    },
    "arcsin undoes sin everywhere": {
        "over": {"x": Reals(-10, 10)},
        "wrong": "asin(sin(x)) == x", "witness": lambda x: abs(x) > math.pi / 2,
        "right": "asin(sin(x)) == x", "right_over": {"x": Reals(-pi / 2, pi / 2)}, "green": "derived supported",
    },
    "the logarithm of a product of negative numbers": {
        "over": {"x": NEGATIVE, "y": NEGATIVE},
        "wrong": "log(x*y) == log(x) + log(y)", "witness": lambda x, y: x < 0 and y < 0,
        "right": "log(x*y) == log(x) + log(y)", "right_over": {"x": POSITIVE, "y": POSITIVE},
        "green": "derived supported",
    },
    "log x^2 = 2 log x for negative x": {
        "over": {"x": NEGATIVE},
        "wrong": "log(x^2) == 2*log(x)", "witness": lambda x: x < 0,
        "right": "log(x^2) == 2*log(abs(x))", "green": "derived supported",
    },
    "the root of a square is the number": {
        "over": {"x": Reals(-3, 3)},
        "wrong": "sqrt(x^2) == x", "witness": lambda x: x < 0,
        "right": "sqrt(x^2) == abs(x)", "green": "derived supported",
    },
    "the root of a product of negative numbers": {
        "over": {"x": NEGATIVE, "y": NEGATIVE},
        "wrong": "sqrt(x)*sqrt(y) == sqrt(x*y)", "witness": lambda x, y: x < 0 and y < 0,
        "right": "sqrt(x)*sqrt(y) == sqrt(x*y)", "right_over": {"x": Reals(0, 4), "y": Reals(0, 4)},
        "green": "derived supported",
    },
    "x/x = 1, also at 0": {
        "over": {"x": Reals()}, "verdict": "ill-posed",
        "wrong": "x/x == 1", "witness": {"x": "0"},
        "right": "x/x == 1", "right_given": "x != 0", "green": "derived",
    },
    "exp undoes log, also at 0": {
        "over": {"x": Reals(0, 5)}, "verdict": "ill-posed",
        "wrong": "exp(log(x)) == x", "witness": {"x": "0"},
        "right": "exp(log(x)) == x", "right_over": {"x": POSITIVE}, "green": "derived supported",
    },
    "a bound with a logarithm holds at the end point too": {
        "over": {"x": Reals(-1, 1)}, "verdict": "ill-posed",
        "wrong": "log(1 + x) <= x", "witness": {"x": "-1"},
        "right": "log(1 + x) <= x", "right_given": "x > -1", "green": "enclosed supported",
    },
    "1/x >= 1 on all of [0, 1]": {
        "over": {"x": Reals(0, 1)}, "verdict": "ill-posed",
        "wrong": "1/x >= 1", "witness": {"x": "0"},
        "right": "1/x >= 1", "right_over": {"x": Reals("1/2", 1)}, "green": "enclosed supported",
    },
    "the end point of [0, 1] is forgotten": {
        "over": {"x": Reals(0, 1)},
        "wrong": "x < 1", "witness": {"x": "1"},
        "right": "x <= 1", "green": "enclosed",
    },
    "the gamma function at 0": {
        "over": {"n": Integers(0, 6)}, "verdict": "ill-posed",
        "wrong": "gamma(n) == factorial(n)/n", "witness": {"n": "0"},
        "right": "gamma(n) == factorial(n)/n", "right_over": {"n": Integers(1, 6)}, "green": "exhausted derived",
    },
    "Bernoulli's inequality for any real x": {
        "over": {"n": Integers(1, 5), "x": Reals(-5, 5)},
        "wrong": "(1 + x)^n >= 1 + n*x", "witness": lambda n, x: (1 + x) ** int(n) < 1 + n * x,
        "right": "(1 + x)^n >= 1 + n*x", "right_over": {"n": Integers(1, 5), "x": Reals(-1, 5)},
        "green": "enclosed supported",
    },
    "sin x <= x on both sides of 0": {
        "over": {"x": Reals(-5, 5)},
        "wrong": "sin(x) <= x", "witness": lambda x: x < 0,
        "right": "sin(x) <= x", "right_over": {"x": Reals(0, 5)}, "green": "enclosed supported",
    },
    "tan x >= x past the pole": {
        "over": {"x": Reals(0, 2)},
        "wrong": "tan(x) >= x", "witness": lambda x: x > math.pi / 2,
        "right": "tan(x) >= x", "right_over": {"x": Reals(0, "3/2")}, "green": "enclosed supported",
    },
    "x <= x^2 for all x >= 0": {
        "over": {"x": Reals(0, 5)},
        "wrong": "x <= x^2", "witness": lambda x: 0 < x < 1,
        "right": "x <= x^2", "right_over": {"x": Integers(0, 5)}, "green": "exhausted",
    },
    "1/x decreases, also across 0": {
        "over": {"x": NEGATIVE, "y": POSITIVE},
        "wrong": "1/x > 1/y", "witness": lambda x, y: x < 0 < y,
        "right": "1/x > 1/y", "right_over": {"x": Reals(1, 2), "y": Reals(3, 4)}, "green": "enclosed",
    },
    "every integer is even": {
        "over": {"n": Integers(0, 8)},
        "wrong": "floor(n/2) == n/2", "witness": {"n": "1"},
        "right": "floor(n/2) == n/2", "right_given": {"n is even": "n % 2 == 0"}, "green": "exhausted derived",
    },
    "true from n = 3 on, stated for all n": {
        "over": {"n": Integers(1, 12)},
        "wrong": "n^2 >= 2*n + 1", "witness": {"n": "1"},
        "right": "n^2 >= 2*n + 1", "right_over": {"n": Integers(3, 12)}, "green": "exhausted",
    },
    "true for n = 1, 2 and from n = 4 on": {
        "over": {"n": Integers(1, 12)},
        "wrong": "2^n >= n^2", "witness": {"n": "3"},
        "right": "2^n >= n^2", "right_over": {"n": Integers(4, 12)}, "green": "exhausted",
    },
    "hypotheses that contradict each other": {
        "over": {"x": Reals()}, "verdict": "vacuous", "given": ["1 < x", "x < 0"],
        "wrong": "x^2 < x", "witness": None,
        "right": "x^2 < x", "right_over": {"x": Reals(-1, 2)}, "right_given": ["0 < x", "x < 1"],
        "green": "enclosed supported",
    },
    "n is even and odd": {
        "over": {"n": Integers(1, 12)}, "verdict": "vacuous", "given": ["n % 2 == 0", "n % 2 == 1"],
        "wrong": "n == n + 1", "witness": None,
        "right": "floor(n/2) == (n - 1)/2", "right_given": "n % 2 == 1", "green": "exhausted derived",
    },
}


@pytest.mark.parametrize("mistake", EXHIBITS)
def test_mistake(mistake, mistaken):
    mistaken(EXHIBITS[mistake])


@pytest.mark.parametrize("mistake", EXHIBITS)
def test_corrected(mistake, corrected):
    corrected(EXHIBITS[mistake])


@pytest.mark.parametrize(("statement", "domain"), [
    pytest.param("exp(log(x)) == x", NEGATIVE, id="exp undoes the complex logarithm of a negative number"),
    pytest.param("sqrt(x)^2 == x", Reals(-3, 3), id="the square of the principal root is the number"),
    pytest.param("x^0 == 1", Reals(-3, 3), id="0^0 is 1 by convention"),
    pytest.param("atan(x) + atan(1/x) == pi/2", POSITIVE, id="true for positive x only, and stated so"),
])
def test_true_where_a_careless_tool_objects(statement, domain, corrected):
    corrected({"over": {"x": domain}, "right": statement, "green": "derived supported"})


@pytest.mark.parametrize(("statement", "ends"), [
    ("sin(x) >= 0", ("1314*pi", "1315*pi")), ("sin(x) <= 0", ("1315*pi", "1316*pi")),
    ("x <= 10^4*log(3)", (0, "10^4*log(3)")), ("x^2 <= 2", ("-sqrt(2)", "sqrt(2)")),
    (at_least(lambda x: 7 * 10**16 - x * x, 0), (0, "10^8*sqrt(7)")),
    ("x*exp(x) <= sqrt(2)*exp(sqrt(2))", (0, "sqrt(2)")),
])
def test_an_irrational_end_is_never_passed(statement, ends):
    assert check(statement, x=Reals(*ends)).verdict in ("supported", "enclosed", "derived")


@pytest.mark.parametrize(("statement", "ends"), [
    ("sin(x) >= 1/10^12", ("1314*pi", "1315*pi")), ("x <= 10^4*log(3) - 1/10^6", (0, "10^4*log(3)")),
    ("x^2 <= 2 - 1/10^12", (0, "sqrt(2)")),
])
def test_an_irrational_end_is_nearly_reached(statement, ends):
    assert check(statement, x=Reals(*ends)).verdict == "refuted"
