"""Relation: what a claim says of two sides, and the three-valued comparison of their values.

Sides are formulas (text or SymPy), numbers, or plain functions of the variables.  No comparison has a tolerance: an
inexact value carries a radius, and where radii overlap an order is *undecided*, while an equality *agrees to N digits*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from verify.composition import require_one_way
from verify.errors import ClaimError
from verify.values.comparison import MIRRORED


@dataclass(frozen=True, slots=True)
class Relation:
    """``lhs operator rhs``, with sides as the author gave them; ``gradients`` names what both are differentiated in."""

    operator: str
    lhs: Any
    rhs: Any
    gradients: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Quantified:
    """A relation under a quantifier of a kind; ``inner`` maps the names that it binds to their domains."""

    relation: Any
    kind: str
    inner: Mapping[Any, Any] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Chain:
    """Several relations that hold together, such as a ≤ b < c."""

    links: tuple[Relation, ...]


def equal(lhs: Any, rhs: Any) -> Relation:
    """The claim lhs = rhs: numbers (also complex), vectors, tuples, sets or truth values."""
    return Relation("==", lhs, rhs)


def equivalent(first: Callable[..., Any], second: Callable[..., Any], *,
               gradients: str | Iterable[str] = ()) -> Relation:
    """The claim that two models agree on the same inputs, and so do their gradients in the named variables.

    Gradients are taken by PyTorch in float64, so both functions must accept tensors for those variables.
    """
    if not (callable(first) and callable(second)):
        raise ClaimError("equivalent", rule="both sides are functions", given=(first, second), hint="equal(a, b)")
    return Relation("==", first, second, (gradients,) if isinstance(gradients, str) else tuple(gradients))


def at_most(lhs: Any, rhs: Any) -> Relation:
    """The claim lhs ≤ rhs, entrywise for vectors."""
    return Relation("<=", lhs, rhs)


def at_least(lhs: Any, rhs: Any) -> Relation:
    """The claim lhs ≥ rhs, entrywise for vectors."""
    return Relation(">=", lhs, rhs)


def less(lhs: Any, rhs: Any) -> Relation:
    """The claim lhs < rhs, entrywise for vectors."""
    return Relation("<", lhs, rhs)


def greater(lhs: Any, rhs: Any) -> Relation:
    """The claim lhs > rhs, entrywise for vectors."""
    return Relation(">", lhs, rhs)


def loewner_at_most(lhs: Any, rhs: Any) -> Relation:
    """The claim lhs ⪯ rhs between symmetric matrices: rhs − lhs is positive semidefinite; the number 0 fits any size.

    >>> loewner_at_most("A", "B").operator
    '⪯'
    """
    return Relation("⪯", lhs, rhs)


def loewner_at_least(lhs: Any, rhs: Any) -> Relation:
    """The claim lhs ⪰ rhs between symmetric matrices: lhs − rhs is positive semidefinite."""
    return Relation("⪰", lhs, rhs)


def chain(*parts: Any) -> Chain:
    """The claim a R b S c …, from alternating sides and operators that point one way; it comes to a T c.

    >>> len(chain("(x-1)^2", "==", "x^2-2*x+1", "<=", "2*x^2+2").links)
    2
    """
    if len(parts) < 3 or len(parts) % 2 == 0:
        raise ClaimError("a chain", rule="sides and operators alternate", hint="chain(a, '<=', b, '<', c)")
    operators = [{"=": "=="}.get(o, o) for o in parts[1::2] if isinstance(o, str)]
    if len(operators) != len(parts) // 2 or any(o not in MIRRORED for o in operators):
        raise ClaimError("a chain", rule="the operators are ==, <=, <, >=, >, ⪯, ⪰", given=parts[1::2])
    require_one_way(operators, " ".join(str(part) for part in parts))
    sides = parts[0::2]
    return Chain(tuple(Relation(o, sides[k], sides[k + 1]) for k, o in enumerate(operators)))
