"""Monomial: the parts of a ring element: terms, generators, irreducible factors, and a hashable key."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from verify.errors import Unevaluable
from verify.symbolic.ring import Algebra, Generator, Indeterminate, parts


def numerator(element: Indeterminate) -> Indeterminate:
    """Return the numerator as an element."""
    top, _ = parts(element)
    return Indeterminate(element._algebra, top, element._algebra.context.constant(1))


def denominator(element: Indeterminate) -> Indeterminate:
    """Return the monic denominator as an element."""
    _, bottom = parts(element)
    return Indeterminate(element._algebra, bottom, element._algebra.context.constant(1))


def terms(element: Indeterminate) -> list[tuple[Any, tuple[tuple[Generator, int], ...]]]:
    """Return the terms of the numerator: coefficient and (generator, exponent) pairs."""
    generators = element._algebra.generators
    return [(coefficient, tuple((generators[k], int(e)) for k, e in enumerate(exponents) if e))
            for exponents, coefficient in element._top.to_dict().items()]


def element_of(algebra: Algebra, powers: tuple[tuple[Generator, int], ...]) -> Indeterminate:
    """Return the monomial with the given (generator, exponent) pairs."""
    result = algebra.constant(1)
    for generator, exponent in powers:
        single = Indeterminate(algebra, algebra.context.gen(generator.index), algebra.context.constant(1))
        result = result * single**exponent
    return result

DEGREE = 512
"""The highest degree in one generator of what is factored; 1 + t^n takes minutes where n is some thousands."""


def generators_of(element: Indeterminate) -> list[Generator]:
    """Return the generators that occur in an element, in the order of their making."""
    found = set()
    for part in (element._top, element._bottom):
        if not part.is_constant():
            found |= {k for k, degree in enumerate(part.degrees()) if degree > 0}
    return [element._algebra.generators[k] for k in sorted(found)]


def factors(element: Indeterminate) -> tuple[Any, list[tuple[Indeterminate, int]]]:
    """Return (c, [(f, e), …]) with element = c·Π f^e, c rational and every f irreducible over the rationals."""
    algebra = element._algebra
    top, bottom = parts(element)
    if len(top) + len(bottom) > 2000:
        raise Unevaluable("too many terms to factor")
    if any(degree > DEGREE for part in (top, bottom) for degree in part.degrees()):
        raise Unevaluable("too high a degree to factor")  # exp(1234567/10^6) is the 1234567th power of an atom
    one = algebra.context.constant(1)
    found: list[tuple[Indeterminate, int]] = []
    constant = fmpq(1)
    for part, direction in ((top, 1), (bottom, -1)):
        content, powers = part.factor()
        constant = constant * content if direction > 0 else constant / content
        found += [(Indeterminate(algebra, f, one), direction * int(e)) for f, e in powers]
    return constant, found


def key(element: Indeterminate) -> tuple[Any, Any]:
    """Return a hashable key: equal keys mean equal elements."""
    return _poly_key(element._top), _poly_key(element._bottom)


def _poly_key(polynomial: Any) -> frozenset[Any]:
    found = []
    for exponents, coefficient in polynomial.to_dict().items():
        powers = tuple((k, int(e)) for k, e in enumerate(exponents) if e)
        found.append((powers, (int(coefficient.p), int(coefficient.q))))
    return frozenset(found)
