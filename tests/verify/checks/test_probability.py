"""The probability check: outer instances, one error budget, power, price, and verdicts that nobody can influence."""

import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from reports.record import validate
from verify import Drawn, Integers, OneOf, Rational, Reals, Signs, check, near, oo, with_probability
from verify.budget import BUDGETS, Budget
from verify.builder import make_claim
from verify.checks import probability
from verify.evidence import Coverage, Outcome, Rigour
from verify.quantifiers.error_budget import PAPER, share
from verify.record import evidence_from, evidence_record
from verify.runs.run import Settings
from verify.runs.run import check as check_files

U = {"u": Drawn(lambda generator: generator.random())}
FAST = BUDGETS["fast"]


def evidence(event, over=U, *, budget=FAST, rank=1, wrong=(), forall=None, given=(), **bounds):
    claim = make_claim("c", with_probability(event, over, **bounds), {}, at="p. 1", rank=rank, wrong=wrong,
                       forall=forall, given=given)
    return probability.check(claim, budget)


def test_other_claims_are_not_its_business():
    assert probability.check(make_claim("c", "1 == 1", {}, at="p. 1"), FAST) is None


def test_every_outer_instance_has_its_interval():
    found = evidence("u <= n/8", forall={"n": OneOf(4, 6)}, at_least="n/8 - 1/5")
    assert found.outcome is Outcome.HOLDS
    assert found.rigour is Rigour.STATISTICAL
    assert [e.instance for e in found.sampling.estimates] == [(("n", "4"),), (("n", "6"),)]
    assert all(Fraction(e.low) <= Fraction(n, 8) <= Fraction(e.high)
               for n, e in zip((4, 6), found.sampling.estimates, strict=True))


def test_one_outer_instance_refutes_and_is_shown():
    found = evidence("u <= n/8", forall={"n": OneOf(7, 2, 6)}, at_least=Rational(1, 2))
    assert found.outcome is Outcome.FAILS
    assert found.counterexample.instance == (("n", "2"),)
    assert found.counterexample.relation == "at least 1/2"


def test_an_open_outer_instance_leaves_the_claim_open():
    found = evidence("u <= n/8", forall={"n": OneOf(7, 4)}, budget=Budget(trials=2000), at_least=Rational(1, 2))
    assert found.outcome is Outcome.UNDECIDED
    assert found.note.startswith("at n = 4: ")


def test_hypotheses_on_outer_variables_choose_the_instances():
    found = evidence("u <= n/8", forall={"n": Integers(1, 7)}, given="n > 5", at_least=Rational(1, 2))
    assert [e.instance for e in found.sampling.estimates] == [(("n", "6"),), (("n", "7"),)]
    assert found.outcome is Outcome.HOLDS
    none = evidence("u <= n/8", forall={"n": Integers(1, 7)}, given="n > 8", at_least=Rational(1, 2))
    assert none.outcome is Outcome.VACUOUS


def test_infinitely_many_outer_instances_are_a_window():
    found = evidence("u*x <= 1", forall={"x": Reals(1, 2)}, at_least="1/(2*x)")
    assert found.outcome is Outcome.HOLDS
    assert found.coverage is Coverage.SAMPLE
    assert 8 <= len(found.sampling.estimates) <= 16
    listed = evidence("k*n >= n", {"k": Integers(1, 3)}, forall={"n": Integers(1, oo)}, at_least=1)
    assert (listed.outcome, listed.coverage, listed.rigour) == (Outcome.HOLDS, Coverage.WINDOW, Rigour.EXACT)


def test_the_budget_is_divided_by_a_rule_that_knows_no_result():
    for rank in (1, 2, 5):
        assert evidence("u <= 1/2", rank=rank, at_least=Rational(1, 4)).sampling.error == str(share(rank))
    with_two = evidence("u <= 1/2", at_least=Rational(1, 4), wrong=["u <= 1/9", "u <= 1/10"])
    assert with_two.sampling.error == str(share(1) / 3)
    assert f"of the paper's {'10⁻⁶'}" in with_two.steps[-1]
    assert Fraction(1, 10**6) == PAPER


