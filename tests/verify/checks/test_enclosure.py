"""Enclosure: true inequalities hold on their whole domain, false ones never do, and refutations have a witness."""

from __future__ import annotations

from typing import Any

import pytest
import sympy

from verify.budget import Budget
from verify.builder import make_claim
from verify.checks.enclosure import check
from verify.claim import Claim
from verify.domains.domain import Domain
from verify.domains.scalar_domain import Integers, OneOf, Rationals, Reals
from verify.domains.vector_domain import Vectors
from verify.evidence import Coverage, Evidence, Outcome, Rigour
from verify.relation import at_most, chain
from verify.variable import variable

OO = sympy.oo
R, P = Reals(), Reals(0, OO)


def claim(relation: Any, domains: dict[str, Domain], given: Any = ()) -> Claim:
    declared = {name: variable(name, domain) for name, domain in domains.items()}
    return make_claim("c", relation, declared, given=given, at="Lemma 1")


def evidence(relation: Any, domains: dict[str, Domain], given: Any = (), boxes: int = 4000) -> Evidence:
    found = check(claim(relation, domains, given), Budget(boxes=boxes))
    assert found is not None
    return found


@pytest.mark.parametrize(("text", "domains", "given"), [
    ("log(1+x) <= x", {"x": P}, ()),
    ("exp(x) >= 1+x", {"x": R}, ()),
    ("x*exp(-x) <= exp(-1)", {"x": P}, ()),
    ("sin(x) <= x", {"x": P}, ()),
    ("tanh(x) <= x", {"x": P}, ()),
    ("atan(x) <= x", {"x": P}, ()),
    ("x/(1+x) <= log(1+x)", {"x": P}, ()),
    ("1-1/x <= log(x)", {"x": R}, "x > 0"),
    ("log(x) <= x-1", {"x": R}, "x > 0"),
    ("x*log(x) >= x-1", {"x": R}, "x > 0"),
    ("log(1+x) < x", {"x": R}, "x > 0"),
    ("exp(x) <= 1/(1-x)", {"x": R}, "x < 1"),
    ("cos(x) >= 1-x^2/2", {"x": R}, ()),
    ("sin(x) >= x-x^3/6", {"x": P}, ()),
    ("cosh(x) >= 1+x^2/2", {"x": R}, ()),
    ("-x*log(x)-(1-x)*log(1-x) <= log(2)", {"x": R}, ["x > 0", "x < 1"]),
    ("exp(-x^2) <= 1", {"x": R}, ()),
    ("erf(x) <= 1", {"x": R}, ()),
    ("sqrt(1-x^2) <= 1", {"x": Reals(-1, 1)}, ()),
    ("x^(1/2) <= (1+x)/2", {"x": P}, ()),
    ("(x+y)/2 >= sqrt(x*y)", {"x": P, "y": P}, ()),
    ("2/(1/x+1/y) <= sqrt(x*y)", {"x": R, "y": R}, ["x > 0", "y > 0"]),
    ("x^2+y^2 >= 2*x*y", {"x": R, "y": R}, ()),
    ("x^2+y^2+z^2 >= x*y+y*z+z*x", {"x": R, "y": R, "z": R}, ()),
    ("x^2 >= 2*x-1", {"x": R}, ()),
    ("(x^2-2)^2 >= 0", {"x": R}, ()),
    ("x^4-x+1 > 0", {"x": R}, ()),
    ("x*(1-x) <= 1/4", {"x": Reals(0, 1)}, ()),
    ("0 <= x*(1-x) <= 1/4", {"x": Rationals(0, 1)}, ()),
    ("abs(x+y) <= abs(x)+abs(y)", {"x": R, "y": R}, ()),
    ("max(x, y) >= (x+y)/2", {"x": R, "y": R}, ()),
    ("min(x, y) <= max(x, y)", {"x": R, "y": R}, ()),
    ("floor(x) <= x", {"x": R}, ()),
    ("x < floor(x)+1", {"x": R}, ()),
    ("x^2 <= y^2", {"x": R, "y": R}, ["0 <= x", "x <= y"]),
    ("n^2 >= n", {"n": Integers(1, OO)}, ()),
    ("n^2 >= n", {"n": Integers()}, ()),
    ("2*n+1 <= 2^n", {"n": Integers(3, OO)}, ()),
    ("n <= 2^n", {"n": Integers(0, OO)}, ()),
    ("(1+x)^n >= 1+n*x", {"x": P, "n": Integers(0, 12)}, ()),
    ("sum(k, k, 1, n) >= n", {"n": Integers(0, OO)}, ()),
    ("x < x+1", {"x": R}, ()),
    ("x > 1", {"x": R}, "x > 1"),
    ("sin(x) >= 2*x/5", {"x": Reals(0, 2)}, ()),
])
def test_true_inequalities_hold(text: str, domains: dict[str, Domain], given: Any) -> None:
    found = evidence(text, domains, given)
    assert found.outcome is Outcome.HOLDS, found.note
    assert found.coverage is Coverage.SCOPE
    assert found.rigour in (Rigour.EXACT, Rigour.ENCLOSED)
    assert found.steps


