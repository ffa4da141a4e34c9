"""Extremum: a supremum or infimum over a domain as a side of a relation, and what such a relation comes down to.

sup f ≤ g says f ≤ g for all instances; sup f > g says that some instance has f > g, and so does sup f ≥ g over a finite
set.  Everything else about a supremum is evaluated where its domain can be listed; a maximum over sampled points is a
lower bound and never the supremum.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from verify.domains.domain import Domain
from verify.errors import ClaimError
from verify.relation import Chain, Quantified, Relation
from verify.values.comparison import MIRRORED

if TYPE_CHECKING:
    from verify.quantifiers.quantifier import Quantifier

BOUND = "bound of an extremum"
ATTAINED = "extremum reaches a bound"
VALUE = "value of an extremum"


@dataclass(frozen=True, slots=True)
class Extremum:
    """The supremum or infimum (``name`` sup or inf) of a side over domains."""

    name: str
    side: Any
    over: Mapping[Any, Any]


def sup(side: Any, *, over: Mapping[Any, Domain]) -> Extremum:
    """The supremum of a formula or function over domains, as a whole side of ``equal``, ``at_most`` and the like.

    >>> from verify import Cube, Integers, at_most, check
    >>> check(at_most(sup("sum(x[k], k, 1, d)", over={"x": Cube("d")}), "d"), d=Integers(1, 4)).verdict
    'exhausted'
    """
    return _extremum("sup", side, over)


def inf(side: Any, *, over: Mapping[Any, Domain]) -> Extremum:
    """The infimum of a formula or function over domains; see :func:`sup`."""
    return _extremum("inf", side, over)


def _extremum(name: str, side: Any, over: Any) -> Extremum:
    if not isinstance(over, Mapping) or not over:
        raise ClaimError(f"{name} without a domain", rule="it is taken over named domains", given=over,
                         hint=f"{name}(…, over={{'x': Cube('d')}})")
    if isinstance(side, Extremum):
        raise ClaimError(f"{name} of {side.name}", rule="one extremum a side, over one domain or several",
                         hint=f"{name}(…, over={{'x': …, 'y': …}})")
    return Extremum(name, side, over)


def unfold(relation: Any) -> Any:
    """Return a relation with an extremum as a quantified relation on its inside; others as they are."""
    if isinstance(relation, Chain) and any(isinstance(s, Extremum) for k in relation.links for s in (k.lhs, k.rhs)):
        raise ClaimError("an extremum in a chain", rule="it is a side of a single relation", hint="one claim a link")
    if not isinstance(relation, Relation):
        return relation
    left, right = relation.lhs, relation.rhs
    if isinstance(left, Extremum) and isinstance(right, Extremum):
        raise ClaimError("an extremum on both sides", rule="one side is an extremum",
                         hint="an intermediate bound, as two claims")
    if isinstance(right, Extremum):
        return _quantified(right, MIRRORED[relation.operator], left)
    return _quantified(left, relation.operator, right) if isinstance(left, Extremum) else relation


def _quantified(extremum: Extremum, operator: str, other: Any) -> Quantified:
    bounded, strict = ("<=", "<") if extremum.name == "sup" else (">=", ">")
    finite = all(isinstance(domain, Domain) and domain.finite for domain in extremum.over.values())
    if operator == bounded or (operator == strict and finite):
        kind = BOUND
    elif operator == strict:
        raise ClaimError(f"a strict bound of {extremum.name} over a domain that cannot be listed",
                         rule=f"values below a bound do not keep {extremum.name} below it",
                         hint=f"a bound with {bounded}")
    else:
        kind = VALUE if operator == "==" else ATTAINED
    details = {"name": extremum.name, "finite": finite}
    return Quantified(Relation(operator, extremum.side, other), kind, extremum.over, details)


def resolve(details: Mapping[str, Any], side: Any) -> Mapping[str, Any]:
    """The details hold nothing to read."""
    return details


def words(quantifier: Quantifier) -> str:
    """Nothing stands before the relation: the extremum is inside it."""
    return ""


latex = words


def order(quantifier: Quantifier, before: Iterable[str]) -> str:
    """The extremum and the names that it is taken for."""
    names = " and ".join(before)
    taken = f"{quantifier.details['name']} over {', '.join(v.name for v in quantifier.variables)}"
    return f"for all {names}, {taken}" if names else taken


BOUND_SENTENCES = {
    "exhausted": "{order}: every instance in the scope was evaluated exactly, and the bound holds.",
    "supported": "{order}: no value beyond the bound was found ({window}); what was found is a lower bound of a "
                 "supremum (an upper bound of an infimum), and a maximum over sampled points is not the supremum.",
}
ATTAINED_SENTENCES = {
    "exhausted": "{order}: a point that reaches the bound was found, exactly, for every instance in the scope.",
    "enclosed": "{order}: a point that reaches the bound was found, in balls, for every instance in the scope.",
    "supported": "{order}: a point that reaches the bound was found for every instance tried ({window}); this is no "
                 "proof for the others.",
    "refuted": "{order}: the bound is not reached{at}, where {reason}.",
}
VALUE_SENTENCES = {
    "refuted": "{order}: it is not the stated value{at}{sides}.",
    "exhausted": "{order}: it was evaluated exactly, over all points, at every instance in the scope.",
    "supported": "{order}: the value was met wherever it was tried ({window}); {reason}.",
}
