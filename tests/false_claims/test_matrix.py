"""Mistakes about matrices: products that commute, functions that are not linear, orders, and gradients."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from verify import (
    Integers,
    Matrices,
    Orthogonal,
    PositiveDefinite,
    PositiveSemidefinite,
    Reals,
    Stochastic,
    SymmetricMatrices,
    Vectors,
    equal,
    loewner_at_most,
)

n = Integers(1, 2)
THREE = Integers(1, 3)
TWO = {"n": n, "A": Matrices("n", "n"), "B": Matrices("n", "n")}
ONE = {"n": n, "A": Matrices("n", "n")}
SEMI = {"n": n, "A": PositiveSemidefinite("n"), "B": PositiveSemidefinite("n")}
PAIR = {"n": n, "u": Vectors("n"), "v": Vectors("n")}
FORM = {"n": n, "A": Matrices("n", "n"), "x": Vectors("n")}
FIT = {"m": Integers(1, 2), "k": Integers(1, 2), "A": Matrices("m", "m"), "U": Matrices("m", "k"),
       "V": Matrices("k", "m")}
LOSS = "1/2*frobenius(A - U*V)^2 + 1/2*frobenius(U)^2"


def at_least_two(**instance: Any) -> bool:
    return instance["n"] >= 2


EXHIBITS: dict[str, dict[str, Any]] = {
    "the trace of a product is the product of the traces": {
        "over": TWO, "wrong": "trace(A*B) == trace(A)*trace(B)", "witness": at_least_two,
        "right": "trace(A*B) == trace(B*A)", "green": "derived",
    },
    "the determinant is additive": {
        "over": TWO, "wrong": "det(A + B) == det(A) + det(B)", "witness": at_least_two,
        "right": "det(A*B) == det(A)*det(B)", "green": "derived",
    },
    "a transpose keeps the order of a product": {
        "over": TWO, "wrong": "(A*B)^T == A^T*B^T", "witness": at_least_two,
        "right": "(A*B)^T == B^T*A^T", "green": "derived",
    },
    "an inverse keeps the order of a product": {
        "over": TWO, "given": ("det(A) != 0", "det(B) != 0"),
        "wrong": "(A*B)^-1 == A^-1*B^-1", "witness": at_least_two,
        "right": "(A*B)^-1 == B^-1*A^-1", "green": "derived",
    },
    "the square of a sum of matrices": {
        "over": TWO, "wrong": "(A + B)^2 == A^2 + 2*A*B + B^2", "witness": at_least_two,
        "right": "(A + B)^2 == A^2 + A*B + B*A + B^2", "green": "derived",
    },
    "every matrix has an inverse": {
        "over": ONE, "verdict": "ill-posed", "wrong": "A^-1*A == identity(n)", "witness": lambda n, A: True,
        "right": "A^-1*A == identity(n)", "right_given": "det(A) != 0", "green": "derived",
    },
    "every square is positive semidefinite": {
        "over": {"n": n, "A": Matrices("n", "n")}, "wrong": "A^T*A ⪰ A*A^T", "witness": at_least_two,
        "right": "psd(A^T*A)", "green": "supported",
    },
    "squaring keeps the Loewner order": {
        "over": SEMI, "wrong": "A^2 ⪯ (A + B)^2", "witness": at_least_two,
        "right": "A ⪯ A + B", "green": "supported",
    },
    "squaring keeps the Loewner order, as a hypothesis": {
        "over": SEMI, "given": "A ⪯ B", "wrong": loewner_at_most("A^2", "B^2"), "witness": at_least_two,
        "right": "trace(A) <= trace(B)", "green": "supported",
    },
    "inversion keeps the Loewner order": {
        "over": {"n": n, "A": PositiveDefinite("n"), "B": PositiveSemidefinite("n")},
        "wrong": "A^-1 ⪯ (A + B)^-1", "witness": lambda n, A, B: True,
        "right": "(A + B)^-1 ⪯ A^-1", "green": "supported",
    },
    "the entrywise order is the Loewner order": {
        "over": {"n": n, "A": SymmetricMatrices("n")}, "given": "A >= 0", "wrong": "psd(A)", "witness": at_least_two,
        "right": "trace(A) >= 0", "green": "supported",
    },
    "the product of positive semidefinite matrices is one": {
        "over": SEMI, "verdict": "ill-posed", "wrong": "psd(A*B)", "witness": at_least_two,
        "right": "psd(hadamard(A, B))", "green": "supported",
    },
    "a norm that is no bound: Cauchy and Schwarz reversed": {
        "over": PAIR, "wrong": "norm(u)^2*norm(v)^2 <= dot(u, v)^2", "witness": at_least_two,
        "right": "dot(u, v)^2 <= norm(u)^2*norm(v)^2", "green": "supported",
    },
    "the triangle inequality reversed": {
        "over": PAIR, "wrong": "norm(u) + norm(v) <= norm(u + v)", "witness": lambda n, u, v: u != v,
        "right": "norm(u + v)^2 <= 2*norm(u)^2 + 2*norm(v)^2", "green": "supported",
    },
    "Hadamard's inequality without definiteness": {
        "over": {"n": THREE, "A": SymmetricMatrices("n")}, "wrong": "det(A) <= product(A[i, i], i, 1, n)",
        "witness": lambda n, A: n == 3,
        "right": "det(A) <= product(A[i, i], i, 1, n)", "right_over": {"n": n, "A": PositiveDefinite("n")},
        "green": "supported",
    },
    "the largest eigenvalue is subadditive without symmetry": {
        "over": {"A": Matrices(2, 2, 0), "B": Matrices(2, 2, 0)},
        "wrong": "max_eigenvalue(A + B) <= max_eigenvalue(A) + max_eigenvalue(B)", "witness": lambda A, B: True,
        "right": "max_eigenvalue(A + B) <= max_eigenvalue(A) + max_eigenvalue(B)",
        "right_over": {"A": PositiveSemidefinite(2), "B": PositiveSemidefinite(2)}, "green": "supported",
    },
    "the exponential of a sum": {
        "over": {"A": Matrices(2, 2, -2, 2), "B": Matrices(2, 2, -2, 2)}, "wrong": "exp(A + B) == exp(A)*exp(B)",
        "witness": lambda A, B: True,
        "right": "exp(A + B) == exp(A)*exp(B)", "right_given": "A == B", "right_over": {"A": Matrices(2, 2, -2, 2),
                                                                                      "B": Matrices(2, 2, -2, 2)},
        "green": "supported",
    },
    "a gradient with a factor 2 too many": {
        "over": FIT, "wrong": f"gradient({LOSS}, U) == -2*(A - U*V)*V^T + U", "witness": lambda **_: True,
        "right": f"gradient({LOSS}, U) == -(A - U*V)*V^T + U", "green": "derived",
    },
    "a gradient that is 0": {
        "over": FIT, "wrong": f"gradient({LOSS}, U) == 0", "witness": lambda **_: True,
        "right": f"gradient({LOSS}, V) == -U^T*(A - U*V)", "green": "derived",
    },
    "a gradient transposed": {
        "over": ONE | {"B": Matrices("n", "n")}, "wrong": "gradient(trace(A*B), A) == B", "witness": at_least_two,
        "right": "gradient(trace(A*B), A) == B^T", "green": "derived",
    },
    "the gradient of a quadratic form, as if A were symmetric": {
        "over": FORM, "wrong": "gradient(transpose(x)*A*x, x) == 2*A*x", "witness": at_least_two,
        "right": "gradient(transpose(x)*A*x, x) == (A + A^T)*x", "green": "derived",
    },
    "the gradient of the logarithm of a determinant, transposed": {
        "over": ONE, "given": "det(A) > 0", "wrong": "gradient(log(det(A)), A) == A^-1", "witness": at_least_two,
        "right": "gradient(log(det(A)), A) == transpose(A^-1)", "green": "supported derived",
    },
    "an orthogonal matrix is symmetric": {
        "over": {"n": n, "Q": Orthogonal("n")}, "wrong": "Q^2 == identity(n)", "witness": lambda n, Q: n >= 2,
        "right": "Q^T*Q == identity(n)", "green": "supported",
    },
    "a stochastic matrix keeps sums from the left": {
        "over": {"n": n, "P": Stochastic("n", "n")}, "wrong": "P^T*ones(n, 1) == ones(n, 1)",
        "witness": lambda n, P: n >= 2,
        "right": "P*ones(n, 1) == ones(n, 1)", "green": "supported",
    },
    "rows for columns in a function": {
        "over": {"A": Matrices(2, 3), "x": Vectors(3)},
        "wrong": equal(lambda A, x: np.array([A[:, 0] @ x[:2], A[:, 1] @ x[:2]]), "A*x"), "witness": lambda A, x: True,
        "right": equal(lambda A, x: A @ x, "A*x"), "green": "supported derived",
    },
    "the larger eigenvalue of an exponential is that of its exponent": {
        "over": {"x": Reals(0, 2)}, "given": "x > 0",
        "wrong": "max_eigenvalue(exp(x*matrix((1, 2), (3, 4)))) == x*(5 + sqrt(33))/2", "witness": lambda x: x > 0,
        "right": "max_eigenvalue(exp(x*matrix((1, 2), (3, 4)))) == exp(x*(5 + sqrt(33))/2)", "green": "supported",
    },
    "a rank is multiplicative": {
        "over": TWO, "wrong": "rank(A*B) == rank(A)*rank(B)", "witness": lambda n, A, B: n >= 2,
        "right": "rank(A*B) <= min(rank(A), rank(B))", "green": "supported",
    },
}


@pytest.mark.parametrize("mistake", EXHIBITS)
def test_mistake(mistake, mistaken):
    mistaken(EXHIBITS[mistake])


@pytest.mark.parametrize("mistake", EXHIBITS)
def test_corrected(mistake, corrected):
    corrected(EXHIBITS[mistake])
