"""Hunt: one search for an instance that breaks a claim: corners, random and far instances, and a climb; made short.

Hypothesis draws a third of the random instances, special ones that repeat numbers, and shrinks what it finds; the
others are generic.  Every instance is moved onto the hypotheses where that is possible.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import islice, zip_longest
from random import Random
from typing import Any

from verify.budget import Budget
from verify.checks.structured import explore
from verify.checks.tally import KEPT, Tally
from verify.claim import Claim
from verify.domains.draw import claim_seed, key, reach
from verify.domains.instance import corner_instances, exact_ends
from verify.domains.scalar_domain import Reals
from verify.errors import DomainError
from verify.evidence import Outcome, Rigour
from verify.search import matrix_chart  # noqa: F401  # gives matrices their coordinates
from verify.search.approach import approach
from verify.search.ascent import climb
from verify.search.brevity import length, shortened
from verify.search.condition import conditions
from verify.search.constraint import meet
from verify.search.far import BITS as FAR_BITS
from verify.search.far import far
from verify.search.fresh import fresh
from verify.search.fresh import instance as instance_of
from verify.search.landmark import landmarks, within
from verify.search.violation import unmet
from verify.trial import Trial, instance_text
from verify.values.value import bit_length
from verify.work import spent

ANCHORS = 8
"""So many instances that meet the hypotheses, and that miss them, are kept to draw lines to."""
FAR_TERMS = 12_000
"""So many terms of sums and products are evaluated at integers beyond the window."""
ROUNDED, THINNED = 200, 8
"""After so many far integers at which a side is no exact number, but costly balls, only one in eight is tried."""
PATIENCE = 30
"""After so many instances in a row that could not be moved onto the hypotheses, none is moved any more."""
Try = Callable[[dict[str, Any], bool], Trial]


@dataclass(slots=True)
class Hunt:
    """One search: what was seen, what came of it, and the instances that lines to others are drawn from."""

    claim: Claim
    budget: Budget
    judge: Try
    evaluations: int
    tally: Tally = field(default_factory=Tally)
    seen: dict[Any, Trial] = field(default_factory=dict)
    visited: dict[Any, Trial] = field(default_factory=dict)
    ranked: dict[bool, list[tuple[Any, int, dict[str, Any]]]] = field(default_factory=lambda: {True: [], False: []})
    failing: list[Trial] = field(default_factory=list)
    futile: int = 0

    def run(self) -> Tally:
        """Search in every way until one finds a failure."""
        for look in (self._corners, self._structured, self._generic, self._landmarks, self._hypotheses, self._far,
                     self._climb):
            look()
            if self.failing:
                self._report()
                break
            if self.tally.counts.get(Outcome.FLAKY):
                break
        return self.tally

    def try_at(self, instance: dict[str, Any], corner: bool = False) -> tuple[Trial, bool]:
        """Judge an instance, moved onto the hypotheses, and tell whether it is new."""
        if corner:
            self._keep(instance, False)
        instance = self.move(instance)
        known = key(instance)
        new = known not in self.seen
        trial = self.judge(instance, corner) if new else self.seen[known]
        self.seen[known] = trial
        if new:
            self.learn(trial)
        return trial, new

    @property
    def anchors(self) -> list[dict[str, Any]]:
        """The simplest instances that miss the hypotheses, and that meet them, in turn."""
        pairs = zip_longest(self.ranked[False], self.ranked[True])
        return [entry[-1] for pair in pairs for entry in pair if entry is not None]

    def move(self, instance: dict[str, Any]) -> dict[str, Any]:
        """The instance moved onto the hypotheses, where that is found; given up once it has failed often enough."""
        if not self.claim.hypotheses or self.futile > PATIENCE:
            return instance
        moved = meet(self.claim, instance, self.anchors)
        if moved is not instance and len(self.tally.outside) < KEPT:
            self.tally.outside.append(instance)
        self.futile = self.futile + 1 if unmet(self.claim, moved) else 0
        return moved

    def learn(self, trial: Trial) -> None:
        """Keep a failure, and a few instances that lines are drawn to."""
        if trial.outcome is Outcome.FAILS:
            self.failing.append(trial)
        if trial.admitted:
            self._keep(dict(trial.instance), True)

    def _keep(self, instance: dict[str, Any], admitted: bool) -> None:
        if self.claim.hypotheses and all(instance != kept for *_, kept in self.ranked[admitted]):
            ranked = [*self.ranked[admitted], (length(instance), len(self.ranked[admitted]), instance)]
            self.ranked[admitted] = sorted(ranked, key=lambda entry: entry[:2])[:ANCHORS]

    def add(self, instance: dict[str, Any], corner: bool = False) -> Trial:
        """Judge an instance and count it, where it is new; a failure is counted once it is short."""
        trial, new = self.try_at(instance, corner)
        if new and trial.outcome is not Outcome.FAILS:
            self.tally.add(trial)
        return trial

    def _corners(self) -> None:
        for instance in corner_instances(self.claim.variables, self.budget.corners, exact_ends(self.claim)):
            self.add(instance, True)

    def _structured(self) -> None:
        """Let Hypothesis draw and, where it finds a failure, shrink."""
        share = 1 if self._strange() else 3
        restless = explore(self.claim, self.budget.instances // share, self._visit)
        if restless is not None:
            self.failing.clear()
            self.tally.add(replace(restless, outcome=Outcome.FLAKY,
                                   reason="it answered differently when an instance was repeated"))

    def _visit(self, instance: dict[str, Any]) -> Trial:
        """The trial of a drawn instance, always the same one, though how it is moved depends on what came before."""
        drawn = key(instance)
        if drawn in self.visited:
            return self.visited[drawn]
        trial, new = self.try_at(instance)
        self.visited[drawn] = trial
        if new and not self.failing:
            self.tally.add(trial)
        return trial

    def _strange(self) -> bool:
        """Whether some domain can only be drawn from by Hypothesis."""
        known = {type(v.domain) for v in self.claim.variables}
        return any(fresh.dispatch(kind) is fresh.dispatch(object) for kind in known)

    def _generic(self) -> None:
        """Draw instances of which hardly any comes twice."""
        if self._strange():
            return
        generator, extra = Random(claim_seed(self.claim)), reach(self.claim)
        aim = self.tally.tried + self.budget.instances - self.budget.instances // 3
        for _ in range(self.budget.instances):
            if self.tally.tried >= aim or self.failing:
                break
            try:
                self.add(instance_of(self.claim.variables, generator, extra))
            except DomainError:
                continue

    def _landmarks(self) -> None:
        """Numbers that the claim names, and exact roots, each in place of one real variable of a simple instance."""
        base = next(corner_instances(self.claim.variables, 1), None)
        for variable in self.claim.variables:
            if base is None or not isinstance(variable.domain, Reals) or self.claim.quantifier:
                continue
            for value in landmarks(self.claim, variable.name):
                if within(variable.domain, value, base):
                    self.add({**base, variable.name: value}, True)

    def _hypotheses(self) -> None:
        """Where nothing met the hypotheses, make their violation small, and draw again from what is found."""
        if self.tally.admitted or not self.tally.tried:
            return
        tried = self.anchors
        self.futile = 0
        found, evaluations = approach(self.claim, tried, self.budget.climbs)
        for instance in found:
            self.add(instance)
        if self.tally.admitted:
            self._generic()
        else:
            self.tally.notes.append(f"looked for by solving equalities, by moving numbers into the intervals that the "
                                    f"hypotheses leave, and by descent on their violation, {evaluations} evaluations")

    def _far(self) -> None:
        """Formulas in integers are tried at all small values and at special ones far out."""
        if self.claim.quantifier:
            return
        furthest, barren, rounded, before = 0, 0, 0, spent()
        instances = islice(far(self.claim, list(reach(self.claim))), 8 * self.budget.instances)
        for place, plain in enumerate(instances):
            if rounded > ROUNDED and place % THINNED:
                continue
            instance = self.move(plain)
            trial = self.judge(instance, False) if key(instance) not in self.seen else None
            if trial is None:
                continue
            self.seen[key(instance)] = trial
            barren = barren + 1 if trial.outcome is Outcome.UNDECIDED else 0
            rounded += trial.comparison is not None and trial.comparison.rigour is not Rigour.EXACT
            if barren > 2 or spent() - before > FAR_TERMS:
                break
            if trial.outcome is not Outcome.UNDECIDED:
                self.learn(trial)
                furthest = max([furthest, *map(abs, instance.values())])
            if self.failing or _bits(trial) > FAR_BITS:
                break
            if trial.outcome is not Outcome.UNDECIDED:
                self.tally.add(trial)
        if furthest > 1:
            self.tally.notes.append(f"integers up to {furthest}")

    def _climb(self) -> None:
        if not (self.evaluations and self.tally.admitted):
            return
        equalities = any(condition.operator == "==" for condition in conditions(self.claim))
        costly = (4 if self.claim.definitions else 1) * (8 if equalities else 1)
        before = set(map(id, self.seen.values()))
        done = climb(self.claim, self.tally.kept, lambda instance: self.try_at(instance)[0],
                     self.evaluations // costly, self.move if equalities else None)
        for trial in {id(trial): trial for trial in done.trials if id(trial) not in before}.values():
            leans = trial.comparison is not None and trial.comparison.against
            if trial.outcome in (Outcome.HOLDS, Outcome.ILL_POSED) or leans:
                self.tally.add(trial)
        if str(done):
            self.tally.notes.append(str(done))

    def _report(self) -> None:
        """Add the shortest failure that is found from those that were met."""
        shortest = min(self.failing, key=_size)
        self.tally.add(shortened(self.claim, shortest, lambda instance: self.judge(instance, shortest.corner),
                                 self.move))


def _size(trial: Trial) -> int:
    return len(str(instance_text(trial.instance)))


def _bits(trial: Trial) -> int:
    """The length of the longest numerator or denominator that an exact side has, in bits."""
    return max((bit_length(side) for sides in trial.sides for side in (sides.lhs, sides.rhs)), default=0)
