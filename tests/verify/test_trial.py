"""Trials: hypotheses, values and comparison at one instance, with every way in which a value can fail to exist."""

import math
import random
import sys
from fractions import Fraction

import numpy as np
import pytest
from flint import ctx
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.builder import make_claim
from verify.domains.scalar_domain import Integers, OneOf, Reals
from verify.domains.vector_domain import Vectors
from verify.evidence import Outcome, Rigour
from verify.relation import at_least, at_most, chain, equal
from verify.trial import PRECISIONS, attempt, counterexample, instance_text
from verify.values.value import within

X = Reals()


def claim(relation, given=(), **domains):
    return make_claim("c", relation, {}, at="p. 1", forall=domains or {"x": X}, given=given)


def outcome(relation, given=(), /, **instance):
    domains = {name: Vectors(len(value)) if isinstance(value, tuple) else OneOf(value) if isinstance(value, str) else X
               for name, value in instance.items()}
    return attempt(claim(relation, given, **(domains or {"x": X})), instance)


@pytest.mark.parametrize(("relation", "x", "expected", "rigour"), [
    ("x^2 >= 0", Fraction(-3, 2), "holds", "exact"), ("x^2 > 0", 0, "fails", "exact"),
    ("exp(x) >= 1 + x", Fraction(1, 3), "holds", "enclosed"),
    ("exp(x) <= 1 + x", Fraction(1, 3), "fails", "enclosed"), ("exp(x)*exp(-x) == 1", 2, "holds", "numerical"),
    ("exp(x) == 1 + x", 2, "fails", "enclosed"), ("sqrt(x)^2 == x", 2, "holds", "numerical"),
    ("sqrt(x) < sqrt(x)", 2, "fails", "exact"),
    ("sqrt(x)*sqrt(3) >= sqrt(3*x)", 2, "holds", "exact"),
    ("gamma(x/3)*gamma(1 - x/3) < pi/sin(pi*x/3)", 1, "undecided", "enclosed"),
    ("exp(x) > 1", Fraction(1, 10**200), "holds", "enclosed"), ("x == x and 1 < 2", 1, "holds", "exact"),
])
def test_formulas(relation, x, expected, rigour):
    trial = outcome(relation, x=x)
    assert (trial.outcome.value, trial.comparison.rigour.value) == (expected, rigour)
    assert trial.admitted


def test_precision_rises_only_as_far_as_needed():
    """e^t − 1 with t = 10^-200 is seen at 1024 bits and not at 512, where the balls overlap."""
    made = claim("exp(x) > 1")
    tiny = {"x": Fraction(1, 10**200)}
    assert attempt(made, tiny, precision=512).outcome is Outcome.UNDECIDED
    assert attempt(made, tiny, precision=1024).outcome is Outcome.HOLDS


@settings(max_examples=60, deadline=None, database=None, derandomize=True)
@given(st.fractions(-9, 9, max_denominator=40))
def test_a_definition_and_its_formula_agree_exactly(x):
    trial = outcome(equal(lambda x: (x + 1) ** 3, "x^3 + 3*x^2 + 3*x + 1"), x=x)
    assert (trial.outcome, trial.comparison.rigour) == (Outcome.HOLDS, Rigour.EXACT)


@pytest.mark.parametrize(("given", "admitted"), [
    ("x > 0", True), ("x < 0", False), (["x > 0", "x < 0"], False), (lambda x: x > 0, True),
    (lambda x: np.bool_(x > 9), False),
    ("1/(x - 2) > 0", False), ("log(x - 5) > 0", False),
], ids=["met", "unmet", "one of two", "function", "numpy truth", "undefined", "complex"])
def test_hypotheses(given, admitted):
    trial = outcome("x == x", given, x=2)
    assert trial.admitted is admitted
    assert trial.outcome is (Outcome.HOLDS if admitted else Outcome.VACUOUS)


def test_a_hypothesis_that_no_precision_decides_is_not_taken_for_unmet():
    trial = outcome("x < 0", "gamma(x/3)*gamma(1 - x/3) >= pi/sin(pi*x/3)", x=1)
    assert (trial.admitted, trial.outcome) == (False, Outcome.UNDECIDED)


def test_a_hypothesis_that_cannot_be_evaluated_is_not_taken_for_unmet():
    trial = outcome("x < 0", "sum(1, k, 1, 10^7) > 0", x=1)
    assert trial.outcome is Outcome.UNDECIDED


