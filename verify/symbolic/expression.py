"""Expression: the unevaluated formula of an element, and its factored form.

The factored form writes x as s² where √x = s was met, so that x + y − 2√(xy) becomes (√x − √y)².
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy

from verify.errors import Unevaluable
from verify.symbolic.field import Field, only, single
from verify.symbolic.monomial import denominator, factors, numerator, terms
from verify.symbolic.ring import Generator, Indeterminate


def _call(function: Any) -> Callable[..., Any]:
    return lambda *arguments: function(*arguments, evaluate=False)


def _over(tree: Any, degree: int) -> Any:
    return tree if degree == 1 else sympy.Mul(sympy.Rational(1, degree), tree, evaluate=False)


_MAKERS: dict[str, Callable[..., Any]] = {
    "pi": lambda: sympy.pi,
    "I": lambda: sympy.I,
    "parity": lambda exponent: sympy.Pow(sympy.S.NegativeOne, exponent, evaluate=False),
    "modulus": lambda value: sympy.Abs(value, evaluate=False),
    "EulerGamma": lambda: sympy.EulerGamma,
    "Catalan": lambda: sympy.Catalan,
    "exp": lambda basis, degree, _real: sympy.exp(_over(basis, degree), evaluate=False),
    "root": lambda basis, degree: sympy.Pow(basis, sympy.Rational(1, degree), evaluate=False),
    "sin": lambda basis, degree: sympy.sin(_over(basis, degree), evaluate=False),
    "cos": lambda basis, degree: sympy.cos(_over(basis, degree), evaluate=False),
    "abs": _call(sympy.Abs),
    **{f.__name__: _call(f) for f in (sympy.log, sympy.asin, sympy.acos, sympy.atan, sympy.asinh, sympy.erf, sympy.sign,
                                      sympy.floor, sympy.loggamma, sympy.factorial, sympy.harmonic, sympy.binomial)},
}


def expression(element: Indeterminate) -> Any:
    """Return the formula of an element; raise Unevaluable for atoms that have none."""
    top = _polynomial(numerator(element))
    bottom = _polynomial(denominator(element))
    return top if bottom is sympy.S.One else _times([top, sympy.Pow(bottom, -1, evaluate=False)])


def _polynomial(part: Indeterminate) -> Any:
    summands = [_times([_rational(coefficient), *(_power(generator, exponent) for generator, exponent in powers)])
                for coefficient, powers in terms(part)]
    if len(summands) == 1:
        return summands[0]
    return sympy.Add(*summands, evaluate=False) if summands else sympy.S.Zero


def _rational(value: Any) -> Any:
    return sympy.Rational(int(value.p), int(value.q))


def _times(parts: list[Any]) -> Any:
    kept = [part for part in parts if part is not sympy.S.One]
    if len(kept) < 2:
        return kept[0] if kept else sympy.S.One
    return sympy.Mul(*kept, evaluate=False)


def _power(generator: Generator, exponent: int) -> Any:
    base = _generator(generator)
    return base if exponent == 1 else sympy.Pow(base, sympy.Integer(exponent), evaluate=False)


def _generator(generator: Generator) -> Any:
    if generator.kind == "variable":
        name, index = generator.meaning
        if index or str(name).startswith("#"):
            raise Unevaluable("an entry of a vector in a formula")
        return sympy.Symbol(name)
    maker = _MAKERS.get(generator.kind)
    if maker is None:
        raise Unevaluable(f"{generator.kind} in a formula")
    return maker(*(expression(value) if isinstance(value, Indeterminate) else value for value in generator.meaning))


def factored(field: Field, element: Indeterminate) -> Any:
    """Return the formula of an element as a product of powers of irreducible factors."""
    parts: list[Any] = []
    for part, direction in ((numerator(element), 1), (denominator(element), -1)):
        constant, found = factors(_with_roots(field, part))
        parts.append(_rational(constant if direction > 0 else 1 / constant))
        for factor, exponent in found:
            base = _polynomial(factor)
            power = exponent * direction
            parts.append(base if power == 1 else sympy.Pow(base, sympy.Integer(power), evaluate=False))
    return _times(parts)


def _with_roots(field: Field, part: Indeterminate) -> Indeterminate:
    """Write each letter x ≥ 0 as a power of its finest root, without applying the relation back."""
    algebra = field.algebra
    context = algebra.context
    images = [context.gen(k) for k in range(context.nvars())]
    for family in field.families.get("root", []):
        generator = single(family.basis)
        if generator is not None and generator.kind == "variable" and generator.signs <= {0, 1}:
            images[generator.index] = context.gen(only(family.members[0]).index) ** family.denominator
    top = part._top.project_to_context(context)
    return Indeterminate(algebra, top.compose(*images, ctx=context), context.constant(1))
