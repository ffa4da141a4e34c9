"""Run: from files to the record: import them, take what is kept, check the rest, and put it all together."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, final

from verify.figure import FIGURE
from verify.runs import drawing
from verify.runs.dependency import fold, stable
from verify.runs.interrupt import heeded
from verify.runs.pool import Loaded, Pool, Result, Task
from verify.runs.selection import select
from verify.runs.store import Store

Head = Mapping[str, Any]
TIMEOUTS = {"fast": 60.0, "full": 900.0}
"""Seconds of wall-clock time for one unit, by tier."""
MEMORY = 4096
"""MiB of memory for one unit."""
RESULTS = Path(".assay", "results")
INTERRUPTED = 130
"""The exit code of a run that was interrupted."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a user can set; only ``tier`` and ``memory`` can change a result."""

    tier: str = "fast"
    jobs: int = 1
    timeout: float | None = None
    memory: int = MEMORY
    cache: bool = True
    strict: bool = True

    @property
    def seconds(self) -> float:
        """The time limit of one unit."""
        return TIMEOUTS[self.tier] if self.timeout is None else self.timeout


@dataclass(frozen=True, slots=True)
class Found:
    """The papers of a file as far as they can be read: heads, the files they rest on, or an error in one sentence."""

    file: Path
    heads: tuple[Head, ...] = ()
    files: Mapping[str, str] | None = None
    error: str = ""


class Progress:
    """Is told how a run goes on; this one is silent."""

    def total(self, number: int) -> None:
        """That many units are to be run."""

    def step(self, task: Task, running: Sequence[Task]) -> None:
        """A unit has ended; these still run."""

    def price(self, sentence: str) -> None:
        """What one of the claims to be checked may cost."""

    def remark(self, sentence: str) -> None:
        """Something that changes no result, but that a user wants to know."""

    def close(self) -> None:
        """The run is over, or was interrupted."""

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


@final
class Run:
    """A run in progress: its workers and its store.  Leaving the context ends the workers and keeps the results."""

    def __init__(self, settings: Settings, progress: Progress | None = None) -> None:
        self.settings, self.progress = settings, progress or Progress()
        self.store = Store(Path.cwd() / RESULTS if settings.cache else None)
        self.known: dict[Task, dict[str, Any]] = {}
        self.pool = Pool(tier=settings.tier, timeout=settings.seconds, memory=settings.memory, jobs=settings.jobs)

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.close()

    def find(self, files: Iterable[Path]) -> tuple[Found, ...]:
        """Return what is in the files; those that did not change since they were last imported are not imported."""
        files = tuple(files)
        kept = {file: self.store.get("heads", str(file)) for file in files}
        self.pool.load(file for file in files if kept[file] is None)
        return _distinct([self._found(file, kept[file]) for file in files])

    def _found(self, file: Path, kept: Any) -> Found:
        if kept is not None:
            self.pool.expect(file, kept["files"])
            return Found(file, tuple(kept["heads"]), kept["files"])
        loaded: Loaded = self.pool.loaded[file]
        if loaded.error:
            return Found(file, error=loaded.error)
        assert loaded.files is not None
        value = {"heads": list(loaded.heads), "files": dict(loaded.files)}
        self.store.put(value, loaded.files, "heads", str(file))
        return Found(file, loaded.heads, loaded.files)

    def evidence(self, found: Iterable[Found], chosen: Mapping[str, Sequence[str]],
                 figures: Sequence[Task] = ()) -> dict[tuple[str, str], list[Any]]:
        """Return the evidence for the chosen claims (ids by paper key), in the order of the checks.

        ``figures`` are drawn as well; see :attr:`known`.
        """
        found = tuple(found)
        self._finish(found, chosen, figures)
        return self.gathered(found, chosen)

    def _finish(self, found: Iterable[Found], chosen: Mapping[str, Sequence[str]], figures: Sequence[Task]) -> None:
        """Take what is kept and run the rest."""
        files = {one.file: one.files or {} for one in found}
        tasks = [task for one in found for head in one.heads for claim in head["claims"]
                 if claim["id"] in chosen[head["key"]] for task in self._tasks(one.file, head["key"], claim)]
        tasks += figures
        prices = {(one.file, claim["id"]): claim["price"] for one in found for head in one.heads
                  for claim in head["claims"]}
        results = self.known
        for task in tasks:
            kept = None if task in results else self._kept(task, files[task.file])
            results.update({} if kept is None else {task: kept})
        missing = [task for task in tasks if task not in results]
        for task in missing:
            if task.check != FIGURE and (cost := prices[task.file, task.claim]):
                self.progress.price(f"{task.claim}: {cost}; {self.settings.seconds:g} s at most")
        self.progress.total(len(missing))

        def heard(task: Task, result: Result) -> None:
            results[task] = {"evidence": result.evidence}
            self._keep(task, result, files[task.file])
            self.progress.step(task, self.pool.running())

        self.pool.run(missing, heard)

    def gathered(self, found: Iterable[Found], chosen: Mapping[str, Sequence[str]]) -> dict[tuple[str, str], list[Any]]:
        """Return what is known of the chosen claims; those that were not finished, or rest on such, say so."""
        gathered: dict[tuple[str, str], list[Any]] = {}
        for one in found:
            for head in one.heads:
                wanted = {claim["id"]: claim for claim in head["claims"] if claim["id"] in chosen[head["key"]]}
                open_ = {name for name, claim in wanted.items()
                         if any(task not in self.known for task in self._tasks(one.file, head["key"], claim))}
                while resting := {name for name, claim in wanted.items() if open_ & set(claim["uses"])} - open_:
                    open_ |= resting
                for name, claim in wanted.items():
                    entries = [self.known[task]["evidence"] for task in self._tasks(one.file, head["key"], claim)
                               ] if name not in open_ else [_left_out("run", "interrupted before it was finished")]
                    if not self._in_tier(claim):
                        entries = [_left_out("tier", "it belongs to the full tier: run with --tier full")]
                    gathered[head["key"], name] = [entry for entry in entries if entry is not None]
        return gathered

    def _tasks(self, file: Path, key: str, claim: Head) -> list[Task]:
        names = claim["checks"] if self._in_tier(claim) else ()
        return [Task(file, key, claim["id"], check) for check in names]

    def claim(self, found: Found, head: Head, identifier: str) -> dict[str, Any]:
        """Return the record of one claim of a paper, for which those that it rests on are checked too."""
        chosen = select([head], identifiers=[identifier])
        chosen |= {other["key"]: () for other in found.heads if other is not head}
        paper = _paper(head, chosen[head["key"]], self.evidence([found], chosen))
        record = run_record([paper], self.settings)
        return next(claim for claim in record["papers"][0]["claims"] if claim["id"] == identifier)

    def _in_tier(self, claim: Head) -> bool:
        return self.settings.tier == "full" or claim["tier"] == "fast"

    def _key(self, task: Task) -> tuple[str, ...]:
        return ("unit", *(str(part) for part in task), self.settings.tier, str(self.settings.memory))

    def _kept(self, task: Task, files: Mapping[str, str]) -> Any:
        value = self.store.get(*self._key(task))
        return value if value is not None and stable(files) and value["base"] == _base(files) else None

    def _keep(self, task: Task, result: Result, files: Mapping[str, str]) -> None:
        """The files that the import rests on are kept once, with the heads; here only their common digest."""
        if result.files is not None and stable(files):
            self.store.put({"evidence": result.evidence, "base": _base(files)}, result.files, *self._key(task))


