"""How often a claim of a probability comes to a wrong verdict, over thousands of simulated claims around its bound.

Run it to make ``table.csv`` anew:  python tests/calibration/measure.py.  The error budget is one tenth for each claim,
so large that wrong verdicts would show; everything that decides is the product's own, only the draws are simulated.
A claim is true where the truth lies between its bounds, ends included: then *fails* is wrong, and otherwise *holds* is.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from unittest import mock

import numpy as np

from verify import Drawn, with_probability
from verify.builder import make_claim
from verify.claim import Claim
from verify.evidence import Outcome
from verify.quantifiers import sampling
from verify.trial import Trial

TABLE = Path(__file__).with_name("table.csv")
BUDGET = Fraction(1, 10)
CLAIMS, TRIALS = 2000, 200
ROWS = [("9/10", "1", truth) for truth in ("4/5", "89/100", "9/10", "91/100", "49/50")] + [
    ("3/10", "7/10", truth) for truth in ("29/100", "3/10", "1/2")]
COLUMNS = ("low", "high", "truth", "claims", "holds", "fails", "undecided", "wrong", "budget")


def measure(low: str, high: str, truth: str) -> dict[str, str]:
    """A row of the table: what became of so many claims that a probability lies between two bounds."""
    bounds = Fraction(low), Fraction(high)
    event = with_probability("u <= 1/2", {"u": Drawn(lambda generator: generator.random())}, between=bounds)
    claim = make_claim("claim", event, {}, at="p. 1")
    seen = Counter(_verdict(claim, float(Fraction(truth)), (low, high, truth, str(k))) for k in range(CLAIMS))
    wrong = "fails" if bounds[0] <= Fraction(truth) <= bounds[1] else "holds"
    counts = (*(seen[name] for name in ("holds", "fails", "undecided")), seen[wrong])
    return dict(zip(COLUMNS, (low, high, truth, str(CLAIMS), *map(str, counts), str(BUDGET)), strict=True))


def _verdict(claim: Claim, truth: float, seed: tuple[str, ...]) -> str:
    """The outcome of a claim whose event occurs with the probability ``truth``."""
    draws = np.random.default_rng(list("/".join(seed).encode())).random(TRIALS) < truth
    outcomes = (Outcome.FAILS, Outcome.HOLDS)

    def trial(_claim: Claim, _urn: object, number: int, once: bool) -> Trial:
        return Trial({}, False, True, outcomes[int(draws[number])])

    with mock.patch.object(sampling, "_trial", trial):
        return str(sampling.estimate(claim, {}, BUDGET, TRIALS, 0).outcome)


def main() -> None:
    """Write the table."""
    with TABLE.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for row in ROWS:
            writer.writerow(found := measure(*row))
            file.flush()
            sys.stderr.write(f"{found}\n")


if __name__ == "__main__":
    main()
