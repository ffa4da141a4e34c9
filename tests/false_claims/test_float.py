"""Mistakes that hide in digits, and rounding errors that are mistakes of nobody."""

from __future__ import annotations

import math
from fractions import Fraction
from math import cos
from typing import Any

import numpy as np
import pytest
import scipy.special

from verify import (
    FormulaError,
    Integers,
    OneOf,
    Rational,
    Reals,
    Vectors,
    at_least,
    at_most,
    check,
    equal,
    pi,
    within,
)

FALSE_BY_A_HAIR: dict[str, dict[str, Any]] = {
    "equal to seven digits": {"over": {"x": Reals(-5, 5)}, "wrong": "x + 1/10^7 == x", "witness": lambda x: True},
    "equal to twelve digits": {"over": {"x": Reals(0, 1)}, "wrong": "sin(x) + 1/10^12 == sin(x)",
                               "witness": lambda x: True},
    "pi is 355/113": {"over": {}, "wrong": "pi == 355/113", "witness": {}},
    "Ramanujan's constant is an integer": {"over": {}, "wrong": "exp(pi*sqrt(163)) == 640320^3 + 744", "witness": {}},
    "a difference in the 40th digit": {"over": {}, "wrong": "pi + 1/10^40 == pi", "witness": {}},
    "a difference in the 200th digit": {"over": {}, "wrong": "sqrt(2)*sqrt(3) == sqrt(6) + 1/10^200", "witness": {}},
    "sin^2 + cos^2 is 1 and a little": {"over": {"x": Reals()}, "wrong": "sin(x)^2 + cos(x)^2 == 1 + 1/10^60",
                                        "witness": lambda x: True},
    "tanh reaches 1": {"over": {"n": Integers(10, 40)}, "wrong": "tanh(n) == 1", "witness": {"n": "10"}},
    "an integer in doubles": {"over": {"n": OneOf(2**53, 2**53 + 1)}, "wrong": equal(lambda n: n * 1.0, "n + 2^40"),
                              "witness": {"n": str(2**53)}},
}


@pytest.mark.parametrize("mistake", FALSE_BY_A_HAIR)
def test_false_by_a_hair(mistake, mistaken):
    mistaken(FALSE_BY_A_HAIR[mistake])


def test_a_difference_beyond_every_digit_computed_is_no_proof():
    answer = check("pi + 1/10^400 == pi")
    assert answer.verdict in ("refuted", "supported", "undecided")
    assert answer.verdict != "supported" or "digits" in answer.record["reason"]


@pytest.mark.parametrize("statement", [
    "sqrt(5 + 2*sqrt(6)) == sqrt(2) + sqrt(3)",
    "(sqrt(5) + 2)^(1/3) - (sqrt(5) - 2)^(1/3) == 1",
    "16*atan(1/5) - 4*atan(1/239) == pi",
    "cos(pi/7) - cos(2*pi/7) + cos(3*pi/7) == 1/2",
    "exp(I*pi) + 1 == 0",
    "GoldenRatio^2 == GoldenRatio + 1",
    "1/10 + 2/10 == 3/10",
    "log(4)/log(2) == 2",
])
def test_true_numbers_that_floats_or_simplifiers_reject(statement):
    assert check(statement).verdict in ("derived", "exhausted", "supported")


@pytest.mark.parametrize(("statement", "domain"), [
    ("erf(x) + erfc(x) == 1", Reals(-3, 3)),
    ("gamma(x)*gamma(1 - x) == pi/sin(pi*x)", Reals("1/10", "9/10")),
    ("floor(-x) == -ceiling(x)", Reals(-3, 3)),
    ("max(x, -x) == abs(x)", Reals(-3, 3)),
    ("sin(3*x) == 3*sin(x) - 4*sin(x)^3", Reals()),
    ("tanh(x) == (exp(2*x) - 1)/(exp(2*x) + 1)", Reals(-20, 20)),
    ("1 - tanh(x) == 2/(1 + exp(2*x))", Reals(10, 60)),
    ("log(1 + x) - log(x) == log(1 + 1/x)", Reals(1, 10**12)),
])
def test_true_formulas_that_floats_reject(statement, domain):
    assert check(statement, x=domain).verdict in ("derived", "supported")


def softmax_jacobian(h: Any) -> Any:
    powers = np.exp(np.asarray(h, dtype=float) - max(float(entry) for entry in h))
    p = powers / powers.sum()
    return np.diag(p) - np.outer(p, p)


