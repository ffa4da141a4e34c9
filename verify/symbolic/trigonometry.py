"""Trigonometry: sine and cosine of field elements by the addition formulas, with cos² = 1 − sin².

An angle is split into rational multiples of monomials; a multiple k/D of a monomial b is reached from sin(b/D) and
cos(b/D) by repeated addition.  Rational multiples of π, integer multiples of nπ, and imaginary angles are opened.
"""

from __future__ import annotations

from typing import Any

from flint import fmpq

from verify.errors import Unevaluable
from verify.symbolic.field import Field, is_real, names, only, scaled, single, split
from verify.symbolic.monomial import generators_of
from verify.symbolic.power import alternating, circle, exponential, imaginary, is_imaginary, rational_power
from verify.symbolic.ring import Indeterminate, rational

_MULTIPLES = 400
Pair = tuple[Indeterminate, Indeterminate]


def sine_cosine(field: Field, angle: Indeterminate) -> Pair:
    """Return (sin a, cos a)."""
    result = field.constant(0), field.constant(1)
    for coefficient, basis in split(angle):
        result = _sum(result, _term(field, coefficient, basis))
    return result


def _sum(left: Pair, right: Pair) -> Pair:
    (s, c), (t, d) = left, right
    return s * d + c * t, c * d - s * t


def _multiple(members: tuple[Indeterminate, ...], times: int) -> Pair:
    sine, cosine = members
    if abs(times) > _MULTIPLES:
        raise Unevaluable("a multiple angle that is too large")
    algebra = sine._algebra
    result, step = (algebra.constant(0), algebra.constant(1)), (sine, cosine)
    left = abs(times)
    while left:
        if left & 1:
            result = _sum(result, step)
        left >>= 1
        step = _sum(step, step) if left else step
    return result if times >= 0 else (-result[0], result[1])


def _term(field: Field, coefficient: Any, basis: Indeterminate) -> Pair:
    inside = generators_of(basis)
    if is_imaginary(basis):
        return _imaginary(field, basis / imaginary(field) * coefficient)
    if [generator.kind for generator in inside].count("pi") == 1 and basis._bottom.is_constant():
        cofactor = basis / circle(field)
        value = rational(cofactor)
        if value is not None:
            return _turn(field, coefficient * value)
        others = generators_of(cofactor)
        if cofactor._bottom.is_constant() and coefficient.q == 1 and all(g.integer for g in others):
            return field.constant(0), alternating(field, cofactor * coefficient)
    opened = _inverse(field, basis) if coefficient.q == 1 else None
    if opened is not None:
        return _multiple(opened, int(coefficient.p))
    return _generic(field, coefficient, basis)


def _imaginary(field: Field, size: Indeterminate) -> Pair:
    """sin(iy) = i·sinh y and cos(iy) = cosh y."""
    grown = exponential(field, size)
    return imaginary(field) * (grown - 1 / grown) / 2, (grown + 1 / grown) / 2


def _turn(field: Field, coefficient: Any) -> Pair:
    """sin and cos of a rational multiple of π."""
    quarters = int((2 * coefficient).floor())
    sine, cosine = _first_quarter(field, coefficient - fmpq(quarters, 2))
    for _ in range(quarters % 4):
        sine, cosine = cosine, -sine
    return sine, cosine


def _first_quarter(field: Field, coefficient: Any) -> Pair:
    half = field.constant(fmpq(1, 2))
    if coefficient == 0:
        return field.constant(0), field.constant(1)
    if coefficient == fmpq(1, 4):
        root = rational_power(field, half, fmpq(1, 2))
        return root, root
    if coefficient in (fmpq(1, 6), fmpq(1, 3)):
        root = rational_power(field, field.constant(3), fmpq(1, 2)) / 2
        return (half, root) if coefficient == fmpq(1, 6) else (root, half)
    return _generic(field, coefficient, circle(field))


def _inverse(field: Field, basis: Indeterminate) -> Pair | None:
    """sin(arcsin x) = x, cos(arcsin x) = √(1 − x²), and the like; true of principal values everywhere."""
    generator = single(basis)
    if generator is None or generator.kind not in ("asin", "acos", "atan"):
        return None
    (x,) = generator.meaning
    if generator.kind == "atan":
        if not is_real(x):
            return None
        length = rational_power(field, 1 + x * x, fmpq(1, 2))
        return x / length, 1 / length
    other = rational_power(field, 1 - x * x, fmpq(1, 2))
    return (x, other) if generator.kind == "asin" else (other, x)


def _generic(field: Field, coefficient: Any, basis: Indeterminate) -> Pair:
    facts: dict[str, Any] = {"names": names(basis)}
    if is_real(basis):
        facts.update(real=True, low=fmpq(-1), high=fmpq(1))

    def build(denominator: int) -> tuple[Indeterminate, ...]:
        sine = field.algebra.generator("sin", (basis, denominator), **facts)
        cosine = field.algebra.generator("cos", (basis, denominator), **facts)
        only(cosine).relation = (2, 1 - sine * sine)
        return sine, cosine

    family = scaled(field, "trigonometric", basis, int(coefficient.q), build=build, multiple=_multiple)
    return _multiple(family.members, int((coefficient * family.denominator).p))
