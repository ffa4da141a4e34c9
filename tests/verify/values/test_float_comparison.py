"""Float comparison: what holds, fails or stays open when one side is a float with a radius.

Expected outcomes are computed in exact fractions from the definition: an order holds if it does whatever the true
values inside the radii are; a measured float refutes only from 2^20 times max(noise, floor) on, a declared one from its
radius on.
"""

import cmath
import math
from fractions import Fraction

import pytest
from flint import acb, arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.errors import Indeterminate, Undefined
from verify.evidence import Outcome, Rigour
from verify.values.comparison import compare
from verify.values.float_comparison import GAP, distance, judge
from verify.values.value import Approximate, within

HOLDS, FAILS, UNDECIDED = Outcome.HOLDS, Outcome.FAILS, Outcome.UNDECIDED
OPERATORS = ("==", "!=", "<", "<=", ">", ">=")
calm = settings(max_examples=200, deadline=None, database=None, derandomize=True)
FLOOR = 2.0**-52


def q(value):
    value = Fraction(value)
    return fmpq(value.numerator, value.denominator)


def expected(operator, left, right):
    """The outcome by the definition, in fractions; both sides are Approximate."""
    difference = Fraction(right.value) - Fraction(left.value)
    noise = Fraction(left.radius) + Fraction(right.radius)
    floor = Fraction(max(left.floor, right.floor))
    needed = noise if left.declared and right.declared else 2**20 * max(noise, floor)
    if operator in ("==", "!="):
        if abs(difference) <= noise:
            return HOLDS if operator == "==" else UNDECIDED
        if abs(difference) > needed:
            return FAILS if operator == "==" else HOLDS
        return UNDECIDED
    slack = difference if operator in ("<", "<=") else -difference
    if slack > noise or (operator in ("<=", ">=") and slack == noise):
        return HOLDS
    return FAILS if -slack > needed else UNDECIDED


dyadic = st.builds(math.ldexp, st.integers(-(2**30), 2**30), st.integers(-40, 4))
radii = st.one_of(st.just(0.0), st.builds(math.ldexp, st.integers(0, 255), st.integers(-60, -8)))
floats = st.builds(Approximate, dyadic, radii, st.booleans(), st.sampled_from((0.0, FLOOR, 2.0**-30)))


@calm
@given(st.sampled_from(OPERATORS), floats, floats)
def test_the_outcome_is_the_one_of_the_definition(operator, left, right):
    assert judge(operator, left, right).outcome is expected(operator, left, right)


@calm
@given(st.sampled_from(OPERATORS), floats, st.integers(-(2**12), 2**12), st.integers(0, 24), st.booleans())
def test_the_outcome_is_the_one_of_the_definition_beside_the_noise(operator, left, share, scale, declared):
    """The second float lies within a few noises, or a few of the least gap that refutes, of the first."""
    right_value = left.value + share * 2.0**-10 * left.radius * 2.0**scale
    right = Approximate(right_value, left.radius, declared, left.floor)
    assert judge(operator, left, right).outcome is expected(operator, left, right)


@calm
@given(st.sampled_from(OPERATORS), floats, floats)
def test_the_rigour_is_that_of_the_radii(operator, left, right):
    found = judge(operator, left, right)
    declared = left.declared and right.declared
    assert (found.rigour is Rigour.ENCLOSED) is (declared and not (operator == "==" and found.outcome is HOLDS))
    if found.outcome is not UNDECIDED:
        assert not found.against


@calm
@given(st.sampled_from(OPERATORS), floats, st.fractions(-20, 20, max_denominator=64))
def test_an_exact_side_has_no_radius(operator, left, exact):
    right = Approximate(float(exact), 0.0, declared=True)
    if Fraction(right.value) == exact:
        alone = Approximate(left.value, left.radius, left.declared, left.floor)
        assert judge(operator, alone, q(exact)).outcome is expected(operator, alone, right)


@pytest.mark.parametrize(("gap", "outcome"), [(2.0**-33, UNDECIDED), (2.0**-32, UNDECIDED), (2.0**-31, FAILS)])
def test_a_refutation_needs_a_gap_of_2_to_the_20_ulps_of_one(gap, outcome):
    """The floor stands in for roundings that no run shows: at 2^20 times 2^-52 = 2^-32 nothing is refuted yet."""
    found = judge("==", Approximate(gap, 0.0, floor=FLOOR), q(0))
    assert found.outcome is outcome
    assert found.against is (outcome is UNDECIDED)


def test_the_floor_never_widens_what_holds():
    """It keeps from refuting; it must not make unequal floats equal."""
    assert judge("==", Approximate(1e-15, 0.0, floor=FLOOR), q(0)).outcome is UNDECIDED
    assert judge("<", Approximate(1e-15, 0.0, floor=FLOOR), q(0)).outcome is UNDECIDED
    assert judge("<", q(0), Approximate(1e-15, 0.0, floor=FLOOR)).outcome is HOLDS


@pytest.mark.parametrize("operator", OPERATORS)
@pytest.mark.parametrize("other", [q(10**30), Approximate(1e30, 0.0), within(1e30, 0.0), arb(10) ** 30],
                         ids=["exact", "measured", "declared", "ball"])
def test_where_the_noise_is_not_known_nothing_is_decided(operator, other):
    unmeasured = Approximate(1.0, math.inf)
    for sides in ((unmeasured, other), (other, unmeasured)):
        found = judge(operator, *sides)
        assert found.outcome is UNDECIDED
        assert found.reason == "the noise of a float could not be measured here"


