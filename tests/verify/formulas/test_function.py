"""Functions: every entry of the table against values from mpmath at 60 digits, or from Python's integers."""

import itertools
import math
from fractions import Fraction

import mpmath
import pytest
import scipy.special
from flint import acb, arb, fmpq

from verify.errors import Indeterminate, Undefined, Unevaluable
from verify.formulas.function import ALIASES, CONSTANTS, FUNCTIONS
from verify.formulas.parser import parse
from verify.values.evaluate import evaluate

mp = mpmath.mp

# name: reference on mpmath numbers, and argument lists as texts of rationals
ANALYTIC = {
    "exp": (mp.exp, ["-7/3", "1/10", "5"]),
    "log": (lambda x, b=None: mp.log(x) if b is None else mp.log(x) / mp.log(b), ["1/7", "9", "10,2", "-3"]),
    "sqrt": (mp.sqrt, ["2", "1/3", "-5", "49/4"]),
    "sin": (mp.sin, ["1", "-22/7", "0"]),
    "cos": (mp.cos, ["1", "22/7", "0"]),
    "tan": (mp.tan, ["1", "-3/2"]),
    "cot": (lambda x: 1 / mp.tan(x), ["1", "-3/2"]),
    "sec": (lambda x: 1 / mp.cos(x), ["1", "0"]),
    "csc": (lambda x: 1 / mp.sin(x), ["1", "-1/5"]),
    "asin": (mp.asin, ["1/2", "-1", "0"]),
    "acos": (mp.acos, ["1/2", "-1", "0", "1"]),
    "atan": (mp.atan, ["1", "-100"]),
    "sinh": (mp.sinh, ["2", "-1/3"]),
    "cosh": (mp.cosh, ["2", "0"]),
    "tanh": (mp.tanh, ["2", "-1/3"]),
    "asinh": (mp.asinh, ["2", "-1/3"]),
    "erf": (mp.erf, ["1/2", "-2"]),
    "erfc": (mp.erfc, ["1/2", "3"]),
    "gamma": (mp.gamma, ["1/2", "-3/2", "7"]),
    "loggamma": (mp.loggamma, ["1/2", "100"]),
    "factorial": (mp.factorial, ["5", "1/2", "0"]),
    "binomial": (mp.binomial, ["9,4", "5/2,3", "7,1/2", "-1/2,2"]),
    "acosh": (mp.acosh, ["2", "1/2", "-3", "1"]),
    "atanh": (mp.atanh, ["1/2", "-9/10", "0"]),
    "log1p": (mp.log1p, ["1/7", "-1/2", "0"]),
    "digamma": (mp.digamma, ["1/2", "7", "-3/2"]),
    "polygamma": (mp.polygamma, ["1,1/2", "3,2", "0,5"]),
    "zeta": (mp.zeta, ["2", "1/2", "-3", "0", "-1/2"]),
    "beta": (mp.beta, ["1/2,1/2", "2,7/2"]),
    "besseli": (mp.besseli, ["0,1", "2,7/3", "1/2,3", "1,-2"]),
    "besselj": (mp.besselj, ["0,1", "2,7/3", "1/2,3", "1,-2"]),
    "lambertw": (mp.lambertw, ["1", "-1/4", "0", "-2", "50"]),
    "rising": (mp.rf, ["1/2,3", "5,0"]), "falling": (mp.ff, ["1/2,3", "5,2"]),
    "harmonic": (mp.harmonic, ["7", "1/2", "0"]),
    "catalan": (lambda n: mp.binomial(2 * n, n) / (n + 1), ["5", "0", "1/2"]),
}
EXACT = {
    "abs": {"-3/2": Fraction(3, 2), "0": 0},
    "sign": {"-3/2": -1, "0": 0, "9": 1},
    "floor": {"-3/2": -2, "7/2": 3, "4": 4},
    "ceiling": {"-3/2": -1, "7/2": 4, "4": 4},
    "max": {"1,3,2": 3, "-1/2": Fraction(-1, 2)},
    "min": {"1,3,2": 1, "-1/2,-2/3": Fraction(-2, 3)},
    "binomial": {"4,2": 6, "4,5": 0, "4,-1": 0, "-2,3": -4, "-1,0": 1, "30,15": math.comb(30, 15),
                 "1/2,2": Fraction(-1, 8)},
    "factorial": {"0": 1, "20": math.factorial(20)},
    "gamma": {"1": 1, "6": 120},
    "harmonic": {"0": 0, "4": Fraction(25, 12)},
    "fibonacci": {"0": 0, "1": 1, "10": 55, "90": 2880067194370816120},
    "catalan": {"0": 1, "1": 1, "4": 14, "10": 16796},
    "gcd": {"12,18": 6, "0,0": 0, "-4,6": 2, "12,18,8": 2, "7": 7},
    "lcm": {"4,6": 12, "0,3": 0, "-4,6": 12, "2,3,4": 12},
    "totient": {"1": 1, "12": 4, "97": 96}, "partitions": {"0": 1, "5": 7, "100": 190569292},
    "bell": {"0": 1, "5": 52}, "derangements": {"0": 1, "1": 0, "4": 9, "7": 1854},
    "stirling": {"5,2": 15, "4,4": 1, "3,5": 0, "0,0": 1},
    "bernoulli": {"0": 1, "1": Fraction(1, 2), "2": Fraction(1, 6), "3": 0, "4": Fraction(-1, 30)},
    "rising": {"3,4": 360, "-2,3": 0}, "falling": {"5,2": 20, "2,3": 0}, "zeta": {"-1": Fraction(-1, 12)},
    "mod": {"7,3": 1, "-7,3": 2, "7,-3": -2, "7/2,1": Fraction(1, 2)},
    "re": {"-2": -2, "3+4*I": 3}, "im": {"-2": 0, "3+4*I": 4},
    "conjugate": {"5": 5},
    "delta": {"2,2": 1, "2,3": 0},
    "heaviside": {"-1": 0, "0": Fraction(1, 2), "1/9": 1, "0,1": 1, "0,0": 0},
    "exp": {"0": 1}, "log": {"1": 0}, "sqrt": {"49/4": Fraction(7, 2)}, "sin": {"0": 0}, "cos": {"0": 1},
}


