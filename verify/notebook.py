"""Notebook: check one statement on the spot and show the answer, in a terminal or a notebook."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from verify import work
from verify.budget import BUDGETS, Budget
from verify.builder import make_claim, require_used
from verify.checks import checks_of
from verify.claim import Claim
from verify.definition import changed
from verify.domains.domain import Domain
from verify.evidence import Evidence, Outcome
from verify.head import claim_head
from verify.record import claim_record
from verify.runs.limit import Stopped, stopped_after

TIMEOUT = 300.0
"""Seconds of the processor's time for one check."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to one statement; prints as a card, and as HTML in a notebook.  ``record`` holds everything."""

    record: dict[str, Any]

    @property
    def verdict(self) -> str:
        """The verdict, one word."""
        return str(self.record["verdict"])

    @property
    def counterexample(self) -> Mapping[str, str] | None:
        """The instance that breaks the statement, as names and exact texts, or None."""
        from reports import outline

        witness = next(iter(outline.evidence_counterexamples(self.record)), None)
        return {entry["name"]: entry["value"] for entry in witness["instance"]} if witness else None

    def __repr__(self) -> str:
        from reports import text

        return text.claim(self.record)

    def _repr_html_(self) -> str:
        from reports import html

        return html.claim_card(self.record)

    def __bool__(self) -> bool:
        raise TypeError("an answer is not true or false; look at its .verdict")


def check(statement: Any, *, given: Any = (), wrong: Iterable[Any] = (), derive: Callable[..., Any] | None = None,
          tier: str = "fast", timeout: float = TIMEOUT, **variables: Domain) -> Answer:
    """Check one statement and return the answer.

    ``statement`` is text (``"log(1 + x) <= x"``), a relation (``equal(f, "n^2")``), a SymPy relational, or a function
    of the variables that returns a relation.  Every variable gets a domain by keyword.  A check is stopped once it has
    used ``timeout`` seconds of the processor, where this is the main thread.

    Raises an AssayError where the statement is not well-formed.

    >>> from verify import Integers, oo
    >>> answer = check("2^n >= n^2", n=Integers(1, oo))
    >>> answer.verdict, answer.counterexample
    ('refuted', {'n': '3'})
    """
    claim = stated(statement, variables, given=given, wrong=wrong, derive=derive, tier=tier)
    evidence = gather(claim, BUDGETS[tier], timeout)
    return Answer(claim_record(claim_head(claim), evidence))


def stated(statement: Any, variables: Mapping[str, Domain], **details: Any) -> Claim:
    """Return the claim that one statement makes."""
    claim = make_claim("statement", statement, {}, at="as given", forall=variables, origin="ours", **details)
    return require_used(claim, variables)


def gather(claim: Claim, budget: Budget, timeout: float = TIMEOUT) -> list[Evidence]:
    """Run every check that applies to a claim, in this process."""
    found = []
    for name in checks_of(claim):
        try:
            with stopped_after(timeout):
                evidence = run_check(name, claim, budget)
        except (Stopped, SystemError) as problem:
            if isinstance(problem, SystemError) and not isinstance(problem.__cause__, Stopped):
                raise  # a callback of a C library hides what stopped it behind a SystemError
            note = f"stopped after {timeout:g} s of computing; this may differ on another machine"
            evidence = Evidence(name, Outcome.TIMEOUT, note=note)
        found += [evidence] if evidence else []
    return found


def run_check(name: str, claim: Claim, budget: Budget) -> Evidence | None:
    """Run one check of one claim; a function whose surroundings changed is an error, not a result."""
    for definition in claim.definitions:
        if problem := changed(definition):
            return Evidence(name, Outcome.ERROR, note=problem)
    work.reset()
    start = time.perf_counter()
    evidence = importlib.import_module(f"verify.checks.{name}").check(claim, budget)
    return None if evidence is None else replace(evidence, seconds=round(time.perf_counter() - start, 3))
