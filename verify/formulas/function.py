"""The functions that formulas may use: one table, read by the parser, the evaluator and the interval evaluator.

To add a function, add one line to ``FUNCTIONS``: its name in a formula's text, its SymPy class, its value on
:mod:`verify.values.number` numbers, and, where it is monotone on its whole real domain, in which direction. Where it is
 undefined goes to :mod:`verify.symbolic.side_condition`, its derivative to :mod:`verify.values.slope`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy
from flint import acb, arb, fmpq, fmpz

from verify.errors import Indeterminate
from verify.formulas import node
from verify.values import number, special
from verify.values.number import Number


@dataclass(frozen=True, slots=True)
class Function:
    """A function of a formula: SymPy class, arity (least, most), value on numbers, direction on its real domain."""

    symbolic: Any
    arity: tuple[int, int | None]
    value: Callable[..., Number]
    monotone: str | None = None


def _at_zero(result: int, method: str) -> Callable[[Number], Number]:
    """A function of balls called ``method``, with its exact value at 0."""

    def value(x: Number) -> Number:
        if isinstance(x, fmpq) and x == 0:
            return fmpq(result)
        return special.finite(getattr(number.ball(x), method)())

    return value


def _reciprocal(method: str) -> Callable[[Number], Number]:
    """1/f for the trigonometric reciprocals; Undefined where f is exactly 0."""

    def value(x: Number) -> Number:
        below = fmpq(0) if isinstance(x, fmpq) and x == 0 and method != "cos" else getattr(number.ball(x), method)()
        return number.divide(fmpq(1), below)

    return value


def _principal(method: str) -> Callable[[Number], Number]:
    """arcsin or arccos: real inside [−1, 1], complex outside."""

    def value(x: Number) -> Number:
        if isinstance(x, fmpq) and x == 0 and method == "asin":
            return fmpq(0)
        if isinstance(x, fmpq) and x == 1 and method == "acos":
            return fmpq(0)
        x = number.ball(x)
        if isinstance(x, arb):
            one = number.absolute(x) - 1
            if one > 0:
                x = acb(x)
            elif not one <= 0:
                raise Indeterminate("an arc function beside its branch point")
        return special.finite(getattr(x, method)())

    return value


def _mod(x: Number, y: Number) -> Number:
    return x - y * number.floor(number.divide(x, y))


def _kronecker(i: Number, j: Number) -> Number:
    return fmpq(int(number.is_zero(i - j)))


def _max(*values: Number) -> Number:
    result = number.real(values[0])
    for value in values[1:]:
        result = number.maximum(result, value)
    return result


def _min(*values: Number) -> Number:
    return -_max(*(-value for value in values))


def _heaviside(x: Number, at_zero: Number | None = None) -> Number:
    middle = fmpq(1, 2) if at_zero is None else at_zero
    return (fmpq(0), middle, fmpq(1))[number.sign(x) + 1]


def _log_of_one_plus(x: Any, evaluate: bool = False) -> Any:
    return sympy.log(sympy.Add(1, x, evaluate=evaluate), evaluate=evaluate)


FUNCTIONS: dict[str, Function] = {
    "exp": Function(sympy.exp, (1, 1), number.exponential, "increasing"),
    "log": Function(sympy.log, (1, 2), lambda x, b=None: number.log(x) if b is None
                    else number.divide(number.log(x), number.log(b)), "increasing"),
    "sqrt": Function(sympy.sqrt, (1, 1), lambda x: number.power(x, fmpq(1, 2)), "increasing"),
    "abs": Function(sympy.Abs, (1, 1), number.absolute),
    "sign": Function(sympy.sign, (1, 1), lambda x: fmpq(number.sign(x)), "increasing"),
    "floor": Function(sympy.floor, (1, 1), number.floor, "increasing"),
    "ceiling": Function(sympy.ceiling, (1, 1), lambda x: -number.floor(-x), "increasing"),
    "max": Function(sympy.Max, (1, None), _max),
    "min": Function(sympy.Min, (1, None), _min),
    "sin": Function(sympy.sin, (1, 1), _at_zero(0, "sin")),
    "cos": Function(sympy.cos, (1, 1), _at_zero(1, "cos")),
    "tan": Function(sympy.tan, (1, 1), _at_zero(0, "tan")),
    "cot": Function(sympy.cot, (1, 1), _reciprocal("tan")),
    "sec": Function(sympy.sec, (1, 1), _reciprocal("cos")),
    "csc": Function(sympy.csc, (1, 1), _reciprocal("sin")),
    "asin": Function(sympy.asin, (1, 1), _principal("asin"), "increasing"),
    "acos": Function(sympy.acos, (1, 1), _principal("acos"), "decreasing"),
    "atan": Function(sympy.atan, (1, 1), _at_zero(0, "atan"), "increasing"),
    "sinh": Function(sympy.sinh, (1, 1), _at_zero(0, "sinh"), "increasing"),
    "cosh": Function(sympy.cosh, (1, 1), _at_zero(1, "cosh")),
    "tanh": Function(sympy.tanh, (1, 1), _at_zero(0, "tanh"), "increasing"),
    "asinh": Function(sympy.asinh, (1, 1), _at_zero(0, "asinh"), "increasing"),
    "erf": Function(sympy.erf, (1, 1), _at_zero(0, "erf"), "increasing"),
    "erfc": Function(sympy.erfc, (1, 1), _at_zero(1, "erfc"), "decreasing"),
    "gamma": Function(sympy.gamma, (1, 1), special.gamma),
    "loggamma": Function(sympy.loggamma, (1, 1), special.log_gamma),
    "factorial": Function(sympy.factorial, (1, 1), special.factorial),
    "binomial": Function(sympy.binomial, (2, 2), special.binomial),
    "harmonic": Function(sympy.harmonic, (1, 1), special.harmonic),
    "fibonacci": Function(sympy.fibonacci, (1, 1), special.integer_function("fibonacci", fmpz.fib_ui)),
    "catalan": Function(sympy.catalan, (1, 1), special.catalan),
    "gcd": Function(node.gcd, (1, None), special.divisors("gcd")),
    "lcm": Function(node.lcm, (1, None), special.divisors("lcm")),
    "prime": Function(node.Prime, (1, 1), special.prime),
    "totient": Function(sympy.totient, (1, 1), special.integer_function("totient", special.totient, 1, 1 << 62)),
    "partitions": Function(sympy.partition, (1, 1), special.integer_function("partitions", special.partitions)),
    "bell": Function(sympy.bell, (1, 1), special.integer_function("bell", fmpz.bell_number, 0, 10_000)),
    "bernoulli": Function(sympy.bernoulli, (1, 1), special.integer_function("bernoulli", special.bernoulli, 0, 10_000)),
    "derangements": Function(sympy.subfactorial, (1, 1),
                             special.integer_function("derangements", special.derangements, 0, 10_000)),
    "stirling": Function(node.stirling, (2, 2), special.integer_function("stirling", special.stirling, 0, 2_000)),
    "rising": Function(sympy.RisingFactorial, (2, 2), special.rising),
    "falling": Function(sympy.FallingFactorial, (2, 2), lambda x, n: special.rising(x, n, -1)),
    "beta": Function(sympy.beta, (2, 2), special.beta),
    "digamma": Function(node.digamma, (1, 1), special.away_from_poles("digamma")),
    "polygamma": Function(node.polygamma, (2, 2), special.polygamma),
    "zeta": Function(sympy.zeta, (1, 1), special.zeta),
    "besseli": Function(sympy.besseli, (2, 2), special.bessel("bessel_i")),
    "besselj": Function(sympy.besselj, (2, 2), special.bessel("bessel_j")),
    "lambertw": Function(sympy.LambertW, (1, 1), special.lambert),
    "acosh": Function(sympy.acosh, (1, 1), special.inverse_hyperbolic("acosh", (), 1, lambda x: x - 1)),
    "atanh": Function(sympy.atanh, (1, 1), special.inverse_hyperbolic("atanh", (-1, 1), 0, lambda x: 1 - x * x)),
    "log1p": Function(_log_of_one_plus, (1, 1), lambda x: number.log(1 + x)),
    "mod": Function(sympy.Mod, (2, 2), _mod),
    "re": Function(sympy.re, (1, 1), lambda x: x.real if isinstance(x, acb) else x),
    "im": Function(sympy.im, (1, 1), lambda x: x.imag if isinstance(x, acb) else fmpq(0)),
    "conjugate": Function(sympy.conjugate, (1, 1), lambda x: x.conjugate() if isinstance(x, acb) else x),
    "delta": Function(sympy.KroneckerDelta, (2, 3), lambda i, j, _range=None: _kronecker(i, j)),
    "heaviside": Function(sympy.Heaviside, (1, 2), _heaviside, "increasing"),
}

ALIASES = {"ln": "log", "Abs": "abs", "Max": "max", "Min": "min", "arcsin": "asin", "arccos": "acos",
           "arctan": "atan", "ceil": "ceiling", "KroneckerDelta": "delta", "Heaviside": "heaviside", "sgn": "sign",
           "choose": "binomial", "Mod": "mod", "arccosh": "acosh", "arctanh": "atanh", "arcsinh": "asinh",
           "psi": "digamma", "is_prime": "prime", "isprime": "prime", "phi": "totient", "W": "lambertw",
           "stirling2": "stirling", "subfactorial": "derangements", "LambertW": "lambertw"}

CONSTANTS: dict[str, tuple[Any, Callable[[], Number]]] = {
    "pi": (sympy.pi, arb.pi),
    "E": (sympy.E, arb.const_e),
    "I": (sympy.I, lambda: acb(0, 1)),
    "EulerGamma": (sympy.EulerGamma, arb.const_euler),
    "Catalan": (sympy.Catalan, arb.const_catalan),
    "GoldenRatio": (sympy.GoldenRatio, lambda: (1 + arb(5).sqrt()) / 2),
}

BY_CLASS: dict[Any, Function] = {
    function.symbolic: function for name, function in FUNCTIONS.items() if isinstance(function.symbolic, type)
}
CONSTANT_VALUES: dict[Any, Callable[[], Number]] = dict(CONSTANTS.values())
