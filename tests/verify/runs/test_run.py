"""Whole runs over hostile files: each gives one clear sentence, and harms nothing but itself."""

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from reports.record import validate
from verify.errors import PaperError
from verify.runs import run
from verify.runs.run import Found, Settings
from verify.runs.source import sources

HEAD = """
from verify import Integers, Paper, Reals, at_most, equal, oo
paper = Paper({key!r})
n = paper.variables(n=Integers(1, 3))
paper.claim("fine", equal(lambda n: n + n, "2*n"), at="Lemma 1")
"""

AT_IMPORT = {
    "loops": "while True: pass",
    "raises": "def f():\n    return 1 / 0\nf()",
    "ends": "import os\nos._exit(0)",
    "exits": "import sys\nsys.exit(0)",
    "interrupts": "raise KeyboardInterrupt",
    "patches": "import builtins\nbuiltins.len = lambda x: 0",
    "allocates": "x = bytearray(50 << 30)",
    "is_no_python": "def (:",
    "circles": "paper.claim('a', 'n == n', at='x', uses='b')\npaper.claim('b', 'n == n', at='x', uses='a')",
}

IN_CLAIMS = '''
import os, subprocess, sys, time

def loop(n):
    subprocess.Popen(["sleep", "7654"])
    while True: pass
def end(n): os._exit(0)
def end_with_three(n): os._exit(3)
def exit(n): sys.exit(0)
def interrupt(n): raise KeyboardInterrupt
def allocate(n): return len(bytearray(50 << 30))
def crash(n): os.kill(os.getpid(), 11)
def close_everything(n): os.closerange(0, 100)
def shout(n):
    print("x" * 3_000_000, "and the end")
    return n + 1
def leave_behind(n):
    subprocess.Popen(["sleep", "7655"])
    if os.fork() == 0:
        time.sleep(7656)
    return n
def patch(n):
    import json
    json.dumps = lambda *_, **__: "{}"
    return n
def move(n):
    os.chdir("/")
    return n
def read(n):
    try:
        return n + len(input())
    except EOFError:
        return n

for function in (loop, end, end_with_three, exit, interrupt, allocate, crash, close_everything, shout, leave_behind,
                 patch, move, read):
    paper.claim(function.__name__, equal(function, "n"), at="Lemma 2")
paper.claim("../../x\\n☃::/ \\x1b[31m", "n == n", at="Lemma 3")
number = 1
paper.claim("late", equal(lambda n: n * number, "n"), at="Lemma 4")
number = 2
'''


def write(folder: Path, name: str, body: str) -> Path:
    file = folder / f"{name}.py"
    file.write_text(HEAD.format(key=name) + textwrap.dedent(body), encoding="utf-8")
    return file


def sleepers() -> list[str]:
    """Command lines of processes that hostile claims leave behind."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            text = entry.read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        found += [text] if text.startswith("sleep 765") else []
    return found


SENTENCES = {
    "loops": "loops.py: still being imported after 3 s",
    "raises": "raises.py:7: ZeroDivisionError while the file is imported: division by zero",
    "ends": "ends.py: the import ended with exit code 0",
    "exits": "exits.py:7: the file calls sys.exit while it is imported",
    "interrupts": "interrupts.py:6: the file raises KeyboardInterrupt while it is imported",
    "patches": "patches.py: the file replaces builtins.len, which Assay relies on, so no answer can be trusted",
    "allocates": "allocates.py:6: MemoryError while the file is imported",
    "is_no_python": "is_no_python.py:6: the file is not Python: invalid syntax",
    "circles": "circles.py: claims that use each other in a circle: a → b → a: a claim rests on earlier ones",
}


def test_hostile_import_is_one_sentence_and_harms_no_other_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, body in AT_IMPORT.items():
        write(tmp_path, name, body)
    write(tmp_path, "good", "")
    record = run.check(sources(["."]), Settings(jobs=2, timeout=3))
    errors = {error.partition(".py")[0]: error for error in record["run"]["problems"]}
    assert errors == SENTENCES
    assert [(paper["key"], claim["verdict"]) for paper in record["papers"] for claim in paper["claims"]] == [
        ("good", "exhausted")]
    assert record["run"]["exit_code"] == 2  # the run is partial


MALFORMED = """
paper.claim("grammar", "2n == n + n", at="a")
paper.claim("side", equal(lambda n: n + n, "2*m"), at="b", expect="refuted")
paper.claim("no place", "n == n")
paper.claim("fine", "n == n + 1", at="d")
paper.claim("keyword", "n == n", at="e", hypothesis="n > 1")
paper.claim("rests", "n <= 3", at="f", uses=["grammar"])
paper.claim("rests on nothing", "n <= 3", at="g", uses=["grammer"])
@paper.property("property", over={"k": Integers(1, "j")}, at="h")
def decorated(k):
    return at_most(k, 3)
