"""The functions that formulas may use: one table, read by the parser, the evaluator and the interval evaluator.

To add a function, add one line to ``FUNCTIONS``: its name in a formula's text, its SymPy class, its value on
:mod:`verify.number` numbers, and, where it is monotone on its whole real domain, in which direction.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy
from flint import acb, arb, fmpq, fmpz

from verify import number
from verify.errors import Indeterminate, Undefined, Unevaluable
from verify.number import Number


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
        return _finite(getattr(number.ball(x), method)())

    return value


def _ball(method: str) -> Callable[[Number], Number]:
    def value(x: Number) -> Number:
        return _finite(getattr(number.ball(x), method)())

    return value


def _finite(result: Number) -> Number:
    if not result.is_finite():
        raise Indeterminate("a ball that may contain a singularity")
    return result


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
        return _finite(getattr(x, method)())

    return value


def _gamma(x: Number) -> Number:
    if isinstance(x, fmpq):
        if x.q == 1 and x <= 0:
            raise Undefined("the gamma function at a non-positive integer")
        if x.q == 1:
            return _factorial(x - 1)
        return arb.gamma_fmpq(x)
    return _finite(x.gamma())


def _factorial(n: Number) -> Number:
    if isinstance(n, fmpq) and n.q == 1:
        if n < 0:
            raise Undefined("the factorial of a negative integer")
        if n > 100_000:
            return arb.fac_ui(int(n.p)) if n < 1 << 40 else _too_large("factorial")
        return fmpq(fmpz.fac_ui(int(n.p)))
    return _gamma(n + 1)


def _binomial(n: Number, k: Number) -> Number:
    """C(n, k): zero for integers k < 0; a falling factorial over k! for integers k; gamma functions otherwise."""
    if number.is_integer(k):
        if k < 0:
            return fmpq(0)
        if number.is_integer(n) and n >= 0:
            if k > n:
                return fmpq(0)
            if n < 1 << 24:
                return fmpq(fmpz.bin_uiui(int(n.p), int(k.p)))
        if k > 10_000:
            return _too_large("binomial")
        result = fmpq(1)
        for i in range(int(k.p)):
            result = result * (n - i) / (i + 1)
        return result
    if number.is_integer(n) and n < 0:
        raise Undefined("a binomial coefficient of a negative integer over a non-integer")
    if number.is_integer(n - k) and isinstance(n - k, fmpq) and n - k < 0:
        return fmpq(0)
    return number.ball(_gamma(n + 1)) * number.ball(k + 1).rgamma() * number.ball(n - k + 1).rgamma()


def _too_large(name: str) -> Number:
    raise Unevaluable(f"a {name} too large to evaluate")


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


def _harmonic(n: Number) -> Number:
    if number.is_integer(n) and 0 <= n <= 100_000:
        return fmpq.harmonic(int(n.p))
    return _finite(number.ball(n + 1).digamma() + arb.const_euler())


def _integer_function(method: str) -> Callable[[Number], Number]:
    def value(n: Number) -> Number:
        if not number.is_integer(n) or n < 0 or n > 1_000_000:
            raise Undefined(f"{method} is defined here at integers from 0 to 10^6")
        return fmpq(getattr(fmpz, method)(int(n.p)))

    return value


def _catalan(n: Number) -> Number:
    return number.divide(_binomial(2 * n, n), n + 1)


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
    "gamma": Function(sympy.gamma, (1, 1), _gamma),
    "loggamma": Function(sympy.loggamma, (1, 1), _ball("lgamma")),
    "factorial": Function(sympy.factorial, (1, 1), _factorial),
    "binomial": Function(sympy.binomial, (2, 2), _binomial),
    "harmonic": Function(sympy.harmonic, (1, 1), _harmonic),
    "fibonacci": Function(sympy.fibonacci, (1, 1), _integer_function("fib_ui")),
    "catalan": Function(sympy.catalan, (1, 1), _catalan),
    "mod": Function(sympy.Mod, (2, 2), _mod),
    "re": Function(sympy.re, (1, 1), lambda x: x.real if isinstance(x, acb) else x),
    "im": Function(sympy.im, (1, 1), lambda x: x.imag if isinstance(x, acb) else fmpq(0)),
    "conjugate": Function(sympy.conjugate, (1, 1), lambda x: x.conjugate() if isinstance(x, acb) else x),
    "delta": Function(sympy.KroneckerDelta, (2, 3), lambda i, j, _range=None: _kronecker(i, j)),
    "heaviside": Function(sympy.Heaviside, (1, 2), _heaviside, "increasing"),
}

ALIASES = {"ln": "log", "Abs": "abs", "Max": "max", "Min": "min", "arcsin": "asin", "arccos": "acos",
           "arctan": "atan", "ceil": "ceiling", "KroneckerDelta": "delta", "Heaviside": "heaviside", "sgn": "sign",
           "choose": "binomial", "Mod": "mod"}

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
