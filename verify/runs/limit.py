"""Limit: what a process that runs an author's code may use, and how its randomness starts."""

from __future__ import annotations

import contextlib
import ctypes
import importlib.abc
import importlib.util
import os
import random
import resource
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

_PR_SET_PDEATHSIG = 1


def limit_memory(megabytes: int) -> None:
    """Limit this process's address space, as far as the system lets us, and leave no core files."""
    wanted = megabytes << 20
    for kind, amount in ((resource.RLIMIT_AS, wanted), (resource.RLIMIT_CORE, 0)):
        _, hard = resource.getrlimit(kind)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(kind, (amount if hard == resource.RLIM_INFINITY else min(amount, hard), hard))


class Stopped(BaseException):
    """A computation has used its time; no ``except Exception`` of an author's stops it."""


@contextlib.contextmanager
def stopped_after(seconds: float) -> Iterator[None]:
    """Raise Stopped once the block has used so much of the processor's time, in the main thread and nowhere else."""
    ours = threading.current_thread() is threading.main_thread()
    if not ours or signal.getsignal(signal.SIGPROF) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)  # again each second, where a callback has lost the first
    try:
        yield
    finally:
        signal.signal(signal.SIGPROF, signal.SIG_IGN)
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)


def _stop(number: int, frame: object) -> None:
    raise Stopped


_STARVED = 3
"""A process that other programs keep from running gets at most this many times its limit on top."""


def allowance(pid: int, seconds: float) -> float:
    """Return for how long a process may live that may run for so many seconds, on a machine that others use too.

    The time in which it was ready to run but had no processor (Linux tells it) is added, so that a busy machine gives
    the verdicts of an idle one.
    """
    try:
        with open(f"/proc/{pid}/schedstat", encoding="ascii") as file:
            waited = int(file.read().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        waited = 0.0
    return seconds + min(waited, _STARVED * seconds)


def die_with_parent() -> None:
    """Ask the kernel (Linux) to end this process when its parent ends."""
    _on_parents_death(signal.SIGKILL)


def outlive_parent() -> None:
    """Take :func:`die_with_parent` back: this process notices by itself, and has things to put in order first."""
    _on_parents_death(0)


def _on_parents_death(number: int) -> None:
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, number, 0, 0, 0)


def threads() -> int:
    """Return the number of threads of this process; forking is safe only where there is one."""
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return threading.active_count()


def seed_everything(seed: int) -> None:
    """Seed Python's, NumPy's and PyTorch's global generators; PyTorch's also if it is imported later."""
    import numpy as np

    random.seed(seed)
    np.random.seed(seed % 2**32)  # noqa: NPY002  an author's code may use the global generator
    if "torch" in sys.modules:
        sys.modules["torch"].manual_seed(seed % 2**63)
    else:
        sys.meta_path.insert(0, _SeedTorch(seed % 2**63))


class _SeedTorch(importlib.abc.MetaPathFinder):
    """Seeds PyTorch as soon as it has been imported, so that it does not matter when that is."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != "torch":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec("torch")
        if spec is not None and spec.loader is not None:
            spec.loader = _Seeding(spec.loader, self.seed)
        return spec


class _Seeding(importlib.abc.Loader):
    """A loader that seeds the module it has executed."""

    def __init__(self, loader: Any, seed: int) -> None:
        self.loader, self.seed = loader, seed

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        module: ModuleType | None = self.loader.create_module(spec)
        return module

    def exec_module(self, module: ModuleType) -> None:
        self.loader.exec_module(module)
        module.manual_seed(self.seed)
