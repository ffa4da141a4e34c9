"""Constraint: an instance moved so that it meets the hypotheses of its claim, which random points rarely do.

Equalities are solved exactly: for one number where they are linear or a fraction in it; along the line to a known
instance where they are quadratic, which is the rational parametrisation of a conic.  Orders are met by moving a number
into the interval that they leave to it, by sorting, or by going towards an instance that meets them; divisibility by
stepping.  Whether the hypotheses are met in the end is decided by the trial, as for any instance.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

import sympy

from verify.claim import Claim
from verify.errors import AssayError, Indeterminate, Undefined, Unevaluable
from verify.formulas.formula import names
from verify.search.condition import Condition, conditions, moduli
from verify.search.room import inside
from verify.search.spot import Spot, spots
from verify.search.violation import unmet
from verify.values import number
from verify.values.evaluate import evaluate
from verify.values.root import quadratic_roots, zeros

Instance = dict[str, Any]
ROUNDS = 4
"""An instance is moved at most so often."""
STEPS = 64
"""An integer is moved by up to so much, or by a modulus of the hypotheses, to meet one."""
LARGEST_MODULUS = 1000
MOVES = 4 * LARGEST_MODULUS


def meet(claim: Claim, instance: Instance, anchors: Sequence[Instance] = ()) -> Instance:
    """Return the instance, moved where it misses a hypothesis and where that can be mended.

    ``anchors`` are instances that lines are drawn to: some that meet the hypotheses, or miss them on the other side.

    >>> from verify import Reals, oo
    >>> from verify.builder import make_claim
    >>> claim = make_claim("c", "x*y <= 1/4", {}, given="x + y == 1", at="p. 1", forall={"x": Reals(), "y": Reals()})
    >>> meet(claim, {"x": 3, "y": 5})["y"]
    -2
    """
    if not claim.hypotheses:
        return instance
    parts = conditions(claim)
    for _ in range(ROUNDS):
        if not unmet(claim, instance):
            break
        moved = _better(claim, instance, _moves(claim, parts, instance, anchors))
        if moved is None:
            break
        instance = moved
    return instance


def _better(claim: Claim, instance: Instance, moves: Iterator[Instance]) -> Instance | None:
    """The first move that meets every hypothesis, else the one that misses least, if by less than before."""
    best, least = None, unmet(claim, instance)
    for moved in islice(moves, MOVES):
        miss = unmet(claim, moved)
        if miss < least:
            best, least = moved, miss
        if not least:
            break
    return best


def _moves(claim: Claim, parts: Sequence[Condition], instance: Instance,
           anchors: Sequence[Instance]) -> Iterator[Instance]:
    places = spots(claim, instance)
    open_parts = [part for part in parts if not part.met(instance)]
    equalities = [part for part in open_parts if part.operator == "==" and not part.steps]
    for part in parts:
        yield from _assigned(claim, part, instance)
    if any(part.steps for part in open_parts):
        yield from _rounded(places, instance)
    for part in equalities:
        yield from _roots(part, places, instance)
    for part in equalities:
        for anchor in anchors:
            yield from _along(part, places, instance, anchor)
    if not equalities:
        yield from inside(parts, open_parts, places, instance)
        yield from _sorted(open_parts, places, instance)
    known = [anchor for anchor in anchors if not unmet(claim, anchor)]
    yield from _steps(claim, places, instance, known)
    if not equalities:
        for anchor in known:
            yield from _towards(places, instance, anchor)


def _rounded(places: Sequence[Spot], instance: Instance) -> Iterator[Instance]:
    """Whole numbers beside a number, and all numbers whole."""
    whole = instance
    for spot in places:
        value = spot.get(instance)
        for near in (math.floor(value), math.ceil(value)):
            moved = spot.put(instance, near)
            if near != value and spot.member(moved):
                yield moved
        whole = spot.put(whole, round(value))
    if _members(places, whole):
        yield whole


def _assigned(claim: Claim, part: Condition, instance: Instance) -> Iterator[Instance]:
    """The instance with a matrix or vector set to what an equality says that it is."""
    for whole, value in ((part.left, part.right), (part.right, part.left)):
        if part.operator != "==" or not isinstance(whole, sympy.MatrixSymbol | sympy.IndexedBase):
            continue
        name = next(iter(names(whole)), "")
        variable = next((v for v in claim.variables if v.name == name), None)
        if variable is None or name in names(value):
            continue
        try:
            moved = {**instance, name: _plain(evaluate(value, instance))}
        except (Undefined, Unevaluable, Indeterminate, AssayError):
            continue
        if Spot(variable).member(moved):
            yield moved


def _plain(value: Any) -> Any:
    """A value as Python numbers; Unevaluable where it is not exact."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    if not number.is_exact(value):
        raise Unevaluable("an inexact value")
    return number.to_python(value)


