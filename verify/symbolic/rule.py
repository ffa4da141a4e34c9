"""Rule: one function of field elements for each function of a formula; what has no rule becomes an atom."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import sympy
from flint import fmpq

from verify.errors import Indeterminate as Doubt
from verify.errors import Undefined, Unevaluable
from verify.formulas.function import BY_CLASS
from verify.symbolic.combinatorial import binomial, catalan, factorial, fibonacci, gamma, harmonic
from verify.symbolic.field import Field, atom, is_integral, is_real, split
from verify.symbolic.monomial import factors
from verify.symbolic.power import absolute_factor, exponential, logarithm
from verify.symbolic.ring import Indeterminate, rational, vanishes
from verify.symbolic.sign import signs
from verify.symbolic.trigonometry import sine_cosine

Rule = Callable[..., Indeterminate]


def apply(field: Field, function: Any, arguments: tuple[Indeterminate, ...]) -> Indeterminate:
    """Return function(arguments) as an element."""
    rule = RULES.get(function)
    return rule(field, *arguments) if rule else opaque(field, function, *arguments)


def opaque(field: Field, function: Any, *arguments: Indeterminate) -> Indeterminate:
    """Return an atom, or the value where it is rational."""
    if function not in BY_CLASS:
        raise Unevaluable(f"{function.__name__} is not something that Assay evaluates")
    values = [rational(argument) for argument in arguments]
    if all(value is not None for value in values):
        try:
            value = BY_CLASS[function].value(*values)
        except Doubt:
            value = None
        if isinstance(value, fmpq):
            return field.constant(value)
    return atom(field, function.__name__, arguments)


def _odd(function: Any, real: bool) -> Rule:
    """f(−x) = −f(x): the sign of the leading coefficient is taken out."""

    def rule(field: Field, x: Indeterminate) -> Indeterminate:
        if vanishes(x):
            return x
        facts = {"real": real and is_real(x)}
        if x._top.leading_coefficient() < 0:
            return -atom(field, function.__name__, (-x,), **facts)
        return atom(field, function.__name__, (x,), **facts)

    return rule


def absolute(field: Field, x: Indeterminate) -> Indeterminate:
    """|x|, multiplicative over the factors of x."""
    value = rational(x)
    if value is not None:
        return field.constant(abs(value))
    if not is_real(x):
        return atom(field, "modulus", (x,), real=True, signs=frozenset((0, 1)))
    constant, parts = factors(x)
    result = field.constant(abs(constant))
    for factor, exponent in parts:
        found = signs(field, factor)
        if exponent % 2 == 0 or (found is not None and found <= {0, 1}):
            result = result * factor**exponent
        elif found is not None and found <= {-1, 0}:
            result = result * (-factor) ** exponent
        else:
            result = result * absolute_factor(field, factor) ** exponent
    return result


def maximum(field: Field, *values: Indeterminate) -> Indeterminate:
    """max(a, b) = (a + b + |a − b|)/2 of real numbers."""
    if not all(is_real(value) for value in values):
        raise Unevaluable("a maximum of numbers that may not be real")
    return reduce(lambda a, b: (a + b + absolute(field, a - b)) / 2, values)


def floor(field: Field, x: Indeterminate) -> Indeterminate:
    """⌊x⌋, with integer-valued summands taken out."""
    if not is_real(x):
        raise Unevaluable("the floor of a number that may not be real")
    whole = field.constant(0)
    if x._bottom.is_constant():
        for coefficient, basis in split(x):
            part = field.constant(coefficient.floor()) * basis if is_integral(basis) else field.constant(0)
            whole = whole + part
    rest = x - whole
    value = rational(rest)
    if value is not None:
        return whole + field.constant(fmpq(value.floor()))
    made = atom(field, "floor", (rest,), real=True, integer=True)
    if rest._bottom.is_constant():
        field.facts += [(">=", rest - made), (">", made - rest + 1)]
    return whole + made


def _tangent(field: Field, x: Indeterminate) -> Indeterminate:
    sine, cosine = sine_cosine(field, x)
    return _over(sine, cosine)


def _over(top: Indeterminate, bottom: Indeterminate) -> Indeterminate:
    if vanishes(bottom):
        raise Undefined("division by zero")
    return top / bottom


def _hyperbolic(field: Field, x: Indeterminate) -> tuple[Indeterminate, Indeterminate]:
    grown = exponential(field, x)
    return (grown - 1 / grown) / 2, (grown + 1 / grown) / 2


def _tanh(field: Field, x: Indeterminate) -> Indeterminate:
    sine, cosine = _hyperbolic(field, x)
    return _over(sine, cosine)


def _part(field: Field, x: Indeterminate, function: Any, real_value: Callable[[Indeterminate], Any]) -> Indeterminate:
    return real_value(x) if is_real(x) else atom(field, function.__name__, (x,), real=function is not sympy.conjugate)


def _delta(field: Field, i: Indeterminate, j: Indeterminate, *_: Any) -> Indeterminate:
    difference = rational(i - j)
    if difference is not None:
        return field.constant(int(difference == 0))
    found = signs(field, i - j)
    if found is not None and 0 not in found:
        return field.constant(0)
    oriented = i - j if (i - j)._top.leading_coefficient() > 0 else j - i
    return atom(field, "KroneckerDelta", (oriented,), real=True, integer=True, signs=frozenset((0, 1)))


RULES: dict[Any, Rule] = {
    sympy.exp: exponential,
    sympy.log: lambda field, x, *base: logarithm(field, x) if not base else _over(
        logarithm(field, x), logarithm(field, base[0])),
    sympy.Abs: absolute,
    sympy.Max: maximum,
    sympy.Min: lambda field, *values: -maximum(field, *(-value for value in values)),
    sympy.floor: floor,
    sympy.ceiling: lambda field, x: -floor(field, -x),
    sympy.Mod: lambda field, x, y: x - y * floor(field, _over(x, y)),
    sympy.sin: lambda field, x: sine_cosine(field, x)[0],
    sympy.cos: lambda field, x: sine_cosine(field, x)[1],
    sympy.tan: _tangent,
    sympy.cot: lambda field, x: _over(*reversed(sine_cosine(field, x))),
    sympy.sec: lambda field, x: _over(field.constant(1), sine_cosine(field, x)[1]),
    sympy.csc: lambda field, x: _over(field.constant(1), sine_cosine(field, x)[0]),
    sympy.sinh: lambda field, x: _hyperbolic(field, x)[0],
    sympy.cosh: lambda field, x: _hyperbolic(field, x)[1],
    sympy.tanh: _tanh,
    sympy.asin: _odd(sympy.asin, real=False),
    sympy.acos: lambda field, x: atom(field, "acos", (x,)),
    sympy.atan: _odd(sympy.atan, real=True),
    sympy.asinh: _odd(sympy.asinh, real=True),
    sympy.erf: _odd(sympy.erf, real=True),
    sympy.erfc: lambda field, x: 1 - apply(field, sympy.erf, (x,)),
    sympy.gamma: gamma,
    sympy.factorial: factorial,
    sympy.binomial: binomial,
    sympy.harmonic: harmonic,
    sympy.fibonacci: fibonacci,
    sympy.catalan: catalan,
    sympy.re: lambda field, x: _part(field, x, sympy.re, lambda value: value),
    sympy.im: lambda field, x: _part(field, x, sympy.im, lambda value: value * 0),
    sympy.conjugate: lambda field, x: _part(field, x, sympy.conjugate, lambda value: value),
    sympy.KroneckerDelta: _delta,
}
