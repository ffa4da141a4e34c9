"""Relations: what is said of two sides, and the three-valued comparison without tolerances."""

import math
from fractions import Fraction

import pytest
from flint import acb, arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.errors import Indeterminate, Nonsense, Undefined
from verify.evidence import RIGOROUS, Outcome, Rigour
from verify.values.comparison import FLIPPED, Comparison, agreement, as_float, combine, compare
from verify.values.value import Approximate, Discrete, within

HOLDS, FAILS, UNDECIDED = Outcome.HOLDS, Outcome.FAILS, Outcome.UNDECIDED
EXACT, ENCLOSED, NUMERICAL = Rigour.EXACT, Rigour.ENCLOSED, Rigour.NUMERICAL
OPERATORS = ("==", "!=", "<", "<=", ">", ">=")
calm = settings(max_examples=100, deadline=None, database=None, derandomize=True)
rationals = st.fractions(-20, 20, max_denominator=30)
TRUE = {"==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
        ">": lambda a, b: a > b,
        ">=": lambda a, b: a >= b}


def q(value):
    value = Fraction(value)
    return fmpq(value.numerator, value.denominator)


def ball(middle, radius):
    return arb(q(middle), q(radius))


def test_flipping_twice_changes_nothing_for_orders():
    for operator in ("<", "<=", ">", ">="):
        assert FLIPPED[FLIPPED[operator]] == operator


A, B = Approximate(1.0, 1e-15), Approximate(1.0 + 1e-15, 1e-15)
FAR = Approximate(2.0, 1e-15)
NEAR = Approximate(1.0 + 1e-12, 1e-15)  # a thousand times the noise: not enough
TABLE = [
    # exact
    ("==", q(1), q(1), HOLDS, EXACT), ("==", q(1), q(2), FAILS, EXACT), ("!=", q(1), q(2), HOLDS, EXACT),
    ("<=", q(1), q(1), HOLDS, EXACT),
    ("<", q(1), q(1), FAILS, EXACT), (">", q("1/3"), q("1/4"), HOLDS, EXACT), (">=", q("1/4"), q("1/3"), FAILS, EXACT),
    # balls
    ("<", ball(1, "1/4"), ball(2, "1/4"), HOLDS, ENCLOSED), ("<", ball(2, "1/4"), ball(1, "1/4"), FAILS, ENCLOSED),
    ("<", ball(1, 1), ball(2, 1), UNDECIDED, ENCLOSED), ("<=", q(1), ball(2, "1/2"), HOLDS, ENCLOSED),
    ("==", ball(1, "1/4"), ball(2, "1/4"), FAILS, ENCLOSED),
    ("==", ball(1, "1/4"), ball(1, "1/4"), HOLDS, NUMERICAL), ("!=", ball(1, "1/4"), ball(2, "1/4"), HOLDS, ENCLOSED),
    ("!=", ball(1, 1), ball(1, 1), UNDECIDED, ENCLOSED),
    # floats with measured noise
    ("==", A, B, HOLDS, NUMERICAL), ("==", A, FAR, FAILS, NUMERICAL), ("==", A, NEAR, UNDECIDED, NUMERICAL),
    ("==", A, q(1), HOLDS, NUMERICAL),
    ("==", A, q(2), FAILS, NUMERICAL), ("<", A, FAR, HOLDS, NUMERICAL), ("<", A, B, UNDECIDED, NUMERICAL),
    (">", A, FAR, FAILS, NUMERICAL),
    (">", A, NEAR, UNDECIDED, NUMERICAL), ("!=", A, FAR, HOLDS, NUMERICAL), ("!=", A, B, UNDECIDED, NUMERICAL),
    ("<=", q(0), A, HOLDS, NUMERICAL),
    # floats with a radius that the author vouches for
    ("<", within(1.0, 0.1), within(2.0, 0.1), HOLDS, ENCLOSED),
    (">", within(1.0, 0.1), within(2.0, 0.1), FAILS, ENCLOSED),
    ("<", within(1.0, 0.6), within(2.0, 0.6), UNDECIDED, ENCLOSED),
    ("==", within(1.0, 0.1), within(2.0, 0.1), FAILS, ENCLOSED),
    ("==", within(1.0, 0.6), within(2.0, 0.6), HOLDS, NUMERICAL), ("<=", within(1.0, 0.1), q(2), HOLDS, ENCLOSED),
    # discrete through floats
    ("==", Discrete(True, True), True, HOLDS, NUMERICAL), ("==", Discrete(True, True), False, FAILS, NUMERICAL),
    ("==", Discrete(True, False), True, UNDECIDED, NUMERICAL),
    ("==", Discrete(True, False), False, UNDECIDED, NUMERICAL),
    ("<=", Discrete(q(3), True), q(4), HOLDS, NUMERICAL), ("==", Discrete(q(3), True), Discrete(q(4), True), FAILS,
                                                           NUMERICAL),
    ("==", Discrete(q(3), True), Discrete(q(4), False), UNDECIDED, NUMERICAL),
    # truth values and sets
    ("==", True, True, HOLDS, EXACT), ("==", True, False, FAILS, EXACT), ("!=", True, False, HOLDS, EXACT),
    ("==", frozenset({q(1), q(2)}), frozenset({q(2), q(1)}), HOLDS, EXACT),
    ("==", frozenset(), frozenset({q(1)}), FAILS, EXACT),
    # vectors, entry by entry, and a scalar against each entry
    ("<=", (q(1), q(2)), (q(1), q(3)), HOLDS, EXACT), ("<=", (q(1), q(4)), (q(1), q(3)), FAILS, EXACT),
    ("==", (), (), HOLDS, EXACT),
    ("==", ((q(1),), (q(2),)), ((q(1),), (q(2),)), HOLDS, EXACT), ("<=", (q(1), q(2)), q(2), HOLDS, EXACT),
    (">=", q(2), (q(1), q(3)), FAILS, EXACT),
    ("==", (q(1), A), (q(1), B), HOLDS, NUMERICAL), ("<", (q(1), ball(1, 1)), (q(2), ball(2, 1)), UNDECIDED, ENCLOSED),
    ("<", (ball(1, 1), q(2)), (ball(2, 1), q(1)), FAILS, EXACT),
    # complex values
    ("==", acb(0, 1), acb(0, 1), HOLDS, ENCLOSED), ("==", acb(0, 1), acb(0, 2), FAILS, ENCLOSED),
    ("==", acb(1, 0), q(1), HOLDS, ENCLOSED),
    ("==", acb(arb(1), ball(0, 1)), q(1), HOLDS, NUMERICAL), ("<", acb(1, 0), q(2), HOLDS, ENCLOSED),
    ("==", Approximate(1j, 1e-15), acb(0, 1), HOLDS, NUMERICAL),
    ("==", Approximate(1j, 1e-15), Approximate(-1j, 1e-15), FAILS, NUMERICAL),
]