@pytest.mark.parametrize(("text", "domains", "given", "witness"), [
    ("log(1+x) < x", {"x": P}, (), {"x": "0"}),
    ("x^2 >= x", {"x": R}, (), {"x": "1/2"}),
    ("x^2 > x", {"x": Reals(1, OO)}, (), {"x": "1"}),
    ("n^2 > n", {"n": Integers(1, OO)}, (), {"n": "1"}),
    ("exp(x) >= 1+x+1/10^9", {"x": R}, (), {"x": "0"}),
    ("x^2-2*x+1 > 0", {"x": R}, (), {"x": "1"}),
    ("abs(x) > 0", {"x": R}, (), {"x": "0"}),
])
def test_false_inequalities_fail_at_a_simple_point(text: str, domains: dict[str, Domain], given: Any,
                                                   witness: dict[str, str]) -> None:
    found = evidence(text, domains, given)
    assert found.outcome is Outcome.FAILS
    assert found.counterexample is not None
    assert dict(found.counterexample.instance) == witness


@pytest.mark.parametrize(("text", "domains", "given"), [
    ("sin(x) >= x", {"x": P}, ()),
    ("x^2+y^2 >= 3*x*y", {"x": R, "y": R}, ()),
    ("x*y > 0", {"x": Reals(0, 1), "y": Reals(0, 1)}, "x > 0"),
    ("x >= 0", {"x": R}, "x != 0"),
    ("1/x >= -5", {"x": R}, "x != 0"),
    ("x*(x^2-2) >= 0", {"x": P}, ()),
    ("floor(x) >= x-1/2", {"x": R}, ()),
    ("x <= 10^6", {"x": R}, ()),
    ("x^2 >= 10^(-6)", {"x": R}, "x > 0"),
    ("2*n+1 <= 2^n", {"n": Integers(0, OO)}, ()),
    ("(x^2-2)^2 > 0", {"x": R}, ()),
    ("cos(x) > -1", {"x": R}, ()),
    ("x^2 >= y", {"x": R, "y": R}, "y <= x"),
    ("abs(x+y) < abs(x)+abs(y)", {"x": R, "y": R}, ()),
    ("(x+y)/2 > sqrt(x*y)", {"x": P, "y": P}, ()),
    ("x^2+y^2+z^2 > x*y+y*z+z*x", {"x": R, "y": R, "z": R}, ()),
    ("sin(x) >= x/2", {"x": Reals(0, 2)}, ()),
    ("log(1+x) >= x-x^2/3", {"x": P}, ()),
    ("exp(x) > 1/2", {"x": R}, ()),
    ("1-1/x <= log(x)-1/10^6", {"x": R}, "x > 0"),
    ("max(x, y) > x", {"x": R, "y": R}, ()),
    ("x - floor(x) < 99/100", {"x": R}, ()),
    ("n^2 >= 2*n", {"n": Integers(0, OO)}, ()),
    ("tan(x) >= x", {"x": P}, ()),
    ("x <= y", {"x": R, "y": R}, "x < y+1"),
    ("(1+x)^n >= 1+n*x", {"x": R, "n": Integers(0, 12)}, ()),
])
def test_false_inequalities_never_hold(text: str, domains: dict[str, Domain], given: Any) -> None:
    assert evidence(text, domains, given, boxes=1500).outcome is not Outcome.HOLDS