def _base(files: Mapping[str, str]) -> str:
    return fold(*(part for path in sorted(files) for part in (path, files[path])))


def check(files: Sequence[Path], settings: Settings, *, expressions: Sequence[str] = (),
          identifiers: Sequence[str] = (), progress: Progress | None = None, figures: bool = False) -> dict[str, Any]:
    """Check the papers in files and return the record; what could not be checked at all is among its problems.

    With ``figures`` they are drawn too; one that cannot be drawn is told as a remark and decides nothing.

    Raises PaperError where the expressions or identifiers make no sense.
    """
    with heeded(), Run(settings, progress) as run:
        found = run.find(files)
        faults = problems(found)
        found = () if _repeated(found) else found
        chosen = _chosen([head for one in found for head in one.heads], expressions, identifiers, bool(faults))
        stopped = False
        asked = drawing.tasks(found, chosen, settings.tier) if figures else ()
        try:
            evidence = run.evidence(found, chosen, asked)
        except KeyboardInterrupt:
            evidence, stopped = run.gathered(found, chosen), True
            faults = (*faults, _interrupted(evidence, settings.cache))
        if run.store.lost:
            run.progress.remark(f"results cannot be kept in {RESULTS}: {run.store.lost}; the next run starts anew")
        tier = settings.tier if figures else None
        papers = [_paper(head, chosen[head["key"]], evidence, drawing.records(one, head, chosen[head["key"]], run.known,
                                                                              tier))
                  for one in found for head in one.heads]
        for sentence in drawing.failures(papers):
            run.progress.remark(sentence)
    if not any(paper["claims"] for paper in papers) and not faults:
        faults = (f"nothing was checked: {_nothing(papers, expressions)}",)
    record = run_record([paper for paper in papers if paper["claims"]], settings, faults)
    record["run"]["exit_code"] = INTERRUPTED if stopped else record["run"]["exit_code"]
    pictures = [run.known[task]["evidence"] for task in asked if task in run.known]
    record["run"]["seconds"] = round(sum(item["seconds"] or 0 for found in (*evidence.values(), pictures)
                                         for item in found), 3)
    return record