TRUE_IN_SPITE_OF_ROUNDING = [
    pytest.param(equal(lambda n: sum([0.1] * n), "n/10"), {"n": Integers(0, 60)}, id="a sum of tenths"),
    pytest.param(equal(math.cos, "cos(x)"), {"x": Reals()}, id="cosines of large arguments"),
    pytest.param(equal(math.exp, "exp(x)"), {"x": Reals(-700, 700)}, id="exponentials of every size"),
    pytest.param(equal(lambda n: math.gamma(n + 1), "factorial(n)"), {"n": Integers(0, 160)}, id="gamma function"),
    pytest.param(equal(lambda n: math.lgamma(n + 1), "log(factorial(n))"), {"n": Integers(0, 60)}, id="its logarithm"),
    pytest.param(equal(lambda x: (1 - math.cos(x)) / x**2, "(1 - cos(x))/x^2"), {"x": Reals("1/10^9", 1)},
                 id="catastrophic cancellation"),
    pytest.param(equal(lambda x: math.log(1 + x), "log(1 + x)"), {"x": OneOf(Fraction(1, 10**17), Fraction(1, 10**20))},
                 id="a logarithm beside 1"),
    pytest.param(equal(lambda n: np.linalg.det(np.array([[1 / (i + j + 1) for j in range(n)] for i in range(n)])),
                       lambda n: math.prod(Fraction(math.factorial(k) ** 4, math.factorial(2 * k)
                                                    * math.factorial(2 * k + 1)) for k in range(n))),
                 {"n": Integers(1, 10)}, id="Hilbert determinants"),
    pytest.param(equal(lambda: softmax_jacobian([37.4299, 0.0]).sum(axis=1), (0, 0)), {}, id="rows of a Jacobian"),
    pytest.param(equal(lambda n: (0.1 + 0.2 - 0.3) * n, 0), {"n": Integers(0, 5)}, id="0.1 + 0.2 - 0.3"),
    pytest.param(equal(lambda n: math.sin(math.pi * n), 0), {"n": Integers(0, 5)},
                 id="sin of multiples of a double pi"),
    pytest.param(equal(lambda x: float(np.std(np.asarray(x, dtype=float))) ** 2,
                       lambda x: sum(v * v for v in x) / Fraction(3) - (sum(x) / Fraction(3)) ** 2),
                 {"x": Vectors(3, -1000, 1000)}, id="the variance of equal entries"),
    pytest.param(equal(math.sin, "sin(n)"), {"n": OneOf(10**23)}, id="the sine of an integer above 2^53"),
    pytest.param(equal(lambda n: np.float16(n) * np.float16(1), "n"), {"n": OneOf(2047, 2049)}, id="half precision"),
]


@pytest.mark.parametrize(("relation", "variables"), TRUE_IN_SPITE_OF_ROUNDING)
def test_float_noise_is_never_a_refutation(relation, variables):
    answer = check(relation, **variables)
    assert answer.verdict in ("supported", "weak", "undecided"), answer.record["reason"]


@pytest.mark.parametrize("relation", [
    pytest.param(equal(lambda n: {0.1 + 0.2}, lambda n: {0.3}), id="of rounded numbers"),
    pytest.param(equal(lambda n: {Fraction(1, 2)}, lambda n: {0.5}), id="of a half on one side"),
])
def test_sets_of_floats_are_refused_because_their_members_are_compared_exactly(relation):
    answer = check(relation, n=Integers(1, 3))
    assert answer.verdict == "ill-posed"
    assert "a set with floats in it" in answer.record["reason"]


@pytest.mark.parametrize(("relation", "variables"), [
    pytest.param(equal(lambda x: float(x) * 3 == float(3 * x), True), {"x": Reals(0, 1)}, id="two floats compared"),
    pytest.param(equal(lambda n: int(math.log(10**n, 10)), "n"), {"n": Integers(1, 30)}, id="a logarithm cut off"),
    pytest.param(equal(lambda n: int(math.sqrt(n * n)), "n"), {"n": OneOf(10**8, 10**16 + 3)}, id="a root cut off"),
])
def test_a_discrete_value_decided_by_rounding_is_not_an_exact_refutation(relation, variables):
    answer = check(relation, **variables)
    assert (answer.verdict, answer.record["grade"]) != ("refuted", "exact")


def test_a_float_gap_far_above_the_noise_is_a_refutation():
    answer = check(equal(lambda x: math.cos(x) + 1e-3, "cos(x)"), x=Reals(-1, 1))
    assert answer.verdict == "refuted"
    assert answer.record["grade"].startswith("numerical")


def test_a_float_gap_near_the_noise_is_not_green():
    answer = check(equal(lambda x: math.cos(x) + 1e-12, "cos(x)"), x=Reals(-1, 1))
    assert answer.verdict in ("undecided", "refuted")


def test_a_radius_so_wide_that_nothing_could_fail_is_weak():
    assert check(equal(lambda n: within(float(n), 10.0), "n"), n=Integers(1, 8)).verdict == "weak"
    assert check(equal(lambda n: within(float(n), 1e-9), "n"), n=Integers(1, 8)).verdict == "supported"


