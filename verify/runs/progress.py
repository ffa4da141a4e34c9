"""Progress: how a run goes on, on standard error: a bar in a terminal, a few plain lines elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import Any, final

from verify.runs.pool import Task
from verify.runs.run import Progress

INTERVAL = 10.0
"""Seconds between two plain lines."""


def progress(stream: Any = None) -> Progress:
    """Return the progress that suits a stream (standard error)."""
    stream = sys.stderr if stream is None else stream
    return Bar(stream) if stream.isatty() else Lines(stream)


def _say(sentence: str, stream: Any) -> None:
    from reports.glyph import visible

    print(f"assay: {visible(' '.join(sentence.split()))}", file=stream, flush=True)


@final
class Lines(Progress):
    """One line now and then, for logs."""

    def __init__(self, stream: Any) -> None:
        self.stream, self.number, self.done = stream, 0, 0
        self.next = time.monotonic() + INTERVAL

    def price(self, sentence: str) -> None:
        print(sentence, file=self.stream, flush=True)

    def remark(self, sentence: str) -> None:
        _say(sentence, self.stream)

    def total(self, number: int) -> None:
        self.number, self.done = number, 0

    def step(self, task: Task, running: Sequence[Task]) -> None:
        self.done += 1
        if time.monotonic() >= self.next:
            self.next = time.monotonic() + INTERVAL
            print(f"{self.done} of {self.number} checks done", file=self.stream, flush=True)


@final
class Bar(Progress):
    """A bar with the claims that are being checked, gone when the run ends."""

    def __init__(self, stream: Any) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as RichProgress

        self.stream, self.number, self.done = stream, 0, 0
        claims = TextColumn("{task.description}", markup=False)
        console = Console(file=stream, stderr=True)
        self.bar = RichProgress(BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), claims, console=console,
                                transient=True)
        self.task: Any = None

    def total(self, number: int) -> None:
        self.number, self.done = number, 0
        if number:
            self.bar.start()
            self.task = self.bar.add_task("", total=number)

    def step(self, task: Task, running: Sequence[Task]) -> None:
        from reports.glyph import visible

        self.done += 1
        names = visible(", ".join(dict.fromkeys(f"{one.claim} ({one.check})" for one in running)))
        self.bar.update(self.task, advance=1, description=names[:80])
        if self.done == self.number:
            self.close()

    def price(self, sentence: str) -> None:
        from reports.glyph import visible

        print(visible(sentence), file=self.stream, flush=True)

    def remark(self, sentence: str) -> None:
        self.close()
        _say(sentence, self.stream)

    def close(self) -> None:
        self.bar.stop()
