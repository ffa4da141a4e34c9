"""Generalisation: which extrapolation a network learns that is trained on 64 of the 2^n inputs.

The signs of T at all inputs are stored; their average sensitivity is computed from them here, exactly.  No claim
reaches beyond the stored runs.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

import numerics
from verify import OneOf, equal, greater, less
from verify.papers.sensitivity.paper import paper
from verify.papers.sensitivity.training_data import Record, extrapolated
from verify.papers.sensitivity.training_run import TABLES, Extrapolation, seen, target_table

paper.convention("generalisation", "Stored runs train the same encoder on 64 of the 2^n inputs: with random values, or "
                 "at random inputs where two functions agree. The learned extrapolation is sign T at all inputs.")

AT = "Section 5, generalisation"
LENGTHS = {"n": OneOf(8, 10)}


def run_of(record: Record) -> Extrapolation:
    """The run that a record is of."""
    return Extrapolation(*record["run"])


def learned(record: Record) -> np.ndarray:
    """The stored signs of T at all inputs."""
    bits, size = int(record["signs"], 16), 2 ** record["run"][1]
    return np.array([1 - 2 * (bits >> row & 1) for row in range(size)])


def missed(target: str, n: int) -> int:
    """At how many inputs that a run was trained on the stored sign is not the target's, over all runs."""
    return sum(int(np.sum((learned(record) != target_table(run_of(record)))[seen(run_of(record))]))
               for record in extrapolated(target, n))


def flipped(target: str, n: int) -> int:
    """The same against the target with every bit flipped; a false variant."""
    return sum(int(np.sum((learned(record) != target_table(run_of(record))[::-1])[seen(run_of(record))]))
               for record in extrapolated(target, n))


def learned_sensitivities(target: str, n: int) -> list[Fraction]:
    """as(sign T) for every stored run."""
    return [Fraction(numerics.average_sensitivity(learned(record))) for record in extrapolated(target, n)]


def expected_sensitivity(record: Record) -> Fraction:
    """The mean of as over all Boolean functions with the values that a run was trained on: an edge of the cube counts
    fully where both its ends were seen and differ, half where one was not seen, 2/2^n each."""
    run = run_of(record)
    known, table = np.zeros(2**run.n, dtype=bool), target_table(run)
    known[seen(run)] = True
    total, rows = Fraction(0), np.arange(2**run.n)
    for bit in range(run.n):
        other = rows ^ (1 << bit)
        both = known & known[other]
        total += Fraction(int(np.sum(both & (table != table[other]))))  # every edge twice, from both ends
        total += Fraction(int(np.sum(~both)), 2)
    return total / 2**run.n


def least_expected(n: int) -> Fraction:
    """The least of these means over the stored runs with random values."""
    return min(expected_sensitivity(record) for record in extrapolated("random", n))


def highest_learned(target: str, n: int) -> Fraction:
    """The largest average sensitivity of a learned extrapolation."""
    return max(learned_sensitivities(target, n))


def shares(target: str, n: int) -> list[Fraction]:
    """For two functions that agree where a run was trained: the share of the inputs at which they differ where the
    stored sign is that of the first, for every run."""
    one, other = (TABLES[name](n) for name in target.split(" = "))
    return [Fraction(int(np.sum((learned(record) == one)[one != other])), int(np.sum(one != other)))
            for record in extrapolated(target, n)]


def least_share(target: str, n: int) -> Fraction:
    """The least of these shares."""
    return min(shares(target, n))


def greatest_share(target: str, n: int) -> Fraction:
    """The greatest of these shares."""
    return max(shares(target, n))


paper.claim(
    "generalisation-seen", equal(missed, 0),
    forall={"target": OneOf("random", "first = parity", "majority = parity", "first = majority"), **LENGTHS}, at=AT,
    origin="ours", says="Every stored run that is fitted has the right sign at all inputs that it was trained on",
    wrong=[equal(flipped, 0)],
)

paper.claim(
    "generalisation-random", less(lambda n: highest_learned("random", n), least_expected), forall=LENGTHS, at=AT,
    origin="ours",
    says="Trained on random values, every stored run that fitted them learned an extrapolation of lower average"
         " sensitivity than the mean over all extrapolations",
    wrong=[greater(lambda n: highest_learned("random", n), least_expected),
           less(lambda n: highest_learned("random", n), lambda n: least_expected(n) / 4)],
)

paper.claim(
    "generalisation-pairs", greater(least_share, "1/2"),
    forall={"target": OneOf("first = parity", "majority = parity", "first = majority"), **LENGTHS}, at=AT,
    origin="ours",
    says="Trained where a function agrees with one of higher sensitivity, every stored run that is fitted has the sign"
         " of the less sensitive at most inputs at which the two differ",
    wrong=[less(greatest_share, "1/2")],
)
