"""One outer instance: counted where draws can be listed, else sampled; bad trials decide nothing by themselves."""

from fractions import Fraction

import numpy as np
import pytest

from verify import Cube, Drawn, Integers, OneOf, Rational, Signs, Subsets, at_most, with_probability
from verify.builder import make_claim
from verify.evidence import Outcome, Rigour
from verify.quantifiers.sampling import estimate

U = {"u": Drawn(lambda generator: generator.random())}
ERROR = Fraction(1, 10**6)


def found(event, over, outer=None, forall=None, *, limit=2000, listed=10_000, given=(), **bounds):
    claim = make_claim("c", with_probability(event, over, **bounds), {}, at="p. 1", forall=forall, given=given)
    return estimate(claim, outer or {}, ERROR, limit, listed)


@pytest.mark.parametrize(("event", "over", "p"), [
    ("x + y + z >= 1", {"x": Signs(), "y": Signs(), "z": Signs()}, "1/2"),
    ("x[1] == x[2]", {"x": Cube(3)}, "1/2"), ("k^2 <= 10", {"k": Integers(1, 6)}, "1/2"),
    ("a + b == 7", {"a": Integers(1, 6), "b": Integers(1, 6)}, "1/6"), ("s[1] == 1", {"s": Subsets(4, 2)}, "1/2"),
    ("k == 1", {"n": Integers(1, 3), "k": Integers(1, "n")}, "11/18"),  # (1 + 1/2 + 1/3)/3
    (lambda k: k % 3 == 0, {"k": OneOf(3, 5, 6, 7)}, "1/2"),
])
def test_finite_laws_are_counted(event, over, p):
    finding = found(event, over, between=(Rational(p), Rational(p)))
    assert finding.outcome is Outcome.HOLDS
    assert (finding.estimate.low, finding.estimate.high) == (p, p)
    assert finding.rigour is Rigour.EXACT
    assert not finding.sampled


@pytest.mark.parametrize(("low", "high", "outcome"), [
    ("sqrt(2)/2 - 1/2", "sqrt(2)/2", Outcome.HOLDS), ("0", "sqrt(2)/4", Outcome.FAILS),
    ("sqrt(2)/2", "1", Outcome.FAILS),
])
def test_bounds_may_be_irrational(low, high, outcome):
    assert found(lambda u: u < 0.5, U, between=(low, high)).outcome is outcome


def test_a_count_refutes_by_any_difference():
    third = {"k": Integers(1, 3)}
    assert found("k == 1", third, at_least=Rational(1, 3)).outcome is Outcome.HOLDS
    assert found("k == 1", third, at_least=Rational(333334, 10**6)).outcome is Outcome.FAILS
    assert found("k == 1", third, at_most=Rational(333333, 10**6)).outcome is Outcome.FAILS


def test_a_conditional_probability_is_counted_among_the_outcomes_admitted():
    finding = found("a + b == 8", {"a": Integers(1, 6), "b": Integers(1, 6)}, given="a == b", at_least=Rational(1, 6))
    assert finding.outcome is Outcome.HOLDS
    assert finding.estimate.low == "1/6"
    assert "conditional on the hypotheses, which 6 of 36 draws met" in finding.remarks


def test_too_many_values_are_drawn_by_the_author():
    finding = found("x[1] == 1", {"x": Cube(12)}, listed=1000, at_least=Rational(1, 4))
    assert finding.outcome is Outcome.UNDECIDED
    assert "x has more than 1,000 values; draw it: Drawn" in finding.reason


def test_finite_and_drawn_variables_together_are_sampled():
    finding = found("x*u <= 0", {"x": Signs(), **U}, at_least=Rational(1, 4))
    assert finding.outcome is Outcome.HOLDS
    assert finding.sampled


@pytest.mark.parametrize(("bounds", "outcome"), [
    ({"at_least": Rational(9, 10)}, Outcome.FAILS), ({"at_least": Rational(1, 2)}, Outcome.HOLDS),
    ({"at_most": Rational(1, 2)}, Outcome.FAILS), ({"at_most": Rational(9, 10)}, Outcome.HOLDS),
    ({"between": (Rational(3, 5), Rational(9, 10))}, Outcome.HOLDS), ({"between": (0, Rational(3, 5))}, Outcome.FAILS),
    ({"between": (Rational(9, 10), 1)}, Outcome.FAILS), ({"at_least": Rational(3, 4)}, Outcome.UNDECIDED),
])
def test_samples_decide_away_from_the_bound(bounds, outcome):
    finding = found("u <= 3/4", U, **bounds)
    assert finding.outcome is outcome
    assert Fraction(finding.estimate.low) <= Fraction(3, 4) <= Fraction(finding.estimate.high)


