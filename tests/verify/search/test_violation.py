"""Violation: signs and sizes by hand."""

import math

import numpy as np
import pytest

from verify import Integers, Reals, Vectors, at_least, at_most
from verify.builder import make_claim
from verify.search.violation import unmet, violations


def claim(relation, given=(), **domains):
    return make_claim("c", relation, {}, given=given, at="p. 1", forall=domains or {"x": Reals()})


@pytest.mark.parametrize(("relation", "x", "raw", "relative"), [
    ("x <= 1", 3.0, 2, math.log(3)), ("x >= 1", 3.0, -2, -math.log(3)), ("x < -1", 1.0, 2, 1.0),
    ("x == 1", 3.0, 2, math.log(3)),
    (at_most(lambda x: x * x, 1), 2.0, 3, math.log(4)), (at_most(lambda x: x.numerator, 1), 0.5, 0, 0.0),
])
def test_one_link(relation, x, raw, relative):
    found = violations(claim(relation), {"x": x})[0]
    assert float(found.raw) == raw
    assert found.relative == pytest.approx(relative)


def test_vectors_and_undefined_sides():
    made = claim(at_least(np.asarray, 0), v=Vectors(2))
    assert float(violations(made, {"v": (3.0, -2.0)})[0].raw) == 2
    assert violations(claim("log(x) <= x"), {"x": 0.0}) == (None,)


def test_how_far_hypotheses_are_missed():
    made = claim("x <= 1", "x > 2 and n % 2 == 0", x=Reals(), n=Integers())
    assert unmet(made, {"x": 3.0, "n": 2}) == 0
    assert 0 < unmet(made, {"x": 1.9, "n": 2}) < unmet(made, {"x": 0.0, "n": 2})
    assert unmet(made, {"x": 3.0, "n": 1}) > 0
