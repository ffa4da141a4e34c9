"""Numbers: exact where rational arithmetic suffices, and never a guess where a ball does not tell."""

from fractions import Fraction

import pytest
from flint import acb, arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.errors import Indeterminate, Undefined, Unevaluable
from verify.values import number

WIDE = arb(0, 1)  # the ball [-1, 1]
fractions = st.fractions(-50, 50, max_denominator=60)
calm = settings(max_examples=60, deadline=None, database=None, derandomize=True)


def test_conversions_keep_the_value():
    assert number.exact(Fraction(6, -4)) == fmpq(-3, 2)
    assert number.to_python(fmpq(-3, 2)) == Fraction(-3, 2)
    assert type(number.to_python(fmpq(4, 2))) is int


@calm
@given(fractions)
def test_round_trip(value):
    assert number.to_python(number.exact(value)) == value


def test_only_exact_integers_are_integers():
    assert number.is_integer(fmpq(3))
    assert not number.is_integer(fmpq(1, 3))
    assert not number.is_integer(arb(3))


@pytest.mark.parametrize(("value", "sign"), [(fmpq(-1, 9), -1), (fmpq(0), 0), (fmpq(7), 1), (arb(2), 1), (arb(-2), -1),
                                             (arb(0), 0), (acb(3, 0), 1)])
def test_sign(value, sign):
    assert number.sign(value) == sign


def test_a_ball_around_zero_has_no_sign():
    with pytest.raises(Indeterminate):
        number.sign(WIDE)
    with pytest.raises(Indeterminate):
        number.is_zero(WIDE)


def test_a_complex_number_has_no_sign():
    with pytest.raises(Undefined, match="not real"):
        number.sign(acb(0, 1))
    with pytest.raises(Indeterminate, match="may be real"):
        number.sign(acb(arb(1), WIDE))


@calm
@given(fractions, fractions)
def test_rational_arithmetic_is_exact(a, b):
    assert number.to_python(number.maximum(number.exact(a), number.exact(b))) == max(a, b)
    assert number.to_python(number.minimum(number.exact(a), number.exact(b))) == min(a, b)
    assert number.compare(number.exact(a), number.exact(b)) == (a > b) - (a < b)
    assert number.to_python(number.floor(number.exact(a))) == a.numerator // a.denominator
    if b:
        assert number.to_python(number.divide(number.exact(a), number.exact(b))) == a / b


def test_division_by_zero_is_undefined():
    with pytest.raises(Undefined, match="division by zero"):
        number.divide(fmpq(1), fmpq(0))
    with pytest.raises(Indeterminate):
        number.divide(fmpq(1), WIDE)


@pytest.mark.parametrize(("base", "exponent", "value"), [
    (fmpq(0), fmpq(0), fmpq(1)),
    (fmpq(0), arb(0), fmpq(1)),
    (fmpq(2, 3), fmpq(-2), fmpq(9, 4)),
    (fmpq(8, 27), fmpq(2, 3), fmpq(4, 9)),
    (fmpq(8, 27), fmpq(-1, 3), fmpq(3, 2)),
    (fmpq(0), fmpq(1, 2), fmpq(0)),
    (fmpq(1), fmpq(5, 7), fmpq(1)),
    (fmpq(-1), fmpq(10**30), fmpq(1)),
    (fmpq(-1), fmpq(10**30 + 1), fmpq(-1)),
    (arb(3), fmpq(0), fmpq(1)),
])
def test_exact_powers(base, exponent, value):
    assert number.is_exact(number.power(base, exponent))
    assert number.power(base, exponent) == value


def test_irrational_root_is_a_ball_that_holds_it():
    root = number.power(fmpq(2), fmpq(1, 2))
    assert isinstance(root, arb)
    assert (root * root).contains(2)
    assert root > fmpq(141421356, 10**8)
    assert root < fmpq(141421357, 10**8)


def test_root_of_a_negative_number_is_the_principal_one():
    root = number.power(fmpq(-8), fmpq(1, 3))  # 1 + i sqrt 3, not -2
    assert root.real.contains(1)
    assert (root.imag * root.imag).contains(3)
    assert root.imag > 0


@pytest.mark.parametrize("exponent", [fmpq(-1), fmpq(-1, 2), arb(-2)])
def test_negative_power_of_zero_is_undefined(exponent):
    with pytest.raises(Undefined, match="negative power of 0"):
        number.power(fmpq(0), exponent)


def test_a_power_beyond_representation_is_said_so():
    with pytest.raises(Unevaluable, match="too large"):
        number.power(fmpq(3), fmpq(10**40))


def test_a_large_power_is_a_ball():
    big = number.power(fmpq(3), fmpq(1 << 21))
    assert isinstance(big, arb)
    assert big.is_finite()


def test_logarithm_is_principal():
    assert number.log(fmpq(1)) == 0
    assert number.log(fmpq(-1)).imag.contains(arb.pi())
    with pytest.raises(Undefined, match="log of 0"):
        number.log(fmpq(0))
    with pytest.raises(Indeterminate, match="branch cut"):
        number.log(acb(arb(-1), arb(0, fmpq(1, 1000))))


def test_exponential_of_zero_is_exact():
    assert number.is_exact(number.exponential(fmpq(0)))


def test_floor_of_a_ball_that_holds_an_integer_is_not_known():
    with pytest.raises(Indeterminate, match="floor"):
        number.floor(arb(3, fmpq(1, 10)))
    assert number.floor(arb(fmpq(7, 2))) == 3


def test_maximum_of_overlapping_balls_holds_both_candidates():
    top = number.maximum(arb(1, fmpq(1, 4)), arb(fmpq(9, 8), fmpq(1, 4)))
    assert top.contains(fmpq(5, 4))
    assert top.contains(fmpq(11, 8))


def test_precision_is_left_alone():
    before = ctx.prec
    number.power(fmpq(2), fmpq(1, 2))
    assert ctx.prec == before


@pytest.mark.parametrize(("value", "shown"), [(fmpq(7), "7"), (fmpq(-1, 4), "-0.250000000000"), ("text", "text")])
def test_decimal(value, shown):
    assert number.decimal(value) == shown
