"""Kronecker: whether an element is 0 both where two indices are equal and where not, for each δ(i, j) in it.

Where i ≠ j every δ(i, j) is 0; where i = j it is 1, and one of the two stands for the other everywhere.
"""

from __future__ import annotations

from flint import fmpq

from verify.errors import Undefined, Unevaluable
from verify.symbolic.field import Field
from verify.symbolic.monomial import generators_of, numerator, terms
from verify.symbolic.ring import Generator, Indeterminate, vanishes
from verify.symbolic.substitution import substitute

KIND = "KroneckerDelta"
_DEPTH = 6
"""With more pairs of indices than this no case is tried."""


def vanishes_in_cases(field: Field, element: Indeterminate, depth: int = 0) -> bool:
    """Tell whether an element is 0, as it stands or in each case of equal and unequal indices.

    Nothing is concluded where something that contains a δ was divided by.
    """
    if vanishes(element):
        return True
    delta = next((one for one in generators_of(element) if one.kind == KIND), None)
    divided = any(one.kind == KIND for divisor in field.algebra.divisors for one in generators_of(divisor))
    if delta is None or divided or depth == _DEPTH:
        return False
    top = numerator(element)
    solved = _solved(field, delta)
    if solved is None:
        return False
    try:
        return (vanishes_in_cases(field, _without(field, top, delta), depth + 1)
                and vanishes_in_cases(field, substitute(field, top, *solved), depth + 1))
    except (Unevaluable, Undefined, ZeroDivisionError):
        return False


def _without(field: Field, polynomial: Indeterminate, delta: Generator) -> Indeterminate:
    """The terms in which δ does not occur."""
    context = polynomial._top.context()
    kept = {powers: c for powers, c in polynomial._top.to_dict().items() if not powers[delta.index]}
    return Indeterminate(field.algebra, context.from_dict(kept), context.constant(1))


def _solved(field: Field, delta: Generator) -> tuple[Indeterminate, Indeterminate] | None:
    """A variable that the difference of the two indices holds once, with the coefficient ±1, and its value."""
    difference = delta.meaning[0]
    if not difference._bottom.is_constant():
        return None
    found = terms(difference)
    for coefficient, powers in found:
        if len(powers) != 1 or powers[0][1] != 1 or powers[0][0].kind != "variable":
            continue
        generator = powers[0][0]
        once = sum(bool(generator.names & one.names) for _, others in found for one, _ in others) == 1
        if once and coefficient in (fmpq(1), fmpq(-1)):
            context = field.algebra.context
            variable = Indeterminate(field.algebra, context.gen(generator.index), context.constant(1))
            return variable, variable - difference * int(coefficient)
    return None
