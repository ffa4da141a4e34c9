"""Claims: statements as text and LaTeX, immutable."""

import dataclasses

import pytest

from verify.builder import make_claim
from verify.claim import statement
from verify.domains.scalar_domain import Reals
from verify.relation import chain, equal


def claim(relation, forall=None, **details):
    forall = {"x": Reals()} if forall is None else forall
    return make_claim("lem:1", relation, {}, at="Lemma 1", forall=forall, **details)


def test_links_of_a_chain_share_their_middle():
    made = claim(chain("x", "<=", "x + 1", "<", "x + 2"))
    assert made.links[0].rhs is made.links[1].lhs
    assert statement(made.links) == "x <= x + 1 < x + 2"


def test_latex():
    assert claim("0 <= x^2 < x^2 + 1").latex == r"0 \leq x^{2} < x^{2} + 1"
    assert claim(equal(lambda x: x % 2, "x")).latex == r"\mathtt{x\ \%\ 2} = x"


def test_a_condition_is_stated_without_its_truth_value():
    made = claim("x > 1 or x <= 1")
    assert made.statement == "x > 1 or x <= 1"
    assert "true" not in made.latex.lower()


def test_a_claim_is_immutable():
    with pytest.raises(dataclasses.FrozenInstanceError):
        claim("x >= 0").id = "other"


def test_links_that_are_no_chain_are_joined_by_and():
    made = claim("x >= 0")
    other = claim("x <= 1")
    assert statement((*made.links, *other.links)) == "x >= 0 and x <= 1"


def test_an_authors_code_is_escaped_in_latex():
    made = claim(equal(lambda x: {"a_b": x}["a_b"] ** 2 % 7, "x"))
    inside = made.latex.removeprefix(r"\mathtt{").split("} = x")[0].replace(r"\hat{}", "")
    for character in "_{}%":
        assert f"\\{character}" in inside
        assert character not in inside.replace(f"\\{character}", "")


def test_every_function_of_a_claim_is_among_its_definitions():
    def left(x):
        return x

    def condition(x):
        return x > 0

    def wrong(x):
        return x + 1

    made = claim(equal(left, "x"), given=condition, wrong=[equal(wrong, "x")])
    assert {definition.function for definition in made.definitions} == {left, condition, wrong}
    assert not made.formulas_only
    assert claim("x == x").formulas_only
    assert claim("x == x").definitions == ()
