"""Errors: every message says what, which rule, the value given and a hint."""

import pytest

from verify import errors
from verify.errors import AssayError, ClaimError, DomainError, FormulaError, Nonsense, PaperError, shorten

MISUSE = (FormulaError, DomainError, ClaimError, PaperError, Nonsense)


def test_a_message_has_four_parts_in_order():
    error = AssayError("the size of a domain", rule="a non-negative integer", given=-1, hint="Simplex(3)")
    assert str(error) == "the size of a domain: a non-negative integer (given: -1); write Simplex(3)"


@pytest.mark.parametrize(("details", "message"), [
    ({}, "what"),
    ({"rule": "a rule"}, "what: a rule"),
    ({"given": 0}, "what (given: 0)"),
    ({"given": ""}, "what (given: )"),
    ({"hint": "that"}, "what; write that"),
    ({"rule": "r", "hint": "h"}, "what: r; write h"),
])
def test_absent_parts_leave_no_trace(details, message):
    assert str(AssayError("what", **details)) == message


def test_the_parts_can_be_read_back():
    error = ClaimError("what", rule="rule", given=[1], hint="hint")
    assert (error.what, error.rule, error.given, error.hint) == ("what", "rule", [1], "hint")


@pytest.mark.parametrize("kind", MISUSE)
def test_misuse_is_one_family(kind):
    assert issubclass(kind, AssayError)
    assert not issubclass(kind, ValueError | TypeError)


@pytest.mark.parametrize("kind", [errors.Undefined, errors.Indeterminate, errors.Unevaluable])
def test_mathematics_is_not_misuse(kind):
    assert not issubclass(kind, AssayError)


def test_every_error_has_words():
    for name, kind in vars(errors).items():
        if isinstance(kind, type) and issubclass(kind, Exception):
            assert kind.__doc__, name


class Hostile:
    def __repr__(self):
        raise RuntimeError("no")


def test_a_hostile_repr_does_not_hide_the_message():
    assert str(AssayError("what", given=Hostile())) == "what (given: <Hostile whose repr raises RuntimeError>)"


@pytest.mark.parametrize(("text", "limit", "shown"), [
    ("abc", 10, "abc"),
    ("abcdefghij", 10, "abcdefghij"),
    ("abcdefghijk", 10, "'abc…ijk'"),
    (12345, 10, "12345"),
    (list(range(100)), 11, "[0, 1…, 99]"),
])
def test_shorten_cuts_in_the_middle(text, limit, shown):
    assert shorten(text, limit) == shown


def test_shorten_never_exceeds_its_limit():
    for limit in range(5, 60):
        assert len(shorten("x" * 1000, limit)) <= limit
