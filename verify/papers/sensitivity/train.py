"""Trains the stored networks: python -m verify.papers.sensitivity.train

Appends one line for each run to training_runs.jsonl beside this file, and does nothing for runs that are there, so a
run that was killed goes on where it stopped.  The first line holds the settings; with others it refuses to go on.
"""

from __future__ import annotations

import json
import platform
import sys
from pathlib import Path
from typing import Any

import numpy as np

from verify.papers.sensitivity.training_data import FILE
from verify.papers.sensitivity.training_run import (
    SETTINGS,
    Fit,
    measured_extrapolation,
    measured_fit,
    planned,
    rounded,
)


def header() -> dict[str, Any]:
    """The first line: settings, and the versions that the runs were made with."""
    import torch

    versions = {"python": platform.python_version(), "numpy": np.__version__, "torch": torch.__version__}
    return {"settings": SETTINGS, "versions": versions}


def whole_lines(file: Path) -> list[dict[str, Any]]:
    """The records in a file, which is cut after its last whole line."""
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        file.write_text(whole, encoding="utf-8")
    return [json.loads(line) for line in whole.splitlines()]


def append(file: Path, record: dict[str, Any]) -> None:
    """Write a record as one line."""
    with file.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(rounded(record), separators=(",", ":")) + "\n")


def main(file: Path = FILE) -> None:
    """Do every planned run that the file has not."""
    records = whole_lines(file)
    if not records:
        append(file, header())
    elif records[0]["settings"] != SETTINGS:
        sys.exit(f"{file.name} was made with other settings: move it away, or restore them")
    done = {tuple(record["run"]) for record in records[1:]}
    for run in planned():
        if tuple(run.key) not in done:
            append(file, measured_fit(run) if isinstance(run, Fit) else measured_extrapolation(run))


if __name__ == "__main__":
    main()
