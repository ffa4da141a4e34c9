"""Mistakes of logic: a converse, a case left out, "all" for "some", an empty range."""

from __future__ import annotations

from typing import Any

import pytest

from verify import Integers, Reals, Vectors

EXHIBITS: dict[str, dict[str, Any]] = {
    "the converse of a divisibility": {
        "over": {"n": Integers(1, 20)},
        "wrong": "n % 4 == 0 <=> n^2 % 4 == 0", "witness": {"n": "2"},
        "right": "n % 2 == 0 <=> n^2 % 2 == 0", "green": "exhausted",
    },
    "the even prime is forgotten": {
        "over": {"n": Integers(1, 30)},
        "wrong": "prime(n) => n % 2 == 1", "witness": {"n": "2"},
        "right": "prime(n) => n % 2 == 1 or n == 2", "green": "exhausted",
    },
    "a square decides a sign": {
        "over": {"x": Reals(-3, 3)},
        "wrong": "x^2 > 1 => x > 1", "witness": lambda x: x < -1,
        "right": "x^2 > 1 => |x| > 1", "green": "supported enclosed",
    },
    "one positive entry makes a sum positive": {
        "over": {"d": Integers(1, 3), "v": Vectors("d", -2, 2)},
        "wrong": "any(v[k] > 0, k, 1, d) => sum(v[k], k, 1, d) > 0", "witness": lambda d, v: max(v) > 0 >= sum(v),
        "right": "all(v[k] > 0, k, 1, d) => sum(v[k], k, 1, d) > 0", "green": "supported",
    },
    "coprime to one is coprime to the product": {
        "over": {"a": Integers(1, 8), "b": Integers(1, 8), "c": Integers(1, 8)},
        "wrong": "gcd(a, b) == 1 => gcd(a*c, b) == 1", "witness": lambda a, b, c: b > 1,
        "right": "gcd(a, b) == 1 and gcd(c, b) == 1 => gcd(a*c, b) == 1", "green": "exhausted",
    },
    "the maximum is at most the sum": {
        "over": {"d": Integers(1, 3), "v": Vectors("d", -2, 2)},
        "wrong": "max(v[k], k, 1, d) <= sum(v[k], k, 1, d)", "witness": lambda d, v: max(v) > sum(v),
        "right": "max(v[k], k, 1, d) <= sum(|v[k]|, k, 1, d)", "green": "supported",
    },
    "the maximum of nothing": {
        "over": {"n": Integers(0, 5)}, "verdict": "ill-posed",
        "wrong": "max(k, k, 1, n) == n", "witness": {"n": "0"},
        "right": "max(k, k, 1, n) == n", "right_over": {"n": Integers(1, 5)}, "green": "exhausted",
    },
}


@pytest.mark.parametrize("mistake", EXHIBITS)
def test_mistake(mistake, mistaken):
    mistaken(EXHIBITS[mistake])


@pytest.mark.parametrize("mistake", EXHIBITS)
def test_corrected(mistake, corrected):
    corrected(EXHIBITS[mistake])
