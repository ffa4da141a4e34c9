"""Entry: the same generator for the same index, and what is known of entries of signs."""

import pytest

from verify.domains.vector_domain import Cube, Vectors
from verify.symbolic.assumption import known
from verify.symbolic.entry import entry
from verify.symbolic.field import letter, new_field
from verify.symbolic.ring import vanishes
from verify.symbolic.substitution import substitute
from verify.variable import variable


@pytest.fixture
def field():
    return new_field(known([variable("x", Vectors(9)), variable("s", Cube(9))]), 1000)


def test_an_index_says_which_entry_it_is(field):
    k = letter(field, "k")
    assert vanishes(entry(field, "x", [k + 1]) - entry(field, "x", [1 + k]))
    assert not vanishes(entry(field, "x", [k + 1]) - entry(field, "x", [k]))
    assert not vanishes(entry(field, "x", [k]) - entry(field, "s", [k]))


def test_an_index_that_becomes_a_number_gives_the_letter_of_that_entry(field):
    k = letter(field, "k")
    assert vanishes(substitute(field, entry(field, "x", [k + 1]), k, field.constant(2))
                    - entry(field, "x", [field.constant(3)]))


def test_the_square_of_a_sign_is_one(field):
    k = letter(field, "k")
    assert vanishes(entry(field, "s", [k]) ** 2 - 1)
    assert not vanishes(entry(field, "x", [k]) ** 2 - 1)
