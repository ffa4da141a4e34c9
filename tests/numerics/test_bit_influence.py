from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from numerics.bit_influence import attention_influence, transformer_influence, two_weight_attention
from numerics.forward import attention_pattern
from numerics.network import first_network
from numerics.transformer import random_transformer


def by_hand(weights, x):
    """p_v(x), from the definition, for one input."""
    chosen = [row[0] if bit == 1 else row[1] for row, bit in zip(weights, x, strict=True)]
    return [Fraction(entry, sum(chosen)) for entry in chosen]


WEIGHTS = [[3, 5], [1, 1], [7, 2], [4, 11]]


def inputs(n):
    """All inputs, the first bit fastest, +1 first."""
    return [x[::-1] for x in product((1, -1), repeat=n)]


def test_two_weights_for_each_position_are_the_definition():
    assert two_weight_attention(WEIGHTS).tolist() == [by_hand(WEIGHTS, x) for x in inputs(4)]


def test_floats_stay_floats_and_agree():
    exact = two_weight_attention(WEIGHTS).astype(float)
    assert np.allclose(two_weight_attention(np.array(WEIGHTS, dtype=float)), exact, rtol=1e-15)


@pytest.mark.parametrize("query", [1, 4])
def test_influence_is_the_sum_of_the_larger_weights(query):
    found = attention_influence(two_weight_attention(WEIGHTS), query)
    for row, x in enumerate(inputs(4)):
        total = Fraction(0)
        for i in range(4):
            flipped = tuple(-bit if k == i else bit for k, bit in enumerate(x))
            if i != query - 1:
                total += max(by_hand(WEIGHTS, x)[i], by_hand(WEIGHTS, flipped)[i])
        assert found[row] == total


def test_equal_weights_have_the_influence_of_a_mean():
    assert attention_influence(np.full((16, 4), Fraction(1, 4)), 2).tolist() == [Fraction(3, 4)] * 16


def test_transformers_flip_one_bit_at_a_time():
    model = random_transformer(np.random.default_rng(3), 4, 3, 2, 2, 0.1)
    x = [1, -1, -1, 1]
    here = attention_pattern(model, [x])[0, :, 0]
    found = transformer_influence(model, x)
    for head in range(2):
        for query in range(4):
            total = 0.0
            for i in set(range(4)) - {query}:
                other = [-bit if k == i else bit for k, bit in enumerate(x)]
                there = attention_pattern(model, [other])[0, head, 0]
                total += max(here[head, query, i], there[query, i])
            assert np.isclose(found[head, query], total, rtol=1e-12)


def test_a_head_that_looks_at_one_position_whatever_the_bits_has_its_weight():
    # the logit log(3 (n - 1)) gives weight 3/4 to position 1 and 1/4 to the others together
    influence = transformer_influence(first_network(5), [1, 1, -1, 1, -1])[0]
    assert np.allclose(influence, [1 / 4, *[3 / 4 + 3 / 16] * 4], rtol=1e-12)


@pytest.mark.parametrize("weights", [[[1, 0]], [[1, 2, 3]], [[1, -1]], np.zeros((0, 2))])
def test_weights_are_positive_pairs(weights):
    with pytest.raises(ValueError, match="positive numbers"):
        two_weight_attention(weights)


def test_the_query_is_a_position_and_the_pattern_has_a_row_for_every_input():
    with pytest.raises(ValueError, match=r"one of 1\.\.2"):
        attention_influence(np.full((4, 2), 0.5), 3)
    with pytest.raises(ValueError, match="shape"):
        attention_influence(np.full((4, 3), 0.5), 1)
