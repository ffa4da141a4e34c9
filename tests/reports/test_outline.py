"""Marks, links, counts and headlines."""

import ast
from pathlib import Path

import pytest

import reports
from reports import legend, outline, record


def test_every_verdict_of_the_schema_has_a_mark_of_its_own(small):
    words = record._validator().schema["$defs"]["claim"]["properties"]["verdict"]["enum"]
    assert set(words) == set(legend.VERDICTS) - {"known"}
    marks = [entry.mark for entry in legend.VERDICTS.values()]
    assert len(set(marks)) == len(marks)


def test_known_false_claim_differs_from_a_true_one(small):
    entries = {item.claim["id"]: item.entry for part in outline.parts(small) for item in part.items}
    assert entries["exactly"].word == "refuted, as expected"
    assert entries["exactly"].mark not in (entries["majority"].mark, entries["cor:cubic"].mark)
    assert entries["cor:cubic"].word == "refuted"


def test_a_claim_expected_to_be_refuted_with_the_wrong_witness_is_plainly_refuted():
    claim = {"verdict": "refuted", "expect": "refuted", "as_expected": False}
    assert legend.entry(claim).word == "refuted"


@pytest.mark.parametrize(("origin", "word"), [("summary", "summary"), ("folklore", "folklore"), ("ours", "our own")])
def test_no_paper_is_blamed_for_words_that_it_does_not_contain(origin, word):
    where = {"file": "paper.py", "line": 3}
    assert word in legend.blame({"verdict": "refuted", "origin": origin, "where": where})
    assert legend.blame({"verdict": "refuted", "origin": "paper", "where": where}) == ""
    assert legend.blame({"verdict": "derived", "origin": origin, "where": where}) == ""
    assert legend.blame({"verdict": "refuted", "origin": origin, "where": {"file": "", "line": 0}}) == ""


def test_anchors_are_unique_and_safe_and_uses_resolve(small, hostile):
    for data in (small, hostile):
        parts = outline.parts(data)
        anchors = [part.anchor for part in parts] + [item.anchor for part in parts for item in part.items]
        assert len(set(anchors)) == len(anchors) > 9
        assert all(anchor.isascii() and anchor.replace("-", "").replace(".", "").isalnum() for anchor in anchors)
    items = {item.claim["id"]: item for item in outline.parts(small)[0].items}
    assert items["step-logits"].uses == (("majority", "c-doe2026.majority"), ("lem:log", "c-doe2026.lem-log"))
    assert outline.parts(hostile)[0].items[0].uses[-1] == ("nowhere", None)


def test_figures_stand_beside_the_first_claim_that_they_illustrate(small):
    part = outline.parts(small)[0]
    assert [plate.figure["id"] for plate in part.loose] == ["table"]
    assert [(plate.number, plate.figure["id"]) for plate in part.plates] == [
        (1, "table"), (2, "growth"), (3, "crash"), (4, "later")]
    items = {item.claim["id"]: item for item in part.items}
    assert [plate.anchor for plate in items["majority"].plates] == ["figure-2"]
    assert (items["lem:log"].plates, items["lem:log"].seen) == ((), items["majority"].plates)
    assert items["majority"].plates[0].claims == (("majority", "c-doe2026.majority"), ("lem:log", "c-doe2026.lem-log"))
    small["papers"][0]["claims"] = [claim for claim in small["papers"][0]["claims"] if claim["id"] == "lem:log"]
    (item,) = outline.parts(small)[0].items
    assert [plate.figure["id"] for plate in item.plates] == ["growth"]
    assert item.plates[0].claims[0] == ("majority", None)


def test_headline_says_the_worst_first(small):
    assert outline.headline(small) == "3 of 9 claims are not as expected. 1 claim was left open or not run."
    small["papers"][0]["claims"] = small["papers"][0]["claims"][:5]
    small["run"]["exit_code"] = 0
    assert outline.headline(small) == "5 claims came out as expected."
    small["run"]["exit_code"] = 2
    assert "did not complete" in outline.headline(small)
    assert outline.headline_tone(small) == "open"


def test_a_run_that_checked_nothing_says_so(small):
    small["papers"][0]["claims"] = small["papers"][0]["claims"][-1:]
    small["run"]["exit_code"] = 2
    assert outline.headline(small) == "Nothing was checked: nothing follows from this report."
    small["papers"] = []
    assert outline.headline(small) == "Nothing was checked: nothing follows from this report."
    assert outline.headline_tone(small) == "open"


def test_reports_reads_the_record_and_imports_none_of_the_other_packages():
    files = list(Path(reports.__file__).parent.rglob("*.py"))
    assert len(files) > 10
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {name.split(".")[0] for name in names} & {"verify", "numerics", "sympy", "torch"}, file
