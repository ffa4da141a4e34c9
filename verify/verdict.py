"""Verdict: what all the evidence for one claim comes to, by a committed table, with one plain sentence.

``decide`` is total (every combination of facts has a row), monotone (one more failure never gives a better verdict) and
independent of the order of the evidence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from importlib.resources import files

from verify.evidence import (
    AGREES,
    BROKEN,
    CLASH,
    RIGOROUS,
    UNCLEAR,
    UNTESTED,
    WRONG,
    Counterexample,
    Coverage,
    Evidence,
    Outcome,
    Rigour,
    Sampling,
)
from verify.values import reading


class Word(StrEnum):
    """The verdicts, each as the word that is printed."""

    CONTRADICTORY = "contradictory"
    REFUTED = "refuted"
    FLAKY = "flaky"
    ILL_POSED = "ill-posed"
    VACUOUS = "vacuous"
    DERIVED = "derived"
    EXHAUSTED = "exhausted"
    ENCLOSED = "enclosed"
    SUPPORTED = "supported"
    WEAK = "weak"
    UNDECIDED = "undecided"
    NOT_RUN = "not run"


GREEN = (Word.DERIVED, Word.EXHAUSTED, Word.ENCLOSED, Word.SUPPORTED)
"""The verdicts that speak for a claim, strongest first (the first three are of one strength)."""

SYMBOLIC = ("identity", "derivation")
"""The checks that reason about symbols instead of evaluating instances."""
LISTING = ("exhaustive", "existence", "extremum", "probability")
"""The checks that evaluate every instance, or every outcome of a draw."""
COVERING = ("enclosure", "constant")
"""The checks that prove an inequality on the whole scope, by signs or boxes."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The columns of the decision table, read off the evidence."""

    fail_rig: bool
    fail_stat: bool
    fail_num: bool
    whole: bool
    flaky: bool
    ill: bool
    empty: bool
    derived: bool
    checked: bool
    listed: bool
    boxed: bool
    against: bool
    weak: bool
    ran: bool

    @property
    def row(self) -> tuple[bool, ...]:
        """The facts in the order of the table's columns."""
        return tuple(getattr(self, name) for name in self.__dataclass_fields__)


def facts(evidence: Sequence[Evidence]) -> Facts:
    """Read the facts off the evidence for one claim."""
    holding = [e for e in evidence if e.outcome is Outcome.HOLDS]
    failing = [e for e in evidence if e.outcome is Outcome.FAILS]
    whole = [e for e in holding if e.rigour in RIGOROUS and e.coverage is Coverage.SCOPE]
    evaluated = [e for e in evidence if e.tried]
    return Facts(
        fail_rig=any(e.rigour in RIGOROUS for e in failing),
        fail_stat=any(e.rigour is Rigour.STATISTICAL for e in failing),
        fail_num=any(e.rigour is Rigour.NUMERICAL for e in failing),
        whole=bool(whole),
        flaky=any(e.outcome is Outcome.FLAKY for e in evidence),
        ill=any(e.outcome in (Outcome.ILL_POSED, Outcome.ERROR) for e in evidence),
        empty=any(e.outcome is Outcome.VACUOUS for e in evidence) and not any(e.admitted for e in evaluated),
        derived=any(e.check in SYMBOLIC for e in whole),
        checked=any(e.check not in SYMBOLIC for e in holding),
        listed=any(e.check in LISTING and e.rigour is Rigour.EXACT for e in whole),
        boxed=any(e.rigour is Rigour.ENCLOSED or e.check in COVERING for e in whole),
        against=any(e.outcome is Outcome.UNDECIDED and e.rigour is Rigour.NUMERICAL for e in evidence),
        weak=bool(holding) and is_weak(evidence),
        ran=any(e.outcome not in (Outcome.NOT_RUN, Outcome.TIMEOUT) for e in evidence)
        or any(e.outcome is Outcome.TIMEOUT for e in evidence),
    )


