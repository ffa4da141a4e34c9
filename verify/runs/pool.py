"""Pool: the workers of a run: which of them live, what they are given, and what came back."""

from __future__ import annotations

import itertools
import os
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from typing import Any, NamedTuple, final

from verify.runs.dependency import UNSTABLE
from verify.runs.interrupt import heed
from verify.runs.resident import Resident


class Task(NamedTuple):
    """One check of one claim of one paper of one file."""

    file: Path
    paper: str
    claim: str
    check: str


@dataclass(frozen=True, slots=True)
class Loaded:
    """What importing a file gave: the heads of its papers and the files it rests on, or an error in one sentence."""

    heads: tuple[Mapping[str, Any], ...] = ()
    files: Mapping[str, str] | None = None
    error: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """What a task gave: evidence as JSON data (None: the check does not apply), and what it rests on if it lasts."""

    evidence: dict[str, Any] | None
    files: Mapping[str, str] | None = None


_PATIENCE = 3
"""How often a worker may end with nothing to do."""
Heard = Callable[[Task, Result], None]


@final
class Pool:
    """Workers, at most ``jobs`` units at a time; leaving the context ends all of them."""

    def __init__(self, *, tier: str, timeout: float, memory: int, jobs: int) -> None:
        self.tier, self.timeout, self.memory, self.jobs = tier, timeout, memory, max(1, jobs)
        self.loaded: dict[Path, Loaded] = {}
        self._residents: dict[Path, Resident] = {}
        self._forkless: set[Path] = set()
        self._selector = DefaultSelector()
        self._numbers = itertools.count()
        self._given: dict[int, Task] = {}
        self._queues: dict[Path, deque[Task]] = {}
        self._suspects: set[Task] = set()
        self._expected: dict[Path, Mapping[str, str]] = {}
        self._idle_ends: Counter[Path] = Counter()
        self._heard: Heard = lambda task, result: None

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End every worker."""
        for file, resident in list(self._residents.items()):
            self._end(file, patience=0 if resident.loading else 2)
        self._selector.close()

    def load(self, files: Iterable[Path]) -> None:
        """Import files that were not imported yet, each in its own worker; see :attr:`loaded`."""
        waiting = deque(file for file in dict.fromkeys(files) if file not in self.loaded)
        wanted = set(waiting)
        while waiting or any(file in wanted and file not in self.loaded for file in self._residents):
            while waiting and sum(r.loading for r in self._residents.values()) < self.jobs:
                self._make_room()
                self._resident(waiting.popleft())
            self._wait()

    def expect(self, file: Path, files: Mapping[str, str]) -> None:
        """Say what a file, read in an earlier run, rests on; if that changes during this run its tasks fail."""
        self._expected[file] = files

    def run(self, tasks: Sequence[Task], heard: Heard) -> None:
        """Run tasks, file by file; ``heard`` is told of each as it ends, in no particular order."""
        self._heard = heard
        for task in tasks:
            self._queues.setdefault(task.file, deque()).append(task)
        while any(self._queues.values()) or self._given:
            self._fill()
            self._wait()
        self._queues.clear()

    def running(self) -> tuple[Task, ...]:
        """The tasks that run now."""
        return tuple(self._given.values())

    def _fill(self) -> None:
        """Give the free workers what comes next, the files in their order."""
        for file, queue in self._queues.items():
            if not queue or len(self._given) >= self.jobs:
                continue
            if file not in self._residents:
                if len(self._residents) >= self.jobs and not self._make_room():
                    continue
                self._resident(file)
            resident = self._residents[file]
            while queue and not resident.loading and len(self._given) < self.jobs and self._admits(resident, queue[0]):
                number, task = next(self._numbers), queue.popleft()
                self._given[number] = task
                resident.give(number, (task.paper, task.claim, task.check))

    def _admits(self, resident: Resident, task: Task) -> bool:
        """A task that was running when its worker died runs alone, to find out which of them it was."""
        alone = task in self._suspects or any(self._given[number] in self._suspects for number in resident.given)
        return not (alone and resident.given)

    def _make_room(self) -> bool:
        """End a worker that has nothing to do, where there are as many as may be."""
        if len(self._residents) < self.jobs:
            return True
        for file, resident in self._residents.items():
            if not (resident.loading or resident.given or self._queues.get(file)):
                self._end(file)
                return True
        return False

    def _resident(self, file: Path) -> None:
        resident = Resident(file, tier=self.tier, timeout=self.timeout, memory=self.memory,
                            reload=file in self._forkless)
        self._residents[file] = resident
        self._selector.register(resident.channel, EVENT_READ, (file, "channel"))
        self._selector.register(resident.output, EVENT_READ, (file, "output"))

    def _end(self, file: Path, patience: float = 2.0) -> int:
        resident = self._residents.pop(file)
        for source in (resident.channel, resident.output):
            if source in self._selector.get_map():
                self._selector.unregister(source)
        return resident.end(patience)

    def _wait(self) -> None:
        heed()
        for key, _ in self._selector.select(0.5):
            file, source = key.data
            if file not in self._residents:
                continue
            if source == "output":
                if not self._residents[file].listen():
                    self._selector.unregister(key.fileobj)
                continue
            messages = self._residents[file].receive()
            for message in messages or ():
                self._hear(file, message)
            if messages is None and file in self._residents:
                self._lost(file, stuck=False)
        for file in [file for file, resident in self._residents.items() if resident.stuck]:
            self._lost(file, stuck=True)

    def _hear(self, file: Path, message: Mapping[str, Any]) -> None:
        if file not in self._residents:
            return
        if "error" in message:
            self._end(file)
            self._fail(file, str(message["error"]))
        elif "heads" in message:
            self._imported(file, message)
        elif "number" in message:
            self._residents[file].given.pop(message["number"])
            task = self._given.pop(message["number"])
            self._suspects.discard(task)
            self._heard(task, Result(message["evidence"], message["dependencies"] if message["lasting"] else None))

    def _imported(self, file: Path, message: Mapping[str, Any]) -> None:
        """A worker may import a file again; half a run with one text and half with another would be worth nothing."""
        self._residents[file].loading = False
        files = message["dependencies"]
        before = self._expected.setdefault(file, files)
        if any(known not in (UNSTABLE, files.get(path)) for path, known in before.items()):
            self._end(file)
            self._fail(file, f"{_shown(file)}: it, or a file that it rests on, changed during the run; run again")
            return
        self.loaded.setdefault(file, Loaded(tuple(message["heads"]), files))
        if not message["alone"]:
            self._forkless.add(file)
            self._end(file)

    def _lost(self, file: Path, stuck: bool) -> None:
        """A worker ended or hangs: nobody's fault is assumed; what it ran is tried again, one at a time."""
        resident = self._residents[file]
        victims = [self._given.pop(number) for number in resident.given]
        printed = " ".join(resident.printed.decode("utf-8", "replace").split())[-200:]
        code = self._end(file, patience=0 if stuck else 2)
        how = "hangs" if stuck else _ending(code)
        if resident.loading:
            text = f"still being imported after {self.timeout:g} s" if stuck else f"the import {how}"
            self._fail(file, f"{_shown(file)}: {text}" + (f"; it printed: … {printed}" if printed else ""))
        elif not victims:
            self._idle_ends[file] += 1
            if self._idle_ends[file] > _PATIENCE:
                self._fail(file, f"{_shown(file)}: the process that hosts its checks {how} again and again")
        guilty = victims[0] if len(victims) == 1 else None
        if guilty is not None:
            self._suspects.discard(guilty)
            self._heard(guilty, Result(_error(guilty.check, f"the process that hosts the checks {how}")))
        elif victims:
            self._suspects.update(victims)
            self._queues[file].extendleft(reversed(victims))

    def _fail(self, file: Path, error: str) -> None:
        """The file cannot be imported (any more): every task of it ends with that sentence."""
        if file not in self.loaded:
            self.loaded[file] = Loaded(error=error)
        queue = self._queues.get(file, deque())
        while queue:
            task = queue.popleft()
            self._heard(task, Result(_error(task.check, error)))


def _ending(code: int) -> str:
    import signal

    return f"was ended by the signal {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"


def _error(check: str, note: str) -> dict[str, Any]:
    from verify.evidence import Evidence, Outcome
    from verify.record import evidence_record

    return evidence_record(Evidence(check, Outcome.ERROR, note=note))


def _shown(file: Path) -> str:
    here = Path(os.getcwd())
    return str(file.relative_to(here)) if file.is_relative_to(here) else str(file)
