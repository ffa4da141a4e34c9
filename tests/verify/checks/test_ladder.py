"""Ladder: quantities whose growth is known by hand, against their laws and against others."""

import itertools
import math

import numpy as np
import pytest

from verify import ClaimError, Drawn, Integers, OneOf, Paper, Rational, Reals, check, on_ladder, oo
from verify.budget import BUDGETS
from verify.checks.ladder import check as climb
from verify.head import claim_head
from verify.record import claim_record

POWERS = OneOf(*(2**k for k in range(4, 12)))


def harmonic(n):
    """H_n = log n + γ + o(1)."""
    return sum(1 / k for k in range(1, n + 1))


def look(quantity, law, sizes=POWERS, **details):
    return check(on_ladder(quantity, law, along="n", **details), n=sizes)


@pytest.mark.parametrize(("quantity", "law"), [
    ("n^2 + 3*n", "n^2"), ("n*log(n)", "n*log(n)"), (harmonic, "log(n)"), ("3 - 2/n", "1"),
    ("5*sqrt(n) + 1", "n^(1/2)"), (lambda n: n + n**0.5, "n"),
])
def test_the_right_law_is_consistent_and_no_more_than_supported(quantity, law):
    answer = look(quantity, law)
    assert answer.verdict == "supported"
    assert answer.record["grade"] == "consistent on 8 sizes up to 2048"
    assert "no proof of what happens beyond" in answer.record["sentence"]
    assert answer.record["power"]["refuted"] == 1


@pytest.mark.parametrize(("quantity", "law"), [
    ("n^2 + 3*n", "n"), ("n*log(n)", "n"), ("n", "n*log(n)"), (harmonic, "1"), ("n^(9/8)", "n"), ("n", "n^2"),
    ("n^2 + 1000*n", "n"),
])
def test_another_law_is_inconsistent_which_refutes_nothing(quantity, law):
    answer = look(quantity, law)
    assert answer.verdict == "undecided"
    assert answer.record["grade"].startswith("inconsistent on this ladder (8 sizes")
    assert "neither shows nor refutes" in answer.record["sentence"]


@pytest.mark.parametrize("sizes", [OneOf(4, 8, 16), OneOf(100, 110, 120, 130, 140, 150), Integers(1, oo, window=4)])
def test_a_short_ladder_says_so(sizes):
    answer = look("n^2", "n^2", sizes)
    assert answer.verdict == "undecided"
    assert "the ladder is too short to tell: it has" in answer.record["reason"]


def test_a_slope_that_falls_too_slowly_is_too_short_to_tell():
    """n + 10 √n: a factor n^(−1/2) at first, n^0 in the end, and on this ladder in between."""
    answer = look("n + 10*sqrt(n)", "n")
    assert answer.record["grade"].startswith("the ladder is too short to tell")


def test_rivals_are_judged_beside_the_law_and_the_largest_size_is_predicted():
    """From 1024 the law n² predicts 4 · (1024² + 3·1024) at 2048, which is 0.146 % above 2048² + 3·2048."""
    answer = look("n^2 + 3*n", "n^2", rivals=["n", "n^3"])
    reason = answer.record["reason"]
    assert "from n = 1024 it predicts n = 2048 0.15 % too high" in reason
    assert "the rival n: inconsistent on this ladder" in reason
    assert "the rival n^3: inconsistent on this ladder" in reason
    ladder = answer.record["evidence"][0]["ladder"]
    assert [law["finding"] for law in ladder["laws"]] == ["consistent", *2 * ["inconsistent on this ladder"]]
    assert ladder["rungs"][0] == {"size": 16, "value": 304, "error": 0, "law": 256}
    assert "n = 32: 1120, local exponent 1.88" in answer.record["evidence"][0]["steps"]


