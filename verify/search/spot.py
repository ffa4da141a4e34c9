"""Spot: one number inside an instance, a variable's value or an entry of it, and how to put another in its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.claim import Claim
from verify.domains.domain import needs
from verify.domains.scalar_domain import Integers
from verify.errors import DomainError
from verify.variable import Variable


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a number stands: the variable, and the indices of the entry from 0, none for a number itself."""

    variable: Variable
    path: tuple[int, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether only integers may stand here."""
        return isinstance(self.variable.domain, Integers)

    def get(self, instance: Mapping[str, Any]) -> Any:
        """The number that stands here."""
        value = instance[self.variable.name]
        for k in self.path:
            value = value[k]
        return value

    def put(self, instance: Mapping[str, Any], number: Any) -> dict[str, Any]:
        """The instance with another number here, which may leave the domain."""
        return {**instance, self.variable.name: _put(instance[self.variable.name], self.path, number)}

    def member(self, instance: Mapping[str, Any]) -> bool:
        """Whether what the variable has is in its domain."""
        try:
            return self.variable.domain.contains(instance[self.variable.name], instance)
        except DomainError:
            return False


def _put(value: Any, path: tuple[int, ...], number: Any) -> Any:
    if not path:
        return number
    return tuple(_put(entry, path[1:], number) if k == path[0] else entry for k, entry in enumerate(value))


def spots(claim: Claim, instance: Mapping[str, Any]) -> list[Spot]:
    """Return the spots of an instance, last first; none in variables that are sizes of others.

    >>> from verify import Reals, Vectors
    >>> from verify.builder import make_claim
    >>> claim = make_claim("c", "v[1] <= x", {}, at="p. 1", forall={"x": Reals(), "v": Vectors(2)})
    >>> [(spot.variable.name, spot.path) for spot in spots(claim, {"x": 1, "v": (2, 3)})]
    [('v', (1,)), ('v', (0,)), ('x', ())]
    """
    sizes = {name for variable in claim.variables for name in needs(variable.domain)}
    return [Spot(variable, path) for variable in reversed(claim.variables) if variable.name not in sizes
            for path in reversed(list(_paths(instance[variable.name])))]


def _paths(value: Any) -> Iterator[tuple[int, ...]]:
    if isinstance(value, tuple):
        for k, entry in enumerate(value):
            yield from ((k, *rest) for rest in _paths(entry))
    elif isinstance(value, int | Fraction) and not isinstance(value, bool):
        yield ()
