"""Brevity: short witnesses that still break the claim."""

from fractions import Fraction

import pytest
import sympy

from verify import Integers, Reals, Simplex
from verify.builder import make_claim
from verify.search.brevity import shortened
from verify.trial import attempt


@pytest.mark.parametrize(("relation", "domains", "long", "short"), [
    ("x <= 1", {"x": Reals()}, {"x": Fraction(123456789, 1000)}, {"x": 2}),
    ("n <= 100", {"n": Integers(0, sympy.oo)}, {"n": 98765}, {"n": 101}),
    ("n % 13 != 0", {"n": Integers(1, sympy.oo)}, {"n": 676}, {"n": 13}),
    ("x^3 - 3*x + 3 >= 0", {"x": Reals()}, {"x": -10}, {"x": -3}),
    ("n + m != 9", {"n": Integers(1, sympy.oo), "m": Integers(5, sympy.oo)}, {"n": -590, "m": 599}, {"n": 1, "m": 8}),
    ("p[1] <= 1/2", {"p": Simplex(2)}, {"p": (Fraction(70001, 100000), Fraction(29999, 100000))}, {"p": (1, 0)}),
    ("4*a^2 - 12*a*b + 9*b^2 >= (a^2 + b^2)/100", {"a": Reals(), "b": Reals()},
     {"a": Fraction(300001, 7), "b": Fraction(200000, 7)}, {"a": 3, "b": 2}),
])
def test_shortened(relation, domains, long, short):
    claim = make_claim("c", relation, {}, at="p. 1", forall=domains)
    found = shortened(claim, attempt(claim, long), lambda instance: attempt(claim, instance), lambda instance: instance)
    assert found.instance == short
