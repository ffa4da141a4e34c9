import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from verify.runs import store as module
from verify.runs.dependency import MISSING, UNSTABLE, digest
from verify.runs.store import Store, write_atomic


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / ".assay" / "results")


def reopen(store):
    """A new run has a store without memories."""
    return Store(store.folder)


def test_value_comes_back(store):
    store.put({"a": ["ü", None]}, {}, "unit", "../../x\n☃")
    assert reopen(store).get("unit", "../../x\n☃") == {"a": ["ü", None]}
    assert reopen(store).get("unit", "other") is None


def test_parts_of_a_key_do_not_run_together(store):
    store.put(1, {}, "ab", "c")
    assert store.get("a", "bc") is None


def test_nothing_is_written_outside_the_folder(store, tmp_path):
    store.put(1, {}, "../../escape", "/etc/x")
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert all(path.is_relative_to(tmp_path / ".assay") for path in files)
    assert (tmp_path / ".assay" / ".gitignore").read_text() == "*\n"


def test_changed_removed_or_new_file_makes_it_stale(store, tmp_path):
    file, absent = tmp_path / "data", tmp_path / "absent"
    file.write_text("1")
    store.put(1, {str(file): digest(str(file)), str(absent): MISSING}, "k")
    assert reopen(store).get("k") == 1
    file.write_text("2")
    assert reopen(store).get("k") is None
    file.write_text("1")
    assert reopen(store).get("k") == 1
    absent.touch()
    assert reopen(store).get("k") is None


def test_result_of_a_file_that_changed_meanwhile_is_not_kept(store):
    store.put(1, {"/some/file": UNSTABLE}, "k")
    assert store.get("k") is None


@pytest.mark.parametrize("damage", ["", "{", "[]", "null", '{"key": ["k"]}', '{"key": ["k"], "files": 3, "value": 1}',
                                    "\udcff", "[" * 100_000])
def test_damaged_entry_is_as_good_as_absent(store, damage):
    store.put(1, {}, "k")
    (entry,) = store.folder.glob("*/*.json")
    entry.write_bytes(damage.encode("utf-8", "surrogateescape"))
    assert store.get("k") is None
    store.put(2, {}, "k")
    assert store.get("k") == 2


def test_entry_under_a_foreign_name_is_not_believed(store):
    store.put(1, {}, "k")
    (entry,) = store.folder.glob("*/*.json")
    store.put(2, {}, "other")
    (other,) = (path for path in store.folder.glob("*/*.json") if path != entry)
    entry.write_bytes(other.read_bytes())
    assert store.get("k") is None
    assert store.get("other") == 2


def test_no_changed_byte_is_believed(store):
    value = {"evidence": {"check": "search", "outcome": "fails", "tried": 10}, "base": "0"}
    store.put(value, {}, "k")
    (entry,) = store.folder.glob("*/*.json")
    data = entry.read_bytes()
    for place, byte in enumerate(data):
        for other in {byte ^ 1, byte ^ 32, ord("0")} - {byte}:
            entry.write_bytes(data[:place] + bytes([other]) + data[place + 1:])
            assert store.get("k") is None
    for end in (data[:-1], data + b" ", data.replace(b"fails", b"holds")):
        entry.write_bytes(end)
        assert store.get("k") is None
    entry.write_bytes(data)
    assert store.get("k") == value


def test_a_value_that_is_hard_to_write_comes_back(store):
    value = {"a": "\r\n\u2028\udcff", "b": [1.5e300, -0.0, 2**70, True]}
    store.put(value, {}, "k")
    assert store.get("k") == value


def test_other_versions_are_other_results(store, monkeypatch):
    store.put(1, {}, "k")
    monkeypatch.setattr(module, "environment", lambda: "another Python")
    assert store.get("k") is None


def test_store_that_is_switched_off_keeps_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    off = Store(None)
    off.put(1, {}, "k")
    assert off.get("k") is None
    assert list(tmp_path.iterdir()) == []


def test_folder_that_cannot_be_written_is_no_failure(tmp_path):
    (tmp_path / "results").write_text("a file where the folder should be")
    blocked = Store(tmp_path / "results")
    blocked.put(1, {}, "k")
    assert blocked.get("k") is None


def test_interrupted_write_leaves_the_old_file(tmp_path, monkeypatch):
    file = tmp_path / "entry"
    write_atomic(file, "old")

    def fail(*_):
        raise OSError

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match=r"^$"):
        write_atomic(file, "new")
    assert [path.name for path in tmp_path.iterdir()] == ["entry"]
    assert file.read_text() == "old"


def test_a_link_is_followed_and_a_mode_kept(tmp_path):
    target = tmp_path / "target"
    target.write_text("old")
    target.chmod(0o600)
    (tmp_path / "link").symlink_to(target)
    write_atomic(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert target.read_text() == "new"
    assert target.stat().st_mode & 0o777 == 0o600


def test_a_pipe_stays_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(pipe.read_text)
        write_atomic(pipe, "text")
        assert read.result(timeout=30) == "text"
    assert pipe.is_fifo()
