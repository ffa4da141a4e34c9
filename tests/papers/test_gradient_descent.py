"""The example paper on gradient descent: every statement as it should be, every planted mistake found."""

from pathlib import Path

import pytest

from verify.runs import run

PLANTED = Path(__file__).with_name("planted") / "gradient_descent.py"
ROOT = Path(__file__).parents[2]


def verdicts(file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    record = run.check([file], run.Settings(jobs=2, cache=False, timeout=600))
    assert record["run"]["problems"] == []
    return {claim["id"]: claim for claim in record["papers"][0]["claims"]}


@pytest.mark.slow
def test_planted_mistakes_are_found_and_true_neighbours_are_not(tmp_path, monkeypatch):
    claims = verdicts(PLANTED, tmp_path, monkeypatch)
    planted = [name for name in claims if not name.startswith("true-")]
    assert len(planted) >= 20
    for name in planted:
        assert claims[name]["verdict"] == "refuted", name
        assert any(item["counterexample"] for item in claims[name]["evidence"]), name
    assert {claims[name]["verdict"] for name in claims if name.startswith("true-")} == {"supported"}
    for name, words in [("sign", "-sum((y[i] - z[i])^2"), ("attained", "<= in place of <"), ("contraction", "<="),
                        ("decrease", "the first broken link is link 2"), ("huber", "(4*k + 2)")]:
        assert any(words in hint for hint in claims[name]["hints"]), (name, claims[name]["hints"])


@pytest.mark.slow
def test_the_paper_is_as_expected(tmp_path, monkeypatch):
    claims = verdicts(ROOT / "verify" / "papers" / "gradient_descent.py", tmp_path, monkeypatch)
    assert len(claims) >= 35
    assert [name for name, claim in claims.items() if not claim["as_expected"]] == []
    assert claims["contraction-factor"]["verdict"] == "derived"
    assert claims["recursion"]["verdict"] == claims["heavy-ball-discriminant"]["verdict"] == "enclosed"
