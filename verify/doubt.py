"""Doubt: second thoughts about an outcome that rests on an author's function.

A refutation is evaluated again, and so is a sample of what held: a function that answers differently at the same
instance decides nothing, one whose discrete answer depends on the rounding direction decides nothing exactly, and one
whose fixed-width integers may have wrapped around refutes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from verify import noise, number, value
from verify.claim import Claim
from verify.errors import AssayError, Indeterminate, Undefined, Unevaluable
from verify.side import Crash, Instance, Memo, Sides, evaluate_sides

_BITS = 64


def overflow(sides: Sides, memo: Memo) -> str:
    """Return why the sides look like a fixed-width integer that wrapped around, else an empty text."""
    advice = "use Python integers (dtype=object)"
    whole = number.is_integer(sides.lhs) and number.is_integer(sides.rhs)
    lhs, rhs = (int(sides.lhs.p), int(sides.rhs.p)) if whole else (0, 0)
    if lhs != rhs and (lhs - rhs) % (1 << 64) == 0 and min(abs(lhs), abs(rhs)) <= 1 << 63:
        return f"the two sides differ by an exact multiple of 2^64: a 64-bit integer overflowed; {advice}"
    largest = max(value.magnitude(sides.lhs), value.magnitude(sides.rhs))
    if memo.width and largest >= 1 << (memo.width - 4):
        return f"a {memo.width}-bit NumPy integer may have overflowed, since a side reaches {largest}; {advice}"
    return ""


def unstable(claim: Claim, instance: Instance, sides: tuple[Sides, ...]) -> str:
    """Return how a second evaluation at the same instance differs from the first, else an empty text."""
    again = _quietly(lambda: evaluate_sides(claim, instance, _BITS, Memo()))
    if isinstance(again, str):
        return f"the second evaluation at the same instance gave: {again}"
    return _difference(sides, again, "two evaluations at the same instance gave")


def rounding_dependent(claim: Claim, instance: Instance, sides: tuple[Sides, ...]) -> str:
    """Return how an exact result changes with the processor's rounding direction, else an empty text."""
    for mode in noise.modes():
        with noise.rounding(mode):
            again = _quietly(lambda: evaluate_sides(claim, instance, _BITS, Memo()))
        if not isinstance(again, str) and (found := _difference(sides, again, "directed rounding changes")):
            return found
    return ""


def _quietly(function: Callable[[], tuple[Sides, ...]]) -> tuple[Sides, ...] | str:
    try:
        return function()
    except (Undefined, Indeterminate, Unevaluable, AssayError, Crash) as problem:
        return str(problem)


def _difference(first: tuple[Sides, ...], second: tuple[Sides, ...], words: str) -> str:
    if len(first) != len(second):
        return f"{words} {len(first)} and {len(second)} relations"
    for before, after in zip(first, second, strict=True):
        for one, two in ((before.lhs, after.lhs), (before.rhs, after.rhs)):
            if not _consistent(one, two):
                return f"{words} {value.text(one)} and {value.text(two)}"
    return ""


def _consistent(one: Any, two: Any) -> bool:
    if isinstance(one, tuple) and isinstance(two, tuple):
        return len(one) == len(two) and all(_consistent(a, b) for a, b in zip(one, two, strict=True))
    if isinstance(one, value.Approximate) and isinstance(two, value.Approximate):
        size = max(abs(one.value), abs(two.value))
        noise = min(one.radius + two.radius, max(one.floor, two.floor))
        return abs(one.value - two.value) <= max(1e-6 * size, noise)
    if value.has_ball(one) or value.has_ball(two):
        return type(one) is type(two)
    return type(one) is type(two) and bool(one == two)
