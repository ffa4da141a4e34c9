"""Sides: the value of a formula or an author's function at an instance, with the noise of its floats."""

import math
import sys
from fractions import Fraction

import numpy as np
import pytest
import sympy
from flint import arb, fmpq

from verify.builder import make_claim
from verify.domains.scalar_domain import Reals
from verify.errors import Nonsense, Undefined, Unevaluable
from verify.relation import at_most, chain, equal
from verify.side import Crash, Memo, call, evaluate_sides, measured, runs
from verify.values import noise
from verify.values.value import Approximate, Discrete


def radius(function, *arguments):
    """The measured value of a function at arguments, as a check sees it."""
    return measured(runs(function, arguments), lambda raw: raw)


def test_exact_functions_are_run_once():
    calls = []
    result = runs(lambda n: calls.append(n) or n + 1, (3,))
    assert (result.nominal, result.variants, result.wide) == (4, (), ())
    assert calls == [3]


def test_a_function_that_needs_floats_gets_them():
    def strict(x):
        if not isinstance(x, float):
            raise TypeError("floats only")
        return x / 3

    found = radius(strict, Fraction(1, 2))
    assert abs(Fraction(found.value) - Fraction(1, 6)) <= Fraction(found.radius)


def test_a_type_error_that_floats_do_not_mend_is_shown():
    with pytest.raises(TypeError, match="mine"):
        runs(_raise_type_error, (3,))


def _raise_type_error(n):
    raise TypeError("mine")


def test_a_discrete_result_far_from_its_threshold_is_robust():
    assert radius(lambda x: x > 0, 0.5) == Discrete(True, True)
    assert radius(round, 0.8).robust
    assert radius(lambda v: frozenset(np.flatnonzero(v > 0).tolist()), np.array([1.0, -1.0])).robust


def test_a_discrete_result_at_its_threshold_is_not():
    assert not radius(lambda x: x > 0.3, 0.1 * 3).robust
    assert not radius(math.floor, 2.0).robust
    assert not radius(lambda v: int(np.argmax(v)), np.array([1.0, 1.0 + 2**-50])).robust


def test_robustness_reaches_two_to_the_twenty_ulp():
    """A margin of 2^18 ulp is too little, one of 2^22 is enough."""
    assert not radius(lambda x: x > 1.0, 1.0 + 2**-52 * 2**18).robust
    assert radius(lambda x: x > 1.0, 1.0 + 2**-52 * 2**22).robust


def test_a_set_of_floats_is_no_value():
    """Equal floats differ in their last bit, and a set cannot see how little."""
    with pytest.raises(Nonsense, match="a set with floats in it"):
        radius(lambda: {0.1 + 0.2})


def sides_of(relation, bits=64, memo=None, /, **instance):
    claim = make_claim("c", relation, {}, at="p. 1", forall={name: Reals() for name in instance})
    return evaluate_sides(claim, instance, bits, Memo() if memo is None else memo)


def test_formulas_and_functions_are_evaluated_link_by_link():
    found = sides_of(chain("x^2", "<=", lambda x: x * x + 1, "<", "7/2"), x=Fraction(3, 2))
    assert [(side.operator, side.lhs, side.rhs) for side in found] == [
        ("<=", fmpq(9, 4), fmpq(13, 4)), ("<", fmpq(13, 4), fmpq(7, 2))]


def test_a_property_gives_the_sides_of_its_relations():
    found = sides_of(lambda x: chain(x, "<=", (x + 1) / 2, "<=", 1), x=Fraction(1, 2))
    assert [(side.lhs, side.rhs) for side in found] == [(fmpq(1, 2), fmpq(3, 4)), (fmpq(3, 4), fmpq(1))]
    (single,) = sides_of(lambda x: at_most(x, [1.5, 2.5]), x=Fraction(1))
    assert single.lhs == Discrete(fmpq(1), True)
    assert [entry.value for entry in single.rhs] == [1.5, 2.5]


