"""Narrow mistakes: bounds missed by so little, or in so small a place, that points drawn at random hold.

Beside each stands the sharp true statement.  Constants are worked out by hand: minima of sums of squares, equality in
weighted means and in Cauchy–Schwarz, stationary points of one-variable functions, extreme points of linear forms on a
sphere, the Gibbs variational principle.
"""

import numpy as np
import pytest
import sympy

from verify import Integers, Reals, Simplex, Sphere, Vectors, at_least, at_most
from verify.budget import BUDGETS, Budget
from verify.builder import make_claim
from verify.checks.search import check
from verify.evidence import Outcome

OO = sympy.oo
LINE = {"x": Reals()}
PLANE = {"x": Reals(), "y": Reals()}
POSITIVE = {"a": Reals(0, OO), "b": Reals(0, OO)}
ROSENBROCK = "sum(100*(v[k+1] + 1/3 - (v[k] + 1/3)^2)^2 + (2/3 - v[k])^2, k, 1, {})"
HIMMELBLAU = "(x^2 + y - 11)^2 + (x + y^2 - 7)^2"
BEALE = "(3/2 - x + x*y)^2 + (9/4 - x + x*y^2)^2 + (21/8 - x + x*y^3)^2"
ENTROPY = "sum(piecewise(-p[k]*log(p[k]), p[k] > 0, 0), k, 1, 3)"
DIVERGENCE = "sum(p[k]*log(p[k]/q[k]), k, 1, 3)"
INSIDE = "p[1] > 0 and p[2] > 0 and p[3] > 0 and q[1] > 0 and q[2] > 0 and q[3] > 0"


def peak(x):
    return 1 / (1 + 1000 * (float(x) - 0.3712) ** 2)


def misfit(v):
    return float(np.sum((np.asarray(v, dtype=float) - np.arange(1, 6) / 7) ** 2))


def softmax(x):
    weights = np.exp(np.asarray(x, dtype=float) - float(max(x)))
    return weights / weights.sum()


def softmax_step(x, y):
    return float(np.linalg.norm(softmax(x) - softmax(y)))


def step(x, y):
    return float(np.linalg.norm(np.asarray(x, dtype=float) - np.asarray(y, dtype=float)))