def variants(evidence: Sequence[Evidence]) -> dict[str, str]:
    """Return the fate of each false variant over all checks: refuted by any, else survived any, else void."""
    fates: dict[str, str] = {}
    strength = {"void": 0, "survived": 1, "refuted": 2}
    for item in evidence:
        for name, fate in item.power.variants:
            if strength[fate] >= strength.get(fates.get(name, "void"), 0):
                fates[name] = fate
    return fates


def is_weak(evidence: Sequence[Evidence]) -> bool:
    """Whether a false variant survived every check, none was refuted by any, or one of the author's tested nothing."""
    fates = variants(evidence)
    return "survived" in fates.values() or "refuted" not in fates.values() or bool(_untested(fates))


def _untested(fates: Mapping[str, str]) -> list[str]:
    """The author's variants that no check could evaluate, which is not to be taken for refuted."""
    tried = {name for name, fate in fates.items() if fate != "void"}
    return [name for name, fate in fates.items()
            if fate == "void" and name.startswith(WRONG) and name.partition(UNTESTED)[0] not in tried]


@lru_cache(maxsize=1)
def table() -> tuple[tuple[str, Word], ...]:
    """Return the rows of the decision table: a pattern of 1, 0 and . for the facts, and the verdict."""
    rows = []
    for line in files("verify").joinpath("decision_table.txt").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            pattern, word = line.split(":")
            rows.append((pattern.replace(" ", ""), Word(word.strip())))
    return tuple(rows)


def look_up(row: Sequence[bool]) -> Word:
    """Return the verdict of a combination of facts: that of the first row of the table that applies."""
    for pattern, word in table():
        if all(mark == "." or (mark == "1") == fact for mark, fact in zip(pattern, row, strict=True)):
            return word
    raise AssertionError("the decision table ends with a row that applies to everything")


def decide(evidence: Sequence[Evidence]) -> Word:
    """Return the verdict of the evidence for one claim.

    >>> decide([Evidence("search", Outcome.FAILS, Rigour.EXACT, tried=1, admitted=1)]).value
    'refuted'
    >>> decide([]).value
    'not run'
    """
    return look_up(facts(evidence).row)


def grade(word: Word, evidence: Sequence[Evidence]) -> str:
    """Return how the verdict was reached, in a few words."""
    if word is Word.REFUTED:
        failing = [e for e in evidence if e.outcome is Outcome.FAILS]
        best = min(failing, key=lambda e: list(Rigour).index(e.rigour or Rigour.NUMERICAL))
        if best.rigour is Rigour.STATISTICAL and best.sampling:
            return _by_sampling(best.sampling)
        gap = best.counterexample.gap if best.counterexample and best.rigour is Rigour.NUMERICAL else None
        return f"numerical, {gap}" if gap else str(best.rigour)
    if word in (Word.DERIVED, Word.EXHAUSTED):
        return "exact, from line 1 of its derivation" if word is Word.DERIVED and _derived(evidence) else "exact"
    if word is Word.ENCLOSED:
        whole = [e for e in evidence if e.outcome is Outcome.HOLDS and e.coverage is Coverage.SCOPE]
        return "exact" if any(e.rigour is Rigour.EXACT for e in whole) else "balls"
    if word in (Word.SUPPORTED, Word.UNDECIDED) and (climbed := next((e.ladder for e in evidence if e.ladder), None)):
        return climbed.words
    if word in (Word.SUPPORTED, Word.WEAK):
        held = [e for e in evidence if e.outcome is Outcome.HOLDS]
        if word is Word.SUPPORTED and (found := next((e.sampling for e in held if e.sampling), None)):
            return _by_sampling(found)
        rigour = max((e.rigour or Rigour.NUMERICAL for e in held), key=list(Rigour).index)
        return f"{rigour}, {max(e.admitted for e in held)} instances"  # checks share instances: no sum over them
    return ""


def _by_sampling(found: Sampling) -> str:
    """The confidence and the interval of a probability; without a confidence where it was counted."""
    return f"{found.confidence} by sampling: {found.found}" if found.confidence else found.found


