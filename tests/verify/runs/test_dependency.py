import json
import os
import subprocess
import sys
import time

import numpy as np

from verify.runs import dependency
from verify.runs.dependency import MISSING, UNSTABLE, Recorder, digest, first_party, fold, stable


def test_first_party(tmp_path):
    assert first_party(str(tmp_path / "paper.py"))
    assert first_party(dependency.__file__)
    for path in (json.__file__, np.__file__, "/dev/null", "/proc/self/status", "<string>",
                 str(tmp_path / "__pycache__" / "x.pyc"), str(tmp_path / ".assay" / "results" / "x.json")):
        assert not first_party(path), path


def test_digest_is_sha256(tmp_path):
    file = tmp_path / "abc"
    file.write_bytes(b"abc")
    assert digest(str(file)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # FIPS 180-2, B.1
    assert digest(str(tmp_path / "absent")) == MISSING


def test_fold_separates_its_parts():
    assert len({fold("ab", "c"), fold("a", "bc"), fold("abc"), fold("abc", "")}) == 4


def test_opened_files_and_modules(tmp_path):
    """In a process of its own, because an audit hook stays for good."""
    old = time.time() - 100
    for name in ("read.txt", "written.txt", "module_of_dependency.py"):
        (tmp_path / name).write_text("")
        os.utime(tmp_path / name, (old, old))
    code = """if True:
        import json, os
        from verify.runs.dependency import Recorder
        recorder = Recorder()
        recorder.start()
        import module_of_dependency
        open("read.txt").close()
        os.chdir("/")
        open("written.txt" if False else os.environ["FOLDER"] + "/written.txt", "w").close()
        try:
            open(os.environ["FOLDER"] + "/absent.txt")
        except OSError:
            pass
        open("/dev/null").close()
        found = recorder.dependencies()
        print(json.dumps({k: v for k, v in found.items() if k.startswith(os.environ["FOLDER"])}))
        print(json.dumps(sorted(recorder.dependencies(found))))
    """
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True,
                          env={**os.environ, "FOLDER": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)})
    found, later = map(json.loads, done.stdout.splitlines())
    empty = digest(str(tmp_path / "read.txt"))
    assert {os.path.basename(path): value for path, value in found.items()} == {
        "read.txt": empty, "module_of_dependency.py": empty, "absent.txt": MISSING}
    assert later == []


def test_file_that_changes_while_it_is_used_is_not_stable(tmp_path):
    recorder = Recorder()
    file = tmp_path / "data"
    file.write_text("1")
    os.utime(file, ns=(recorder.started + 10**9,) * 2)
    recorder.opened[str(file)] = None
    found = recorder.dependencies(set(recorder.dependencies()) - {str(file)})
    assert found == {str(file): UNSTABLE}
    assert not stable(found)
    assert stable({"a": "0"})