# name: domains, mistake, sharp statement, hypotheses
EXHIBITS = {
    "a point of the plane": (PLANE, "(x - 1/3)^2 + (y + 2/7)^2 >= 1/10^8", "(x - 1/3)^2 + (y + 2/7)^2 >= 0", ()),
    "a point of six dimensions": ({"v": Vectors(6)}, "sum((v[k] - k/7)^2, k, 1, 6) >= 1/1000",
                                  "sum((v[k] - k/7)^2, k, 1, 6) >= 0", ()),
    "a point of twenty dimensions": ({"v": Vectors(20)}, "sum((v[k] - k/7)^2, k, 1, 20) >= 1/1000",
                                     "sum((v[k] - k/7)^2, k, 1, 20) >= 0", ()),
    "a quartic": (LINE, "x^4 - 4001/1000*x^2 + 4 >= 0", "x^4 - 4*x^2 + 4 >= 0", ()),
    "an irrational minimum": (PLANE, "(x^2 - 2)^2 + (x*y - 3)^2 >= 1/10^6", "(x^2 - 2)^2 + (x*y - 3)^2 >= 0", ()),
    "a valley in four dimensions": ({"v": Vectors(4)}, f"{ROSENBROCK.format(3)} >= 1/10^6",
                                    f"{ROSENBROCK.format(3)} >= 0", ()),
    "a valley in ten dimensions": ({"v": Vectors(10)}, f"{ROSENBROCK.format(9)} >= 1/10^6",
                                   f"{ROSENBROCK.format(9)} >= 0", ()),
    "Himmelblau": (PLANE, f"{HIMMELBLAU} >= 1/10^4", f"{HIMMELBLAU} >= 0", ()),
    "Beale": (PLANE, f"{BEALE} >= 1/10^5", f"{BEALE} >= 0", ()),
    "Motzkin, scaled": (PLANE, "(7/5)^6*(x^4*y^2 + x^2*y^4) + 1 >= 3001/1000*(7/5)^4*x^2*y^2",
                        "(7/5)^6*(x^4*y^2 + x^2*y^4) + 1 >= 3*(7/5)^4*x^2*y^2", ()),
    "x exp(-x)": ({"x": Reals(0, OO)}, "x*exp(-7*x/5) <= 26277/100000", "x*exp(-7*x/5) <= 5/(7*E)", ()),
    "x^x": ({"x": Reals(0, 1)}, "x^x >= 69221/100000", "x^x >= 6922/10000", "x > 0"),
    "log cosh": (LINE, "log(cosh(x)) <= 4999/10000*x^2", "log(cosh(x)) <= x^2/2", ()),
    "three sines": (PLANE, "sin(x) + sin(y) + sin(x + y) <= 2598/1000",
                    "sin(x) + sin(y) + sin(x + y) <= 3*sqrt(3)/2", ()),
    "sine over x": ({"x": Reals(0, 4)}, "sin(5*x)/(5*x) >= -217/1000", "sin(5*x)/(5*x) >= -2173/10000", "x > 0"),
    "binary entropy": ({"p": Reals(0, 1)}, "-p*log(p) - (1 - p)*log(1 - p) <= log(2)*(4*p*(1 - p))^(722/1000)",
                       "-p*log(p) - (1 - p)*log(1 - p) <= log(2)*(4*p*(1 - p))^(721/1000)", "p > 0 and p < 1"),
    "weighted means": (POSITIVE, "7^7*a^3*b^4 <= 9999/10000*27*256*(a + b)^7", "7^7*a^3*b^4 <= 27*256*(a + b)^7", ()),
    "weighted means, three": ({**POSITIVE, "c": Reals(0, OO)}, "10^10*a^2*b^3*c^5 <= 999/1000*4*27*3125*(a + b + c)^10",
                              "10^10*a^2*b^3*c^5 <= 4*27*3125*(a + b + c)^10", ()),
    "a product on the simplex": ({"p": Simplex(4)}, "p[1]*p[2]^2*p[3]^3*p[4]^4 <= 27600/10^10",
                                 "p[1]*p[2]^2*p[3]^3*p[4]^4 <= 27648/10^10", ()),
    "Gibbs": ({"p": Simplex(3)}, f"{ENTROPY} + p[2] + 2*p[3] <= 24075/10000",
              f"{ENTROPY} + p[2] + 2*p[3] <= log(1 + E + E^2)", ()),
    "Pinsker": ({"p": Simplex(3), "q": Simplex(3)}, f"{DIVERGENCE} >= 505/1000*sum(abs(p[k] - q[k]), k, 1, 3)^2",
                f"{DIVERGENCE} >= 1/2*sum(abs(p[k] - q[k]), k, 1, 3)^2", INSIDE),
    "Cauchy–Schwarz, fixed weights": (
        {"v": Vectors(5)},
        "sum((k^2 - 7/2)*v[k], k, 1, 5)^2 <= 9999/10000*sum((k^2 - 7/2)^2, k, 1, 5)*sum(v[k]^2, k, 1, 5)",
        "sum((k^2 - 7/2)*v[k], k, 1, 5)^2 <= sum((k^2 - 7/2)^2, k, 1, 5)*sum(v[k]^2, k, 1, 5)", ()),
    "Cauchy–Schwarz, shifted": (
        {"u": Vectors(3), "v": Vectors(3)},
        "sum(u[k]*(v[k] + k/3), k, 1, 3)^2 <= 9999/10000*sum(u[k]^2, k, 1, 3)*sum((v[k] + k/3)^2, k, 1, 3)",
        "sum(u[k]*(v[k] + k/3), k, 1, 3)^2 <= sum(u[k]^2, k, 1, 3)*sum((v[k] + k/3)^2, k, 1, 3)", ()),
    "Hadamard, two rows": (
        {"a": Reals(), "b": Reals(), "c": Reals(), "d": Reals()},
        "(a*d - b*c - 1/5*a)^2 <= 9999/10000*(a^2 + c^2)*(b^2 + (d - 1/5)^2)",
        "(a*d - b*c - 1/5*a)^2 <= (a^2 + c^2)*(b^2 + (d - 1/5)^2)", ()),
    "Hardy, eight terms": ({"v": Vectors(8)}, "sum((sum(v[j], j, 1, k)/k)^2, k, 1, 8) <= 19/10*sum(v[k]^2, k, 1, 8)",
                           "sum((sum(v[j], j, 1, k)/k)^2, k, 1, 8) <= 4*sum(v[k]^2, k, 1, 8)", ()),
    "a linear form on the sphere": ({"v": Sphere(3)}, "2*v[1] + 3*v[2] + 6*v[3] <= 6999/1000",
                                    "2*v[1] + 3*v[2] + 6*v[3] <= 7", ()),
    "a quadratic form on the sphere": (
        {"v": Sphere(4)}, "sum((v[k] - v[k+1])^2, k, 1, 3) <= 3414/1000",
        "sum((v[k] - v[k+1])^2, k, 1, 3) <= 2 + sqrt(2)", ()),
    "a linear form on the circle": (PLANE, "20*x + 21*y <= 28999/1000", "20*x + 21*y <= 29", "x^2 + y^2 == 1"),
    "a sum on the hyperbola": ({"x": Reals(0, OO), "y": Reals(0, OO)}, "9*x + 25*y >= 30001/1000", "9*x + 25*y >= 30",
                               "x*y == 1"),
    "squares of a sum": ({"v": Vectors(5)}, "sum(k*v[k]^2, k, 1, 5) >= 4381/10000", "sum(k*v[k]^2, k, 1, 5) >= 60/137",
                         "sum(v[k], k, 1, 5) == 1"),
    "a peak, in floats": (LINE, at_most(peak, "99/100"), at_most(peak, 1), ()),
    "a misfit, in floats": ({"v": Vectors(5)}, at_least(misfit, "1/1000"), at_least(misfit, 0), ()),
    "softmax is Lipschitz": ({"x": Vectors(3, -9, 9), "y": Vectors(3, -9, 9)},
                             at_most(softmax_step, lambda x, y: 0.49 * step(x, y)),
                             at_most(softmax_step, lambda x, y: 0.5000001 * step(x, y)), ()),
    "an integer far away": ({"n": Integers(0, OO)}, "(n - 7321)^2 >= 1", "(n - 7321)^2 >= 0", ()),
    "one integer among a thousand": ({"n": Integers(1, OO)}, "n % 541 >= 1 or n > 541", "n % 541 >= 0", ()),
    "a power of two": ({"n": Integers(1, OO)}, "n % 65536 >= 1", "n % 65536 >= 0", ()),
    "a factorial": ({"n": Integers(1, OO)}, "n % 40320 >= 1", "n % 40320 >= 0", ()),
    "two integers far away": ({"n": Integers(0, OO), "m": Integers(0, OO)}, "(n - 3*m)^2 + (m - 1234)^2 >= 1",
                              "(n - 3*m)^2 + (m - 1234)^2 >= 0", ()),
    "Pell": ({"n": Integers(2, OO), "m": Integers(1, OO)}, "(n^2 - 13*m^2 - 1)^2 >= 1",
             "(n^2 - 13*m^2 - 1)^2 >= 0", ()),
}