def reason(word: Word, evidence: Sequence[Evidence]) -> str:
    """Return what decided: the check, and its note or its witness's reason."""
    wanted = {
        Word.REFUTED: (Outcome.FAILS,), Word.CONTRADICTORY: (Outcome.FAILS,), Word.FLAKY: (Outcome.FLAKY,),
        Word.ILL_POSED: (Outcome.ILL_POSED, Outcome.ERROR), Word.VACUOUS: (Outcome.VACUOUS,),
        Word.UNDECIDED: (Outcome.UNDECIDED, Outcome.TIMEOUT), Word.NOT_RUN: (Outcome.NOT_RUN,),
    }.get(word, (Outcome.HOLDS,))
    found = [e for e in evidence if e.outcome in wanted]
    checks: dict[str, list[str]] = {}
    for item in found:
        text = item.counterexample.reason if item.counterexample and item.counterexample.reason else item.note
        checks.setdefault(text, []).append(item.check)
    return "; ".join(", ".join(names) + (f": {text}" if text else "") for text, names in checks.items())


def _estimated(evidence: Sequence[Evidence], window: str) -> str:
    found = next((e.sampling for e in evidence if e.sampling and e.outcome is Outcome.HOLDS), None)
    if found is None or not found.confidence:
        return ""
    return (f"By sampling ({window}) the probability lies {found.place} (with confidence {found.confidence}), as "
            "claimed; this is evidence and no proof.")


def _agreement(evidence: Sequence[Evidence], window: str) -> str:
    digits = [int(found[1]) for e in evidence if e.outcome is Outcome.HOLDS
              and (found := re.search(rf"{AGREES}(\d+) digits", e.note))]
    if not digits:
        return ""
    return (f"What is claimed equal agrees to {min(digits)} digits wherever it was tried ({window}); this is evidence "
            "and no proof: it may differ in later digits, or at a single instance beyond.")


def telling(evidence: Sequence[Evidence]) -> Counterexample | None:
    """Return the witness that is told: the most rigorous, the shortest, the first; None where there is none."""
    def rank(item: Evidence) -> tuple[int, int]:
        texts = [text for _, text in item.counterexample.instance] if item.counterexample else []
        return list(Rigour).index(item.rigour or Rigour.NUMERICAL), sum(map(len, texts))

    shown = [item for item in evidence if item.counterexample]
    failing = [item for item in shown if item.outcome is Outcome.FAILS]
    return min(failing, key=rank).counterexample if failing else shown[0].counterexample if shown else None


def sentence(word: Word, evidence: Sequence[Evidence], window: str, own: Mapping[str, str] | None = None,
             order: str = "") -> str:
    """Return the one plain sentence under a verdict: what it means and what would change it.

    ``own`` are the sentences of the claim's quantifier, and ``order`` the order of its quantifiers.
    """
    why = reason(word, evidence)
    witness = telling(evidence)
    at, sides = _place(witness), _missed(witness, evidence) or _broken(witness)
    if own and word in own:
        told = witness.reason if witness and witness.reason else why.partition(": ")[2]
        text = own[word].format(order=order, at=at, sides=sides, reason=told, window=window)
        return text[:1].upper() + text[1:]
    return {
        Word.CONTRADICTORY: f"One check proves the statement and another breaks it{at}: this is a fault of Assay or a "
                            "clash of conventions; please report it.",
        Word.REFUTED: f"The statement is false{at}{sides}.",
        Word.FLAKY: f"The author's function does not give the same value twice{at}, so nothing was decided; make it "
                    "a function of its arguments alone.",
        Word.ILL_POSED: _broken_derivation(evidence) or _valueless(at, why, evidence),
        Word.VACUOUS: f"No instance can meet the hypotheses ({why}), so nothing was checked; mend them." if CLASH in why
                      else f"No instance that meets the hypotheses was found ({why}), so nothing was checked; they are "
                           "not shown to contradict each other: widen the domain, or solve an equality by hand.",
        Word.DERIVED: _derived(evidence) or "Both sides are equal for every instance in the scope, by exact algebra, "
                      "and they agree where they were evaluated.",
        Word.EXHAUSTED: "Every instance in the scope was evaluated exactly, and the statement holds at each.",
        Word.ENCLOSED: "The statement is proved on the whole scope, by interval arithmetic or exact signs.",
        Word.SUPPORTED: _estimated(evidence, window) or _agreement(evidence, window) or
                        f"The statement held wherever {_tried(evidence, window)}; this is evidence and no proof, and a "
                        "single instance beyond could still break it.",
        Word.WEAK: f"The checks would not have noticed a false statement ({_unnoticed(evidence)}), so their agreement "
                   "says little.",
        Word.UNDECIDED: f"Neither shown nor refuted ({why or 'no check applies to this statement'}).",
        Word.NOT_RUN: f"Nothing was checked ({why or 'no check applies to this statement'}).",
    }[word]


