import pytest

from verify import template
from verify.errors import PaperError
from verify.runs import run
from verify.runs.run import Settings
from verify.template import write_template


def test_template_runs_and_shows_each_kind(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "My paper-2.py"
    write_template(file)
    record = run.check([file], Settings(jobs=2, cache=False), figures=True)
    (paper,) = record["papers"]
    assert [figure["state"] for figure in paper["figures"]] == ["drawn"]
    verdicts = {claim["id"]: claim["verdict"] for claim in paper["claims"]}
    assert record["run"]["exit_code"] == 0, [(c["id"], c["reason"]) for c in paper["claims"]]
    assert paper["key"] == "my_paper_2"
    assert verdicts["too-strong"] == "refuted"
    assert [entry["id"] for entry in paper["not_checked"]] == ["asymptotic"]


def test_false_variant_of_the_template_is_refuted(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = template.TEMPLATE.format(file="t.py", key="t")
    (tmp_path / "t.py").write_text(text.replace('"n^2"), at', '"n^2 + n"), at'))
    record = run.check([tmp_path / "t.py"], Settings(cache=False), identifiers=["odd-sum"])
    assert record["papers"][0]["claims"][0]["verdict"] == "refuted"


def test_nothing_is_overwritten(tmp_path):
    file = tmp_path / "paper.py"
    file.write_text("mine")
    with pytest.raises(PaperError, match="exists already"):
        write_template(file)
    assert file.read_text() == "mine"


def test_names_that_cannot_be_written(tmp_path):
    with pytest.raises(PaperError, match=r"write assay init .*paper\.py"):
        write_template(tmp_path / "paper")
    (tmp_path / "file").write_text("mine")
    with pytest.raises(PaperError, match="cannot be made: "):
        write_template(tmp_path / "file" / "paper.py")


def test_a_missing_folder_is_made(tmp_path):
    write_template(tmp_path / "absent" / "paper.py")
    assert (tmp_path / "absent" / "paper.py").is_file()
