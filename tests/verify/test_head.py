"""Heads: what is known of a paper or claim before anything is checked."""


from verify.builder import make_claim
from verify.head import claim_head
from verify.scalar_domain import Integers, Reals


def test_the_head_says_what_is_claimed():
    made = make_claim("lem:1", "x^2 >= n", {}, at="Lemma 1", forall={"x": Reals(0, 1), "n": Integers(1, 5)},
                      given={"small": "n < 3"})
    head = claim_head(made)
    assert head["statement"] == "x^2 >= n"
    assert head["scope"] == "x in reals in [0, 1]; n in integers in [1, 5], where small"
    assert head["window"] == "x in reals in [0, 1]; n in 1..5"
    assert head["hypotheses"] == [{"name": "small", "text": "n < 3"}]
    assert head["variables"] == [{"name": "x", "domain": "reals in [0, 1]"},
                                 {"name": "n", "domain": "integers in [1, 5]"}]
