"""Derivation: the author's steps from the definition to the claim, as lines that each follow from the one before.

The first line says what the definition is, as a formula; the last one is the claim's own formula.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import sympy

from verify.claim import Claim, Line, Link, Side
from verify.composition import composed
from verify.definition import Definition
from verify.errors import AssayError, ClaimError, shorten
from verify.formulas.formula import Formula
from verify.formulas.node import BINDERS, Expectation
from verify.symbolic.tree import canonical, put_name
from verify.values.comparison import MIRRORED

CLAIMED = "the claim's own formula"
_RELATIONS = ("==", "<=", "<", ">=", ">")


@dataclass(frozen=True, slots=True)
class Route:
    """Where a derivation starts, the lines up to the claim's formula, and the relation that is claimed of the ends."""

    start: Side
    lines: tuple[Line, ...]
    operator: str


def recorded(identifier: str, derive: Callable[..., Any] | None, side: Callable[[Any], Side]) -> tuple[Line, ...]:
    """Return the lines that an author's derivation states; it is called with ``steps(formula, why, relation="==")``.

    Raises ClaimError.
    """
    lines: list[Line] = []

    def steps(formula: Any, why: str = "", *, relation: str = "==") -> None:
        stated = side(formula)
        if not isinstance(stated, Formula):
            raise ClaimError(f"claim {identifier!r}: step {len(lines)} of the derivation is a function",
                             rule="each line is a formula; the function is what the first line is checked against")
        if relation not in _RELATIONS:
            raise ClaimError(f"claim {identifier!r}: step {len(lines)} of the derivation", given=relation,
                             rule=f"relation is one of {', '.join(_RELATIONS)}")
        if not isinstance(why, str):
            raise ClaimError(f"claim {identifier!r}: why of step {len(lines)}", rule="a text", given=why)
        lines.append(Line(relation, stated, why))

    if derive is None:
        return ()
    if not callable(derive):
        raise ClaimError(f"claim {identifier!r}: derive", rule="a function that states the steps", given=derive,
                         hint="def derive(steps): steps('…', 'why')")
    try:
        derive(steps)
    except AssayError:
        raise
    except Exception as problem:
        found = f"{type(problem).__name__}: {shorten(str(problem), 100)}"
        raise ClaimError(f"claim {identifier!r}: its derivation raised {found}",
                         rule="it calls steps(formula, why) for each line") from problem
    if not lines:
        raise ClaimError(f"claim {identifier!r} has a derivation without steps", rule="it calls steps(formula, why)")
    return tuple(lines)


def require_fitting(claim: Claim, extra: Iterable[str]) -> Claim:
    """Return a claim with a derivation; raise ClaimError where that cannot lead to the claim."""
    if not claim.derivation:
        return claim
    if len(claim.links) != 1 or claim.quantifier is not None or claim.links[0].operator not in _RELATIONS:
        raise ClaimError(f"claim {claim.id!r} has a derivation", rule="one relation of two numbers has a derivation")
    if not any(isinstance(side, Formula) for side in (claim.links[0].lhs, claim.links[0].rhs)):
        raise ClaimError(f"claim {claim.id!r} derives a function", rule="a derivation ends in a formula")
    if unknown := sorted(extra):
        raise ClaimError(f"the derivation of claim {claim.id!r} mentions {', '.join(unknown)}",
                         rule="the claim is made for all values of what its derivation mentions",
                         hint=f"forall={{'{unknown[0]}': …}} and {unknown[0]} in the statement")
    found = route(claim)
    operators = [line.operator for line in found.lines[1:]]
    if composed(["==", *operators]) != found.operator:
        raise ClaimError(f"the derivation of claim {claim.id!r} has the relations {' '.join(operators) or 'none'}",
                         rule=f"together they give the claim's {found.operator}", hint="steps(…, relation='>=')")
    return claim


def route(claim: Claim) -> Route:
    """Return where a claim's derivation starts and leads; the claim's formula is added where it is not last."""
    link = claim.links[0]
    turned = isinstance(link.rhs, Definition)
    start, end = (link.rhs, link.lhs) if turned else (link.lhs, link.rhs)
    lines = claim.derivation
    if lines[-1].formula.tree != end.tree:  # type: ignore[union-attr]
        lines = (*lines, Line("==", end, CLAIMED))  # type: ignore[arg-type]
    return Route(start, lines, MIRRORED[link.operator] if turned else link.operator)


def links(found: Route) -> tuple[Link, ...]:
    """Return what the lines of a derivation say of each other, one link for each line but the first."""
    return tuple(Link(after.operator, before.formula, after.formula) for before, after in pairwise(found.lines))


def restates(found: Route) -> bool:
    """Whether the first line has no sum, mean, derivative or integral that the last one lacks.

    Then it is the claim in other words: that it is the definition would rest on instances, and so would the claim.
    """
    return not _bindings(found.lines[0].formula.tree) - _bindings(found.lines[-1].formula.tree)


def _bindings(tree: Any) -> set[str]:
    """What a tree binds names in, each with its bound names replaced, so that they do not matter."""
    found = tree.atoms(sympy.Derivative, *BINDERS)
    return {canonical(put_name(part.args[0], _nameless(part))) + type(part).__name__ for part in found}


def _nameless(tree: Any) -> dict[str, Any]:
    if isinstance(tree, sympy.Derivative):
        return {}
    letters = ((limits[0].name, isinstance(tree, Expectation)) for limits in tree.limits)
    return {name: sympy.IndexedBase(f"#{k}") if vector else sympy.Symbol(f"#{k}")
            for k, (name, vector) in enumerate(letters)}
