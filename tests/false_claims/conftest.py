"""How an exhibit is read: a mistake, the witness that shows it, and the corrected statement with the grade it earns.

An exhibit is a dictionary of ``over`` (domains), ``wrong`` (the mistake), ``witness`` (the instance that breaks it,
found by hand: texts by name, or a predicate of exact values where any of several instances would do), ``right`` (the
corrected statement) and ``green`` (the verdicts that it may earn, with spaces between).  ``verdict`` is the mistake's
verdict where it is not *refuted*; ``given`` holds for both statements unless ``right_over`` or ``right_given`` says
what changes in the corrected one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from verify import check
from verify.notebook import Answer


def ask(statement: Any, over: Mapping[str, Any], given: Any = ()) -> Answer:
    return check(statement, given=given, **over)


def told(answer: Answer) -> str:
    """What a failed assertion shows."""
    record = answer.record
    return f"{record['statement']}: {answer.verdict} ({record['reason']}); witness {answer.counterexample}"


def exact(text: str) -> Any:
    """Read a witness's text back: a number, a vector of numbers, or the rows of a matrix."""
    if text.startswith("(("):
        return tuple(exact(f"({row})") for row in text.strip("()").split("), ("))
    if text.startswith("("):
        return tuple(Fraction(part) for part in text.strip("()").split(",") if part.strip())
    return Fraction(text)


@pytest.fixture
def mistaken() -> Callable[[Mapping[str, Any]], None]:
    """Assert that an exhibit's mistake is found, and shown by the witness that it must be shown by."""

    def look(exhibit: Mapping[str, Any]) -> None:
        answer = ask(exhibit["wrong"], exhibit["over"], exhibit.get("given", ()))
        assert answer.verdict == exhibit.get("verdict", "refuted"), told(answer)
        witness = exhibit["witness"]
        if callable(witness):
            assert answer.counterexample is not None, told(answer)
            assert witness(**{name: exact(text) for name, text in answer.counterexample.items()}), told(answer)
        else:
            assert answer.counterexample == witness, told(answer)

    return look


@pytest.fixture
def corrected() -> Callable[[Mapping[str, Any]], None]:
    """Assert that an exhibit's corrected statement earns one of the grades named, and no lower one."""

    def look(exhibit: Mapping[str, Any]) -> None:
        over = exhibit.get("right_over", exhibit["over"])
        answer = ask(exhibit["right"], over, exhibit.get("right_given", exhibit.get("given", ())))
        assert answer.verdict in exhibit["green"].split(), told(answer)
        assert answer.counterexample is None, told(answer)

    return look
