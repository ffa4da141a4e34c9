"""Doctor: what of an installation works, one line each, with a remedy where something is missing."""

from __future__ import annotations

import os
import platform
import shutil
import sys
import tempfile
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("sympy", "numpy", "scipy", "hypothesis", "python-flint", "click", "rich", "jinja2", "jsonschema")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: whether it is in order, whether Assay runs without it, and what to do about it."""

    name: str
    text: str
    good: bool = True
    needed: bool = False
    remedy: str = ""

    def __str__(self) -> str:
        mark = "ok" if self.good else "missing" if self.needed else "absent"
        return f"{mark:8}{self.name}: {self.text}" + (f"; {self.remedy}" if self.remedy else "")


def examine() -> tuple[Finding, ...]:
    """Return the findings, in the order in which they are printed."""
    from verify.runs.run import RESULTS

    return (_python(), *(_package(name) for name in PACKAGES), _torch(), _latex(), _cores(), _memory(),
            _folder(Path.cwd() / RESULTS))


def _python() -> Finding:
    good = sys.version_info >= (3, 11)
    return Finding("Python", f"{platform.python_version()} on {platform.system()} {platform.machine()}", good, True,
                   "" if good else "install Python 3.11 or newer")


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _package(name: str) -> Finding:
    found = _version(name)
    remedy = "" if found else f"python -m pip install {name}"
    return Finding(name, found or "not installed", found is not None, True, remedy)


def _torch() -> Finding:
    found = _version("torch")
    return Finding("PyTorch", found or "not installed, so gradients are not compared", found is not None,
                   remedy="" if found else "python -m pip install 'assay[torch]'")


def _latex() -> Finding:
    from reports.pdf import PACKAGES as DEBIAN

    found = shutil.which("latexmk") if shutil.which("pdflatex") else None
    return Finding("LaTeX", found or "not installed, so reports come without a PDF", found is not None,
                   remedy="" if found else f"on Debian: apt-get install --no-install-recommends {DEBIAN}")


def cores() -> int:
    """Return the number of processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _cores() -> Finding:
    return Finding("cores", f"{cores()}, so {cores()} checks run at a time unless -j says otherwise")


def _memory() -> Finding:
    try:
        total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
    except (ValueError, OSError):
        return Finding("memory", "unknown")
    from verify.runs.run import MEMORY

    enough = total >= MEMORY
    return Finding("memory", f"{total} MiB; each check may use {MEMORY} MiB", enough,
                   remedy="" if enough else f"use --memory {total // 2}")


def _folder(folder: Path) -> Finding:
    """Whether results can be kept: the nearest folder that exists is written to and left as it was."""
    nearest = next(parent for parent in (folder, *folder.parents) if parent.exists())
    try:
        with tempfile.TemporaryFile(dir=nearest):
            return Finding("results", f"kept in {folder}")
    except OSError as problem:
        return Finding("results", f"cannot be kept in {folder} ({problem.strerror})", False,
                       remedy="work in a folder that you may write to; every run starts from nothing otherwise")
