"""Mistakes about probabilities: too high, certain, at the very bound, conditional, and events that mean nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from verify import (
    Cube,
    Drawn,
    Integers,
    OneOf,
    Rational,
    Signs,
    Subsets,
    at_least,
    at_most,
    check,
    with_probability,
)

COIN = {"u": Drawn(lambda generator: generator.random())}
NORMAL = {"V": Drawn(lambda generator, d: generator.standard_normal(d))}
DICE = {"a": Integers(1, 6), "b": Integers(1, 6)}


def fails_often(u: float) -> bool:
    if u > 0.8:
        raise ValueError("the algorithm did not converge")
    return True


def norm(V: Any) -> Any:
    return V @ V


FALSE = {
    "a success rate of 4/5 is sold as 9/10": (with_probability("u <= 4/5", COIN, at_least=Rational(9, 10)), {}),
    "a failure rate is too small": (with_probability("u > 4/5", COIN, at_most=Rational(1, 10)), {}),
    "an event with exceptions is certain": (with_probability("u <= 9/10", COIN, at_least=1), {}),
    "an event that happens never happens": (with_probability("u <= 1/10", COIN, at_most=0), {}),
    "two dice show seven one time in five": (with_probability("a + b == 7", DICE, between=("1/5", "1/5")), {}),
    "a majority of four fair signs is as likely as not": (
        with_probability("sum(x[k], k, 1, 4) > 0", {"x": Cube(4)}, at_least=Rational(1, 2)), {}),
    "three of five hold one and two with probability one third": (
        with_probability("s[1] == 1 and s[2] == 2", {"s": Subsets(5, 3)}, at_least=Rational(1, 3)), {}),
    "a normal vector is shorter than its dimension, mostly": (
        with_probability(lambda V, d: at_most(norm(V), d), NORMAL, at_least=Rational(3, 4)), {"d": OneOf(16, 64)}),
    "a union bound that adds up the wrong way": (
        with_probability("u <= 1 - n/9", COIN, at_least="1 - n/10"), {"n": OneOf(1, 2, 8)}),
    "the birthday of three among six differ": (
        with_probability("a != b and b != c and a != c", {**DICE, "c": Integers(1, 6)}, at_least=Rational(3, 5)), {}),
}

TRUE = {
    "a success rate of 4/5 exceeds 3/5": (with_probability("u <= 4/5", COIN, at_least=Rational(3, 5)), {}),
    "a failure rate": (with_probability("u > 4/5", COIN, at_most=Rational(3, 10)), {}),
    "two dice show seven one time in six": (with_probability("a + b == 7", DICE, between=("1/6", "1/6")), {}),
    "a majority of three fair signs is as likely as not": (
        with_probability("sum(x[k], k, 1, 3) > 0", {"x": Cube(3)}, between=("1/2", "1/2")), {}),
    "three of five hold one and two with probability three tenths": (
        with_probability("s[1] == 1 and s[2] == 2", {"s": Subsets(5, 3)}, at_least=Rational(3, 10)), {}),
    "a normal vector is shorter than its dimension about every second time": (
        with_probability(lambda V, d: at_most(norm(V), d), NORMAL, between=("1/5", "9/10")), {"d": OneOf(16, 64)}),
    "Markov's inequality": (
        with_probability(lambda V, d, k: at_least(norm(V), k * d), NORMAL, at_most="1/k"),
        {"d": OneOf(3), "k": OneOf(2, 3)}),
    "a finite certainty is counted": (with_probability("x^2 == 1", {"x": Signs()}, at_least=1), {}),
    "the birthday of three among six differ": (
        with_probability("a != b and b != c and a != c", {**DICE, "c": Integers(1, 6)}, at_least=Rational(5, 9)), {}),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_probability_is_refuted_with_a_witness(name: str) -> None:
    statement, over = FALSE[name]
    answer = check(statement, **over)
    assert answer.verdict == "refuted", answer.record["reason"]
    assert answer.counterexample is not None


@pytest.mark.parametrize("name", TRUE)
def test_its_true_neighbour_is_green(name: str) -> None:
    statement, over = TRUE[name]
    answer = check(statement, **over)
    assert answer.verdict in ("supported", "exhausted"), answer.record["reason"]
    assert answer.counterexample is None


def test_the_truth_at_the_very_bound_stays_open() -> None:
    answer = check(with_probability("u <= 9/10", COIN, at_least=Rational(9, 10), trials=3000))
    assert answer.verdict == "undecided"
    assert "a truth at the bound stays open" in answer.record["reason"]


def test_a_single_value_is_refuted_or_left_open_and_never_supported() -> None:
    exactly = (Rational(9, 10), Rational(9, 10))
    answer = check(with_probability("u <= 9/10", COIN, between=exactly, trials=1000))
    assert answer.verdict == "undecided"
    assert "no number of trials supports a single value" in answer.record["reason"]
    assert check(with_probability("u <= 1/2", COIN, between=exactly)).verdict == "refuted"


def test_almost_surely_is_never_supported_by_samples() -> None:
    answer = check(with_probability("u < 1", COIN, at_least=1, trials=1000))
    assert answer.verdict == "undecided"
    assert "no number of trials supports certainty" in answer.record["reason"]


def test_a_rate_among_the_runs_that_ended_is_no_rate() -> None:
    """It never fails where it returns, and it does not return one time in five."""
    answer = check(with_probability(fails_often, COIN, at_least=Rational(9, 10)))
    assert answer.verdict == "ill-posed"
    assert "did not converge" in answer.record["reason"]
    assert check(with_probability(fails_often, COIN, at_least=Rational(7, 10))).verdict == "supported"


def test_a_condition_that_is_never_met_is_vacuous() -> None:
    assert check(with_probability("u <= 1/2", COIN, at_least=Rational(1, 4), trials=200), given="u > 1").verdict == (
        "vacuous")


def test_a_conditional_probability_says_so() -> None:
    answer = check(with_probability("u <= 1/2", COIN, at_least=Rational(2, 3)), given="u <= 5/8")
    assert answer.verdict == "supported"
    assert "conditional on the hypotheses" in answer.record["reason"]


def test_an_event_that_always_occurs_is_remarked_on() -> None:
    answer = check(with_probability("u >= 0", COIN, at_least=Rational(9, 10)))
    assert answer.verdict == "supported"
    assert "the event occurred in every trial, so nothing shows that it can fail" in answer.record["reason"]


def test_randomness_of_the_authors_own_is_no_evidence() -> None:
    own = {"u": Drawn(lambda generator: np.random.default_rng(7).random())}
    answer = check(with_probability("u <= 1", own, at_least=Rational(9, 10)))
    assert answer.verdict == "ill-posed"
    assert "does not use its generator" in answer.record["reason"]
