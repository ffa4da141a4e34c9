"""The checks, in the order in which they run.  To add one: write its module and name it here.

A check is a function ``check(claim, budget)`` that returns evidence, or None where it does not apply.  A claim for all
instances gets the plain checks; one with another quantifier gets the checks that its kind names.
"""

from __future__ import annotations

from verify.claim import Claim
from verify.definition import Definition
from verify.quantifiers.quantifier import KINDS, PLAIN

DERIVATION = "derivation"
"""The check that a claim with an author's derivation gets besides."""
CHECKS = tuple(dict.fromkeys((*PLAIN, DERIVATION, *(name for kind in KINDS.values() for name in kind.checks))))


def checks_of(claim: Claim) -> tuple[str, ...]:
    """Return the names of the checks that a claim gets: those of its quantifier, less what cannot apply to it.

    >>> from verify.builder import make_claim
    >>> from verify.domains.scalar_domain import Integers
    >>> checks_of(make_claim("c", "n <= n^2", {}, at="p. 1", forall={"n": Integers(1)}))
    ('exhaustive', 'enclosure', 'search')
    """
    names = PLAIN if claim.quantifier is None else KINDS[claim.quantifier.kind].checks
    idle = _idle(claim) if claim.quantifier is None else frozenset()
    return tuple(name for name in names if name not in idle) + ((DERIVATION,) if claim.derivation else ())


def _idle(claim: Claim) -> frozenset[str]:
    """The checks that a look at a claim's relation shows to be none for it, which saves them a process."""
    equalities = bool(claim.links) and all(link.operator == "==" for link in claim.links)
    functions = [side for link in claim.links for side in (link.lhs, link.rhs) if isinstance(side, Definition)]
    return frozenset(name for name, idle in {
        "identity": not equalities,
        "enclosure": not claim.links or equalities or bool(functions),
        "equivalence": len(functions) < 2,
        "search": not claim.variables,
    }.items() if idle)
