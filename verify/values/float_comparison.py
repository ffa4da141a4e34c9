"""Float comparison: two values of which one is a float with a radius.

Differences are taken in balls, so nothing is rounded towards a verdict.  A measured float refutes only with a gap of at
least ``GAP`` times its noise, and of ``GAP`` units in the last place of 1 and of the inputs; a float whose radius its
author declares is as good as a ball.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from flint import acb, arb, ctx, fmpq

from verify.errors import Indeterminate, Undefined
from verify.evidence import Outcome, Rigour
from verify.values.value import Approximate

GAP = 2.0**20
"""A float gap refutes only if it is at least this many times the measured noise."""
_BITS = 256


@dataclass(frozen=True, slots=True)
class Distance:
    """What is known of right − left: its middle, its size, the radius around it, and what a refutation needs."""

    signed: Any
    size: Any
    noise: Any
    floor: Any
    needed: Any
    declared: bool
    scale: float

    @property
    def rigour(self) -> Rigour:
        """Enclosed where the radii are declared, numerical where they are measured."""
        return Rigour.ENCLOSED if self.declared else Rigour.NUMERICAL

    @property
    def gap(self) -> str:
        """The gap and the noise, for people."""
        return f"gap {float(self.size):.3g}, noise {float(self.noise):.2g}"


def distance(left: Any, right: Any) -> Distance:
    """Return the distance between two numbers of which at least one is an Approximate.

    Raises Indeterminate where a ball has no bounds.
    """
    before, ctx.prec = ctx.prec, _BITS
    try:
        difference = _ball(right) - _ball(left)
        if not difference.is_finite():
            raise Indeterminate("a ball without bounds")
        middle = difference.mid()
        spread = difference.rad() if isinstance(difference, arb) else difference.real.rad() + difference.imag.rad()
        inexact = [side for side in (left, right) if isinstance(side, Approximate)]
        noise = (sum((arb(side.radius) for side in inexact), arb(0)) + spread).upper()
        declared = all(side.declared for side in inexact)
        floor = max(arb(side.floor) for side in inexact) if len(inexact) == 1 else arb(
            inexact[0].floor).max(arb(inexact[1].floor))
        needed = noise if declared else GAP * noise.max(floor)
        size = abs(middle)
        return Distance(middle, size.mid(), noise, floor, needed, declared, max(_size(left), _size(right)))
    finally:
        ctx.prec = before


def _ball(value: Any) -> Any:
    if isinstance(value, Approximate):
        raw = value.value
        return acb(raw.real, raw.imag) if isinstance(raw, complex) else arb(raw)
    return arb(value) if isinstance(value, fmpq) else value


def _size(value: Any) -> float:
    try:
        return abs(value.value) if isinstance(value, Approximate) else float(abs(_ball(value)).mid())
    except OverflowError:
        return math.inf


@dataclass(frozen=True, slots=True)
class Judgement:
    """Outcome, agreeing digits, reason, and whether an undecided outcome leans against the claim."""

    outcome: Outcome
    rigour: Rigour
    slack: float | None = None
    digits: float | None = None
    gap: str | None = None
    reason: str = ""
    against: bool = False


def judge(operator: str, left: Any, right: Any) -> Judgement:
    """Compare two numbers of which at least one is an Approximate.

    >>> judge("<=", Approximate(1.0, 1e-15), fmpq(2)).outcome.value
    'holds'
    """
    found = distance(left, right)
    if not found.noise.is_finite():
        return Judgement(Outcome.UNDECIDED, found.rigour, reason="the noise of a float could not be measured here")
    return _equality(operator, found) if operator in ("==", "!=") else _order(operator, found)


def _order(operator: str, found: Distance) -> Judgement:
    if isinstance(found.signed, acb):
        raise Undefined("an order between complex numbers")
    signed = found.signed if operator in ("<=", "<") else -found.signed
    slack = _float(signed)
    if signed > found.noise or (operator in ("<=", ">=") and signed >= found.noise):
        return Judgement(Outcome.HOLDS, found.rigour, slack)
    if -signed > found.needed:
        return Judgement(Outcome.FAILS, found.rigour, slack, gap=found.gap)
    against = bool(-signed > found.noise.max(found.floor))
    why = "a gap in floats too near their noise" if against else "too close to call in floats"
    return Judgement(Outcome.UNDECIDED, found.rigour, slack, gap=found.gap, reason=f"{why} ({found.gap})",
                     against=against)


def _equality(operator: str, found: Distance) -> Judgement:
    digits = _digits(found)
    if found.size <= found.noise:
        if operator == "!=":
            return Judgement(Outcome.UNDECIDED, found.rigour, digits=digits, reason="equal as far as floats tell")
        return Judgement(Outcome.HOLDS, Rigour.NUMERICAL, digits=digits)
    if found.size > found.needed:
        outcome = Outcome.FAILS if operator == "==" else Outcome.HOLDS
        return Judgement(outcome, found.rigour, digits=digits, gap=found.gap)
    against = operator == "==" and bool(found.size > found.floor)
    why = "a gap in floats too near their noise" if against else "a gap below the last place of 1 and of the inputs"
    return Judgement(Outcome.UNDECIDED, found.rigour, digits=digits, gap=found.gap, reason=f"{why} ({found.gap})",
                     against=against)


def _digits(found: Distance) -> float:
    """Agreeing decimal digits, relative to the larger side, or to 1 where both sides are within the noise of 0."""
    error = max(_float(found.size), _float(found.noise))
    scale = found.scale if found.scale > _float(found.noise) else 1.0
    if error <= 0 or not math.isfinite(scale):
        return 17.0
    return max(0.0, min(17.0, math.log10(scale) - math.log10(error)))


def _float(value: Any) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf
