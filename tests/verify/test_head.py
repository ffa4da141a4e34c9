"""Heads: what is known of a paper or claim before anything is checked."""

import json

from verify.builder import make_claim
from verify.domains.scalar_domain import Integers, Reals
from verify.head import claim_head, paper_head
from verify.paper import Paper
from verify.relation import at_least, equal


def test_the_head_says_what_is_claimed():
    made = make_claim("lem:1", "x^2 >= n", {}, at="Lemma 1", forall={"x": Reals(0, 1), "n": Integers(1, 5)},
                      given={"small": "n < 3"})
    head = claim_head(made)
    assert head["statement"] == "x^2 >= n"
    assert head["statement_latex"] == r"x^{2} \geq n"
    assert head["scope"] == "x in reals in [0, 1]; n in integers in [1, 5], where small"
    assert head["window"] == "x in reals in [0, 1]; n in 1..5"
    assert head["hypotheses"] == [{"name": "small", "text": "n < 3"}]
    assert head["variables"] == [{"name": "x", "domain": "reals in [0, 1]"},
                                 {"name": "n", "domain": "integers in [1, 5]"}]


def test_a_statement_without_variables_has_a_scope():
    head = claim_head(make_claim("c", "1 + 1 == 2", {}, at="p. 1"))
    assert (head["variables"], head["scope"], head["window"]) == ([], "no variables", "the statement itself")


def test_the_head_of_a_paper_is_json_and_keeps_the_order():
    paper = Paper("doe2026", title="On things", authors=("J. Doe", "A. Roe"), year=2026, arxiv="2601.00001v2")
    paper.variables(n=Integers(1, 5))
    paper.claim("b", equal(lambda n: n + n, "2*n"), at="p. 1", origin="folklore", says="Doubling")
    paper.claim("a", "n >= 1", at="p. 2", uses="b", tier="full", expect="refuted")

    @paper.property("f", over={"y": Reals(0, 1)}, at="p. 5")
    def square_is_small(y):
        return at_least(y, y * y)

    paper.convention("log", "natural")
    paper.not_checked("g", at="p. 6", says="It converges", why="asymptotic")
    head = paper_head(paper)
    assert json.loads(json.dumps(head, allow_nan=False)) == head
    assert (head["key"], head["title"], head["authors"], head["year"], head["arxiv"]) == (
        "doe2026", "On things", ["J. Doe", "A. Roe"], 2026, "2601.00001v2")
    assert [claim["id"] for claim in head["claims"]] == ["b", "a", "f"]
    assert head["conventions"] == [{"name": "log", "text": "natural"}]
    assert head["not_checked"] == [{"id": "g", "at": "p. 6", "says": "It converges", "why": "asymptotic"}]
    first, second, third = head["claims"]
    assert (first["origin"], first["says"], first["uses"]) == ("folklore", "Doubling", [])
    assert (second["uses"], second["tier"], second["expect"]) == (["b"], "full", "refuted")
    assert third["statement"] == "square_is_small(y)"
    assert head["file"] == __file__
    assert all(claim["where"]["file"] == __file__ for claim in head["claims"])
    assert first["where"]["line"] < second["where"]["line"] < third["where"]["line"]


def test_a_paper_without_claims_has_a_head():
    head = paper_head(Paper("k"))
    assert (head["claims"], head["file"], head["title"]) == ([], __file__, "k")
