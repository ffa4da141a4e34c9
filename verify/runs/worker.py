"""Worker: the process that hosts one author's file.  It imports the file once and forks a child for every unit.

Each child is a fresh copy of the process as it was right after the import, so nothing leaks from one unit to the next.
The worker ends children at their time limit, with everything they started, and ends itself when its own parent is gone.
It speaks JSON, one message a line, over a socket that it inherits.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import signal
import socket
import sys
import time
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from typing import Any, NoReturn

from verify import checks
from verify.errors import PaperError
from verify.head import paper_head
from verify.paper import Paper
from verify.runs import guard, limit, unit
from verify.runs.child import Child, drain, end, start, sweep
from verify.runs.dependency import Recorder
from verify.runs.load import load, shown
from verify.runs.unit import Unit

PRELOADED = ("numerics", "scipy.optimize", *(f"verify.checks.{name}" for name in checks.CHECKS))
"""What every unit needs; children share it."""


def main(descriptor: int) -> NoReturn:
    """Host the file that the first message names, until the socket closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit.die_with_parent()
    channel = socket.socket(fileno=descriptor)
    settings = json.loads(_first_line(channel))
    for name in PRELOADED:
        with contextlib.suppress(ImportError):  # a check that cannot be imported says so when it is run
            importlib.import_module(name)
    limit.limit_memory(settings["memory"])
    _Host(channel, settings).serve()
    os._exit(0)


def _warm() -> None:
    """Load what most checks need, and let Hypothesis read its tables, once instead of in each child."""
    import scipy.optimize  # noqa: F401  by which violations are climbed
    from hypothesis import Phase, given, settings
    from hypothesis.strategies import integers

    @settings(max_examples=1, database=None, deadline=None, phases=(Phase.generate,))
    @given(integers())
    def draw(value: int) -> None:
        del value

    with contextlib.suppress(Exception):
        draw()


def _first_line(channel: socket.socket) -> bytes:
    line = b""
    while not line.endswith(b"\n"):
        byte = channel.recv(1)
        if not byte:
            os._exit(0)
        line += byte
    return line


class _Host:
    """The worker's state: the loaded papers and the children that run."""

    def __init__(self, channel: socket.socket, settings: dict[str, Any]) -> None:
        self.channel, self.settings = channel, settings
        self.before = guard.snapshot()
        self.recorder = Recorder()
        self.papers: tuple[Paper, ...] | None = None
        self.base: dict[str, str] = {}
        self.children: dict[int, Child] = {}
        self.pending = b""
        self.selector = DefaultSelector()
        self.woken, self.waking = os.pipe()

    def serve(self) -> None:
        """Load the file and report what is in it, then run units on request."""
        self.recorder.start()
        self._send({"started": True})
        if not self.settings["reload"]:
            self._load()
        limit.outlive_parent()
        self._listen()
        while self._step():
            pass
        self._end_all()

    def _load(self) -> None:
        try:
            self.papers = self._import()
            heads = [paper_head(paper) for paper in self.papers]
        except PaperError as problem:
            self._send({"error": str(problem)})
            os._exit(0)
        self.base = self.recorder.dependencies()
        self._send({"heads": heads, "dependencies": self.base, "alone": limit.threads() == 1})
        _warm()
        gc.collect()
        gc.freeze()

    def _import(self) -> tuple[Paper, ...]:
        path = Path(self.settings["file"])
        try:
            papers = load(path)
        finally:
            replaced = guard.mend(self.before)
        if replaced:
            raise PaperError(f"{shown(path)}: {replaced}")
        return papers

    def _listen(self) -> None:
        """Undo what an import may have done to signals and tracing, and wake up when a child ends."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
        sys.settrace(None)
        sys.setprofile(None)
        for descriptor in (self.woken, self.waking):
            os.set_blocking(descriptor, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self.waking, warn_on_full_buffer=False)
        self.selector.register(self.channel, EVENT_READ)
        self.selector.register(self.woken, EVENT_READ)

    def _step(self) -> bool:
        """Wait for the next event and handle it; False when the parent is gone."""
        due = min((child.deadline for child in self.children.values()), default=None)
        for key, _ in self.selector.select(None if due is None else max(0.01, due - time.monotonic())):
            if key.fileobj is self.channel:
                if not self._requests():
                    return False
            elif key.fileobj == self.woken:
                os.read(self.woken, 1 << 16)
            elif not drain(key.data, key.fd):
                self.selector.unregister(key.fd)
        self._reap()
        return True

    def _requests(self) -> bool:
        received = self.channel.recv(1 << 16)
        *lines, self.pending = (self.pending + received).split(b"\n")
        for line in lines:
            request = json.loads(line)
            self._start(request["number"], Unit(*request["unit"]))
        return bool(received)

    def _start(self, number: int, wanted: Unit) -> None:
        pipes = [descriptor for other in self.children.values() for descriptor in (other.result, other.output)]
        private = [self.channel.fileno(), self.selector.fileno(), self.woken, self.waking, *pipes]
        child = start(number, wanted, self.settings["timeout"], self._live, private)
        self.children[child.pid] = child
        for descriptor in (child.result, child.output):
            self.selector.register(descriptor, EVENT_READ, child)

    def _live(self, wanted: Unit, descriptor: int) -> None:
        """The life of a child: run one unit and write its result."""
        try:
            papers = self._import() if self.papers is None else self.papers
            result = unit.perform(wanted, papers, self.settings["tier"], self.before)
        except PaperError as problem:
            result = unit.failure(wanted, str(problem))
        result["dependencies"] = self.recorder.dependencies(self.base)
        data = json.dumps(result).encode()
        while data:
            data = data[os.write(descriptor, data):]
        os._exit(0)

    def _reap(self) -> None:
        for child in list(self.children.values()):
            before = child.deadline
            late = child.late(self.settings["timeout"])
            if child.deadline > before:
                self._send({"later": child.number, "seconds": child.deadline - time.monotonic()})
            if late or child.overflowed:
                end(child)
            ended, status = os.waitpid(child.pid, os.WNOHANG)
            if ended:
                sweep(child)
                self._finish(child, status, late)

    def _finish(self, child: Child, status: int, late: bool) -> None:
        for descriptor in (child.result, child.output):
            drain(child, descriptor)
            if descriptor in self.selector.get_map():
                self.selector.unregister(descriptor)
            os.close(descriptor)
        del self.children[child.pid]
        self._send({"number": child.number, **child.outcome(status, late, self.settings["timeout"])})

    def _send(self, message: dict[str, Any]) -> None:
        try:
            self.channel.sendall(json.dumps(message).encode() + b"\n")
        except OSError:  # the parent is gone
            self._end_all()
            os._exit(0)

    def _end_all(self) -> None:
        for child in self.children.values():
            end(child)
