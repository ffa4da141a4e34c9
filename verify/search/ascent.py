"""Ascent: from the tightest instances of a search, local optimisation climbs towards a violation of the claim.

The climb is made in floats, inside the domains (:mod:`verify.search.chart`) and up to the hypotheses; it decides
nothing. What it reaches is rounded to simple exact instances, which are tried like any other. Work is counted in
evaluations.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from verify.claim import Claim
from verify.evidence import Outcome
from verify.search.frame import Frame, frame
from verify.search.hill import NOISE, Meter, Move, Slope, minimise
from verify.search.spot import spots
from verify.search.violation import unmet, violations
from verify.search.walk import walks
from verify.trial import Trial

STARTS = 6
"""At most so many instances a climb starts from."""
LEAST = 120
"""A climb has at least so many evaluations for each start."""
DENOMINATORS = (1, 2, 5, 12, 40, 150, 1000, 10**4, 10**6, 10**9, 10**12, 10**18)
"""What reached points are rounded to, simplest first."""
Judge = Callable[[dict[str, Any]], Trial]


@dataclass(slots=True)
class Climb:
    """What a climb came to: the trials made, from how many starts, with how many evaluations."""

    trials: list[Trial] = field(default_factory=list)
    starts: int = 0
    evaluations: int = 0
    walked: int = 0
    """Evaluations of walks over integers, which have an allowance of their own."""

    @property
    def broken(self) -> bool:
        """Whether the last trial broke the claim."""
        return bool(self.trials) and self.trials[-1].outcome is Outcome.FAILS

    def __str__(self) -> str:
        """The climb in words, empty where there was none."""
        if not self.starts:
            return ""
        starts = "1 start" if self.starts == 1 else f"{self.starts} starts"
        return f"ascent from {starts}, {self.evaluations + self.walked} evaluations"


def climb(claim: Claim, trials: Sequence[Trial], judge: Judge, evaluations: int, move: Move | None = None) -> Climb:
    """Climb from the tightest of some trials; ends with the first exact instance that breaks the claim.

    Integers walk first.  About a third of the evaluations goes to all starts, the rest to the two that came highest.
    ``move`` puts an exact instance onto the equalities among the hypotheses.
    """
    done = Climb()
    begun = [(frame(claim, trial.instance, claim.formulas_only), link)
             for trial in starts(trials)[: max(1, evaluations // (2 * LEAST))] for link in _links(claim, trial)]
    begun = [(place, link) for place, link in begun if place.charts or any(s.whole for s in spots(claim, place.start))]
    done.starts = len(begun)
    if begun and _walked(Ground(claim, *begun[0], judge, move, done), evaluations):
        return done
    begun = [(place, link) for place, link in begun if place.charts]
    reached: list[tuple[float, int, list[float]]] = []
    for place, link in begun:
        ground = Ground(claim, place, link, judge, move, done)
        height, point = _from(ground, place.origin, min(max(LEAST, evaluations // 3 // len(begun)), evaluations))
        reached.append((height, len(reached), point))
        if done.broken:
            return done
    best = sorted(reached, key=lambda entry: entry[:2])[:2]
    for number, (_, k, point) in enumerate(best):
        place, link = begun[k]
        share = (evaluations - done.evaluations) // (len(best) - number)
        _from(Ground(claim, place, link, judge, move, done), point, share)
        if done.broken:
            break
    return done


def _walked(ground: Ground, evaluations: int) -> bool:
    """Walk over the integers from the first start; tell whether the claim is broken on the way."""
    meter = Meter(evaluations)
    for instance in walks(ground.claim, dict(ground.place.start), ground.link, meter):
        _judge(ground, instance)
        if ground.done.broken:
            break
    ground.done.walked += meter.used
    return ground.done.broken


def starts(trials: Sequence[Trial]) -> list[Trial]:
    """Return trials to start from: those of least slack, those of largest ratio, and an even spread of the others."""
    held = [t for t in trials if t.admitted and t.outcome in (Outcome.HOLDS, Outcome.UNDECIDED) and t.comparison]
    slack = sorted((t for t in held if t.comparison.slack is not None), key=lambda t: t.comparison.slack)  # type: ignore[union-attr, arg-type, return-value]
    ratio = sorted((t for t in held if t.comparison.ratio is not None and t.comparison.slack != 0),  # type: ignore[union-attr]
                   key=lambda t: -t.comparison.ratio)  # type: ignore[union-attr, operator]
    spread = held[:: max(1, len(held) // 4)]
    chosen = [*ratio[:2], *slack[:2], *spread[-2:], *ratio[2:4], *slack[2:4], *spread]
    return list({id(t): t for t in chosen}.values())[:STARTS]


def _links(claim: Claim, trial: Trial) -> Iterator[int]:
    """The links worth climbing at a start: inequalities, and equalities that already differ."""
    for k, found in enumerate(violations(claim, trial.instance)):
        operator = claim.links[k].operator if k < len(claim.links) else trial.sides[k].operator if trial.sides else "=="
        if found is not None and (operator != "==" or found.relative > NOISE):
            yield k


@dataclass(frozen=True, slots=True)
class Ground:
    """What a climb stands on: the claim, one of its links, the frame of the start, and where results go."""

    claim: Claim
    place: Frame
    link: int
    judge: Judge
    move: Move | None
    done: Climb


def _from(ground: Ground, origin: list[float], evaluations: int) -> tuple[float, list[float]]:
    """Climb from a point by the ratio of the sides, then by their difference; return the lowest height and where."""
    best = (math.inf, origin)
    claim, place, link, move = ground.claim, ground.place, ground.link, ground.move
    for kind in ("relative", "raw"):
        meter = Meter(evaluations // 2)
        slope = Slope(claim, place, link, move, kind, meter)
        points = minimise(slope, origin)
        ground.done.evaluations += meter.used
        if slope.point is not None and slope.ratio < best[0]:
            best = (slope.ratio, slope.point)
        if any(_settle(ground, point) for point in points):
            break
    return best


def _settle(ground: Ground, point: list[float]) -> bool:
    """Try exact instances near a point, simplest first; tell whether one breaks the claim."""
    for instance in rounded(ground.place, point, ground.move):
        _judge(ground, instance)
        if ground.done.broken:
            return True
    return False


def _judge(ground: Ground, instance: dict[str, Any]) -> None:
    """Try an exact instance where floats do not say that the claim holds there."""
    ground.done.evaluations += 1
    found = violations(ground.claim, instance) if not unmet(ground.claim, instance) else ()
    one = found[ground.link] if ground.link < len(found) else None
    if one is not None and one.relative > -1e-12:
        ground.done.trials.append(ground.judge(instance))


def rounded(place: Frame, point: list[float], move: Move | None) -> Iterator[dict[str, Any]]:
    """Yield exact instances near a point, those with small denominators first."""
    seen: list[Any] = []
    for limit in DENOMINATORS:
        instance = place.exact(point, limit)
        if instance is not None and move is not None:
            instance = move(instance)
        if instance is not None and instance not in seen:
            seen.append(instance)
            yield instance
