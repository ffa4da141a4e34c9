"""Mistakes of the constant: a factor, a sign or a normalisation that is not the right one."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import numerics
from verify import Integers, Reals, Vectors, equal


def pairs(n: int) -> int:
    """The number of ways to choose two of n things, by listing them."""
    return sum(1 for i in range(n) for j in range(n) if i < j)


def fourth_cumulant(a: int) -> int:
    """E[X^4] − 3 E[X^2]^2 of X = ±a with equal chances."""
    values = (a, -a)
    second = Fraction(sum(v**2 for v in values), 2)
    fourth = Fraction(sum(v**4 for v in values), 2)
    return fourth - 3 * second**2


def degree_sum(graph: int) -> int:
    """The sum of the degrees of a graph on three vertices whose edges are the bits of ``graph``."""
    edges = [edge for k, edge in enumerate(((0, 1), (0, 2), (1, 2))) if graph >> k & 1]
    return sum(vertex in edge for edge in edges for vertex in range(3))


def edges(graph: int) -> int:
    return graph.bit_count()


def variance(n: int) -> Fraction:
    """The variance of a uniform draw from 1, …, n."""
    mean = Fraction(sum(range(1, n + 1)), n)
    return sum((k - mean) ** 2 for k in range(1, n + 1)) / n


def slope(function: Callable[[Any], Any], *point: Any) -> list[Any]:
    """The gradient, by exact automatic differentiation."""
    return numerics.gradient(function, list(point)).tolist()


def quadratic_slope(x: Any) -> Any:
    """d/dx1 of x'Ax for A = [[1, 2], [3, 4]]."""
    return slope(lambda v: v[0] * v[0] + 2 * v[0] * v[1] + 3 * v[1] * v[0] + 4 * v[1] * v[1], *x)[0]


def distance_slope(a: int, u: int) -> Any:
    """d/du of (a − u)^2/2."""
    return slope(lambda v: (a - v[0]) * (a - v[0]) / 2, u)[0]


def softmax_slope(a: int, b: int) -> Any:
    """dp/dh for p = e^h/(e^h + e^k) where e^h = a and e^k = b: a times dp/da."""
    return a * slope(lambda v: v[0] / (v[0] + b), a)[0]


def share_slope(a: int, b: int) -> Any:
    """d/db of a/(a + b): row a, column b of a Jacobian that is not symmetric."""
    return slope(lambda v: v[0] / (v[0] + v[1]), a, b)[1]


SMALL = Integers(1, 8)

EXHIBITS: dict[str, dict[str, Any]] = {
    "the half of n(n+1)/2 is forgotten": {
        "over": {"n": Integers(1, 20)},
        "wrong": "sum(k, k, 1, n) == n*(n + 1)", "witness": {"n": "1"},
        "right": "sum(k, k, 1, n) == n*(n + 1)/2", "green": "exhausted derived",
    },
    "a third instead of a sixth in the sum of squares": {
        "over": {"n": SMALL},
        "wrong": "sum(k^2, k, 1, n) == n*(n + 1)*(2*n + 1)/3", "witness": {"n": "1"},
        "right": "sum(k^2, k, 1, n) == n*(n + 1)*(2*n + 1)/6", "green": "exhausted derived",
    },
    "every pair is counted twice": {
        "over": {"n": SMALL},
        "wrong": equal(pairs, "n*(n - 1)"), "witness": {"n": "2"},
        "right": equal(pairs, "n*(n - 1)/2"), "green": "exhausted",
    },
    "every edge is counted once where it has two ends": {
        "over": {"graph": Integers(0, 7)},
        "wrong": equal(degree_sum, edges), "witness": {"graph": "1"},
        "right": equal(degree_sum, lambda graph: 2 * edges(graph)), "green": "exhausted",
    },
    "the fourth cumulant of a sign is +2 instead of -2": {
        "over": {"a": Integers(1, 5)},
        "wrong": equal(fourth_cumulant, "2*a^4"), "witness": {"a": "1"},
        "right": equal(fourth_cumulant, "-2*a^4"), "green": "exhausted",
    },
    "the series of log cosh goes on with a plus": {
        "over": {"x": Reals(-1, 1)},
        "wrong": "log(cosh(x)) >= x^2/2 + x^4/12", "witness": lambda x: x != 0,
        "right": "log(cosh(x)) >= x^2/2 - x^4/12", "green": "enclosed supported",
    },
    "the mean over coordinates is printed where the sum is meant": {
        "over": {"n": Integers(1, 6)},
        "wrong": equal(lambda n: numerics.average_sensitivity(numerics.parity(n)), 1), "witness": {"n": "2"},
        "right": equal(lambda n: numerics.average_sensitivity(numerics.parity(n)), "n"), "green": "exhausted",
    },
    "the variance is divided by n - 1": {
        "over": {"n": SMALL},
        "wrong": equal(variance, "n*(n + 1)/12"), "witness": {"n": "1"},
        "right": equal(variance, "(n^2 - 1)/12"), "green": "exhausted",
    },
    "the gradient of x'Ax is Ax, as if A were symmetric and the factor 2 did not exist": {
        "over": {"x": Vectors(2, -3, 3)},
        "wrong": equal(quadratic_slope, "x[1] + 2*x[2]"), "witness": {"x": "(0, 1)"},
        "right": equal(quadratic_slope, "2*x[1] + 5*x[2]"), "green": "derived supported",
    },
    "the gradient of half the squared distance has the wrong sign": {
        "over": {"a": Integers(-2, 2), "u": Integers(-2, 2)},
        "wrong": equal(distance_slope, "a - u"), "witness": {"a": "-2", "u": "-1"},
        "right": equal(distance_slope, "u - a"), "green": "exhausted",
    },
    "the softmax Jacobian has a plus inside": {
        "over": {"a": Integers(1, 4), "b": Integers(1, 4)},
        "wrong": equal(softmax_slope, "a/(a + b)*(1 + a/(a + b))"), "witness": {"a": "1", "b": "1"},
        "right": equal(softmax_slope, "a/(a + b)*(1 - a/(a + b))"), "green": "exhausted",
    },
    "a Jacobian that is not symmetric is transposed": {
        "over": {"a": Integers(1, 4), "b": Integers(1, 4)},
        "wrong": equal(share_slope, "-b/(a + b)^2"), "witness": {"a": "1", "b": "2"},
        "right": equal(share_slope, "-a/(a + b)^2"), "green": "exhausted",
    },
    "Stirling's formula without the square root of 2 pi": {
        "over": {"n": Integers(1, 12)},
        "wrong": "factorial(n) <= sqrt(n)*(n/E)^n", "witness": {"n": "1"},
        "right": "factorial(n) >= sqrt(2*pi*n)*(n/E)^n", "green": "enclosed exhausted",
    },
    "the derivative of x^n keeps its exponent": {
        "over": {"n": Integers(1, 4), "x": Integers(-2, 2)},
        "wrong": equal(lambda n, x: slope(lambda v: math.prod([v[0]] * n), x)[0], "n*x^n"),
        "witness": {"n": "1", "x": "-2"},
        "right": equal(lambda n, x: slope(lambda v: math.prod([v[0]] * n), x)[0], "n*x^(n - 1)"), "green": "exhausted",
    },
}


@pytest.mark.parametrize("mistake", EXHIBITS)
def test_mistake(mistake, mistaken):
    mistaken(EXHIBITS[mistake])


@pytest.mark.parametrize("mistake", EXHIBITS)
def test_corrected(mistake, corrected):
    corrected(EXHIBITS[mistake])