@pytest.mark.parametrize(("given", "words"), [
    (lambda x: 1, "returned 1"), (lambda x: None, "returned None"),
    (lambda x: undefined_name, "NameError"),  # noqa: F821
], ids=["number", "nothing", "crash"])
def test_a_broken_hypothesis_is_an_error_not_an_excuse(given, words):
    trial = outcome("x == x", given, x=2)
    assert trial.admitted
    assert trial.outcome in (Outcome.ERROR, Outcome.ILL_POSED)
    assert words in trial.reason


@pytest.mark.parametrize("given", [lambda x: 1 / x > 0, lambda x: float("nan")], ids=["division", "nan"])
def test_an_undefined_hypothesis_never_raises(given):
    assert outcome("x == x", given, x=0).outcome in (Outcome.ERROR, Outcome.ILL_POSED, Outcome.VACUOUS)


@pytest.mark.parametrize(("relation", "words"), [
    ("x/x == 1", "division by zero"), ("0*log(x) == 0", "log of 0"), ("sqrt(x - 1) <= 1", "not real"),
    (equal(lambda x: 1 / x, 0), "division by zero in 1 / x"), (equal(lambda x: math.nan, 0), "nan"),
    (equal(lambda x: float("inf"), 0), "inf"),
    (at_most(lambda x: 1j, 0), "complex"), (at_most(lambda x: True, lambda x: False), "order between truth values"),
], ids=["x/x", "0 log 0", "root", "division", "nan", "inf", "complex", "truth values"])
def test_an_undefined_side_is_ill_posed(relation, words):
    trial = outcome(relation, x=0)
    assert trial.outcome is Outcome.ILL_POSED
    assert words in trial.reason


@pytest.mark.parametrize(("relation", "words"), [
    (equal(lambda x: {}[3], 0), "raised KeyError"), (equal(lambda x: None, 0), "returned None"),
    (equal(lambda x: "a", 0), "returned a str"),
    (equal(lambda x: (1, 2), lambda x: (1, 2, 3)), "different shapes"), (equal(lambda x: True, 1), "different kinds"),
    (equal(lambda x: sys.exit(3), 0), "raised SystemExit"), (equal(lambda x: 1 + "a", 0), "raised TypeError"),
    (equal(lambda x: (lambda: 0), 0), "returned a function"),
], ids=["KeyError", "None", "str", "shapes", "kinds", "exit", "TypeError", "function"])
def test_a_crash_is_an_error(relation, words):
    trial = outcome(relation, x=0)
    assert trial.outcome is Outcome.ERROR
    assert words in trial.reason


def test_an_interrupt_is_not_caught():
    def interrupted(x):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        outcome(equal(interrupted, 0), x=0)


def test_a_property_returns_relations():
    assert outcome(lambda x: at_least(x * x, 0), x=2).outcome is Outcome.HOLDS
    assert outcome(lambda x: chain(x, "<=", x + 1, "<", x), x=2).outcome is Outcome.FAILS
    broken = outcome(lambda x: x > 0, x=2)
    assert broken.outcome is Outcome.ERROR
    assert "returned a bool: it returns a relation on numbers; write lambda x: greater(x, 0)" in broken.reason
    silent = outcome(lambda x: None, x=2)
    assert silent.outcome is Outcome.ERROR
    assert "returned None" in silent.reason


def test_the_failing_link_of_a_chain_is_told():
    made = claim(chain("x", "<=", "x + 1", "<=", "x - 1"))
    trial = attempt(made, {"x": 2})
    witness = counterexample(made, trial)
    assert (witness.instance, witness.relation, witness.lhs, witness.rhs) == ((("x", "2"),), "<=", "3", "1")
    assert witness.reason == "link 2: x + 1 <= x - 1" or "link 2" in witness.reason


def test_a_witness_carries_both_sides_exactly():
    made = claim("x^2 <= x")
    witness = counterexample(made, attempt(made, {"x": Fraction(3, 2)}))
    assert (witness.instance, witness.lhs, witness.rhs, witness.gap) == ((("x", "3/2"),), "9/4", "3/2", "0.750000")


