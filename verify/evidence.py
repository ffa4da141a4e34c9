"""Evidence: what one check found, as a value that explains itself.

Every member of an enumeration carries the words that a reader sees, so that no outcome needs a comment elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from verify.quantifiers.error_budget import chance


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


CLASH = "the hypotheses contradict each other"
"""Said in the note of a vacuous check where it is shown, not merely where no instance was found."""
UNCLEAR = "too close to call"
"""Said in the note of a check that holds, of the instances where that is not known."""
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


CONSISTENT, INCONSISTENT = "consistent", "inconsistent on this ladder"
"""What a ladder may say of a law; the third is that it is too short to tell."""

SEARCHED = "corners and random instances of "
"""How the window of a search starts."""
AGREES = "agrees to "
"""How it is told that two sides are equal as far as so many digits go, which proves nothing."""


BROKEN = "the derivation is broken"
"""How it is told that a derivation does not lead from the definition to the claim."""


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
class Estimate:
    """The probability of an event at one outer instance: between ``low`` and ``high``, where ``claimed`` is claimed.

    Of the ``trials`` the event occurred in so many; ``lost`` ones gave no value, ``close`` ones could not be decided:
    both count against the claim.  ``rejected`` draws did not meet the hypotheses.
    """

    instance: tuple[tuple[str, str], ...]
    claimed: str
    outcome: Outcome
    low: str
    high: str
    trials: int
    occurred: int
    lost: int = 0
    close: int = 0
    rejected: int = 0

    @property
    def where(self) -> str:
        """The outer instance in words."""
        return ", ".join(f"{name} = {text}" for name, text in self.instance)

    @property
    def place(self) -> str:
        """Where the probability lies, in words."""
        return f"is {self.low}" if self.low == self.high else f"lies between {self.low} and {self.high}"


@dataclass(frozen=True, slots=True)
class Sampling:
    """What was found of a probability: with which chance of ``error`` ("0" where it was counted), from which seeds."""

    error: str
    seeds: str
    estimates: tuple[Estimate, ...]

    @property
    def confidence(self) -> str:
        """The confidence 1 − δ in words, empty where every outcome was counted."""
        return "" if self.error == "0" else f"1 − {chance(Fraction(self.error))}"

    @property
    def place(self) -> str:
        """Where the probabilities lie, all of them, in words."""
        low = min((e.low for e in self.estimates), key=Fraction)
        high = max((e.high for e in self.estimates), key=Fraction)
        return low if low == high else f"between {low} and {high}"

    @property
    def found(self) -> str:
        """Where the probabilities lie, and in how many trials that was found, in words."""
        trials = sum(estimate.trials for estimate in self.estimates)
        return f"{self.place} in {trials:,} {'outcomes' if self.error == '0' else 'trials'}"


@dataclass(frozen=True, slots=True)
class Rung:
    """A size of a ladder, the value there, its standard error (0 where nothing was drawn), and the law's value."""

    size: int
    value: float
    error: float
    law: float


@dataclass(frozen=True, slots=True)
class LawFit:
    """How a law fares on a ladder: the exponent by which it misses over the upper half, known to ± ``margin``, which
    was ``early`` over the lower half; and by which factor less 1 it misses the largest size, predicted from the last.
    """

    text: str
    finding: str
    slope: float
    margin: float
    early: float
    missed: float


@dataclass(frozen=True, slots=True)
class Ladder:
    """A quantity along sizes, and how the law that is claimed, then its rivals, fare."""

    along: str
    rungs: tuple[Rung, ...]
    laws: tuple[LawFit, ...]

    @property
    def finding(self) -> str:
        """What the ladder says of the law that is claimed."""
        return self.laws[0].finding

    @property
    def words(self) -> str:
        """The finding, and the sizes that it rests on."""
        reach = f"{len(self.rungs)} sizes up to {self.rungs[-1].size}"
        return f"{self.finding} on {reach}" if self.finding == CONSISTENT else f"{self.finding} ({reach})"


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
    sampling: Sampling | None = None
    ladder: Ladder | None = None
    seconds: float | None = None
