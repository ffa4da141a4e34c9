"""The pytest plugin, in processes of its own: a plugin that is tested in its own session is not tested."""

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest

PAPER = """
from verify import Integers, Paper, oo
paper = Paper("demo")
n = paper.variables(n=Integers(1, oo))
paper.claim("lem:sum", "Sum(k, (k, 1, n)) == n*(n + 1)/2", at="Lemma 1")
paper.claim("thm:power", "2^n >= n^2", at="Theorem 2")
paper.claim("known", "2^n >= n^2", at="Remark 3", expect="refuted")
paper.claim("big", "2^n >= n", at="Theorem 4", tier="full")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("plugin")
    (made / "paper.py").write_text(PAPER)
    (made / "test_both.py").write_text(
        "from verify import Paper\npaper = Paper('two')\npaper.claim('a/b\\n☃', '1 == 1', at='x')\n"
        "other = Paper('three')\nother.claim('a/b\\n☃', '1 <= 2', at='x')\ndef test_plain(): pass\n")
    (made / "broken").mkdir()
    (made / "broken" / "broken.py").write_text("import os\nPaper = os.nothing\n")
    (made / "loop").mkdir()
    (made / "loop" / "loop.py").write_text("import os\nPaper = os._exit(3)\n")
    return made


@pytest.fixture
def run(folder):
    def run(*arguments):
        return subprocess.run([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--strict-markers",
                               "--strict-config", "-W", "error", *arguments], cwd=folder, capture_output=True,
                              text=True, check=False, env={**os.environ, "COLUMNS": "200"})

    return run


def outcomes(text):
    return {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|skipped|error)", text)}


def test_claims_are_tests(run, folder):
    done = run("--assay", "paper.py", "test_both.py", "-v", "-rs", "--junitxml=junit.xml")
    assert done.returncode == 1, done.stdout + done.stderr
    assert outcomes(done.stdout) == {"passed": 5, "failed": 1, "skipped": 1}
    assert "paper.py::lem:sum PASSED" in done.stdout
    assert "test_both.py::test_plain PASSED" in done.stdout
    assert "test_both.py::two/a/b ☃ PASSED" in done.stdout
    assert "it belongs to the full tier" in done.stdout
    assert done.stderr == ""

    failure = done.stdout.partition("thm:power _")[2].partition("short test summary")[0]
    assert "refuted: The statement is false at n = 3: 8 >= 9 does not hold." in failure
    assert "counterexample: n = 3" in failure
    assert "hint: holds from n ≥ 4 on" in failure
    assert "not as expected; paper.py:6" in failure
    assert "Traceback" not in failure
    assert "verify/" not in failure

    suite = ET.parse(folder / "junit.xml").getroot().find("testsuite")
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("7", "1", "1")


def test_colours_are_pytests_own(run, folder):
    done = run("--assay", "paper.py", "-k", "thm", "--color=yes", "--junitxml=coloured.xml")
    failure = done.stdout.partition("counterexample: n = 3")[2].partition("short test summary")[0]
    assert "\x1b[" in done.stdout
    assert "\x1b" not in failure.rpartition("\n")[0]
    assert "\x1b" not in (folder / "coloured.xml").read_text()
    lines = [line.strip() for line in failure.splitlines()]
    assert lines[1:5] == ["left side     8", "right side    9", "claimed       >=", "gap           1"]
    assert lines[5].startswith("replay        assay check paper.py --claim 'thm:power'")


def test_selection_and_distribution(run):
    names = [f"paper.py::{name}" for name in ("known", "thm:power", "lem:sum")]
    done = run("--assay", *names, "-n", "2", "-k", "known or thm")
    assert outcomes(done.stdout) == {"passed": 1, "failed": 1}, done.stdout + done.stderr


def test_file_that_cannot_be_imported_is_a_collection_error(run):
    done = run("--assay", "broken/broken.py", "loop/loop.py")
    assert done.returncode == 2
    assert outcomes(done.stdout) == {"error": 2}
    assert ("broken.py:2: AttributeError while the file is imported: module 'os' has no attribute 'nothing'"
            in done.stdout)
    assert "loop.py: the import ended with exit code 3" in done.stdout
    assert "Traceback" not in done.stdout


def test_without_the_flag_nothing_is_collected_or_imported(run):
    done = run("test_both.py")
    assert outcomes(done.stdout) == {"passed": 1}
    code = ("import sys, verify.assay_pytest\n"
            "print([m for m in sys.modules if m.partition('.')[0] in ('sympy', 'numpy', 'rich', 'hypothesis')])")
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
