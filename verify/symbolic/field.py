"""Field: the state of one normalisation: an algebra, what is known of the variables, and the atoms met so far.

An *atom* is a generator that stands for a value which the ring cannot express, such as log x; it remembers its
``meaning``, so that two equal atoms are one generator.  A *scaled* family stands for exp(c·b), u^c, or sin(c·b) with
rational c: it holds the generator for c = 1/D and grows D when a finer one is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from flint import fmpq, fmpz

from verify.symbolic.assumption import Known, Range, symbol_range
from verify.symbolic.monomial import generators_of, key
from verify.symbolic.ring import ANY, Algebra, Generator, Indeterminate, rational, vanishes

_SCAN = 60
"""How many atoms of one kind are compared by subtraction where their keys differ."""


@dataclass(slots=True, eq=False)
class Family:
    """A scaled family: basis b, denominator D and the generators at 1/D."""

    basis: Indeterminate
    denominator: int
    members: tuple[Indeterminate, ...]


@dataclass(slots=True, eq=False)
class Field:
    """The state of one normalisation."""

    algebra: Algebra
    known: Known
    letters: dict[Any, Indeterminate] = field(default_factory=dict)
    atoms: dict[str, list[tuple[tuple[Indeterminate, ...], Indeterminate]]] = field(default_factory=dict)
    keys: dict[Any, Indeterminate] = field(default_factory=dict)
    families: dict[str, list[Family]] = field(default_factory=dict)
    facts: list[tuple[str, Indeterminate]] = field(default_factory=list)

    def constant(self, value: Any) -> Indeterminate:
        """Return a rational number as an element."""
        return self.algebra.constant(value)


def new_field(known: Known | None = None, limit: int = 200_000) -> Field:
    """Return an empty field over what is known of the variables."""
    return Field(Algebra(limit), known or Known())


def letter(field: Field, name: str, index: tuple[int, ...] = (), symbol: Any = None) -> Indeterminate:
    """Return the generator of a variable or of a vector's entry."""
    place = (name, index)
    if place not in field.letters:
        facts = field.known.ranges.get(name)
        if facts is None:
            facts = symbol_range(symbol) if symbol is not None and not index else Range()
        field.letters[place] = _variable(field, place, facts)
    return field.letters[place]


def _variable(field: Field, place: tuple[str, tuple[int, ...]], facts: Range) -> Indeterminate:
    made = field.algebra.generator("variable", place, real=facts.real, integer=facts.integer, signs=facts.signs,
                                   low=facts.low, high=facts.high, names=frozenset((place[0],)))
    if facts.unit:
        field.algebra.generators[-1].relation = (2, field.constant(1))
    return made


def index(field: Field, depth: int, low: Indeterminate) -> Indeterminate:
    """Return the generator that stands for the bound index at a nesting depth, known to be at least ``low``."""
    start = rational(low)
    place = ("#index", (depth, str(start)))
    if place not in field.letters:
        found = ANY if start is None else frozenset(s for s in ANY if s >= (int(start > 0) - int(start < 0)))
        field.letters[place] = field.algebra.generator(
            "variable", place, integer=True, low=start, names=frozenset((f"#{depth}:{start}",)), **facts_of(found))
    return field.letters[place]


def deepest(found: Iterable[str]) -> int:
    """Return the greatest depth of the bound indices among names, −1 where there is none.

    >>> deepest(["x", "#0:1", "#2:None"]), deepest(["x"])
    (2, -1)
    """
    return max((int(match[1]) for name in found if (match := re.match(r"#(\d+):", name))), default=-1)


def atom(field: Field, kind: str, arguments: tuple[Indeterminate, ...], **facts: Any) -> Indeterminate:
    """Return the generator that stands for ``kind(arguments)``; equal arguments give the same one."""
    place = (kind, tuple(key(argument) for argument in arguments))
    if place in field.keys:
        return field.keys[place]
    for others, made in field.atoms.get(kind, [])[:_SCAN]:
        if len(others) == len(arguments) and all(vanishes(a - b) for a, b in zip(others, arguments, strict=True)):
            return made
    made = field.algebra.generator(kind, arguments, names=names(*arguments), **facts)
    field.keys[place] = made
    field.atoms.setdefault(kind, []).append((arguments, made))
    return made


def names(*elements: Indeterminate) -> frozenset[str]:
    """Return the names of the variables that elements depend on."""
    found: frozenset[str] = frozenset()
    return found.union(*(generator.names for element in elements for generator in generators_of(element)))


def scaled(field: Field, kind: str, basis: Indeterminate, denominator: int, *,
           build: Callable[[int], tuple[Indeterminate, ...]],
           multiple: Callable[[tuple[Indeterminate, ...], int], tuple[Indeterminate, ...]]) -> Family:
    """Return the family of ``basis``, fine enough for 1/denominator.

    ``build(D)`` makes the generators at 1/D, ``multiple(members, k)`` the elements at k/D, by which coarser generators
    are replaced.
    """
    family = _find_family(field, kind, basis)
    if family is None:
        family = Family(basis, denominator, build(denominator))
        field.families.setdefault(kind, []).append(family)
    elif family.denominator % denominator:
        finer = int(fmpz(family.denominator).lcm(denominator))
        members = build(finer)
        coarse = multiple(members, finer // family.denominator)
        for old, value in zip(family.members, coarse, strict=True):
            only(old).relation = (1, value)
        family.denominator, family.members = finer, members
    return family


def _find_family(field: Field, kind: str, basis: Indeterminate) -> Family | None:
    wanted = key(basis)
    known = field.families.get(kind, [])
    for family in known:
        if key(family.basis) == wanted:
            return family
    return next((family for family in known[:_SCAN] if vanishes(family.basis - basis)), None)


def only(element: Indeterminate) -> Generator:
    """Return the single generator that an element was made of."""
    return generators_of(element)[0]


def single(element: Indeterminate) -> Generator | None:
    """Return the generator g if the element is exactly g, else None."""
    found = element._top.to_dict()
    if len(found) != 1 or not element._bottom.is_constant():
        return None
    (exponents, coefficient), = found.items()
    return only(element) if sum(exponents) == 1 and coefficient == element._bottom.leading_coefficient() else None


def is_real(element: Indeterminate) -> bool:
    """Tell whether every generator in an element is real."""
    return all(generator.real for generator in generators_of(element))


def is_integral(element: Indeterminate) -> bool:
    """Tell whether an element is a polynomial with integer coefficients in integer generators."""
    whole = element._bottom.is_constant() and all(c.q == 1 for c in element._top.coeffs())
    return whole and all(generator.integer for generator in generators_of(element))


def split(element: Indeterminate) -> list[tuple[Any, Indeterminate]]:
    """Write an element as Σ c·b with rational c and b a monomial over the common denominator."""
    algebra = element._algebra
    bottom = Indeterminate(algebra, algebra.context.constant(1), algebra.context.constant(1))
    if not element._bottom.is_constant():
        bottom = bottom / Indeterminate(algebra, element._bottom, algebra.context.constant(1))
    parts = []
    for exponents, coefficient in element._top.to_dict().items():
        monomial = element._top.context().from_dict({exponents: fmpq(1)})
        basis = Indeterminate(algebra, monomial, algebra.context.constant(1)) * bottom
        lead = basis._top.leading_coefficient()
        parts.append((coefficient * lead, basis * algebra.constant(1 / lead)))
    return parts


def facts_of(signs: frozenset[int]) -> Mapping[str, Any]:
    """The facts of a real generator of known signs."""
    return {"real": True, "signs": signs if signs else ANY}