def test_the_interval_that_is_shown_lies_where_the_verdict_says():
    refuted = found("u <= 3/4", U, at_least=Rational(9, 10)).estimate
    assert Fraction(refuted.high) < Fraction(9, 10)
    supported = found("u <= 3/4", U, at_least=Rational(2, 3)).estimate
    assert Fraction(supported.low) >= Fraction(2, 3)


def test_a_certain_event_is_refuted_by_one_draw_that_is_shown():
    finding = found("u <= 3/4", U, at_least=1)
    assert finding.outcome is Outcome.FAILS
    assert finding.rigour is Rigour.EXACT
    assert finding.trial.instance["u"] > Fraction(3, 4)
    assert found("u <= 3/4", U, at_most=0).trial.instance["u"] <= Fraction(3, 4)


def test_certainty_is_never_supported():
    finding = found("u <= 2", U, at_least=1, limit=400)
    assert finding.outcome is Outcome.UNDECIDED
    assert "no number of trials supports certainty" in finding.reason


def crashing(share):
    def event(u):
        if u > 1 - share:
            raise ValueError("no value here")
        return True

    return event


@pytest.mark.parametrize(("share", "bounds", "outcome"), [
    (0.2, {"at_least": Rational(9, 10)}, Outcome.ERROR), (0.2, {"at_least": Rational(1, 2)}, Outcome.HOLDS),
    (0.2, {"at_most": Rational(9, 10)}, Outcome.ERROR), (1.0, {"at_least": Rational(1, 10)}, Outcome.ERROR),
    (0.2, {"at_most": Rational(1, 2)}, Outcome.FAILS),
])
def test_a_crash_counts_against_the_claim_and_refutes_nothing(share, bounds, outcome):
    finding = found(crashing(share), U, **bounds)
    assert finding.outcome is outcome
    assert finding.estimate.lost > 0


def test_a_draw_without_a_value_counts_against_the_claim():
    assert found("log(u - 1/2) < 1", U, at_least=Rational(9, 10)).outcome is Outcome.ILL_POSED
    assert found("log(u - 1/2) < 1", U, at_least=Rational(1, 4)).outcome is Outcome.HOLDS
    finding = found(lambda u: at_most(np.sqrt(u) * float("nan"), 1), U, at_least=Rational(1, 4))
    assert finding.outcome is Outcome.ILL_POSED
    assert finding.estimate.lost == finding.estimate.trials


def test_what_rounding_decides_refutes_nothing():
    """x/3·3 = x holds for every real x; in floats it depends on the last bit."""
    finding = found(lambda u: (u / 3) * 3 == u, U, at_least=Rational(9, 10))
    assert finding.outcome is Outcome.UNDECIDED
    assert finding.estimate.close > 0


def test_a_bound_in_outer_variables():
    forall = {"n": Integers(1, 9)}
    assert found("u <= n/4", U, {"n": 2}, forall, at_least="n/4 - 1/8").outcome is Outcome.HOLDS
    assert found("u <= n/4", U, {"n": 2}, forall, at_least="n/2").outcome is Outcome.FAILS
    trivial = found("u <= n/4", U, {"n": 1}, forall, at_least="1 - 1/n")
    assert trivial.outcome is Outcome.VACUOUS
    assert trivial.reason == "the bound claims nothing"
    assert found("u <= n/4", U, {"n": 1}, forall, at_least="1/(n - 1)").outcome is Outcome.ILL_POSED


def test_no_probability_exceeds_one():
    finding = found("u <= n", U, {"n": 3}, {"n": Integers(1, 9)}, at_least="n - 1")
    assert finding.outcome is Outcome.FAILS


def test_a_draw_that_is_not_owned_stops():
    finding = found("u <= 1/2", {"u": Drawn(lambda generator: 0.25)}, at_least=Rational(1, 4))
    assert finding.outcome is Outcome.ERROR
    assert "does not use its generator" in finding.reason
