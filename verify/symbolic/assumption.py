"""Assumption: what is known of the variables of a formula, from their domains and from hypotheses.

Only facts about single letters and plain relations are read; nothing is inferred by SymPy.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import sympy
from flint import fmpq

from verify.domains.combinatorial_domain import BooleanFunctions, Subsets
from verify.domains.domain import Domain
from verify.domains.matrix_domain import Matrices, Stochastic, Table2
from verify.domains.scalar_domain import Integers, OneOf, Rationals, Reals, Signs
from verify.domains.vector_domain import Cube, Simplex, Sphere, Vectors
from verify.formulas.formula import OPERATORS, Formula, is_infinity
from verify.symbolic.range import rational_value
from verify.symbolic.ring import ANY

_MIRROR = {"<=": ">=", "<": ">", ">=": "<=", ">": "<", "==": "==", "!=": "!="}


@dataclass(frozen=True, slots=True)
class Range:
    """What is known of one variable, or of every entry of a vector: kind, bounds, signs, and whether x² = 1."""

    real: bool = False
    integer: bool = False
    low: Any = None
    high: Any = None
    signs: frozenset[int] = ANY
    unit: bool = False

    def narrowed(self, operator: str, value: Any) -> Range:
        """The range cut by ``x operator value``; strict bounds of integers are moved to the next integer."""
        if self.integer and operator in (">", "<"):
            operator, value = (">=", fmpq(value.floor() + 1)) if operator == ">" else ("<=", fmpq(value.ceil() - 1))
        low, high, signs = self.low, self.high, self.signs
        if operator in (">=", ">", "=="):
            low = value if low is None else max(low, value)
        if operator in ("<=", "<", "=="):
            high = value if high is None else min(high, value)
        if operator == "!=" and value == 0:
            signs = signs - {0}
        signs = signs & signs_between(low, high)
        if (operator == ">" and low <= 0 <= value) or (operator == "<" and value <= 0):
            signs = signs - {0}
        return replace(self, low=low, high=high, signs=signs)


@dataclass(frozen=True, slots=True)
class Known:
    """Ranges by name, and relations (operator, lhs, rhs) between trees that hold wherever the claim is made."""

    ranges: Mapping[str, Range] = field(default_factory=dict)
    relations: tuple[tuple[str, Any, Any], ...] = ()


def signs_between(low: Any, high: Any) -> frozenset[int]:
    """Return the signs that a real number between two bounds may have."""
    found = set(ANY)
    if low is not None and low >= 0:
        found -= {-1} if low == 0 else {-1, 0}
    if high is not None and high <= 0:
        found -= {1} if high == 0 else {1, 0}
    return frozenset(found)


def known(variables: Iterable[Any], hypotheses: Iterable[Any] = ()) -> Known:
    """Return what the domains of variables and the formulas among hypotheses say.

    >>> from verify.domains.scalar_domain import Reals
    >>> from verify.variable import variable
    >>> known([variable("x", Reals(0, 1))]).ranges["x"].high
    1
    """
    ranges: dict[str, Range] = {}
    relations: list[tuple[str, Any, Any]] = []
    for variable in variables:
        ranges[variable.name] = _domain_range(variable.domain)
        if isinstance(variable.domain, Integers | Reals | Rationals):
            relations += _formula_bounds(variable)
        if isinstance(variable.domain, Subsets):
            relations += _rising(variable)
    for hypothesis in hypotheses:
        if isinstance(hypothesis.condition, Formula):
            for part in conjuncts(hypothesis.condition.tree):
                _learn(part, ranges, relations)
    return Known(ranges, tuple(relations))


def _domain_range(domain: Domain) -> Range:
    if isinstance(domain, Integers | Reals | Rationals):
        facts = domain.assumptions
        low, high = _rational(domain.low), _rational(domain.high)
        signs = signs_between(low, high) - _excluded(facts)
        return Range(True, isinstance(domain, Integers), low, high, signs)
    if isinstance(domain, OneOf) and domain.assumptions:
        values = [fmpq(value.numerator, value.denominator) for value in domain.values]
        signs = frozenset(int(v > 0) - int(v < 0) for v in values)
        return Range(True, "integer" in domain.assumptions, min(values), max(values), signs)
    if isinstance(domain, Signs | Cube | BooleanFunctions):
        return Range(True, True, fmpq(-1), fmpq(1), frozenset((-1, 1)), unit=True)
    if isinstance(domain, Subsets):
        return Range(domain.shape[0].is_Integer, True, fmpq(1), None, frozenset((1,)))
    if isinstance(domain, Table2) and not isinstance(domain, Matrices | Stochastic):
        return Range(True)
    if isinstance(domain, Vectors | Matrices):
        low, high = _rational(domain.low), _rational(domain.high)
        return Range(True, False, low, high, signs_between(low, high))
    if isinstance(domain, Simplex | Stochastic):
        return Range(True, False, fmpq(0), fmpq(1), frozenset((0, 1)))
    return Range(True, False, fmpq(-1), fmpq(1)) if isinstance(domain, Sphere) else Range()


def _excluded(facts: Mapping[str, bool]) -> frozenset[int]:
    """The signs that a domain's own assumptions exclude, for bounds that are not rational."""
    table = {"positive": {-1, 0}, "negative": {1, 0}, "nonnegative": {-1}, "nonpositive": {1}}
    return frozenset().union(*(signs for fact, signs in table.items() if facts.get(fact)))