paper.claim("good", "n <= 3", at="i")
"""


def test_a_claim_that_is_not_well_formed_stops_no_other(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    record = run.check([write(tmp_path, "claims", MALFORMED)], Settings())
    claims = {claim["id"]: claim for claim in record["papers"][0]["claims"]}
    validate(record)
    assert (record["run"]["exit_code"], record["run"]["problems"]) == (1, [])
    assert {name: (claim["where"]["line"], claim["verdict"]) for name, claim in claims.items()} == {
        "fine": (5, "exhausted"), "grammar": (7, "ill-posed"), "side": (8, "ill-posed"), "no place": (9, "ill-posed"),
        "fine (2)": (10, "ill-posed"), "keyword": (11, "ill-posed"), "rests": (12, "undecided"),
        "rests on nothing": (13, "ill-posed"), "property": (14, "ill-posed"), "good": (17, "exhausted")}
    for name, words in {
            "grammar": "missing operator in '2n == n + n' at column 2", "side": "undeclared name 'm'",
            "no place": "claim 'no place' has no locator", "fine (2)": "the id 'fine' is used twice",
            "keyword": "claim 'keyword' has no hypothesis=", "rests": "it uses grammar, which is ill-posed",
            "rests on nothing": "uses 'grammer', which the paper does not have; write 'grammar'",
            "property": "the domain of k mentions j"}.items():
        assert words in claims[name]["sentence"]
        assert not claims[name]["as_expected"]
    assert (claims["grammar"]["statement"], claims["side"]["statement"]) == ("2n == n + n", "n + n == 2*m")


NOTES = {
    "end": "the process ended with exit code 0 before it had a result",
    "end_with_three": "the process ended with exit code 3 before it had a result",
    "exit": "raised SystemExit: 0",
    "interrupt": "the author's code raised KeyboardInterrupt",
    "allocate": "MemoryError",
    "crash": "the process ended by the signal SIGSEGV",
    "close_everything": "before it had a result",
    "patch": "the file replaces json.dumps",
    "late": "refers to number, which was 1 when the claim was made and is 2 now",
}
UNHARMED = ("fine", "leave_behind", "move", "read", "../../x\n☃::/ \x1b[31m")


def test_hostile_claims_are_errors_in_one_sentence_and_harm_no_other_claim(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    record = run.check([write(tmp_path, "claims", IN_CLAIMS)], Settings(jobs=2, timeout=3))
    claims = {claim["id"]: claim for claim in record["papers"][0]["claims"]}
    assert record["run"]["exit_code"] == 1
    for name, note in NOTES.items():
        errors = [item for item in claims[name]["evidence"] if item["outcome"] == "error"]
        shown = " ".join(f"{e['note']} {(e['counterexample'] or {}).get('reason', '')}" for e in errors)
        assert note in shown, name
        assert "Traceback" not in shown, name
        assert not claims[name]["as_expected"], name
    for name in UNHARMED:
        assert claims[name]["as_expected"], (name, claims[name]["reason"])

    endless = {item["check"]: item for item in claims["loop"]["evidence"]}["exhaustive"]
    assert (claims["loop"]["verdict"], endless["outcome"]) == ("undecided", "timeout")
    assert "3 s" in endless["note"]
    assert sleepers() == []

    assert claims["shout"]["verdict"] == "refuted"
    (note,) = {item["note"] for item in claims["shout"]["evidence"] if item["outcome"] == "fails"}
    assert note.endswith("xxx and the end")
    assert len(note) < 400
    assert capfd.readouterr() == ("", "")


def test_record_is_the_same_for_any_number_of_jobs_and_any_hash_seed(tmp_path):
    file = write(tmp_path, "demo", """
        x = paper.variables(x=Reals(0, oo))
        paper.claim("log", "log(1 + x) <= x", at="Lemma 2")
        paper.claim("set", equal(lambda n: {str(k) for k in range(n)}, lambda n: {str(k) for k in range(n)}), at="a")
        import random
        paper.claim("random", at_most(lambda x: x, lambda x: x + random.random()), at="Lemma 3")
        paper.claim("square", "x^2 <= x", at="Lemma 4", expect="refuted")
    """)
    texts = set()
    for jobs, seed in (("1", "1"), ("2", "77")):
        done = subprocess.run([sys.executable, "-m", "verify.cli", "check", str(file), "--format", "json", "-j", jobs,
                               "--no-cache"], env={**os.environ, "PYTHONHASHSEED": seed}, cwd=tmp_path,
                              capture_output=True, check=False)
        record = json.loads(done.stdout)
        record["run"]["seconds"] = None
        for claim in record["papers"][0]["claims"]:
            for item in claim["evidence"]:
                item["seconds"] = None
        texts.add(json.dumps(record, sort_keys=True))
    assert len(texts) == 1
    assert "refuted" in texts.pop()


class Count(run.Progress):
    """Counts the units that are run."""

    def __init__(self):
        self.units = []

    def total(self, number):
        self.units.append(number)


def count(file, **settings):
    progress = Count()
    record = run.check([file], Settings(jobs=2, **settings), progress=progress)
    return sum(progress.units), record


def settle():
    """Files count as changed while they were used unless they are a little older than the worker."""
    time.sleep(0.05)


def test_results_are_reused_until_something_they_rest_on_changes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data, helper = tmp_path / "data.txt", tmp_path / "helper_of_demo.py"
    data.write_text("1")
    helper.write_text("factor = 1\n")
    file = write(tmp_path, "demo", """
        import helper_of_demo
        def scaled(n):
            with open("data.txt") as stream:
                return n * int(stream.read()) * helper_of_demo.factor
        paper.claim("data", equal(scaled, "n"), at="Lemma 2")
    """)
    settle()
    first, record = count(file)
    assert first == 6
    assert [claim["verdict"] for claim in record["papers"][0]["claims"]] == ["exhausted", "exhausted"]
    assert count(file)[0] == 0
    assert (tmp_path / ".assay" / ".gitignore").read_text() == "*\n"

    data.write_text("2")
    settle()
    number, record = count(file)
    assert 0 < number <= 3  # only checks of the claim that read the file
    assert [claim["verdict"] for claim in record["papers"][0]["claims"]] == ["exhausted", "refuted"]

    data.write_text("1")
    helper.write_text("factor = 3\n")
    settle()
    number, record = count(file)
    assert number == 6
    assert record["papers"][0]["claims"][1]["verdict"] == "refuted"

    assert count(file, cache=False)[0] == 6
    assert count(file)[0] == 0


def test_file_that_was_just_saved_is_checked_anew_each_time(tmp_path, monkeypatch):
    """Whether its old or its new text was read cannot be told, so nothing may be kept, and nothing wrong reused."""
    monkeypatch.chdir(tmp_path)
    file = write(tmp_path, "demo", "")
    for text, verdict in (("2*n", "exhausted"), ("3*n", "refuted")):
        file.write_text(HEAD.format(key="demo").replace("2*n", text))
        future = time.time() + 60
        os.utime(file, (future, future))
        number, record = count(file)
        assert (number, record["papers"][0]["claims"][0]["verdict"]) == (3, verdict)


def test_file_that_changes_during_a_run_is_not_half_checked(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    first, second = write(tmp_path, "first", ""), write(tmp_path, "second", "")
    settle()
    with run.Run(Settings(jobs=1)) as running:
        found = running.find([first, second])
        first.write_text(HEAD.format(key="first").replace("2*n", "3*n"))  # its worker has made room for the other
        evidence = running.evidence(found, {"first": ["fine"], "second": ["fine"]})
    assert {item["outcome"] for item in evidence["second", "fine"]} == {"holds"}
    assert {item["outcome"] for item in evidence["first", "fine"]} == {"error"}
    assert "changed during the run; run again" in evidence["first", "fine"][0]["note"]


def test_timeouts_and_dead_processes_are_not_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = write(tmp_path, "demo", """
        import os, time
        paper.claim("slow", equal(lambda n: time.sleep(9) or n, "n"), at="Lemma 2")
        paper.claim("dead", equal(lambda n: os._exit(1), "n"), at="Lemma 3")
    """)
    settle()
    count(file, timeout=1)
    assert count(file, timeout=1)[0] == 2


def test_killed_run_goes_on_where_it_was(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = write(tmp_path, "demo", """
        import pathlib, time
        def slow(n):
            while not pathlib.Path("go").exists():
                time.sleep(0.05)
            return n
        paper.claim("slow", equal(slow, "n"), at="Lemma 2")
    """)
    settle()
    process = subprocess.Popen([sys.executable, "-m", "verify.cli", "check", str(file), "-j", "1"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    kept = tmp_path / ".assay" / "results"
    deadline = time.monotonic() + 60
    while len(list(kept.glob("*/*.json"))) < 4 and time.monotonic() < deadline:
        time.sleep(0.1)
    process.send_signal(signal.SIGKILL)
    process.wait()
    (tmp_path / "go").touch()
    settle()
    number, record = count(file)
    assert 0 < number <= 3
    assert record["run"]["exit_code"] == 0


def test_interrupt_keeps_what_is_finished(tmp_path):
    file = write(tmp_path, "demo", "import time\npaper.claim('slow', equal(lambda n: time.sleep(99), 'n'), at='a')")
    code = ("import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # the background ignores it
            f"from verify.cli import main; main({['check', str(file), '-j', '1']!r})")
    process = subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while len(list(tmp_path.glob(".assay/results/*/*.json"))) < 4 and time.monotonic() < deadline:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=90)
    finally:
        process.kill()
    assert process.returncode == 130
    assert out.splitlines()[1] == "1 exhausted, 1 not run"
    assert "interrupted before it was finished" in " ".join(out.split())
    assert err.splitlines()[-1] == ("assay: interrupted: 1 of 2 claims were not finished; what was finished is kept, "
                                    "and the next run goes on from there")


def test_what_rests_on_an_unfinished_claim_is_unfinished_too(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = write(tmp_path, "demo", """
        paper.claim("first", "n <= 3", at="a")
        paper.claim("second", "n >= 1", at="b", uses="first")
        paper.claim("third", "n >= 0", at="c", uses="second")
    """)
    heard = run.Run._keep

    def keep(self, task, result, files):
        heard(self, task, result, files)
        if task.claim == "first":
            raise KeyboardInterrupt

    monkeypatch.setattr(run.Run, "_keep", keep)
    record = run.check([file], Settings(jobs=1))
    words = {claim["id"]: (claim["verdict"], claim["as_expected"]) for claim in record["papers"][0]["claims"]}
    assert words.pop("fine")[1]
    assert set(words.values()) == {("not run", True)}
    assert record["run"]["exit_code"] == 130
    assert record["run"]["problems"][0].startswith("interrupted: 3 of 4 claims were not finished; what was finished")
    validate(record)
    monkeypatch.setattr(run.Run, "_keep", heard)
    assert run.check([file], Settings(jobs=1))["run"]["exit_code"] == 0


def test_worker_that_is_killed_from_within_is_replaced(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = write(tmp_path, "demo", """
        import os, signal, time
        def kill(n):
            os.kill(os.getppid(), signal.SIGKILL)
            time.sleep(30)
        paper.claim("kill", equal(kill, "n"), at="Lemma 2")
        paper.claim("after", equal(lambda n: n, "n"), at="Lemma 3")
    """)
    record = run.check([file], Settings(jobs=2, cache=False))
    fine, kill, after = record["papers"][0]["claims"]
    assert fine["verdict"] == after["verdict"] == "exhausted"
    assert "the process that hosts the checks was ended by the signal SIGKILL" in kill["reason"]


def test_file_with_threads_is_imported_anew_for_each_check(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = write(tmp_path, "demo", """
        import threading, time
        threading.Thread(target=time.sleep, args=(999,), daemon=True).start()
        with open("imports.txt", "a") as stream:
            stream.write("x")
        paper.claim("alive", equal(lambda n: threading.active_count() - 1, 1), at="Lemma 2")
    """)
    record = run.check([file], Settings(jobs=2, cache=False))
    assert [claim["verdict"] for claim in record["papers"][0]["claims"]] == ["exhausted", "exhausted"]
    assert (tmp_path / "imports.txt").read_text() == "x" * 7


def test_nothing_leaks_from_one_check_to_the_next(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = write(tmp_path, "demo", """
        seen = []
        def visits(n):
            seen.append(n)
            return len(seen) > 0
        for k in range(3):
            paper.claim(f"empty{k}", equal(lambda n: not seen, lambda n: True), at="a")
            paper.claim(f"fill{k}", equal(visits, lambda n: True), at="a")
    """)
    record = run.check([file], Settings(jobs=1, cache=False))
    assert {claim["verdict"] for claim in record["papers"][0]["claims"]} <= {"exhausted", "weak"}
    assert not any(item["outcome"] == "fails" for claim in record["papers"][0]["claims"]
                   for item in claim["evidence"])


def test_selected_claims_come_with_those_they_rest_on_and_the_full_tier_is_left_out(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = write(tmp_path, "demo", """
        paper.claim("top", "n == n", at="a", uses="fine")
        paper.claim("other", "n == n", at="a")
        paper.claim("big", "n == n", at="a", tier="full")
    """)
    record = run.check([file], Settings(cache=False), identifiers=["top", "big"])
    claims = record["papers"][0]["claims"]
    assert [(claim["id"], claim["verdict"] == "not run") for claim in claims] == [
        ("fine", False), ("top", False), ("big", True)]
    assert "--tier full" in claims[2]["reason"]
    assert record["run"]["exit_code"] == 0


def test_lenient_does_not_count_undecided():
    def code(strict):
        claims = [{"verdict": "supported", "as_expected": True, "evidence": [{}]},
                  {"verdict": "undecided", "as_expected": False, "evidence": [{}]}]
        return run.run_record([{"claims": claims}], Settings(strict=strict))["run"]["exit_code"]

    assert (code(strict=True), code(strict=False)) == (1, 0)


def test_claim_to_which_no_check_applies_is_not_as_expected():
    record = run.run_record([{"claims": [{"verdict": "not run", "as_expected": False, "evidence": []},
                                         {"verdict": "derived", "as_expected": True, "evidence": [{}]}]}], Settings())
    assert record["run"]["exit_code"] == 1


def test_no_paper_is_not_a_success(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run.problems([Found(tmp_path / "empty.py")]) == ("nothing was checked: there is no Paper in empty.py",)
    record = run.check([], Settings(cache=False))
    assert record["run"]["problems"] == ["nothing was checked: no file with a Paper was found"]
    assert record["run"]["exit_code"] == 2


def test_two_papers_with_one_key_are_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files = []
    for name in ("a", "b"):
        files.append(tmp_path / f"{name}.py")
        files[-1].write_text("from verify import Paper\npaper = Paper('demo')\npaper.claim('c', '1 == 1', at='p. 1')\n")
    record = run.check(files, Settings(cache=False))
    assert record["run"]["problems"] == ["the key 'demo' names two papers (a.py, b.py): a key names one paper"]
    assert (record["papers"], record["run"]["exit_code"]) == ([], 2)


def test_a_paper_in_several_files_is_one_paper_with_all_of_its_claims(tmp_path, monkeypatch):
    """The parts of a package share its paper, whichever of them a folder search comes upon first."""
    monkeypatch.chdir(tmp_path)
    package = tmp_path / "lemmas"
    package.mkdir()
    (package / "__init__.py").write_text("from lemmas import basic, late\n")
    (package / "basic.py").write_text("from verify import Paper\npaper = Paper('demo')\n"
                                      "paper.claim('a', '1 == 1', at='p. 1')\n")
    (package / "late.py").write_text("from lemmas.basic import paper  # the Paper\n"
                                     "paper.claim('b', '2 == 2', at='p. 2')\n")
    record = run.check(sources(["lemmas"]), Settings(cache=False))
    assert record["run"]["problems"] == []
    assert [[claim["id"] for claim in paper["claims"]] for paper in record["papers"]] == [["a", "b"]]


def test_files_that_add_to_one_paper_apart_are_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "base.py").write_text("from verify import Paper\npaper = Paper('demo')\n")
    for name in ("one", "two"):
        (tmp_path / f"{name}.py").write_text("from base import paper  # the Paper\n"
                                             f"paper.claim('{name}', '1 == 1', at='p. 1')\n")
    record = run.check(sources(["."]), Settings(cache=False))
    assert record["run"]["problems"] == ["the key 'demo' names two papers (one.py, two.py): a key names one paper"]


def test_a_paper_without_claims_is_said_to_have_none(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "none.py").write_text("from verify import Paper\npaper = Paper('demo')\n")
    record = run.check([tmp_path / "none.py"], Settings(cache=False))
    assert record["run"]["problems"] == ["nothing was checked: there is no claim in 'demo'"]


def test_an_id_is_looked_for_in_what_could_be_imported(tmp_path, monkeypatch):
    """A file that fails beside it neither widens what was asked for nor hides it."""
    monkeypatch.chdir(tmp_path)
    good = tmp_path / "good.py"
    good.write_text("from verify import Paper\npaper = Paper('demo')\n"
                    "paper.claim('a', '1 == 1', at='p. 1')\npaper.claim('b', '2 == 2', at='p. 1')\n")
    (tmp_path / "bad.py").write_text("from verify import Paper\n1/0\n")
    files = [good, tmp_path / "bad.py"]
    found = run.check(files, Settings(cache=False), identifiers=["a"])
    assert [claim["id"] for paper in found["papers"] for claim in paper["claims"]] == ["a"]
    missing = run.check(files, Settings(cache=False), identifiers=["z"])
    assert (missing["papers"], missing["run"]["exit_code"]) == ([], 2)
    with pytest.raises(PaperError, match="there is no claim 'z'"):
        run.check([good], Settings(cache=False), identifiers=["z"])