def look(exhibit, statement, budget):
    over, _, _, given = exhibit
    return check(make_claim("c", statement, {}, given=given, at="p. 1", forall=over), budget)


WITNESSES = {
    "a point of the plane": {"x": "1/3", "y": "-2/7"}, "Beale": {"x": "3", "y": "1/2"},
    "Pell": {"n": "649", "m": "180"},
    "weighted means, three": {"a": "2", "b": "3", "c": "5"}, "a factorial": {"n": "40320"},
    "a product on the simplex": {"p": "(1/10, 1/5, 3/10, 2/5)"},
    "a linear form on the sphere": {"v": "(2/7, 3/7, 6/7)"},
    "two integers far away": {"n": "3702", "m": "1234"},
}
"""The simple points where the climb has to end, for those mistakes that have one."""
LONG = ("a valley in ten dimensions", "a valley in four dimensions", "Beale", "Hardy, eight terms", "Gibbs", "Pinsker",
        "Cauchy–Schwarz, fixed weights", "a point of twenty dimensions", "a quadratic form on the sphere")
NAMES = [pytest.param(name, marks=[pytest.mark.slow] if name in LONG else []) for name in EXHIBITS]


@pytest.mark.parametrize("name", NAMES)
def test_a_narrow_mistake_is_found(name):
    found = look(EXHIBITS[name], EXHIBITS[name][1], BUDGETS["fast"])
    assert found.outcome is Outcome.FAILS, found.note
    assert found.counterexample is not None
    if name in WITNESSES:
        assert dict(found.counterexample.instance) == WITNESSES[name]


@pytest.mark.parametrize("name", NAMES)
def test_the_sharp_statement_stands(name):
    found = look(EXHIBITS[name], EXHIBITS[name][2], Budget(instances=60, corners=40, climbs=600))
    assert found.outcome is Outcome.HOLDS, found.note
