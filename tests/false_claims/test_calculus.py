"""Mistakes of calculus: a forgotten factor, constant or term, a kink, an end, a divergent integral or sum."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Rational

from verify import Integers, Reals, Vectors

SOME = Reals(Rational(1, 4), 4)
EXHIBITS: dict[str, dict[str, Any]] = {
    "the factor 2 of an antiderivative is forgotten": {
        "over": {"x": SOME, "a": SOME}, "given": "x < a",
        "wrong": "diff(x*sqrt(a^2 - x^2) + a^2*asin(x/a), x) == sqrt(a^2 - x^2)", "witness": lambda x, a: x < a,
        "right": "diff(x*sqrt(a^2 - x^2) + a^2*asin(x/a), x) == 2*sqrt(a^2 - x^2)", "green": "derived supported",
    },
    "the inner derivative is forgotten": {
        "over": {"x": Reals(0, 3)},
        "wrong": "diff(exp(-x^2), x) == exp(-x^2)", "witness": {"x": "0"},
        "right": "diff(exp(-x^2), x) == -2*x*exp(-x^2)", "green": "derived",
    },
    "the derivative of a sum of hinges at its kink": {
        "over": {"d": Integers(1, 2), "k": Integers(1, "d"), "x": Vectors("d", -2, 2)}, "verdict": "ill-posed",
        "wrong": "diff(sum(max(x[i], 0), i, 1, d), x[k]) == piecewise(1, x[k] > 0, 0)",
        "witness": {"d": "1", "k": "1", "x": "(0)"},
        "right": "diff(sum(max(x[i], 0), i, 1, d), x[k]) == piecewise(1, x[k] > 0, 0)", "right_given": "x[k] != 0",
        "green": "supported",
    },
    "the gradient of a log-sum-exp is not normalised": {
        "over": {"d": Integers(1, 2), "k": Integers(1, "d"), "x": Vectors("d", -2, 2)},
        "wrong": "diff(log(sum(exp(x[i]), i, 1, d)), x[k]) == exp(x[k])", "witness": lambda d, k, x: any(x) or d > 1,
        "right": "diff(log(sum(exp(x[i]), i, 1, d)), x[k]) == exp(x[k])/sum(exp(x[i]), i, 1, d)",
        "green": "derived supported",
    },
    "Schwarz's mixed derivative with a wrong power": {
        "over": {"x": Reals(-2, 2), "y": Reals(-2, 2)},
        "wrong": "diff(x^2*y^3, x, y) == 6*x*y^3", "witness": lambda x, y: x and y and y != 1,
        "right": "diff(x^2*y^3, x, y) == 6*x*y^2", "green": "derived",
    },
    "the normal density with the constant of another": {
        "over": {"s": SOME},
        "wrong": "integral(exp(-x^2/(2*s^2))/(s*sqrt(pi)), x, -oo, oo) == 1", "witness": lambda s: True,
        "right": "integral(exp(-x^2/(2*s^2))/(s*sqrt(2*pi)), x, -oo, oo) == 1", "green": "supported",
    },
    "an integral over a kink by an antiderivative of one side": {
        "over": {}, "wrong": "integral(|x|, x, -1, 2) == 3/2", "witness": {},
        "right": "integral(|x|, x, -1, 2) == 5/2", "green": "supported",
    },
    "an integral over a pole by its antiderivative": {
        "over": {}, "verdict": "undecided", "wrong": "integral(1/x^2, x, -1, 1) == -2", "witness": None,
        "right": "integral(1/x^2, x, 1, oo) == 1", "green": "supported",
    },
    "an integral that diverges is bounded": {
        "over": {}, "verdict": "ill-posed", "wrong": "integral(1/x, x, 1, oo) <= 100", "witness": {},
        "right": "integral(1/x, x, 1, 100) <= 5", "green": "exhausted enclosed supported",
    },
    "an estimated constant is off": {
        "over": {}, "wrong": "integral(log(1 + exp(-x)), x, 0, oo) == pi^2/13", "witness": {},
        "right": "integral(log(1 + exp(-x)), x, 0, oo) == pi^2/12", "green": "supported",
    },
    "an antiderivative without its constant": {
        "over": {"x": Reals(0, 3)}, "wrong": "integral(exp(-t), t, 0, x) == -exp(-x)", "witness": {"x": "0"},
        "right": "integral(exp(-t), t, 0, x) == 1 - exp(-x)", "green": "derived",
    },
    "the geometric series beyond its radius": {
        "over": {"x": Reals(0, 2)}, "verdict": "ill-posed",
        "wrong": "sum(x^k, k, 0, oo) == 1/(1 - x)", "witness": {"x": "2"},
        "right": "sum(x^k, k, 0, oo) == 1/(1 - x)", "right_over": {"x": Reals(0, Rational(3, 4))}, "green": "supported",
    },
    "the Poisson weights without their norm": {
        "over": {"m": Reals(0, 3)},
        "wrong": "sum(k*m^k/k!, k, 0, oo) == m", "witness": lambda m: m > 0,
        "right": "sum(k*m^k*exp(-m)/k!, k, 0, oo) == m", "green": "supported",
    },
    "the harmonic series is given a value": {
        "over": {}, "verdict": "ill-posed", "wrong": "sum(1/k, k, 1, oo) <= 20", "witness": {},
        "right": "sum(1/(k*2^k), k, 1, oo) == log(2)", "green": "supported",
    },
    "the squares of the odd numbers are left out": {
        "over": {}, "wrong": "sum(1/k^2, k, 1, oo) == pi^2/8", "witness": {},
        "right": "sum(1/(2*k - 1)^2, k, 1, oo) == pi^2/8", "green": "supported",
    },
}


@pytest.mark.parametrize("mistake", EXHIBITS)
def test_mistake(mistake, mistaken):
    mistaken(EXHIBITS[mistake])


@pytest.mark.parametrize("mistake", EXHIBITS)
def test_corrected(mistake, corrected):
    corrected(EXHIBITS[mistake])
