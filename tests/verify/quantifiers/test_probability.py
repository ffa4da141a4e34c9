"""The quantifier "with probability": what an author may write, what is refused with a hint, and its words."""

import pytest
from sympy import sqrt

from verify import ClaimError, Drawn, FormulaError, Integers, OneOf, Paper, Rational, Reals, Signs, check, oo
from verify import with_probability as claimed
from verify.builder import make_claim

COIN = {"u": Drawn(lambda generator: generator.random())}
HALF = Rational(1, 2)


def made(relation, **details):
    return make_claim("c", relation, {}, at="p. 1", **details)


@pytest.mark.parametrize(("arguments", "bounds"), [
    ({"at_least": HALF}, "at least 1/2"), ({"at_most": "1/2"}, "at most 1/2"), ({"at_least": 1}, "at least 1"),
    ({"between": (Rational(1, 4), HALF)}, "between 1/4 and 1/2"), ({"at_least": "1 - 1/n"}, "at least 1 - 1/n"),
    ({"at_least": 1 / sqrt(2)}, "at least sqrt(2)/2"),
])
def test_bounds_in_words(arguments, bounds):
    outer = "for all n in {2, 3}, " if "n" in bounds.split() or "1/n" in bounds else ""
    claim = made(claimed("u <= 1/2", COIN, **arguments), forall={"n": OneOf(2, 3)} if outer else {})
    assert claim.statement == f"{outer}with probability {bounds} over u in samples of generator.random(): u <= 1/2"


def test_latex():
    assert made(claimed("u <= 1/2", COIN, at_least=HALF)).latex == (
        r"\mathbb{P}_{u} \geq \frac{1}{2}:\; u \leq \frac{1}{2}")
    assert made(claimed("x == 1", {"x": Signs()}, between=(0, HALF))).latex == (
        r"0 \leq \mathbb{P}_{x} \leq \frac{1}{2}:\; x = 1")


def test_outer_and_drawn_variables_are_kept_apart():
    over = {"V": Drawn(lambda generator, d: generator.standard_normal(d))}
    claim = made(claimed(lambda V: V.sum() < 0, over, at_least=HALF), forall={"d": OneOf(3, 4)})
    assert [variable.name for variable in claim.variables] == ["d"]
    assert [variable.name for variable in claim.quantifier.variables] == ["V"]


@pytest.mark.parametrize(("arguments", "rule"), [
    ({}, "one of at_least=a, at_most=b"), ({"at_least": HALF, "at_most": HALF}, "one of at_least=a, at_most=b"),
    ({"between": HALF}, "one of at_least=a"), ({"between": (HALF, Rational(1, 4))}, "the lower bound comes first"),
    ({"at_least": 2}, "a probability lies between 0 and 1"), ({"at_most": -1}, "a probability lies between 0 and 1"),
    ({"at_least": 0}, "so this says nothing"), ({"at_most": 1}, "so this says nothing"),
    ({"between": (0, 1)}, "so this says nothing"), ({"at_least": "1/0"}, "division by zero"),
    ({"at_least": "u"}, "does not depend on what is drawn"), ({"at_least": lambda: 1}, "an exact number, or a formula"),
    ({"at_least": True}, "an exact number, or a formula"), ({"at_least": HALF, "trials": 0}, "an int ≥ 1"),
    ({"at_least": HALF, "trials": 2.5}, "an int ≥ 1"), ({"at_least": oo}, "has no value"),
    ({"at_least": sqrt(-1)}, "has no value"),
])
def test_bounds_that_are_none_are_refused(arguments, rule):
    with pytest.raises(ClaimError, match=rule):
        made(claimed("u <= 1/2", COIN, **arguments))


def test_a_float_is_no_bound():
    with pytest.raises(FormulaError, match=r"Rational\('0.9'\)"):
        made(claimed("u <= 1/2", COIN, at_least=0.9))


@pytest.mark.parametrize("over", [{"u": Reals(0, 1)}, {"u": Integers(1, oo, window=4)}, {"u": "uniform"}])
def test_every_drawn_variable_has_a_law(over):
    with pytest.raises(ClaimError, match="every variable has a law"):
        claimed("u <= 1/2", over, at_least=HALF)


def test_something_is_drawn():
    with pytest.raises(ClaimError, match="some variable is drawn"):
        claimed("1 <= 2", {}, at_least=HALF)


def test_an_event_that_does_not_depend_on_what_is_drawn_is_refused():
    with pytest.raises(ClaimError, match="the event does not mention u"):
        made(claimed(lambda: True, COIN, at_least=HALF))
    with pytest.raises(ClaimError, match="the event does not mention u"):
        made(claimed("v <= 1/2", {**COIN, "v": Drawn(lambda generator: generator.random())}, at_least=HALF))


def test_a_variable_that_only_sizes_another_is_used():
    over = {"n": OneOf(2, 3), "k": Integers(1, "n")}
    assert check(claimed("k <= 1", over, at_least=Rational(5, 12))).verdict == "exhausted"  # (1/2 + 1/3)/2


def test_a_name_of_the_paper_is_not_bound_again():
    paper = Paper("p")
    paper.variables(u=Reals(0, 1))
    with pytest.raises(ClaimError, match="a quantifier binds names of its own"):
        paper.claim("c", claimed("u <= 1/2", COIN, at_least=HALF), at="p. 1")


def test_a_false_variant_has_the_same_quantifier_or_none():
    variant = claimed("u <= 1/2", COIN, at_least=HALF)
    with pytest.raises(ClaimError, match="the claim's own quantifier"):
        made("x == x", forall={"x": OneOf(1)}, wrong=[variant])
    with pytest.raises(ClaimError, match="one quantifier inside"):
        claimed(variant, COIN, at_least=HALF)
    assert len(made(variant, wrong=[variant, "u <= 1/8"]).rivals) == 1
