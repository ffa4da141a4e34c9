"""Contained: the checks of one claim, each in a process of its own with limits, for a statement tried on the spot."""

from __future__ import annotations

import multiprocessing
import time
from multiprocessing.connection import Connection

from verify.checks import checks_of
from verify.claim import Claim
from verify.evidence import Evidence, Outcome
from verify.runs.child import ending
from verify.runs.limit import allowance, limit_memory
from verify.runs.unit import Unit, guarded


def gather(claim: Claim, tier: str, timeout: float, memory: int) -> list[Evidence]:
    """Run every check that applies to a claim, for at most ``timeout`` seconds and ``memory`` MiB each."""
    found = [_outcome(claim, name, tier, timeout, memory) for name in checks_of(claim)]
    return [evidence for evidence in found if evidence is not None]


def _outcome(claim: Claim, name: str, tier: str, timeout: float, memory: int) -> Evidence | None:
    """The evidence of one check, or why there is none; its process is gone afterwards, also at an interrupt."""
    forked = multiprocessing.get_context("fork")
    receiver, sender = forked.Pipe(duplex=False)
    process = forked.Process(target=_live, args=(claim, Unit("", claim.id, name), tier, memory, sender))
    process.start()
    sender.close()
    try:
        if not _answers(receiver, process.pid or 0, timeout):
            note = f"stopped at the time limit of {timeout:g} s; this may differ on another machine"
            return Evidence(name, Outcome.TIMEOUT, note=note)
        evidence: Evidence | None = receiver.recv()
        return evidence
    except EOFError:
        process.join()
        return Evidence(name, Outcome.ERROR, note=f"the process ended {ending(process.exitcode or 0)}")
    finally:
        process.kill()
        process.join()


def _answers(receiver: Connection, pid: int, timeout: float) -> bool:
    """Whether something came before the process's time was over; what it waited for a processor is added to it."""
    started = time.monotonic()
    while (left := started + allowance(pid, timeout) - time.monotonic()) > 0:
        if receiver.poll(min(left, timeout)):
            return True
    return False


def _live(claim: Claim, unit: Unit, tier: str, memory: int, sender: Connection) -> None:
    limit_memory(memory)
    sender.send(guarded(unit, claim, tier)[0])
