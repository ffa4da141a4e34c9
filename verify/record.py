"""Record: claims, evidence and verdicts as plain JSON data, from which every report is made.

A *head* is what is known of a paper or claim before anything is checked.  Heads and evidence cross process boundaries
as JSON; verdicts are computed from them here, and nowhere else.
"""

from __future__ import annotations

import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from verify import verdict
from verify.evidence import (
    INCONSISTENT,
    SEARCHED,
    Counterexample,
    Coverage,
    Estimate,
    Evidence,
    Ladder,
    LawFit,
    Need,
    Neighbour,
    Outcome,
    Power,
    Rigour,
    Rung,
    Sampling,
    Slack,
)
from verify.quantifiers.quantifier import KINDS
from verify.verdict import GREEN, Word

SCHEMA_VERSION = 1
Cap = tuple[Word, str, str]
"""What the claims that a claim uses allow it: the best verdict, the reason, and how far they reach."""
_UNTOLD = ("checks", "fault")
"""What a head says for the run alone."""
_INSIDE = ("power", "hints", "window", "corners", "neighbours", "needs", "tightness")
"""Parts of evidence that are put together for the claim."""
PACKAGES = ("sympy", "numpy", "scipy", "hypothesis", "python-flint", "mpmath")


def evidence_record(evidence: Evidence) -> dict[str, Any]:
    """Return evidence as JSON data, its power and hints included."""
    return {
        "check": evidence.check, "outcome": str(evidence.outcome),
        "rigour": evidence.rigour and str(evidence.rigour), "coverage": evidence.coverage and str(evidence.coverage),
        "tried": evidence.tried, "admitted": evidence.admitted, "corners": evidence.corners,
        "slack": asdict(evidence.slack) if evidence.slack else None,
        "counterexample": _counterexample_record(evidence.counterexample) if evidence.counterexample else None,
        "steps": list(evidence.steps), "note": evidence.note, "window": evidence.window,
        "hints": list(evidence.hints), "seconds": evidence.seconds,
        "power": {"variants": [list(pair) for pair in evidence.power.variants], "detection": evidence.power.detection},
        "neighbours": [asdict(one) for one in evidence.neighbours], "needs": [asdict(one) for one in evidence.needs],
        "tightness": list(evidence.tightness),
        "sampling": _sampling_record(evidence.sampling) if evidence.sampling else None,
        "ladder": _ladder_record(evidence.ladder) if evidence.ladder else None,
    }


def _counterexample_record(witness: Counterexample) -> dict[str, Any]:
    return {**asdict(witness), "instance": _pairs(witness.instance)}


def _sampling_record(sampling: Sampling) -> dict[str, Any]:
    estimates = [{**asdict(e), "outcome": str(e.outcome), "instance": _pairs(e.instance)} for e in sampling.estimates]
    return {**asdict(sampling), "estimates": estimates}


def _sampling_from(data: Mapping[str, Any]) -> Sampling:
    estimates = (Estimate(**{**e, "outcome": Outcome(e["outcome"]), "instance": _from_pairs(e["instance"])})
                 for e in data["estimates"])
    return Sampling(data["error"], data["seeds"], tuple(estimates))


def _ladder_record(ladder: Ladder) -> dict[str, Any]:
    return {"along": ladder.along, "rungs": [asdict(rung) for rung in ladder.rungs],
            "laws": [asdict(law) for law in ladder.laws]}


def _ladder_from(data: Mapping[str, Any]) -> Ladder:
    return Ladder(data["along"], tuple(Rung(**rung) for rung in data["rungs"]),
                  tuple(LawFit(**law) for law in data["laws"]))


def _pairs(instance: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"name": name, "value": text} for name, text in instance]


