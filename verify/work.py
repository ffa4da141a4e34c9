"""Work: how many terms and integrands one check has evaluated; counted, not timed, so that it repeats everywhere."""

from __future__ import annotations

from verify.errors import Unevaluable

MAX_WORK = 4_000_000
"""All the sums, products and integrals of one check together evaluate at most this many terms."""
_done = [0]


def reset() -> None:
    """Start a check's count."""
    _done[0] = 0


def charge(terms: int) -> None:
    """Count terms; raise Unevaluable once the budget is spent."""
    _done[0] += terms
    if _done[0] > MAX_WORK:
        raise Unevaluable(f"this check has evaluated {MAX_WORK} terms of sums and products, which is its budget")


def spent() -> int:
    """The terms that this check has evaluated so far."""
    return _done[0]


def exhausted() -> bool:
    """Whether half of the budget is spent, so that work that may be left out stops."""
    return 2 * _done[0] > MAX_WORK
