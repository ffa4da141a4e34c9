"""Draws: seeds that follow from the claim alone, generators that are used, uniform laws on finite domains."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from verify import Cube, Drawn, Integers, OneOf, Signs, with_probability
from verify.builder import make_claim
from verify.errors import Unowned
from verify.quantifiers.urn import Urn, outcomes
from verify.side import Crash


def claim(event="u <= 1/2", over=None, *, identifier="c", paper="p", bound="1/2", forall=None):
    over = over or {"u": Drawn(lambda generator: generator.random())}
    return make_claim(identifier, with_probability(event, over, at_least=bound), {}, at="p. 1", paper=paper,
                      forall=forall)


def test_a_seed_follows_from_the_claim_and_from_nothing_else():
    assert Urn(claim(), {}).seed("u", 7) == Urn(claim(), {}).seed("u", 7)
    assert Urn(claim(), {}).draw(3)["u"] == Urn(claim(), {}).draw(3)["u"]


@pytest.mark.parametrize("other", [
    {"identifier": "d"}, {"paper": "q"}, {"event": "u <= 1/3"}, {"bound": "1/3"},
])
def test_another_claim_has_other_seeds(other):
    assert Urn(claim(), {}).seed("u", 0) != Urn(claim(**other), {}).seed("u", 0)


def test_trials_variables_and_outer_instances_have_seeds_of_their_own():
    made = claim("u + v <= n", over={"u": Drawn(lambda generator: generator.random()),
                                     "v": Drawn(lambda generator: generator.random())}, forall={"n": OneOf(1, 2)})
    seeds = [Urn(made, {"n": n}).seed(name, k) for n in (1, 2) for name in "uv" for k in range(50)]
    assert len(set(seeds)) == 200
    drawn = Urn(made, {"n": 1}).draw(0)
    assert drawn["u"] != drawn["v"]


def test_a_drawn_double_is_an_exact_number_in_a_formula():
    value = Urn(claim(), {}).draw(0)["u"]
    assert isinstance(value, Fraction)
    assert value.denominator & (value.denominator - 1) == 0


def test_a_function_gets_the_value_as_it_was_drawn():
    made = claim(lambda V: V.sum() <= 0, over={"V": Drawn(lambda generator: generator.standard_normal(3))})
    assert isinstance(Urn(made, {}).draw(0)["V"].value, np.ndarray)


def test_a_draw_that_ignores_its_generator_is_not_owned():
    made = claim(over={"u": Drawn(lambda generator: np.random.default_rng(5).random())})
    with pytest.raises(Unowned, match="drawing u does not use its generator"):
        Urn(made, {}).draw(0)


def test_a_draw_that_adds_randomness_of_its_own_is_not_owned():
    other = np.random.default_rng(0)
    made = claim(over={"u": Drawn(lambda generator: generator.random() + other.random())})
    with pytest.raises(Unowned, match="twice with one seed gives two values"):
        Urn(made, {}).draw(0)


def test_a_draw_that_spawns_generators_uses_its_own():
    made = claim(over={"u": Drawn(lambda generator: generator.spawn(1)[0].random())})
    assert 0 <= Urn(made, {}).draw(0)["u"] < 1


def test_a_draw_that_raises_is_a_crash():
    def draw(generator):
        raise ValueError("no")

    with pytest.raises(Crash, match="drawing u raised ValueError: no"):
        Urn(claim(over={"u": Drawn(draw)}), {}).draw(0)


def test_members_of_a_finite_domain_are_drawn_uniformly():
    made = claim("x + u <= 1", over={"x": Integers(1, 4), "u": Drawn(lambda generator: generator.random())})
    urn = Urn(made, {})
    counts = Counter(urn.draw(k)["x"] for k in range(2000))
    assert sorted(counts) == [1, 2, 3, 4]
    assert max(abs(count - 500) for count in counts.values()) < 120  # six standard deviations


def test_outcomes_have_the_product_of_their_chances():
    made = claim("x == y[1]", over={"x": Signs(), "y": Cube(2)})
    found = list(outcomes(made.quantifier.variables, {}))
    assert len(found) == 8
    assert {chance for _, chance in found} == {Fraction(1, 8)}
    assert sum(chance for _, chance in found) == 1
