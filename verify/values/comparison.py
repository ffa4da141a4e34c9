"""Comparison: the three-valued comparison of two values.

No comparison has a tolerance: an inexact value carries a radius, and where radii overlap an order is *undecided*, while
an equality *agrees to N digits*.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from flint import acb, arb, fmpq

from verify.errors import Indeterminate, Nonsense, Undefined
from verify.evidence import AGREES, Outcome, Rigour
from verify.values import number
from verify.values.float_comparison import judge
from verify.values.truth import holds
from verify.values.value import Approximate, Discrete

MIRRORED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<", "==": "==", "⪯": "⪰", "⪰": "⪯"}
FLIPPED = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "==": "!=", "⪯": "⋠", "⪰": "⋡"}


@dataclass(frozen=True, slots=True)
class Comparison:
    """The outcome of one comparison: rigour, signed slack (positive if it holds), ratio of sides, digits, gap."""

    outcome: Outcome
    rigour: Rigour
    slack: float | None = None
    ratio: float | None = None
    digits: float | None = None
    gap: str | None = None
    reason: str = ""
    against: bool = False
    """Whether an undecided comparison leans against the claim: a gap above the noise, but not far enough."""


_SAME = Comparison(Outcome.HOLDS, Rigour.EXACT, ratio=1.0)
"""What most comparisons of a census come to."""


def compare(operator: str, left: Any, right: Any) -> Comparison:
    """Compare two values; see :mod:`verify.values.value`.

    Raises Undefined where an order is asked of values that are not real, Nonsense where kinds do not match.

    >>> compare("<=", fmpq(1, 3), fmpq(1, 2)).outcome.value
    'holds'
    >>> compare("==", fmpq(1), Approximate(1.0, 1e-15)).rigour.value
    'numerical'
    """
    if operator in "⪯⪰⋠⋡":
        from verify.values.loewner_comparison import compare_matrices

        return compare_matrices(operator, left, right)
    if type(left) is fmpq and type(right) is fmpq:
        return _SAME if operator == "==" and left == right > 0 else _numbers(operator, left, right)
    if isinstance(left, Discrete) or isinstance(right, Discrete):
        return _discrete(operator, left, right)
    if isinstance(left, tuple) or isinstance(right, tuple):
        return _entrywise(operator, left, right)
    if isinstance(left, bool | frozenset) or isinstance(right, bool | frozenset):
        return _categorical(operator, left, right)
    for side in (left, right):
        if isinstance(side, arb | acb) and not side.is_finite():
            raise Indeterminate("a ball without bounds; at this precision nothing is known of the value")
    if isinstance(left, Approximate) or isinstance(right, Approximate):
        return _floating(operator, left, right)
    return _numbers(operator, left, right)


def _discrete(operator: str, left: Any, right: Any) -> Comparison:
    robust = all(side.robust for side in (left, right) if isinstance(side, Discrete))
    inner = compare(operator, *(side.value if isinstance(side, Discrete) else side for side in (left, right)))
    if not robust and inner.outcome in (Outcome.HOLDS, Outcome.FAILS):
        return Comparison(Outcome.UNDECIDED, Rigour.NUMERICAL, reason="the discrete value is decided by rounding")
    gap = "stable under input changes of 2^20 ulp" if inner.outcome is Outcome.FAILS else None
    return replace(inner, rigour=Rigour.NUMERICAL, gap=gap)


def _entrywise(operator: str, left: Any, right: Any) -> Comparison:
    if not (isinstance(left, tuple) and isinstance(right, tuple)):
        if isinstance(left, tuple) and _is_scalar(right):
            right = _spread(right, left)
        elif isinstance(right, tuple) and _is_scalar(left):
            left = _spread(left, right)
        else:
            raise Nonsense("one side is a vector and the other is not", rule="both sides have the same shape")
    if len(left) != len(right):
        raise Nonsense("the sides have different shapes", rule="both sides have the same shape",
                       given=f"{len(left)} and {len(right)} entries")
    if not left:
        return Comparison(Outcome.HOLDS, Rigour.EXACT)
    if any(isinstance(a, tuple) is not isinstance(b, tuple) for a, b in zip(left, right, strict=True)):
        raise Nonsense("the sides have different shapes", rule="both have the same shape, or one side is a number")
    entries = [compare(operator, a, b) for a, b in zip(left, right, strict=True)]
    return combine(entries, lambda k: f"entry {k + 1}")


def _is_scalar(value: Any) -> bool:
    return isinstance(value, fmpq | arb | acb | Approximate)


def _spread(scalar: Any, shape: Any) -> Any:
    return tuple(_spread(scalar, entry) if isinstance(entry, tuple) else scalar for entry in shape)


def combine(parts: list[Comparison], name: Any) -> Comparison:
    """Return the comparison of a conjunction: the first failure, else the first doubt, else the tightest part."""
    order_of_doubt = sorted(range(len(parts)), key=lambda k: not parts[k].against)
    for outcome in (Outcome.FAILS, Outcome.UNDECIDED):
        for k in order_of_doubt:
            part = parts[k]
            if part.outcome is outcome:
                reason = _within(str(name(k)), part.reason)
                return replace(part, reason=reason)
    order = [Rigour.EXACT, Rigour.ENCLOSED, Rigour.STATISTICAL, Rigour.NUMERICAL]
    weakest = max((part.rigour for part in parts), key=order.index)
    slacks = [part.slack for part in parts if part.slack is not None]
    ratios = [part.ratio for part in parts if part.ratio is not None]
    digits = [part.digits for part in parts if part.digits is not None]
    doubt = next((part.reason for part in parts if part.reason.startswith(AGREES)), "")
    return Comparison(Outcome.HOLDS, weakest, min(slacks, default=None), max(ratios, default=None),
                      min(digits, default=None), reason=doubt)


def _within(outer: str, inner: str) -> str:
    """The name of a part, and of the part of it, such as *entry 2, 1* for a row and a column."""
    if outer.startswith("entry ") and inner.startswith("entry "):
        return f"{outer}, {inner.removeprefix('entry ')}"
    return f"{outer}: {inner}" if inner else outer


def _categorical(operator: str, left: Any, right: Any) -> Comparison:
    if operator not in ("==", "!="):
        raise Undefined("an order between truth values or sets")
    if type(left) is not type(right):
        raise Nonsense("the sides are of different kinds", rule="truth values are compared with truth values, "
                       "sets with sets", given=f"{type(left).__name__} and {type(right).__name__}")
    same = (left == right) == (operator == "==")
    return Comparison(Outcome.HOLDS if same else Outcome.FAILS, Rigour.EXACT)


def _floating(operator: str, left: Any, right: Any) -> Comparison:
    found = judge(operator, left, right)
    ratio = _ratio(_plain(left), _plain(right), operator)
    return Comparison(found.outcome, found.rigour, found.slack, ratio, found.digits, found.gap, found.reason,
                      found.against)


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Approximate) else as_float(value)


def _ratio(left: Any, right: Any, operator: str) -> float | None:
    """The ratio of the smaller to the larger side as claimed; 1 is tight, above 1 is violated."""
    low, high = (right, left) if operator in (">=", ">") else (left, right)
    try:
        ratio = low / high
        return float(ratio) if math.isfinite(ratio) and low >= 0 and high > 0 else None
    except (ZeroDivisionError, OverflowError, TypeError, ValueError):
        return None


def as_float(value: Any) -> float:
    """A float near a real number, for slacks and ratios only."""
    try:
        if isinstance(value, fmpq):
            return int(value.p) / int(value.q)  # rounded once; a Fraction would look for common factors again
        return float(value.mid()) if isinstance(value, arb) else math.nan
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _numbers(operator: str, left: Any, right: Any) -> Comparison:
    exact = isinstance(left, fmpq) and isinstance(right, fmpq)
    rigour = Rigour.EXACT if exact else Rigour.ENCLOSED
    if operator in ("==", "!="):
        return _number_equality(operator, left, right, rigour)
    left, right = number.real(left), number.real(right)
    difference = right - left if operator in ("<=", "<") else left - right
    slack, ratio = as_float(difference), _ratio(as_float(left), as_float(right), operator)
    try:
        true = holds(operator, left, right)
    except Indeterminate:
        return Comparison(Outcome.UNDECIDED, rigour, slack, ratio, reason="the balls of the two sides overlap")
    gap = None if true else number.decimal(abs(difference), 6)
    return Comparison(Outcome.HOLDS if true else Outcome.FAILS, rigour, slack, ratio, gap=gap)


def _number_equality(operator: str, left: Any, right: Any, rigour: Rigour) -> Comparison:
    difference = left - right
    ratio = _ratio(as_float(left), as_float(right), "==") if not isinstance(difference, acb) else None
    try:
        same = number.is_zero(difference)
    except Indeterminate:
        digits = agreement(difference, left)
        if operator == "!=":
            return Comparison(Outcome.UNDECIDED, rigour, digits=digits, reason="the balls of the two sides overlap")
        return Comparison(Outcome.HOLDS, Rigour.NUMERICAL, digits=digits, reason=f"{AGREES}{digits:.0f} digits")
    true = same == (operator == "==")
    gap = None if true else number.decimal(abs(difference), 6)
    return Comparison(Outcome.HOLDS if true else Outcome.FAILS, rigour, ratio=ratio, gap=gap)


def agreement(difference: Any, value: Any) -> float:
    """The number of decimal digits to which a difference that contains 0 is small beside ``value``."""
    bound, scale = abs(difference).upper(), abs(number.ball(value)).upper()
    relative = (bound / scale.max(arb(fmpq(1, 10**30)))).log() / arb(10).log()
    return max(0.0, -float(relative.mid())) if relative.is_finite() else 0.0
