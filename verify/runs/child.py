"""Child: a forked process that runs one unit, as its worker sees it."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from verify.evidence import Outcome
from verify.runs.limit import allowance, die_with_parent
from verify.runs.unit import TAIL, Unit, failure, read, with_output

LARGEST = 16 << 20
"""A result of more bytes than this is none."""
_READS = 16
"""How often a pipe is read at a time, so that one that never runs dry cannot hold up the others."""


@dataclass(slots=True)
class Child:
    """A running child: its process, its two pipes and what came through them."""

    number: int
    unit: Unit
    pid: int
    started: float
    deadline: float
    result: int
    output: int
    data: bytearray = field(default_factory=bytearray)
    printed: bytes = b""
    lines: int = 0
    """How many lines it printed."""

    def late(self, timeout: float) -> bool:
        """Whether its time is over; what it waited for a processor is added to it."""
        if time.monotonic() >= self.deadline:
            self.deadline = self.started + allowance(self.pid, timeout)
        return time.monotonic() >= self.deadline

    @property
    def overflowed(self) -> bool:
        """Whether it wrote more than any result."""
        return len(self.data) > LARGEST

    def outcome(self, status: int, late: bool, timeout: float) -> dict[str, Any]:
        """What came of it: its result, or evidence that says how it ended."""
        result = read(bytes(self.data))
        if result is None:
            result = {**self._ended(status, late, timeout), "dependencies": {}}
        return with_output(result, self.printed.decode("utf-8", "replace"), self.lines)

    def _ended(self, status: int, late: bool, timeout: float) -> dict[str, Any]:
        if late:
            return failure(self.unit, f"stopped at the time limit of {timeout:g} s; this may differ on another machine",
                           Outcome.TIMEOUT)
        return failure(self.unit, f"the process ended {ending(os.waitstatus_to_exitcode(status))}")


def ending(code: int) -> str:
    """Return how a process ended, in words.

    >>> ending(3), ending(-9)
    ('with exit code 3 before it had a result', 'by the signal SIGKILL')
    """
    if code < 0:
        return f"by the signal {signal.Signals(-code).name}"
    return f"with exit code {code} before it had a result"


def start(number: int, unit: Unit, timeout: float, life: Callable[[Unit, int], object],
          private: Iterable[int]) -> Child:
    """Fork a child that lives ``life(unit, descriptor for its result)`` and never returns.

    ``private`` are descriptors of the worker's that the child must not hold.
    """
    result, result_end = os.pipe()
    output, output_end = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            _settle(output_end, [result, output, *private])
            life(unit, result_end)
        finally:
            os._exit(1)
    os.close(result_end)
    os.close(output_end)
    for descriptor in (result, output):
        os.set_blocking(descriptor, False)
    now = time.monotonic()
    return Child(number, unit, pid, now, now + timeout, result, output)


def _settle(output: int, private: Iterable[int]) -> None:
    """A session of its own, so that whatever it starts ends with it; nothing to read; a pipe for all it prints."""
    os.setsid()
    die_with_parent()
    signal.set_wakeup_fd(-1)
    for kind in (signal.SIGCHLD, signal.SIGPIPE):
        signal.signal(kind, signal.SIG_DFL)
    for descriptor in private:
        os.close(descriptor)
    for target in (1, 2):
        os.dup2(output, target)
    os.close(output)


def drain(child: Child, descriptor: int) -> bool:
    """Read what a pipe holds; False at its end."""
    for _ in range(_READS):
        try:
            received = os.read(descriptor, 1 << 16)
        except BlockingIOError:
            return True
        if not received:
            return False
        if descriptor == child.output:
            child.printed = (child.printed + received)[-4 * TAIL:]
            child.lines += received.count(b"\n")
        elif not child.overflowed:
            child.data += received
    return True


def end(child: Child) -> None:
    """End a child that was not waited for yet, and everything in its session."""
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:  # it has no session yet
        os.kill(child.pid, signal.SIGKILL)


def sweep(child: Child) -> None:
    """End whatever a child that is gone left behind in its session."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