def _rational(bound: Any) -> Any | None:
    return fmpq(bound.p, bound.q) if bound.is_Rational else None


def _formula_bounds(variable: Any) -> list[tuple[str, Any, Any]]:
    found = []
    for operator, bound in ((">=", variable.domain.low), ("<=", variable.domain.high)):
        if not bound.is_Rational and not is_infinity(bound):
            found.append((operator, variable.symbol, bound))
    return found


def _rising(variable: Any) -> list[tuple[str, Any, Any]]:
    """The members of a subset rise, so the j-th of c is at least j and at most size − (c − j)."""
    domain, (count, *_) = variable.domain, variable.domain.shape
    members = [variable.symbol[k] for k in range(1, int(count) + 1)] if count.is_Integer else []
    found = [("<", first, second) for first, second in combinations(members, 2)]
    found += [(">=", member, sympy.Integer(k)) for k, member in enumerate(members, 1)]
    return found + [("<=", member, domain.size - (len(members) - k)) for k, member in enumerate(members, 1)]


def conjuncts(tree: Any) -> list[Any]:
    """Return the parts of a conjunction, or the tree alone."""
    return [part for argument in tree.args for part in conjuncts(argument)] if isinstance(tree, sympy.And) else [tree]


def learned(facts: Known, parts: Iterable[Any]) -> Known:
    """Return what is known once further relations hold."""
    ranges, relations = dict(facts.ranges), list(facts.relations)
    for part in parts:
        _learn(part, ranges, relations)
    return Known(ranges, tuple(relations))


def _learn(part: Any, ranges: dict[str, Range], relations: list[tuple[str, Any, Any]]) -> None:
    operator = OPERATORS.get(type(part))
    if operator is None:
        return
    relations.append((operator, part.lhs, part.rhs))
    for left, right, sign in ((part.lhs, part.rhs, operator), (part.rhs, part.lhs, _MIRROR[operator])):
        if not isinstance(left, sympy.Symbol) or left.name not in ranges or not ranges[left.name].real:
            continue
        value = rational_value(right)
        if value is not None:
            ranges[left.name] = ranges[left.name].narrowed(sign, fmpq(value.p, value.q))


def symbol_range(symbol: Any) -> Range:
    """Return what a bare SymPy symbol assumes of itself."""
    low = fmpq(0) if symbol.is_nonnegative else None
    high = fmpq(0) if symbol.is_nonpositive else None
    signs = signs_between(low, high) - (frozenset((0,)) if symbol.is_nonzero else frozenset())
    return Range(bool(symbol.is_real), bool(symbol.is_integer), low, high, signs)
