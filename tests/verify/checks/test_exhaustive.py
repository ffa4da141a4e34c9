"""Exhaustive: all of a finite window, in order, and a scope only where the window is the scope."""

import pytest
import sympy

from verify.budget import Budget
from verify.builder import make_claim
from verify.checks.exhaustive import SURVEY, check
from verify.domains.combinatorial_domain import BooleanFunctions, Subsets
from verify.domains.scalar_domain import Integers, OneOf, Reals, Signs
from verify.domains.vector_domain import Cube, Simplex
from verify.evidence import Coverage, Outcome, Rigour
from verify.relation import equal


def run(relation, /, given=(), budget=None, **domains):
    return check(make_claim("c", relation, {}, at="p. 1", forall=domains, given=given), budget or Budget())


@pytest.mark.parametrize(("domains", "tried"), [
    ({"n": Integers(1, 20)}, 20), ({"n": OneOf(1, 2, 3)}, 3), ({"n": Integers(0, 4), "k": Integers(0, "n")}, 15),
    ({"n": Signs()}, 2),
])
def test_a_finite_scope_is_covered_whole(domains, tried):
    found = run("n^2 >= n - n^2" if "k" not in domains else "k <= n", **domains)
    assert (found.outcome, found.rigour, found.coverage) == (Outcome.HOLDS, Rigour.EXACT, Coverage.SCOPE)
    assert found.tried == found.admitted == tried
    assert found.note == f"all {tried} instances"


@pytest.mark.parametrize("domain", [Integers(1, sympy.oo), Integers(), Integers(1, sympy.oo, window=30),
                                    Integers(1, 90, window=30)])
def test_a_window_is_never_the_scope(domain):
    found = run("n^2 >= n", n=domain)
    assert (found.outcome, found.coverage) == (Outcome.HOLDS, Coverage.WINDOW)


def test_known_censuses():
    """Of the 16 functions of two bits 8 are balanced... and every subset of {1..4} has at most 4 members."""
    balanced = run(equal(lambda f: sum(f) ** 2 * (sum(f) ** 2 - 4) * (sum(f) ** 2 - 16), 0), f=BooleanFunctions(2))
    assert (balanced.tried, balanced.outcome) == (16, Outcome.HOLDS)
    cube = run(equal(lambda x: x @ x, 3), x=Cube(3))
    assert (cube.tried, cube.outcome, cube.coverage) == (8, Outcome.HOLDS, Coverage.SCOPE)


def test_subsets_are_listed():
    found = run(equal(lambda s: len(s) <= 4, True), s=Subsets(4))
    assert (found.tried, found.outcome) == (16, Outcome.HOLDS)


@pytest.mark.parametrize(("domains", "budget"), [({"x": Reals(0, 1)}, Budget()), ({"x": Simplex(2)}, Budget()),
                                                 ({"x": Integers(1, 101)}, Budget(listed=100)),
                                                 ({"x": Cube(7)}, Budget(listed=100))])
def test_it_does_not_apply_where_nothing_can_be_listed(domains, budget):
    relation = equal(lambda x: 0, 0)
    assert run(relation, budget=budget, **domains) is None


def test_a_statement_without_variables_is_one_instance():
    found = run("2 + 2 == 4")
    assert (found.outcome, found.tried, found.coverage) == (Outcome.HOLDS, 1, Coverage.SCOPE)
    assert run("2 + 2 == 5").outcome is Outcome.FAILS


def test_the_witness_is_the_first_in_the_stated_order():
    assert run("2^n >= n^2", n=Integers(1, 20)).counterexample.instance == (("n", "3"),)
    assert run("n >= -2", n=Integers(-sympy.oo, sympy.oo)).counterexample.instance == (("n", "-3"),)


def test_a_failure_is_surveyed_a_little_further_for_hints():
    found = run("n > 5", n=Integers(1, 5000))
    assert found.tried == SURVEY + 1
    assert found.note.startswith(f"the first {SURVEY + 1} of 5000 instances")
    assert any("from n ≥ 6 on" in hint for hint in found.hints)


def test_hypotheses_admit():
    found = run("(n - 1)/2 == floor(n/2)", given="n % 2 == 1", n=Integers(1, 10))
    assert (found.outcome, found.tried, found.admitted) == (Outcome.HOLDS, 10, 5)
    assert run("n == n", given="n > 99", n=Integers(1, 10)).outcome is Outcome.VACUOUS


def test_an_undefined_instance_is_ill_posed_not_skipped():
    found = run("1/(n - 3) <= 9", n=Integers(1, 5))
    assert found.outcome is Outcome.ILL_POSED
    assert found.counterexample.instance == (("n", "3"),)


def test_an_empty_range_is_not_a_pass():
    found = run("k <= n", n=Integers(0, 0), k=Integers(1, "n"))
    assert found.outcome is not Outcome.HOLDS


def test_two_runs_agree():
    first, second = (run("2^n >= n^2", n=Integers(1, 50)) for _ in range(2))
    assert first == second


def test_a_hypothesis_out_of_reach_is_not_the_whole_scope():
    found = run("n <= 0", given="n < 1 or sum(1, k, 1, 10^7) > 0", n=Integers(0, 5))
    assert (found.outcome, found.coverage) != (Outcome.HOLDS, Coverage.SCOPE)
