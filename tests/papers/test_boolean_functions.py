"""The example paper on Boolean functions: every statement as it should be, every planted mistake found."""

from pathlib import Path

import pytest

from verify.runs import run

PLANTED = Path(__file__).with_name("planted") / "boolean_functions.py"
ROOT = Path(__file__).parents[2]


def verdicts(file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    record = run.check([file], run.Settings(jobs=2, cache=False))
    assert record["run"]["problems"] == []
    return {claim["id"]: claim for claim in record["papers"][0]["claims"]}


def test_every_planted_mistake_is_found(tmp_path, monkeypatch):
    claims = verdicts(PLANTED, tmp_path, monkeypatch)
    planted = [name for name in claims if not name.startswith("true-")]
    assert len(planted) >= 15
    for name in planted:
        witnesses = [item["counterexample"] for item in claims[name]["evidence"] if item["counterexample"]]
        assert claims[name]["verdict"] == "refuted", name
        assert witnesses, name


def test_true_neighbours_are_green(tmp_path, monkeypatch):
    claims = verdicts(PLANTED, tmp_path, monkeypatch)
    assert {claims[name]["verdict"] for name in claims if name.startswith("true-")} <= {"exhausted", "supported"}


@pytest.mark.slow
def test_the_paper_is_as_expected(tmp_path, monkeypatch):
    claims = verdicts(ROOT / "verify" / "papers" / "boolean_functions.py", tmp_path, monkeypatch)
    assert len(claims) >= 20
    assert all(claim["as_expected"] for claim in claims.values())
