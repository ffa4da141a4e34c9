"""Substitution: replace a generator by an element, also inside the meanings of atoms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy
from flint import fmpq

from verify.errors import Unevaluable
from verify.symbolic.combinatorial import fibonacci
from verify.symbolic.entry import entry, indexed
from verify.symbolic.field import Field, deepest, index, names, only
from verify.symbolic.monomial import denominator, numerator, terms
from verify.symbolic.power import alternating, circle, exponential, imaginary, logarithm, rational_power
from verify.symbolic.ring import Generator, Indeterminate
from verify.symbolic.rule import absolute, apply
from verify.symbolic.trigonometry import sine_cosine


def substitute(field: Field, element: Indeterminate, old: Indeterminate, new: Indeterminate) -> Indeterminate:
    """Return the element with the generator ``old`` replaced by ``new`` everywhere.

    Raises Unevaluable where an atom's meaning cannot be rebuilt.
    """
    target = only(old)
    values: dict[int, Indeterminate] = {target.index: new}

    def image(generator: Generator) -> Indeterminate:
        if generator.index not in values:
            touched = bool(generator.names & target.names)
            values[generator.index] = (_rebuild(field, generator, old, new) if touched
                                       else _plain(field, generator))
        return values[generator.index]

    def polynomial(part: Indeterminate) -> Indeterminate:
        total = field.constant(0)
        for coefficient, powers in terms(part):
            product = field.constant(coefficient)
            for generator, exponent in powers:
                product = product * image(generator) ** exponent
            total = total + product
        return total

    return polynomial(numerator(element)) / polynomial(denominator(element))


def _plain(field: Field, generator: Generator) -> Indeterminate:
    context = field.algebra.context
    return Indeterminate(field.algebra, context.gen(generator.index), context.constant(1))


def _rebuild(field: Field, generator: Generator, old: Indeterminate, new: Indeterminate) -> Indeterminate:
    if generator.kind == "variable":
        return _plain(field, generator)

    def inside(value: Any) -> Any:
        return substitute(field, value, old, new) if isinstance(value, Indeterminate) else value

    name = indexed(generator.kind)
    if name is not None:
        return entry(field, name, [inside(place) for place in generator.meaning])
    if generator.kind in ("sum", "product"):
        generator = _apart(field, generator, new)
    maker = MAKERS.get(generator.kind)
    if maker is None:
        raise Unevaluable(f"a substitution inside {generator.kind}")
    return maker(field, *(inside(value) for value in generator.meaning))


def _apart(field: Field, generator: Generator, new: Indeterminate) -> Generator:
    """A sum or product whose bound index is renamed where that stands in what is put in."""
    body, bound, low, high = generator.meaning
    if not names(bound) & names(new):
        return generator
    place = index(field, 1 + deepest(names(body, bound, low, high, new)), low)
    return Generator(generator.index, generator.kind, (substitute(field, body, bound, place), place, low, high))


def _function(function: Any) -> Callable[..., Indeterminate]:
    return lambda field, *arguments: apply(field, function, arguments)


def _root(field: Field, basis: Indeterminate, degree: int) -> Indeterminate:
    return rational_power(field, basis, fmpq(1, degree))


MAKERS: dict[str, Callable[..., Indeterminate]] = {
    "I": imaginary,
    "pi": circle,
    "exp": lambda field, basis, degree, _real: exponential(field, basis / degree),
    "root": _root,
    "log": logarithm,
    "sin": lambda field, basis, degree: sine_cosine(field, basis / degree)[0],
    "cos": lambda field, basis, degree: sine_cosine(field, basis / degree)[1],
    "abs": absolute,
    "modulus": absolute,
    "parity": alternating,
    "floor": _function(sympy.floor),
    "factorial": _function(sympy.factorial),
    "harmonic": _function(sympy.harmonic),
    "binomial": _function(sympy.binomial),
    "fibonacci": fibonacci,
    "fibonacci following": lambda field, n: fibonacci(field, n + 1),
    "KroneckerDelta": lambda field, difference: apply(field, sympy.KroneckerDelta, (difference, field.constant(0))),
    **{f.__name__: _function(f) for f in (sympy.asin, sympy.acos, sympy.atan, sympy.asinh, sympy.erf, sympy.sign,
                                          sympy.loggamma, sympy.Heaviside)},
}
