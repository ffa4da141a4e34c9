"""JUnit: what a viewer counts."""

from xml.etree import ElementTree as ET

from reports import junit


def _cases(data):
    root = ET.fromstring(junit.render(data))
    return root, {case.get("name"): case for case in root.iter("testcase")}


def test_each_claim_is_a_case_of_the_right_kind(small):
    root, cases = _cases(small)
    assert {name: [child.tag for child in case] for name, case in cases.items()} == {
        "majority": [], "lem:log": [], "parity": [], "step-logits": [], "exactly": [],
        "cor:cubic": ["failure"], "rate": ["failure"], "empty": ["failure"], "deep": ["skipped"],
    }  # fmt: skip
    assert [root.get(key) for key in ("tests", "failures", "errors", "skipped")] == ["9", "3", "0", "1"]
    assert cases["cor:cubic"].get("file") == "doe2026.py"
    assert cases["cor:cubic"].get("line") == "57"
    assert cases["majority"].get("time") == "1.650"
    assert "n = 2" in cases["cor:cubic"][0].text
    assert cases["deep"][0].get("message") == "not run: the run had the fast tier"


def test_undecided_but_tolerated_is_skipped_not_green(small):
    small["papers"][0]["claims"][6]["as_expected"] = True
    _, cases = _cases(small)
    assert [child.tag for child in cases["rate"]] == ["skipped"]


def test_a_check_that_broke_is_an_error(small):
    small["papers"][0]["claims"][6]["evidence"][0].update(outcome="error", note="ZeroDivisionError in loss")
    root, cases = _cases(small)
    assert cases["rate"][0].tag == "error"
    assert "ZeroDivisionError in loss" in cases["rate"][0].text
    assert root.get("errors") == "1"


def test_a_run_without_result_is_not_green(small):
    small["papers"][0]["claims"] = small["papers"][0]["claims"][-1:]
    small["run"]["exit_code"] = 2
    root, cases = _cases(small)
    assert cases["run"][0].get("message") == "Nothing was checked: nothing follows from this report."
    assert root.get("errors") == "1"
    small.update(papers=[])
    small["run"]["exit_code"] = 0
    assert _cases(small)[0].get("errors") == "1"


def test_hostile_texts_survive_the_parser(hostile):
    root, cases = _cases(hostile)
    assert r"\input{x}" in cases
    assert any("]]> <script>" in name for name in cases)
    assert root.get("tests") == "19"
