"""Blame: the part of a condition that is false, with its values."""

import pytest
import sympy

from verify import Integers, Reals, check, oo
from verify.blame import blame
from verify.formulas.parser import parse

N = sympy.Symbol("n")


@pytest.mark.parametrize(("text", "n", "told"), [
    ("n >= 0 and n <= 4", 5, ("<=", "5", "4", "n <= 4")),
    ("n != 7", 7, ("!=", "7", "7", "")),
    ("n > 0 => n < 5", 6, ("<", "6", "5", "n < 5")),
    ("prime(n^2 + 1)", 3, ("==", "prime(10)", "true", "")),
    ("n < 2 or n % 4 == 1", 3, ("==", "3 < 2 or 3 == 1", "true", "")),
    ("not (n > 2)", 3, ("==", "not 3 > 2", "true", "")),
    ("all(k*(n - k) <= 5, k, 1, n)", 5, ("<=", "6", "5", "2*(n - 2) <= 5")),
])
def test_what_is_false(text, n, told):
    found = blame(parse(text, {"n": N}).tree, {"n": n})
    assert found is not None
    assert (found.relation, found.lhs, found.rhs) == told[:3]
    assert found.part.replace("1*", "") == told[3]


def test_the_sentence_names_the_values():
    answer = check("x^2 >= 0 and x <= 100", x=Reals())
    assert answer.record["sentence"] == "The statement is false at x = 101: 101 <= 100 does not hold."
    assert answer.record["reason"] == "search: it is false that x <= 100"
    prime = check("prime(n^2 + n + 41)", n=Integers(0, oo)).record["sentence"]
    assert prime == "The statement is false at n = 40: prime(1681) does not hold."