def _from_pairs(entries: Iterable[Mapping[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple((entry["name"], entry["value"]) for entry in entries)


def evidence_from(data: Mapping[str, Any]) -> Evidence:
    """Return the evidence that :func:`evidence_record` wrote.

    >>> evidence_from(evidence_record(Evidence("search", Outcome.HOLDS))) == Evidence("search", Outcome.HOLDS)
    True
    """
    witness = data["counterexample"]
    return Evidence(
        check=data["check"], outcome=Outcome(data["outcome"]), rigour=data["rigour"] and Rigour(data["rigour"]),
        coverage=data["coverage"] and Coverage(data["coverage"]), tried=data["tried"], admitted=data["admitted"],
        corners=data["corners"], slack=Slack(**data["slack"]) if data["slack"] else None,
        counterexample=Counterexample(**{
            **witness, "instance": _from_pairs(witness["instance"])}) if witness else None,
        steps=tuple(data["steps"]), note=data["note"], window=data["window"], hints=tuple(data["hints"]),
        power=Power(tuple((name, fate) for name, fate in data["power"]["variants"]), data["power"]["detection"]),
        neighbours=tuple(Neighbour(**one) for one in data["neighbours"]),
        needs=tuple(Need(**one) for one in data["needs"]), tightness=tuple(data["tightness"]),
        sampling=_sampling_from(data["sampling"]) if data["sampling"] else None,
        ladder=_ladder_from(data["ladder"]) if data["ladder"] else None, seconds=data["seconds"],
    )


def claim_record(head: Mapping[str, Any], evidence: Sequence[Evidence], cap: Cap | None = None,
                 replay: str = "") -> dict[str, Any]:
    """Return the record of a checked claim; ``cap`` is the verdict, and its reason, that claims it uses allow."""
    word = verdict.decide(evidence)
    grade = verdict.grade(word, evidence)
    start = grade.removeprefix("exact") if word is Word.DERIVED else ""
    window = f"the whole scope{start}" if word in GREEN[:3] else _window(head, evidence)
    own = KINDS[head["quantifier"]].sentences if head["quantifier"] else {}
    sentence = verdict.sentence(word, evidence, window, own, head["order"] or "")
    reason = verdict.reason(word, evidence)
    if cap is not None and word in GREEN and cap[0] is not word:
        word, reason = cap[:2]
        grade = f"{grade}, capped by what it uses"
        window = f"{window}; as far as {cap[2]} reaches"
        sentence = f"What was checked holds, but it rests on other claims: {reason}."
    if word in GREEN and head["conclusion"]:
        sentence += f" Its conclusion is {head['conclusion']}."
    fates = verdict.variants(evidence)
    expected = _expected(head["expect"], word, evidence)
    detection = next((e.power.detection for e in evidence if e.power.detection), None)
    return {
        **{name: value for name, value in head.items() if name not in _UNTOLD},
        "hypotheses": _hypotheses(head, evidence),
        "neighbours": [] if word is Word.REFUTED else _neighbours(evidence),
        "tightness": [] if word is Word.REFUTED else list(dict.fromkeys(
            line for e in _last_tight(evidence) for line in e.tightness)),
        "verdict": str(word), "grade": grade, "reason": reason, "sentence": sentence, "as_expected": expected,
        "window": window,
        "power": {"made": len(fates), "refuted": list(fates.values()).count("refuted"),
                  "survived": [name for name, fate in fates.items() if fate == "survived"],
                  "void": list(fates.values()).count("void"), "detection_limit": detection},
        "reach": _reach(evidence),
        "hints": list(next((e.hints for e in evidence if e.hints), ())),
        "evidence": [_public(evidence_record(e), replay) for e in evidence],
    }


def _expected(wanted: str | None, word: Word, evidence: Sequence[Evidence]) -> bool:
    """Whether a claim came out as its author expects: green, refuted with a witness, or inconsistent on its ladder."""
    if wanted == "inconsistent":
        return word is Word.UNDECIDED and any(e.ladder and e.ladder.finding == INCONSISTENT for e in evidence)
    return word is Word.REFUTED and any(e.counterexample for e in evidence) if wanted else word in GREEN


def _hypotheses(head: Mapping[str, Any], evidence: Sequence[Evidence]) -> list[dict[str, Any]]:
    """The hypotheses with what became of the claim without each: that it broke counts before anything else."""
    strength = ("never violated", "not needed", "open", "needed")
    found: dict[str, Need] = {}
    for need in (need for item in evidence for need in item.needs):
        if need.name not in found or strength.index(need.fate) > strength.index(found[need.name].fate):
            found[need.name] = need
    return [{**hypothesis, **_need(found.get(hypothesis["name"]))} for hypothesis in head["hypotheses"]]


def _reach(evidence: Sequence[Evidence]) -> dict[str, int]:
    """The reach of the check that tried the most: two checks may try the same instances, so nothing is added up."""
    keys = ("tried", "admitted", "corners")
    rows = [[getattr(item, key) for key in keys] for item in evidence]
    return dict(zip(keys, max(rows, default=[0, 0, 0]), strict=True))


def _need(need: Need | None) -> dict[str, Any]:
    if need is None:
        return {"fate": None, "instances": 0, "witness": "", "all": False}
    return {"fate": need.fate, "instances": need.instances, "witness": need.witness, "all": need.all}


def _neighbours(evidence: Sequence[Evidence]) -> list[dict[str, str]]:
    """Each nearby formula once: refuted by any check, else proved by any, else open."""
    strength = ("open", "true", "refuted")
    found: dict[str, Neighbour] = {}
    for one in (one for item in evidence for one in item.neighbours):
        if one.text not in found or strength.index(one.fate) > strength.index(found[one.text].fate):
            found[one.text] = one
    return [asdict(one) for one in found.values()]


def _last_tight(evidence: Sequence[Evidence]) -> list[Evidence]:
    """The check that went furthest says how tight an inequality is."""
    return [item for item in evidence if item.tightness][-1:]


def _public(data: dict[str, Any], replay: str) -> dict[str, Any]:
    shown = {key: value for key, value in data.items() if key not in _INSIDE}
    if shown["counterexample"]:
        shown["counterexample"] = {**shown["counterexample"], "replay": replay}
    return shown


def _window(head: Mapping[str, Any], evidence: Sequence[Evidence]) -> str:
    """What was covered: the windows of the checks that hold, else the listed window."""
    parts = [e.window for e in evidence if e.window and e.outcome is Outcome.HOLDS]
    parts = list(dict.fromkeys(parts or [e.window for e in evidence if e.window]))
    listed = "; ".join(part for part in parts if not part.startswith(SEARCHED))
    searched = [part for part in parts if part.startswith(SEARCHED) and not _covered(part, listed)]
    if listed and searched:
        return f"all of {listed}, and {'; '.join(searched)}"
    return listed or "; ".join(searched) or str(head["window"])


def _covered(searched: str, listed: str) -> bool:
    """Whether every variable was searched no further than it was listed."""
    known = listed.split("; ")
    return bool(listed) and all(part in known or f"every {part.partition(' in ')[0]}" in known
                                for part in searched.removeprefix(SEARCHED).split("; "))


def paper_record(head: Mapping[str, Any], evidence: Mapping[str, Sequence[Evidence]],
                 figures: Iterable[Mapping[str, Any]] = ()) -> dict[str, Any]:
    """Return the record of a checked paper; claims that use others are capped by them.

    ``evidence`` maps claim ids to their evidence; claims that it lacks were not selected and are left out.
    ``figures`` are the records of those that were asked for.
    """
    heads = {claim["id"]: claim for claim in head["claims"]}
    records: dict[str, dict[str, Any]] = {}

    def finish(identifier: str) -> dict[str, Any] | None:
        if identifier not in records and identifier in evidence:
            claim = heads[identifier]
            supports = [(used, finish(used)) for used in claim["uses"]]
            replay = f"assay check {claim['where']['file']} --claim {identifier!r}"
            records[identifier] = claim_record(claim, evidence[identifier], _cap(supports), replay)
        return records.get(identifier)

    for identifier in heads:
        finish(identifier)
    claims = [records[identifier] for identifier in heads if identifier in records]
    return {**head, "claims": claims, "figures": list(figures)}


def _cap(supports: Iterable[tuple[str, Mapping[str, Any] | None]]) -> Cap | None:
    """The best verdict that the used claims allow: undecided below a red or missing one, else the weakest green."""
    limits = []
    for used, record in supports:
        word = Word(record["verdict"]) if record else Word.NOT_RUN
        if record is None or word not in GREEN:
            why = f"which is {word}" if record else "which was not run"
            return Word.UNDECIDED, f"it uses {used}, {why}", used
        if word is Word.SUPPORTED:
            limits.append((used, record["window"]))
    if not limits:
        return None
    names = " and ".join(used for used, _ in limits)
    reach = "; ".join(f"{used} ({window})" for used, window in limits)
    return Word.SUPPORTED, f"it uses {names}, which {'is' if len(limits) == 1 else 'are'} only supported", reach


def run_record(papers: Sequence[Mapping[str, Any]], tier: str, settings: Mapping[str, Any],
               problems: Sequence[str] = ()) -> dict[str, Any]:
    """Return the whole record of a run; ``problems`` are sentences about what could not be checked at all."""
    claims = [claim for paper in papers for claim in paper["claims"]]
    code = 2 if problems or not claims or all(c["verdict"] == Word.NOT_RUN for c in claims) else int(
        not all(claim["as_expected"] for claim in claims))
    return {
        "schema_version": SCHEMA_VERSION, "tool": {"name": "assay", "version": _version("assay")},
        "run": {"versions": versions(), "tier": tier, "settings": dict(settings), "exit_code": code,
                "problems": list(problems), "seconds": None},
        "papers": list(papers),
    }


def versions() -> dict[str, str]:
    """Return the versions of everything that a result depends on."""
    found = {name: _version(name) for name in (*PACKAGES, "torch")}
    return {"python": platform.python_version(), **{name: text for name, text in found.items() if text}}


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
