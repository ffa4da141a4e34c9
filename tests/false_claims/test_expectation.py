"""Expectations over the cube that are claimed wrongly, beside the true ones; and derivations that derive nothing."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from sympy import oo

from verify import Integers, Subsets, Vectors, check, equal
from verify.budget import Budget
from verify.builder import make_claim
from verify.checks.identity import check as identity
from verify.evidence import Coverage, Outcome

SIZES = {"d": Integers(2, oo, window=3)}
HEADS = {**SIZES, "g": Vectors("d"), "h": Vectors("d")}
PAIRED = {**HEADS, "pair": Subsets("d", 2)}
G, H = "sum(g[k]*x[k], k, 1, d)", "sum(h[k]*x[k], k, 1, d)"
SQUARE = f"expectation(({G}*{H})^2, x, d)"
LOSS = f"expectation(({G}*{H} - x[pair[1]]*x[pair[2]])^2, x, d)"
GRAM = "sum(g[k]^2, k, 1, d)*sum(h[k]^2, k, 1, d)"
CROSS = "g[pair[1]]*h[pair[2]] + g[pair[2]]*h[pair[1]]"

TRUE = {
    "κ₄ = −2": (f"{SQUARE} == {GRAM} + 2*sum(g[k]*h[k], k, 1, d)^2 - 2*sum(g[k]^2*h[k]^2, k, 1, d)", HEADS),
    "both cross terms": (f"{LOSS} == {SQUARE} - 2*({CROSS}) + 1", PAIRED),
    "the slope": ("diff(expectation(sum(g[l]*x[l], l, 1, d)^2, x, d), g[1]) == 2*g[1]", HEADS),
    "the walk": ("expectation(sum(x[k], k, 1, d)^4, x, d) == 3*d^2 - 2*d", SIZES),
}
FALSE = {
    "κ₄ = 2": (f"{SQUARE} == {GRAM} + 2*sum(g[k]*h[k], k, 1, d)^2 + 2*sum(g[k]^2*h[k]^2, k, 1, d)", HEADS),
    "as for Gaussians": (f"{SQUARE} == {GRAM} + 2*sum(g[k]*h[k], k, 1, d)^2", HEADS),
    "as if independent": (f"{SQUARE} == {GRAM}", HEADS),
    "cross terms twice": (f"{LOSS} == {SQUARE} - 4*({CROSS}) + 1", PAIRED),
    "one cross term": (f"{LOSS} == {SQUARE} - 4*g[pair[1]]*h[pair[2]] + 1", PAIRED),
    "with a factor ½": (f"{LOSS}/2 == {SQUARE} - 2*({CROSS}) + 1", PAIRED),
    "the walk of Gaussians": ("expectation(sum(x[k], k, 1, d)^4, x, d) == 3*d^2", SIZES),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_expectations_are_derived(name):
    statement, domains = TRUE[name]
    found = identity(make_claim("c", statement, {}, at="p. 1", forall=domains), Budget())
    assert (found.outcome, found.coverage) == (Outcome.HOLDS, Coverage.SCOPE)


@pytest.mark.parametrize("name", FALSE)
def test_false_expectations_are_refuted_with_an_instance(name):
    statement, domains = FALSE[name]
    answer = check(statement, **domains)
    assert answer.verdict == "refuted"
    assert answer.counterexample


def fourth_moment(g):
    """E (g·x)⁴, and past three inputs something else: an error beyond the window."""
    points = list(product((1, -1), repeat=len(g)))
    mean = sum(Fraction(sum(a * s for a, s in zip(g, x, strict=True))) ** 4 for x in points) / len(points)
    return mean + (len(g) > 3)


CLOSED = "3*sum(g[k]^2, k, 1, d)^2 - 2*sum(g[k]^4, k, 1, d)"


def test_what_a_derivation_rests_on_is_said_where_the_definition_goes_wrong_beyond_the_window():
    """No check can see d = 4 here; the sentence says that line 1 was compared for d = 2 and 3 alone."""
    answer = check(equal(fourth_moment, CLOSED), derive=lambda steps: steps(f"expectation({G}^4, x, d)"), **SIZES,
                   g=Vectors("d"))
    assert answer.verdict == "derived"
    assert "from line 1" in answer.record["grade"]
    assert "line 1 agrees with fourth_moment(g) at" in answer.record["sentence"]
    assert "(d = 2..3)" in answer.record["sentence"]


@pytest.mark.parametrize("first", [CLOSED, f"{CLOSED} + 0*d"])
def test_a_claim_does_not_derive_itself(first):
    answer = check(equal(fourth_moment, CLOSED), derive=lambda steps: steps(first), **SIZES, g=Vectors("d"))
    assert answer.verdict == "supported"