def value(text, bits=256):
    return evaluate(parse(text, {}).tree, {}, bits)


def as_mp(result):
    """An evaluated number as an mpmath number, through decimal text; its radius must be below 1e-50."""
    if isinstance(result, fmpq):
        return mp.mpf(int(result.p)) / int(result.q)
    parts = (result.real, result.imag) if isinstance(result, acb) else (result, arb(0))
    assert all(part.rad() < fmpq(1, 10**50) for part in parts)
    return mp.mpc(*(mp.mpf(part.mid().str(65, radius=False)) for part in parts))


def rational(text):
    part = Fraction(text)
    return mp.mpf(part.numerator) / part.denominator


def test_every_function_has_a_reference():
    assert set(ANALYTIC) | set(EXACT) | {"prime"} == set(FUNCTIONS)


def test_primes():
    assert [n for n in range(-3, 30) if value(f"prime({n})")] == [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
    assert value("prime(2^89 - 1)") is True
    assert value("prime(2^83 - 1)") is False


@pytest.mark.parametrize(("name", "arguments"), [(n, a) for n, (_, cases) in ANALYTIC.items() for a in cases])
def test_analytic_values(name, arguments):
    with mpmath.workdps(60):
        expected = mp.mpc(ANALYTIC[name][0](*(rational(part) for part in arguments.split(","))))
        found = as_mp(value(f"{name}({arguments})"))
        assert abs(found - expected) <= mp.mpf(10) ** -48 * max(1, abs(expected)), (found, expected)


@pytest.mark.parametrize(("name", "arguments", "expected"), [(n, a, v) for n, cases in EXACT.items() for a,
                                                             v in cases.items()])
def test_exact_values(name, arguments, expected):
    found = value(f"{name}({arguments})")
    wanted = Fraction(expected)
    assert found == fmpq(wanted.numerator, wanted.denominator)


@pytest.mark.parametrize(("name", "reference", "points"), [
    ("erf", scipy.special.erf, (-1, 2)), ("loggamma", scipy.special.gammaln, (3, 11)),
    ("gamma", scipy.special.gamma, (4, 9)),
    ("erfc", scipy.special.erfc, (1, 3)),
])
def test_against_scipy(name, reference, points):
    for point in points:
        assert float(arb(value(f"{name}({point})")).mid()) == pytest.approx(float(reference(point)), rel=1e-13)


@pytest.mark.parametrize(("text", "reason"), [
    ("1/0", "division by zero"), ("log(0)", "log of 0"), ("cot(0)", "division by zero"), ("csc(0)", "division by zero"),
    ("gamma(0)", "non-positive integer"), ("gamma(-3)", "non-positive integer"), ("factorial(-1)", "negative integer"),
    ("mod(3,0)", "division by zero"), ("log(5,1)", "division by zero"), ("fibonacci(-1)", "integers from 0"),
    ("fibonacci(1/2)", "integers from 0"), ("catalan(-1)", "division by zero"), ("max(I,1)", "not real"),
    ("gcd(1/2, 3)", "at integers"), ("prime(1/2)", "property of integers"), ("totient(0)", "from 1"),
    ("bell(-1)", "from 0"),
    ("digamma(0)", "non-positive integer"), ("polygamma(1, -2)", "non-positive integer"), ("zeta(1)", "function at 1"),
    ("atanh(1)", "atanh at 1"), ("rising(2, -1)", "length"), ("beta(0, 1)", "non-positive integer"),
    ("floor(2*I)", "not real"),
    ("loggamma(0)", "non-positive integer"), ("loggamma(-3)", "non-positive integer"),
    ("harmonic(-1)", "negative integer"), ("max(I)", "not real"),
    ("binomial(-2,1/2)", "negative integer over a non-integer"),
])
def test_undefined_is_said_so(text, reason):
    with pytest.raises(Undefined, match=reason):
        value(text)


@pytest.mark.parametrize("text", ["factorial(2^50)", "binomial(10^300, 10^8)", "fibonacci(10^7)"])
def test_too_large_is_never_a_number(text):
    with pytest.raises((Unevaluable, Undefined)):
        value(text)


@pytest.mark.parametrize(("n", "k"), [(10**9, 10**8), (2**40, 2**20), (2**1000, 1000), (2**1000, 9000)])
def test_large_binomial_coefficients(n, k):
    with mpmath.workdps(700):
        expected = mp.loggamma(n + 1) - mp.loggamma(k + 1) - mp.loggamma(n - k + 1)
    found = value(f"log(binomial({n}, {k}))")
    assert float(abs(found.mid() / arb(mpmath.nstr(expected, 30)) - 1)) < 1e-12


@pytest.mark.parametrize("text", ["floor(sqrt(2)*sqrt(2))", "sign(sqrt(2)*sqrt(2)-2)",
                                  "asin(sqrt(2)*sqrt(2)/2)",
                                  "heaviside(sqrt(2)^2-2)"])
def test_a_ball_that_does_not_tell_is_indeterminate(text):
    text = text.replace("sqrt(2)^2", "sqrt(2)*sqrt(2)")
    with pytest.raises(Indeterminate):
        value(text)


@pytest.mark.parametrize("text", ["harmonic(-1)", "harmonic(-4)"])
def test_harmonic_number_at_a_pole_has_no_value(text):
    with pytest.raises((Undefined, Indeterminate)):
        value(text)


@pytest.mark.parametrize("function", ["asin", "acos"])
@pytest.mark.parametrize("x", [2, -2])
def test_arc_functions_beyond_one_follow_the_logarithm(function, x):
    """asin z = -i log(iz + sqrt(1 - z^2)) and acos z = pi/2 - asin z, all principal, also on the branch cuts."""
    formula = f"-I*log(I*({x}) + sqrt(1 - ({x})^2))"
    right = formula if function == "asin" else f"pi/2 + I*log(I*({x}) + sqrt(1 - ({x})^2))"
    difference = value(f"{function}({x})") - value(right)
    assert difference.contains(0)


@pytest.mark.parametrize("name", sorted(name for name in FUNCTIONS if FUNCTIONS[name].monotone))
def test_declared_direction_is_that_of_the_values(name):
    direction = FUNCTIONS[name].monotone
    grid = ["-9/10", "-1/3", "0", "1/4", "9/10"] if name in ("asin", "acos") else ["-2", "-1/2", "0", "1/3", "5/2",
                                                                                   "11"]
    grid = [g for g in grid if name not in ("log", "sqrt") or Fraction(g) > 0]
    values = [arb(value(f"{name}({g})")) for g in grid]
    for low, high in itertools.pairwise(values):
        assert not (low > high if direction == "increasing" else low < high), (name, low, high)


def test_aliases_name_the_same_function():
    for alias, name in ALIASES.items():
        assert name in FUNCTIONS, alias
    assert value("ln(1)") == 0
    assert value("choose(5,2)") == 10
    assert value("Max(1,2)") == 2


@pytest.mark.parametrize(("name", "digits"), [
    ("pi", "3.14159265358979323846264338327950288419716939937510"),
    ("E", "2.71828182845904523536028747135266249775724709369995"),
    ("EulerGamma", "0.57721566490153286060651209008240243104215933593992"),
    ("Catalan", "0.91596559417721901505460351493238411077414937428167"),
    ("GoldenRatio", "1.61803398874989484820458683436563811772030917980576"),
])
def test_constants(name, digits):
    with mpmath.workdps(60):
        assert abs(as_mp(value(name)) - mp.mpf(digits)) < mp.mpf(10) ** -48


def test_the_imaginary_unit():
    assert value("I*I + 1").is_zero()
    assert set(CONSTANTS) == {"pi", "E", "I", "EulerGamma", "Catalan", "GoldenRatio"}
