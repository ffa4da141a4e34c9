"""Repair: what would make a refuted claim true on the instances that were tried; a hint, never a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flint import fmpq

from verify import composition
from verify.claim import Claim
from verify.comparison import compare
from verify.evidence import Outcome
from verify.side import Sides
from verify.trial import Trial
from verify.value import Approximate

LEAST = 3
"""A hint needs at least this many instances that bear it out."""


def hints(claim: Claim, trials: Sequence[Trial]) -> tuple[str, ...]:
    """Return what the tried instances suggest: a first size, a weaker relation, a factor or an offset."""
    judged = [t for t in trials if t.admitted and t.outcome in (Outcome.HOLDS, Outcome.FAILS) and t.sides]
    found = [from_size(claim, judged), _weaker(judged), _factor(judged), _offset(judged), _constant(judged)]
    return composition.hints(claim, judged) + tuple(hint for hint in found if hint)


def from_size(claim: Claim, trials: Sequence[Trial]) -> str | None:
    """True from some value of an integer variable on."""
    for variable in claim.variables:
        values = [(t.instance[variable.name], t.outcome) for t in trials if isinstance(t.instance[variable.name], int)]
        failing = [value for value, outcome in values if outcome is Outcome.FAILS]
        above = [value for value, outcome in values if failing and value > max(failing)]
        if failing and len(set(above)) >= 2 * LEAST and len(values) == len(trials):
            return f"no failure from {variable.name} ≥ {min(above)} on, up to {variable.name} = {max(above)}"
    return None


def _weaker(trials: Sequence[Trial]) -> str | None:
    for strict, weak in (("<", "<="), (">", ">=")):
        if trials and all(t.sides[0].operator == strict and len(t.sides) == 1 for t in trials) and _all_hold(
                trials, lambda s, weak=weak: replace(s, operator=weak)):
            return f"no failure with {weak} in place of {strict}"
    return None


def _all_hold(trials: Sequence[Trial], change: Any) -> bool:
    for trial in trials:
        side = change(trial.sides[0])
        try:
            if compare(side.operator, side.lhs, side.rhs).outcome is not Outcome.HOLDS:
                return False
        except Exception:  # a hint that cannot be computed is no hint
            return False
    return True


def _pairs(trials: Sequence[Trial]) -> list[tuple[Sides, Any, Any]]:
    return [(t.sides[0], t.sides[0].lhs, t.sides[0].rhs) for t in trials if len(t.sides) == 1]


def _factor(trials: Sequence[Trial]) -> str | None:
    """lhs is a constant multiple of rhs."""
    pairs = [(left, right) for side, left, right in _pairs(trials) if side.operator == "=="]
    if len(pairs) < len(trials) or not all(isinstance(x, fmpq) for pair in pairs for x in pair):
        return _float_factor(trials)
    informative = [(left, right) for left, right in pairs if left != 0 or right != 0]
    if len(informative) < LEAST or any(right == 0 for _, right in informative):
        return None
    ratios = {left / right for left, right in informative}
    if len(ratios) == 1 and (ratio := ratios.pop()) not in (0, 1):
        return f"the left side is {ratio} times the right side on all {len(informative)} instances"
    return None


def _float_factor(trials: Sequence[Trial]) -> str | None:
    from verify.comparison import as_float

    ratios = []
    for side, left, right in _pairs(trials):
        if side.operator != "==":
            return None
        a, b = (x.value if isinstance(x, Approximate) else as_float(x) for x in (left, right))
        if isinstance(a, complex) or isinstance(b, complex) or not abs(b) > 1e-12 or not abs(a) < 1e300:
            continue
        ratios.append(a / b)
    if len(ratios) < LEAST or max(ratios) - min(ratios) > 1e-9 * abs(max(ratios)) or abs(ratios[0] - 1) < 1e-9:
        return None
    nice = Fraction(ratios[0]).limit_denominator(1000)
    shown = str(nice) if abs(float(nice) - ratios[0]) < 1e-9 * abs(ratios[0]) else f"{ratios[0]:.9g}"
    return f"the left side is {shown} times the right side on all {len(ratios)} instances" if nice != 0 else None


def _offset(trials: Sequence[Trial]) -> str | None:
    pairs = [(left, right) for side, left, right in _pairs(trials) if side.operator == "=="]
    if len(pairs) < max(LEAST, len(trials)) or not all(isinstance(x, fmpq) for pair in pairs for x in pair):
        return None
    offsets = {left - right for left, right in pairs}
    if len(offsets) == 1 and len({right for _, right in pairs}) > 1:
        return f"the left side minus the right side is {offsets.pop()} on all {len(pairs)} instances"
    return None


def _constant(trials: Sequence[Trial]) -> str | None:
    """The best constant for a bound between non-negative sides, on the instances tried."""
    orders = [t for t in trials if len(t.sides) == 1 and t.sides[0].operator in ("<=", ">=", "<", ">")]
    ratios = [t.comparison.ratio for t in orders if t.comparison and t.comparison.ratio is not None]
    if len(orders) < len(trials) or len(ratios) < LEAST or len(ratios) < len(orders) or max(ratios) > 1e6:
        return None
    return f"a factor {max(ratios):.6g} on the larger side would cover the instances tried" if max(ratios) > 1 else None
