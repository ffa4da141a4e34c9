"""The author's steps: what is decided, what is sampled, and what is broken is told with the first line that is."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from sympy import oo

from verify import Integers, Reals, Vectors, at_least, check, equal
from verify.budget import Budget
from verify.builder import make_claim
from verify.checks.derivation import check as derived
from verify.errors import ClaimError
from verify.evidence import Coverage, Outcome

FORM = "sum(g[k]*x[k], k, 1, d)"
FOURTH = "3*sum(g[k]^2, k, 1, d)^2 - 2*sum(g[k]^4, k, 1, d)"
DOMAINS = {"d": Integers(1, oo, window=3), "g": Vectors("d")}


def fourth_moment(g):
    """E (g·x)⁴ from its definition."""
    points = list(product((1, -1), repeat=len(g)))
    return sum(Fraction(sum(a * s for a, s in zip(g, x, strict=True))) ** 4 for x in points) / len(points)


def lines(*texts, last="=="):
    def derive(steps):
        for k, text in enumerate(texts, 1):
            steps(text, relation=last if k == len(texts) and k > 1 else "==")
    return derive


def evidence(relation, derive, **domains):
    return derived(make_claim("c", relation, {}, at="p. 1", forall=domains or DOMAINS, derive=derive), Budget())


def test_a_derivation_from_the_definition_covers_the_scope():
    found = evidence(equal(fourth_moment, FOURTH), lines(f"expectation({FORM}^4, x, d)"))
    assert (found.outcome, found.coverage) == (Outcome.HOLDS, Coverage.SCOPE)
    assert found.steps[0].startswith("line 1 agrees with fourth_moment(g) at ")
    assert "d = 1..3" in found.steps[0]
    assert len(found.steps) == 2


def test_the_verdict_says_what_it_rests_on():
    answer = check(equal(fourth_moment, FOURTH), derive=lines(f"expectation({FORM}^4, x, d)", FOURTH), **DOMAINS)
    assert answer.verdict == "derived"
    assert "from line 1 of its derivation; line 1 agrees with fourth_moment(g) at " in answer.record["sentence"]
    assert [line["relation"] for line in answer.record["derivation"]] == ["==", "=="]
    assert f"= {FOURTH}" in str(answer)


def test_without_a_derivation_it_is_only_supported():
    assert check(equal(fourth_moment, FOURTH), **DOMAINS).verdict == "supported"


@pytest.mark.parametrize(("texts", "line"), [
    ((f"expectation({FORM}^3, x, d)", FOURTH), 1),  # another definition
    ((f"expectation({FORM}^4, x, d)", "3*sum(g[k]^2, k, 1, d)^2 + 2*sum(g[k]^4, k, 1, d)", FOURTH), 2),
    ((f"expectation({FORM}^4, x, d)", "3*sum(g[k]^2, k, 1, d)^2"), 2),
    ((f"expectation({FORM}^4, x, d)", f"{FOURTH} + sum(g[k]^4, k, 2, d)"), 2),
    ((f"expectation({FORM}^4, x, d)", "sum(g[k]^4, k, 1, d + 1)"), 2),  # undefined
])
def test_the_first_broken_line_is_named_with_an_instance(texts, line):
    found = evidence(equal(fourth_moment, FOURTH), lines(*texts))
    assert found.outcome is Outcome.ILL_POSED
    assert f"the derivation is broken at line {line}: " in found.note
    assert " at d = " in found.note
    assert len(found.steps) == line


def test_a_derivation_that_ends_elsewhere_is_broken():
    """Every line is true and follows; the last one is not the claim."""
    found = evidence(equal(fourth_moment, "3*sum(g[k]^2, k, 1, d)^2"), lines(f"expectation({FORM}^4, x, d)", FOURTH))
    assert "broken at line 3: it is not so that line 2 == line 3 at d = 1, g = (1): 1 == 3 does not hold" in found.note


def test_a_broken_derivation_is_no_help_to_a_true_claim():
    answer = check(equal(fourth_moment, FOURTH), derive=lines(f"expectation({FORM}^4, x, d)", "d"), **DOMAINS)
    assert answer.verdict == "ill-posed"
    assert answer.record["sentence"].startswith("The derivation is broken at line 2")
    assert "The statement itself was not refuted" in answer.record["sentence"]


def test_a_refuted_claim_stays_refuted():
    false = "3*sum(g[k]^2, k, 1, d)^2"
    answer = check(equal(fourth_moment, false), derive=lines(f"expectation({FORM}^4, x, d)"), **DOMAINS)
    assert answer.verdict == "refuted"


@pytest.mark.parametrize("first", [FOURTH, "3*sum(g[l]^2, l, 1, d)^2 - 2*sum(g[l]^4, l, 1, d)",
                                   "2*sum(g[k]^2, k, 1, d)^2 - 2*sum(g[k]^4, k, 1, d) + sum(g[k]^2, k, 1, d)^2"])
def test_a_first_line_that_restates_the_claim_derives_nothing(first):
    found = evidence(equal(fourth_moment, FOURTH), lines(first, FOURTH))
    assert (found.outcome, found.coverage) == (Outcome.HOLDS, Coverage.SAMPLE)
    assert "line 1 is the claim in other words" in found.note


def test_a_step_that_is_not_decided_is_sampled():
    """E |x_1 + x_2| = 1 is no polynomial identity."""
    found = evidence("expectation((t + abs(x[1] + x[2]))^2, x, 2) == t^2 + 2*t + 2",
                     lines("expectation((t + abs(x[1] + x[2]))^2, x, 2)",
                           "t^2 + 2*t*expectation(abs(x[1] + x[2]), x, 2) + 2"), t=Reals())
    assert (found.outcome, found.coverage) == (Outcome.HOLDS, Coverage.SAMPLE)
    assert "only tried at instances: line 2, 3" in found.note


def test_squares_are_not_negative():
    """(g·x)⁴ ≥ 0, and its mean is an even power's."""
    claim = at_least(lambda g: fourth_moment(g) + 1, "1")
    found = evidence(claim, lines(f"expectation({FORM}^4, x, d) + 1", "1", last=">="))
    assert (found.outcome, found.coverage) == (Outcome.HOLDS, Coverage.SCOPE)
    odd = evidence(at_least(fourth_moment, "0"), lines(f"expectation({FORM}^4, x, d)", f"expectation({FORM}^3, x, d)",
                                                       last=">="))
    assert odd.coverage is not Coverage.SCOPE