def test_power_names_what_the_same_trials_refute():
    found = evidence("u <= 1/2", at_least=Rational(1, 4), wrong=[
        with_probability("u <= 1/8", U, at_least=Rational(1, 4)), "u <= 1/10", "u <= 3/4"])
    assert dict(found.power.variants) == {
        "the probability lies below the bound": "refuted",
        f"it is at least {float(Fraction(found.sampling.estimates[0].high)):g}": "refuted",
        "wrong: with probability at least 1/4 over u in samples of generator.random(): u <= 1/8": "refuted",
        "wrong: u <= 1/10": "refuted", "wrong: u <= 3/4": "survived"}
    half = (Fraction(found.sampling.estimates[0].high) - Fraction(found.sampling.estimates[0].low)) / 2
    assert found.power.detection == f"a probability off by {float(half):.2g}, half the width of its interval"


def test_a_variant_that_survives_makes_it_weak():
    answer = check(with_probability("u <= 1/2", U, at_least=Rational(1, 4)), wrong=["u <= 3/4"])
    assert answer.verdict == "weak"


def test_an_event_that_changes_its_mind_is_flaky():
    other = np.random.default_rng(0)
    assert evidence(lambda u: u < other.random(), at_least=Rational(1, 4)).outcome is Outcome.FLAKY


def test_the_record_says_all_of_it():
    answer = check(with_probability("u <= 1/2", U, at_least=Rational(1, 4)))
    assert answer.verdict == "supported"
    estimate = answer.record["evidence"][0]["sampling"]["estimates"][0]
    assert answer.record["grade"] == (f"1 − 5·10⁻⁷ by sampling: between {estimate['low']} and {estimate['high']} in "
                                      f"{estimate['trials']} trials")
    assert "(with confidence 1 − 5·10⁻⁷)" in answer.record["sentence"]
    found = evidence("u <= 1/2", at_least=Rational(1, 4))
    assert evidence_from(evidence_record(found)) == found


def test_a_refutation_is_worded_as_one_of_a_probability():
    answer = check(with_probability("u <= 1/2", U, at_least=Rational(3, 4)))
    assert answer.verdict == "refuted"
    assert answer.record["sentence"].startswith("The statement is false: the probability lies between 0.")
    assert answer.record["sentence"].endswith("(with confidence 1 − 5·10⁻⁷), where at least 3/4 is claimed.")
    counted = check(with_probability("x == 1", {"x": Signs()}, at_least=Rational(3, 4)))
    assert counted.record["sentence"] == (
        "The statement is false: the probability is 1/2, where at least 3/4 is claimed.")
    assert counted.record["grade"] == "exact"


def test_a_price_is_told_before_anything_runs():
    claim = make_claim("c", with_probability("u <= n/8", U, at_least=Rational(9, 10)), {}, at="p. 1",
                       forall={"n": OneOf(4, 6)})
    assert probability.price(claim) == (
        "at most 10,000 trials in the fast tier (± 0.019), 500,000 trials in the full tier (± 0.0029) at each of 2 "
        "instances")


@pytest.mark.parametrize(("bounds", "said"), [
    ({"at_least": 1}, "no number of trials supports certainty, and one draw can refute it"),
    ({"at_most": 0}, "no number of trials supports certainty, and one draw can refute it"),
    ({"between": (Rational(1, 2), Rational(1, 2))}, "no number of trials supports a single value"),
])
def test_what_sampling_can_never_support_is_said_before_it_runs(bounds, said):
    claim = make_claim("c", with_probability("u <= 1/2", U, **bounds), {}, at="p. 1")
    assert probability.price(claim).endswith(said)


