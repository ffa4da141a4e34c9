"""Figures in whole runs: contained, kept, the same for any number of workers, and of no weight for verdicts."""

import textwrap

import pytest

from reports.record import dumps, validate
from verify.runs import run
from verify.runs.run import Settings

FILE = '''
import os, random, sys, time
from verify import Paper, curve, heat, lines, points
paper = Paper("figures")

paper.claim("a", "1 + 1 == 2", at="Lemma 1")
paper.claim("b", "1 + 2 == 3", at="Lemma 2")

@paper.figure("random", title="Drawn from the global generator", illustrates="a")
def drawn():
    return lines(points("draws", range(20), [random.random() for _ in range(20)]), x="k", y="u")

@paper.figure("loose", title="Illustrates nothing")
def loose():
    print("something")
    return heat(x=("set order", sorted({"b", "a"})), y=("row", [1]), values=("v", [[1, 2]]))

@paper.figure("divides", title="Crashes", illustrates="b")
def divides():
    return 1/0

@paper.figure("nothing", title="Returns nothing", illustrates="b")
def nothing():
    pass

@paper.figure("nan", title="Has no number", illustrates="b")
def nan():
    return lines(points("a", [1], [float("nan")]), x="x", y="y")

@paper.figure("hangs", title="Never ends", illustrates="b")
def hangs():
    while True:
        pass

@paper.figure("exits", title="Ends Python", illustrates="b")
def exits():
    sys.exit(0)

@paper.figure("dies", title="Ends its process", illustrates="b")
def dies():
    os._exit(3)

@paper.figure("eats", title="Needs too much memory", illustrates="b")
def eats():
    return bytearray(50 << 30)

@paper.figure("later", title="Belongs to the full tier", illustrates="b", tier="full")
def later():
    return None

@paper.figure("typo", title="Illustrates nobody", illustrates="c")
def typo():
    return None
'''
FAILED = {
    "divides": "figures.py:20: ZeroDivisionError: division by zero",
    "nothing": "the function of figure 'nothing' returned NoneType: it returns a picture",
    "nan": "figures.py:28: points 'a': y: finite numbers (given: nan)",
    "hangs": "stopped at the time limit of 2 s",
    "exits": "figures.py:37: SystemExit: 0",
    "dies": "the process ended with exit code 3 before it had a result",
    "eats": "it needs more memory than the limit (--memory)",
    "typo": "figures.py:51: figure 'typo' illustrates 'c', which the paper does not have",
}


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "figures.py").write_text(textwrap.dedent(FILE), encoding="utf-8")
    return tmp_path / "figures.py"


class Remarks(run.Progress):
    def __init__(self):
        self.said, self.names = [], set()

    def remark(self, sentence):
        self.said.append(sentence)

    def step(self, task, running):
        self.names.add(task.claim)


def figures(record):
    validate(record)
    return {figure["id"]: figure for figure in record["papers"][0]["figures"]}


def test_a_figure_that_cannot_be_drawn_says_so_and_changes_no_verdict(file):
    heard = Remarks()
    record = run.check([file], Settings(jobs=2, timeout=2), progress=heard, figures=True)
    found = figures(record)
    assert record["run"]["exit_code"] == 0
    assert {claim["verdict"] for claim in record["papers"][0]["claims"]} == {"derived"}
    assert [name for name, figure in found.items() if figure["state"] == "drawn"] == ["random", "loose"]
    assert {name for name, figure in found.items() if figure["state"] == "failed"} == set(FAILED)
    for name, words in FAILED.items():
        assert words in found[name]["reason"]
        assert any(f"the figure {name!r} cannot be drawn (no verdict depends on it): " in said for said in heard.said)
    assert found["later"]["state"] == "left out"
    assert found["later"]["reason"] == "it belongs to the full tier: run with --tier full"
    assert set(FAILED) - {"typo"} <= heard.names

    # whoever checks does not pay for figures, but hears of those that are not well-formed
    heard = Remarks()
    assert list(figures(run.check([file], Settings(), progress=heard))) == ["typo"]
    assert (heard.names, len(heard.said)) == (set(), 1)

    # what was drawn is kept, and only figures of the chosen claims are shown
    heard = Remarks()
    kept = figures(run.check([file], Settings(), progress=heard, identifiers=["a"], figures=True))
    assert heard.names == set()
    assert kept == {"random": found["random"]}

    # the picture is the same in another process, beside others or alone
    anew = figures(run.check([file], Settings(jobs=1, cache=False), identifiers=["a"], figures=True))
    assert dumps(anew) == dumps(kept)
