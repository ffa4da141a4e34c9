"""What the words of a report mean, and the mark that stands for each of them.

A mark is a shape; colour only repeats what shape and word already say. *Refuted, as expected* (a claim known to be
false that was refuted) is a mark of its own: the run is in order, the claim is not true.
"""

from dataclasses import dataclass
from typing import Any

Claim = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the legend: `key` names colour and drawing, `mark` is one character, `tone` a family of verdicts."""

    key: str
    word: str
    mark: str
    tone: str
    meaning: str


VERDICTS: dict[str, Entry] = {
    entry.key: entry
    for entry in (
        Entry("derived", "derived", "●", "proved", "Proved for the whole scope by symbolic derivation."),
        Entry("exhausted", "exhausted", "■", "proved", "Every instance of the scope was evaluated, and it held."),
        Entry("enclosed", "enclosed", "◆", "proved", "Rigorous bounds (balls) cover the whole scope."),
        Entry("supported", "supported", "◐", "held", "It held wherever the window was tested: evidence, no proof."),
        Entry("known", "refuted, as expected", "⊗", "known", "Stated as known to be false, and shown false."),
        Entry("refuted", "refuted", "✗", "wrong", "An instance that meets every hypothesis violates the claim."),
        Entry("contradictory", "contradictory", "‼", "wrong", "Rigorous results disagree: our error or a convention."),
        Entry("ill-posed", "ill-posed", "⊥", "wrong", "A side is undefined on an instance that meets the hypotheses."),
        Entry("vacuous", "vacuous", "∅", "hollow", "No instance met the hypotheses: nothing was tested."),
        Entry("weak", "weak", "◔", "hollow", "The check also accepts variants that are false: it proves little."),
        Entry("flaky", "flaky", "~", "hollow", "Repeating the same check gave different results."),
        Entry("undecided", "undecided", "?", "open", "Neither shown nor refuted: unknown, and neither good nor bad."),
        Entry("not run", "not run", "–", "open", "Not looked at in this run."),
    )
}

ORIGINS: dict[str, Entry] = {
    entry.key: entry
    for entry in (
        Entry("paper", "paper", "P", "", "the paper itself states it"),
        Entry("summary", "summary", "Σ", "", "the wording of a summary; the paper may word it otherwise"),
        Entry("folklore", "folklore", "F", "", "folklore or a textbook; not a statement of this paper"),
        Entry("ours", "ours", "O", "", "our own statement; the paper does not make it"),
    )
}

NOTIONS: tuple[tuple[str, str], ...] = (
    ("scope", "What is claimed, for example all n ≥ 1."),
    ("window", "What was tested, for example n = 1, …, 12. A window is never sold as the scope."),
    ("grade", "How rigorous the evidence is: exact, enclosed (rigorous bounds), 1−δ (by sampling;"
     " δ is the chance of a wrong verdict), or numerical."),
    ("power", "False variants of the claim: how many the check refuted, and the smallest error it would have caught."),
    ("nearby", "Formulas a slip of the pen away from the claim: refuted, true as well, or open. They decide nothing."),
    ("tightness", "Where an inequality is an equality, or how close it comes; a limit is only ever what it seems."),
    ("reach", "How many instances were tried, how many of them met the hypotheses, and how many were corner cases."),
)

_BLAMELESS = {
    "summary": "What fails is the wording of a summary, not necessarily a sentence of the paper.",
    "folklore": "What fails is folklore, not a sentence of the paper.",
    "ours": "What fails is a statement of our own, not a sentence of the paper.",
}


def entry(claim: Claim) -> Entry:
    """The legend's row for the verdict of `claim`.

    >>> entry({"verdict": "refuted", "expect": "refuted", "as_expected": True}).word
    'refuted, as expected'
    """
    known = claim["verdict"] == "refuted" and claim["expect"] == "refuted" and claim["as_expected"]
    return VERDICTS["known" if known else claim["verdict"]]


def blame(claim: Claim) -> str:
    """A sentence for a failing claim whose words are not the paper's own; empty otherwise.

    >>> blame({"verdict": "refuted", "origin": "folklore", "where": {"file": "paper.py", "line": 1}})
    'What fails is folklore, not a sentence of the paper.'
    """
    if claim["verdict"] not in ("refuted", "contradictory", "ill-posed") or not claim["where"]["file"]:
        return ""  # a statement that is typed in is nobody's words
    return _BLAMELESS.get(claim["origin"], "")


def standing(claim: Claim) -> str:
    """Whether the claim came out as expected, in words; empty for the plain good case.

    >>> where = {"file": "paper.py", "line": 1}
    >>> standing({"verdict": "derived", "expect": "refuted", "as_expected": False, "where": where})
    'not as expected: it should have been refuted'
    """
    if not claim["where"]["file"]:
        return ""
    wanted = {"refuted": "it should have been refuted", "inconsistent": "it should not have fitted its ladder"}
    if claim["as_expected"] and claim["verdict"] == "undecided" and claim["expect"]:
        return "as expected"
    if claim["as_expected"]:
        return "left open" if claim["verdict"] in ("undecided", "not run") else ""
    return f"not as expected: {wanted[claim['expect']]}" if claim["expect"] else "not as expected"
