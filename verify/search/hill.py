"""Hill: the violation of one link of a claim over the coordinates of its instances, and the optimisers that climb it.

(L-BFGS-B: Byrd, Lu, Nocedal, Zhu 1995; the simplex method: Nelder and Mead 1965.)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import ctx

from verify.claim import Claim
from verify.search.frame import Frame
from verify.search.violation import BITS, Violation, unmet, violations
from verify.work import exhausted

SIMPLEX = 12
"""Up to so many coordinates the simplex method is tried as well; it minds no kinks."""
NOISE = 1e-11
"""An equality whose sides differ by no more than this, relatively, is left alone: climbing would find rounding."""
_OUTSIDE = 1e9
Move = Callable[[dict[str, Any]], dict[str, Any]]


class Spent(Exception):
    """The evaluations of a climb are used up."""


@dataclass(slots=True)
class Meter:
    """How many evaluations are left, of this climb and in all."""

    left: int
    used: int = 0

    def take(self) -> None:
        """Count one evaluation; raise where none is left."""
        if self.left <= 0 or exhausted():
            raise Spent
        self.left, self.used = self.left - 1, self.used + 1


@dataclass(slots=True)
class Slope:
    """A claim's violation over coordinates, to be made small with its sign turned; remembers the best point."""

    claim: Claim
    place: Frame
    link: int
    move: Move | None
    kind: str
    meter: Meter
    best: float = math.inf
    ratio: float = math.inf
    point: list[float] | None = None
    first: list[float] | None = None

    def height(self, coordinates: Sequence[float]) -> Any:
        """Minus the violation, a penalty outside the hypotheses; a ball where formulas are smooth."""
        self.meter.take()
        point = self.place.inside(coordinates)
        found = self._violation(point)
        if found is None:
            return _OUTSIDE
        value = -(found.raw if self.kind == "raw" else found.relative)
        if float(value) < self.best:
            self.best, self.point, self.ratio = float(value), point, -found.relative
        if self.first is None and found.relative > NOISE:
            self.first = point
        return value

    def _violation(self, point: list[float]) -> Violation | None:
        place, move, claim = self.place, self.move, self.claim
        instance = place.near(point) if move is None else place.exact(point, 1 << 30)
        if instance is not None and move is not None:
            instance = move(instance)
        if instance is None or (claim.hypotheses and unmet(claim, instance) > 0):
            return None
        found = violations(claim, instance)
        return found[self.link] if self.link < len(found) else None

    def value(self, coordinates: Sequence[float]) -> float:
        """The height as a float."""
        return max(-_OUTSIDE, min(_OUTSIDE, float(self.height(coordinates))))

    def gradient(self, coordinates: Any) -> tuple[float, Any]:
        """The height and its difference quotients, taken inwards at the bounds."""
        here = self.height(coordinates)
        smooth = self.claim.formulas_only and self.move is None and self.kind == "raw"
        fine = 2.0**-40 if smooth else 2.0**-22
        quotients = np.zeros(len(coordinates))
        for k, (_, high) in enumerate(self.place.bounds):
            step = fine * max(abs(float(coordinates[k])), 2.0**-10)
            step = -step if coordinates[k] + step > high else step
            moved = [float(c) for c in coordinates]
            moved[k] += step
            there = self.height(moved)
            if isinstance(there, float) and there == _OUTSIDE:
                moved[k] -= 2 * step
                there, step = self.height(moved), -step
            if not (isinstance(there, float) and there == _OUTSIDE):
                quotients[k] = float(there - here) / step
        return max(-_OUTSIDE, min(_OUTSIDE, float(here))), quotients


def minimise(slope: Slope, origin: list[float]) -> list[list[float]]:
    """Run the optimisers on a slope from a point; return the best point reached and the first that broke the claim."""
    from scipy.optimize import minimize

    before, ctx.prec = ctx.prec, BITS
    bounds = [(None if low == -math.inf else low, None if high == math.inf else high)
              for low, high in slope.place.bounds]
    try:
        minimize(slope.gradient, origin, jac=True, method="L-BFGS-B", bounds=bounds,
                 options={"maxiter": 500, "ftol": 0.0, "gtol": 1e-13, "maxcor": 20})
        if len(origin) <= SIMPLEX:
            minimize(slope.value, slope.point or origin, method="Nelder-Mead", bounds=bounds,
                     options={"maxfev": 10**6, "xatol": 1e-12, "fatol": 1e-15, "adaptive": len(origin) > 4})
    except Spent:
        pass
    finally:
        ctx.prec = before
    return [point for point in (slope.point, slope.first) if point is not None]
