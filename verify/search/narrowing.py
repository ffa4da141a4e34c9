"""Narrowing: domains cut to what the hypotheses leave of them, so that n ≥ 1100 is listed and drawn from 1100 on."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import sympy

from verify.claim import Claim
from verify.domains.scalar_domain import Integers, Rationals, Reals
from verify.errors import DomainError
from verify.symbolic.assumption import known
from verify.symbolic.region import Edge, region
from verify.values import number
from verify.variable import Variable


def narrowed(claim: Claim) -> Claim:
    """Return the claim with the domains of its numbers cut by the hypotheses on single letters.

    Where nothing would be left, or an author's window does not reach, a domain stays as it is.

    >>> from verify import Integers, oo
    >>> from verify.builder import make_claim
    >>> claim = make_claim("c", "n <= n", {}, given="n >= 1100", at="p. 1", forall={"n": Integers(1, oo)})
    >>> narrowed(claim).variables[0].domain.window()
    '1100..1111'
    """
    if not claim.hypotheses:
        return claim
    box = _box(claim)
    variables = tuple(_cut(v, box[v.name]) if v.name in box else v for v in claim.variables)
    return claim if variables == claim.variables else replace(claim, variables=variables)


def contradictory(claim: Claim) -> str:
    """Return which variable the hypotheses leave no value to, in words; empty where that is not shown."""
    empty = [name for name, edge in _box(claim).items() if edge.empty]
    return f"they leave no value to {' and '.join(empty)}" if empty else ""


def _box(claim: Claim) -> dict[str, Edge]:
    names = [v.name for v in claim.variables if isinstance(v.domain, Integers | Reals | Rationals)]
    return region(names, known(claim.variables, claim.hypotheses))


def _cut(variable: Variable, edge: Edge) -> Variable:
    domain: Any = variable.domain
    if edge.empty:
        return variable
    low = domain.low if edge.low is None or not _plain(domain.low) else _bound(edge.low)
    high = domain.high if edge.high is None or not _plain(domain.high) else _bound(edge.high)
    if (low, high) == (domain.low, domain.high):
        return variable
    try:
        cut = Integers(low, high, window=domain.largest) if isinstance(domain, Integers) else type(domain)(low, high)
    except DomainError:
        return variable
    return replace(variable, domain=cut)


def _plain(bound: Any) -> bool:
    return bool(bound.is_Rational or bound.is_infinite)


def _bound(end: Any) -> Any:
    value = Fraction(number.to_python(end))
    return sympy.Rational(value.numerator, value.denominator)
