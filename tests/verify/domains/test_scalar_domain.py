"""Domains of numbers: everything listed, cornered or drawn is a member; windows and misuse say what they are."""

from fractions import Fraction

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.domains.scalar_domain import DEFAULT_WINDOW, Integers, OneOf, Rationals, Reals, Signs, rationals
from verify.errors import DomainError

OO = sympy.oo
N = sympy.Symbol("n", integer=True)
DOMAINS = [
    Integers(), Integers(1, OO), Integers(-OO, 5), Integers(-3, 4), Integers(2, 2), Integers(1, OO, window=30),
    Integers(-OO, OO, window=3),
    Integers(sympy.Rational(1, 2), sympy.Rational(7, 2)), Integers(0, sympy.sqrt(4)), Reals(), Reals(0, OO),
    Reals(-OO, -1), Reals(-1, 1),
    Reals(sympy.Rational(1, 3), sympy.Rational(1, 2)), Reals(0, sympy.pi), Reals(-sympy.sqrt(2), sympy.E), Reals(5, 5),
    Rationals(), Rationals(0, 1),
    Rationals(2, OO), OneOf(64, 256), OneOf(sympy.Rational(1, 2), 3), OneOf("a", "b"), OneOf(-1, 0, 1), Signs(),
]
calm = settings(max_examples=60, deadline=None, database=None, derandomize=True)


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
def test_corners_and_listed_members_are_members(domain):
    corners = domain.corners({})
    assert corners
    assert len(corners) == len({str(value) for value in corners})
    assert all(domain.contains(value, {}) for value in corners)
    listed = domain.members({})
    if listed is not None:
        values = list(listed)
        assert all(domain.contains(value, {}) for value in values)
        assert domain.cardinality({}) == len(values) == len(set(values))


@pytest.mark.parametrize("extra", [0, 500])
@pytest.mark.parametrize("domain", DOMAINS, ids=str)
@settings(max_examples=40, deadline=None, database=None, derandomize=True)
@given(data=st.data())
def test_draws_are_members(domain, extra, data):
    assert domain.contains(data.draw(domain.strategy({}, extra)), {})


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
def test_the_order_is_the_same_every_time(domain):
    assert domain.corners({}) == domain.corners({})
    listed = domain.members({})
    assert listed is None or list(listed) == list(domain.members({}))


@pytest.mark.parametrize(("domain", "members"), [
    (Integers(2, 5), [2, 3, 4, 5]),
    (Integers(1, OO, window=4), [1, 2, 3, 4]),
    (Integers(-OO, OO, window=2), [0, 1, -1, 2, -2]),
    (Integers(-OO, 1, window=2), [1, 0, -1, -2]),
    (Integers(1, OO), list(range(1, 1 + DEFAULT_WINDOW))),
    (Integers(sympy.Rational(-1, 2), sympy.Rational(5, 2)), [0, 1, 2]),
    (Integers(3, 9, window=5), [3, 4, 5]),
    (Integers(3, 5, window=9), [3, 4, 5]),
    (OneOf(3, 1, 2), [3, 1, 2]),
    (Signs(), [1, -1]),
])
def test_members_in_their_order(domain, members):
    assert list(domain.members({})) == members


@pytest.mark.parametrize(("domain", "scope", "window"), [
    (Integers(), "integers in (-oo, oo)", "-6..6"),
    (Integers(1, OO), "integers in [1, oo)", "1..12"),
    (Integers(1, OO, window=40), "integers in [1, oo)", "1..40"),
    (Integers(-OO, OO, window=4), "integers in (-oo, oo)", "-4..4"),
    (Integers(-OO, 5), "integers in (-oo, 5]", "-6..5"),
    (Integers(2, 9), "integers in [2, 9]", "2..9"),
    (Integers(2, 9, window=5), "integers in [2, 9]", "2..5"),
    (Integers(1, "n"), "integers in [1, n]", "1..n"),
    (Integers("n", OO, window=20), "integers in [n, oo)", "integers in [n, oo) up to 20"),
    (Integers("n", OO), "integers in [n, oo)", "integers in [n, oo)"),
    (Reals(0, OO), "reals in [0, oo)", "reals in [0, oo)"),
    (Rationals(0, 1), "rationals in [0, 1]", "rationals in [0, 1]"),
    (OneOf(1, sympy.Rational(1, 2)), "{1, 1/2}", "{1, 1/2}"),
    (Signs(), "{-1, 1}", "{-1, 1}"),
])
def test_scope_and_window_are_two_texts(domain, scope, window):
    assert (domain.describe(), domain.window()) == (scope, window)


