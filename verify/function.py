"""The functions that formulas may use: one table, read by the parser, the evaluator and the interval evaluator.

To add a function, add one line to ``FUNCTIONS``: its name in a formula's text, its SymPy class, its value on
:mod:`verify.number` numbers, and, where it is monotone on its whole real domain, in which direction.  Where it is
undefined goes to :mod:`verify.symbolic.side_condition`, its derivative to :mod:`verify.slope`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

import sympy
from flint import acb, arb, fmpq, fmpz

from verify import node, number
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


def _integer_function(name: str, method: Callable[..., Any], least: int = 0, largest: int = 1_000_000,
                      ) -> Callable[..., Number]:
    """A function of integers from ``least`` on; beyond ``largest`` it is not evaluated."""

    def value(*numbers: Number) -> Number:
        for n in numbers:
            if not number.is_integer(n) or n < least:
                raise Undefined(f"{name} is defined at integers from {least} on")
            if n > largest:
                _too_large(name)
        return fmpq(method(*(int(n.p) for n in numbers)))

    return value


def _divisors(method: str) -> Callable[..., Number]:
    """gcd or lcm of integers; gcd(0, 0) = 0."""

    def value(*numbers: Number) -> Number:
        if not all(number.is_integer(n) for n in numbers):
            raise Undefined(f"{method} is defined at integers")
        whole = [fmpz(n.p) for n in numbers]
        return fmpq(abs(reduce(lambda a, b: getattr(a, method)(b), whole[1:], whole[0])))

    return value


def _prime(n: Number) -> bool:
    if not number.is_integer(n):
        raise Undefined("prime is a property of integers")
    if n.p.bit_length() > 1024:
        raise Unevaluable("a number too large to be tested for primality")
    return bool(n > 1 and fmpz(n.p).is_prime())


def _away_from_poles(method: str) -> Callable[[Number], Number]:
    def value(x: Number) -> Number:
        if number.is_integer(x) and x <= 0:
            raise Undefined(f"{method} at a non-positive integer")
        return _finite(getattr(number.ball(x), method)())

    return value


def _polygamma(order: Number, x: Number) -> Number:
    if not number.is_integer(order) or order < 0:
        raise Undefined("polygamma is defined here at orders 0, 1, 2, …")
    if number.is_integer(x) and x <= 0:
        raise Undefined("polygamma at a non-positive integer")
    found = _finite(acb(number.ball(x)).polygamma(acb(int(order.p))))
    return found if isinstance(x, acb) else found.real


def _zeta(s: Number) -> Number:
    if isinstance(s, fmpq) and s == 1:
        raise Undefined("the zeta function at 1")
    if number.is_integer(s) and -1000 < s <= 0:
        return fmpq.bernoulli(int(1 - s.p)) * (-1) ** int(-s.p) / (1 - s)
    return _finite(number.ball(s).zeta())


def _beta(a: Number, b: Number) -> Number:
    return number.divide(_gamma(a) * _gamma(b), _gamma(a + b))


def _bessel(method: str) -> Callable[[Number, Number], Number]:
    """A Bessel function of a real order; real at positive arguments and for whole orders."""

    def value(order: Number, x: Number) -> Number:
        found = _finite(getattr(acb(number.ball(x)), method)(number.ball(number.real(order))))
        whole = number.is_integer(order) and not isinstance(x, acb)
        return found.real if whole or (not isinstance(x, acb) and x > 0) else found

    return value


def _lambert(x: Number) -> Number:
    if isinstance(x, fmpq) and x == 0:
        return x
    x = number.ball(x)
    edge = -(-arb(1)).exp()
    if isinstance(x, arb) and not x > edge:
        if not x < edge:
            raise Indeterminate("Lambert's W beside its branch point")
        x = acb(x)
    return _finite(x.lambertw())


def _inverse_hyperbolic(method: str, singular: tuple[int, ...], zero: int, real: Callable[[Number], Number],
                        ) -> Callable[[Number], Number]:
    """acosh or atanh: real where ``real`` is positive, complex elsewhere, 0 at ``zero``, undefined where singular."""

    def value(x: Number) -> Number:
        if isinstance(x, fmpq) and x in singular:
            raise Undefined(f"{method} at {x}")
        if isinstance(x, fmpq) and x == zero:
            return fmpq(0)
        x = number.ball(x)
        if isinstance(x, arb) and not real(x) > 0:
            if not real(x) < 0:
                raise Indeterminate(f"{method} beside its branch point")
            x = acb(x)
        return _finite(getattr(x, method)())

    return value


def _rising(x: Number, n: Number, step: int = 1) -> Number:
    """x(x ± 1)…(x ± (n − 1))."""
    if not number.is_integer(n) or n < 0:
        raise Undefined("a rising or falling factorial of a length that is not 0, 1, 2, …")
    if n > 10_000:
        _too_large("factorial")
    return reduce(lambda product, i: product * (x + step * i), range(int(n.p)), fmpq(1))


def _log_of_one_plus(x: Any, evaluate: bool = False) -> Any:
    return sympy.log(sympy.Add(1, x, evaluate=evaluate), evaluate=evaluate)


def _partitions(n: int) -> Any:
    return fmpz(n).partitions_p()


def _bernoulli(n: int) -> Any:
    """With B_1 = 1/2."""
    return fmpq(1, 2) if n == 1 else fmpq.bernoulli(n)


def _stirling(n: int, k: int) -> Any:
    """Of the second kind: partitions of n elements into k blocks."""
    return fmpz.stirling_s2(n, k)


def _derangements(n: int) -> Any:
    return reduce(lambda value, k: value * k + (-1) ** k, range(1, n + 1), fmpz(1))


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
    "fibonacci": Function(sympy.fibonacci, (1, 1), _integer_function("fibonacci", fmpz.fib_ui)),
    "catalan": Function(sympy.catalan, (1, 1), _catalan),
    "gcd": Function(node.gcd, (1, None), _divisors("gcd")),
    "lcm": Function(node.lcm, (1, None), _divisors("lcm")),
    "prime": Function(node.Prime, (1, 1), _prime),
    "totient": Function(sympy.totient, (1, 1), _integer_function("totient", lambda n: fmpz(n).euler_phi(), 1, 1 << 62)),
    "partitions": Function(sympy.partition, (1, 1), _integer_function("partitions", _partitions)),
    "bell": Function(sympy.bell, (1, 1), _integer_function("bell", fmpz.bell_number, 0, 10_000)),
    "bernoulli": Function(sympy.bernoulli, (1, 1), _integer_function("bernoulli", _bernoulli, 0, 10_000)),
    "derangements": Function(sympy.subfactorial, (1, 1), _integer_function("derangements", _derangements, 0, 10_000)),
    "stirling": Function(node.stirling, (2, 2), _integer_function("stirling", _stirling, 0, 2_000)),
    "rising": Function(sympy.RisingFactorial, (2, 2), _rising),
    "falling": Function(sympy.FallingFactorial, (2, 2), lambda x, n: _rising(x, n, -1)),
    "beta": Function(sympy.beta, (2, 2), _beta),
    "digamma": Function(node.digamma, (1, 1), _away_from_poles("digamma")),
    "polygamma": Function(node.polygamma, (2, 2), _polygamma),
    "zeta": Function(sympy.zeta, (1, 1), _zeta),
    "besseli": Function(sympy.besseli, (2, 2), _bessel("bessel_i")),
    "besselj": Function(sympy.besselj, (2, 2), _bessel("bessel_j")),
    "lambertw": Function(sympy.LambertW, (1, 1), _lambert),
    "acosh": Function(sympy.acosh, (1, 1), _inverse_hyperbolic("acosh", (), 1, lambda x: x - 1)),
    "atanh": Function(sympy.atanh, (1, 1), _inverse_hyperbolic("atanh", (-1, 1), 0, lambda x: 1 - x * x)),
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
