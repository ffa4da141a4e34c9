"""Tightness: where an inequality is attained, where it is only approached, and how close it comes otherwise."""

from fractions import Fraction

import pytest
import sympy

from verify.builder import make_claim
from verify.domains.scalar_domain import Integers, Reals
from verify.relation import at_most, chain
from verify.trial import attempt
from verify.variants.tightness import tightness

oo = sympy.oo


def told(relation, values, **domains):
    made = make_claim("c", relation, {}, at="p. 1", forall=domains)
    names = list(domains)
    instances = [dict(zip(names, value if isinstance(value, tuple) else (value,), strict=True)) for value in values]
    return tightness(made, [attempt(made, instance) for instance in instances])


@pytest.mark.parametrize(("statement", "values", "over", "expected"), [
    ("log(1 + x) <= x", [3, 0, 1], {"x": Reals(0, oo)}, "attained, with equality at x = 0"),
    ("x^2 + y^2 >= 2*x*y", [(0, 1), (2, 2), (3, 3)], {"x": Reals(), "y": Reals()},
     "attained, with equality at x = 2, y = 2 and at 1 more of 3 instances"),
    ("x/(1 + x) < 1", [1, 2, 3], {"x": Reals(0, oo)}, "not attained; equality seems to be approached as x → oo "
     "(ratio 0.9999, 1 - 1e-05 at x = 10000 and 100000)"),
    ("n^2 <= 2*n^2 + 5", [1, 2, 3], {"n": Integers(1, oo)},
     "not attained; the ratio of the sides seems to tend to about 0.5 as n → oo"),
    ("x < 1 + x^2", [1, 2, 3], {"x": Reals(0, oo)},
     "no equality met; the smaller side is at most 0.5 of the larger (at x = 1)"),
    ("-x < x + 1", [0, 1], {"x": Reals(0, oo)}, "no equality met; the sides come as close as 1 (at x = 0)"),
    ("1/x >= 0", [1, 2], {"x": Reals(1, oo)},
     "not attained; equality seems to be approached as x → oo (0.0001 apart, 1e-05 apart at x = 10000 and 100000)"),
    ("x < 1", [Fraction(1, 2)], {"x": Reals(0, 1)}, "approached as x → 1"),
])
def test_sentences(statement, values, over, expected):
    assert expected in told(statement, values, **over)[0]


def test_every_link_of_a_chain_is_told():
    found = told(chain("x", "<=", "x + 1", "<=", "2*x + 1"), [0, 1, 2], x=Reals(0, oo))
    assert found[1] == "x + 1 <= 2*x + 1: attained, with equality at x = 0"
    assert found[0].startswith("x <= x + 1: not attained; equality seems to be approached")


def test_equalities_and_failures_have_no_tightness():
    assert told("x == x", [1, 2], x=Reals()) == ()
    assert told("x < 0", [1, 2], x=Reals()) == ()


def test_a_function_is_not_followed_to_a_limit():
    found = told(at_most(lambda n: n, lambda n: n + 1), [1, 2, 3], n=Integers(1, oo))
    assert found == ("no equality met; the smaller side is at most 0.75 of the larger (at n = 3)",)
