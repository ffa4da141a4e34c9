"""Expectations over cubes of symbolic dimension: moments of linear forms, against hand counts and the whole cube."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from sympy import oo

from verify.domains.combinatorial_domain import Subsets
from verify.domains.scalar_domain import Integers, Reals
from verify.domains.vector_domain import Vectors
from verify.formulas.parser import parse
from verify.symbolic.assumption import known
from verify.symbolic.expectation import cumulant
from verify.symbolic.normal_form import Answer, decide
from verify.values.evaluate import evaluate
from verify.variable import variable

VARIABLES = [variable("d", Integers(1, oo)), variable("p", Integers(1, "d")), variable("q", Integers(1, "d")),
             variable("pair", Subsets("d", 2)), *(variable(name, Vectors("d")) for name in "abcefg"),
             variable("t", Reals())]
SYMBOLS = {v.name: v.symbol for v in VARIABLES}
KNOWN = known(VARIABLES)


def form(name: str) -> str:
    return f"sum({name}[k]*x[k], k, 1, d)"


def answer(text: str) -> Answer:
    left, right = text.split(" == ")
    return decide(parse(f"({left}) - ({right})", SYMBOLS).tree, KNOWN).answer


def test_cumulants_are_those_of_tables():
    """Numerators of the cumulants of a sign: the tangent numbers 1, 2, 16, 272, 7936, 353792 with alternating signs."""
    assert [cumulant(m) for m in range(1, 13)] == [0, 1, 0, -2, 0, 16, 0, -272, 0, 7936, 0, -353792]


def test_cumulants_give_back_the_moments_of_one_sign():
    """All set partitions, listed: the products of cumulants add up to E x^m, which is 1 for even m and 0 for odd m."""
    def partitions(things):
        if not things:
            yield []
            return
        first, rest = things[0], things[1:]
        for inner in partitions(rest):
            yield [[first], *inner]
            for k in range(len(inner)):
                yield [*inner[:k], [first, *inner[k]], *inner[k + 1:]]

    for m in range(1, 9):
        total = sum(math.prod(cumulant(len(block)) for block in blocks) for blocks in partitions(list(range(m))))
        assert total == (m + 1) % 2


@pytest.mark.parametrize("true", [
    f"expectation({form('a')}, x, d) == 0",
    f"expectation({form('a')}*{form('b')}, x, d) == sum(a[k]*b[k], k, 1, d)",
    f"expectation({form('a')}^3, x, d) == 0",
    f"expectation({form('a')}^4, x, d) == 3*sum(a[k]^2, k, 1, d)^2 - 2*sum(a[k]^4, k, 1, d)",
    f"expectation({form('a')}^6, x, d) == 15*sum(a[k]^2, k, 1, d)^3 - 30*sum(a[k]^2, k, 1, d)*sum(a[k]^4, k, 1, d)"
    " + 16*sum(a[k]^6, k, 1, d)",
    "expectation(sum(x[k], k, 1, d)^4, x, d) == 3*d^2 - 2*d",
    "expectation(sum(x[k], k, 1, d)^6, x, d) == 15*d^3 - 30*d^2 + 16*d",
    "expectation(x[p]*x[q], x, d) == delta(p, q)",
    "expectation(x[pair[1]]*x[pair[2]], x, d) == 0",
    "expectation(x[p]^2, x, d) == 1",
    f"expectation(x[p]*{form('a')}, x, d) == a[p]",
    f"expectation((t - {form('a')})^2, x, d) == t^2 + sum(a[k]^2, k, 1, d)",
    f"sum(expectation(x[l]*{form('a')}, x, d)*b[l], l, 1, d) == sum(a[l]*b[l], l, 1, d)",
    f"diff(expectation({form('a').replace('k', 'l')}^2, x, d), a[p]) == 2*a[p]",
    "expectation((x[1]*x[2]*x[3])^2 + x[1]*x[2], x, 3) == 1",
])
def test_true_identities_for_every_dimension(true):
    assert answer(true) is Answer.ZERO


@pytest.mark.parametrize("false", [
    f"expectation({form('a')}^4, x, d) == 3*sum(a[k]^2, k, 1, d)^2",
    f"expectation({form('a')}^4, x, d) == 3*sum(a[k]^2, k, 1, d)^2 + 2*sum(a[k]^4, k, 1, d)",
    f"expectation({form('a')}*{form('b')}, x, d) == sum(a[k], k, 1, d)*sum(b[k], k, 1, d)",
    "expectation(x[p]*x[q], x, d) == 0",
    "expectation(x[p]*x[q], x, d) == 1",
])
def test_false_ones_are_not_shown(false):
    assert answer(false) is not Answer.ZERO


@pytest.mark.parametrize("body", [
    "abs(x[1] + x[p])", "1/(2 + x[p])", "sum(a[k]*x[k], k, 2, d)^2", "sum(x[j]*sum(x[k], k, 1, j), j, 1, d)",
    "exp(x[p])", "sum(x[k]*x[d + 1 - k], k, 1, d)", "sqrt(2 + x[p])", "(-1)^x[p]", "a[x[p] + 2]", "floor(x[p]/2)",
    "cosh(x[p])", "product(x[k], k, 1, d)", "x[p]^q", "sum(exp(x[k]), k, 1, d)", "x[p] + sin(x[q])",
])
def test_what_is_no_polynomial_in_full_linear_forms_is_not_decided(body):
    assert answer(f"expectation({body}, x, d) == 0") is Answer.UNKNOWN


@pytest.mark.slow
def test_products_of_six_different_forms_against_the_whole_cube():
    """The closed form written out by hand has 15 pairings, 15 blocks of 4 with one of 2, and one block of 6."""
    letters = "abcefg"
    pairings = " + ".join("*".join(f"sum({i}[k]*{j}[k], k, 1, d)" for i, j in pairs) for pairs in _pairings(letters))
    fours = " - ".join(
        f"2*sum({'*'.join(f'{i}[k]' for i in letters if i not in two)}, k, 1, d)*sum({two[0]}[k]*{two[1]}[k], k, 1, d)"
        for two in (letters[i] + letters[j] for i in range(6) for j in range(i + 1, 6)))
    six = f"16*sum({'*'.join(f'{i}[k]' for i in letters)}, k, 1, d)"
    closed = f"{pairings} - {fours} + {six}"
    assert answer(f"expectation({'*'.join(map(form, letters))}, x, d) == {closed}") is Answer.ZERO
    random, vectors = Random(7), {}
    for letter in letters:
        vectors[letter] = tuple(Fraction(random.randint(-5, 5), random.randint(1, 4)) for _ in range(4))
    mean = Fraction(sum(math.prod(sum(v * s for v, s in zip(vectors[i], x, strict=True)) for i in letters)
                        for x in product((1, -1), repeat=4))) / 16
    found = evaluate(parse(closed, SYMBOLS).tree, {"d": 4, **vectors})
    assert Fraction(int(found.p), int(found.q)) == mean


def _pairings(letters):
    if not letters:
        yield ()
        return
    for k in range(1, len(letters)):
        for rest in _pairings(letters[1:k] + letters[k + 1:]):
            yield ((letters[0], letters[k]), *rest)


@pytest.mark.parametrize("true", [
    "sum(sum(a[k]*b[l], l, 1, d), k, 1, d) == sum(a[k], k, 1, d)*sum(b[k], k, 1, d)",
    "sum(sum(a[k]*b[l]*c[k], l, 1, k), k, 1, d) == sum(a[k]*c[k]*sum(b[j], j, 1, k), k, 1, d)",
    "sum(delta(k, p)*sum(a[l]*b[k], l, 1, k), k, 1, d) == b[p]*sum(a[k], k, 1, p)",
    f"sum(expectation({form('a')}^2, x, d)*b[l], l, 1, d) == sum(a[k]^2, k, 1, d)*sum(b[k], k, 1, d)",
    "expectation(sum(sum(a[k]*b[l], l, 1, k)*x[k], k, 1, d)^2, x, d) == sum(sum(a[k]*b[l], l, 1, k)^2, k, 1, d)",
    "sum(expectation(x[q]*sum(sum(a[k]*b[l], l, 1, k)*x[k], k, 1, d), x, d)*c[q], q, 1, d)"
    " == sum(c[q]*a[q]*sum(b[l], l, 1, q), q, 1, d)",
])
def test_equal_sums_are_equal_at_any_depth(true):
    assert answer(true) is Answer.ZERO


@pytest.mark.parametrize("false", [
    "sum(sum(a[k]*b[l]*c[k], l, 1, k), k, 1, d) == sum(a[k]*c[k]*sum(b[j], j, 1, d), k, 1, d)",
    "sum(delta(k, p)*sum(a[l]*b[k], l, 1, k), k, 1, d) == b[p]*sum(a[k], k, 1, d)",
    "sum(sum(delta(k, l)*sum(a[k]*b[j], j, 1, k), l, 1, d), k, 1, d) == sum(sum(a[j]*b[j], j, 1, k), k, 1, d)",
])
def test_no_index_is_captured(false):
    assert answer(false) is not Answer.ZERO
