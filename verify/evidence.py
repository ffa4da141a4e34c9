"""Evidence: what one check found, as a value that explains itself.

Every member of an enumeration carries the words that a reader sees, so that no outcome needs a comment elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Outcome(StrEnum):
    """What came of a check, or of a trial at one instance."""

    HOLDS = "holds"
    FAILS = "fails"
    UNDECIDED = "undecided"
    ILL_POSED = "ill-posed"
    VACUOUS = "vacuous"
    ERROR = "error"
    FLAKY = "flaky"
    TIMEOUT = "timeout"
    NOT_RUN = "not run"


class Rigour(StrEnum):
    """How an outcome was decided: in exact arithmetic, in balls, by an interval over samples, or in floats."""

    EXACT = "exact"
    ENCLOSED = "enclosed"
    STATISTICAL = "statistical"
    NUMERICAL = "numerical"


RIGOROUS = (Rigour.EXACT, Rigour.ENCLOSED)


class Coverage(StrEnum):
    """How much of what is claimed was covered: all of it, all of a stated window, or single instances."""

    SCOPE = "scope"
    WINDOW = "window"
    SAMPLE = "sample"


@dataclass(frozen=True, slots=True)
class Counterexample:
    """An instance that meets every hypothesis and breaks the claim, with both sides in exact or hexadecimal text."""

    instance: tuple[tuple[str, str], ...]
    relation: str
    lhs: str
    rhs: str
    gap: str | None
    reason: str
    replay: str = ""


@dataclass(frozen=True, slots=True)
class Slack:
    """The smallest distance to the bound that was met, where, and the largest ratio of the two sides."""

    smallest: str
    at: str
    tightness: str | None = None


WRONG, UNTESTED = "wrong: ", " (not evaluated: "
"""How the names of the author's own false variants start, and how they go on where they have no value."""


@dataclass(frozen=True, slots=True)
class Power:
    """What a check would have caught: each false variant with ``refuted``, ``survived`` or ``void``.

    ``detection`` is the smallest relative error that was refuted, or "any difference" in exact arithmetic.
    """

    variants: tuple[tuple[str, str], ...] = ()
    detection: str | None = None

    @property
    def survived(self) -> tuple[str, ...]:
        """The variants that the check did not refute."""
        return tuple(name for name, fate in self.variants if fate == "survived")


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A nearby formula: ``refuted`` at a witness, ``true`` (proved on the whole scope) or ``open`` (held so far)."""

    text: str
    fate: str
    witness: str = ""


@dataclass(frozen=True, slots=True)
class Need:
    """What became of a claim where one of its hypotheses fails and all others hold.

    ``fate`` is ``needed`` (the claim breaks at the witness), ``not needed`` (it held at all such instances),
    ``never violated`` (none was found) or ``open``; ``instances`` counts where it was tried, ``all`` says whether these
    are all that there are.
    """

    name: str
    fate: str
    instances: int = 0
    witness: str = ""
    all: bool = False


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one check found: outcome, rigour, coverage, reach, slack, witness, steps and a plain note."""

    check: str
    outcome: Outcome
    rigour: Rigour | None = None
    coverage: Coverage | None = None
    tried: int = 0
    admitted: int = 0
    corners: int = 0
    slack: Slack | None = None
    counterexample: Counterexample | None = None
    steps: tuple[str, ...] = ()
    note: str = ""
    window: str = ""
    hints: tuple[str, ...] = ()
    power: Power = field(default_factory=Power)
    neighbours: tuple[Neighbour, ...] = ()
    needs: tuple[Need, ...] = ()
    tightness: tuple[str, ...] = ()
    seconds: float | None = None
