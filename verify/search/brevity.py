"""Brevity: a witness made short, number by number, as long as it still breaks the claim."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from verify.claim import Claim
from verify.evidence import Outcome
from verify.search.ascent import rounded
from verify.search.frame import frame
from verify.search.spot import Spot, spots
from verify.trial import Trial, instance_text
from verify.work import spent

TRIES = 400
"""At most so many instances are tried."""
FEW = (0, 1200, 24, 8)
"""So many of the shortest values of each number are tried together, by how many numbers there are."""
FEW_OF_FUNCTIONS = (0, 60, 10, 4)
"""The same for functions, whose cost is unknown."""
TERMS = 30_000
"""So many terms of sums and products are evaluated for the smallest instances."""
Judge = Callable[[dict[str, Any]], Trial]
Move = Callable[[dict[str, Any]], dict[str, Any]]


def shortened(claim: Claim, trial: Trial, judge: Judge, move: Move) -> Trial:
    """Return a failing trial at a shorter instance, the trial itself where none is found.

    ``move`` puts an instance back onto the hypotheses.
    """
    trial, left = _smallest(claim, trial, judge), TRIES
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


def _smallest(claim: Claim, trial: Trial, judge: Judge) -> Trial:
    """The first failure among the small instances, shortest first, where they are made of few numbers."""
    places = spots(claim, trial.instance)
    sizes = FEW if claim.formulas_only else FEW_OF_FUNCTIONS
    if not 1 <= len(places) < len(sizes):
        return trial
    count = sizes[len(places)]
    values = [_small(spot, trial.instance, count) for spot in places]
    found = []
    for numbers in itertools.product(*values):
        instance = dict(trial.instance)
        for spot, number in zip(places, numbers, strict=True):
            instance = spot.put(instance, number)
        if all(spot.member(instance) for spot in places):
            found.append(instance)
    before = spent()
    for instance in sorted(found, key=length):
        if length(instance) >= length(trial.instance) or spent() - before > TERMS:
            break
        smaller = judge(instance)
        if smaller.outcome is Outcome.FAILS:
            return smaller
    return trial


def _small(spot: Spot, instance: Any, count: int) -> list[int | Fraction]:
    """The shortest numbers that may stand in a place, integers first."""
    ends = getattr(spot.variable.domain, "ends", None)
    low = ends(instance)[0] if ends is not None and not spot.path else None
    first = int(low) if low is not None and low > 0 else 0
    signs = (1,) if first else (1, -1)
    numbers: list[int | Fraction] = [sign * (first + k) for k in range(count) for sign in signs]
    if not spot.whole:
        numbers += [Fraction(sign * p, q) for q in (2, 3) for p in (1, 2, 3) for sign in signs]
    kept = [number for number in dict.fromkeys(numbers) if spot.member(spot.put(instance, number))]
    return kept[:count]


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
    if whole or value == int(value):
        value = int(value)
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