def test_the_drawn_window_is_wider_only_where_none_was_named():
    assert Integers(1, OO).window(100) == "1..112"
    assert Integers(-OO, OO).window(10) == "-16..16"
    assert Integers(1, OO, window=40).window(100) == "1..40"
    assert Integers(2, 9).window(100) == "2..9"


@pytest.mark.parametrize(("domain", "finite"), [
    (Integers(1, 5), True), (Integers(1, OO), False), (Integers(-OO, 1), False), (Integers(1, 5, window=3), False),
    (Integers(1, "n"), True),
    (Reals(0, 0), False), (OneOf(1), True), (Signs(), True),
])
def test_finite_means_that_the_list_is_the_scope(domain, finite):
    assert domain.finite is finite


@calm
@given(st.integers(1, 30), st.data())
def test_dependent_draws_are_members(n, data):
    for domain in (Integers(1, "n"), Reals("-n", "n^2"), Rationals(0, "n/2")):
        assert domain.contains(data.draw(domain.strategy({"n": n}, 50)), {"n": n})


def test_end_points_belong_and_infinity_does_not():
    assert Reals(0, 1).contains(0, {})
    assert Reals(0, 1).contains(1, {})
    assert not Reals(0, 1).contains(Fraction(10**12 + 1, 10**12), {})
    assert not Reals().contains(float("inf"), {})
    assert not Reals().contains(0.5, {})
    assert not Reals().contains(True, {})
    assert not Integers().contains(True, {})
    assert not Integers().contains(Fraction(1, 2), {})
    assert not Signs().contains(0, {})
    assert not Signs().contains(True, {})


@pytest.mark.parametrize("domain", [Reals(0, sympy.pi), Reals(-sympy.sqrt(2), sympy.E), Reals(-sympy.pi, -sympy.E)],
                         ids=str)
def test_an_irrational_end_is_met_from_inside(domain):
    low, high = domain.ends({})
    assert (sympy.Rational(low) - domain.low).evalf(40) >= 0
    assert (domain.high - sympy.Rational(high)).evalf(40) >= 0
    assert (domain.high - sympy.Rational(high)).evalf(40) < 1e-9


@calm
@given(st.data(), st.fractions(-20, 20, max_denominator=9), st.fractions(0, 20, max_denominator=9))
def test_rationals_lie_between_their_bounds(data, low, length):
    drawn = data.draw(rationals(low, low + length))
    assert low <= drawn <= low + length


def test_draws_are_of_every_kind():
    """Simple rationals, large random denominators, tiny and huge ones all come up."""
    seen = []

    @settings(max_examples=300, deadline=None, database=None, derandomize=True)
    @given(Reals().strategy({}, 1000))
    def collect(value):
        seen.append(value)

    collect()
    assert any(value.denominator > 10**5 for value in seen)
    assert any(value.denominator == 1 for value in seen)
    assert any(0 < abs(value) < Fraction(1, 10**6) for value in seen)
    assert any(abs(value) > 1000 for value in seen)
    assert min(seen) < 0 < max(seen)


def test_wide_draws_reach_beyond_the_window_only_where_none_was_named():
    for domain, beyond in ((Integers(1, OO), True), (Integers(1, OO, window=12), False)):
        seen = []

        @settings(max_examples=200, deadline=None, database=None, derandomize=True)
        @given(domain.strategy({}, 1000))
        def collect(value):
            seen.append(value)  # noqa: B023  called in this very turn of the loop

        collect()
        assert (max(seen) > 12) is beyond


