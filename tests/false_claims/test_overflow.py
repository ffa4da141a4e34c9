"""Overflow: integers of NumPy that wrapped around prove nothing and refute nothing."""

from __future__ import annotations

import math

import numpy as np
import pytest

from verify import Integers, at_least, at_most, check, equal

WRAPPED = {
    "20! is the largest factorial of 64 bits": (at_most(lambda n: np.prod(np.arange(1, n + 1)), "2^63 - 1"), 30, "21"),
    "a difference without sign": (at_least(lambda n: np.uint8(n) - np.uint8(5), 0), 9, "1"),
    "an array without sign": (at_least(lambda n: np.arange(n, dtype=np.uint64) - 3, 0), 9, "1"),
    "a sum of 8 bits": (at_most(lambda n: np.int8(100) + np.int8(n), 127), 99, None),
    "a square as a truth value": (equal(lambda n: bool(np.int32(n) * np.int32(n) > 0), True), 60_000, None),
    "two ways to the same wrong number": (equal(lambda n: int(np.prod(list(range(1, n + 1)))),
                                                lambda n: int(np.cumprod(np.arange(1, n + 1))[-1])), 30, "21"),
}


@pytest.mark.filterwarnings("ignore:overflow encountered in scalar")
@pytest.mark.parametrize("mistake", WRAPPED)
def test_what_wrapped_around_is_neither_proved_nor_refuted(mistake):
    relation, last, witness = WRAPPED[mistake]
    answer = check(relation, n=Integers(1, last))
    assert answer.verdict == "ill-posed"
    assert "overflowed" in answer.record["reason"]
    assert witness is None or answer.counterexample == {"n": witness}


@pytest.mark.parametrize("relation", [
    at_most(lambda n: np.prod(np.arange(1, n + 1, dtype=object)), "30^30"),
    equal(lambda n: np.sum(np.arange(n)), "n*(n - 1)/2"),
    equal(lambda n: np.dot(np.arange(n), np.arange(n)), "(n - 1)*n*(2*n - 1)/6"),
    at_least(lambda n: np.uint8(n) - np.uint8(1), 0),
    equal(lambda n: int(np.cumprod(np.arange(1, min(n, 20) + 1))[-1]), lambda n: math.factorial(min(n, 20))),
])
def test_integers_that_fit_are_exact(relation):
    assert check(relation, n=Integers(1, 30)).verdict == "exhausted"


def test_integers_that_fit_refute_exactly():
    answer = check(equal(lambda n: np.sum(np.arange(n)), "n*(n + 1)/2"), n=Integers(1, 30))
    assert (answer.verdict, answer.record["grade"], answer.counterexample) == ("refuted", "exact", {"n": "1"})


@pytest.mark.parametrize("relation", [
    equal(lambda n: n + 2**64, "n"), at_most(lambda n: n + 2**64, "n"), equal(lambda n: n + 2**64, lambda n: n),
    equal(lambda n: (n, n + 3 * 2**64), lambda n: (n, n)),
])
def test_pythons_integers_are_refuted_exactly(relation):
    """They have no fixed width, so a difference of 2^64 is a difference."""
    answer = check(relation, n=Integers(1, 5))
    assert (answer.verdict, answer.record["grade"], answer.counterexample) == ("refuted", "exact", {"n": "1"})