def _tried(evidence: Sequence[Evidence], window: str) -> str:
    """Where a supported statement held, and where that could not be told."""
    notes = (remark for e in evidence if e.outcome is Outcome.HOLDS for remark in e.note.split("; "))
    unclear = next((remark for remark in notes if UNCLEAR in remark), "")
    return f"it could be decided ({window}), with {unclear}" if unclear else f"it was tried ({window})"


def _valueless(at: str, why: str, evidence: Sequence[Evidence]) -> str:
    if any(e.outcome is Outcome.ILL_POSED for e in evidence):
        return f"The statement has no value{at} ({why}); exclude the point by a hypothesis or mend the definition."
    return f"The statement could not be evaluated{at} ({why}); mend its code."


def _derived(evidence: Sequence[Evidence]) -> str:
    """What a derivation rests on, where no identity holds for the whole scope by itself."""
    whole = {e.check: e for e in evidence if e.outcome is Outcome.HOLDS and e.coverage is Coverage.SCOPE}
    if "derivation" not in whole or "identity" in whole:
        return ""
    start = whole["derivation"].note.partition("; ")[2]
    return (f"It follows for every instance in the scope, line by line, from line 1 of its derivation; {start}, and "
            "both sides were compared where they can be evaluated.")


def _broken_derivation(evidence: Sequence[Evidence]) -> str:
    """What is wrong with the derivation of a statement that has a value wherever it was tried."""
    bad = [e for e in evidence if e.outcome in (Outcome.ILL_POSED, Outcome.ERROR)]
    if [e.check for e in bad] != ["derivation"] or not bad[0].note.startswith(BROKEN):
        return ""
    return f"{bad[0].note[:1].upper()}{bad[0].note[1:]}. The statement itself was not refuted; mend the derivation."


def _place(witness: Counterexample | None) -> str:
    """Where a witness stands, its long numbers read as decimals."""
    instance = witness.instance if witness else ()
    return " at " + ", ".join(f"{name} = {reading.value(text)}" for name, text in instance) if instance else ""


def _missed(witness: Counterexample | None, evidence: Sequence[Evidence]) -> str:
    """Where a probability lies instead of where it is claimed to lie; empty for any other witness."""
    found = next((e.sampling for e in evidence if e.sampling), None)
    if witness is None or found is None or witness.rhs:
        return ""
    sure = f" (with confidence {found.confidence})" if found.confidence else ""
    return f": {witness.lhs}{sure}, where {witness.relation} is claimed"


def _broken(witness: Counterexample | None) -> str:
    """What does not hold at a witness, in numbers that are seen to differ."""
    if witness is None or not witness.relation:
        return ""
    if (witness.relation, witness.rhs) == ("==", "true"):
        return f": {witness.lhs} does not hold"
    left, right = reading.pair(witness.lhs, witness.rhs)
    rounded = " (rounded)" if "about " in left + right else ""
    if left.removeprefix("about ") == right.removeprefix("about ") and witness.gap not in (None, "0"):
        rounded = f"; the sides differ by {witness.gap}"
    return f": {left} {witness.relation} {right} does not hold{rounded}".replace("about ", "")


def _unnoticed(evidence: Sequence[Evidence]) -> str:
    fates = variants(evidence)
    survived, untested = [name for name, fate in fates.items() if fate == "survived"], _untested(fates)
    if survived:
        return f"these variants were not refuted, are they false? {'; '.join(survived[:3])}"
    if untested:
        return f"what was stated as false has no value where it was tried, so it tests nothing: {untested[0]}"
    return "hardly any instance beyond corners met the hypotheses, or no false variant could be made"
