"""The command line as a user meets it: in a process of its own where exit codes and streams matter."""

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest

from verify import cli

PAPER = """
from verify import Integers, Paper, oo
paper = Paper("demo", title="A demonstration")
n = paper.variables(n=Integers(1, oo))
paper.claim("lem:sum", "Sum(k, (k, 1, n)) == n*(n + 1)/2", at="Lemma 1")
paper.claim("thm:power", "2^n >= n^2", at="Theorem 2")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """One folder for all tests, so that the claims are checked once and then taken from the store."""
    made = tmp_path_factory.mktemp("cli")
    (made / "paper.py").write_text(PAPER)
    (made / "nothing.py").write_text("# no Paper here")
    return made


@pytest.fixture
def assay(folder, monkeypatch, capfd):
    """Run the command line in this process, in the folder; return exit code, output and errors."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments):
        with pytest.raises(SystemExit) as ended:
            cli.main(arguments)
        written = capfd.readouterr()
        return ended.value.code, written.out, written.err

    return run


def test_check_says_what_is_wrong(assay):
    code, out, err = assay("check", "paper.py")
    assert code == 1
    assert "assay:" not in err
    assert "thm:power" in out
    assert "counterexample: n = 3" in out
    assert "\x1b" not in out


def test_check_of_what_is_right(assay):
    assert assay("check", "paper.py", "-k", "lem and not thm")[0] == 0
    assert assay("check", "paper.py", "--claim", "lem:sum")[0] == 0


