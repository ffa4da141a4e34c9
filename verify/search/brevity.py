"""Brevity: a witness made short, number by number, as long as it still breaks the claim."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from verify.claim import Claim
from verify.evidence import Outcome
from verify.search.ascent import rounded
from verify.search.frame import frame
from verify.search.spot import spots
from verify.trial import Trial, instance_text

TRIES = 400
"""At most so many instances are tried."""
Judge = Callable[[dict[str, Any]], Trial]
Move = Callable[[dict[str, Any]], dict[str, Any]]


def shortened(claim: Claim, trial: Trial, judge: Judge, move: Move) -> Trial:
    """Return a failing trial at a shorter instance, the trial itself where none is found.

    ``move`` puts an instance back onto the hypotheses.
    """
    left = TRIES
    for candidates in (_together, _apart):
        improved = True
        while improved and left > 0:
            improved = False
            for instance in candidates(claim, trial.instance):
                moved = move(instance)
                if length(moved) >= length(trial.instance):
                    continue
                left -= 1
                found = judge(moved)
                if found.outcome is Outcome.FAILS:
                    trial, improved = found, True
                    break
                if left <= 0:
                    break
    return trial


def _together(claim: Claim, instance: Any) -> Iterator[dict[str, Any]]:
    """All numbers, or those of one variable, rounded; also times what makes the largest a small integer."""
    place = frame(claim, instance, True)
    origin = place.origin
    yield from rounded(place, origin, None)
    for one in place.charts:
        alone = replace(place, charts=(one,))
        yield from rounded(alone, alone.origin, None)
    largest = max(map(abs, origin), default=0.0)
    if largest > 0 and len(origin) > 1:
        for size in range(1, 51):
            scaled = place.exact([size * value / largest for value in origin], 1)
            if scaled is not None:
                yield scaled


def _apart(claim: Claim, instance: Any) -> Iterator[dict[str, Any]]:
    """One number at a time put simpler."""
    for spot in spots(claim, instance):
        for number in _simpler(spot.get(instance), spot.whole):
            moved = spot.put(instance, number)
            if spot.member(moved):
                yield moved


def length(instance: Any) -> tuple[int, Fraction, str]:
    """What makes an instance long: its text, then the sizes of its numbers."""
    text = "".join(part for _, part in instance_text(instance))
    numbers = [Fraction(number) for value in instance.values() for number in _numbers(value)]
    return len(text), sum(map(abs, numbers), Fraction(0)), text


def _numbers(value: Any) -> Iterator[int | Fraction]:
    if isinstance(value, tuple):
        for entry in value:
            yield from _numbers(entry)
    elif isinstance(value, int | Fraction):
        yield value


def _simpler(value: Any, whole: bool) -> Iterator[int | Fraction]:
    """Numbers shorter than a number: zero, units, and nearer and nearer ones; for integers by halving the way."""
    yield from (0, 1, -1, 2)
    if whole:
        for k in range(1, abs(value).bit_length() + 1):
            yield value - (value >> k if value > 0 else -(-value >> k))
        return
    yield round(value)
    previous = None
    for limit in (2, 3, 5, 10, 30, 100, 1000, 10**4, 10**6, 10**9):
        near = Fraction(value).limit_denominator(limit)
        if near not in (previous, value):
            yield near
        previous = near
