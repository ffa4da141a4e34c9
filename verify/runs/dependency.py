"""Dependency: what a result was computed from, the modules loaded and files opened, with their digests.

First-party files are those outside the standard library and the installed packages; installed packages are known by
their names and versions.  Not seen: files opened below Python (a C library's own), folder
listings, whether a file exists, environment variables, the network.
"""

from __future__ import annotations

import hashlib
import os
import platform
import site
import sys
import sysconfig
import time
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.util import source_from_cache
from pathlib import Path
from typing import Any

MISSING = "missing"
UNSTABLE = "changed while it was used"
LIMIT = 2000
"""A result that opened more files than this is not kept."""
_TICK = 5_000_000
"""Clocks of file systems lag by a few milliseconds (in nanoseconds)."""
_DEVICES = ("/dev/", "/proc/", "/sys/")
_CACHES = ("/__pycache__/", "/.assay/", "/.hypothesis/")


@lru_cache(maxsize=1)
def _installed_folders() -> tuple[str, ...]:
    paths = sysconfig.get_paths()
    found = [paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    found += [site.getusersitepackages()] if site.ENABLE_USER_SITE else []
    return tuple(dict.fromkeys(os.path.join(os.path.realpath(path), "") for path in found))


@cache
def first_party(path: str) -> bool:
    """Tell whether a file belongs to a project: not to Python, an installed package, a device or a cache."""
    return not (path.startswith(("<", *_DEVICES)) or any(cache in path for cache in _CACHES)
                or os.path.realpath(path).startswith(_installed_folders()))


class Recorder:
    """Remembers which files this process opens for reading; there is one for each process, for its whole life."""

    def __init__(self) -> None:
        self.opened: dict[str, None] = {}
        self.started = time.time_ns()

    def start(self) -> None:
        """Begin to listen.  Python's audit hooks cannot be removed again."""
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event != "open" or len(self.opened) > LIMIT:
            return
        path, mode = arguments[0], arguments[1]
        if isinstance(path, int) or (isinstance(mode, str) and any(m in mode for m in "wax") and "+" not in mode):
            return
        try:
            self.opened[_source(os.path.abspath(os.fsdecode(path)))] = None
        except (TypeError, ValueError, OSError):
            return

    def dependencies(self, known: Iterable[str] = ()) -> dict[str, str]:
        """Return every first-party file loaded or opened so far, with its digest, less the ``known`` ones."""
        modules = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
        files = [os.path.abspath(file) for file in modules if isinstance(file, str)] + list(self.opened)
        wanted = sorted({file for file in files if first_party(file)} - set(known))
        return {file: self._digest(file) for file in wanted if not os.path.isdir(file)}

    def _digest(self, path: str) -> str:
        """A file that changed after this process started may have been read before or after the change."""
        try:
            changed = os.stat(path).st_mtime_ns > self.started - _TICK
        except OSError:
            changed = False
        return UNSTABLE if changed else digest(path)


def _source(path: str) -> str:
    """The source of a compiled file that was opened; any other path as it is."""
    if not path.endswith(".pyc"):
        return path
    try:
        return source_from_cache(path)
    except ValueError:
        return path


def digest(path: str) -> str:
    """Return the SHA-256 digest of a file's contents, or "missing"."""
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return MISSING


def stable(dependencies: Mapping[str, str]) -> bool:
    """Tell whether a result that rests on these files may be kept."""
    return len(dependencies) <= LIMIT and UNSTABLE not in dependencies.values()


def fold(*parts: str) -> str:
    """Return one digest of several texts, in order."""
    total = hashlib.sha256()
    for part in parts:
        total.update(f"{len(part)}:{part}".encode("utf-8", "surrogatepass"))
    return total.hexdigest()


@lru_cache(maxsize=1)
def environment() -> str:
    """Return one digest of Python, the machine's kind and the names and versions of all installed packages."""
    names = set()
    for folder in _installed_folders():
        if Path(folder).is_dir():
            names |= {name for name in os.listdir(folder) if name.endswith((".dist-info", ".egg-info"))}
    return fold(sys.version, platform.machine(), sys.platform, *sorted(names))