def test_long_instances_are_cut_in_the_middle():
    text = dict(instance_text({"v": tuple(range(1000)), "n": 3}))
    assert text["n"] == "3"
    assert len(text["v"]) < 500
    assert "…" in text["v"]


def test_an_overflow_of_64_bits_is_an_error_of_the_definition():
    trial = outcome(equal(lambda x: np.int64(3) ** np.int64(x), "3^x"), x=41)
    assert trial.outcome is Outcome.ERROR
    assert "64-bit integer overflowed" in trial.reason


def test_a_function_of_chance_is_flaky_and_refutes_nothing():
    generator = random.Random(1)
    trial = outcome(equal(lambda x: generator.randint(1, 10**9), 0), x=1)
    assert trial.outcome is Outcome.FLAKY
    assert "two evaluations at the same instance gave" in trial.reason


def test_floats_hold_refute_or_stay_open_by_their_noise():
    assert outcome(equal(lambda x: float(x) * 3, "3*x"), x=Fraction(1, 10)).outcome is Outcome.HOLDS
    assert outcome(equal(lambda x: float(x) * 3 + 1e-3, "3*x"), x=Fraction(1, 10)).outcome is Outcome.FAILS
    near = outcome(equal(lambda x: float(x) * 3 + 1e-13, "3*x"), x=Fraction(1, 10))
    assert near.outcome is Outcome.UNDECIDED
    assert near.comparison.against


def test_a_declared_radius_is_believed():
    trial = outcome(at_most(lambda x: within(1.0, 0.1), 2), x=1)
    assert (trial.outcome, trial.comparison.rigour) == (Outcome.HOLDS, Rigour.ENCLOSED)
    assert outcome(at_most(lambda x: within(1.95, 0.1), 2), x=1).outcome is Outcome.UNDECIDED


def test_a_function_that_returns_a_ball_is_asked_again_at_a_higher_precision():
    from flint import arb

    asked = []

    def root(x):
        asked.append(ctx.prec)
        return arb(2).sqrt()

    trial = outcome(at_most(root, "sqrt(2) + 10^(-100)"), x=1)
    assert trial.outcome is Outcome.HOLDS
    assert asked[:2] == list(PRECISIONS[:2])
    assert max(asked) >= 332


def test_a_function_without_balls_is_asked_once():
    asked = []

    def seven(x):
        asked.append(x)
        return 7

    assert outcome(at_most("sqrt(49 - 10^(-200))", seven), x=1).outcome is Outcome.HOLDS
    assert len(asked) == 1


def test_the_working_precision_is_left_alone():
    before = ctx.prec
    outcome("sqrt(x) < sqrt(x)", x=2)
    outcome(equal(lambda x: {}[1], 0), x=2)
    assert ctx.prec == before


def test_a_huge_exact_side_beside_a_float_is_an_outcome():
    assert outcome(equal(lambda x: 1.0, "10^(1000*x)"), x=1).outcome is not Outcome.HOLDS


def test_a_huge_ball_beside_a_float_does_not_hold():
    assert outcome(equal(lambda x: 1.0, "exp(1000*x)"), x=1).outcome is not Outcome.HOLDS


def test_an_undefined_ball_does_not_hold():
    assert outcome("harmonic(x) == 1", x=-1).outcome is not Outcome.HOLDS


@pytest.mark.parametrize(("relation", "x"), [
    (equal(lambda x: math.sin(math.pi * x), 0), 1), (equal(lambda x: 1 - math.cos(float(x)), "2*sin(x/2)^2"),
                                                     Fraction(1629, 156250000000)),
    (equal(lambda x: 1 / (1 + math.exp(-float(x))) - 0.5, "tanh(x/2)/2"), Fraction(243, 10**13)),
], ids=["sine", "cosine", "sigmoid"])
def test_a_true_statement_in_floats_is_never_refuted(relation, x):
    assert outcome(relation, x=x).outcome is not Outcome.FAILS


def test_the_end_of_a_domain_is_not_a_crash():
    trial = outcome(at_least(lambda x: math.sqrt(1 - x) + np.exp(x), 0), x=Fraction(1))
    assert trial.outcome is Outcome.HOLDS


def test_an_instance_knows_whether_it_is_a_corner():
    made = claim("n == n", n=Integers())
    assert attempt(made, {"n": 1}, corner=True).corner
    assert not attempt(made, {"n": 1}).corner
