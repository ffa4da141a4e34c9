"""The record as JUnit XML: a claim is a test case, a paper a suite.

Only a claim that was decided as expected is a plain case. Not as expected is a failure (an error where the check itself
broke), left open or not run is skipped with its reason; a run that could not be completed carries an error of its own,
so that no viewer shows green for a run in which nothing was checked.
"""

from collections import Counter
from typing import Any
from xml.etree import ElementTree as ET

from reports import glyph, legend, outline, phrase, record

Record = dict[str, Any]


def render(data: Record) -> str:
    """The record as JUnit XML.

    Args:
        data: a valid record.
    Returns:
        the document, with `tests`, `failures`, `errors` and `skipped` counted on every suite and on the whole.
    Raises:
        RecordError: `data` is not a valid record.
    """
    record.validate(data)
    root = ET.Element("testsuites", name=_clean(data["tool"]["name"]))
    for paper in data["papers"]:
        suite = ET.SubElement(root, "testsuite", name=_clean(paper["key"]))
        for claim in paper["claims"]:
            _case(suite, paper["key"], claim)
        _count(suite)
    if data["run"]["exit_code"] in outline.PARTIAL or not outline.every_claim(data):
        suite = ET.SubElement(root, "testsuite", name="run")
        case = ET.SubElement(suite, "testcase", classname="run", name="run")
        ET.SubElement(case, "error", message=_clean(outline.headline(data)))
        _count(suite)
    _count(root)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _case(suite: ET.Element, key: str, claim: Record) -> None:
    seconds = sum(item["seconds"] or 0 for item in claim["evidence"])
    case = ET.SubElement(suite, "testcase", classname=_clean(key), name=_clean(claim["id"]), time=f"{seconds:.3f}")
    if claim["where"]["file"]:
        case.set("file", _clean(claim["where"]["file"]))
        case.set("line", str(claim["where"]["line"]))
    kind = _kind(claim)
    if kind:
        message = f"{legend.entry(claim).word}: {claim['reason'] or claim['sentence']}"
        ET.SubElement(case, kind, message=_clean(message)).text = None if kind == "skipped" else _clean(_body(claim))


def _kind(claim: Record) -> str | None:
    """The element that a claim's case carries; None for one that was decided as expected."""
    open_ = claim["verdict"] == "undecided" and claim["as_expected"] and not outline.decided(claim)
    if claim["verdict"] == "not run" or open_:
        return "skipped"
    if claim["as_expected"]:
        return None
    broke = any(item["outcome"] == "error" for item in claim["evidence"])
    return "error" if broke and claim["verdict"] == "undecided" else "failure"


def _body(claim: Record) -> str:
    lines = [f"{claim['at']}: {claim['statement']}", claim["sentence"], legend.blame(claim)]
    for shown in outline.evidence_counterexamples(claim):
        lines += [f"{row['name']} = {glyph.abbreviate(row['value'])}" for row in shown["instance"]]
        lines += [shown["reason"], *(f"{label}: {glyph.abbreviate(value)}" for label, value in phrase.witness(shown))]
    lines += [f"{item['check']}: {item['note']}" for item in claim["evidence"] if item["outcome"] == "error"]
    lines += [f"hint: {hint}" for hint in claim["hints"]]
    return "\n".join(line for line in lines if line)


def _count(suite: ET.Element) -> None:
    cases = list(suite.iter("testcase"))
    kinds = Counter(child.tag for case in cases for child in case)
    suite.set("tests", str(len(cases)))
    for attribute, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(attribute, str(kinds[tag]))


def _clean(text: str) -> str:
    """XML has no way to write most control characters, not even as references; U+FFFE and U+FFFF neither."""
    return glyph.visible(text)
