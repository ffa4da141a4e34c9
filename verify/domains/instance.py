"""Instance: the instances of variables, earlier variables outermost: listed, counted, and made of corners."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from verify.claim import Claim
from verify.domains.domain import needs
from verify.errors import DomainError
from verify.variable import Variable


def listing(variables: Sequence[Variable], environment: Mapping[str, Any] | None = None) -> Iterator[dict[str, Any]]:
    """Yield every instance of the variables' windows, earlier variables outermost."""
    environment = dict(environment or {})
    if not variables:
        yield environment
        return
    first, rest = variables[0], variables[1:]
    members = first.domain.members(environment)
    for value in members if members is not None else ():
        yield from listing(rest, {**environment, first.name: value})


def count(variables: Sequence[Variable], limit: int, environment: Mapping[str, Any] | None = None) -> int | None:
    """Return the number of instances that :func:`listing` yields, None if they cannot be listed or exceed ``limit``."""
    environment = dict(environment or {})
    if not variables:
        return 1
    first, rest = variables[0], variables[1:]
    number = first.domain.cardinality(environment)
    if number is None or number > limit:
        return None
    total = 0
    for value in first.domain.members(environment) or ():
        below = count(rest, limit, {**environment, first.name: value})
        if below is None:
            return None
        if not _size_of_later(first, rest):
            return number * below if number * below <= limit else None
        total += below
        if total > limit:
            return None
    return total


def _size_of_later(variable: Variable, later: Iterable[Variable]) -> bool:
    return any(variable.name in needs(other.domain) for other in later)


def corner_instances(variables: Sequence[Variable], limit: int, closed: bool = False) -> Iterator[dict[str, Any]]:
    """Yield instances made of corners, simplest first: by the sum of the corners' ranks, at most ``limit``.

    With ``closed`` the ends that are no rational numbers are among them, as closed forms.
    """
    found: list[tuple[int, int, dict[str, Any]]] = []

    def extend(k: int, rank: int, environment: dict[str, Any]) -> None:
        if len(found) > 20 * limit:
            return
        if k == len(variables):
            found.append((rank, len(found), environment))
            return
        try:
            domain = variables[k].domain
            values = [*(domain.closed_ends(environment) if closed else ()), *domain.corners(environment)]
        except DomainError:
            return
        for place, value in enumerate(values):
            extend(k + 1, rank + place, {**environment, variables[k].name: value})

    extend(0, 0, {})
    yield from (environment for _, _, environment in sorted(found, key=lambda entry: entry[:2])[:limit])


def exact_ends(claim: Claim) -> bool:
    """Whether ends of domains that are no rational numbers can be tried: functions get Python's numbers only."""
    return claim.quantifier is None and claim.formulas_only and not claim.definitions


def untried(claim: Claim) -> str:
    """Which ends of domains are no instances, in words, where :func:`exact_ends` does not hold."""
    ends = [] if exact_ends(claim) else [
        f"{v.name} = {end}" for v in claim.variables if not needs(v.domain)
        for end in v.domain.closed_ends({}) if not isinstance(end, tuple)]
    return f"not tried at {' nor at '.join(ends)} itself" if ends else ""
