"""Claims: statements as text and LaTeX, immutable."""

import dataclasses

import pytest

from verify.builder import make_claim
from verify.claim import statement
from verify.relation import chain, equal
from verify.scalar_domain import Reals


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


def test_a_claim_is_immutable():
    with pytest.raises(dataclasses.FrozenInstanceError):
        claim("x >= 0").id = "other"
