"""Kronecker: identities with δ(i, j) hold both where the indices are equal and where they are not."""

import pytest
import sympy

from verify import Integers, check, oo
from verify.formulas.parser import parse
from verify.symbolic.normal_form import Answer, decide

INDICES = {name: sympy.Symbol(name, integer=True, positive=True) for name in "ijk"}


@pytest.mark.parametrize("text", [
    "delta(i, j)^2 - delta(i, j)",
    "delta(i, j)*(i - j)",
    "delta(i, j)*2^i - delta(i, j)*2^j",
    "delta(2*i, j)*(2*i - j)",
    "delta(i, j)*delta(j, k) - delta(i, k)*delta(i, j)",
    "delta(i, j)*delta(i, j + 1)",
])
def test_true_in_both_cases(text):
    assert decide(parse(text, INDICES).tree).answer is Answer.ZERO


@pytest.mark.parametrize("text", [
    "delta(i, j) - 1",  # false where i ≠ j
    "delta(i, j)",  # false where i = j
    "delta(i, j)*2^i - delta(i, j)*2^(j + 1)",
    "delta(i, j)*(i + j) - 2*i",
    "delta(i, j)*delta(j, k) - delta(i, k)*delta(k, k)",
    "(1 - delta(i, j))*(i - j)",
])
def test_false_in_one_case(text):
    assert decide(parse(text, INDICES).tree).answer is not Answer.ZERO


@pytest.mark.parametrize("text", ["1/(1 - delta(i, j)) == 1 + delta(i, j)", "delta(i, j)/(i - j) == 0"])
def test_nothing_is_divided_by_a_difference_of_equal_indices(text):
    found = check(text, i=Integers(1, oo), j=Integers(1, oo))
    assert found.verdict == "ill-posed"