@pytest.mark.parametrize("returned", [True, (1, 2), 3.5], ids=str)
def test_a_property_returns_nothing_but_relations(returned):
    with pytest.raises(Nonsense, match="it returns a relation on numbers; write "):
        sides_of(lambda x: returned, x=1)
    with pytest.raises(Nonsense, match="returned None"):
        sides_of(lambda x: None, x=1)


def test_an_exact_entry_beside_a_float_was_computed_through_floats():
    exact, inexact = radius(lambda: [1, 2.5])
    assert exact == Discrete(fmpq(1), True)
    assert isinstance(inexact, Approximate)


def test_the_precision_is_that_asked_for():
    (low,), (high,) = (sides_of(equal("sqrt(x)", lambda x: arb(2).sqrt()), bits, x=2) for bits in (64, 512))
    for name in ("lhs", "rhs"):
        assert getattr(high, name).rad() < 2.0**-500 < 2.0**-60 < 2 * getattr(low, name).rad() * 2**10


def test_a_function_without_balls_is_remembered_whatever_the_precision():
    calls, memo = [], Memo()
    relation = equal(lambda x: calls.append(x) or 1, lambda x: arb(len(calls)))
    claim = make_claim("c", relation, {}, at="p. 1", forall={"x": Reals()})
    for bits in (64, 128, 256):
        evaluate_sides(claim, {"x": 1}, bits, memo)
    assert calls == [1]


def test_an_authors_exception_is_a_crash_and_mathematics_is_not():
    with pytest.raises(Crash, match=r"^f raised KeyError: 3$"):
        call(lambda x: {}[x], (3,), "f")
    with pytest.raises(Crash, match="raised SystemExit"):
        call(sys.exit, (1,), "f")
    with pytest.raises(Undefined, match="division by zero in f"):
        call(lambda x: 1 / x, (0,), "f")
    with pytest.raises(Nonsense):
        call(_raise_nonsense, (), "f")
    with pytest.raises(KeyboardInterrupt):
        call(_interrupt, (), "f")


def _raise_nonsense():
    raise Nonsense("mine")


def _interrupt():
    raise KeyboardInterrupt


def test_one_ulp_past_the_end_of_a_domain_is_not_a_crash():
    """√(1 − x) at 1 exists; at the next float above it does not, and that run tells nothing."""
    found = radius(lambda x: math.sqrt(1 - x), 1.0)
    assert found.value == 0.0
    assert 0 < found.radius < 1e-6


def test_where_nothing_could_be_run_again_the_radius_is_infinite(monkeypatch):
    monkeypatch.setattr(noise, "modes", lambda: ())
    assert radius(lambda n: (1e16 + n) - 1e16, 1).radius == math.inf
    assert radius(lambda x: (1e16 + x) - 1e16, 1.0).radius < math.inf


@pytest.mark.parametrize(("arguments", "floor"), [((3,), 3 * 2.0**-52), ((0.25,), 2.0**-52), ((), 2.0**-52),
                                                  ((Fraction(-5, 2), 1), 2.5 * 2.0**-52),
                                                  (((1, [-8.0]),), 8 * 2.0**-52), (("text",), 2.0**-52)])
def test_the_floor_is_an_ulp_of_one_or_of_the_largest_input(arguments, floor):
    assert runs(lambda *_: 0.5, arguments).floor == floor


def test_integrals_that_are_not_proven_are_floats_of_measured_noise():
    x = sympy.Symbol("x", real=True)
    made = make_claim("c", "integral(log(1 + exp(-t)), t, 0, oo) == x", {}, forall={x: Reals()}, at="here")
    (sides,) = evaluate_sides(made, {"x": 1}, 64, Memo())
    assert isinstance(sides.lhs, Approximate)
    assert abs(sides.lhs.value - 0.8224670334241132) < 1e-15
    assert 0 < sides.lhs.radius < 1e-13


def test_integrals_that_do_not_settle_have_no_value():
    made = make_claim("c", "integral(sin(t), t, 0, oo) == 1", {}, at="here")
    with pytest.raises(Unevaluable, match="do not settle"):
        evaluate_sides(made, {}, 64, Memo())