def test_what_is_drawn_is_averaged_with_its_standard_error():
    """E |S_n| of n coin flips is √(2n/π) in the limit (de Moivre)."""
    over = {"x": Drawn(lambda generator, n: generator.integers(0, 2, n) * 2 - 1)}
    distance = look(lambda x: abs(int(x.sum())), None, over=over, exponent=Rational(1, 2), draws=400)
    assert distance.verdict == "supported"
    rung = distance.record["evidence"][0]["ladder"]["rungs"][-1]
    assert abs(rung["value"] - math.sqrt(2 * 2048 / math.pi)) < 4 * rung["error"]
    wrong = look(lambda x: abs(int(x.sum())), "n", over=over, draws=400)
    assert wrong.record["grade"].startswith("inconsistent on this ladder")


def test_draws_that_say_too_little_support_nothing():
    over = {"z": Drawn(lambda generator, n: generator.standard_normal(n))}
    answer = look(lambda z: abs(float(z.sum())), "n^(1/2)", over=over, draws=3)
    assert answer.verdict == "undecided"


def test_a_false_variant_must_be_inconsistent():
    answer = check(on_ladder("n^2", "n^2", along="n"), n=POWERS, wrong=["n^2 == n^3"])
    assert answer.verdict == "supported"
    assert check(on_ladder("n^2", "n^2", along="n"), n=POWERS, wrong=["n^2 == n^2 + 1"]).verdict == "weak"


@pytest.mark.parametrize(("quantity", "law", "why"), [
    ("n^2 - 16*n", "n^2", "the quantity is 0"), ("n", "n - 16", "the law is 0"), ("1/abs(n - 32)", "1", "division by"),
])
def test_a_rate_needs_positive_values(quantity, law, why):
    answer = look(quantity, law)
    assert answer.verdict == "ill-posed"
    assert why in answer.record["reason"]


def test_a_quantity_with_two_values_at_one_size_is_flaky():
    counter = itertools.count()
    assert look(lambda n: n + next(counter), "n").verdict == "flaky"


def test_a_quantity_that_raises_is_told():
    answer = look(lambda n: 1 / np.array([]), "n")
    assert answer.verdict == "ill-posed"


@pytest.mark.parametrize(("make", "rule"), [
    (lambda: on_ladder("n", along="n"), "one of law and exponent"),
    (lambda: on_ladder("n", "n", exponent=1, along="n"), "one of law and exponent"),
    (lambda: on_ladder("n", "n", along="n", draws=1), "an int ≥ 2"),
    (lambda: on_ladder("n*x", "n", along="n", over={"x": Reals(0, 1)}), "what is drawn has a law"),
])
def test_misuse_is_refused(make, rule):
    with pytest.raises(ClaimError, match=rule):
        make()


@pytest.mark.parametrize(("relation", "domains", "rule"), [
    (on_ladder("n*k", "n", along="n"), {"n": POWERS, "k": OneOf(1, 2)}, "a ladder has one size"),
    (on_ladder("n", "n", along="m"), {"n": POWERS}, "a ladder has one size"),
    (on_ladder("n", lambda n: n, along="n"), {"n": POWERS}, "a law is a formula in the size"),
    (on_ladder("x", "x", along="x"), {"x": Reals(1, 2)}, "a size is a positive integer"),
    (on_ladder("n", "n", along="n"), {"n": OneOf(0, 1, 2, 4, 8)}, "a size is a positive integer"),
])
def test_a_claim_that_fits_no_ladder_is_refused(relation, domains, rule):
    with pytest.raises(ClaimError, match=rule):
        check(relation, **domains)


def test_a_law_stated_to_be_inconsistent_is_as_expected_only_then():
    paper = Paper("rates")
    for name, law in (("wrong", "n"), ("right", "n*log(n)")):
        claim = paper.claim(name, on_ladder("n*log(n)", law, along="n"), at="Section 1", forall={"n": POWERS},
                            expect="inconsistent")
        record = claim_record(claim_head(claim), [climb(claim, BUDGETS["fast"])])
        assert record["as_expected"] is (name == "wrong")
    with pytest.raises(ClaimError, match="only a claim on a ladder can be inconsistent"):
        paper.claim("plain", "n <= n^2", at="Section 1", forall={"n": POWERS}, expect="inconsistent")
