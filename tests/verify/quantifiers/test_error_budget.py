"""The budget adds up whatever a paper states, and 10,000 versions of it stay below 1 %."""

from fractions import Fraction

import pytest

from verify import Drawn, OneOf, Paper, Rational, with_probability
from verify.quantifiers.error_budget import PAPER, chance, share

COIN = {"u": Drawn(lambda generator: generator.random())}


def test_shares_never_add_up_to_more_than_the_paper_has():
    assert sum(share(k) for k in range(1, 5000)) < PAPER
    assert PAPER - sum(share(k) for k in range(1, 5000)) == PAPER / 5000  # telescoping


def test_ten_thousand_versions_stay_below_one_percent():
    assert Fraction(1, 100) >= 10_000 * PAPER


def test_a_share_depends_on_the_place_among_claims_of_this_kind_alone():
    paper = Paper("p")
    first = paper.claim("a", with_probability("u <= 1/2", COIN, at_least=Rational(1, 4)), at="p. 1")
    paper.claim("b", "x == x", at="p. 1", forall={"x": OneOf(1, 2)})
    second = paper.claim("c", with_probability("u <= 1/2", COIN, at_least=Rational(1, 4)), at="p. 1")
    assert (first.rank, second.rank) == (1, 2)
    assert (share(first.rank), share(second.rank)) == (PAPER / 2, PAPER / 6)


@pytest.mark.parametrize(("value", "text"), [
    (Fraction(1, 6 * 10**6), "1.7·10⁻⁷"), (Fraction(1, 10**6), "10⁻⁶"), (Fraction(1, 2 * 10**6), "5·10⁻⁷"),
    (Fraction(999, 10**9), "10⁻⁶"), (Fraction(1, 3), "3.4·10⁻¹"),
])
def test_chances_are_rounded_upward(value, text):
    assert chance(value) == text
