"""Mistakes of the size: a pattern that holds for every small case but one, or for all that anyone can list."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import pytest
import sympy

from verify import Integers, OneOf, check, equal, oo


@cache
def is_prime(n: int) -> bool:
    """Whether n is prime, by trial division."""
    return n > 1 and all(n % d for d in range(2, math.isqrt(n) + 1))


def largest_coefficient(n: int) -> int:
    """The largest absolute value of a coefficient of the n-th cyclotomic polynomial."""
    return max(abs(int(c)) for c in sympy.Poly(sympy.cyclotomic_poly(n, sympy.Symbol("t"))).coeffs())


def is_prime_plus_twice_a_square(n: int) -> bool:
    return any(is_prime(n - 2 * k * k) for k in range(math.isqrt(n // 2) + 1))


EXHIBITS: dict[str, dict[str, Any]] = {
    "Euler's polynomial gives primes only": {
        "over": {"n": Integers(0, 45)},
        "wrong": equal(lambda n: is_prime(n * n + n + 41), True), "witness": {"n": "40"},
        "right": equal(lambda n: is_prime(n * n + n + 41), True), "right_over": {"n": Integers(0, 39)},
        "green": "exhausted",
    },
    "chords cut a disc into 1, 2, 4, 8, 16, … regions": {
        "over": {"n": Integers(1, 8)},
        "wrong": "1 + binomial(n, 2) + binomial(n, 4) == 2^(n - 1)", "witness": {"n": "6"},
        "right": "1 + binomial(n, 2) + binomial(n, 4) == sum(binomial(n - 1, k), k, 0, 4)",
        "green": "exhausted derived",
    },
    "Fermat numbers are prime": {
        "over": {"n": Integers(0, 5)},
        "wrong": equal(lambda n: is_prime(2 ** (2**n) + 1), True), "witness": {"n": "5"},
        "right": equal(lambda n: is_prime(2 ** (2**n) + 1), True), "right_over": {"n": Integers(0, 4)},
        "green": "exhausted",
    },
    "2^p - 1 is prime for prime p": {
        "over": {"p": OneOf(2, 3, 5, 7, 11, 13)},
        "wrong": equal(lambda p: is_prime(2**p - 1), True), "witness": {"p": "11"},
        "right": equal(lambda p: is_prime(2**p - 1), True), "right_over": {"p": OneOf(2, 3, 5, 7, 13)},
        "green": "exhausted",
    },
    "n is prime if it divides 2^n - 2": {
        "over": {"n": Integers(3, 400)}, "given": {"n divides 2^n - 2": lambda n: pow(2, n, n) == 2},
        "wrong": equal(is_prime, True), "witness": {"n": "341"},
        "right": equal(is_prime, True), "right_over": {"n": Integers(3, 340)}, "green": "exhausted",
    },
    "a polynomial that agrees with n at every listed size but the last": {
        "over": {"n": Integers(1, 12)},
        "wrong": "product(n - k, k, 1, 11) + n == n", "witness": {"n": "12"},
        "right": "product(n - k, k, 1, 12) + n == n", "green": "exhausted derived",
    },
    "a polynomial that agrees with n at every listed size but one in the middle": {
        "over": {"n": Integers(1, 12)},
        "wrong": "n + product(n - k, k, 1, 6)*product(n - k, k, 8, 12) == n", "witness": {"n": "7"},
        "right": "n + product(n - k, k, 1, 12) == n", "green": "exhausted derived",
    },
    "1/3 + 1/5 + … stays below 1": {
        "over": {"n": Integers(1, 10)},
        "wrong": "sum(1/(2*k + 1), k, 1, n) < 1", "witness": {"n": "7"},
        "right": "sum(1/(2*k + 1), k, 1, n) < 1", "right_over": {"n": Integers(1, 6)}, "green": "exhausted",
    },
    "cyclotomic polynomials have coefficients -1, 0 and 1": {
        "over": {"n": Integers(1, 110)},
        "wrong": equal(largest_coefficient, 1), "witness": {"n": "105"},
        "right": equal(largest_coefficient, 1), "right_over": {"n": Integers(1, 104)}, "green": "exhausted",
    },
    "every odd number is a prime plus twice a square": {
        "over": {"n": Integers(3, 5800)}, "given": "n % 2 == 1",
        "wrong": equal(is_prime_plus_twice_a_square, True), "witness": {"n": "5777"},
        "right": equal(is_prime_plus_twice_a_square, True), "right_over": {"n": Integers(3, 999)}, "green": "exhausted",
    },
}


@pytest.mark.parametrize("mistake", EXHIBITS)
def test_mistake(mistake, mistaken):
    mistaken(EXHIBITS[mistake])


@pytest.mark.parametrize("mistake", EXHIBITS)
def test_corrected(mistake, corrected):
    corrected(EXHIBITS[mistake])


BEYOND_REACH = {
    "n^17 + 9 and (n + 1)^17 + 9 have no common factor (first broken by a number of 52 digits)":
        equal(lambda n: math.gcd(n**17 + 9, (n + 1) ** 17 + 9), 1),
    "991 n^2 + 1 is not a square (first broken by a number of 29 digits)":
        equal(lambda n: math.isqrt(991 * n * n + 1) ** 2 == 991 * n * n + 1, False),
    "no n reaches a million": "floor(n/10^6) == 0",
}


@pytest.mark.parametrize("claim", BEYOND_REACH)
def test_a_window_is_never_sold_as_the_scope(claim):
    answer = check(BEYOND_REACH[claim], n=Integers(1, oo))
    assert answer.verdict in ("supported", "undecided", "refuted")
    assert answer.record["scope"] == "n in integers in [1, oo)"
    assert "1..12" in answer.record["window"]


@pytest.mark.parametrize(("window", "verdict"), [(39, "supported"), (40, "refuted")])
def test_a_wider_window_finds_what_a_narrower_one_cannot(window, verdict):
    answer = check(equal(lambda n: is_prime(n * n + n + 41), True), n=Integers(0, oo, window=window))
    assert answer.verdict == verdict


TOGETHER = {
    "binomial(n, k) <= (2*n/k)^k": {"n": Integers(1, oo), "k": Integers(1, "n")},  # e for 2 is right
    "n^2 + n + 41 != m^2": {"n": Integers(1, oo), "m": Integers(1, oo)},
    "x^3 + y^3 != z^3 + 1": {"x": Integers(2, oo), "y": Integers(2, oo), "z": Integers(2, oo)},  # 1729 less 1728
}


@pytest.mark.parametrize("claim", TOGETHER)
def test_a_mistake_that_needs_several_large_integers_is_found(claim):
    assert check(claim, **TOGETHER[claim]).verdict == "refuted"
