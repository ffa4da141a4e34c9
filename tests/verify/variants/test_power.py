"""Power: false variants of true claims are refuted, weakness is seen, and the printed limit is the truth."""

import math
import re
from fractions import Fraction

import numpy as np
import pytest
import sympy

from verify.budget import Budget
from verify.builder import make_claim
from verify.checks import exhaustive, search
from verify.domains.scalar_domain import Integers, OneOf, Rationals, Reals
from verify.domains.vector_domain import Cube, Simplex, Vectors
from verify.evidence import Outcome
from verify.relation import at_least, at_most, chain, equal, less
from verify.trial import attempt
from verify.variants.power import LADDER, MADE, SAMPLE, power

SMALL = Budget(instances=60, corners=40)


def claim(relation, forall, **details):
    return make_claim("c", relation, {}, at="p. 1", forall=forall, **details)


def evidence(relation, forall, **details):
    made = claim(relation, forall, **details)
    found = exhaustive.check(made, SMALL) if all(d.finite for d in forall.values()) else search.check(made, SMALL)
    if found is None:  # two functions
        from verify.checks import equivalence

        found = equivalence.check(made, SMALL)
    return found


def at(relation, forall, instances, **details):
    made = claim(relation, forall, **details)
    return power(made, [attempt(made, instance) for instance in instances])


TRUE = [
    ("(x + 1)^2 == x^2 + 2*x + 1", {"x": Reals()}), ("exp(x)*exp(-x) == 1", {"x": Reals(-3, 3)}),
    ("sin(x)^2 + cos(x)^2 == 1", {"x": Reals(-5, 5)}),
    ("log(1 + x) <= x", {"x": Reals(0, sympy.oo)}), ("x < x + 1", {"x": Rationals()}), ("x >= x", {"x": Reals()}),
    ("sum(k, k, 1, n) == n*(n + 1)/2", {"n": Integers(0, sympy.oo)}), ("2^n > n", {"n": Integers(0, 20)}),
    (chain("x", "<=", "x^2 + 1/4", "<", "x^2 + 1"), {"x": Reals()}), ("sum(g[k], k, 1, 3) == 1", {"g": Simplex(3)}),
    ("(-1)^n * (-1)^n == 1", {"n": Integers(-5, 5)}), ("I^2 == -1", {}),
    ("exp(I*x) == cos(x) + I*sin(x)", {"x": Reals(-2, 2)}),
    (equal(lambda x: math.exp(float(x)), "exp(x)"), {"x": Reals(0, 2)}),
    (equal(lambda n: n % 2 == 0, lambda n: (n + 2) % 2 == 0), {"n": Integers(0, 9)}),
    (equal(lambda n: set(range(n)), lambda n: {n - 1 - k for k in range(n)}), {"n": Integers(0, 6)}),
    (equal(lambda x: np.cumsum(x, axis=0), lambda x: np.array([sum(x[: k + 1]) for k in range(len(x))], dtype=object)),
     {"x": Vectors(3)}),
    (at_most(lambda x: float(x) / 2, lambda x: float(x) + 1), {"x": Reals(0, 5)}),
    (at_least(lambda x: x @ x, 0), {"x": Cube(3)}),
]


@pytest.mark.parametrize(("relation", "forall"), TRUE, ids=[str(case[0])[:40] for case in TRUE])
def test_every_made_variant_of_a_true_claim_is_refuted(relation, forall):
    found = evidence(relation, forall)
    assert found.outcome is Outcome.HOLDS
    fates = [fate for _, fate in found.power.variants]
    assert "refuted" in fates
    assert "survived" not in fates
    assert found.power.detection


def test_a_vector_of_truth_values_has_variants():
    found = evidence(equal(lambda n: (n > 2, True), lambda n: (n >= 3, True)), {"n": Integers(0, 5)})
    assert "refuted" in [fate for _, fate in found.power.variants]


