"""Drawing: which figures of a run are drawn, and what the record says of each of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verify.figure import FIGURE
from verify.runs.load import shown
from verify.runs.pool import Task

if TYPE_CHECKING:
    from verify.runs.run import Found

Head = Mapping[str, Any]
LATER = "it belongs to the full tier: run with --tier full"
STOPPED = "interrupted before it was drawn"


def wanted(head: Head, chosen: Sequence[str]) -> list[Head]:
    """The figures to be shown beside the chosen claims: all of a paper where all of its claims are chosen.

    >>> head = {"claims": [{"id": "a"}, {"id": "b"}], "figures": [{"illustrates": ["a"]}, {"illustrates": []}]}
    >>> len(wanted(head, ["a"])), len(wanted(head, ["b", "a"])), len(wanted(head, ["b"]))
    (1, 2, 0)
    """
    whole = len(chosen) == len(head["claims"])
    return [figure for figure in head["figures"] if whole or set(figure["illustrates"]) & set(chosen)]


def tasks(found: Iterable[Found], chosen: Mapping[str, Sequence[str]], tier: str) -> list[Task]:
    """The units that draw the figures of the chosen claims."""
    return [Task(one.file, head["key"], figure["id"], FIGURE) for one in found for head in one.heads
            for figure in wanted(head, chosen[head["key"]]) if not figure["fault"] and tier in ("full", figure["tier"])]


def records(found: Found, head: Head, chosen: Sequence[str], known: Mapping[Task, Mapping[str, Any]],
            tier: str | None) -> list[dict[str, Any]]:
    """What a record says of the figures of a paper: drawn, failed or left out, and why.

    Where none was asked for (no ``tier``) only those that are not well-formed are told.
    """
    result = []
    for figure in wanted(head, chosen):
        if tier is None and not figure["fault"]:
            continue
        answer = known.get(Task(found.file, head["key"], figure["id"], FIGURE), {}).get("evidence") or {}
        picture = answer.get("picture")
        where = {**figure["where"], "file": shown(Path(figure["where"]["file"]))}
        fault = f"{where['file']}:{where['line']}: {figure['fault']}" if figure["fault"] else answer.get("note", "")
        later = STOPPED if tier in ("full", figure["tier"]) else LATER
        state, reason = ("drawn", "") if picture else ("failed", fault) if fault else ("left out", later)
        told = {name: value for name, value in figure.items() if name != "fault"}
        result.append({**told, "where": where, "state": state, "reason": reason, "picture": picture})
    return result


def failures(papers: Iterable[Head]) -> Iterator[str]:
    """A sentence for each figure that could not be drawn."""
    for paper in papers:
        for figure in paper["figures"]:
            if figure["state"] == "failed":
                yield failure(figure["id"], figure["reason"])


def failure(identifier: str, reason: str) -> str:
    """Say that a figure could not be drawn, and why."""
    return f"the figure {identifier!r} cannot be drawn (no verdict depends on it): {reason}"