def test_a_definition_that_differs_beyond_zero_is_noticed():
    """Line 1 is half of the definition; at g = 0 they agree."""
    found = evidence(equal(fourth_moment, FOURTH), lines(f"expectation({FORM}^4, x, d)/2"))
    assert "broken at line 1" in found.note


@pytest.mark.parametrize(("derive", "why"), [
    (lambda steps: None, "without steps"),
    (lambda steps: steps("sum(g[k]^2, k, 1, m)"), "undeclared name 'm'"),
    (lambda steps: steps(fourth_moment), "each line is a formula"),
    (lambda steps: steps("d", relation="~"), "relation is one of"),
    (lambda steps: steps("d", why=3), "a text"),
    (lambda steps: 1 / 0, "its derivation raised ZeroDivisionError"),
    (lines("d", FOURTH, last=">="), "together they give the claim's =="),
    ("d", "a function that states the steps"),
])
def test_misuse_is_told(derive, why):
    with pytest.raises(ClaimError if "undeclared" not in why else Exception, match=why):
        make_claim("c", equal(fourth_moment, FOURTH), {}, at="p. 1", forall=DOMAINS, derive=derive)


def test_two_functions_have_no_derivation():
    with pytest.raises(ClaimError, match="ends in a formula"):
        make_claim("c", equal(fourth_moment, lambda g: 0), {}, at="p. 1", forall=DOMAINS, derive=lines("d"))


def test_a_derivation_mentions_nothing_else():
    with pytest.raises(ClaimError, match="mentions t"):
        make_claim("c", equal(fourth_moment, FOURTH), {}, at="p. 1", forall={**DOMAINS, "t": Reals()},
                   derive=lines("t - t + 1"))
