"""Mistakes of the index: swapped, shifted by one, counted from 0, running past the end or backwards."""

from __future__ import annotations

from typing import Any

import pytest

from verify import Integers, Vectors

EXHIBITS: dict[str, dict[str, Any]] = {
    "the sum of powers of two stops one too early": {
        "over": {"n": Integers(0, 12)},
        "wrong": "sum(2^k, k, 0, n) == 2^n - 1", "witness": {"n": "0"},
        "right": "sum(2^k, k, 0, n) == 2^(n + 1) - 1", "green": "exhausted derived",
    },
    "n + 1 terms are counted as n": {
        "over": {"n": Integers(0, 12)},
        "wrong": "sum(1, k, 0, n) == n", "witness": {"n": "0"},
        "right": "sum(1, k, 0, n) == n + 1", "green": "exhausted derived",
    },
    "the telescoping sum ends with 1/n": {
        "over": {"n": Integers(1, 12)},
        "wrong": "sum(1/(k*(k + 1)), k, 1, n) == 1 - 1/n", "witness": {"n": "1"},
        "right": "sum(1/(k*(k + 1)), k, 1, n) == 1 - 1/(n + 1)", "green": "exhausted derived",
    },
    "the hockey stick is one row short": {
        "over": {"n": Integers(0, 10)},
        "wrong": "sum(binomial(k, 2), k, 0, n) == binomial(n, 3)", "witness": {"n": "2"},
        "right": "sum(binomial(k, 2), k, 0, n) == binomial(n + 1, 3)", "green": "exhausted derived",
    },
    "pairs i <= j are counted as pairs i < j": {
        "over": {"n": Integers(1, 8)},
        "wrong": "sum(sum(1, j, i, n), i, 1, n) == binomial(n, 2)", "witness": {"n": "1"},
        "right": "sum(sum(1, j, i, n), i, 1, n) == binomial(n + 1, 2)", "green": "exhausted derived",
    },
    "the symmetry of binomials is off by one": {
        "over": {"n": Integers(0, 8), "k": Integers(0, "n")},
        "wrong": "binomial(n, k) == binomial(n, n - k - 1)", "witness": {"n": "0", "k": "0"},
        "right": "binomial(n, k) == binomial(n, n - k)", "green": "exhausted derived",
    },
    "Pascal's rule adds the same entry twice": {
        "over": {"n": Integers(1, 8), "k": Integers(0, "n")},
        "wrong": "binomial(n, k) == binomial(n - 1, k) + binomial(n - 1, k)", "witness": {"n": "1", "k": "0"},
        "right": "binomial(n, k) == binomial(n - 1, k - 1) + binomial(n - 1, k)", "green": "exhausted derived",
    },
    "Cassini's identity with the sign of the next index": {
        "over": {"n": Integers(1, 20)},
        "wrong": "fibonacci(n - 1)*fibonacci(n + 1) - fibonacci(n)^2 == (-1)^(n + 1)", "witness": {"n": "1"},
        "right": "fibonacci(n - 1)*fibonacci(n + 1) - fibonacci(n)^2 == (-1)^n", "green": "exhausted derived",
    },
    "the sum of odd numbers runs to n + 1": {
        "over": {"n": Integers(0, 12)},
        "wrong": "sum(2*k - 1, k, 1, n + 1) == n^2", "witness": {"n": "0"},
        "right": "sum(2*k - 1, k, 1, n) == n^2", "green": "exhausted derived",
    },
    "an empty sum is read backwards, as if it had a negative length": {
        "over": {"n": Integers(1, 12)},
        "wrong": "sum(k, k, 1, n - 5) == (n - 5)*(n - 4)/2", "witness": {"n": "1"},
        "right": "sum(k, k, 1, n - 5) == (n - 5)*(n - 4)/2", "right_over": {"n": Integers(4, 12)},
        "green": "exhausted derived",
    },
    "the row index and the column index of a product of matrices are swapped": {
        "over": {"a": Vectors(4, -3, 3), "b": Vectors(4, -3, 3)},
        "wrong": "sum(a[k]*b[2*k], k, 1, 2) == sum(b[k]*a[2*k], k, 1, 2)",
        "witness": lambda a, b: a[0] * b[1] + a[1] * b[3] != b[0] * a[1] + b[1] * a[3],
        "right": "sum(a[k]*b[2*k], k, 1, 2) == a[1]*b[2] + a[2]*b[4]", "green": "derived supported",
    },
    "a vector is indexed from 0": {
        "over": {"d": Integers(1, 4), "x": Vectors("d", -2, 2)}, "verdict": "ill-posed",
        "wrong": "sum(x[k], k, 0, d - 1) == sum(x[k], k, 1, d)", "witness": {"d": "1", "x": "(0)"},
        "right": "sum(x[k + 1], k, 0, d - 1) == sum(x[k], k, 1, d)", "green": "derived supported",
    },
    "a vector is read past its end": {
        "over": {"d": Integers(2, 4), "x": Vectors("d", -2, 2)}, "verdict": "ill-posed",
        "wrong": "sum(x[k + 1] - x[k], k, 1, d) == x[d] - x[1]", "witness": {"d": "2", "x": "(0, 0)"},
        "right": "sum(x[k + 1] - x[k], k, 1, d - 1) == x[d] - x[1]", "green": "derived supported",
    },
    "a sum with half a term": {
        "over": {"n": Integers(2, 9)}, "verdict": "ill-posed",
        "wrong": "sum(2, k, 1, n/2) == n", "witness": {"n": "3"},
        "right": "sum(2, k, 1, n/2) == n", "right_given": {"n is even": "n % 2 == 0"}, "green": "exhausted derived",
    },
    "the geometric series without its first term": {
        "over": {"n": Integers(0, 8), "r": Integers(2, 4)},
        "wrong": "sum(r^k, k, 1, n) == (r^(n + 1) - 1)/(r - 1)", "witness": {"n": "0", "r": "2"},
        "right": "sum(r^k, k, 0, n) == (r^(n + 1) - 1)/(r - 1)", "green": "exhausted derived",
    },
}


@pytest.mark.parametrize("mistake", EXHIBITS)
def test_mistake(mistake, mistaken):
    mistaken(EXHIBITS[mistake])


@pytest.mark.parametrize("mistake", EXHIBITS)
def test_corrected(mistake, corrected):
    corrected(EXHIBITS[mistake])


def test_product_over_the_empty_range_is_one(corrected):
    corrected({"over": {"n": Integers(-3, 0)}, "right": "product(k, k, 1, n) == 1", "green": "exhausted derived"})
