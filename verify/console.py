"""Console: what the command line writes, where, and how it looks there."""

from __future__ import annotations

import importlib
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import click


def say(sentence: str, code: int) -> int:
    """Write one sentence to standard error and return the exit code that goes with it."""
    click.echo(f"assay: {visible(sentence)}", err=True)
    return code


def visible(text: str) -> str:
    """Return text without control characters, so that nothing an author wrote reaches the terminal as a command."""
    from reports import glyph

    return "\n".join(glyph.visible(line) for line in text.splitlines())


def look() -> tuple[bool, int]:
    """Return whether standard output takes colours, and how wide it is."""
    terminal = sys.stdout is not None and sys.stdout.isatty()
    color = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return color, max(60, min(shutil.get_terminal_size((100, 24)).columns, 140))


def rendered(record: dict[str, Any], form: str, terminal: bool) -> str:
    """Return a record in one of the forms of ``assay check``; colours only for a terminal."""
    if form == "json":
        from reports.record import dumps, validate

        validate(record)
        return dumps(record)
    if form == "text":
        from reports.text import render

        color, width = look()
        return render(record, color=color and terminal, width=width)
    text: str = importlib.import_module(f"reports.{form}").render(record)
    return text


def _print(text: str) -> None:
    """Write to standard output, which may be closed, full or a pipe that nobody reads any more."""
    if sys.stdout is None:
        raise click.ClickException("standard output is closed, so the answer cannot be written.")
    try:
        sys.stdout.buffer.write(text.encode("utf-8", "replace"))
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as problem:
        sys.stdout = None  # Python would try again, and fail, at exit
        raise click.ClickException(f"standard output cannot be written: {problem.strerror}") from None


def write(text: str, output: Path | None = None) -> None:
    """Write an answer to standard output or, in one step, to a file."""
    if output is None:
        _print(text)
        return
    from verify.runs.store import write_atomic

    try:
        write_atomic(output, text)
    except OSError as problem:
        raise click.ClickException(f"{output} cannot be written: {problem.strerror}") from None