def _roots(part: Condition, places: Sequence[Spot], instance: Instance) -> Iterator[Instance]:
    """Instances that meet an equality, one for each number that it is linear, or a linear fraction, in."""
    for spot in places:
        if spot.variable.name not in part.names:
            continue
        for root in zeros(lambda x, spot=spot: part.residual(spot.put(instance, x))):  # type: ignore[misc]
            value = int(root) if root.denominator == 1 else root
            moved = spot.put(instance, value)
            if part.residual(moved) == 0 and spot.member(moved):
                yield moved


def _line(places: Sequence[Spot], names: frozenset[str] | None, instance: Instance, anchor: Instance,
          t: Fraction) -> Instance | None:
    """The instance moved by the share t of the way to an anchor; integers stay."""
    moved = dict(instance)
    for spot in places:
        if spot.whole or (names is not None and spot.variable.name not in names):
            continue
        try:
            here, there = spot.get(instance), spot.get(anchor)
        except (IndexError, TypeError):
            return None
        number = here + t * (there - here)
        moved = spot.put(moved, number)
    return moved


def _along(part: Condition, places: Sequence[Spot], instance: Instance, anchor: Instance) -> Iterator[Instance]:
    """Where the line to an anchor meets an equality, if the residual is linear or quadratic on it."""
    found = []
    for t in (0, 1, 2):
        moved = _line(places, part.names, instance, anchor, Fraction(t))
        residual = None if moved is None else part.residual(moved)
        if residual is None:
            return
        found.append((t, Fraction(residual)))
    (_, r0), (_, r1), _ = found
    linear = [r0 / (r0 - r1)] if r0 != r1 else []
    for root in [*linear, *quadratic_roots(*found)]:
        moved = _line(places, part.names, instance, anchor, root)
        if moved is not None and part.residual(moved) == 0 and moved != anchor and _members(places, moved):
            yield moved


def _members(places: Sequence[Spot], instance: Instance) -> bool:
    return all(spot.member(instance) for spot in {spot.variable.name: spot for spot in places}.values())


def _sorted(open_parts: Sequence[Condition], places: Sequence[Spot], instance: Instance) -> Iterator[Instance]:
    """The numbers that an order is about, in rising and in falling order."""
    for part in open_parts:
        chosen = [spot for spot in reversed(places) if spot.variable.name in part.names]
        numbers = sorted(spot.get(instance) for spot in chosen)
        for order in (numbers, numbers[::-1]):
            moved = dict(instance)
            for spot, value in zip(chosen, order, strict=True):
                moved = spot.put(moved, value)
            if _members(chosen, moved):
                yield moved


def _steps(claim: Claim, places: Sequence[Spot], instance: Instance, known: Sequence[Instance]) -> Iterator[Instance]:
    """Each integer moved to the residue of an instance that meets the hypotheses, else little by little."""
    found = [m for m in moduli(claim) if m <= LARGEST_MODULUS]
    for spot in (spot for spot in places if spot.whole):
        here = spot.get(instance)
        residues = [spot.get(anchor) % m + m * here if m > STEPS else here + (spot.get(anchor) - here) % m
                    for anchor in known for m in found]
        reach = STEPS if known else max([STEPS, *found])
        for value in [*residues, *(here + sign * step for step in range(1, reach + 1) for sign in (1, -1))]:
            moved = spot.put(instance, value)
            if spot.member(moved):
                yield moved


def _towards(places: Sequence[Spot], instance: Instance, anchor: Instance) -> Iterator[Instance]:
    """Points on the way to an instance that meets the hypotheses, ever nearer to it."""
    for k in range(1, 24):
        t = 1 - Fraction(1, 2**k)
        moved = _line(places, None, {**anchor, **{s.variable.name: instance[s.variable.name] for s in places
                                                  if not s.whole}}, anchor, t)
        if moved is not None and _members(places, moved):
            yield moved
