"""Numbers that are too long: one sentence refuses them where they are written, and no check runs into them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verify import DomainError, FormulaError, Integers, OneOf, Reals, Vectors, check, equal, oo

HUGE = "10^(10^10)"
LONG = "at most 4000 digits"


@pytest.mark.parametrize("made", [
    lambda: Reals(0, HUGE), lambda: Reals(f"-{HUGE}", 0), lambda: Reals(0, f"1/{HUGE}"), lambda: Integers(0, HUGE),
    lambda: Reals(0, 10**5000), lambda: Integers(-(10**5000), 0), lambda: Integers(0, oo, window=10**5000),
    lambda: Reals(0, "exp(10^10)"), lambda: Reals("exp(-10^10)", 1), lambda: Reals(0, "factorial(10^10)"),
    lambda: OneOf(1, 10**5000), lambda: OneOf(Fraction(1, 10**5000)), lambda: Vectors(2, 0, HUGE),
    lambda: Reals("exp(-10^(10^9))", 1),
])
def test_ends_and_members_are_bounded(made):
    with pytest.raises(DomainError, match=LONG):
        made()


@pytest.mark.parametrize("statement", [equal("x", 10**5000), "x <= " + "9" * 4001, equal(Fraction(1, 10**5000), "x")])
def test_numbers_in_formulas_are_bounded(statement):
    with pytest.raises(FormulaError, match=r"4000 digits"):
        check(statement, x=Reals(0, 1))


def test_an_end_that_grows_is_told():
    with pytest.raises(DomainError, match=LONG):
        check("x >= 0", n=Integers(9, 12), x=Reals(0, "10^(10^n)"))


@pytest.mark.parametrize(("statement", "given", "verdicts"), [
    ("x >= 0", f"x < {HUGE}", ("enclosed",)), ("x <= -1", f"x < {HUGE}", ("refuted",)),
    ("x >= 0", "x > exp(-10^(10^9))", ("enclosed", "supported")), ("x >= 1", f"x > {HUGE}", ("vacuous",)),
])
def test_a_hypothesis_may_name_a_huge_number(statement, given, verdicts):
    assert check(statement, given=given, x=Reals(0, oo)).verdict in verdicts


def test_numbers_that_fit_stay():
    assert check("x <= 10^3999", x=Reals(0, "10^3999")).verdict in ("enclosed", "supported")
    assert check("x < 10^300", x=Reals(0, "10^300")).verdict == "refuted"
    assert check(f"x <= {HUGE}", x=Reals(0, 1)).verdict in ("enclosed", "supported")
