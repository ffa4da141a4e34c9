"""Frame: the coordinates of a whole instance, made of the charts of its variables; what has no chart stays as it is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verify.claim import Claim
from verify.domains.domain import needs
from verify.errors import DomainError
from verify.search.chart import Bounds, Chart, chart

Instance = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Frame:
    """Where an instance may move to: a chart for each variable that moves, and the values of the others."""

    start: Instance
    charts: tuple[tuple[str, Chart], ...]

    @property
    def bounds(self) -> Bounds:
        """The bounds of all coordinates."""
        return tuple(bound for _, one in self.charts for bound in one.bounds)

    @property
    def origin(self) -> list[float]:
        """The coordinates of the start, inside the bounds."""
        read = [value for name, one in self.charts for value in one.read(self.start[name])]
        return self.inside(read)

    def inside(self, coordinates: Sequence[float]) -> list[float]:
        """The coordinates, moved to the bounds where they are beyond."""
        return [min(max(float(c), low), high) for c, (low, high) in zip(coordinates, self.bounds, strict=True)]

    def near(self, coordinates: Sequence[float]) -> dict[str, Any] | None:
        """The instance in floats at some coordinates; None where they stand for none."""
        return self._put(coordinates, lambda one, part: one.near(part))

    def exact(self, coordinates: Sequence[float], limit: int) -> dict[str, Any] | None:
        """An exact instance near some coordinates, with denominators up to ``limit``."""
        return self._put(coordinates, lambda one, part: one.exact(part, limit))

    def _put(self, coordinates: Sequence[float], write: Any) -> dict[str, Any] | None:
        found, place = dict(self.start), 0
        if not all(map(math.isfinite, coordinates)):
            return None
        for name, one in self.charts:
            part = coordinates[place : place + len(one.bounds)]
            place += len(one.bounds)
            found[name] = write(one, part)
            if found[name] is None:
                return None
        return found


def frame(claim: Claim, start: Instance, whole: bool) -> Frame:
    """Return the frame of an instance; integers move too if ``whole``, but never those that are sizes of others.

    >>> from verify import Integers, Vectors
    >>> from verify.builder import make_claim
    >>> claim = make_claim("c", "v[1] <= d", {}, at="p. 1", forall={"d": Integers(1, 9), "v": Vectors("d")})
    >>> len(frame(claim, {"d": 3, "v": (1, 2, 3)}, True).bounds)
    3
    """
    sizes = {name for variable in claim.variables for name in needs(variable.domain)}
    charts = []
    for variable in claim.variables:
        try:
            one = None if variable.name in sizes else chart(variable.domain, start)
        except DomainError:
            one = None
        if one is not None and one.bounds and (whole or not one.whole):
            charts.append((variable.name, one))
    return Frame(start, tuple(charts))
