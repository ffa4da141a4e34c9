"""Polynomial: exact decisions of signs, for rational functions of one variable and quadratics in one of several."""

from __future__ import annotations

from typing import Any

import sympy
from flint import fmpq

from verify.errors import Unevaluable
from verify.symbolic.field import is_real
from verify.symbolic.monomial import element_of, factors, generators_of, terms
from verify.symbolic.region import Edge, simplest
from verify.symbolic.ring import Generator, Indeterminate, rational


def one_variable(element: Indeterminate) -> Generator | None:
    """Return the only generator if the element is a rational function of one real variable, else None."""
    found = generators_of(element)
    if len(found) == 1 and found[0].kind == "variable" and found[0].real and found[0].relation is None:
        return found[0]
    return None


def satisfies(element: Indeterminate, operator: str, edge: Edge) -> bool:
    """Tell exactly whether a rational function of one variable is ≥ 0, > 0 or ≠ 0 on an edge of proper length.

    Zeros of the denominator count as changes of sign.  Real roots are counted by Sturm's theorem.
    """
    constant, parts = factors(element)
    changing = [_dense(factor) for factor, exponent in parts if exponent % 2]
    if any(_roots_inside(poly, edge) for poly in changing):
        return False
    if operator != ">=" and any(_roots(_dense(factor), edge) for factor, exponent in parts if exponent > 0):
        return False
    if operator == "!=":
        return True
    return _sign_inside(constant, changing, edge) > 0


def _dense(factor: Indeterminate) -> Any:
    x = sympy.Symbol("x")
    coefficients: dict[int, Any] = {}
    for coefficient, powers in terms(factor):
        coefficients[powers[0][1] if powers else 0] = sympy.Rational(int(coefficient.p), int(coefficient.q))
    degree = max(coefficients)
    return sympy.Poly([coefficients.get(k, 0) for k in range(degree, -1, -1)], x, domain="QQ")


def _bound(end: Any) -> Any:
    return None if end is None else sympy.Rational(int(end.p), int(end.q))


def _zero_at(poly: Any, end: Any) -> bool:
    return end is not None and poly.eval(_bound(end)) == 0


def _roots_inside(poly: Any, edge: Edge) -> int:
    """The number of distinct roots strictly between the ends."""
    count = int(poly.count_roots(_bound(edge.low), _bound(edge.high)))
    return count - _zero_at(poly, edge.low) - _zero_at(poly, edge.high)


def _roots(poly: Any, edge: Edge) -> int:
    """The number of distinct roots that belong to the edge."""
    at_ends = (_zero_at(poly, edge.low) and not edge.low_open) + (_zero_at(poly, edge.high) and not edge.high_open)
    return _roots_inside(poly, edge) + at_ends


def _sign_inside(constant: Any, changing: list[Any], edge: Edge) -> int:
    """The sign of the product at a point inside; it is not zero there, for all roots are outside."""
    if edge.low is not None and edge.high is not None:
        point = simplest((edge.low * 2 + edge.high) / 3, (edge.low + edge.high * 2) / 3)
    else:
        point = fmpq(0) if edge.low is edge.high else (edge.low + 1 if edge.low is not None else edge.high - 1)
    sign = 1 if constant > 0 else -1
    for poly in changing:
        sign *= 1 if poly.eval(_bound(point)) > 0 else -1
    return sign


def quadratic(element: Indeterminate) -> tuple[Indeterminate, Indeterminate, Indeterminate] | None:
    """Return (a, c, 4ac − b²) for a polynomial a·x² + b·x + c in a real variable x; all three ≥ 0 imply it is ≥ 0.

    Where a = 0 the third condition gives b = 0.
    """
    if not element._bottom.is_constant() or not is_real(element):
        return None
    for generator in generators_of(element):
        plain = generator.kind == "variable" and generator.relation is None
        if plain and element._top.degrees()[generator.index] == 2 and not _inside_atoms(element, generator):
            c, b, a = _coefficients(element, generator)
            return a, c, 4 * a * c - b * b
    return None


def _inside_atoms(element: Indeterminate, generator: Generator) -> bool:
    return any(other is not generator and other.names & generator.names for other in generators_of(element))


def _coefficients(element: Indeterminate, generator: Generator) -> list[Indeterminate]:
    algebra = element._algebra
    found = [algebra.constant(0)] * 3
    for coefficient, powers in terms(element):
        exponent = sum(e for g, e in powers if g is generator)
        rest = element_of(algebra, tuple((g, e) for g, e in powers if g is not generator)) * coefficient
        found[exponent] = found[exponent] + rest
    scale = rational(algebra.constant(1) * element._bottom.leading_coefficient())
    if scale is None:
        raise Unevaluable("a polynomial with a denominator")
    return [part / scale for part in found]
