"""Repair: what would make a refuted claim true; a hint, never a verdict.

To add a repair: write a function from a :class:`Case` to suggestions, and name it in ``REPAIRS``, which is ordered from
the most to the least convincing.  A suggestion that can be written as a claim is tried on every instance at which the
claim was tried, and on fresh ones, before it is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

import sympy

from verify import composition
from verify.claim import Claim, statement
from verify.domains.draw import drawn, key
from verify.domains.scalar_domain import Integers
from verify.errors import AssayError, Indeterminate, Undefined, Unevaluable
from verify.evidence import Outcome
from verify.formulas.formula import Formula
from verify.formulas.node import Implication
from verify.symbolic.tree import shown
from verify.trial import Trial, attempt
from verify.values.evaluate import evaluate
from verify.variants import convention, factor
from verify.variants.mutant import WIDTH, Mutant, mutants
from verify.variants.neighbour import compare_fully, holds_everywhere, outcome_of, trivial
from verify.variants.premise import premises
from verify.variants.suggestion import Case, Suggestion

LEAST = factor.LEAST
"""A hint needs at least this many instances that bear it out."""
MOST = 4
"""No more hints than these are given."""
FRESH = 60
"""How many fresh instances a formula is tried on; for functions, whose cost is unknown, a quarter of these."""
MUTANTS = 80
"""How many nearby formulas are looked at."""
TIGHT = 0.999
"""An inequality is tight where the ratio of its sides exceeds this."""
_DECIDED = (Outcome.HOLDS, Outcome.FAILS, Outcome.ILL_POSED)


def hints(claim: Claim, trials: Sequence[Trial], draw: bool = True) -> tuple[str, ...]:
    """Return what would make a claim true, the most convincing first, as far as the instances tell.

    With ``draw`` false no fresh instances are made.
    """
    judged = [t for t in trials if t.admitted and t.outcome in _DECIDED and not _idle(claim, t)]
    if claim.quantifier is not None or claim.gradients or not judged:
        return ()
    draw = draw and not (claim.expect and claim.definitions)  # known to be false, and of unknown cost
    pools = [_fresh(claim, judged, salt) if draw else [] for salt in (1, 2)]
    judged += [t for t in pools[0] if t.admitted and t.outcome in _DECIDED and not _idle(claim, t)]
    refuted = any(trial.outcome is Outcome.FAILS for trial in judged)
    found: list[str] = []
    for repair, most in REPAIRS.items():
        if (refuted or repair is premise) and not (found and repair is one_sided):
            case = Case(claim, tuple(t for t in judged if repair is premise or t.sides))
            told = (text for suggestion in repair(case) if (text := _tried(case, suggestion, pools[1])))
            found += islice(told, most)
    return tuple(dict.fromkeys((*composition.hints(claim, judged), *found)))[:MOST]


def _idle(claim: Claim, trial: Trial) -> bool:
    """Whether an implication holds at an instance only because its premise does not."""
    tree = claim.links[0].lhs.tree if claim.links and isinstance(claim.links[0].lhs, Formula) else None
    if trial.outcome is not Outcome.HOLDS or not isinstance(tree, sympy.Implies | Implication):
        return False
    try:
        return evaluate(tree.args[0], trial.instance) is False
    except (Undefined, Unevaluable, Indeterminate):
        return False


def _fresh(claim: Claim, known: Sequence[Trial], salt: int) -> list[Trial]:
    """Trials of a claim at random instances that are not known yet."""
    seen = {key(dict(trial.instance)) for trial in known}
    number = FRESH if claim.formulas_only else FRESH // 4
    return [attempt(claim, instance) for instance in drawn(claim, number, salt) if key(instance) not in seen]


def _tried(case: Case, suggestion: Suggestion, pool: Sequence[Trial]) -> str | None:
    """The hint of a suggestion that holds wherever it is tried; else None."""
    try:
        return _told(case, suggestion, pool)
    except Exception:  # a claim made up here may break a rule that the builder keeps; then it is no hint
        return None


def _told(case: Case, suggestion: Suggestion, pool: Sequence[Trial]) -> str | None:
    variant = suggestion.variant
    if variant is None:
        return f"{suggestion.text} ({suggestion.instances} instances tried)"
    again = [] if suggestion.instances else [attempt(variant, trial.instance) for trial in case.trials]
    fresh = [attempt(variant, trial.instance) for trial in pool]
    outcomes = [trial.outcome for trial in (*again, *fresh) if trial.admitted]
    held = suggestion.instances + outcomes.count(Outcome.HOLDS)
    unclear = outcomes.count(Outcome.UNDECIDED)
    if held < LEAST + 2 * unclear or len(outcomes) > outcomes.count(Outcome.HOLDS) + unclear:
        return None
    proof = variant.formulas_only and holds_everywhere(variant)
    word = ("holds " if proof else "no failure ") if suggestion.phrase else ""
    ground = "proved" if proof else f"{held} instances tried"
    reach = "" if proof else suggestion.reach
    return f"{word}{suggestion.text}{reach}{_statement(case.claim, variant)} ({ground}){suggestion.tail}"


def _statement(claim: Claim, variant: Claim) -> str:
    """The mended statement where it is short and says something; nothing where only the hypotheses changed."""
    if claim.links is variant.links or any(map(trivial, variant.links)):
        return ""
    whole = statement(variant.links)
    return f": {whole}" if len(whole) <= WIDTH else ""


def weaker(case: Case) -> Iterator[Suggestion]:
    """The relation is not strict."""
    for strict, weak in (("<", "<="), (">", ">=")):
        if case.operator == strict and _holds_with(case, weak):
            yield Suggestion(f"with {weak} in place of {strict}", _with_operator(case, weak), _known(case))


def turned(case: Case) -> Iterator[Suggestion]:
    """The inequality holds the other way round."""
    for other in _TURNED.get(case.operator, ()) if len(case.broken) >= LEAST else ():
        if _holds_with(case, other):
            yield Suggestion(f"with {other} in place of {case.operator}",
                             _with_operator(case, other), _known(case))
            return


def one_sided(case: Case) -> Iterator[Suggestion]:
    """Of an equality, an inequality holds."""
    if case.operator == "==" and len(case.broken) >= LEAST:
        for order in ("<=", ">="):
            if _holds_with(case, order):
                yield Suggestion(f"with {order} in place of ==", _with_operator(case, order), _known(case))


_TURNED = {"<=": (">", ">="), ">=": ("<", "<="), "<": (">", ">="), ">": ("<", "<=")}


def _holds_with(case: Case, operator: str) -> bool:
    """Whether another operator fails nowhere; where the sides are equal as far as balls tell, that is open."""
    try:
        outcomes = [compare_fully(operator, side).outcome for _, side in case.values]
    except (Undefined, Indeterminate, AssayError):
        return False
    held = outcomes.count(Outcome.HOLDS)
    return held >= LEAST and Outcome.FAILS not in outcomes and (bool(case.claim.links) or held == len(outcomes))


def _known(case: Case) -> int:
    """How many instances a suggestion without a variant rests on; a variant is tried on them itself."""
    return 0 if case.claim.links else len(case.trials)


def _with_operator(case: Case, operator: str) -> Claim | None:
    links = tuple(replace(link, operator=operator) for link in case.claim.links)
    return replace(case.claim, links=links, wrong=()) if links else None


def mutant(case: Case) -> Iterator[Suggestion]:
    """A nearby formula holds; an inequality only where it is tight somewhere, since a weak one says little."""
    broken_first = sorted(case.trials, key=lambda trial: trial.outcome is Outcome.HOLDS)
    for nearby in mutants(case.claim, MUTANTS) if len(case.trials) >= LEAST else ():
        variant = replace(case.claim, links=nearby.links, wrong=())
        if nearby.old is None or _whole(nearby) or any(map(trivial, variant.links)):
            continue
        if all(outcome_of(case.claim, nearby, trial) is Outcome.HOLDS for trial in broken_first) and (
                case.operator == "==" or (" in place of " in nearby.change and _tight(variant, case.trials))):
            yield Suggestion(nearby.change if nearby.change.startswith("without") else f"with {nearby.change}", variant,
                             len(case.trials))


def _whole(nearby: Mutant) -> bool:
    """Whether a factor was put on a whole side, which the repairs of factors tell better."""
    return any(nearby.change == f"{word} {shown(nearby.old.tree)}" for word in ("twice", "half of")
               ) if isinstance(nearby.old, Formula) else False


def _tight(variant: Claim, trials: Sequence[Trial]) -> bool:
    """Whether the sides of an inequality come close to each other at an instance where they are not 0."""
    again = (attempt(variant, trial.instance).comparison for trial in trials)
    return any(found.ratio is not None and found.ratio > TIGHT for found in again if found)


def premise(case: Case) -> Iterator[Suggestion]:
    """A usual hypothesis is missing."""
    for found in premises(case.claim, case.trials):
        variant = replace(case.claim, hypotheses=(*case.claim.hypotheses, found.condition), wrong=())
        left = len(case.trials) - len(found.kept)
        tail = f"; it breaks at {found.outside} of {left} other instances"
        text, reach = _under(case, found.condition.name)
        yield Suggestion(text, variant, len(found.kept), reach=reach, tail=tail)


def _under(case: Case, condition: str) -> tuple[str, str]:
    """A condition in words, and for a first size how far it was tried."""
    name, _, bound = condition.partition(" >= ")
    if any(v.name == name and isinstance(v.domain, Integers) for v in case.claim.variables) and bound.isdigit():
        return f"from {name} ≥ {bound} on", f", up to {name} = {max(trial.instance[name] for trial in case.trials)}"
    return f"where {condition}", ""


REPAIRS: dict[Callable[[Case], Iterator[Suggestion]], int] = {
    factor.simple_factor: 1, factor.factor_in_a_size: 1, convention.other_values: 1, convention.other_order: 1,
    factor.offset: 1, weaker: 1, mutant: 2, convention.other_logarithm: 1, premise: 2, turned: 1,
    factor.bound_factor: 1, one_sided: 1,
}
"""The repairs, from the most to the least convincing, and how many suggestions of each are told."""
