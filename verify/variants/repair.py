"""Repair: what would make a refuted claim true; a hint, never a verdict.

To add a repair: write a function from a :class:`Case` to suggestions, and name it in ``REPAIRS``, which is ordered from
the most to the least convincing.  A suggestion is a claim: it is tried on every instance at which the refuted one was
tried, and on fresh ones, and searched like any claim, before it is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

import sympy

from verify import composition
from verify.claim import Claim, Link, statement
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
from verify.variants.mend import RIGHT
from verify.variants.mutant import Mutant, mutants
from verify.variants.neighbour import compare_fully, outcome_of, trivial
from verify.variants.premise import premises
from verify.variants.retrial import retried
from verify.variants.suggestion import Case, Suggestion, with_right

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


def hints(claim: Claim, trials: Sequence[Trial]) -> tuple[str, ...]:
    """Return what would make a claim true, the most convincing first; each was searched as a claim of its own."""
    judged = [t for t in trials if t.admitted and t.outcome in _DECIDED and not _idle(claim, t)]
    if claim.quantifier is not None or claim.gradients or not judged:
        return ()
    told = list(composition.hints(claim, judged))
    if claim.expect and claim.definitions:  # known to be false, and of unknown cost
        return tuple(told)
    pools = [_fresh(claim, judged, salt) for salt in (1, 2)]
    judged += [t for t in pools[0] if t.admitted and t.outcome in _DECIDED and not _idle(claim, t)]
    refuted = any(trial.outcome is Outcome.FAILS for trial in judged)
    found: list[str] = []
    for repair, most in REPAIRS.items():
        if (refuted or repair is premise) and not (found and repair is one_sided) and len(told + found) < MOST:
            case = Case(claim, tuple(t for t in judged if repair is premise or t.sides), bool(found))
            texts = (text for suggestion in repair(case) if (text := _tried(case, suggestion, pools[1])))
            found += islice(texts, most)
    return tuple(dict.fromkeys((*told, *found)))[:MOST]


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
        return None
    again = [] if suggestion.instances else [attempt(variant, trial.instance) for trial in case.trials]
    fresh = [attempt(variant, trial.instance) for trial in pool]
    outcomes = [trial.outcome for trial in (*again, *fresh) if trial.admitted]
    held = suggestion.instances + outcomes.count(Outcome.HOLDS)
    unclear = outcomes.count(Outcome.UNDECIDED)
    if held < LEAST + 2 * unclear or len(outcomes) > outcomes.count(Outcome.HOLDS) + unclear:
        return None
    found = retried(variant)
    if not found.proved and (suggestion.doubt or found.broken or found.held < LEAST + 2 * found.open):
        return None
    word = ("holds " if found.proved else "no failure ") if suggestion.phrase else ""
    ground = "proved" if found.proved else f"{max(held, found.held)} instances tried"
    reach = "" if found.proved else suggestion.reach
    return f"{word}{suggestion.text}{reach}{_statement(case.claim, variant)} ({ground}){suggestion.tail}"


def _statement(claim: Claim, variant: Claim) -> str:
    """The mended statement; nothing where only the hypotheses changed."""
    if claim.links is variant.links and claim.body is variant.body:
        return ""
    return f": {variant.body.source if variant.body else statement(variant.links)}"


def weaker(case: Case) -> Iterator[Suggestion]:
    """The relation is not strict."""
    for strict, weak in (("<", "<="), (">", ">=")):
        if case.operator == strict and _holds_with(case, weak):
            yield Suggestion(f"with {weak} in place of {strict}", with_right(case, RIGHT, weak))


def turned(case: Case) -> Iterator[Suggestion]:
    """The inequality holds the other way round; beside other hints only where equality occurs and it is proved."""
    attained = any(trial.comparison and trial.comparison.slack == 0 for trial in case.trials)
    wanted = len(case.broken) >= LEAST and (attained or not case.mended)
    for other in _TURNED.get(case.operator, ()) if wanted else ():
        if _holds_with(case, other):
            text = f"with {other} in place of {case.operator}"
            yield Suggestion(text, with_right(case, RIGHT, other), doubt=case.mended)
            return


def one_sided(case: Case) -> Iterator[Suggestion]:
    """Of an equality, an inequality holds."""
    if case.operator == "==" and len(case.broken) >= LEAST:
        for order in ("<=", ">="):
            if _holds_with(case, order):
                yield Suggestion(f"with {order} in place of ==", with_right(case, RIGHT, order))


_TURNED = {"<=": (">", ">="), ">=": ("<", "<="), "<": (">", ">="), ">": ("<", "<=")}


def _holds_with(case: Case, operator: str) -> bool:
    """Whether another operator fails nowhere; where the sides are equal as far as balls tell, that is open."""
    try:
        outcomes = [compare_fully(operator, side).outcome for _, side in case.values]
    except (Undefined, Indeterminate, AssayError):
        return False
    held = outcomes.count(Outcome.HOLDS)
    return held >= LEAST and Outcome.FAILS not in outcomes and (bool(case.claim.links) or held == len(outcomes))


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


def conclusion(case: Case) -> Iterator[Suggestion]:
    """What a broken chain comes to holds all the same."""
    operator = composition.composed([link.operator for link in case.claim.links])
    if len(case.claim.links) > 1 and operator:
        first, last = case.claim.links[0], case.claim.links[-1]
        yield Suggestion("between the ends of the chain",
                         replace(case.claim, links=(Link(operator, first.lhs, last.rhs),), wrong=()))


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
    conclusion: 1, factor.simple_factor: 1, factor.factor_in_a_size: 1, convention.other_values: 1,
    convention.other_order: 1, factor.offset: 1, weaker: 1, mutant: 2, convention.other_logarithm: 1, premise: 2,
    factor.bound_factor: 1, turned: 1, one_sided: 1,
}
"""The repairs, from the most to the least convincing, and how many suggestions of each are told."""