@pytest.mark.parametrize("statement", ["x + 0.1 <= 1", "x <= 1e3", "x^2.0 <= 4"])
def test_decimals_are_refused_with_the_fraction_to_write(statement):
    with pytest.raises(FormulaError, match="exact; write"):
        check(statement, x=Reals(0, 1))


def test_the_end_point_pi_over_two_is_met_from_inside_only():
    domain = Reals(-pi / 2, pi / 2)
    assert all(domain.contains(corner, {}) for corner in domain.corners({}))
    assert check("cos(x) >= 0", x=domain).verdict in ("enclosed", "supported")
    assert check(f"abs(x) <= {Rational(157, 100)}", x=domain).verdict == "refuted"


CANCELLING = {
    "cosine": (lambda x: (1 - math.cos(x)) / x**2, "<=", "1/2"),
    "cosine by name": (lambda x: (1 - cos(x)) / x**2, "<=", "1/2"),
    "cosine of NumPy": (lambda x: (1 - np.cos(float(x))) / float(x) ** 2, "<=", "1/2"),
    "exponential": (lambda x: (math.exp(x) - 1) / x, ">=", "1"),
    "sine": (lambda x: (x - math.sin(x)) / x**3, "<=", "1/6"),
    "hyperbolic cosine": (lambda x: (math.cosh(x) - 1) / x**2, ">=", "1/2"),
    "a power": (lambda x: ((1 + x * x) ** 0.5 - 1) / x**2, "<=", "1/2"),
    "two logarithms": (lambda x: (math.log(2 + x) - math.log(2)) / x, "<=", "1/2"),
    "SciPy": (lambda x: (1 - scipy.special.erfc(float(x))) / float(x), "<=", "2/sqrt(pi)"),
}


@pytest.mark.parametrize("name", CANCELLING)
def test_the_error_of_a_library_function_that_cancels_refutes_nothing(name):
    """True for every x > 0, by Taylor's theorem; near 0 the library's last place is most of the value."""
    function, operator, bound = CANCELLING[name]
    relation = {"<=": at_most, ">=": at_least}[operator]
    assert check(relation(function, bound), given="x > 0", x=Reals(0, 1)).verdict == "supported"
    wrong = f"{bound} - 1/1000" if operator == "<=" else f"{bound} + 1/1000"
    assert check(relation(function, wrong), given="x > 0", x=Reals(0, 1)).verdict == "refuted"


def test_integers_too_large_for_a_float_refute_nothing():
    assert check(equal(math.sin, "sin(n)"), n=Integers(2**60, 2**60 + 20)).verdict in ("weak", "undecided")
    assert check(equal(math.sin, "sin(n)"), n=Integers(0, 20)).verdict == "supported"
    assert check(equal(math.sin, "sin(n) + 1/100"), n=Integers(0, 20)).verdict == "refuted"


def test_a_whole_number_behind_a_logarithm_is_no_exact_value():
    """log(243)/log(3) is 4.999… in floats."""
    exact = equal(lambda n: int(math.log(3**n, 3)), "n")
    assert check(exact, n=Integers(1, 30)).verdict == "undecided"
    assert check(equal(lambda n: round(math.log(3**n, 3)), "n"), n=Integers(1, 30)).verdict == "exhausted"


@pytest.mark.parametrize("function", [lambda x: np.float16(x) * 1, lambda x: np.float32(x) * 1,
                                      lambda x: np.complex64(x) * 1])
def test_underflow_of_a_narrow_float_refutes_nothing(function):
    """10^-9 is 0 in half precision, without a trace of noise."""
    assert check(equal(function, "x"), x=Reals(0, 1)).verdict in ("weak", "supported")
    assert check(equal(function, "x + 10^5"), x=Reals(0, 1)).verdict == "refuted"


ROUNDED = {
    "an alternating sum": (lambda n: sum((-1) ** k * float(math.comb(n, k)) for k in range(n + 1)), "0", "1"),
    "a difference of long integers": (lambda n: float(10**n + 1) - float(10**n), "1", "2"),
    "a quotient of long fractions": (lambda n: float(Fraction(10**n + 1, 3)) - float(Fraction(10**n, 3)), "1/3", "1/2"),
}


@pytest.mark.parametrize("name", ROUNDED)
def test_long_numbers_that_become_floats_refute_nothing(name):
    """Python rounds them itself, whatever the direction that the processor is told."""
    function, right, wrong = ROUNDED[name]
    assert check(equal(function, right), n=Integers(1, 70)).verdict != "refuted"
    assert check(equal(function, wrong), n=Integers(1, 70)).verdict == "refuted"