@pytest.mark.parametrize(("operator", "left", "right", "outcome", "rigour"), TABLE)
def test_table(operator, left, right, outcome, rigour):
    found = compare(operator, left, right)
    assert (found.outcome, found.rigour) == (outcome, rigour)


@pytest.mark.parametrize(("operator", "left", "right", "error"), [
    ("<", acb(0, 1), q(1), Undefined), ("<", Approximate(1j, 0.0), q(1), Undefined), ("<", True, False, Undefined),
    ("<=", frozenset(), frozenset(), Undefined), ("<", acb(arb(1), ball(0, 1)), q(2), Indeterminate),
    ("==", True, q(1), Nonsense),
    ("==", frozenset(), True, Nonsense), ("==", (q(1),), (q(1), q(2)), Nonsense), ("==", (q(1),), True, Nonsense),
    ("==", ((q(1),),), (True,), Nonsense),
    ("==", Discrete(True, True), q(1), Nonsense),
])
def test_what_cannot_be_compared(operator, left, right, error):
    with pytest.raises(error):
        compare(operator, left, right)


@pytest.mark.parametrize(("left", "right"), [
    (((1, 1), (1, 1)), (1, 1)), (((1,), (2,)), (1, 2)), ((1, (1, 1)), ((1, 1), 1)),
])
def test_a_number_inside_an_array_stands_for_no_array(left, right):
    def exact(value):
        return tuple(map(exact, value)) if isinstance(value, tuple) else fmpq(value)

    for operator in ("==", "<="):
        with pytest.raises(Nonsense, match="different shapes"):
            compare(operator, exact(left), exact(right))


def test_shapes_are_named():
    with pytest.raises(Nonsense, match=r"different shapes: both sides have the same shape \(given: 1 and 2 entries\)"):
        compare("==", (q(1),), (q(1), q(2)))
    with pytest.raises(Nonsense, match="truth values are compared with truth values"):
        compare("==", True, q(1))


@calm
@given(st.sampled_from(OPERATORS), rationals, rationals)
def test_exact_comparison_is_the_truth(operator, a, b):
    found = compare(operator, q(a), q(b))
    assert found.outcome is (HOLDS if TRUE[operator](a, b) else FAILS)
    assert found.rigour is EXACT


@calm
@given(st.sampled_from(OPERATORS), rationals, rationals, st.fractions(0, 3, max_denominator=8),
       st.fractions(0, 3, max_denominator=8), st.data())
def test_balls_never_contradict_the_values_inside(operator, a, b, ra, rb, data):  # noqa: PLR0917
    """Whatever values the balls hold, a rigorous verdict is true of them."""
    share = st.integers(-16, 16).map(lambda k: Fraction(k, 16))
    x, y = a + ra * data.draw(share), b + rb * data.draw(share)
    found = compare(operator, ball(a, ra), ball(b, rb))
    if found.rigour in RIGOROUS and found.outcome is HOLDS:
        assert TRUE[operator](x, y)
    if found.outcome is FAILS:
        assert not TRUE[operator](x, y)


