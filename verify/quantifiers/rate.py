"""Rate: the quantifier "up to a constant factor, as the size grows": a quantity against a law along a ladder of sizes.

The statement is about all sizes and a ladder is finite: what is seen on it supports the law or goes against it, and
neither confirms nor refutes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import sympy

from verify.domains.domain import Domain
from verify.domains.sample import Drawn
from verify.domains.scalar_domain import Integers, OneOf
from verify.errors import ClaimError
from verify.formulas.formula import Formula
from verify.relation import Quantified, Relation

if TYPE_CHECKING:
    from verify.claim import Claim
    from verify.quantifiers.quantifier import Quantifier

NAME = "on a ladder"
DRAWS = 200
"""Draws averaged at each size, where the author names no number."""


def on_ladder(quantity: Any, law: Any = None, *, along: Any, exponent: Any = None, rivals: Iterable[Any] = (),
              over: Mapping[Any, Domain] | None = None, draws: int = DRAWS) -> Quantified:
    """The claim that quantity/law nears a positive constant as the size ``along`` grows, looked at on a ladder.

    The sizes are those of the size's domain: ``OneOf(16, 32, 64, 128, 256)``, or integers up to their window.  On five
    sizes or more, which span a factor of eight, the local slopes of log(quantity/law) and their drift say *consistent*,
    *inconsistent on this ladder* or *too short to tell*; the largest size is predicted from the one before it.

    Args:
        quantity: a formula or function of the size, with positive values; with ``over`` also of what is drawn.
        law: a formula in the size; or ``exponent`` a for the law size^a.
        along: the size, by name or symbol.
        rivals: other laws, judged and told beside this one.
        over: what is drawn, by name; the quantity is then its mean over so many ``draws`` at each size, with its
            standard error.
    Returns:
        the relation under its quantifier, for ``paper.claim`` and ``check``.
    Raises:
        ClaimError: no law or two, or something is drawn from no law.

    >>> from verify import OneOf, check
    >>> sizes = OneOf(*(2**k for k in range(4, 12)))
    >>> answer = check(on_ladder("n^2 + 3*n", "n^2", along="n", rivals=["n", "n^3"]), n=sizes)
    >>> answer.verdict, answer.record["grade"]
    ('supported', 'consistent on 8 sizes up to 2048')
    """
    size = str(getattr(along, "name", along))
    if (law is None) == (exponent is None):
        raise ClaimError("on_ladder", rule="one of law and exponent is given", hint="on_ladder(f, 'n^2', along='n')")
    if isinstance(draws, bool) or not isinstance(draws, int) or draws < 2:
        raise ClaimError("on_ladder: draws", rule="an int ≥ 2", given=draws)
    for name, domain in (over or {}).items():
        if not isinstance(domain, Drawn) and not (isinstance(domain, Domain) and domain.finite):
            raise ClaimError(f"on_ladder over {name} in {domain}", rule="what is drawn has a law",
                             hint="Drawn(lambda generator: generator.standard_normal()), or a finite domain")
    rivals = (rivals,) if isinstance(rivals, str | sympy.Basic) else tuple(rivals)
    stated = f"{size}^({exponent})" if law is None else law
    details = {"along": size, "rivals": rivals, "draws": draws}
    return Quantified(Relation("==", quantity, stated), NAME, dict(over or {}), details)


def resolve(details: Mapping[str, Any], side: Callable[[Any], Any]) -> Mapping[str, Any]:
    """The details with the rival laws as formulas."""
    return {**details, "rivals": tuple(side(raw) for raw in details["rivals"])}


def refuse(claim: Claim) -> None:
    """Raise ClaimError for a claim that has another variable than its size, or a law that is no formula in it."""
    quantifier = claim.quantifier
    assert quantifier is not None
    size = quantifier.details["along"]
    if [v.name for v in claim.variables] != [size]:
        names = ", ".join(v.name for v in claim.variables if v.name != size) or "no variable"
        raise ClaimError(f"claim {claim.id!r} goes along {size} and has {names}", rule="a ladder has one size",
                         hint="over={…} for what is drawn")
    domain = claim.variables[0].domain
    listed = domain.values if isinstance(domain, OneOf) else (1,) if isinstance(domain, Integers) else (0,)
    if not all(isinstance(value, int) and value > 0 for value in listed):
        raise ClaimError(f"claim {claim.id!r}: the size {size} is in {domain}",
                         rule="a size is a positive integer", hint="OneOf(16, 32, 64, 128, 256)")
    for law in (*(link.rhs for links in (claim.links, *claim.wrong) for link in links), *quantifier.details["rivals"]):
        if not isinstance(law, Formula) or law.names - {size}:
            raise ClaimError(f"claim {claim.id!r}: the law {getattr(law, 'source', law)}",
                             rule="a law is a formula in the size alone", hint=f"'{size}^2*log({size})'")


def words(quantifier: Quantifier) -> str:
    """*as n grows, up to a constant factor*, and what is averaged."""
    drawn = " and ".join(f"{v.name} in {v.domain.describe()}" for v in quantifier.variables)
    mean = f", in the mean over {drawn}" if drawn else ""
    return f"as {quantifier.details['along']} grows, up to a constant factor{mean}"


def latex(quantifier: Quantifier) -> str:
    """The quantifier in LaTeX."""
    return rf"\text{{up to a constant factor, as }} {quantifier.details['along']} \to \infty"


SENTENCES = {
    "supported": "On this ladder the law is {reason}. A ladder is finite, so this is no proof of what happens beyond.",
    "undecided": "{reason}. A ladder is finite: this neither shows nor refutes what happens beyond it.",
    "weak": "On this ladder false laws were not noticed either ({reason}), so that this one fits says little.",
    "ill-posed": "A rate needs a positive value on both sides{at}: {reason}.",
}
