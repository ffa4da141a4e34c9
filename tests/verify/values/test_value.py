"""Values: what an author's function may return, and what it may not."""

import math
from fractions import Fraction

import numpy as np
import pytest
import sympy
from flint import acb, arb, fmpq, fmpz

from verify.errors import Indeterminate, Nonsense, Undefined, Unevaluable
from verify.values.value import (
    Approximate,
    Discrete,
    fixed_width,
    has_ball,
    has_float,
    leaves,
    magnitude,
    merge,
    text,
    within,
)


@pytest.mark.parametrize(("raw", "leaf"), [
    (3, fmpq(3)), (-(10**40), fmpq(-(10**40))), (Fraction(1, 3), fmpq(1, 3)), (fmpz(4), fmpq(4)),
    (np.int64(-7), fmpq(-7)),
    (np.uint8(250), fmpq(250)), (True, True), (np.bool_(False), False), (0.5, 0.5), (np.float64(0.5), 0.5),
    (1 + 2j, 1 + 2j),
    (np.array(5), fmpq(5)), (np.array([1, 2]), (fmpq(1), fmpq(2))), (np.array([[1], [2]]), ((fmpq(1),), (fmpq(2),))),
    ([1, (2, 3)], (fmpq(1), (fmpq(2), fmpq(3)))), ({1, 2}, frozenset({fmpq(1), fmpq(2)})), ((), ()),
    (sympy.Rational(1, 2), fmpq(1, 2)),
    (sympy.true, True), (sympy.Matrix([[1, 2]]), ((fmpq(1), fmpq(2)),)),
    (np.array([1, Fraction(1, 2)], dtype=object), (fmpq(1), fmpq(1, 2))),
])
def test_leaves(raw, leaf):
    found = leaves(raw)
    assert found == leaf
    assert type(found) is type(leaf)


def test_a_sympy_constant_becomes_a_ball():
    assert isinstance(leaves(sympy.pi), arb)
    assert isinstance(leaves(sympy.I), acb)


@pytest.mark.parametrize("raw", [None, "1", b"1", object(), {"a": 1}, lambda: 1, iter([1]), sympy.Symbol("x"),
                                 1 .__add__], ids=["None", "str", "bytes", "object", "dict", "function", "iterator",
                                                   "symbol", "method"])
def test_what_is_no_value_is_nonsense(raw):
    with pytest.raises(Nonsense, match="the function returned"):
        leaves(raw)


def test_the_message_says_what_and_how_to_mend_it():
    with pytest.raises(Nonsense) as caught:
        leaves("text")
    assert str(caught.value) == ("the function returned a str: "
                                 "a value is a number, a truth value, or an array, tuple or set of them"
                                 " (given: text)")
    with pytest.raises(Nonsense) as caught:
        leaves(None)
    assert str(caught.value) == "the function returned None: it returns a value; write a return statement"


@pytest.mark.parametrize("raw", [math.nan, math.inf, -math.inf, np.float64("nan"), complex(math.nan, 0),
                                 [1.0, math.inf], np.array([math.nan]),
                                 sympy.oo, sympy.nan, Approximate(math.nan, 0.0)])
def test_infinities_and_nans_are_undefined(raw):
    with pytest.raises(Undefined):
        leaves(raw)


def test_a_ball_without_bounds_is_not_a_value_either():
    with pytest.raises((Undefined, Indeterminate)):
        leaves(arb("inf"))
    with pytest.raises((Undefined, Indeterminate)):
        leaves(acb(arb("nan"), 0))


def test_a_sympy_float_is_not_taken_for_exact():
    with pytest.raises(Unevaluable):
        leaves(sympy.Float("0.1"))


def test_torch_tensors_are_values():
    torch = pytest.importorskip("torch")
    assert leaves(torch.tensor([1, 2])) == (fmpq(1), fmpq(2))
    assert leaves(torch.tensor([0.5], dtype=torch.float64, requires_grad=True)) == (0.5,)


@pytest.mark.parametrize(("leaf", "floats", "balls"), [
    (fmpq(1), False, False), (0.5, True, False), ((fmpq(1), (0.5,)), True, False), (frozenset({1j}), True, False),
    (True, False, False),
    (arb(1), False, True), ((fmpq(1), acb(1)), False, True), (Approximate(1.0, 0.0), False, False), ((), False, False),
])
def test_kinds(leaf, floats, balls):
    assert has_float(leaf) is floats
    assert has_ball(leaf) is balls


