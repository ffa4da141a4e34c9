"""Mistakes of quantifiers: the order swapped, a witness that does not serve, a constant that grows, a broken link."""

from __future__ import annotations

import math
from typing import Any

import pytest

from verify import (
    Cube,
    Integers,
    OneOf,
    Rational,
    Reals,
    at_least,
    at_most,
    chain,
    check,
    equal,
    exists,
    oo,
    sup,
    up_to_constant,
)

NINE, MANY, UNIT = Integers(1, 9), Integers(1, oo), Reals(0, 1)
DIGIT = Integers(0, 9)

EXHIBITS: dict[str, dict[str, Any]] = {
    "one number equals them all": {
        "over": {}, "wrong": exists("c == n", c=NINE, forall={"n": NINE}), "witness": {},
        "right": exists("c == n", c=NINE), "right_over": {"n": NINE}, "green": "exhausted",
    },
    "one number is an inverse of every residue of 7": {
        "over": {}, "wrong": exists("a*b % 7 == 1", b=Integers(1, 6), forall={"a": Integers(1, 6)}), "witness": {},
        "right": exists("a*b % 7 == 1", b=Integers(1, 6)), "right_over": {"a": Integers(1, 6)}, "green": "exhausted",
    },
    "every residue has an inverse, also of a composite": {
        "over": {"a": Integers(1, 5)}, "wrong": exists("a*b % 6 == 1", b=Integers(1, 5)), "witness": {"a": "2"},
        "right": exists("a*b % 5 == 1", b=Integers(1, 4)), "right_over": {"a": Integers(1, 4)}, "green": "exhausted",
    },
    "three squares suffice (first broken at 7)": {
        "over": {"n": NINE}, "wrong": exists("n == a^2 + b^2 + c^2", a=DIGIT, b=DIGIT, c=DIGIT), "witness": {"n": "7"},
        "right": exists("n == a^2 + b^2 + c^2 + d^2", **{name: Integers(0, 3) for name in "abcd"}),
        "green": "exhausted",
    },
    "existence fails at one size in the middle": {
        "over": {"n": Integers(1, 12)}, "wrong": exists("(n - 5)^2 == k and k > 0", k=Integers(0, 50)),
        "witness": {"n": "5"}, "right": exists("(n - 5)^2 == k", k=Integers(0, 50)), "green": "exhausted",
    },
    "half of n is a witness, also for odd n": {
        "over": {"n": MANY}, "verdict": "ill-posed", "witness": {"n": "1"},
        "wrong": exists("n == 2*k", k=Integers(0, "n"), witness={"k": "n/2"}),
        "right": exists("n == 2*k", k=Integers(0, "n"), witness={"k": "n/2"}),
        "right_given": "n % 2 == 0", "green": "derived",
    },
    "a witness that is one too large for its domain": {
        "over": {"n": MANY}, "verdict": "ill-posed",
        "wrong": exists("k >= n", k=Integers(1, "n"), witness={"k": "n + 1"}), "witness": {"n": "1"},
        "right": exists("k >= n", k=Integers(1, "n"), witness={"k": "n"}), "green": "enclosed",
    },
    "a wrong witness of a true statement": {
        "over": {"n": MANY}, "wrong": exists("k^2 > n", k=MANY, witness={"k": "n"}), "witness": {"n": "1"},
        "right": exists("k^2 > n", k=MANY, witness={"k": "n + 1"}), "green": "enclosed",
    },
    "N is chosen before epsilon": {
        "over": {}, "wrong": exists("N*e > 1", N=Integers(1, 50), forall={"e": OneOf(1, Rational(1, 100))}),
        "witness": {},
        "right": exists("N*e > 1", N=MANY, witness={"N": "floor(1/e) + 1"}), "right_over": {"e": Reals("1/100", 1)},
        "green": "enclosed supported",
    },
    "the largest sum over the cube is one less": {
        "over": {"d": Integers(1, 4)}, "wrong": equal(sup("sum(x[k], k, 1, d)", over={"x": Cube("d")}), "d - 1"),
        "witness": {"d": "1", "x": "(1)"},
        "right": equal(sup("sum(x[k], k, 1, d)", over={"x": Cube("d")}), "d"), "green": "exhausted",
    },
    "the supremum is reached beyond the bound": {
        "over": {"d": Integers(1, 4)}, "wrong": at_least(sup("sum(x[k], k, 1, d)", over={"x": Cube("d")}), "d^2"),
        "witness": {"d": "2"},
        "right": at_least(sup("sum(x[k], k, 1, d)", over={"x": Cube("d")}), "sqrt(d)"), "green": "exhausted enclosed",
    },
    "x(1 - x) stays below a fifth": {
        "over": {}, "wrong": at_most(sup("x*(1 - x)", over={"x": UNIT}), "1/5"),
        "witness": lambda x: x * (1 - x) > 1 / 5,
        "right": at_most(sup("x*(1 - x)", over={"x": UNIT}), "1/4"), "green": "enclosed",
    },
    "a stated constant is too small": {
        "over": {"n": MANY}, "wrong": up_to_constant("n^2 + 3*n", "n^2", in_="n", at_most=3), "witness": {"n": "1"},
        "right": up_to_constant("n^2 + 3*n", "n^2", in_="n", at_most=4), "green": "enclosed",
    },
    "the middle link of a chain is broken": {
        "over": {"n": Integers(1, 12)}, "wrong": chain("n", "<=", "n^2", "<", "10*n", "<=", "100*n"),
        "witness": {"n": "10"}, "right": chain("n", "<=", "n^2", "<", "13*n", "<=", "100*n"), "green": "exhausted",
    },
}


@pytest.mark.parametrize("mistake", EXHIBITS)
def test_mistake(mistake, mistaken):
    mistaken(EXHIBITS[mistake])


@pytest.mark.parametrize("mistake", EXHIBITS)
def test_corrected(mistake, corrected):
    corrected(EXHIBITS[mistake])


def harmonic(n: int) -> float:
    return sum(1 / k for k in range(1, n + 1))


GROWING = {
    "log n is hidden in the constant": (up_to_constant("n*log(n + 1)", "n", in_="n"),
                                        up_to_constant("n*log(n + 1)", "n*log(n + 2)", in_="n")),
    "a harmonic sum is bounded": (up_to_constant(harmonic, "1", in_="n"),
                                  up_to_constant(harmonic, "log(n + 1)", in_="n")),
    "n^(1/4) is hidden in the constant": (up_to_constant("n^(5/4)", "n", in_="n"),
                                          up_to_constant("n^(5/4) + n", "n^(5/4)", in_="n")),
    "the central coefficient is 2^n/n": (up_to_constant(lambda n: math.comb(n, n // 2), "2^n/n", in_="n"),
                                         up_to_constant(lambda n: math.comb(n, n // 2), "2^n/sqrt(n)", in_="n")),
}


@pytest.mark.parametrize("mistake", GROWING)
def test_a_constant_that_has_to_grow_is_never_green_and_never_refuted(mistake):
    answer = check(GROWING[mistake][0], n=MANY)
    assert answer.verdict == "undecided"
    assert "keeps rising" in answer.record["reason"]


@pytest.mark.parametrize("mistake", GROWING)
def test_its_neighbour_is_green(mistake):
    assert check(GROWING[mistake][1], n=MANY).verdict in ("supported", "enclosed")
