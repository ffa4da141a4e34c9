"""Publication: a record as the files of a report."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any


def publish(record: dict[str, Any], folder: Path) -> Iterator[str]:
    """Write ``record.json``, ``report.tex``, ``report.html`` and, where LaTeX is installed, ``report.pdf``.

    Yields the path of each file as it is written, and one sentence where there is no PDF.  Raises OSError.
    """
    from reports import html, latex
    from reports.record import dump, load
    from verify.runs.store import write_atomic

    folder.mkdir(parents=True, exist_ok=True)
    dump(record, folder / "record.json")
    record = load(folder / "record.json")  # so that a report of the file is the same, to the order of its tables
    yield str(folder / "record.json")
    source = latex.render(record)
    current = (folder / "report.pdf").exists() and _reads(folder / "report.tex") == source
    for name, text in (("report.tex", source), ("report.html", html.render(record))):
        write_atomic(folder / name, text)
        yield str(folder / name)
    said: list[str] = []
    made = current or latex.compile_pdf(folder / "report.tex", say=said.append)
    yield str(folder / "report.pdf") if made else " ".join(said)


def _reads(path: Path) -> str | None:
    """The text of a file, None where there is none to read."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeError):
        return None