@pytest.mark.parametrize(("domain", "facts"), [
    (Integers(1, OO), {"integer": True, "positive": True}), (Integers(), {"integer": True}),
    (Reals(0, OO), {"real": True, "nonnegative": True}),
    (Reals(-OO, -1), {"real": True, "negative": True}), (Reals(-1, 0), {"real": True, "nonpositive": True}),
    (Rationals(), {"rational": True}),
    (OneOf(2, 3), {"integer": True, "positive": True}), (OneOf(Fraction(1, 2), 1),
                                                         {"rational": True, "positive": True}), (OneOf("a"), {}),
    (Reals(-1, 1), {"real": True}),
])
def test_assumptions(domain, facts):
    assert domain.assumptions == facts


@pytest.mark.parametrize(("make", "message"), [
    (lambda: Reals(0.5, 1), r"the lower bound of a domain: bounds are exact \(given: 0.5\)"),
    (lambda: Integers(True, 3), r"the lower bound of a domain: bounds are exact \(given: True\)"),
    (lambda: Reals(0, float("nan")), r"the upper bound of a domain: bounds are exact \(given: nan\); write a number"),
    (lambda: Reals(0, np.float32(0.5)), "bounds are exact real numbers"),
    (lambda: Reals(0, sympy.nan), "bounds are exact real numbers"),
    (lambda: Reals(0, object()), "bounds are numbers or expressions"),
    (lambda: Integers(3, 2), r"an empty domain: the lower bound comes first \(given: \(3, 2\)\)"),
    (lambda: Reals(OO, OO), "an empty domain: infinity is not a member"),
    (lambda: Reals(-OO, -OO), "an empty domain: infinity is not a member"),
    (lambda: Integers(1, OO, window=-1), r"the window of Integers: the largest value tried, an int ≥ 0 \(given: -1\)"),
    (lambda: Integers(1, OO, window=2.0), "the largest value tried, an int ≥ 0"),
    (lambda: Integers(1, OO, window=True), "the largest value tried, an int ≥ 0"),
    (lambda: Integers(9, OO, window=5), r"the window of Integers: it reaches the lower bound 9 \(given: 5\)"),
    (OneOf, r"OneOf without values: at least one; write OneOf\(64, 256\)"),
    (lambda: OneOf(0.1), r"a float in OneOf: listed numbers are exact \(given: 0.1\); write Rational\('0.1'\)"),
    (lambda: OneOf(float("nan")), "write an exact number"),
], ids=["float", "truth value", "nan", "float32", "sympy nan", "object", "order", "from oo", "to -oo",
        "negative window", "float window", "true window", "short window", "no values", "float value", "nan value"])
def test_misuse_is_explained(make, message):
    with pytest.raises(DomainError, match=message):
        make()


def test_a_window_must_reach_a_negative_upper_bound():
    with pytest.raises(DomainError):
        Integers(-OO, -10, window=3)


@pytest.mark.parametrize(("text", "below", "above"), [
    ("1314*pi", "4128.05274681698", "4128.05274681699"), ("10^8*sqrt(7)", "264575131.10645905", "264575131.10645906"),
    ("10^30*pi - floor(10^30*pi)", "0.2795028841971", "0.5028841971694"),
])
def test_an_irrational_end_lies_strictly_inside(text, below, above):
    """Decimal places of π and √7 from tables."""
    low, high = Reals(text, 10**9).ends({})[0], Reals(0, text).ends({})[1]
    assert Fraction(below) < high < low < Fraction(above)


@pytest.mark.parametrize("text", ["log(0)", "sqrt(-1)", "gamma(0)", "harmonic(0-2)", "1/0", "true", "1 < 2",
                                  "piecewise(1, 0 > 1, 1/0)"])
def test_a_bound_without_a_real_value_is_refused(text):
    with pytest.raises(DomainError, match="bounds are exact real numbers"):
        Reals(text, 3)


def test_a_bound_has_our_empty_sums_and_not_those_of_sympy():
    """Σ_{k=1}^{−3} k = 0; SymPy's value is 3."""
    assert Reals("sum(k, k, 1, 0-3)", 2).ends({}) == (0, 2)
    assert Reals("sum(k, k, 1, 0-3)", 2).assumptions["nonnegative"]
    assert "positive" not in Reals("sum(k, k, 1, 0-3)", 2).assumptions


def test_a_bound_that_has_no_value_at_an_instance_is_named():
    with pytest.raises(DomainError, match="has no value"):
        Reals("1/n", 3).ends({"n": 0})
