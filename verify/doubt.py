"""Doubt: second thoughts about an outcome that rests on an author's function.

A refutation is evaluated again, and so is a sample of what held: a function that answers differently at the same
instance decides nothing, one whose discrete answer depends on the rounding direction decides nothing exactly, and one
whose fixed-width integers wrapped around neither holds nor fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from verify.claim import Claim
from verify.definition import Definition
from verify.errors import AssayError, Indeterminate, Undefined, Unevaluable
from verify.evidence import Outcome
from verify.side import Crash, Instance, Memo, Sides, evaluate_sides
from verify.values import library, noise, number, value
from verify.values.comparison import compare
from verify.values.overflow import Watch, watching

_BITS = 64
_ORDER_OF_SUMMATION = 64
"""So many units in the last place of 1 and of the inputs a sum that cancels may change with the order of its terms."""


def overflow(sides: Sides, memo: Memo, seen: bool) -> str:
    """Return why the sides look like a fixed-width integer that wrapped around, else an empty text.

    ``seen`` says whether the functions computed with such integers, which the sides need not show.
    """
    advice = "use Python integers (dtype=object)"
    whole = number.is_integer(sides.lhs) and number.is_integer(sides.rhs)
    lhs, rhs = (int(sides.lhs.p), int(sides.rhs.p)) if whole else (0, 0)
    if (seen or memo.width) and lhs != rhs and (lhs - rhs) % (1 << 64) == 0 and min(abs(lhs), abs(rhs)) <= 1 << 63:
        return f"the two sides differ by an exact multiple of 2^64: a 64-bit integer overflowed; {advice}"
    largest = max(value.magnitude(sides.lhs), value.magnitude(sides.rhs))
    if memo.width and largest >= 1 << (memo.width - 4):
        return f"a {memo.width}-bit NumPy integer may have overflowed, since a side reaches {largest}; {advice}"
    return ""


def unstable(claim: Claim, instance: Instance, sides: tuple[Sides, ...]) -> str:
    """Return how a second evaluation at the same instance differs from the first, else an empty text."""
    again = _once(claim, instance)
    if isinstance(again, str):
        return f"the second evaluation at the same instance gave: {again}"
    return _difference(sides, again, "two evaluations at the same instance gave")


def rounding_dependent(claim: Claim, instance: Instance, sides: tuple[Sides, ...], runs: int = 2) -> str:
    """Return how an exact result changes with the last places of floats behind it, else an empty text.

    The processor rounds upward and downward, and library results are moved by a unit in the last place or stay, at
    random in so many runs: two floats that should be equal are so in some of them.
    """
    if not any(_exact_part(entry) for entry in _from_functions(claim, sides)):
        return ""
    for mode in noise.modes():
        with noise.rounding(mode):
            again = _once(claim, instance)
        if not isinstance(again, str) and (found := _difference(sides, again, "directed rounding changes")):
            return found
    functions = [one.function for one in claim.definitions]
    for seed in range(runs):
        with library.moved(seed, functions, (-1, 0, 1)) as (_, count):
            again = _once(claim, instance)
        if not count[0]:
            break
        words = "a unit in the last place of a library's result changes"
        if not isinstance(again, str) and (found := _difference(sides, again, words)):
            return found
    return ""


def _from_functions(claim: Claim, sides: tuple[Sides, ...]) -> Iterator[Any]:
    """The sides that an author's function gave."""
    if claim.body is not None:
        yield from (entry for side in sides for entry in (side.lhs, side.rhs))
    for link, side in zip(claim.links, sides, strict=False):
        yield from (entry for one, entry in ((link.lhs, side.lhs), (link.rhs, side.rhs)) if isinstance(one, Definition))


def _exact_part(entry: Any) -> bool:
    """Whether something in a value is no float with a measured radius."""
    if isinstance(entry, tuple):
        return any(map(_exact_part, entry))
    return not isinstance(entry, value.Approximate)


def overflowed(claim: Claim, instance: Instance) -> Watch:
    """Watch the fixed-width integers of the claim's functions at an instance."""
    functions = [one.function for one in claim.definitions]
    with watching(functions) as watch:
        _once(claim, instance)
    return watch


def within_noise(claim: Claim, instance: Instance, failing: int) -> str:
    """Return what is left of a refutation by floats once noise is measured with more runs, else an empty text."""
    with noise.thorough():
        again = _evaluated(claim, instance)
    if isinstance(again, str) or failing >= len(again):
        return f"with inputs moved by a unit in the last place: {again}"
    side = again[failing]
    found = compare(side.operator, side.lhs, side.rhs)
    gap = f" ({found.gap})" if found.gap else ""
    return "" if found.outcome is Outcome.FAILS else f"a gap in floats within their noise, measured anew{gap}"


def _once(claim: Claim, instance: Instance) -> tuple[Sides, ...] | str:
    """The sides where every function runs once, so that floats are known and their noise is not."""
    with noise.unmeasured():
        return _evaluated(claim, instance)


def _evaluated(claim: Claim, instance: Instance) -> tuple[Sides, ...] | str:
    try:
        return evaluate_sides(claim, instance, _BITS, Memo())
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
    """Whether a value is another of a single run, of which no noise is known."""
    one, two = (side.value if isinstance(side, value.Discrete) else side for side in (one, two))
    if isinstance(one, tuple) and isinstance(two, tuple):
        return one == two or (len(one) == len(two)
                              and all(_consistent(a, b) for a, b in zip(one, two, strict=True)))
    if isinstance(one, value.Approximate) and isinstance(two, value.Approximate):
        size = max(abs(one.value), abs(two.value))
        allowed = min(2 * one.radius, _ORDER_OF_SUMMATION * one.floor)
        return abs(one.value - two.value) <= max(1e-6 * size, allowed)
    if value.has_ball(one) or value.has_ball(two):
        return type(one) is type(two)
    return type(one) is type(two) and bool(one == two)
