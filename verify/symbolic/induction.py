"""Induction: a formula with sums or products up to n is 0 for all integers n ≥ a, by base case and step.

The base case is the normal form at n = a.  The step is either D(n+1) − D(n) = 0, or D(n+1) = 0 after the sum or product
in D(n) = 0 has been solved for and put in.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy

from verify.errors import Undefined, Unevaluable
from verify.symbolic.assumption import Known
from verify.symbolic.field import Field, letter, new_field
from verify.symbolic.monomial import element_of, generators_of, numerator, terms
from verify.symbolic.normal_form import element, learn
from verify.symbolic.ring import Generator, Indeterminate, rational, vanishes
from verify.symbolic.sign import signs


def candidates(tree: Any) -> list[str]:
    """The names of the symbols in the bounds of sums and products, in order of appearance.

    >>> k, n = sympy.symbols("k n")
    >>> candidates(sympy.Sum(k, (k, 1, n)))
    ['n']
    """
    found: list[str] = []
    for series in tree.atoms(sympy.Sum, sympy.Product):
        for limits in series.limits:
            for bound in limits[1:]:
                found += [symbol.name for symbol in bound.free_symbols]
    bound_names = {limits[0].name for series in tree.atoms(sympy.Sum, sympy.Product) for limits in series.limits}
    return sorted(set(found) - bound_names)


def induction(tree: Any, name: str, start: int, known: Known, limit: int = 200_000) -> tuple[str, ...] | None:
    """Return the steps of a proof that a tree is 0 for every integer ``name`` ≥ start, or None.

    ``known`` must hold for every such integer, in particular for n wherever it holds for n + 1.
    """
    try:
        base = element(new_field(known, limit), tree, {name: start})
        if not vanishes(base):
            return None
        field = new_field(known, limit)
        learn(field, {})
        here = element(field, tree, {})
        there = element(field, tree, {name: letter(field, name) + 1})
        rule = _step(field, here, there)
    except (Unevaluable, Undefined, ZeroDivisionError, RecursionError):
        return None
    if rule is None:
        return None
    return (f"induction on {name} ≥ {start}",
            f"base: the difference D({name}) of the two sides is 0 at {name} = {start}",
            f"step: {rule}".replace("#", name))


def _step(field: Field, here: Indeterminate, there: Indeterminate) -> str | None:
    if vanishes(there - here):
        return "D(# + 1) − D(#) has normal form 0"
    for generator in generators_of(here):
        if generator.kind in ("sum", "product"):
            value = _solve(field, here, generator)
            if value is not None and vanishes(_put(field, there, generator, value)):
                return f"D(# + 1) has normal form 0 once the {generator.kind} is taken from D(#) = 0"
    return None


def _solve(field: Field, here: Indeterminate, generator: Generator) -> Indeterminate | None:
    """Solve u·A + v = 0 for the atom A, where u is proven non-zero."""
    slope, rest = field.constant(0), field.constant(0)
    for coefficient, powers in terms(numerator(here)):
        exponent = {g.index: e for g, e in powers}.get(generator.index, 0)
        others = element_of(field.algebra, tuple((g, e) for g, e in powers if g is not generator)) * coefficient
        if exponent > 1:
            return None
        slope, rest = (slope + others, rest) if exponent else (slope, rest + others)
    found = signs(field, slope)
    nonzero = rational(slope) is not None or (found is not None and 0 not in found)
    return -rest / slope if nonzero and not vanishes(slope) else None


def _put(field: Field, element_there: Indeterminate, generator: Generator, value: Indeterminate) -> Indeterminate:
    """Replace a generator at the top level only; inside other atoms it stays, which is as true."""
    letters: Mapping[int, Indeterminate] = {generator.index: value}
    total = field.constant(0)
    for coefficient, powers in terms(numerator(element_there)):
        product = field.constant(coefficient)
        for part, exponent in powers:
            single = letters.get(part.index)
            base = element_of(field.algebra, ((part, 1),)) if single is None else single
            product = product * base**exponent
        total = total + product
    return total


