"""Power: exponentials, logarithms and powers of field elements, principal branches.

Every rule here is an identity of principal values: e^(a+b) = e^a·e^b always; log(ab) = log a + log b and
(ab)^r = a^r·b^r where a > 0; (a²)^r = |a|^(2r) for real a; (u^(1/q))^p = u^(p/q) always; e^(c·log u) = u^c by
definition; (ab)^n = a^n·b^n for integer n.  What no rule covers becomes an atom.
"""

from __future__ import annotations

from typing import Any

from flint import fmpq, fmpz

from verify.errors import Undefined, Unevaluable
from verify.symbolic.field import Field, atom, is_integral, is_real, names, only, scaled, single, split
from verify.symbolic.monomial import denominator, element_of, factors, generators_of, terms
from verify.symbolic.ring import Generator, Indeterminate, rational, vanishes
from verify.symbolic.sign import non_negative, positive, signs

_LARGEST = 1 << 200
"""Integers beyond this are not factored."""


def power(field: Field, base: Indeterminate, exponent: Indeterminate) -> Indeterminate:
    """Return base^exponent; 0^0 = 1 and 0^c = 0 for c > 0."""
    constant = rational(exponent)
    if constant is not None:
        return rational_power(field, base, constant)
    if vanishes(base):
        raise Unevaluable("a symbolic power of 0")
    if vanishes(base - 1):
        return base
    if is_integral(exponent):
        return _integer_power(field, base, exponent)
    return exponential(field, exponent * logarithm(field, base))


def rational_power(field: Field, base: Indeterminate, exponent: Any) -> Indeterminate:
    """Return base^exponent for a rational exponent."""
    if exponent.q == 1:
        if exponent < 0 and vanishes(base):
            raise Undefined("division by zero")
        return base ** int(exponent.p)
    if vanishes(base):
        if exponent < 0:
            raise Undefined("division by zero")
        return field.constant(0)
    constant, parts = factors(base)
    result, rest, negative = field.constant(1), field.constant(1), constant < 0
    for factor, multiplicity in parts:
        found = signs(field, factor)
        if found is None:
            rest = rest * factor**multiplicity
        elif found <= {0, 1}:
            result = result * _root(field, factor, exponent * multiplicity)
        elif found <= {-1, 0}:
            result = result * _root(field, -factor, exponent * multiplicity)
            negative ^= multiplicity % 2 == 1
        else:
            even = multiplicity - multiplicity % 2 if multiplicity > 0 else multiplicity + multiplicity % 2
            if even:
                result = result * _absolute_power(field, factor, exponent * even)
            rest = rest * factor ** (multiplicity - even)
    result = result * _constant_power(field, abs(constant), exponent)
    return result * _unsigned_power(field, -rest if negative else rest, exponent)


def _absolute_power(field: Field, factor: Indeterminate, exponent: Any) -> Indeterminate:
    size = absolute_factor(field, factor)
    return size ** int(exponent.p) if exponent.q == 1 else _root(field, size, exponent)


def absolute_factor(field: Field, factor: Indeterminate) -> Indeterminate:
    """Return |f| of a real f of unknown sign: an atom a ≥ 0 with a² = f²."""
    if rational(factor * factor) == 1:
        return field.constant(1)
    lead = factor._top.leading_coefficient()
    size = atom(field, "abs", (factor if lead > 0 else -factor,), real=True, signs=frozenset((0, 1)))
    generator = only(size)
    if generator.relation is None:
        generator.relation = (2, factor * factor)
        field.facts += [(">=", size - factor), (">=", size + factor)]
    return size


def _constant_power(field: Field, constant: Any, exponent: Any) -> Indeterminate:
    """c^r of a rational c > 0 over the primes."""
    result = field.constant(1)
    for part, direction in ((constant.p, 1), (constant.q, -1)):
        if part > _LARGEST:
            raise Unevaluable("a root of an integer too large to factor")
        for prime, multiplicity in fmpz(part).factor():
            result = result * _root(field, field.constant(int(prime)), exponent * int(multiplicity) * direction)
    return result


