"""Signs: proven from signs, bounds and facts; never where a point has another sign."""

from __future__ import annotations

from typing import Any

import pytest
import sympy

from verify.builder import make_claim
from verify.domains.domain import Domain
from verify.domains.scalar_domain import Integers, Reals
from verify.formulas.parser import parse
from verify.symbolic.assumption import known
from verify.symbolic.field import new_field
from verify.symbolic.normal_form import element, learn
from verify.symbolic.sign import non_negative, positive, signs
from verify.variable import variable

OO = sympy.oo
N = sympy.Symbol("n", integer=True)
R = Reals()


def found(text: str, domains: dict[str, Domain], given: Any = ()) -> Any:
    declared = {name: variable(name, domain) for name, domain in domains.items()}
    mentions_all = " + ".join(declared)
    claim = make_claim("c", f"{mentions_all} == 0", declared, given=given, at="Lemma 1")
    field = new_field(known(claim.variables, claim.hypotheses))
    learn(field, {})
    return signs(field, element(field, parse(text, claim.symbols).tree, {}))


@pytest.mark.parametrize(("text", "domains", "given", "expected"), [
    ("x^2+1", {"x": R}, (), {1}),
    ("x^2", {"x": R}, (), {0, 1}),
    ("x^2*y", {"x": R, "y": Reals(0, OO)}, (), {0, 1}),
    ("2*n-1", {"n": Integers(1, OO)}, (), {1}),
    ("n-k", {"n": Integers(0, OO), "k": Integers(0, N)}, (), {0, 1}),
    ("n-k+1", {"n": Integers(0, OO), "k": Integers(0, N)}, (), {1}),
    ("n^2-k^2", {"n": Integers(0, OO), "k": Integers(0, N)}, (), {0, 1}),
    ("y-x", {"x": R, "y": R}, "x < y", {1}),
    ("1-x", {"x": Reals(0, 1)}, (), {0, 1}),
    ("x*(1-x)", {"x": Reals(0, 1)}, (), {0, 1}),
    ("2+sin(x)", {"x": R}, (), {1}),
    ("1-cos(x)", {"x": R}, (), {0, 1}),
    ("exp(x)", {"x": R}, (), {1}),
    ("-exp(x)-1", {"x": R}, (), {-1}),
    ("sqrt(x)", {"x": Reals(0, OO)}, (), {0, 1}),
    ("abs(x)+x", {"x": R}, (), {0, 1}),
    ("x-floor(x)", {"x": R}, (), {0, 1}),
    ("floor(x)-x+1", {"x": R}, (), {1}),
    ("factorial(n)", {"n": Integers(0, OO)}, (), {1}),
    ("1/x", {"x": R}, "x != 0", {-1, 1}),
    ("x-y", {"x": R, "y": R}, "x != y", {-1, 1}),
    ("-3", {"x": R}, (), {-1}),
])
def test_signs_that_are_proven(text: str, domains: dict[str, Domain], given: Any, expected: set[int]) -> None:
    assert found(text, domains, given) == expected


@pytest.mark.parametrize(("text", "domains", "given"), [
    ("x", {"x": R}, ()),
    ("x^3", {"x": R}, ()),
    ("n-1", {"n": Integers(0, OO)}, ()),
    ("n-k-1", {"n": Integers(0, OO), "k": Integers(0, N)}, ()),
    ("y-x", {"x": R, "y": R}, "x < y+1"),
    ("1-x", {"x": R}, "x < 2"),
    ("1-2*sin(x)", {"x": R}, ()),
    ("exp(x)-1", {"x": R}, ()),
    ("x+1/2", {"x": Reals(-1, OO)}, ()),
    ("x*y", {"x": R, "y": Reals(0, OO)}, ()),
])
def test_changing_signs_are_not_called_one_sign(text: str, domains: dict[str, Domain], given: Any) -> None:
    result = found(text, domains, given)
    assert result is not None
    assert {-1, 1} <= result


@pytest.mark.parametrize("text", ["sqrt(x)", "log(x)", "I*x", "x + I"])
def test_what_may_be_complex_has_no_sign(text: str) -> None:
    assert found(text, {"x": R}) is None


def test_shorthands() -> None:
    field = new_field()
    assert positive(field, field.constant(2))
    assert not positive(field, field.constant(0))
    assert non_negative(field, field.constant(0))
    assert not non_negative(field, field.constant(-1))