@pytest.mark.parametrize(("text", "domains", "given"), [
    ("1/x >= 0", {"x": P}, ()),
    ("x/x >= 1", {"x": R}, ()),
    ("(sqrt(x))^2 >= x", {"x": R}, ()),
    ("sqrt(x) >= 0", {"x": R}, ()),
    ("log(x) <= x-1", {"x": R}, ()),
    ("0*log(x) <= 0", {"x": P}, ()),
    ("x^2 + 0/x >= 0", {"x": R}, ()),
    ("I*x - I*x >= 0", {"x": R}, ()),
    ("asin(x) <= 2", {"x": Reals(0, 2)}, ()),
    ("factorial(n-1) > 0", {"n": Integers(0, OO)}, ()),
    ("sum(1/k, k, 0, n)*0 >= 0", {"n": Integers(0, OO)}, ()),
])
def test_an_undefined_or_complex_side_is_no_hold(text: str, domains: dict[str, Domain], given: Any) -> None:
    assert evidence(text, domains, given, boxes=500).outcome is not Outcome.HOLDS


def test_a_hypothesis_that_excludes_a_face_is_not_used_there() -> None:
    """x ≠ 0 is false on the face x = 0, which says nothing of the values near it."""
    assert evidence("x >= 1", {"x": P}, "x != 0").outcome is Outcome.FAILS
    assert evidence("1 - x^2 >= 1", {"x": Reals(0, 1)}, "x != 0").outcome is Outcome.FAILS


def test_strictness_at_an_open_end() -> None:
    """x·y > 0 on (0, 1] × [0, 1] is false at y = 0, although the derivative by x is positive inside."""
    assert evidence("x*y > 0", {"x": Reals(0, 1), "y": Reals(0, 1)}, "x > 0").outcome is Outcome.FAILS
    assert evidence("x*(1+y) > 0", {"x": Reals(0, 1), "y": Reals(0, 1)}, "x > 0").outcome is Outcome.HOLDS


def test_chains_with_an_equality() -> None:
    found = evidence(chain("(x-1)^2", "==", "x^2-2*x+1", "<=", "2*x^2+2"), {"x": R})
    assert found.outcome is Outcome.HOLDS
    wrong = evidence(chain("(x-1)^2", "==", "x^2-2*x", "<=", "2*x^2+2"), {"x": R})
    assert wrong.outcome is Outcome.UNDECIDED


def test_where_it_does_not_apply() -> None:
    budget = Budget()
    assert check(claim("x == x", {"x": R}), budget) is None
    assert check(claim(at_most(lambda x: x, "x"), {"x": R}), budget) is None
    assert check(claim("x <= 2", {"x": OneOf(0, 1)}), budget) is None
    assert check(claim("v[1] <= 2", {"v": Vectors(2)}), budget) is None
    assert check(claim("1 <= 2", {}), budget) is None
    assert check(claim("x <= 2", {"x": Reals(0, 1)}, "x > 1"), budget) is None


def test_an_undecided_inequality_says_where_it_is_stuck() -> None:
    found = evidence("x^x >= exp(-exp(-1))", {"x": Reals(sympy.Rational(1, 10), 1)}, boxes=300)
    assert found.outcome is Outcome.UNDECIDED
    assert "stuck near x in" in found.note


def test_a_few_boxes_are_not_called_a_proof() -> None:
    assert evidence("cos(x) >= 1-x^2/2", {"x": R}, boxes=3).outcome is Outcome.UNDECIDED
