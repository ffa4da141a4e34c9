"""Store: results kept between runs, one small file each, reused only while nothing that they rest on changed.

A result rests on the author's file, every first-party module loaded and file opened while it was computed, the budget,
the memory limit, Python, the kind of machine and every installed package.  A file holds a digest and, below it, JSON
data with that digest; what cannot be read, or has another digest, is as good as absent.
"""

from __future__ import annotations

import json
import os
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, final

from verify.runs.dependency import digest, environment, fold, stable

FORM = "3"
"""Changes when the form of an entry does."""


@final
class Store:
    """The results below a folder, or nothing at all where the folder is None."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.lost = ""
        """Why the last value could not be kept; empty where every one was."""
        self._digests: dict[str, str] = {}

    def get(self, *key: str) -> Any:
        """Return the value kept under a key, or None where there is none that is still good."""
        if self.folder is None:
            return None
        entry = _read(self._path(key))
        if entry is None or entry.get("key") != list(key):
            return None
        good = all(self._digest(path) == known for path, known in entry["files"].items())
        return entry["value"] if good else None

    def put(self, value: Any, files: Mapping[str, str], *key: str) -> None:
        """Keep a value that rests on files with these digests; losing it is no failure, see :attr:`lost`."""
        if self.folder is None or not stable(files):
            return
        entry = json.dumps({"key": list(key), "files": dict(files), "value": value})
        try:
            _prepare(self.folder)
            write_atomic(self._path(key), f"{fold(entry)}\n{entry}")
        except OSError as problem:
            self.lost = problem.strerror or type(problem).__name__

    def _path(self, key: tuple[str, ...]) -> Path:
        assert self.folder is not None
        name = fold(FORM, environment(), *key)
        return self.folder / name[:2] / f"{name}.json"

    def _digest(self, path: str) -> str:
        if path not in self._digests:
            self._digests[path] = digest(path)
        return self._digests[path]


def write_atomic(path: Path, text: str) -> None:
    """Write a file so that a reader, or the next run after a crash, sees all of it or the old one.

    A link is followed, a file keeps its mode, and what is no regular file, such as a pipe, is written into.
    """
    path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8", errors="surrogatepass", newline="\n")
        return
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o644
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="surrogatepass", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _prepare(folder: Path) -> None:
    """Make the folder; git is told to ignore the one above it, where we made that one too."""
    folder.mkdir(parents=True, exist_ok=True)
    ignore = folder.parent / ".gitignore"
    if folder.parent.name == ".assay" and not ignore.exists():
        write_atomic(ignore, "*\n")


def _read(path: Path) -> dict[str, Any] | None:
    try:
        known, _, text = path.read_text(encoding="utf-8").partition("\n")
        entry = json.loads(text) if fold(text) == known else None
    except (OSError, ValueError, RecursionError):
        return None
    sound = isinstance(entry, dict) and {"key", "files", "value"} <= set(entry) and isinstance(entry["files"], dict)
    return entry if sound else None
