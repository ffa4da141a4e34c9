"""An empty sum is 0 whatever its terms: what is taken out of it must not be divided away."""

from __future__ import annotations

import pytest

from verify import Integers, check, oo

WRONG_AT_THE_EMPTY_SUM = {
    "a factor taken out": ("sum(1/n, k, 1, n) == 1", {}),
    "a factor beside the index": ("sum(k/(k*n), k, 1, n) == 1", {}),
    "the mean of the first integers": ("sum(k/n, k, 1, n) == (n + 1)/2", {}),
    "an inner sum": ("sum(sum(1/n, j, 1, k), k, 1, n) == (n + 1)/2", {}),
    "a shifted factorial": ("sum(factorial(n - 1), k, 1, n) == factorial(n)", {}),
    "a shifted power": ("sum(n^(n - 1), k, 1, n) == n^n", {}),
    "an inner sum that may be empty": ("sum(sum(1/k, j, 1, k), k, 0, n) == n + 1", {}),
    "a bound": ("sum(k/(k*n), k, 1, n) >= 1", {}),
    "a shifted start": ("sum(1/(n - 5), k, 6, n) == 1", {"given": "n >= 5"}),
}


@pytest.mark.parametrize("mistake", WRONG_AT_THE_EMPTY_SUM)
def test_a_formula_that_forgets_the_empty_sum_is_refuted_there(mistake):
    statement, more = WRONG_AT_THE_EMPTY_SUM[mistake]
    answer = check(statement, n=Integers(0, oo), **more)
    assert answer.verdict == "refuted"
    assert answer.counterexample == {"n": "5" if more else "0"}


@pytest.mark.parametrize("statement", [
    "sum(1/n, k, 1, n) == 1", "sum(k/n, k, 1, n) == (n + 1)/2", "sum(1/(k*(k + 1)), k, 1, n) == n/(n + 1)",
])
def test_without_the_empty_sum_it_is_derived(statement):
    assert check(statement, n=Integers(1, oo)).verdict == "derived"


def test_a_division_by_the_index_alone_is_harmless():
    assert check("sum(1/(k*(k + 1)), k, 1, n) == n/(n + 1)", n=Integers(0, oo)).verdict == "derived"


def test_a_derivation_alone_is_not_green_where_nothing_could_be_evaluated():
    answer = check("sum(sum(1/k, j, 1, k), k, 0, n + 200000) == n + 200001", n=Integers(0, oo))
    assert answer.verdict == "undecided"


def test_a_division_by_a_length_that_may_be_zero_is_never_derived():
    answer = check("sum(1/(a + b - 40), k, 41, a + b) == 1", a=Integers(0, oo), b=Integers(0, oo), given="a + b >= 40")
    assert answer.verdict in ("supported", "refuted", "undecided")
