"""Assumptions: what domains and hypotheses say of single letters, and nothing more."""

from __future__ import annotations

from typing import Any

import pytest
import sympy

from verify.builder import make_claim
from verify.domains.domain import Domain
from verify.domains.sample import Drawn
from verify.domains.scalar_domain import Integers, OneOf, Rationals, Reals, Signs
from verify.domains.vector_domain import Cube, Simplex, Sphere, Vectors
from verify.symbolic.assumption import Range, known, signs_between, symbol_range
from verify.variable import variable

OO = sympy.oo


def facts(domain: Domain, given: Any = ()) -> Range:
    claim = make_claim("c", "x == x", {"x": variable("x", domain)}, given=given, at="Lemma 1")
    return known(claim.variables, claim.hypotheses).ranges["x"]


@pytest.mark.parametrize(("domain", "given", "low", "high", "signs"), [
    (Reals(), (), None, None, {-1, 0, 1}),
    (Reals(0, OO), (), 0, None, {0, 1}),
    (Reals(), "x > 0", 0, None, {1}),
    (Reals(), "0 < x", 0, None, {1}),
    (Reals(), "x != 0", None, None, {-1, 1}),
    (Reals(), "x >= 0 and x <= 2", 0, 2, {0, 1}),
    (Reals(), "x <= -1", None, -1, {-1}),
    (Reals(), "x > -1", -1, None, {-1, 0, 1}),
    (Reals(), "x < 0 or x > 1", None, None, {-1, 0, 1}),
    (Reals(), "not x > 0", None, None, {-1, 0, 1}),
    (Integers(0, OO), "x > 0", 1, None, {1}),
    (Integers(), "x < 1/2", None, 0, {-1, 0}),
    (Rationals(1, 2), (), 1, 2, {1}),
    (Reals(sympy.pi, OO), (), None, None, {1}),
    (OneOf(-2, 3), (), -2, 3, {-1, 1}),
    (Signs(), (), -1, 1, {-1, 1}),
])
def test_ranges(domain: Domain, given: Any, low: Any, high: Any, signs: set[int]) -> None:
    found = facts(domain, given)
    assert (found.low, found.high) == (low, high)
    assert found.signs == signs
    assert found.real


def test_kinds() -> None:
    assert facts(Integers()).integer
    assert not facts(Reals()).integer
    assert facts(OneOf(1, 2)).integer
    assert facts(Signs()).unit
    assert not facts(OneOf("a", "b")).real


def test_vectors() -> None:
    entries = {"v": Vectors(2, 0, 1), "p": Simplex(2), "u": Sphere(2), "c": Cube(2)}
    found = known([variable(name, domain) for name, domain in entries.items()]).ranges
    assert [found[name].signs for name in "vpuc"] == [{0, 1}, {0, 1}, {-1, 0, 1}, {-1, 1}]
    assert found["c"].unit
    drawn = variable("w", Drawn(lambda generator: generator.random(2)))
    assert known([drawn]).ranges["w"] == Range()


def test_bounds_by_other_variables_become_relations() -> None:
    n = variable("n", Integers(0, OO))
    k = variable("k", Integers(0, n.symbol))
    (operator, left, right), = known([n, k]).relations
    assert (operator, str(left), str(right)) == ("<=", "k", "n")


def test_bare_symbols_say_what_they_assume() -> None:
    assert symbol_range(sympy.Symbol("x", positive=True)).signs == {1}
    assert symbol_range(sympy.Symbol("x", real=True)) == Range(real=True)
    assert symbol_range(sympy.Symbol("x")) == Range()
    assert symbol_range(sympy.Symbol("n", integer=True)).integer


def test_signs_between_bounds() -> None:
    assert signs_between(None, None) == {-1, 0, 1}
    assert signs_between(0, None) == {0, 1}
    assert signs_between(1, None) == {1}
    assert signs_between(None, -1) == {-1}