def test_variants_are_named_in_full():
    names = [name for name, _ in at("x == x", {"x": Reals()}, [{"x": 1}]).variants]
    assert names == ["rhs + 1", "rhs·(1 + 1)", "rhs + 1/1000", "rhs·(1 + 1/1000)"]
    names = [name for name, _ in at("x <= x", {"x": Reals()}, [{"x": 1}]).variants]
    assert names == ["the relation reversed", "the bound pushed 1 past the tightest instance",
                     "the bound pushed 1/1000 past the tightest instance"]
    names = [name for name, _ in at(chain("x", "==", "x", "<", "x + 1"), {"x": Reals()}, [{"x": 1}]).variants]
    assert {name.split(":")[0] for name in names} == {"link 1", "link 2"}


def test_the_made_variants_are_the_coarsest_of_the_ladder():
    assert set(MADE) <= set(LADDER)
    assert list(LADDER) == sorted(LADDER, reverse=True)


def test_zero_hides_a_factor_and_is_void_not_survived():
    found = at("x - x == 0", {"x": Reals()}, [{"x": 1}, {"x": 2}])
    assert dict(found.variants)["rhs·(1 + 1)"] == "void"
    assert dict(found.variants)["rhs + 1"] == "refuted"


def test_one_informative_instance_is_enough():
    found = at("x == x", {"x": Reals()}, [{"x": 0}, {"x": 3}])
    assert dict(found.variants)["rhs·(1 + 1/1000)"] == "refuted"


def test_corners_alone_count_nothing():
    made = claim("x == x", {"x": Reals()})
    assert power(made, [attempt(made, {"x": k}, corner=True) for k in range(5)]).variants == ()
    assert power(made, [attempt(made, {"x": 1}, corner=True), attempt(made, {"x": 2})]).variants != ()


def test_a_degenerate_corner_does_not_speak_for_the_rest():
    """At x = 1 the false variant differs, at x = 0 it does not; only the generic instance x = 0 counts."""
    made = claim("0*x == 0", {"x": Reals()}, wrong=["x == 0"])
    found = power(made, [attempt(made, {"x": 1}, corner=True), attempt(made, {"x": 0})])
    assert dict(found.variants)["wrong: x == 0"] == "survived"


def test_instances_that_failed_or_were_not_admitted_prove_nothing():
    made = claim("x >= 0", {"x": Reals()}, given="x < 5")
    assert power(made, [attempt(made, {"x": -1}), attempt(made, {"x": 9})]).variants == ()
    assert power(made, []).variants == ()
    assert power(made, []).detection is None


@pytest.mark.parametrize(("wrong", "fate"), [
    ("x^2 >= 1", "refuted"), ("x^2 >= -1", "survived"), ("1/(x - x) == 0", "void"), (at_least("x^2", 0), "survived"),
    (at_least(lambda x: x * x, 2), "refuted"), (at_least(lambda x: int('x'), 2), "void"),
    (equal(lambda x: None, 2), "void"),
], ids=["false", "true", "undefined", "true relation", "false function", "crash", "nothing returned"])
def test_the_authors_wrong_variants(wrong, fate):
    found = at("x^2 >= 0", {"x": Reals()}, [{"x": Fraction(1, 2)}, {"x": Fraction(1, 3)}], wrong=[wrong])
    assert found.variants[-1][0].startswith("wrong: ")
    assert found.variants[-1][1] == fate


def test_floats_too_noisy_to_tell_survive():
    """A result known to one digit does not notice a thousandth."""
    noisy = equal(lambda x: (float(x) + 1e15) - 1e15, "x")
    found = at(noisy, {"x": Reals()}, [{"x": Fraction(k, 7)} for k in range(1, 7)])
    assert dict(found.variants)["rhs·(1 + 1/1000)"] == "survived"


@pytest.mark.parametrize(("relation", "forall", "limit"), [
    ("x == x", {"x": Reals()}, "any difference (exact arithmetic)"),
    (equal(lambda n: n > 2, lambda n: n > 2), {"n": Integers(0, 9)}, "any difference (exact arithmetic)"),
    ("exp(x)*exp(-x) == 1", {"x": Reals(-3, 3)}, "a relative error of 1e-300"),
], ids=["rational", "truth values", "balls"])
def test_the_detection_limit_is_printed(relation, forall, limit):
    assert evidence(relation, forall).power.detection == limit


