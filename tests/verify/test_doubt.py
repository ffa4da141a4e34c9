"""Doubt: what rests on an author's function is evaluated again before it is believed."""

import itertools
import math
import random

import numpy as np
import pytest
from flint import arb, fmpq

from verify import doubt
from verify.budget import Budget
from verify.builder import make_claim
from verify.checks import exhaustive
from verify.domains.scalar_domain import Integers
from verify.evidence import Outcome, Rigour
from verify.relation import at_most, chain, equal
from verify.side import Memo, Sides, evaluate_sides
from verify.trial import attempt
from verify.values import noise
from verify.values.value import Approximate, Discrete

rounding_is_known = pytest.mark.skipif(not noise.modes(), reason="this processor's rounding modes are not known")


def sides(lhs, rhs, operator="=="):
    return Sides(operator, lhs, rhs)


@pytest.mark.parametrize(("lhs", "rhs", "width", "words"), [
    (fmpq(2**63 - 5 - 2**64), fmpq(2**63 - 5), 0, "exact multiple of 2^64"),
    (fmpq(7), fmpq(7 + 3 * 2**64), 64, "exact multiple of 2^64"),
    (fmpq(100), fmpq(126), 8, "a 8-bit NumPy integer may have overflowed, since a side reaches 126"),
    (fmpq(-2**31), fmpq(5), 32, "a 32-bit NumPy integer may have overflowed"),
    ((fmpq(1), fmpq(2**15)), (fmpq(1), fmpq(0)), 16, "a 16-bit NumPy integer may have overflowed"),
    (fmpq(2**60), fmpq(1), 64, "a 64-bit NumPy integer may have overflowed"),
    (fmpq(-(2**58)), fmpq(2**61), 64, "a 64-bit NumPy integer may have overflowed"),
])
def test_what_looks_like_an_overflow_is_told(lhs, rhs, width, words):
    found = doubt.overflow(sides(lhs, rhs), Memo(width=width), seen=True)
    assert words in found
    assert found.endswith("use Python integers (dtype=object)")


@pytest.mark.parametrize(("lhs", "rhs", "width"), [
    (fmpq(3), fmpq(4), 64), (fmpq(3), fmpq(4), 8), (fmpq(2**70), fmpq(1), 0), (fmpq(2**59), fmpq(5), 64),
    (True, False, 64), (arb(3), arb(4), 0), (Approximate(1.0, 0.0), fmpq(2), 0),
    (Discrete(fmpq(1), True), fmpq(2), 0), (frozenset({fmpq(1)}), frozenset(), 64), ((), (fmpq(1),), 64),
    (fmpq(5 * 2**64), fmpq(9 * 2**64), 0),
])
def test_what_does_not_is_not(lhs, rhs, width):
    assert doubt.overflow(sides(lhs, rhs), Memo(width=width), seen=True) == ""


def test_pythons_integers_do_not_overflow():
    assert doubt.overflow(sides(fmpq(7), fmpq(7 + 2**64)), Memo(), seen=False) == ""


def test_fractions_are_no_integers_that_overflowed():
    assert doubt.overflow(sides(fmpq(1, 3), fmpq(1, 2) + 2**64), Memo(), seen=True) == ""


def test_the_narrowest_integer_counts():
    memo = Memo()
    for raw in (3, np.int64(1), [np.int16(1), np.int32(2)], np.int64(1), 2.5):
        memo.note(raw)
    assert memo.width == 16


def one_sided(function, rhs="0"):
    claim = make_claim("c", equal(function, rhs), {}, at="p. 1", forall={"n": Integers(0, 9)})
    return claim, evaluate_sides(claim, {"n": 3}, 64, Memo())


def test_a_function_of_its_arguments_alone_is_stable():
    for function in (lambda n: n * n, lambda n: n / 7, lambda n: arb(n).sqrt(), lambda n: (n, [n, 1.5]),
                     lambda n: {n, n + 1}):
        claim, found = one_sided(function, lambda n: 0)
        assert doubt.unstable(claim, {"n": 3}, found) == ""


def test_a_second_value_is_told_beside_the_first():
    counter = itertools.count(5)
    claim, found = one_sided(lambda n: next(counter))
    assert doubt.unstable(claim, {"n": 3}, found) == "two evaluations at the same instance gave 5 and 6"


@pytest.mark.parametrize("values", [
    pytest.param([(1, 2), (1, 2, 3)], id="another shape"), pytest.param([1, True], id="another kind"),
    pytest.param([{1}, {2}], id="another set"), pytest.param([(1, (2, 3)), (1, (2, 4))], id="one entry deep inside"),
    pytest.param([fmpq(1), arb(1)], id="exact, then a ball"),
])
def test_any_other_second_value_is_told(values):
    answers = iter(values)
    claim, found = one_sided(lambda n: next(answers))
    assert doubt.unstable(claim, {"n": 3}, found).startswith("two evaluations at the same instance gave ")


def test_a_second_evaluation_that_ends_otherwise_is_told():
    answers = iter([1])
    claim, found = one_sided(lambda n: next(answers))
    told = doubt.unstable(claim, {"n": 3}, found)
    assert told.startswith("the second evaluation at the same instance gave: ")
    assert "StopIteration" in told


def test_floats_that_differ_by_their_noise_are_the_same():
    """Sums in another order at each call, as some parallel libraries give."""
    generator = random.Random(0)

    def total(n):
        parts = [0.1 * k for k in range(1, 60)]
        generator.shuffle(parts)
        return sum(parts)

    claim, found = one_sided(total)
    assert doubt.unstable(claim, {"n": 3}, found) == ""