@pytest.mark.parametrize("sides", [(Approximate(1j, 1e-15), q(1)), (within(1j, 0.1), within(1.0, 0.1)),
                                   (acb(0, 1), Approximate(1.0, 0.0))], ids=["measured", "declared", "ball"])
@pytest.mark.parametrize("operator", ["<", "<=", ">", ">="])
def test_complex_numbers_have_no_order(operator, sides):
    with pytest.raises(Undefined, match="an order between complex numbers"):
        judge(operator, *sides)


@pytest.mark.parametrize("ball", [arb("nan"), arb("inf"), acb(arb("nan"), 0)], ids=["nan", "inf", "complex nan"])
def test_a_ball_without_bounds_has_no_distance(ball):
    with pytest.raises(Indeterminate):
        distance(ball, Approximate(1.0, 0.0))


def test_the_distance_of_a_ball_and_a_float():
    found = distance(Approximate(1.0, 0.25), arb(q(3), q("1/2")))
    assert float(found.signed) == 2.0
    assert float(found.noise) == pytest.approx(0.75, rel=1e-8)
    assert float(found.noise) >= 0.75
    assert not found.declared
    assert found.scale == pytest.approx(3.0)
    assert float(found.needed) >= GAP * 0.75


def test_the_distance_of_a_declared_float_is_as_good_as_a_ball():
    found = distance(within(1.0, 0.25), q(3))
    assert found.declared
    assert found.rigour is Rigour.ENCLOSED
    assert found.needed == found.noise


@pytest.mark.parametrize(("operator", "slack"), [("<=", 1.0), ("<", 1.0), (">=", -1.0), (">", -1.0)])
def test_slack_is_positive_on_the_claimed_side(operator, slack):
    assert judge(operator, Approximate(1.0, 0.0), Approximate(2.0, 0.0)).slack == slack


@pytest.mark.parametrize(("left", "right", "digits"), [
    (Approximate(1.0, 1e-12), q(1), 12.0), (Approximate(1000.0, 1e-9), q(1000), 12.0),
    (Approximate(0.0, 1e-12), q(0), 12.0), (within(1.0, 0.0), q(1), 17.0), (Approximate(1.0, 1e-16), q(2), 0.3),
    (Approximate(1.0, 0.0), q("1001/1000"), 3.0), (Approximate(1.0, 5.0), q(2), 0.0),
], ids=str)
def test_digits_are_relative_to_the_larger_side(left, right, digits):
    assert judge("==", left, right).digits == pytest.approx(digits, abs=0.01)


def test_the_gap_is_told_beside_its_noise():
    found = judge("==", Approximate(1.5, 1e-15), q(1))
    assert found.gap == "gap 0.5, noise 1e-15"
    assert judge("==", Approximate(1.0 + 1e-12, 1e-15), q(1)).reason.startswith("a gap in floats too near their noise")
    assert judge("<", Approximate(1.0, 1e-15), q(1)).reason.startswith("too close to call in floats")


@calm
@given(st.floats(-1e3, 1e3), st.floats(-1e3, 1e3), st.floats(0, 1e-6), st.floats(0, 1e-6))
def test_equality_in_floats_is_symmetric_and_reflexive(a, b, r, s):
    x, y = Approximate(a, r), Approximate(b, s)
    assert compare("==", x, x).outcome is HOLDS
    assert compare("==", x, y).outcome is compare("==", y, x).outcome


@pytest.mark.parametrize(("operator", "left", "right"), [("==", arb(1000).exp(), Approximate(1.0, 1e-15)),
                                                         ("==", Approximate(1.0, 1e-15), arb(1000).exp()),
                                                         ("==", arb(1000).exp(), within(1.0, 0.1)),
                                                         ("==", acb(arb(1000).exp(), 1), Approximate(1.0, 0.0))])
def test_a_value_beyond_the_floats_equals_no_float(operator, left, right):
    assert compare(operator, left, right).outcome is not HOLDS


@pytest.mark.parametrize(("left", "right"), [(q(10**400), Approximate(1.0, 0.0)),
                                             (Approximate(1.0, 0.0), q(-(10**400)))])
def test_an_exact_value_beyond_the_floats_is_compared(left, right):
    assert compare("==", left, right).outcome is not HOLDS


@pytest.mark.parametrize(("left", "right"), [(within(0.0, 1.0), within(1.0, 2.0**-54)),
                                             (within(-(2.0**-53 + 2.0**-60), 0.0), within(1.0, 1.0 + 2.0**-52))])
def test_declared_radii_are_added_outwards(left, right):
    """Both intervals overlap by less than half a unit in the last place."""
    assert Fraction(left.value) + Fraction(left.radius) > Fraction(right.value) - Fraction(right.radius)
    assert compare("<=", left, right).outcome is UNDECIDED


@pytest.mark.parametrize("value", [4048.0, 1e300])
def test_equal_floats_without_any_radius_are_equal(value):
    assert compare("==", within(value, 0.0), within(value, 0.0)).outcome is HOLDS


def test_complex_distance_is_the_modulus():
    value = cmath.rect(1.0, 1.0)
    assert compare("==", Approximate(value, 1e-15), Approximate(value + 1e-15j, 1e-15)).outcome is HOLDS
    assert compare("==", Approximate(value, 1e-15), Approximate(value.conjugate(), 1e-15)).outcome is FAILS