@pytest.mark.parametrize(("value", "radius"), [(3.14, 0.01), (1 + 1j, 0.0), (5, 1)])
def test_within(value, radius):
    made = within(value, radius)
    assert made.declared
    assert (made.value, made.radius) == (value, radius)


@pytest.mark.parametrize("radius", [-1.0, math.nan, math.inf])
def test_within_refuses_what_is_no_radius(radius):
    with pytest.raises(Nonsense, match=r"within: the radius is a finite number ≥ 0 \(given: "):
        within(1.0, radius)


def test_a_radius_is_the_spread_times_the_factor_and_four_ulp():
    merged = merge(1.0, [1.0 + 2**-40, 1.0 - 2**-45], True, 0.0)
    assert merged == Approximate(1.0, 16 * 2.0**-40 + 4 * 2.0**-52)
    assert not merged.declared


@pytest.mark.parametrize(("nominal", "variants"), [((1.0, 2.0), [(1.5,)]), ((1.0,), [None]), ((1.0,), [3.0]),
                                                   ((1.0,), [(fmpq(1),)]), ((1.0,), [])])
def test_where_no_variant_can_be_compared_the_radius_is_infinite(nominal, variants):
    assert merge(nominal, variants, True, 0.0)[0].radius == math.inf


def test_one_comparable_variant_is_enough_for_a_radius():
    assert merge((1.0,), [None, (1.0,)], True, 0.0)[0].radius == 4 * math.ulp(1.0)


@pytest.mark.parametrize(("make", "unit"), [(np.float32, 2.0**-23), (np.float16, 2.0**-10)])
def test_the_last_place_of_a_narrow_float_is_its_own(make, unit):
    merged = merge(leaves(make(1.5)), [leaves(make(1.5))], None, 0.0)
    assert merged.value == 1.5
    assert merged.radius == 4 * unit * 1.5


@pytest.mark.parametrize(("raw", "bits"), [
    (np.int32(1), 32), (np.array([1, 2], dtype=np.int8), 8), (np.array([1.0]), 0), (3, 0), (True, 0),
    ((1, np.int16(2), np.int64(3)), 16), ([], 0), (np.uint16(1), 16), (np.array([1], dtype=object), 0),
])
def test_the_width_of_integers(raw, bits):
    assert fixed_width(raw) == bits


@pytest.mark.parametrize(("value", "size"), [(fmpq(-7, 2), 3), (True, 0), ((fmpq(1), (fmpq(-9),)), 9), ((), 0),
                                             (frozenset({fmpq(4)}), 4), (Approximate(1e9, 0.0), 0)])
def test_the_magnitude_of_what_is_exact(value, size):
    assert magnitude(value) == size


def test_a_set_with_floats_is_refused():
    for raw in ({0.5}, {1, 2.5}, frozenset({(1, 0.5)}), [{1}, {1j}]):
        with pytest.raises(Nonsense, match="a set with floats in it: sets are compared exactly; write a sorted tuple"):
            leaves(raw)


def test_discrete_results_of_float_inputs_carry_their_robustness():
    assert merge(True, [True], False, 0.0) == Discrete(True, False)
    assert merge(fmpq(3), [], True, 0.0) == Discrete(fmpq(3), True)
    assert merge(fmpq(3), [], None, 0.0) == fmpq(3)


@pytest.mark.parametrize(("value", "shown"), [
    (fmpq(1, 3), "1/3"), (True, "True"), ((fmpq(1), fmpq(2)), "(1, 2)"), (frozenset({fmpq(2), fmpq(1)}), "{1, 2}"),
    ((), "()"),
    (Approximate(0.5, 1e-3), "0.5 = 0x1.0000000000000p-1 ± 0.001"), (Discrete(fmpq(4), True), "4"),
    (Approximate(1 + 2j, 1e-3), "(1+2j) ± 0.001"),
])
def test_text(value, shown):
    assert text(value) == shown


def test_long_vectors_are_cut_and_the_cut_is_counted():
    shown = text(tuple(fmpq(k) for k in range(100)))
    assert "… 60 more …" in shown
    assert shown.startswith("(0, 1, ")
    assert shown.endswith(", 98, 99)")


def test_hexadecimal_floats_read_back():
    value = 0.1 + 0.2
    assert float.fromhex(text(Approximate(value, 0.0)).split(" = ")[1].split(" ±")[0]) == value
