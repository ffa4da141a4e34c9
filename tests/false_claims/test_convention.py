"""Mistakes of convention: the same words under another normalisation, order, unit or branch."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import numerics
from verify import BooleanFunctions, Integers, Reals, Vectors, equal


def energy(f: Any) -> Any:
    """The sum of the squares of the unnormalised transform."""
    return sum(int(c) ** 2 for c in numerics.walsh_hadamard(f.astype(np.int64)))


def correlation(f: Any, g: Any) -> Fraction:
    return Fraction(int((f * g).sum()), len(f))


def agreement(f: Any, g: Any) -> Fraction:
    """The share of inputs on which two functions agree."""
    return Fraction(int((f == g).sum()), len(f))


A, B = np.array([[1, 2], [3, 4]], dtype=object), np.array([[0, 1], [1, 1]], dtype=object)


def product_by_rows(x: Any) -> Any:
    """The entries of A X B, row after row, where x lists X row after row."""
    return (A @ x.reshape(2, 2) @ B).reshape(-1)


EXHIBITS: dict[str, dict[str, Any]] = {
    "the spectrum of AND is that of its 0/1 table, where true is -1": {
        "over": {},
        "wrong": equal(lambda: numerics.walsh_hadamard(numerics.conjunction(2)), (1, -1, -1, 1)), "witness": {},
        "right": equal(lambda: numerics.walsh_hadamard(numerics.conjunction(2)), (2, 2, 2, -2)), "green": "exhausted",
    },
    "Parseval's identity for a transform that is not normalised": {
        "over": {"n": Integers(1, 2), "f": BooleanFunctions("n")},
        "wrong": equal(energy, lambda f: sum(f**2)), "witness": {"n": "1", "f": "(1, 1)"},
        "right": equal(energy, lambda n, f: 2**n * sum(f**2)), "green": "exhausted",
    },
    "the transform is its own inverse": {
        "over": {"f": BooleanFunctions(2)},
        "wrong": equal(lambda f: numerics.walsh_hadamard(numerics.walsh_hadamard(f.astype(np.int64))), lambda f: f),
        "witness": {"f": "(1, 1, 1, 1)"},
        "right": equal(lambda f: numerics.walsh_hadamard(numerics.walsh_hadamard(f.astype(np.int64))), lambda f: 4 * f),
        "green": "exhausted",
    },
    "E[fg] of signs is read as the chance that f = g": {
        "over": {"f": BooleanFunctions(2), "g": BooleanFunctions(2)},
        "wrong": equal(correlation, agreement), "witness": {"f": "(1, 1, 1, 1)", "g": "(-1, 1, 1, 1)"},
        "right": equal(correlation, lambda f, g: 2 * agreement(f, g) - 1), "green": "exhausted",
    },
    "the table of x1 changes slowest": {
        "over": {},
        "wrong": equal(lambda: numerics.dictator(2, 1), (1, 1, -1, -1)), "witness": {},
        "right": equal(lambda: numerics.dictator(2, 1), (1, -1, 1, -1)), "green": "exhausted",
    },
    "the entropy of a fair coin is 1 in natural units": {
        "over": {},
        "wrong": "-(1/2*log(1/2) + 1/2*log(1/2)) == 1", "witness": {},
        "right": "-(1/2*log(1/2, 2) + 1/2*log(1/2, 2)) == 1", "green": "derived supported",
    },
    "an angle in degrees": {
        "over": {},
        "wrong": "sin(90) == 1", "witness": {},
        "right": "sin(pi/2) == 1", "green": "derived supported",
    },
    "the remainder takes the sign of the dividend": {
        "over": {"n": Integers(-5, 5)},
        "wrong": "n % 3 == n - 3*sign(n)*floor(abs(n)/3)", "witness": {"n": "-5"},
        "right": "n % 3 == n - 3*floor(n/3)", "green": "exhausted derived",
    },
    "the cube root of a negative number is real": {
        "over": {"n": Integers(-2, 2)},
        "wrong": "(n^3)^(1/3) == n", "witness": {"n": "-2"},
        "right": "sign(n)*abs(n^3)^(1/3) == n", "green": "exhausted derived",
    },
    "vec(AXB) = (B' x A) vec X with vec by rows": {
        "over": {"x": Vectors(4, -2, 2)},
        "wrong": equal(product_by_rows, lambda x: np.kron(B.T, A) @ x), "witness": {"x": "(1, 0, 0, 0)"},
        "right": equal(product_by_rows, lambda x: np.kron(A, B.T) @ x), "green": "derived supported",
    },
    "the divergence of p from q is that of q from p": {
        "over": {"p": Reals("1/10", "9/10"), "q": Reals("1/10", "9/10")},
        "wrong": "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) == q*log(q/p) + (1 - q)*log((1 - q)/(1 - p))",
        "witness": lambda p, q: p not in (q, 1 - q),
        "right": "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) + q*log(q/p) + (1 - q)*log((1 - q)/(1 - p))"
                 " == (p - q)*(log(p/q) - log((1 - p)/(1 - q)))",
        "green": "derived supported",
    },
    "a binomial coefficient of a negative number is 0": {
        "over": {"n": Integers(1, 5), "k": Integers(0, 5)},
        "wrong": "binomial(-n, k) == 0", "witness": {"n": "1", "k": "0"},
        "right": "binomial(-n, k) == (-1)^k*binomial(n + k - 1, k)", "green": "exhausted derived",
    },
    "0^n is 0, also for n = 0": {
        "over": {"n": Integers(0, 5)},
        "wrong": "0^n == 0", "witness": {"n": "0"},
        "right": "0^n == 0", "right_over": {"n": Integers(1, 5)}, "green": "exhausted derived",
    },
    "half is always rounded up": {
        "over": {"n": Integers(0, 8)},
        "wrong": equal(lambda n: round(Fraction(n, 2)), "floor(n/2 + 1/2)"), "witness": {"n": "1"},
        "right": equal(lambda n: round(Fraction(n, 2)), "floor(n/2 + 1/2) - delta(n % 4, 1)"), "green": "exhausted",
    },
}


@pytest.mark.parametrize("mistake", EXHIBITS)
def test_mistake(mistake, mistaken):
    mistaken(EXHIBITS[mistake])


@pytest.mark.parametrize("mistake", EXHIBITS)
def test_corrected(mistake, corrected):
    corrected(EXHIBITS[mistake])
