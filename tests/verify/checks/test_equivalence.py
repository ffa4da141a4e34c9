"""Equivalence: two functions on the same inputs, in their values and, where asked, in their gradients."""

import importlib.util
import math

import numpy as np
import pytest

from verify.budget import Budget
from verify.builder import make_claim
from verify.checks.equivalence import check
from verify.domains.scalar_domain import Integers, Reals
from verify.domains.vector_domain import Simplex, Vectors
from verify.evidence import Coverage, Outcome, Rigour
from verify.relation import equal, equivalent

SMALL = Budget(instances=25, corners=15)


def run(relation, **domains):
    return check(make_claim("c", relation, {}, at="p. 1", forall=domains), SMALL)


def direct(x):
    return (x + 1) ** 2


def expanded(x):
    return x * x + 2 * x + 1


def test_two_exact_functions_agree():
    found = run(equivalent(direct, expanded), x=Reals())
    assert (found.outcome, found.rigour, found.coverage) == (Outcome.HOLDS, Rigour.EXACT, Coverage.SAMPLE)
    assert found.admitted >= SMALL.instances
    assert found.note.startswith("values")


def test_two_float_functions_agree_to_their_noise():
    found = run(equal(lambda x: math.log1p(float(x)), lambda x: math.log(1 + float(x))), x=Reals(0, 3))
    assert (found.outcome, found.rigour) == (Outcome.HOLDS, Rigour.NUMERICAL)


def test_a_difference_is_found():
    found = run(equal(direct, lambda x: expanded(x) + (x == 2)), x=Reals())
    assert found.outcome is Outcome.FAILS
    assert found.counterexample.instance == (("x", "2"),)


def test_vectors_in_vectors_out():
    softmax = lambda v: np.exp(np.asarray(v, float)) / np.sum(np.exp(np.asarray(v, float)))  # noqa: E731
    shifted = lambda v: softmax(np.asarray(v, float) - 1.0)  # noqa: E731
    assert run(equal(softmax, shifted), v=Vectors(3, -3, 3)).outcome is Outcome.HOLDS
    assert run(equal(lambda g: g @ g**0, lambda g: 1), g=Simplex(4)).outcome is Outcome.HOLDS


def test_shapes_that_differ_are_an_error():
    assert run(equal(lambda x: (x, x), lambda x: (x,)), x=Reals()).outcome is Outcome.ERROR


@pytest.mark.parametrize("relation", ["x == x", equal(direct, "x^2 + 2*x + 1")])
def test_formulas_are_for_others(relation):
    assert run(relation, x=Reals()) is None


def test_listed_inputs_are_for_others():
    assert run(equal(direct, expanded), x=Integers(0, 9)) is None


def test_the_same_claim_gives_the_same_evidence():
    assert run(equal(direct, expanded), x=Reals()) == run(equal(direct, expanded), x=Reals())


def test_without_torch_gradients_are_not_run_and_say_so(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *rest: None)
    found = run(equivalent(direct, expanded, gradients="x"), x=Reals())
    assert found.outcome is Outcome.NOT_RUN
    assert found.note == "gradients need PyTorch: pip install 'assay[torch]'"


needs_torch = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")


def square_norm(w):
    return (w * w).sum()


def dot(w):
    return w @ w


def detached(w):
    """The right value with half of the derivative lost."""
    return (w.detach() * w).sum() if hasattr(w, "detach") else (w * w).sum()


@needs_torch
def test_gradients_are_compared():
    found = run(equivalent(square_norm, dot, gradients="w"), w=Vectors(3, -5, 5))
    assert found.outcome is Outcome.HOLDS
    assert "gradients in w" in found.note


@needs_torch
def test_a_wrong_gradient_under_a_right_value_is_found():
    assert run(equivalent(square_norm, detached), w=Vectors(3, -5, 5)).outcome is Outcome.HOLDS
    found = run(equivalent(square_norm, detached, gradients="w"), w=Vectors(3, -5, 5))
    assert found.outcome is Outcome.FAILS
    assert "gradients" in found.counterexample.reason
