"""Walk: integers moved by one, by two, by four and so on while that brings a claim nearer to being broken."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from verify.claim import Claim
from verify.search.hill import Meter, Spent
from verify.search.spot import Spot, spots
from verify.search.violation import unmet, violations

Instance = dict[str, Any]
RIDGE = 300
"""So many values of one integer are gone through while another follows."""


def walks(claim: Claim, instance: Instance, link: int, meter: Meter) -> Iterator[Instance]:
    """Yield where walks end: from an instance, and from every small value of one of two integers.

    >>> from verify import Integers, oo
    >>> from verify.builder import make_claim
    >>> claim = make_claim("c", "(n - 7321)^2 >= 1", {}, at="p. 1", forall={"n": Integers(0, oo)})
    >>> next(walks(claim, {"n": 3}, 0, Meter(500)))
    {'n': 7321}
    """
    places = [spot for spot in spots(claim, instance) if spot.whole]
    if not places:
        return
    try:
        yield _walk(claim, instance, places, link, meter)
        if len(places) == 2 and len(claim.variables) == 2:
            for pair in (places, places[::-1]):
                yield from _ridge(claim, instance, pair, link, meter)
    except Spent:
        return


def _walk(claim: Claim, instance: Instance, places: Sequence[Spot], link: int, meter: Meter) -> Instance:
    """Go on in every direction with doubled steps, until no single step brings it nearer."""
    height = _height(claim, instance, link, meter)
    directions = [d for d in itertools.product((1, -1, 0), repeat=len(places)) if any(d)][:26]
    moving = True
    while moving:
        moving = False
        for direction in directions:
            step = 1
            while True:
                moved = _moved(instance, places, [step * d for d in direction])
                there = None if moved is None else _height(claim, moved, link, meter)
                if moved is None or there is None or (height is not None and there <= height):
                    break
                instance, height, moving, step = moved, there, True, 2 * step
    return instance


def _ridge(claim: Claim, instance: Instance, pair: Sequence[Spot], link: int, meter: Meter) -> Iterator[Instance]:
    """Let one integer go through its small values and the other follow from where it was best."""
    leader, follower = pair
    small = (follower.put(instance, value) for value in range(RIDGE))
    instance = next((one for one in small if follower.member(one)), instance)
    for value in range(RIDGE):
        moved = leader.put(instance, value)
        if not leader.member(moved):
            continue
        instance = _walk(claim, moved, [follower], link, meter)
        yield instance


def _moved(instance: Instance, places: Sequence[Spot], steps: Sequence[int]) -> Instance | None:
    for spot, step in zip(places, steps, strict=True):
        instance = spot.put(instance, spot.get(instance) + step)
    return instance if all(spot.member(instance) for spot in places) else None


def _height(claim: Claim, instance: Instance, link: int, meter: Meter) -> Any:
    """The difference of the sides, positive where the claim is broken; None where the hypotheses are not met."""
    meter.take()
    if claim.hypotheses and unmet(claim, instance) > 0:
        return None
    found = violations(claim, instance)
    one = found[link] if link < len(found) else None
    return None if one is None else one.raw
