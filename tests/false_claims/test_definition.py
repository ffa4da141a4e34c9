"""Mistakes inside a definition: it overflows, crashes, answers with no value, changes its mind or its surroundings."""

from __future__ import annotations

import itertools
import math
import sys
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy

from verify import ClaimError, Integers, OneOf, Paper, Reals, Vectors, at_least, check, equal, exists, oo
from verify.budget import Budget
from verify.notebook import gather
from verify.verdict import decide

FEW = Integers(1, 5)


def words(answer: Any) -> str:
    return answer.record["reason"]


def fixed_width_factorial(n: int) -> Any:
    """n! in 64-bit integers, which is wrong from n = 21 on."""
    return np.prod(np.arange(1, n + 1, dtype=np.int64))


def test_a_64_bit_overflow_is_the_definition_s_fault_and_not_the_claim_s():
    answer = check(equal(fixed_width_factorial, "factorial(n)"), n=Integers(1, 25))
    assert answer.verdict == "ill-posed"
    assert answer.counterexample == {"n": "21"}
    assert "overflowed" in words(answer)


def test_factorials_in_python_integers_hold():
    assert check(equal(lambda n: math.prod(range(1, n + 1)), "factorial(n)"), n=Integers(1, 25)).verdict == "exhausted"


OVERFLOWING = [
    pytest.param(equal(lambda n: fixed_width_factorial(n) // 2, "factorial(n)/2"), Integers(2, 25), id="then halved"),
    pytest.param(equal(lambda n: np.array([n, n]) @ np.array([n, n]), "2*n^2"), OneOf(2**31), id="to exactly -2^63"),
    pytest.param(equal(lambda n: np.int32(n) * np.int32(n), "n^2"), OneOf(46340, 46341), id="of 32 bits"),
    pytest.param(equal(lambda n: np.int8(100) + np.int8(n), "n + 100"), Integers(20, 30), id="of 8 bits"),
]


@pytest.mark.filterwarnings("ignore:overflow encountered")
@pytest.mark.parametrize(("relation", "domain"), OVERFLOWING)
def test_an_overflow_of_another_kind_refutes_nothing(relation, domain):
    assert check(relation, n=domain).verdict != "refuted"


@pytest.mark.parametrize(("function", "word"), [
    pytest.param(lambda n: math.nan, "nan", id="not a number"),
    pytest.param(lambda n: math.inf, "inf", id="infinity"),
    pytest.param(lambda n: None, "None", id="nothing"),
    pytest.param(lambda n: "1", "str", id="text"),
    pytest.param(lambda n: (k for k in range(n)), "generator", id="a generator"),
    pytest.param(lambda n: sympy.Symbol("n"), "Symbol", id="a symbol with no value"),
    pytest.param(lambda n: n, "kinds", id="a number where a truth value is claimed"),
    pytest.param(lambda n: 1 / (n - n), "zero", id="division by zero"),
    pytest.param(lambda n: math.sqrt(-n), "ValueError", id="a function outside its domain"),
    pytest.param(lambda n: [1, 2][n + 5], "IndexError", id="an index past the end"),
    pytest.param(lambda n: sys.exit(), "SystemExit", id="an exit"),
])
def test_a_definition_without_a_value_is_never_green(function, word):
    answer = check(equal(function, True), n=FEW)
    assert answer.verdict == "ill-posed"
    assert answer.counterexample == {"n": "1"}
    assert word in words(answer)


def test_a_definition_that_fails_at_one_size_only_is_named_with_that_size():
    answer = check(equal(lambda n: Fraction(n * (n - 4), n - 4), "n"), n=Integers(1, 9))
    assert (answer.verdict, answer.counterexample) == ("ill-posed", {"n": "4"})


def test_the_sides_have_different_shapes():
    answer = check(equal(lambda n: (n, n), lambda n: (n, n, n)), n=FEW)
    assert answer.verdict == "ill-posed"
    assert "shape" in words(answer)


def test_a_truth_value_is_not_the_number_one():
    assert check(equal(lambda n: True, 1), n=FEW).verdict == "ill-posed"
    assert check(equal(lambda n: True, True), n=FEW).verdict == "exhausted"


def test_a_definition_that_gives_another_value_each_time_refutes_nothing():
    counter = itertools.count()
    answer = check(equal(lambda n: next(counter) + 10, "n"), n=FEW)
    assert answer.verdict == "flaky"


@pytest.mark.parametrize(("statement", "domain"), [
    ("n^2 >= 0", FEW), ("n^2 >= 2", FEW), (at_least(lambda n: n, 0), FEW), (at_least(lambda n: n, 2), FEW),
    ("n^3 >= n", Reals()), ("n^2 >= 1", Reals()), (equal(lambda n: n, "n"), Integers(0, oo)),
    (exists("k >= n", k=Integers(0, 9)), FEW),
])
def test_a_hypothesis_that_answers_differently_each_time_decides_nothing(statement, domain):
    counter = itertools.count()
    answer = check(statement, given=lambda n: next(counter) % 2 == 0, n=domain)
    assert answer.verdict == "flaky"


def test_a_hypothesis_that_admits_nothing_the_first_time_is_flaky():
    seen: set[int] = set()

    def second(n: int) -> bool:
        known = n in seen
        seen.add(n)
        return known

    assert check(at_least(lambda n: n, 100), given=second, n=FEW).verdict == "flaky"


@pytest.mark.parametrize("given", [lambda n: n > 2, lambda n: math.sqrt(n) > 1.5, lambda n: n % 2 == 0 or n > 3])
def test_a_hypothesis_that_answers_the_same_is_believed(given):
    assert check("n >= 2", given=given, n=FEW).verdict in ("derived", "exhausted", "enclosed")
    assert check("n >= 4", given=given, n=FEW).verdict == "refuted"


def test_a_definition_that_is_right_only_the_first_time_is_not_green():
    seen: set[int] = set()

    def once(n: int) -> int:
        first = n not in seen
        seen.add(n)
        return n if first else n + 1

    assert check(equal(once, "n"), n=FEW).verdict not in ("derived", "exhausted", "enclosed", "supported")


def test_a_definition_that_writes_into_its_arguments_is_stopped():
    def overwrite(x: Any) -> Any:
        x[0] = 0
        return x[1]

    answer = check(equal(overwrite, "x[2]"), x=Vectors(2, -1, 1))
    assert answer.verdict == "ill-posed"
    assert "read-only" in words(answer)


def test_a_function_made_in_a_loop_that_sees_the_last_value_is_named():
    paper = Paper("loop")
    paper.variables(n=FEW)
    claims = []
    for k in range(3):
        claims.append(paper.claim(f"shift {k}", equal(lambda n: n + k, f"n + {k}"), at="Section 1"))  # noqa: B023
    evidence = [gather(claim, Budget(instances=20)) for claim in claims]
    assert [decide(found).value for found in evidence] == ["ill-posed", "ill-posed", "exhausted"]
    assert "k=k" in evidence[0][0].note


def test_a_function_made_in_a_loop_with_its_value_bound_holds():
    paper = Paper("loop")
    paper.variables(n=FEW)
    claims = [paper.claim(f"shift {k}", equal(lambda n, k=k: n + k, f"n + {k}"), at="Section 1") for k in range(3)]
    assert {decide(gather(claim, Budget(instances=20))).value for claim in claims} == {"exhausted"}


def test_a_parameter_that_is_no_variable_is_refused():
    with pytest.raises(ClaimError, match="takes m"):
        check(equal(lambda n, m: n + m, "n"), n=FEW)


@pytest.mark.parametrize("returned", [
    pytest.param(None, id="None"), pytest.param(True, id="True"), pytest.param(False, id="False"),
    pytest.param(0, id="0"), pytest.param("x <= 1", id="text"),
])
def test_a_property_returns_a_relation(returned):
    assert check(lambda x: returned, x=Integers(0, 3)).verdict == "ill-posed"


def test_a_property_whose_guard_lets_nothing_through_is_not_green():
    def guarded(x: Any) -> Any:
        return equal(x, x + 1) if x * x == 2 else None

    assert check(guarded, x=Integers(0, 2)).verdict == "ill-posed"


def test_a_number_that_claims_to_equal_everything_is_read_by_its_value():
    class Agreeable(int):
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = int.__hash__

    answer = check(equal(lambda n: Agreeable(7), "n"), n=FEW)
    assert (answer.verdict, answer.counterexample) == ("refuted", {"n": "1"})


def test_an_object_that_claims_to_equal_everything_is_no_value():
    class Agreeable:
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = object.__hash__

    assert check(equal(lambda n: Agreeable(), "n"), n=FEW).verdict == "ill-posed"
