"""Existence: a witness for every outer instance, listed or searched for."""

import pytest

from verify import Integers, Reals, check, equal, exists, oo

N = Integers(0, 9)
ONE = Integers(1, 12)


def only(answer):
    found, = answer.record["evidence"]
    return found


@pytest.mark.parametrize(("statement", "over"), [
    (exists("n == 2*k or n == 2*k + 1", k=Integers(0, "n")), {"n": N}),
    (exists("n == a^2 + b^2 + c^2 + d^2", **{name: Integers(0, 4) for name in "abcd"}), {"n": N}),
    (exists(equal(lambda n, k: n - k, 0), k=Integers(0, 9)), {"n": N}),
    (exists(lambda n, k: equal(n, k + 0), k=Integers(0, 9)), {"n": N}),
    (exists("k^2 == 49", k=Integers(1, 20)), {}),
    (exists("k^3 > 10^30", k=Integers(1, oo)), {}),
    (exists("n <= k < n + 2 == n + 2", k=Integers(0, 20)), {"n": N}),
])
def test_what_has_a_witness_everywhere_is_exhausted(statement, over):
    answer = check(statement, **over)
    assert answer.verdict == "exhausted", answer
    assert answer.record["power"]["refuted"] == 1


def test_the_witness_is_shown_at_the_first_and_the_largest_instance():
    assert only(check(exists("n == 2*k or n == 2*k + 1", k=Integers(0, "n")), n=N))["steps"] == [
        "n = 0: k = 0 does it", "n = 9: k = 4 does it"]
    assert only(check(exists("k^2 == 49", k=Integers(1, 20))))["steps"] == ["k = 7 does it"]


def test_an_instance_without_a_witness_refutes():
    """Every number is a sum of four squares, but 7 is no sum of three."""
    answer = check(exists("n == a^2 + b^2 + c^2", **{name: Integers(0, 4) for name in "abc"}), n=N)
    assert (answer.verdict, answer.counterexample) == ("refuted", {"n": "7"})
    assert "none of the 125 instances of a and b and c does it" in answer.record["sentence"]
    assert answer.record["grade"] == "exact"


def test_an_empty_inner_domain_has_no_witness():
    answer = check(exists("k >= 0", k=Integers(1, "n")), n=N)
    assert (answer.verdict, answer.counterexample) == ("refuted", {"n": "0"})
    assert "there is no k" in answer.record["sentence"]


def test_what_is_not_found_in_an_infinite_domain_decides_nothing():
    """k² = 2 has no integer solution, and k³ = 3 none that a search meets."""
    for statement in (exists("k^2 == 2", k=Integers(1, oo)), exists("k^3 == 3", k=Reals(0, 2))):
        answer = check(statement)
        assert answer.verdict == "undecided"
        assert "no witness among" in answer.record["reason"]
        assert "state one: witness={'k': …}" in answer.record["reason"]


def test_one_instance_without_a_witness_leaves_everything_undecided():
    """n = k² for the squares alone."""
    assert check(exists("n == k^2", k=Integers(0, oo)), n=Integers(0, oo)).verdict == "undecided"


def test_an_infinite_scope_is_only_supported():
    answer = check(exists("k > n", k=Integers(0, oo)), n=Integers(0, oo))
    assert answer.verdict == "supported"
    assert answer.record["sentence"].startswith("For all n there is k: a witness was found for every instance tried")
    answer = check(exists("n > 1/e", n=Integers(1, oo)), e=Reals("1/1000", 1))
    assert answer.verdict == "supported"


def test_an_undefined_relation_is_no_witness_and_no_refutation():
    answer = check(exists("1/k > n", k=Integers(0, 3)), n=Integers(5, 6))
    assert answer.verdict == "ill-posed"
    assert "at k = 0: division by zero" in answer.record["sentence"]
    assert check(exists("1/k >= n", k=Integers(0, 3)), n=Integers(0, 1)).verdict == "exhausted"


def test_a_function_that_crashes_everywhere_is_an_error():
    def broken(n, k):
        raise RuntimeError("no")

    assert check(exists(equal(broken, 0), k=Integers(0, 3)), n=N).verdict == "ill-posed"


def test_hypotheses_are_about_the_outer_variables():
    answer = check(exists("n == 2*k", k=Integers(0, "n")), given="n % 2 == 0", n=N)
    assert answer.verdict == "exhausted"
    assert answer.record["reach"]["admitted"] == 5
    assert check(exists("n == 2*k", k=Integers(0, "n")), given="n > 20", n=N).verdict == "vacuous"


def test_there_is_before_for_all_needs_one_that_serves_all():
    """Some c exceeds every n up to 9, and no c equals them all."""
    above = exists("c >= n", c=Integers(0, 12), forall={"n": N})
    assert only(check(above))["steps"] == ["c = 9 does it"]
    assert check(above).verdict == "exhausted"
    answer = check(exists("c == n", c=Integers(0, 12), forall={"n": N}))
    assert answer.verdict == "refuted"
    assert answer.record["order"] == "there is c such that for all n"
    assert check(exists("c == n", c=Integers(0, 12)), n=N).verdict == "exhausted"


def test_a_false_variant_has_to_be_refuted():
    statement = exists("n == 2*k or n == 2*k + 1", k=Integers(0, "n"))
    caught = check(statement, wrong=["n == 2*k", exists("n == 3*k", k=Integers(0, "n"))], n=N)
    assert (caught.verdict, caught.record["power"]["refuted"]) == ("exhausted", 3)
    missed = check(statement, wrong="k >= 0", n=N)
    assert (missed.verdict, missed.record["power"]["survived"]) == ("weak", ["wrong: k >= 0"])


def test_a_hint_names_the_size_from_which_it_is_true():
    answer = check(exists("k^2 == 1 and k < n", k=Integers(0, 3)), n=ONE)
    assert (answer.verdict, answer.counterexample) == ("refuted", {"n": "1"})
    assert answer.record["hints"] == ["no failure from n ≥ 2 on, up to n = 12"]


def test_a_nearest_instance_is_shown_where_there_is_one():
    reason = check(exists("k >= n", k=Integers(0, 3)), n=Integers(4, 5)).record["reason"]
    assert reason.endswith("the nearest is n = 4, k = 3, where 3 >= 4 fails")
