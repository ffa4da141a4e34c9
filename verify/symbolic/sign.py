"""Sign: the possible signs of a real element, from the signs and bounds of its generators.

A polynomial is non-negative if, after each bounded generator is written as its bound plus a non-negative rest, all its
coefficients are positive and every odd power belongs to a non-negative generator.  This is sufficient, never necessary.
"""

from __future__ import annotations

import itertools
from typing import Any

from verify.errors import Unevaluable
from verify.symbolic.field import Field, is_real
from verify.symbolic.monomial import factors, generators_of
from verify.symbolic.ring import ANY, Generator, Indeterminate, fresh, rational, vanishes

_ATTEMPTS = 128
_TERMS, _LETTERS = 60, 6
"""Larger polynomials are tried as they stand, without shifting their generators to their bounds."""


def signs(field: Field, element: Indeterminate) -> frozenset[int] | None:
    """Return the signs that an element may have, or None if it is not known to be real.

    >>> from verify.symbolic.field import new_field
    >>> sorted(signs(new_field(), new_field().constant(3)))
    [1]
    """
    value = rational(element)
    if value is not None:
        return frozenset((int(value > 0) - int(value < 0),))
    if not is_real(element):
        return None
    try:
        constant, parts = factors(element)
    except Unevaluable:
        return ANY
    result = frozenset((1 if constant > 0 else -1,))
    for factor, exponent in parts:
        result = _product(result, _power(_factor_signs(field, factor), exponent))
    return result


def positive(field: Field, element: Indeterminate) -> bool:
    """Tell whether an element is proven positive."""
    return signs(field, element) == frozenset((1,))


def non_negative(field: Field, element: Indeterminate) -> bool:
    """Tell whether an element is proven real and non-negative."""
    found = signs(field, element)
    return found is not None and found <= {0, 1}


def _product(left: frozenset[int], right: frozenset[int]) -> frozenset[int]:
    return frozenset(a * b for a in left for b in right)


def _power(base: frozenset[int], exponent: int) -> frozenset[int]:
    return frozenset(sign * sign for sign in base) if exponent % 2 == 0 else base


def _factor_signs(field: Field, factor: Indeterminate) -> frozenset[int]:
    found = ANY
    for direction in (1, -1):
        lowest = _least_sign(field, factor * direction)
        if lowest is not None:
            found = found & {direction * sign for sign in (0, 1) if sign >= lowest}
    return found if _may_vanish(field, factor) else found - {0}


def _may_vanish(field: Field, factor: Indeterminate) -> bool:
    """A fact f ≠ 0, with the factor among those of f, excludes 0."""
    for operator, fact in field.facts:
        if operator in ("!=", ">", "<"):
            try:
                _, parts = factors(fact)
            except Unevaluable:
                continue
            if any(exponent > 0 and _proportional(part, factor) for part, exponent in parts):
                return False
    return True


def _proportional(left: Indeterminate, right: Indeterminate) -> bool:
    return vanishes(left - right) or vanishes(left + right)


def _least_sign(field: Field, polynomial: Indeterminate) -> int | None:
    """Return 1 if proven positive, 0 if proven non-negative, else None."""
    best = _by_facts(field, polynomial)
    if best == 1:
        return 1
    attempts = itertools.chain([(polynomial, {})], _related(field, polynomial))
    small = len(polynomial._top) <= _TERMS and len(generators_of(polynomial)) <= _LETTERS
    for start, slots in itertools.islice(attempts, 24 if small else 1):
        for candidate, used in itertools.islice(_shifts(start, slots), _ATTEMPTS if small else 1):
            found = _terms_sign(candidate, used)
            if found == 1:
                return 1
            best = found if best is None else best
    return best


def _by_facts(field: Field, polynomial: Indeterminate) -> int | None:
    for operator, fact in field.facts:
        direction = 1 if operator in (">", ">=") else -1
        ratio = _ratio(polynomial, fact) if operator in (">", ">=", "<", "<=") else None
        if ratio is not None and ratio * direction > 0:
            return 1 if operator in (">", "<") else 0
    return None


def _ratio(left: Indeterminate, right: Indeterminate) -> Any | None:
    """The rational number that the left is of the right, if there is one; nothing is divided by an element."""
    top, under = fresh(left)._top, fresh(right)._top
    if top.is_zero() or under.is_zero() or len(top) != len(under):
        return None
    found = top.leading_coefficient() / under.leading_coefficient()
    return found if vanishes(left - right * found) else None


def _related(field: Field, polynomial: Indeterminate) -> Any:
    """Eliminate one generator by a fact that is linear in it: y = (t − rest)/a with t ≥ 0."""
    present = generators_of(polynomial)
    for operator, fact in field.facts:
        if operator not in (">", ">=", "<", "<="):
            continue
        rising = fact if operator in (">", ">=") else -fact
        if not rising._bottom.is_constant():
            continue
        for generator in generators_of(rising):
            slope = _slope(rising, generator) if generator in present else None
            if slope is not None:
                letter = _letter(polynomial, generator)
                value = (letter - (rising - letter * slope)) / slope
                slot = frozenset((1,)) if operator in (">", "<") else frozenset((0, 1))
                replaced = _replace(polynomial, {generator.index: value})
                yield replaced, {generator.index: slot}


def _slope(fact: Indeterminate, generator: Generator) -> Any | None:
    if fact._top.degrees()[generator.index] != 1:
        return None
    change = _replace(fact, {generator.index: _letter(fact, generator) + 1}) - fact
    return rational(change)


def _letter(element: Indeterminate, generator: Generator) -> Indeterminate:
    algebra = element._algebra
    return Indeterminate(algebra, algebra.context.gen(generator.index), algebra.context.constant(1))


def _replace(polynomial: Indeterminate, values: dict[int, Indeterminate]) -> Indeterminate:
    """Substitute polynomials for generators, without applying relations."""
    algebra = polynomial._algebra
    context = algebra.context
    images = [context.gen(k) for k in range(context.nvars())]
    for index, value in values.items():
        images[index] = value._top.project_to_context(context)
    top = polynomial._top.project_to_context(context)
    return Indeterminate(algebra, top.compose(*images, ctx=context), context.constant(1))


def _shifts(polynomial: Indeterminate, slots: dict[int, frozenset[int]]) -> Any:
    """Every way to write each bounded generator from one of its bounds."""
    choices = []
    for generator in generators_of(polynomial):
        options: list[tuple[int, Any, frozenset[int]] | None] = [None]
        if generator.index not in slots:
            letter = _letter(polynomial, generator)
            above = frozenset((0, 1))
            if generator.low is not None and generator.low != 0:
                options.append((generator.index, letter + generator.low, above))
            if generator.high is not None:
                options.append((generator.index, -letter + generator.high, above))
        choices.append(options)
    for chosen in itertools.product(*choices):
        picked = [option for option in chosen if option]
        values = {index: value for index, value, _ in picked}
        yield (_replace(polynomial, values) if values else polynomial,
               {**slots, **{index: slot for index, _, slot in picked}})


def _terms_sign(polynomial: Indeterminate, slots: dict[int, frozenset[int]]) -> int | None:
    """The sign of a sum of terms that are each non-negative."""
    generators = polynomial._algebra.generators
    strict = False
    for exponents, coefficient in polynomial._top.to_dict().items():
        term = frozenset((1 if coefficient > 0 else -1,))
        for index, exponent in enumerate(exponents):
            if exponent:
                term = _product(term, _power(slots.get(index, generators[index].signs), int(exponent)))
        if -1 in term:
            return None
        strict = strict or term == {1}
    return 1 if strict else 0
