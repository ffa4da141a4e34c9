"""Interrupt: a Ctrl-C that is never lost, though the place where it arrives may swallow exceptions."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_asked: list[bool] = []


@contextmanager
def heeded() -> Iterator[None]:
    """Remember an interrupt that arrives inside the block, beside raising it, for :func:`heed`."""
    ours = threading.current_thread() is threading.main_thread()
    if not ours or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, _ask)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        _asked.clear()


def heed() -> None:
    """Raise KeyboardInterrupt where one arrived and was not heeded yet."""
    if _asked:
        _asked.clear()
        raise KeyboardInterrupt


def _ask(number: int, frame: Any) -> None:
    _asked.append(True)
    raise KeyboardInterrupt