def test_a_half_width_has_its_price():
    """At 1/2 the interval of a level 10⁻⁶/4 is about 5.8/2 · t^(−1/2) wide on either side: 0.05 takes thousands."""
    claim = make_claim("c", near("u <= 1/2", Rational(1, 2), Rational(1, 20), U), {}, at="p. 1")
    found = re.search(r"a half-width of 0.05 takes ([\d,]+) trials or more", probability.price(claim))
    assert found
    assert 2000 < int(found[1].replace(",", "")) < 8000


FILE = """
from verify import Drawn, OneOf, Paper, Rational, with_probability

paper = Paper("demo", title="Demo", authors=("A. Author",), year=2026)
COIN = {"u": Drawn(lambda generator: generator.random())}
paper.claim("fair", with_probability("u <= n/8", COIN, at_least=Rational(2, 5)), at="Lemma 1",
            forall={"n": OneOf(5, 4)})
paper.claim("high", with_probability(lambda u: u <= 0.5, COIN, at_least=Rational(9, 10)), at="Lemma 2",
            expect="refuted")
paper.claim("open", with_probability("u <= 1/2", COIN, at_least=Rational(1, 2), trials=300), at="Lemma 3")
"""


def test_the_record_is_the_same_for_any_number_of_workers(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "demo.py"
    file.write_text(FILE)

    def record(jobs, identifiers=()):
        found = check_files([file], Settings(jobs=jobs, cache=False), identifiers=identifiers)
        validate(found)
        claims = found["papers"][0]["claims"]
        return {c["id"]: (c["verdict"], c["grade"], c["as_expected"], c["sentence"]) for c in claims}

    one = record(1)
    assert [word for word, *_ in one.values()] == ["supported", "refuted", "undecided"]
    assert [good for _, _, good, _ in one.values()] == [True, True, False]
    assert record(2) == one
    assert record(1, ["open"])["open"] == one["open"]  # what is selected changes nothing


def test_the_trials_do_not_depend_on_the_hash_seed():
    code = ("from verify import *; print(check(with_probability('u <= n/8', {'u': Drawn(lambda generator: generator."
            "random())}, at_least=Rational(2, 5)), n=OneOf(5, 4)).record['grade'])")
    grades = {subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                             env={**os.environ, "PYTHONHASHSEED": seed}).stdout for seed in ("1", "2")}
    assert len(grades) == 1
    assert "by sampling" in grades.pop()


def test_a_paper_with_a_claim_like_this_lists_its_price(tmp_path: Path, monkeypatch):
    from click.testing import CliRunner

    from verify.cli import assay

    monkeypatch.chdir(tmp_path)
    Path("demo.py").write_text(FILE)
    listed = CliRunner().invoke(assay, ["list", "demo.py"])
    assert "[at most 10,000 trials in the fast tier (± 0.0" in listed.output


@pytest.mark.slow
@pytest.mark.parametrize(("truth", "wrong"), [("9/10", "fails"), ("91/100", "fails"), ("89/100", "holds")])
def test_wrong_verdicts_stay_within_the_budget(truth, wrong, monkeypatch):
    """2,000 versions of one claim, P ≥ 9/10, each with draws of its own, at a budget so large that errors would show.

    At the bound and above it the claim is true and must not be refuted; below it is false and must not be supported.
    A budget of 1/5 leaves 1/10 for the first claim; the rate is that of a binomial count, so four standard deviations
    are added.
    """
    monkeypatch.setattr("verify.quantifiers.error_budget.PAPER", Fraction(1, 5))
    draw = Drawn(lambda generator: generator.random())
    seen = []
    for k in range(2000):
        relation = with_probability(f"u <= {truth}", {"u": draw}, at_least=Rational(9, 10), trials=120)
        seen.append(probability.check(make_claim(f"claim {k}", relation, {}, at="p. 1"), FAST).outcome)
    rate = sum(outcome == wrong for outcome in seen) / len(seen)
    assert rate <= 0.1 + 4 * (0.1 * 0.9 / 2000) ** 0.5
