"""Tightness: how close an inequality comes to equality, where, and whether only in a limit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from flint import fmpq

from verify.claim import Claim
from verify.domains.domain import needs
from verify.domains.scalar_domain import Integers, Rationals, Reals
from verify.errors import AssayError, DomainError, Indeterminate, Undefined
from verify.evidence import Outcome, Rigour
from verify.formulas.formula import is_infinity
from verify.side import Instance, Sides
from verify.trial import Trial, attempt
from verify.values.comparison import FLIPPED, Comparison, compare
from verify.variants.neighbour import place

STEPS = 5
"""How many instances are tried on the way to an end of a variable's domain."""
CLOSE = 1e-2
"""A limit is equality where the last gap of those is at most this share of the first."""


@dataclass(frozen=True, slots=True)
class _Point:
    """A trial and how far one link is from equality there: 1 − ratio where there is a ratio, else the slack."""

    trial: Trial
    gap: float
    ratio: float | None
    equal: bool


def tightness(claim: Claim, trials: Sequence[Trial]) -> tuple[str, ...]:
    """Return a sentence for every link that is an inequality, for the instances at which the claim held."""
    held = [t for t in trials if t.admitted and t.outcome is Outcome.HOLDS and t.sides]
    if not held or claim.quantifier is not None:
        return ()
    found = []
    for k, side in enumerate(held[0].sides):
        if side.operator not in FLIPPED or side.operator == "==":
            continue
        points = [point for trial in held if k < len(trial.sides) for point in [_point(trial, k)] if point is not None]
        found += [_prefix(claim, k, len(held[0].sides)) + _told(claim, k, points)] if points else []
    return tuple(found)


def _prefix(claim: Claim, k: int, relations: int) -> str:
    if relations == 1:
        return ""
    return f"{claim.links[k]}: " if k < len(claim.links) else f"relation {k + 1}: "


def _point(trial: Trial, k: int) -> _Point | None:
    side = trial.sides[k]
    try:
        found = trial.comparison if len(trial.sides) == 1 else compare(side.operator, side.lhs, side.rhs)
    except (Undefined, Indeterminate, AssayError):
        return None
    if found is None or found.slack is None:
        return None
    ratio = found.ratio or None  # beside 0 a ratio says nothing
    return _Point(trial, found.slack if ratio is None else 1 - ratio, ratio, _equal(side, found))


def _equal(side: Sides, found: Comparison) -> bool:
    """Whether the sides are equal, or for vectors and matrices equal in a place."""
    if isinstance(side.lhs, fmpq) and isinstance(side.rhs, fmpq):
        return bool(side.lhs == side.rhs)
    return side.tied or (found.slack == 0 and found.rigour is Rigour.EXACT)


def _told(claim: Claim, k: int, points: Sequence[_Point]) -> str:
    equal = [point for point in points if point.equal]
    if equal:
        first = min(equal, key=lambda point: len(place(point.trial)))
        more = f" and at {len(equal) - 1} more of {len(points)} instances" if len(equal) > 1 else ""
        where = place(first.trial)
        return f"attained, with equality at {where}{more}" if where else "attained: the sides are equal"
    with_ratio = [point for point in points if point.ratio is not None]
    closest = min(with_ratio or points, key=lambda point: point.gap)
    touching = [point for point in points if point.ratio is None and point.gap <= 0]
    if touching:
        return _not_attained(touching[0])
    return _limit(claim, k, closest) or _not_attained(closest)


def _not_attained(closest: _Point) -> str:
    at = f" (at {place(closest.trial)})" if closest.trial.instance else ""
    if closest.ratio is None and closest.gap <= 0:
        return f"no equality shown, but the sides agree as far as the digits tell{at}"
    if closest.ratio is None:
        return f"no equality met; the sides come as close as {closest.gap:.4g}{at}"
    if closest.gap <= 0:
        return f"no equality met, but the sides agree to 15 digits{at}"
    return f"no equality met; the smaller side is at most {_decimal(closest.ratio)} of the larger{at}"


def _decimal(ratio: float) -> str:
    """A ratio, as its distance from 1 where it is very close to it."""
    return f"{ratio:.6g}" if ratio < 0.99999 else f"1 - {1 - ratio:.2g}"


def _limit(claim: Claim, k: int, closest: _Point) -> str:
    """What happens on the way to the ends of each variable, the others staying where the bound is closest."""
    if not claim.formulas_only:
        return ""
    found = []
    for name, end, values in _ways(claim, closest.trial.instance):
        points = [_at(claim, k, {**closest.trial.instance, name: value}) for value in values]
        path = [point for point in points if point is not None]
        falling = all(b.gap < a.gap for a, b in pairwise(path))
        if len(path) == STEPS and falling and (path[-1].gap <= closest.gap or path[-1].gap <= CLOSE * path[0].gap):
            found.append((path[-1].gap, _approach(name, end, path)))
    return min(found)[1] if found else ""


def _approach(name: str, end: str, path: Sequence[_Point]) -> str:
    last = path[-2:]
    at = " and ".join(str(_value(point, name)) for point in last)
    if last[-1].gap <= CLOSE * path[0].gap:
        size = ", ".join(_decimal(p.ratio) if p.ratio is not None else f"{p.gap:.2g} apart" for p in last)
        word = "ratio " if last[-1].ratio is not None else ""
        return f"not attained; equality seems to be approached as {name} → {end} ({word}{size} at {name} = {at})"
    if last[-1].ratio is not None and last[1].gap > 0.98 * last[0].gap:
        return f"not attained; the ratio of the sides seems to tend to about {last[-1].ratio:.3g} as {name} → {end}"
    return f"not attained; the sides come ever closer as {name} → {end}"


def _value(point: _Point, name: str) -> Any:
    value = point.trial.instance[name]
    return value if len(str(value)) <= 12 else f"{float(value):.6g}"


def _ways(claim: Claim, instance: Instance) -> Iterator[tuple[str, str, list[Any]]]:
    """Ways (variable, end of its domain, values towards it): by factors of ten."""
    sizes = {name for variable in claim.variables for name in needs(variable.domain)}
    for variable in claim.variables:
        domain = variable.domain
        rational = isinstance(instance[variable.name], int | Fraction)
        if variable.name in sizes or not rational or not isinstance(domain, Integers | Reals | Rationals):
            continue
        here = Fraction(instance[variable.name])
        for sign, edge in ((1, domain.high), (-1, domain.low)):
            if is_infinity(edge):
                values: list[Any] = [sign * 10**j for j in range(1, STEPS + 1)]
            elif edge.is_Rational and not isinstance(domain, Integers) and here != Fraction(edge.p, edge.q):
                goal = Fraction(edge.p, edge.q)
                values = [goal + (here - goal) / 10**j for j in range(1, STEPS + 1)]
            else:
                continue
            yield variable.name, "-oo" if is_infinity(edge) and sign < 0 else str(edge), values


def _at(claim: Claim, k: int, instance: Instance) -> _Point | None:
    try:
        trial = attempt(replace(claim, wrong=()), instance)
    except DomainError:
        return None
    return _point(trial, k) if trial.admitted and trial.outcome is Outcome.HOLDS and trial.sides else None
