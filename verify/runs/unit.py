"""Unit: the unit of work, one check of one claim or one figure, and what comes back from it as JSON data."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verify.budget import BUDGETS
from verify.claim import Claim
from verify.domains.draw import claim_seed, name_seed
from verify.errors import AssayError, shorten
from verify.evidence import Evidence, Outcome
from verify.figure import FIGURE, Figure, draw
from verify.notebook import run_check
from verify.paper import Paper
from verify.record import evidence_record
from verify.runs import guard
from verify.runs.limit import seed_everything
from verify.runs.load import place, shown

TAIL = 200
"""How many characters of what an author's code printed are kept."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One check of one claim of one paper; or one of its figures, in the place of a claim."""

    paper: str
    claim: str
    check: str


def perform(unit: Unit, papers: Sequence[Paper], tier: str, before: guard.Snapshot) -> dict[str, Any]:
    """Run a unit in this process, which is used for nothing else; never raises.

    Returns ``evidence`` (None where the check does not apply) and ``lasting``: whether it may be kept for later runs.
    """
    if unit.check == FIGURE:
        return _illustrate(unit, papers, before)
    claim = next((p.claims[unit.claim] for p in papers if p.key == unit.paper and unit.claim in p.claims), None)
    if claim is None:
        return failure(unit, "the claim is not in the file any more; the file is different each time it is imported")
    evidence, lasting = guarded(unit, claim, tier)
    replaced = guard.mend(before)
    if replaced:
        return failure(unit, replaced)
    return {"evidence": evidence and evidence_record(evidence), "lasting": lasting}


def _illustrate(unit: Unit, papers: Sequence[Paper], before: guard.Snapshot) -> dict[str, Any]:
    """Draw a figure: what comes back has the form of evidence, with a ``picture`` beside it."""
    figure = next((p.figures[unit.claim] for p in papers if p.key == unit.paper and unit.claim in p.figures), None)
    if figure is None:
        return failure(unit, "it is not in the file any more; the file is different each time it is imported")
    start = time.perf_counter()
    try:
        seed_everything(name_seed(figure.paper, figure.id))
        picture = draw(figure)
    except MemoryError:
        return failure(unit, "it needs more memory than the limit (--memory)")
    except BaseException as problem:
        return failure(unit, _told(problem, figure))
    seconds = round(time.perf_counter() - start, 3)
    if replaced := guard.mend(before):
        return failure(unit, replaced)
    evidence = evidence_record(Evidence(unit.check, Outcome.HOLDS, seconds=seconds))
    return {"evidence": {**evidence, "picture": picture}, "lasting": True}


def guarded(unit: Unit, claim: Claim, tier: str) -> tuple[Evidence | None, bool]:
    """Run a check; return its evidence, and whether it would be the same again.

    What escapes a check is either a way to end Python, raised by the author's code, or a fault of ours.
    """
    try:
        seed_everything(claim_seed(claim))
        return run_check(unit.check, claim, BUDGETS[tier]), True
    except MemoryError:
        return Evidence(unit.check, Outcome.UNDECIDED, note="it needs more memory than the limit (--memory)"), False
    except (SystemExit, KeyboardInterrupt, GeneratorExit) as problem:
        note = f"the author's code raised {type(problem).__name__}"
    except BaseException as problem:
        frame = _last_frame(problem)
        note = (f"the check stopped with {type(problem).__name__}: {shorten(str(problem), TAIL)} "
                f"({frame}); please report this fault of Assay")
    return Evidence(unit.check, Outcome.ERROR, note=note), False


def _told(problem: BaseException, figure: Figure) -> str:
    """What a figure's function raised, and at which line of the author's."""
    try:
        said = " ".join(str(problem).split())
    except Exception:  # a hostile __str__ must not hide the rest
        said = ""
    kind = "" if isinstance(problem, AssayError) else type(problem).__name__
    where = place(problem) or f"{shown(figure.file)}:{figure.line}"
    return f"{where}: {': '.join(part for part in (kind, shorten(said, TAIL)) if part)}"


def _last_frame(problem: BaseException) -> str:
    trace = problem.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    last = f"{trace.tb_frame.f_globals.get('__name__', '?')}, line {trace.tb_lineno}" if trace else "no place"
    return f"{last}, from {authors}" if (authors := place(problem)) else last


def failure(unit: Unit, note: str, outcome: Outcome = Outcome.ERROR) -> dict[str, Any]:
    """Return what comes back from a unit that could not be completed."""
    return {"evidence": evidence_record(Evidence(unit.check, outcome, note=note)), "lasting": False}


def read(data: bytes) -> dict[str, Any] | None:
    """Return the result that a unit's process wrote, or None where it is not one."""
    try:
        result = json.loads(data)
    except (ValueError, RecursionError):
        return None
    fits = isinstance(result, dict) and {"evidence", "lasting", "dependencies"} <= set(result)
    return result if fits and isinstance(result["evidence"], dict | None) else None


def with_output(result: Mapping[str, Any], output: str, ended: int) -> dict[str, Any]:
    """Return a result whose note tells what the author's code printed: its end, or one line where the check holds.

    ``output`` is the end of what was printed, and ``ended`` the number of all lines that were ended.
    """
    evidence = result["evidence"]
    text = " ".join(output.split())
    if not text or evidence is None:
        return dict(result)
    printed = f"it printed: … {text[-TAIL:]}"
    if evidence["outcome"] == Outcome.HOLDS:
        lines = ended + (not output.endswith("\n"))
        last = shorten(output.rstrip().rpartition("\n")[2].strip(), 80)
        printed = f"it printed {lines:,} line{'s' * (lines != 1)}, the last: {last}"
    return {**result, "evidence": {**evidence, "note": f"{evidence['note']}; {printed}".removeprefix("; ")}}