def test_sums_that_cancel_are_the_same_although_no_digit_is():
    generator = random.Random(0)

    def nothing(n):
        parts = [0.1 * k for k in range(1, 60)]
        parts += [-part for part in parts]
        generator.shuffle(parts)
        return sum(parts)

    claim, found = one_sided(nothing)
    assert doubt.unstable(claim, {"n": 3}, found) == ""


@pytest.mark.parametrize("size", [1e-12, 1e-9, 1.0, 1e12])  # below one ulp of 1 nothing is told
def test_floats_that_differ_in_their_leading_digits_are_told(size):
    """Also where the measured noise is as large as the difference, since it was measured with the same function."""
    values = itertools.cycle([size, 2 * size])
    claim, found = one_sided(lambda n: next(values) + 0.0 * n)
    values = itertools.cycle([2 * size, 2 * size])
    assert doubt.unstable(claim, {"n": 3}, found).startswith("two evaluations at the same instance gave ")


def test_a_property_that_says_more_at_the_second_time_is_not_stable():
    counter = itertools.count()

    def growing(n):
        return chain(n, "<=", n) if next(counter) == 0 else chain(n, "<=", n, "<=", n - 1)

    claim = make_claim("c", growing, {}, at="p. 1", forall={"n": Integers(0, 9)})
    found = evaluate_sides(claim, {"n": 3}, 64, Memo())
    assert doubt.unstable(claim, {"n": 3}, found)


@rounding_is_known
@pytest.mark.parametrize("function", [
    pytest.param(lambda n: math.floor(math.log(10**n, 10)), id="a logarithm cut off"),
    pytest.param(lambda n: float(n) / 10 * 3 == 0.3 * n, id="two floats compared"),
    pytest.param(lambda n: math.ceil(0.1 * n * 10), id="rounded up"),
])
def test_an_answer_that_follows_the_rounding_direction_is_told(function):
    claim, found = one_sided(function, lambda n: 0)
    assert doubt.rounding_dependent(claim, {"n": 3}, found).startswith("directed rounding changes ")


@pytest.mark.parametrize("function", [
    pytest.param(lambda n: n**3 % 5, id="integers"), pytest.param(lambda n: math.floor(n / 2 + 0.25), id="far enough"),
    pytest.param(lambda n: n / 3, id="a float with its noise"), pytest.param(lambda n: arb(n).exp(), id="a ball"),
])
def test_an_answer_that_does_not_is_not(function):
    before = doubt.noise.rounding
    claim, found = one_sided(function, lambda n: 0)
    assert doubt.rounding_dependent(claim, {"n": 3}, found) == ""
    assert doubt.noise.rounding is before


@rounding_is_known
def test_both_sides_are_evaluated_in_the_directed_mode():
    claim = make_claim("c", equal(lambda n: float(n) / 3, lambda n: math.ceil(0.1 * n * 10)), {}, at="p. 1",
                       forall={"n": Integers(0, 9)})
    found = evaluate_sides(claim, {"n": 3}, 64, Memo())
    assert doubt.rounding_dependent(claim, {"n": 3}, found)


def listed(relation, top=9, **details):
    return exhaustive.check(make_claim("c", relation, {}, at="p. 1", forall={"n": Integers(1, top)}, **details),
                            Budget())


def test_what_held_is_evaluated_again():
    seen = set()

    def once(n):
        first = n not in seen
        seen.add(n)
        return n if first else n + 1

    found = listed(equal(once, "n"))
    assert found.outcome is Outcome.FLAKY
    assert "two evaluations at the same instance gave 1 and 2" in found.counterexample.reason


@rounding_is_known
def test_what_held_by_rounding_is_numerical_and_not_exact():
    found = listed(at_most(lambda n: math.ceil(0.1 * n * 10), "n + 1"))
    assert (found.outcome, found.rigour) == (Outcome.HOLDS, Rigour.NUMERICAL)
    assert "directed rounding changes" in found.note
    exact = listed(at_most(lambda n: n, "n + 1"))
    assert (exact.outcome, exact.rigour) == (Outcome.HOLDS, Rigour.EXACT)


@rounding_is_known
def test_what_failed_by_rounding_is_not_refuted():
    trial = attempt(make_claim("c", equal(lambda n: math.floor(math.log(10**n, 10)), "n"), {}, at="p. 1",
                               forall={"n": Integers(1, 9)}), {"n": 3})
    assert trial.outcome is Outcome.UNDECIDED
    assert "directed rounding changes" in trial.reason


@pytest.mark.parametrize(("make", "instance"), [
    pytest.param(lambda n: np.int8(100) + np.int8(n), 30, id="int8"),
    pytest.param(lambda n: np.array([n, n], dtype=np.int32) * 2**30, 2, id="int32 array"),
])
@pytest.mark.filterwarnings("ignore:overflow encountered")
def test_a_failure_beside_the_end_of_a_fixed_width_is_an_error(make, instance):
    claim = make_claim("c", at_most("0", make), {}, at="p. 1", forall={"n": Integers(0, 50)})
    trial = attempt(claim, {"n": instance})
    assert trial.outcome is Outcome.ERROR
    assert "overflowed" in trial.reason


def test_a_failure_far_from_it_stands():
    claim = make_claim("c", at_most(lambda n: np.int64(n) + 1, "0"), {}, at="p. 1", forall={"n": Integers(0, 50)})
    assert attempt(claim, {"n": 3}).outcome is Outcome.FAILS