@calm
@given(st.sampled_from(("==", "<", "<=", ">", ">=")), st.one_of(rationals.map(q),
                                                                st.floats(-9, 9).map(lambda v: Approximate(v, 1e-12))),
       st.one_of(rationals.map(q), st.floats(-9, 9).map(lambda v: Approximate(v, 1e-12))))
def test_mirror_images_agree(operator, left, right):
    mirrored = {"==": "==", "<": ">", "<=": ">=", ">": "<", ">=": "<="}[operator]
    first, second = compare(operator, left, right), compare(mirrored, right, left)
    assert (first.outcome, first.rigour) == (second.outcome, second.rigour)


@calm
@given(st.sampled_from(("<", "<=", ">", ">=")), st.one_of(rationals.map(q),
                                                          st.floats(-9, 9).map(lambda v: Approximate(v, 1e-12))),
       st.one_of(rationals.map(q), st.floats(-9, 9).map(lambda v: Approximate(v, 1e-12))))
def test_an_order_and_its_negation_never_both_hold(operator, left, right):
    outcomes = {compare(operator, left, right).outcome, compare(FLIPPED[operator], left, right).outcome}
    assert outcomes != {HOLDS}
    assert outcomes != {FAILS}


@calm
@given(st.lists(st.tuples(rationals, rationals), min_size=1, max_size=5), st.sampled_from(OPERATORS))
def test_a_vector_holds_when_every_entry_does(pairs, operator):
    left, right = (tuple(q(side) for side in sides) for sides in zip(*pairs, strict=True))
    found = compare(operator, left, right)
    assert (found.outcome is HOLDS) == all(TRUE[operator](a, b) for a, b in pairs)


def test_the_failing_entry_is_named():
    assert compare("<=", (q(1), q(5), q(9)), (q(2), q(4), q(0))).reason == "entry 2"


def test_a_leaning_doubt_comes_before_a_plain_one():
    plain = Comparison(UNDECIDED, ENCLOSED, reason="plain")
    leaning = Comparison(UNDECIDED, NUMERICAL, reason="leaning", against=True)
    assert combine([plain, leaning], str).against
    failing = Comparison(FAILS, EXACT)
    assert combine([leaning, failing, plain], str).outcome is FAILS


def test_a_conjunction_is_as_rigorous_as_its_weakest_part():
    parts = [Comparison(HOLDS, EXACT, slack=3.0), Comparison(HOLDS, NUMERICAL, slack=1.0, digits=12.0),
             Comparison(HOLDS, ENCLOSED, slack=2.0)]
    assert combine(parts, str) == Comparison(HOLDS, NUMERICAL, 1.0, None, 12.0)


@pytest.mark.parametrize(("operator", "left", "right", "slack", "ratio"), [
    ("<=", q(1), q(4), 3.0, 0.25), (">=", q(4), q(1), 3.0, 0.25), ("<", q(-1), q(4), 5.0, None),
    ("<=", q(0), q(0), 0.0, None),
    ("<=", q(3), q(3), 0.0, 1.0), ("<=", q(4), q(1), -3.0, 4.0), (">=", q(1), q(4), -3.0, 4.0),
])
def test_slack_and_tightness(operator, left, right, slack, ratio):
    found = compare(operator, left, right)
    assert (found.slack, found.ratio) == (slack, ratio)


def test_a_leaning_gap_is_marked():
    assert compare("<=", NEAR, A).against
    assert compare("==", A, NEAR).against
    assert not compare("<=", A, B).against
    assert not compare("!=", A, NEAR).against


def test_digits_of_agreement():
    assert compare("==", Approximate(1.0, 1e-12), q(1)).digits == pytest.approx(12, abs=0.1)
    assert compare("==", ball(1, Fraction(1, 10**30)), q(1)).digits == pytest.approx(30, abs=1.1)
    assert agreement(ball(0, Fraction(1, 10**20)), q(100)) == pytest.approx(22, abs=1.1)


def test_large_exact_numbers_have_an_infinite_float():
    assert as_float(q(10**400)) == math.inf
    assert as_float(q(-(10**400))) == -math.inf
    assert compare("<", q(10**400), q(10**401)).outcome is HOLDS


@pytest.mark.parametrize("operator", OPERATORS)
@pytest.mark.parametrize("nan", [arb("nan"), arb("inf"), arb("inf") - arb("inf"), acb(arb("nan"), 0)],
                         ids=["nan", "inf", "inf - inf", "complex nan"])
def test_a_ball_without_bounds_is_compared_with_nothing(operator, nan):
    for sides in ((nan, q(1)), (q(1), nan), (nan, nan), (nan, Approximate(1.0, 0.0))):
        with pytest.raises(Indeterminate):
            compare(operator, *sides)


def test_digits_of_a_complex_agreement():
    tiny = Fraction(1, 10**30)
    found = compare("==", acb(ball(1, tiny), ball(1, tiny)), acb(1, 1))
    assert found.digits == pytest.approx(30, abs=1.5)


def test_a_discrete_side_keeps_the_lean():
    assert compare("==", Discrete(q(5), True), Approximate(5.1, 1e-3)).against