def limit_of(text):
    return Fraction(1, 10 ** int(re.search(r"1e-(\d+)", text).group(1)))


@pytest.mark.parametrize(("left", "right", "forall"), [
    ("exp(x)", "exp(x/2)*exp(x/2)", {"x": Reals(-3, 3)}), ("sin(2*x)", "2*sin(x)*cos(x)", {"x": Reals(1, 3)}),
    ("sqrt(x)*sqrt(x + 1)", "sqrt(x^2 + x)", {"x": Reals(0, 9)}), ("gamma(x + 1)", "x*gamma(x)", {"x": Reals(1, 5)}),
    ("log(x^2)", "2*log(x)", {"x": Reals(2, 100)}),
])
def test_an_error_ten_times_the_limit_is_caught_in_balls(left, right, forall):
    found = evidence(f"{left} == {right}", forall)
    assert found.outcome is Outcome.HOLDS
    t = limit_of(found.power.detection)
    wrong = evidence(f"{left} == ({right})*(1 + {10 * t.numerator}/{t.denominator})", forall)
    assert wrong.outcome is Outcome.FAILS


def test_the_limit_in_balls_is_that_of_the_balls():
    found = evidence("exp(x) == exp(x/2)*exp(x/2)", {"x": Reals(-3, 3)})
    assert limit_of(found.power.detection) < Fraction(1, 10**200)


@pytest.mark.parametrize("function", [lambda x: math.exp(float(x)), lambda x: math.sqrt(float(x) + 1),
                                      lambda x: float(x) ** 3 + 2], ids=["exp", "sqrt", "cube"])
def test_an_error_ten_times_the_limit_is_caught_in_floats(function):
    found = evidence(equal(function, lambda x: function(x) * 1.0), {"x": Reals(1, 3)})
    assert found.outcome is Outcome.HOLDS
    t = float(10 * limit_of(found.power.detection))
    wrong = evidence(equal(function, lambda x: function(x) * (1 + t)), {"x": Reals(1, 3)})
    assert wrong.outcome is Outcome.FAILS


@pytest.mark.parametrize("t", [Fraction(1, 10**15), Fraction(1, 10**60), Fraction(1, 10**500)])
def test_any_difference_means_any(t):
    assert evidence("x == x", {"x": Reals(0, 5)}).power.detection.startswith("any difference")
    assert evidence(f"x == x + {t.numerator}/{t.denominator}", {"x": Reals(0, 5)}).outcome is Outcome.FAILS


def test_a_bound_wrong_by_ten_times_the_limit_is_caught():
    found = evidence("exp(x) >= exp(x)*cos(0*x)", {"x": Reals(0, 2)})
    tight = evidence(less("exp(x)", "exp(x) + 1"), {"x": Reals(0, 2)})
    assert found.outcome in (Outcome.HOLDS, Outcome.UNDECIDED)
    t = limit_of(tight.power.detection)
    wrong = evidence(f"exp(x) < exp(x) - {10 * t.numerator}/{t.denominator}", {"x": Reals(0, 2)})
    assert wrong.outcome is Outcome.FAILS


def test_many_trials_are_sampled_with_the_tightest_among_them():
    made = claim("n <= 999", {"n": Integers(0, 999)}, wrong=["n <= 998"])
    trials = [attempt(made, {"n": k}) for k in range(1000)]
    assert len(trials) > SAMPLE
    assert dict(power(made, trials).variants)["wrong: n <= 998"] == "refuted"


def test_variants_are_compared_where_the_claim_was_checked():
    """No new instance is invented: the wrong variant differs from the claim only at x = 2, which was not tried."""
    made = claim("0*x == 0", {"x": OneOf(1, 2)}, wrong=["0*x == piecewise(1, x > 1, 0)"])
    assert power(made, [attempt(made, {"x": 1})]).variants[-1][1] == "survived"
    assert power(made, [attempt(made, {"x": 1}), attempt(made, {"x": 2})]).variants[-1][1] == "refuted"
