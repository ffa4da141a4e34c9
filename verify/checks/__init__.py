"""The checks, in the order in which they run.  To add one: write its module and name it here.

A check is a function ``check(claim, budget)`` that returns evidence, or None where it does not apply.  A claim for all
instances gets the plain checks; one with another quantifier gets the checks that its kind names.
"""

from __future__ import annotations

from verify.quantifiers.quantifier import KINDS, PLAIN

DERIVATION = "derivation"
"""The check that a claim with an author's derivation gets besides."""
CHECKS = tuple(dict.fromkeys((*PLAIN, DERIVATION, *(name for kind in KINDS.values() for name in kind.checks))))


def checks_of(kind: str | None, derived: bool = False) -> tuple[str, ...]:
    """Return the names of the checks that a claim with a quantifier of this kind gets, or one without.

    ``derived`` says whether its author derives it.

    >>> checks_of(None) == PLAIN
    True
    """
    return (PLAIN if kind is None else KINDS[kind].checks) + ((DERIVATION,) if derived else ())
