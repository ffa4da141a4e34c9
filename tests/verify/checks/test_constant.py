"""Constant: the C that a ladder of sizes needs, and whether it grows."""

import math
from math import comb

import pytest

from verify import ClaimError, Cube, Integers, Reals, check, oo, up_to_constant

N = Integers(1, oo)


def harmonic(n):
    return sum(1 / k for k in range(1, n + 1))


def test_a_formula_is_proved_with_the_constant_shown():
    """n² + n ≤ 2 n² for n ≥ 1."""
    answer = check(up_to_constant("n^2 + n", "n^2", in_="n"), n=N)
    assert answer.verdict == "enclosed"
    assert "C = 2 suffices for every instance in the scope" in answer.record["sentence"]
    other = check(up_to_constant("n*x", "n*(1 + x^2)", in_="n"), n=N, x=Reals(0, oo))
    assert "C = 1/2 suffices" in other.record["sentence"]


def test_a_bounded_ratio_is_supported_with_where_it_is_attained():
    """C(n, ⌊n/2⌋) √n / 2^n rises to √(2/π) = 0.7979 (Stirling)."""
    answer = check(up_to_constant(lambda n: comb(n, n // 2), "2^n/sqrt(n)", in_="n"), n=N)
    assert answer.verdict == "supported"
    assert "attained at n = 12" in answer.record["sentence"]
    assert "no proof beyond it" in answer.record["sentence"]
    assert answer.record["power"]["detection_limit"].startswith("a factor n^")


@pytest.mark.parametrize(("lhs", "rhs"), [
    ("n*log(n + 1)", "n"), ("n^(1/4)", "1"), (harmonic, "1"), ("log(n + 1)^2", "log(n + 1)"),
    (lambda n: n * math.log(n + 1), lambda n: n),
])
def test_a_constant_that_grows_is_undecided_and_says_how(lhs, rhs):
    answer = check(up_to_constant(lhs, rhs, in_="n"), n=N)
    assert answer.verdict == "undecided"
    assert "the constant needed keeps rising" in answer.record["reason"]
    assert "refutes nothing" in answer.record["reason"]


def test_a_short_ladder_says_so():
    answer = check(up_to_constant(harmonic, "1", in_="n"), n=Integers(1, oo, window=4))
    assert answer.verdict == "undecided"
    assert "the ladder is too short" in answer.record["reason"]


@pytest.mark.parametrize(("lhs", "rhs"), [("n", "n - 1"), ("n", "5 - n"), ("n", "log(n)"), ("n", "1/(n - 3)")])
def test_a_bound_that_is_not_positive_is_ill_posed(lhs, rhs):
    answer = check(up_to_constant(lhs, rhs, in_="n"), n=N)
    assert answer.verdict == "ill-posed"
    assert answer.counterexample is not None


def test_the_worst_of_the_other_variables_counts():
    """Σ x_k over the cube is at most d, and reaches it."""
    over = {"d": Integers(1, oo, window=6), "x": Cube("d")}
    assert "C = 1 suffices" in check(up_to_constant("sum(x[k], k, 1, d)", "d", in_="d"), **over).record["sentence"]
    assert check(up_to_constant("sum(x[k], k, 1, d)", "sqrt(d)", in_="d"), **over).verdict == "undecided"


def test_several_sizes_grow_together():
    over = {"n": N, "m": N}
    assert check(up_to_constant("n*m", "n^2 + m^2", in_=("n", "m")), **over).verdict == "enclosed"
    assert check(up_to_constant("n*m", "n + m", in_=("n", "m")), **over).verdict == "undecided"


def test_hypotheses_thin_the_ladder():
    answer = check(up_to_constant(lambda n: n + n % 2, "n", in_="n"), given="n % 2 == 1", n=Integers(1, oo, window=40))
    assert answer.verdict == "supported"
    assert "C = 2 suffices" in answer.record["sentence"]


def test_a_stated_constant_is_a_plain_claim():
    good = check(up_to_constant("n^2 + n", "n^2", in_="n", at_most=2), n=N)
    assert good.verdict == "enclosed"
    bad = check(up_to_constant("n^2 + n", "n^2", in_="n", at_most="3/2"), n=N)
    assert (bad.verdict, bad.counterexample) == ("refuted", {"n": "1"})
    assert "whether a larger one does is not said" in bad.record["sentence"]
    functions = check(up_to_constant(lambda n: n + 1, lambda n: n, at_most=2), n=N)
    assert functions.verdict == "supported"
    assert check(up_to_constant("n", "n - 1", at_most=2), n=N).verdict == "ill-posed"


def test_a_false_variant_has_to_grow():
    statement = up_to_constant(lambda n: n + 1, lambda n: n, in_="n")
    assert check(statement, wrong=up_to_constant("n^2", "n", in_="n"), n=N).verdict == "supported"
    assert check(statement, wrong=up_to_constant("n", "n", in_="n"), n=N).verdict == "weak"


def test_a_ladder_ends_where_numbers_become_too_large():
    answer = check(up_to_constant("4^n", "2^n", in_="n"), n=N)
    assert answer.verdict == "undecided"
    assert "it grows on this ladder" in answer.record["reason"]
    assert check(up_to_constant("factorial(n)", "n^n", in_="n"), n=N).verdict == "supported"


@pytest.mark.parametrize(("make", "message"), [
    (lambda: up_to_constant("n", "n"), r"without a size: .*write in_='n'"),
    (lambda: check(up_to_constant("n", "n", in_="m"), n=N), r"independent of m: in_ names variables of"),
    (lambda: check(up_to_constant("n", "n", in_="n"), n=Integers(1, 9)), r"there is always a constant; write at_most="),
    (lambda: check(up_to_constant("x", "1", in_="x"), x=Reals(0, oo)), r"the sizes are integers"),
    (lambda: check(up_to_constant("n", "n", in_="n"), n=Integers(-oo, oo)), r"the sizes start at a number"),
    (lambda: check(up_to_constant("n", "n", in_="n", at_most="n"), n=N), r"the constant comes before all variables"),
])
def test_misuse_is_explained(make, message):
    with pytest.raises(ClaimError, match=message):
        make()


def test_values_that_are_not_numbers_are_an_error():
    assert check(up_to_constant(lambda n: (n, n), "n", in_="n"), n=N).verdict == "ill-posed"