@pytest.mark.parametrize(("arguments", "sentence"), [
    (["check", "absent.py"], "assay: 'absent.py' is not a file, a folder, a module or a built-in paper: "),
    (["check", "nothing.py"], "assay: nothing was checked: there is no Paper in nothing.py"),
    (["check", "paper.py", "-k", "nothing"], "assay: nothing was checked: no claim's id matches 'nothing'"),
    (["check", "paper.py", "-k", "and"], "assay: the expression 'and' cannot be read"),
    (["check", "paper.py", "--claim", "lem:sun"], "assay: there is no claim 'lem:sun'; write 'lem:sum'"),
    (["check"], "Usage: assay check [OPTIONS] PATH..."),
    (["check", "paper.py", "-j", "0"], "Usage:"),
    (["check", "paper.py", "--timeout", "0"], "Usage:"),
    (["check", "paper.py", "-o", "paper.py/x", "-k", "lem"], "Error: paper.py/x cannot be written: "),
    (["unknown"], "Usage:"),
    (["show", "nothing", "paper.py"], "assay: there is no claim 'nothing'"),
    (["report"], "Usage:"),
    (["report", "paper.py", "--record", "paper.py"], "Usage:"),
    (["report", "--record", "paper.py"], "Error: record is invalid at $: paper.py is not JSON"),
    (["init", "paper.py"], "assay: paper.py exists already: nothing is overwritten; write another name"),
    (["try", "log(x) <= x", "x=between"], "assay: the domain of x cannot be read"),
    (["try", "log(x) <= x", "x"], "Usage:"),
    (["try", "log(x) <= x"], "assay: undeclared name 'x' in 'log(x) <= x'"),
    (["try", "__import__('os')", "x=R"], "assay: "),
])
def test_what_cannot_be_run_ends_with_two_and_a_sentence(assay, arguments, sentence):
    code, out, err = assay(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith(sentence)
    assert "Traceback" not in err


def test_forms_are_read_by_their_readers(assay):
    code, out, _ = assay("check", "paper.py", "--format", "json")
    record = json.loads(out)
    assert (code, record["run"]["exit_code"]) == (1, 1)
    assert [claim["id"] for claim in record["papers"][0]["claims"]] == ["lem:sum", "thm:power"]
    assert record["papers"][0]["claims"][0]["where"] == {"file": "paper.py", "line": 5}
    _, out, _ = assay("check", "paper.py", "--format", "junit")
    assert int(ET.fromstring(out).find("testsuite").get("failures")) == 1
    _, out, _ = assay("check", "paper.py", "--format", "github")
    assert "::error" in out
    assert "file=paper.py,line=6" in out


def test_output_file(assay, folder):
    code, out, _ = assay("check", "paper.py", "--format", "json", "-o", "record.json")
    assert (code, out) == (1, "")
    assert json.loads((folder / "record.json").read_text())["tool"]["name"] == "assay"


def test_list_does_not_check(assay):
    code, out, _ = assay("list", "paper.py")
    assert code == 0
    first, second = out.splitlines()
    assert first.startswith("lem:sum    fast  Lemma 1    Sum(k, (k, 1, n)) == ")
    assert second == "thm:power  fast  Theorem 2  2^n >= n^2"


def test_list_marks_what_is_not_well_formed(assay, folder):
    (folder / "bad.py").write_text("from verify import Paper\npaper = Paper('k')\n"
                                   "paper.claim('a', '2n == 1', at='p. 1')\n")
    code, out, _ = assay("list", "bad.py")
    assert (code, out) == (0, "a  fast  p. 1  2n == 1 [not well-formed]\n")


def test_figures_are_drawn_for_those_who_need_them_and_listed_for_all(assay, folder):
    (folder / "drawn.py").write_text(PAPER.replace('"demo"', '"drawn"') + """
from verify import curve, lines
@paper.figure("growth", title="Growth", illustrates="lem:sum")
def growth():
    return lines(curve("sum", [1, 2, 3], [1, 3, 6]), x="n", y="sum")
@paper.figure("crash", title="A\\x1b[31m crash")
def crash():
    raise ValueError("\\x1b[31m")
""")
    assert "growth     fast             Growth [figure of lem:sum]" in assay("list", "drawn.py")[1]
    code, out, err = assay("check", "drawn.py", "--claim", "lem:sum")
    assert code == 0
    assert "figure" not in err
    code, out, err = assay("check", "drawn.py", "--format", "json")
    assert code == 1
    assert [figure["state"] for figure in json.loads(out)["papers"][0]["figures"]] == ["drawn", "failed"]
    assert "assay: the figure 'crash' cannot be drawn (no verdict depends on it): " in err
    assert "drawn.py:14: ValueError: [U+001B][31m" in err


def test_show(assay):
    code, out, _ = assay("show", "thm:power", "paper.py")
    assert code == 1
    assert "Theorem 2" in out
    assert "lem:sum" not in out


def test_report_and_report_of_a_record(assay, folder, monkeypatch):
    monkeypatch.setenv("PATH", "")  # no LaTeX
    code, out, _ = assay("report", "paper.py", "-o", "made")
    assert code == 1
    assert out.splitlines()[:3] == ["made/record.json", "made/report.tex", "made/report.html"]
    assert out.splitlines()[3].startswith("No PDF: LaTeX is not installed")
    code, _, _ = assay("report", "--record", "made/record.json", "-o", "again")
    assert code == 1
    for name in ("record.json", "report.tex", "report.html"):
        assert (folder / "made" / name).read_bytes() == (folder / "again" / name).read_bytes()


def test_init(assay, folder):
    code, out, _ = assay("init", "fresh.py")
    assert (code, out) == (0, "Wrote fresh.py.  Next: assay check fresh.py\n")
    assert (folder / "fresh.py").exists()


@pytest.mark.parametrize(("arguments", "code", "word"), [
    (["log(1 + x) <= x", "x=[0, oo)"], 0, "enclosed"),
    (["2^n >= n^2", "n=N"], 1, "n = 3"),
    (["k^2 == 1", "k={-1, 1}"], 0, "exhausted"),
    (["1/x >= 1", "x=(0, 1]"], 0, "0 < x"),
    (["n^2 % 8 == 1", "n=integers 1..99", "--given", "n % 2 == 1"], 0, "exhausted"),
    (["x >= -1", "x=[-2, 2]"], 1, "refuted"),
])
def test_try(assay, arguments, code, word):
    found, out, err = assay("try", *arguments)
    assert (found, err) == (code, "")
    assert word in out


def test_try_within_limits(assay):
    code, out, _ = assay("try", "n^2 >= 0", "n=N", "--timeout", "1e-9")
    assert code == 1
    assert "stopped at the time limit of 1e-09 s" in out


def test_try_as_data(assay):
    code, out, _ = assay("try", "v[1]^2 >= 1", "v=R^2", "--format", "json")
    record = json.loads(out)
    assert (code, record["verdict"]) == (1, "refuted")
    assert record["variables"] == [{"name": "v", "domain": "vectors of 2 reals"}]


def test_an_id_adds_to_an_expression(assay):
    for arguments in (("-k", "power", "--claim", "lem:sum"), ("--claim", "lem:sum", "-k", "zzz")):
        code, out, _ = assay("check", "paper.py", *arguments)
        assert (code, "lem:sum" in out, "thm:power" in out) == (int("power" in arguments), True, "power" in arguments)
    text = " ".join(assay("check", "--help")[1].split())
    assert "if repeated, each of them, and beside -k those as well" in text


def test_a_pipe_is_no_claim_file(assay, folder):
    os.mkfifo(folder / "pipe")
    code, out, err = assay("check", "pipe")
    (folder / "pipe").unlink()
    assert (code, out) == (2, "")
    assert err.startswith("assay: pipe: it is no regular file")


def test_results_that_cannot_be_kept_are_spoken_of_once(tmp_path, assay, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "paper.py").write_text(PAPER)
    (tmp_path / ".assay").write_text("a file where the folder should be")
    code, out, err = assay("check", "paper.py", "--claim", "lem:sum")
    assert (code, "lem:sum" in out) == (0, True)
    assert err.count("results cannot be kept in .assay/results: Not a directory; the next run starts anew") == 1
    assert "kept" not in assay("check", "paper.py", "--claim", "lem:sum", "--no-cache")[2]


def test_help_teaches_by_examples(assay):
    for command in ((), ("check",), ("list",), ("show",), ("report",), ("init",), ("try",)):
        code, out, _ = assay(*command, "--help")
        assert code == 0
        assert out.count("assay ") >= 2
    assert assay("doctor", "--help")[0] == 0


def test_an_interrupt_while_assay_itself_is_imported_is_one_sentence():
    stop = "class Stop:\n    def find_spec(self, name, *_):\n        if name == 'click': raise KeyboardInterrupt\n"
    code = f"import sys\n{stop}sys.meta_path.insert(0, Stop())\nimport verify.cli"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "assay: interrupted before anything was checked\n")


