"""Regions: cut by bounds and hypotheses, halved without gaps, sampled at simple points inside."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy
from flint import fmpq

from verify.domains.domain import Domain
from verify.domains.scalar_domain import Integers, Rationals, Reals
from verify.formulas.parser import parse
from verify.symbolic.assumption import conjuncts, known, learned
from verify.symbolic.region import NARROW, Edge, describe, face, halves, region, samples, simplest
from verify.variable import variable

OO = sympy.oo


def box(domain: Domain, *given: str) -> Edge:
    entry = variable("x", domain)
    facts = known([entry])
    for text in given:
        facts = learned(facts, conjuncts(parse(text, {"x": entry.symbol}).tree))
    return region(["x"], facts)["x"]


@pytest.mark.parametrize(("domain", "given", "expected"), [
    (Reals(), (), "x in (-oo, oo)"),
    (Reals(0, OO), (), "x in [0, oo)"),
    (Reals(), ("x > 0",), "x in (0, oo)"),
    (Reals(), ("0 < x and x < 1",), "x in (0, 1)"),
    (Reals(0, 1), ("x > 1/2",), "x in (1/2, 1]"),
    (Reals(0, 1), ("x != 0",), "x in (0, 1]"),
    (Rationals(-1, 1), ("x >= -2",), "x in [-1, 1]"),
    (Integers(0, OO), ("x > 0",), "x in [1, oo)"),
    (Integers(), ("x > 1/2", "x < 4"), "x in [1, 3]"),
])
def test_bounds_cut_the_box(domain: Domain, given: tuple[str, ...], expected: str) -> None:
    assert describe({"x": box(domain, *given)}) == expected


def test_irrational_bounds_are_rounded_outwards() -> None:
    edge = box(Reals(sympy.sqrt(2), sympy.pi))
    assert edge.low**2 < 2 < (edge.low + fmpq(1, 1 << 50)) ** 2
    assert fmpq(314159265, 10**8) < edge.high < fmpq(314159266, 10**8)


def test_contradictory_bounds_are_empty() -> None:
    assert box(Reals(0, 1), "x > 1").empty
    assert not box(Reals(0, 1), "x >= 1").empty


def test_halves_cover_without_gaps() -> None:
    left, right = halves({"x": Edge(fmpq(0), fmpq(1), low_open=True)})
    assert left["x"] == Edge(fmpq(0), fmpq(1, 2), low_open=True)
    assert right["x"] == Edge(fmpq(1, 2), fmpq(1))
    left, right = halves({"n": Edge(fmpq(0), fmpq(5), integer=True)})
    assert (left["n"].high, right["n"].low) == (2, 3)


def test_unbounded_edges_are_cut_at_zero_and_powers_of_two() -> None:
    assert halves({"x": Edge(None, None)})[0]["x"].high == 0
    assert halves({"x": Edge(fmpq(0), None)})[0]["x"].high == 1
    assert halves({"x": Edge(fmpq(4), None)})[0]["x"].high == 8
    assert halves({"x": Edge(None, fmpq(-1))})[0]["x"].high == -2


def test_narrow_boxes_are_not_halved() -> None:
    assert halves({"x": Edge(fmpq(0), NARROW)}) == []


def test_samples_are_inside() -> None:
    found = samples({"x": Edge(fmpq(0), fmpq(1), low_open=True)})
    assert {"x": Fraction(1, 2)} in found
    assert {"x": 1} in found
    assert {"x": 0} not in found
    assert all(isinstance(point["n"], int) for point in samples({"n": Edge(fmpq(1), fmpq(4), integer=True)}))


def test_a_face_is_a_point_in_one_direction() -> None:
    whole = {"x": Edge(fmpq(0), fmpq(1)), "y": Edge(None, None)}
    assert face(whole, "x", fmpq(1))["x"].point
    assert not face(whole, "x", fmpq(1))["y"].point


@pytest.mark.parametrize(("low", "high", "expected"), [
    ("3/10", "2/5", "1/3"), ("-1/2", "1/2", "0"), ("5/2", "7/2", "3"), ("-2/5", "-3/10", "-1/3"),
    ("314/100", "315/100", "22/7"),
])
def test_simplest_rational(low: str, high: str, expected: str) -> None:
    ends = [Fraction(text) for text in (low, high)]
    found = simplest(*(fmpq(end.numerator, end.denominator) for end in ends))
    assert str(found) == expected
