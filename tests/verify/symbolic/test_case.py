"""Tests of which cases of a case distinction are left."""

from __future__ import annotations

import pytest
import sympy
from flint import fmpq

from verify.symbolic.case import open_cases

x, y = sympy.symbols("x y")
TREE = sympy.Piecewise((1, sympy.And(sympy.Lt(x, 0), sympy.Lt(y, 0))), (2, sympy.Or(sympy.Gt(x, 0), sympy.Gt(y, 0))),
                       (3, True))


@pytest.mark.parametrize(("place", "left"), [
    ({}, [1, 2, 3]), ({"x": 1}, [2]), ({"x": -1}, [1, 2, 3]), ({"x": -1, "y": -1}, [1]), ({"x": 0, "y": 0}, [3]),
    ({"y": 0}, [2, 3]), ({"y": 1}, [2]),
])
def test_cases_are_left_out_where_they_do_not_apply(place, left):
    def gap(one, other):
        return fmpq(place[str(one)]) - int(other) if str(one) in place else None

    assert list(open_cases(TREE, gap)) == left