def _root(field: Field, factor: Indeterminate, exponent: Any) -> Indeterminate:
    """f^r of an irreducible f ≥ 0."""
    generator = single(factor)
    if generator is not None and generator.kind == "exp" and generator.meaning[2]:
        return exponential(field, generator.meaning[0] * (exponent / generator.meaning[1]))
    if generator is not None and generator.kind == "root" and non_negative(field, generator.meaning[0]):
        return rational_power(field, generator.meaning[0], exponent / generator.meaning[1])
    whole = exponent.floor()
    rest = exponent - whole
    result = factor ** int(whole)
    return result if rest == 0 else result * _root_generator(field, factor, rest)


def _unsigned_power(field: Field, rest: Indeterminate, exponent: Any) -> Indeterminate:
    """u^r of a u of unknown sign: (u^(1/D))^(rD); a power of −1 is e^(iπr)."""
    if vanishes(rest - 1):
        return rest
    if vanishes(rest + 1):
        return exponential(field, imaginary(field) * circle(field) * exponent)
    whole = exponent.floor()
    return rest ** int(whole) * _root_generator(field, rest, exponent - whole)


def _root_generator(field: Field, basis: Indeterminate, exponent: Any) -> Indeterminate:
    found = signs(field, basis)
    facts: dict[str, Any] = {"names": names(basis)}
    if found is not None and found <= {0, 1}:
        facts.update(real=True, signs=found)

    def build(denominator: int) -> tuple[Indeterminate, ...]:
        made = field.algebra.generator("root", (basis, denominator), **facts)
        only(made).relation = (denominator, basis)
        return (made,)

    family = scaled(field, "root", basis, int(exponent.q), build=build,
                    multiple=lambda members, k: (members[0] ** k,))
    return family.members[0] ** int((exponent * family.denominator).p)


def imaginary(field: Field) -> Indeterminate:
    """Return i, with i² = −1."""
    made = atom(field, "I", ())
    if only(made).relation is None:
        only(made).relation = (2, field.constant(-1))
    return made


def is_imaginary(basis: Indeterminate) -> bool:
    """Tell whether a monomial over a denominator is i times something free of i."""
    below = generators_of(denominator(basis))
    return (any(generator.kind == "I" for generator in generators_of(basis))
            and not any(generator.kind == "I" for generator in below))


def circle(field: Field) -> Indeterminate:
    """Return π."""
    return atom(field, "pi", (), real=True, signs=frozenset((1,)), low=fmpq(3), high=fmpq(22, 7))


def exponential(field: Field, exponent: Indeterminate) -> Indeterminate:
    """Return e^a as a product over the monomials of a."""
    result = field.constant(1)
    for coefficient, basis in split(exponent):
        result = result * _exponential_term(field, coefficient, basis)
    return result


def _exponential_term(field: Field, coefficient: Any, basis: Indeterminate) -> Indeterminate:
    generator = single(basis)
    if generator is not None and generator.kind == "log":
        return rational_power(field, generator.meaning[0], coefficient)
    if is_imaginary(basis):
        from verify.symbolic.trigonometry import sine_cosine

        i = imaginary(field)
        sine, cosine = sine_cosine(field, basis / i * coefficient)
        return cosine + i * sine
    whole_power = _is_integer_power(basis)
    real = is_real(basis)
    facts: dict[str, Any] = {"names": names(basis), "real": real or whole_power}
    if real:
        facts["signs"] = frozenset((1,)) if _logs_exist(field, basis) else frozenset((0, 1))

    def build(denominator: int) -> tuple[Indeterminate, ...]:
        if denominator > 1 and not real:
            facts["real"] = False
        return (field.algebra.generator("exp", (basis, denominator, real), **facts),)

    family = scaled(field, "exp", basis, int(coefficient.q), build=build,
                    multiple=lambda members, k: (members[0] ** k,))
    return family.members[0] ** int((coefficient * family.denominator).p)


def _logs_exist(field: Field, basis: Indeterminate) -> bool:
    """Tell whether every logarithm in a monomial is of a positive number; x^n = e^(n·log x) vanishes at x = 0."""
    return all(positive(field, g.meaning[0]) for g in generators_of(basis) if g.kind == "log")


