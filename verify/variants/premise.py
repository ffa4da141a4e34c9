"""Premise: usual hypotheses that a statement may lack, over a claim's own variables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from verify.claim import Claim, Hypothesis
from verify.domains.scalar_domain import Integers, OneOf, Rationals, Reals
from verify.errors import AssayError, Indeterminate, Undefined, Unevaluable
from verify.evidence import Outcome
from verify.formulas.parser import parse
from verify.trial import Trial, met

INSIDE = 6
"""A premise needs at least this many different instances that meet it, all of which hold."""
DISTINCT = 4
"""A premise needs at least this many different values of its own variables that meet it, not at its edge."""
OUTSIDE = 3
"""A premise needs at least this many instances that break the claim, ..."""
SPARED = 3
"""... unless it excludes hardly any that hold: at most this many."""
WHOLE = ("{0} >= 1", "{0} >= 2", "{0} % 2 == 0", "{0} % 2 == 1", "{0} != 0", "{0} >= 0", "{0} <= 0", "{0} < 0")
REAL = ("{0} != 0", "{0} >= 0", "{0} > 0", "{0} <= 0", "{0} < 0", "abs({0}) <= 1", "abs({0}) >= 1", "{0} >= 1",
        "{0} <= 1", "0 <= {0} and {0} <= 1", "{0} <= 1/2", "{0} >= 1/2", "{0} % 1 == 0")
PAIR = ("{0} != {1}", "{0} <= {1}", "{0} < {1}", "{0}*{1} >= 0", "{0}*{1} <= 0", "{0} + {1} <= 1",
        "{0} >= 0 and {1} >= 0", "{0} >= 1 and {1} >= 1")


@dataclass(frozen=True, slots=True)
class Premise:
    """A condition, the places of the trials that it keeps, and how many breaking ones it excludes."""

    condition: Hypothesis
    kept: frozenset[int]
    outside: int


def premises(claim: Claim, trials: Sequence[Trial]) -> list[Premise]:
    """Return the usual conditions under which the claim held at every trial, those that keep most first.

    One that keeps only what another keeps is left out.
    """
    breaking = [trial for trial in trials if trial.outcome in (Outcome.FAILS, Outcome.ILL_POSED)]
    holding = [trial for trial in trials if trial.outcome is Outcome.HOLDS]
    found = []
    for condition in _candidates(claim, holding, breaking) if breaking else ():
        if any(_meets(condition, trial) is not False for trial in breaking):
            continue
        kept = frozenset(k for k, trial in enumerate(holding) if _meets(condition, trial) is True)
        telling = len(holding) - len(kept) <= SPARED or len(breaking) >= OUTSIDE
        if telling and len(kept) >= INSIDE and _roomy(condition, claim, [holding[k] for k in kept]):
            found.append(Premise(condition, kept, len(breaking)))
    found.sort(key=lambda premise: -len(premise.kept))
    return [one for k, one in enumerate(found) if not any(one.kept <= other.kept for other in found[:k])]


def _roomy(condition: Hypothesis, claim: Claim, kept: Sequence[Trial]) -> bool:
    """Whether enough different values of what a condition is about meet it, its edge left out."""
    strict = condition.name.replace("<=", "<").replace(">=", ">")
    inner = Hypothesis(strict, parse(strict, claim.symbols))
    names = sorted(inner.condition.names)  # type: ignore[union-attr]
    places = {tuple(trial.instance[name] for name in names) for trial in kept if _meets(inner, trial) is True}
    return len(places) >= DISTINCT


def _candidates(claim: Claim, holding: Sequence[Trial], breaking: Sequence[Trial]) -> Iterator[Hypothesis]:
    whole = [v.name for v in claim.variables if isinstance(v.domain, Integers)
             or (isinstance(v.domain, OneOf) and v.domain.assumptions.get("integer"))]
    real = [v.name for v in claim.variables if isinstance(v.domain, Reals | Rationals)]
    texts = [text for name in whole for text in _thresholds(name, holding, breaking)]
    texts += [shape.format(name) for name in whole for shape in WHOLE]
    texts += [shape.format(name) for name in real for shape in REAL]
    for group in (real, whole):
        for pair in combinations(group, 2):
            texts += [shape.format(*pair) for shape in PAIR]
        texts += [shape.format(*pair) for pair in permutations(group, 2) for shape in PAIR[1:3]]
    for text in dict.fromkeys(texts):
        yield Hypothesis(text, parse(text, claim.symbols))


def _thresholds(name: str, holding: Sequence[Trial], breaking: Sequence[Trial]) -> Iterator[str]:
    """n ≥ c and n ≤ c, where the instances that break the claim end."""
    good, bad = ([trial.instance[name] for trial in group] for group in (holding, breaking))
    if bad and any(value > max(bad) for value in good):
        yield f"{name} >= {min(value for value in good if value > max(bad))}"
    if bad and any(value < min(bad) for value in good):
        yield f"{name} <= {max(value for value in good if value < min(bad))}"


def _meets(condition: Hypothesis, trial: Trial) -> bool | None:
    try:
        return met(condition, trial.instance)
    except (Undefined, Indeterminate, Unevaluable, AssayError):
        return None



def from_size(claim: Claim, trials: Sequence[Trial]) -> str | None:
    """Return from which value of a whole number on nothing failed, where enough instances lie beyond."""
    for variable in claim.variables:
        values = [(t.instance[variable.name], t.outcome) for t in trials if isinstance(t.instance[variable.name], int)]
        failing = [value for value, outcome in values if outcome is Outcome.FAILS]
        above = [value for value, _ in values if failing and value > max(failing)]
        if failing and len(set(above)) >= INSIDE and len(values) == len(trials):
            return f"no failure from {variable.name} ≥ {min(above)} on, up to {variable.name} = {max(above)}"
    return None
