"""Constant: a bound up to a constant that does not depend on the size: for some C, for all n, lhs ≤ C·rhs.

One C serves all instances of all variables; ``in_`` names the sizes along which it is watched for growth.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from verify.errors import ClaimError
from verify.relation import Quantified, Relation

if TYPE_CHECKING:
    from verify.quantifiers.quantifier import Quantifier

GROWTH = "up to a constant"
STATED = "up to a stated constant"


def up_to_constant(lhs: Any, rhs: Any, in_: Any = (), *, at_most: Any = None) -> Quantified:
    """The claim lhs ≤ C·rhs for some constant C that does not depend on the sizes ``in_``, nor on anything else.

    Args:
        lhs, rhs: formulas, numbers or functions; rhs is positive.
        in_: the integer variables, by name or symbol, along which the smallest C is watched: does it grow?
        at_most: a C that suffices, where the paper states one; the claim is then lhs ≤ at_most·rhs.
    Returns:
        the relation under its quantifier, for ``paper.claim`` and ``check``.
    Raises:
        ClaimError: neither a size nor a constant is given.

    >>> from verify import Integers, check, oo
    >>> check(up_to_constant("n^2 + n", "n^2", in_="n"), n=Integers(1, oo)).verdict
    'enclosed'
    """
    single = isinstance(in_, str) or not isinstance(in_, Iterable)
    sizes = tuple(str(getattr(name, "name", name)) for name in ((in_,) if single else in_))
    if not sizes and at_most is None:
        raise ClaimError("up_to_constant without a size", rule="the constant is independent of named sizes",
                         hint="in_='n'")
    details = {"sizes": sizes, "constant": at_most}
    return Quantified(Relation("<=", lhs, rhs), GROWTH if at_most is None else STATED, {}, details)


def resolve(details: Mapping[str, Any], side: Any) -> Mapping[str, Any]:
    """Return the details with the constant as a formula."""
    return details if details["constant"] is None else {**details, "constant": side(details["constant"])}


def words(quantifier: Quantifier) -> str:
    """*there is a constant C such that*, before *for all n*."""
    stated = quantifier.details["constant"]
    named = f", namely C = {stated.source}," if stated is not None else ""
    return f"there is a constant C{named} such that{_all(quantifier)}"


def _all(quantifier: Quantifier) -> str:
    later = quantifier.details["later"]
    return " for all " + " and ".join(f"{v.name} in {v.domain.describe()}" for v in later) if later else ""


def order(quantifier: Quantifier, before: Iterable[str]) -> str:
    """The order of the quantifiers, by names alone."""
    later = " and ".join(v.name for v in quantifier.details["later"])
    return "there is C" + (f" such that for all {later}" if later else "")


def latex(quantifier: Quantifier) -> str:
    """The quantifier in LaTeX."""
    from verify.domains.domain_latex import member

    later = r"\; ".join(rf"\forall\, {member(v)}" for v in quantifier.details["later"])
    stated = quantifier.details["constant"]
    named = rf" = {stated.latex}" if stated is not None else ""
    return rf"\exists\, C{named}" + (rf":\; {later}" if later else "")


SENTENCES = {
    "ill-posed": "A bound up to a constant needs a value on both sides and a positive bound{at}: {reason}.",
    "enclosed": "{order}: proved on the whole scope with the constant shown ({reason}).",
    "supported": "{order}: {reason}. This is what was seen on the window ({window}), and no proof beyond it.",
}
STATED_SENTENCES = {
    "ill-posed": "A bound up to a constant needs a value on both sides and a positive bound{at}: {reason}.",
    "derived": "The stated constant suffices for every instance in the scope, by exact algebra.",
    "exhausted": "The stated constant suffices: every instance in the scope was evaluated exactly.",
    "enclosed": "The stated constant is proved to suffice on the whole scope, by interval arithmetic or exact signs.",
    "supported": "The stated constant sufficed wherever it was tried ({window}); this is no proof beyond that.",
    "refuted": "The stated constant does not suffice{at}{sides}; whether a larger one does is not said.",
}