def _interrupted(evidence: Mapping[Any, Sequence[Any]], kept: bool) -> str:
    missing = sum(entry["check"] == "run" for entries in evidence.values() for entry in entries)
    rest = "what was finished is kept, and the next run goes on from there" if kept else "nothing is kept (--no-cache)"
    return f"interrupted: {missing} of {len(evidence)} claims were not finished; {rest}"


def _chosen(heads: Sequence[Head], expressions: Sequence[str], identifiers: Sequence[str],
            partial: bool) -> dict[str, tuple[str, ...]]:
    """The ids asked for; where files are missing, an id that is not found may be in one of those."""
    known = {claim["id"] for head in heads for claim in head["claims"]}
    wanted = [name for name in identifiers if name in known or not partial]
    if identifiers and not wanted and not expressions:
        return {head["key"]: () for head in heads}
    return select(heads, expressions, wanted)


def _nothing(papers: Sequence[Head], expressions: Sequence[str]) -> str:
    if expressions:
        return f"no claim's id matches {' and '.join(map(repr, expressions))} (assay list shows the ids)"
    return f"there is no claim in {', '.join(repr(paper['key']) for paper in papers)}"


def problems(found: Sequence[Found]) -> tuple[str, ...]:
    """Return a sentence for every file that cannot be checked, and one where none is left or two papers share a key."""
    sentences = [one.error for one in found if one.error]
    if key := _repeated(found):
        places = [shown(one.file) for one in found for head in one.heads if head["key"] == key]
        sentences.append(f"the key {key!r} names two papers ({', '.join(places)}): a key names one paper")
    if not sentences and not any(one.heads for one in found):
        sentences.append("nothing was checked: " + ("no file with a Paper was found" if not found else
                         f"there is no Paper in {', '.join(shown(one.file) for one in found)}"))
    return tuple(sentences)


def _distinct(found: Sequence[Found]) -> tuple[Found, ...]:
    """The papers, each once: the one that several files import is taken where it has all of its claims."""
    seen = [(place, head, _stated(head)) for place, one in enumerate(found) for head in one.heads]

    def elsewhere(place: int, head: Head) -> bool:
        mine = _stated(head)
        return any(mine < theirs or (mine == theirs and other < place) for other, twin, theirs in seen
                   if other != place and (twin["key"], twin["file"]) == (head["key"], head["file"]))

    return tuple(replace(one, heads=tuple(head for head in one.heads if not elsewhere(place, head)))
                 for place, one in enumerate(found))


def _stated(head: Head) -> frozenset[tuple[Any, ...]]:
    return frozenset((claim["id"], *claim["where"].values()) for claim in head["claims"])


def _repeated(found: Sequence[Found]) -> str | None:
    keys = [head["key"] for one in found for head in one.heads]
    return next((key for key in keys if keys.count(key) > 1), None)


def _left_out(name: str, note: str) -> dict[str, Any]:
    """The evidence of a claim that this run leaves out, with the reason."""
    from verify.evidence import Evidence, Outcome
    from verify.record import evidence_record

    return evidence_record(Evidence(name, Outcome.NOT_RUN, note=note))


def _paper(head: Head, chosen: Sequence[str], evidence: Mapping[tuple[str, str], list[Any]],
           figures: Sequence[Head] = ()) -> dict[str, Any]:
    """The record of a paper."""
    from verify.record import evidence_from, paper_record

    known = {name: [evidence_from(data) for data in evidence[head["key"], name]] for name in chosen}
    return paper_record(_portable(head), known, figures)


def _portable(head: Head) -> dict[str, Any]:
    """The head with paths as a reader wants them: relative where they lie below the working folder."""
    claims = [{**c, "where": {**c["where"], "file": shown(Path(c["where"]["file"]))}} for c in head["claims"]]
    return {**head, "file": shown(Path(head["file"])) if head["file"] else "", "claims": claims}


def run_record(papers: Sequence[Head], settings: Settings, faults: Sequence[str] = ()) -> dict[str, Any]:
    """Return the whole record, with the settings that belong to it.

    A claim that was not run for a stated reason says nothing about the paper; with ``strict`` off an undecided one
    does not count against it either.
    """
    from verify.record import run_record as assemble

    for paper in papers:
        for claim in paper["claims"]:
            left_out = claim["verdict"] == "not run" and bool(claim["evidence"])
            lenient = claim["verdict"] == "undecided" and not settings.strict
            claim["as_expected"] = claim["as_expected"] or left_out or lenient
    return assemble(papers, settings.tier, {"strict": settings.strict, "timeout": f"{settings.seconds:g} s",
                                            "memory": f"{settings.memory} MiB"}, faults)


def shown(path: Path) -> str:
    """Return a path relative to the working folder where it lies below it."""
    here = Path(os.getcwd())
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
