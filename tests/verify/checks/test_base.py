"""What the checks that try instances share: listing, counting, corners, the tally and the evidence that it makes."""

import itertools
from fractions import Fraction

import pytest

from verify.builder import make_claim
from verify.checks import CHECKS
from verify.checks.base import scope_text, weigh, window_text
from verify.checks.tally import KEPT, Tally
from verify.domains.combinatorial_domain import Subsets
from verify.domains.instance import corner_instances, count, listing
from verify.domains.scalar_domain import Integers, OneOf, Reals
from verify.domains.vector_domain import Cube, Simplex
from verify.evidence import Coverage, Outcome, Rigour
from verify.relation import equal
from verify.trial import attempt
from verify.variable import variable


def variables(**domains):
    return [variable(name, domain) for name, domain in domains.items()]


def claim(relation="x == x", given=(), **domains):
    return make_claim("c", relation, {}, at="p. 1", forall=domains or {"x": Reals()}, given=given)


def weighed(made, instances, coverage=Coverage.SCOPE):
    tally = Tally()
    for instance in instances:
        tally.add(attempt(made, instance))
    return weigh("exhaustive", made, tally, coverage, window="w")


def test_listing_is_in_order_with_earlier_variables_outermost():
    found = list(listing(variables(m=OneOf(1, 2), n=OneOf("a", "b"))))
    assert found == [{"m": 1, "n": "a"}, {"m": 1, "n": "b"}, {"m": 2, "n": "a"}, {"m": 2, "n": "b"}]
    assert list(listing([])) == [{}]


def test_sizes_follow_the_instance():
    found = list(listing(variables(d=Integers(0, 2), x=Cube("d"))))
    assert len(found) == 1 + 2 + 4
    assert all(len(instance["x"]) == instance["d"] for instance in found)


@pytest.mark.parametrize("domains", [
    {"m": Integers(1, 3), "n": Integers(1, "m")}, {"d": Integers(0, 3), "x": Cube("d")},
    {"m": OneOf(1, 2), "n": OneOf(3, 4), "k": Integers(0, 2)},
    {"d": Integers(1, 3), "k": OneOf(5, 6), "s": Subsets("d")}, {"n": Integers(3, 5), "k": Integers("n", 4)}, {},
])
def test_the_count_is_that_of_the_listing(domains):
    assert count(variables(**domains), 1000) == len(list(listing(variables(**domains))))


@pytest.mark.parametrize(("domains", "limit"), [({"x": Reals()}, 10), ({"n": Integers(1, 11)}, 10),
                                                ({"m": Integers(1, 4), "n": Integers(1, 4)}, 10),
                                                ({"d": Integers(1, 4), "x": Cube("d")}, 10),
                                                ({"n": OneOf(1), "g": Simplex(2)}, 10)])
def test_what_is_too_many_or_cannot_be_listed_has_no_count(domains, limit):
    assert count(variables(**domains), limit) is None


def test_corners_come_simplest_first():
    found = list(corner_instances(variables(m=OneOf(10, 20, 30), n=OneOf(1, 2)), 4))
    assert found[0] == {"m": 10, "n": 1}
    assert {tuple(instance.values()) for instance in found[1:3]} == {(10, 2), (20, 1)}
    assert len(found) == 4


def test_corners_are_members_of_dependent_domains():
    for instance in corner_instances(variables(d=Integers(1, 4), g=Simplex("d")), 50):
        assert len(instance["g"]) == instance["d"]


def test_a_domain_without_a_size_has_no_corners_there():
    found = list(corner_instances(variables(d=Integers(1, 4), x=Cube("d - 2")), 50))
    assert all(instance["d"] >= 2 for instance in found)


@pytest.mark.parametrize(("xs", "given", "outcome", "tried", "admitted"), [
    ([1, 2], (), "holds", 2, 2), ([1, -1], (), "fails", 2, 2), ([1, 2], "x > 5", "vacuous", 2, 0),
    ([], (), "not run", 0, 0),
    ([1, -1], "x > 0", "holds", 2, 1),
])
def test_reach_is_counted(xs, given, outcome, tried, admitted):
    found = weighed(claim("x >= 0", given), [{"x": x} for x in xs])
    assert (found.outcome, found.tried, found.admitted) == (outcome, tried, admitted)


