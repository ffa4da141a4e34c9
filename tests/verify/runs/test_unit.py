import json
import sys

import pytest

from verify.domains.scalar_domain import Integers
from verify.evidence import Evidence, Outcome
from verify.paper import Paper
from verify.record import evidence_record
from verify.runs import guard, unit
from verify.runs.unit import Unit, failure, perform, read, with_output


@pytest.fixture(autouse=True)
def finders(monkeypatch):
    """A unit leaves a finder behind that waits for PyTorch; its process is used for nothing else."""
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))


def paper(relation):
    made = Paper("p")
    made.claim("c", relation, forall={"n": Integers(1, 3)}, at="Lemma 1")
    return made


def test_check_that_applies():
    result = perform(Unit("p", "c", "exhaustive"), [paper("n >= 1")], "fast", guard.snapshot())
    assert (result["evidence"]["outcome"], result["lasting"]) == ("holds", True)
    assert read(json.dumps({**result, "dependencies": {}}).encode()) == {**result, "dependencies": {}}


def test_claim_that_is_gone():
    result = perform(Unit("p", "other", "exhaustive"), [paper("n >= 1")], "fast", {})
    assert (result["evidence"]["outcome"], result["lasting"]) == ("error", False)


def test_fault_of_ours_says_where(monkeypatch):
    def faulty(*_):
        raise KeyError("k")

    monkeypatch.setattr(unit, "run_check", faulty)
    result = perform(Unit("p", "c", "exhaustive"), [paper("n >= 1")], "fast", {})
    assert not result["lasting"]
    assert result["evidence"]["outcome"] == "error"
    assert "KeyError: 'k'" in result["evidence"]["note"]
    assert "test_unit, line" in result["evidence"]["note"]
    assert "fault of Assay" in result["evidence"]["note"]


def test_garbage_is_no_result():
    for data in (b"", b"{}", b"nonsense", b"[]", b'{"evidence": 3, "lasting": true, "dependencies": {}}', b"[" * 99999):
        assert read(data) is None


def test_output_is_shown_unless_the_claim_holds():
    wanted = Unit("p", "c", "search")
    failed = with_output(failure(wanted, "it broke"), "line one\n  " + "y" * 500, 1)
    assert failed["evidence"]["note"].startswith("it broke; it printed: … yyy")
    assert len(failed["evidence"]["note"]) < 300
    held = {"evidence": evidence_record(Evidence("search", Outcome.HOLDS)), "lasting": True}
    assert with_output(held, "", 0) == with_output(held, " \n", 1) == held
    assert with_output(held, "chatter", 0)["evidence"]["note"] == "it printed 1 line, the last: chatter"
    told = with_output(failure(wanted, "all 3 instances", Outcome.HOLDS), "…end of one\nn = 2\n\n" + " " * 99, 4100)
    assert told["evidence"]["note"] == "all 3 instances; it printed 4,101 lines, the last: n = 2"
    assert len(with_output(held, "z" * 400, 0)["evidence"]["note"]) < 120
    assert with_output({"evidence": None, "lasting": True}, "chatter", 0)["evidence"] is None


