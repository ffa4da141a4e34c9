"""Resident: a worker process as the main process sees it: started, spoken to, watched and ended."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, final

_GRACE = 20.0
"""Seconds that a worker gets beyond a child's time limit before it counts as stuck."""
_STARTUP = 120.0
"""Seconds for a fresh interpreter to import Assay, on the slowest machine."""
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


@final
class Resident:
    """A running worker and the numbers of the units that it was given."""

    def __init__(self, file: Path, *, tier: str, timeout: float, memory: int, reload: bool = False) -> None:
        self.file, self.timeout, self.reload = file, timeout, reload
        self.loading = not reload
        self.given: dict[int, float] = {}
        self.printed = b""
        self._received = b""
        self._loaded_by = time.monotonic() + _STARTUP
        ours, theirs = socket.socketpair()
        with theirs:
            self.process = _spawn(theirs.fileno())
        self.channel = ours
        assert self.process.stdout is not None
        self.output = self.process.stdout
        os.set_blocking(self.output.fileno(), False)
        self._send({"file": str(file), "tier": tier, "timeout": timeout, "memory": memory, "reload": reload})

    @property
    def stuck(self) -> bool:
        """Whether it did not answer in time."""
        deadlines = [self._loaded_by] if self.loading else list(self.given.values())
        return bool(deadlines) and time.monotonic() > min(deadlines)

    def give(self, number: int, unit: tuple[str, str, str]) -> None:
        """Hand it a unit."""
        self.given[number] = time.monotonic() + self.timeout + _GRACE
        self._send({"number": number, "unit": unit})

    def _send(self, message: dict[str, Any]) -> None:
        with contextlib.suppress(OSError):  # its end is noticed where its answers are read
            self.channel.sendall(json.dumps(message).encode() + b"\n")

    def receive(self) -> list[dict[str, Any]] | None:
        """Return the messages that have arrived, None when it has ended."""
        try:
            received = self.channel.recv(1 << 20)
        except OSError:
            received = b""
        *lines, self._received = (self._received + received).split(b"\n")
        try:
            messages = [json.loads(line) for line in lines]
        except ValueError:  # something else wrote into the socket: it cannot be trusted any more
            return None
        if any("started" in message for message in messages):
            self._loaded_by = time.monotonic() + self.timeout
        for message in messages:
            if message.get("later") in self.given:
                self.given[message["later"]] = time.monotonic() + message["seconds"] + _GRACE
        return [message for message in messages if "later" not in message] if received else None

    def listen(self) -> bool:
        """Keep the end of what it prints; False when its output is closed."""
        with contextlib.suppress(BlockingIOError):
            received = os.read(self.output.fileno(), 1 << 16)
            self.printed = (self.printed + received)[-2000:]
            return bool(received)
        return True

    def end(self, patience: float = 2.0) -> int:
        """End it and whatever its import started; return its exit code.  One that imports does not listen."""
        self.channel.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(patience)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        code = self.process.wait()
        self.output.close()
        return code


def _spawn(descriptor: int) -> subprocess.Popen[bytes]:
    """A fresh interpreter: the caller's ``__main__`` is not imported again, its module path is taken over."""
    path = [os.path.abspath(entry) for entry in sys.path]
    start = f"import sys; sys.path[:] = {path!r}; from verify.runs.worker import main; main({descriptor})"
    storage = os.path.join(os.getcwd(), ".assay", "hypothesis")
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONUNBUFFERED": "1", **dict.fromkeys(_THREADS, "1"),
                   "HYPOTHESIS_STORAGE_DIRECTORY": storage}
    return subprocess.Popen([sys.executable, "-c", start], pass_fds=(descriptor,), env=environment,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            start_new_session=True)