def test_the_worst_outcome_speaks():
    order = []
    for relation, x in (("1/x == 1", 0), ("x >= 0", -1), ("x >= 0", 1)):
        order.append(attempt(claim(relation), {"x": x}))
    made = claim("x >= 0")
    for permutation in itertools.permutations(order):
        tally = Tally()
        for trial in permutation:
            tally.add(trial)
        assert weigh("search", made, tally, Coverage.SAMPLE, window="w").outcome is Outcome.FAILS


def test_the_first_failure_is_the_witness():
    found = weighed(claim("x >= 0"), [{"x": 1}, {"x": -3}, {"x": -1}])
    assert found.counterexample.instance == (("x", "-3"),)


def test_doubt_lowers_the_coverage():
    made = claim("gamma(x/3)*gamma(1 - x/3) <= pi/sin(pi*x/3)")
    found = weighed(made, [{"x": 1}, {"x": Fraction(3, 2)}])
    assert (found.outcome, found.coverage) == (Outcome.HOLDS, Coverage.SAMPLE)
    assert "1 of 2 instances too close to call" in found.note


def test_a_hypothesis_in_doubt_lowers_the_coverage():
    made = claim("x <= 0", given="x == 0 or gamma(x/3)*gamma(1 - x/3) >= pi/sin(pi*x/3)")
    found = weighed(made, [{"x": 0}, {"x": 1}])
    assert (found.outcome, found.coverage, found.admitted) == (Outcome.HOLDS, Coverage.SAMPLE, 1)
    assert "a hypothesis could not be decided at 1 instances" in found.note


def test_a_leaning_doubt_is_never_a_hold():
    made = claim(equal(lambda x: float(x) + 1e-13 * (x > 1), "x"))
    found = weighed(made, [{"x": 1}, {"x": 2}])
    assert (found.outcome, found.rigour) == (Outcome.UNDECIDED, Rigour.NUMERICAL)
    assert "x = 2" in found.note


def test_the_weakest_rigour_is_reported():
    assert weighed(claim("x >= 0"), [{"x": 1}]).rigour is Rigour.EXACT
    assert weighed(claim("exp(x) >= 0"), [{"x": 0}, {"x": 1}]).rigour is Rigour.ENCLOSED
    assert weighed(claim(equal(lambda x: x if x < 2 else float(x), "x")),
                   [{"x": 1}, {"x": 2}]).rigour is Rigour.NUMERICAL


def test_the_tightest_instance_is_shown():
    found = weighed(claim("x <= 10"), [{"x": 1}, {"x": 7}, {"x": 3}])
    assert (found.slack.smallest, found.slack.at, found.slack.tightness) == ("3", "x = 7", "0.7")


def test_many_trials_are_thinned_but_counted():
    made = claim("n >= 0", n=Integers(0, 10**6))
    tally = Tally()
    for k in range(5000):
        tally.add(attempt(made, {"n": k}))
    assert tally.tried == tally.admitted == 5000
    assert KEPT / 2 <= len(tally.kept) <= KEPT
    assert {trial.instance["n"] for trial in tally.kept} & set(range(4000, 5000))


def test_texts():
    made = claim("n <= d", {"small": "n < 3"}, d=Integers(1, 9), n=Integers())
    assert scope_text(made) == "d in integers in [1, 9]; n in integers in (-oo, oo), where small"
    assert window_text(made) == "d in 1..9; n in -6..6"
    assert window_text(made, {"n": 10}) == "d in 1..9; n in -16..16"
    empty = make_claim("c", "1 == 1", {}, at="p. 1")
    assert (scope_text(empty), window_text(empty)) == ("no variables", "the statement itself")


def test_every_check_named_has_a_module_that_checks():
    import importlib

    for name in CHECKS:
        assert callable(importlib.import_module(f"verify.checks.{name}").check)
    assert len(set(CHECKS)) == len(CHECKS)