def test_doctor(assay):
    code, out, _ = assay("doctor")
    assert code == 0
    assert "Python" in out


def test_progress_and_sentences_go_to_standard_error_only(folder, tmp_path):
    (tmp_path / "broken.py").write_text("Paper = 1/0")
    (tmp_path / "paper.py").write_text(PAPER.replace("thm:power", "\\x1b[31m\\n../../☃").replace(">= n^2", ">= n"))
    done = subprocess.run([sys.executable, "-m", "verify.cli", "check", ".", "--format", "json"], cwd=tmp_path,
                          capture_output=True, text=True, check=False, env={**os.environ, "NO_COLOR": "1"})
    assert done.returncode == 2
    record = json.loads(done.stdout)
    assert record["run"]["exit_code"] == 2
    assert all(claim["as_expected"] for claim in record["papers"][0]["claims"])
    *slow, last = done.stderr.splitlines()
    assert last == "assay: broken.py:1: ZeroDivisionError while the file is imported: division by zero"
    assert all(line.endswith("checks done") for line in slow)  # only on a slow machine


def test_reader_that_goes_away(folder):
    command = f"{sys.executable} -m verify.cli list paper.py | true"
    done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr


def test_files_of_authors_are_not_imported_into_the_main_process(assay):
    before = {name for name in sys.modules if name.startswith("_assay_")}
    assert assay("check", "paper.py", "--no-cache", "-k", "lem")[0] == 0
    assert {name for name in sys.modules if name.startswith("_assay_")} == before


def test_the_answer_never_replaces_what_is_checked(assay):
    code, out, err = assay("check", "paper.py", "-o", "paper.py")
    assert (code, out) == (2, "")
    assert "paper.py is a file to be checked" in err
