"""Sentences about a probability that was not decided: what was seen, and what would decide."""

from fractions import Fraction

import pytest

from verify.evidence import Estimate, Outcome
from verify.quantifiers.finding import Bounds, Finding, Tally, left_open, remarks
from verify.trial import Trial

ALPHA = Fraction(1, 10**6)


def tally(occurred, failed=0, lost=0, close=0):
    found = Tally()
    for outcome, number in ((Outcome.HOLDS, occurred), (Outcome.FAILS, failed), (Outcome.ERROR, lost),
                            (Outcome.UNDECIDED, close)):
        for _ in range(number):
            found.add(Trial({}, False, True, outcome, reason="because"))
    return found


def estimate(counted, outcome=Outcome.UNDECIDED):
    return Estimate((("d", "4"),), "at least 9/10", outcome, "0.5", "0.9", counted.trials, counted.occurred)


def test_trials_are_counted_by_what_came_of_them():
    found = tally(5, 3, 2, 1)
    assert (found.trials, found.occurred, found.lost, found.close, found.possible) == (11, 5, 2, 1, 8)
    found.add(Trial({}, False, False, Outcome.VACUOUS))
    found.add(Trial({}, False, False, Outcome.UNDECIDED))
    assert (found.trials, found.rejected, found.close) == (12, 1, 2)


@pytest.mark.parametrize(("counted", "bounds", "words"), [
    (tally(80, 20), (Fraction(9, 10), None), "at the present share 0.8 about 280 trials more would decide"),
    (tally(90, 10), (Fraction(9, 10), None), "no number of trials would decide; a truth at the bound stays open"),
    (tally(50, 50), (Fraction(1, 2), Fraction(1, 2)), "no number of trials supports a single value"),
    (tally(100), (Fraction(1), None), "never failed, but no number of trials supports certainty: claim at_least="),
    (tally(0, 100), (None, Fraction(0)), "never occurred, but no number of trials supports certainty: claim at_most="),
    (tally(50, 10, 3, 2), (Fraction(9, 10), None), "5 trials gave no answer, such as: because"),
])
def test_what_would_decide(counted, bounds, words):
    said = left_open(counted, Bounds(*bounds), estimate(counted), ALPHA)
    assert words in said
    assert said.startswith("at d = 4: between 0.5 and 0.9 in ")


def test_trials_without_an_answer_are_shown():
    counted = tally(50, 1, lost=2, close=3)
    assert remarks(counted, estimate(counted, Outcome.HOLDS)) == (
        "2 trials without a value and 3 too close to call count against the claim at d = 4, such as: because",)


def test_a_line_for_a_reader():
    counted = tally(8, 2)
    assert Finding({}, Outcome.UNDECIDED, estimate=estimate(counted)).line == (
        "d = 4: the probability lies between 0.5 and 0.9 (8 of 10 trials); at least 9/10 is claimed")
