"""Constraint: instances moved onto hypotheses, exactly; checked by evaluating the hypotheses."""

import math
from fractions import Fraction

import pytest
import sympy

from verify import Integers, Reals, Vectors
from verify.builder import make_claim
from verify.search.constraint import meet
from verify.trial import attempt

OO = sympy.oo
R2 = {"x": Reals(), "y": Reals()}
ON_CIRCLE = [{"x": 1, "y": 0}]


def claim(given, **domains):
    return make_claim("c", "0 <= 1", {}, given=given, at="p. 1", forall=domains)


CASES = [
    ("x*y == 1", R2, {"x": 3, "y": 5}, []), ("1/x + 1/y == 1", R2, {"x": 3, "y": 5}, []),
    ("x^2 + y^2 == 1", R2, {"x": 3, "y": 5}, ON_CIRCLE), ("x^2 + 4*y^2 == 5", R2, {"x": 3, "y": 5}, [{"x": 1, "y": 1}]),
    ("x^2 == 9 and x < 0", R2, {"x": 1, "y": 5}, []), ("x < y", R2, {"x": 5, "y": 3}, []),
    ("x > 10^6", R2, {"x": 5, "y": 3}, []), ("0 < x and x < 1/1000", R2, {"x": 5, "y": 3}, []),
    ("n == 2*k", {"n": Integers(0, OO), "k": Integers(0, OO)}, {"n": 7, "k": 2}, []),
    ("n % 4 == 1", {"n": Integers(1, OO)}, {"n": 7}, []), ("n % 840 == 100", {"n": Integers(1, OO)}, {"n": 7}, []),
    ({"coprime": lambda a, b: math.gcd(a, b) == 1}, {"a": Integers(1, OO), "b": Integers(1, OO)}, {"a": 6, "b": 4}, []),
    ("sum(v[k], k, 1, 3) == 1", {"v": Vectors(3, 0, OO)}, {"v": (3, 1, 7)}, [{"v": (0, 0, 0)}]),
    ("v[1] <= v[2] and v[2] <= v[3]", {"v": Vectors(3)}, {"v": (3, 2, 1)}, []),
    ("x^2 + y^2 <= 1/100", R2, {"x": 3, "y": 5}, [{"x": 0, "y": 0}]),
]


@pytest.mark.parametrize(("given", "domains", "instance", "anchors"), CASES,
                         ids=[case[0] if isinstance(case[0], str) else "a function" for case in CASES])
def test_an_instance_is_moved_onto_its_hypotheses(given, domains, instance, anchors):
    made = claim(given, **domains)
    assert not attempt(made, instance).admitted
    moved = meet(made, instance, anchors)
    assert attempt(made, moved).admitted
    assert all(variable.domain.contains(moved[variable.name], moved) for variable in made.variables)


def test_many_instances_go_to_many_points_of_the_circle():
    made = claim("x^2 + y^2 == 1", **R2)
    moved = {tuple(meet(made, {"x": Fraction(k, 7), "y": 2}, ON_CIRCLE).values()) for k in range(1, 40)}
    assert len(moved) >= 39


def test_what_meets_the_hypotheses_or_cannot_be_moved_stays():
    assert meet(claim("x < y", **R2), {"x": 1, "y": 2}) == {"x": 1, "y": 2}
    assert meet(claim("x^2 == 2", x=Reals()), {"x": Fraction(1)}) == {"x": 1}
    assert meet(claim((), x=Reals()), {"x": 1}) == {"x": 1}


def test_a_number_is_made_whole_where_a_remainder_asks_for_it():
    made = make_claim("c", "floor(x + y) == floor(x) + floor(y)", {}, given="y % 1 == 0", at="p. 1",
                      forall={"x": Reals(0, OO), "y": Reals(0, OO)})
    assert meet(made, {"x": Fraction(1, 3), "y": Fraction(7, 3)}) == {"x": Fraction(1, 3), "y": 2}