def _is_integer_power(basis: Indeterminate) -> bool:
    """Tell whether a monomial is n·log u with an integer n and a real u, so that its exponential is real."""
    if not basis._bottom.is_constant():
        return False
    (_, powers), = terms(basis)
    logs = [generator for generator, exponent in powers if generator.kind == "log" and exponent == 1]
    others = [generator for generator, _ in powers if generator.kind != "log"]
    return (len(logs) == 1 and len(others) == len(powers) - 1 and all(g.integer for g in others)
            and is_real(logs[0].meaning[0]))


def _integer_power(field: Field, base: Indeterminate, exponent: Indeterminate) -> Indeterminate:
    """u^n for an integer-valued n: factor by factor, whatever the signs."""
    constant, parts = factors(base)
    result = field.constant(1)
    if constant < 0:
        result = alternating(field, exponent)
    if abs(constant) != 1:
        result = result * exponential(field, exponent * logarithm(field, field.constant(abs(constant))))
    for factor, multiplicity in parts:
        generator = single(factor)
        if generator is not None and generator.kind == "exp":
            value = exponential(field, exponent * (generator.meaning[0] * fmpq(multiplicity, generator.meaning[1])))
        else:
            value = exponential(field, exponent * _log_factor(field, factor) * multiplicity)
        result = result * value
    return result


def alternating(field: Field, exponent: Indeterminate) -> Indeterminate:
    """Return (−1)^n for an integer-valued n: a product of signs ε with ε² = 1; n^j has the parity of n."""
    result = field.constant(1)
    for coefficient, powers in terms(exponent):
        if coefficient.p % 2 == 0:
            continue
        if not powers:
            result = -result
            continue
        basis = element_of(field.algebra, tuple((generator, 1) for generator, _ in powers))
        sign = atom(field, "parity", (basis,), real=True, integer=True, signs=frozenset((-1, 1)), low=fmpq(-1),
                    high=fmpq(1))
        if only(sign).relation is None:
            only(sign).relation = (2, field.constant(1))
        result = result * sign
    return result


def logarithm(field: Field, value: Indeterminate) -> Indeterminate:
    """Return the principal logarithm: Σ over the positive factors, plus an atom for the rest."""
    if vanishes(value):
        raise Undefined("log of 0")
    constant, parts = factors(value)
    result, rest, negative = field.constant(0), field.constant(1), constant < 0
    for factor, multiplicity in parts:
        found = signs(field, factor)
        if found is None:
            rest = rest * factor**multiplicity
        elif found <= {0, 1}:
            result = result + _log_factor(field, factor) * multiplicity
        elif found <= {-1, 0}:
            result = result + _log_factor(field, -factor) * multiplicity
            negative ^= multiplicity % 2 == 1
        else:
            even = multiplicity - multiplicity % 2 if multiplicity > 0 else multiplicity + multiplicity % 2
            if even:
                result = result + _log_factor(field, absolute_factor(field, factor)) * even
            rest = rest * factor ** (multiplicity - even)
    result = result + _log_constant(field, abs(constant))
    rest = -rest if negative else rest
    if vanishes(rest - 1):
        return result
    if vanishes(rest + 1):
        return result + imaginary(field) * circle(field)
    return result + atom(field, "log", (rest,))


def _log_constant(field: Field, constant: Any) -> Indeterminate:
    result = field.constant(0)
    for part, direction in ((constant.p, 1), (constant.q, -1)):
        if part > _LARGEST:
            raise Unevaluable("a logarithm of an integer too large to factor")
        for prime, multiplicity in fmpz(part).factor():
            letter = atom(field, "log", (field.constant(int(prime)),), real=True, signs=frozenset((1,)))
            result = result + letter * (int(multiplicity) * direction)
    return result


def _log_factor(field: Field, factor: Indeterminate) -> Indeterminate:
    """log f of one irreducible f; roots and exponentials of real numbers are opened."""
    generator: Generator | None = single(factor)
    if generator is not None and generator.kind == "exp" and generator.meaning[2]:
        return generator.meaning[0] / generator.meaning[1]
    if generator is not None and generator.kind == "root" and non_negative(field, generator.meaning[0]):
        return logarithm(field, generator.meaning[0]) / generator.meaning[1]
    return atom(field, "log", (factor,), real=positive(field, factor) or non_negative(field, factor))
