"""Violation: by how much an instance breaks a claim, as a number that an optimiser can raise.

Instances here may be floats, so nothing found here decides anything; formulas are evaluated in balls that are points,
which makes the numbers the same on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import sympy
from flint import acb, arb, fmpq

from verify.claim import Claim, Side
from verify.domains.sample import Sample
from verify.errors import AssayError, Indeterminate, Undefined, Unevaluable
from verify.formulas.formula import OPERATORS, Formula
from verify.relation import Chain
from verify.side import Crash, call
from verify.values import noise, number, value
from verify.values.comparison import as_float
from verify.values.evaluate import evaluate

BITS = 128
_NONE = (Undefined, Indeterminate, Unevaluable, AssayError, Crash, TypeError, ValueError, OverflowError, AttributeError,
         ZeroDivisionError)


@dataclass(frozen=True, slots=True)
class Violation:
    """``raw`` is the difference of the sides, ``relative`` the logarithm of their ratio; positive where it fails."""

    raw: Any
    relative: float
    scale: float


def violations(claim: Claim, instance: Mapping[str, Any]) -> tuple[Violation | None, ...]:
    """Return the violation of every link at an instance, None for one that has no such number there.

    >>> from verify import Reals
    >>> from verify.builder import make_claim
    >>> claim = make_claim("c", "x^2 >= 1", {}, at="p. 1", forall={"x": Reals()})
    >>> float(violations(claim, {"x": 0.5})[0].raw)
    0.75
    """
    if claim.body is not None:
        return _property(claim, instance)
    found = []
    for link in claim.links:
        try:
            found.append(_violation(link.operator, _side(link.lhs, instance), _side(link.rhs, instance)))
        except _NONE:
            found.append(None)
    return tuple(found)


def _property(claim: Claim, instance: Mapping[str, Any]) -> tuple[Violation | None, ...]:
    assert claim.body is not None
    try:
        raw = _called(claim.body, instance)
        links = raw.links if isinstance(raw, Chain) else (raw,)
        return tuple(_violation(link.operator, value.leaves(link.lhs), value.leaves(link.rhs)) for link in links)
    except _NONE:
        return (None,)


def _side(side: Side, instance: Mapping[str, Any]) -> Any:
    if isinstance(side, Formula):
        return evaluate(side.tree, {name: lifted(entry) for name, entry in instance.items()}, BITS)
    return value.leaves(_called(side, instance))


def _called(definition: Any, instance: Mapping[str, Any]) -> Any:
    """The raw result on floats; exact numbers where the function cannot work with floats."""
    arguments = tuple(_argument(instance[name]) for name in definition.parameters)
    try:
        return call(definition.function, arguments, definition.source)
    except Crash:
        exact = definition.arguments({name: _fractions(instance[name]) for name in definition.parameters})
        return call(definition.function, exact, definition.source)


def _argument(entry: Any) -> Any:
    if isinstance(entry, Sample):
        return entry.value
    if isinstance(entry, tuple) and all(isinstance(part, float | Fraction) for part in entry):
        return np.array([float(part) for part in entry])
    if isinstance(entry, tuple) and any(isinstance(part, tuple) for part in entry):
        return np.array(entry, dtype=float)
    return noise.as_floats(entry)


def _fractions(entry: Any) -> Any:
    if isinstance(entry, tuple):
        return tuple(_fractions(part) for part in entry)
    return Fraction(entry) if isinstance(entry, float) else entry


def lifted(entry: Any) -> Any:
    """Return an instance's value with its floats as balls without radius."""
    if isinstance(entry, tuple):
        return tuple(lifted(part) for part in entry)
    return arb(entry) if isinstance(entry, float) else entry


def _violation(operator: str, left: Any, right: Any) -> Violation | None:
    worst: Violation | None = None
    for one, two in _pairs(left, right):
        found = _scalar(operator, one, two)
        if found is not None and (worst is None or found.relative > worst.relative):
            worst = found
    return worst


def _pairs(left: Any, right: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(left, tuple) or isinstance(right, tuple):
        count = len(left) if isinstance(left, tuple) else len(right)
        lefts = left if isinstance(left, tuple) else (left,) * count
        rights = right if isinstance(right, tuple) else (right,) * count
        for one, two in zip(lefts, rights, strict=False):
            yield from _pairs(one, two)
    else:
        yield _plain(left), _plain(right)


def _plain(side: Any) -> Any:
    return side.value if isinstance(side, value.Approximate) else side


def _scalar(operator: str, left: Any, right: Any) -> Violation | None:
    """The violation of one comparison of numbers; None for truth values, sets and complex numbers."""
    if isinstance(left, bool | frozenset | value.Discrete) or isinstance(right, bool | frozenset | value.Discrete):
        return None
    if operator in (">=", ">"):
        left, right = right, left
    exact = all(isinstance(side, fmpq | arb | acb) for side in (left, right))
    one, two = (left, right) if exact else (_number(left), _number(right))
    difference = number.real(one - two) if exact and operator != "==" else one - two
    if operator in ("==", "!="):
        difference = abs(difference)
    size = max(abs(_number(left)), abs(_number(right)))
    if not math.isfinite(size) or isinstance(difference, complex | acb):
        return None
    return Violation(difference, _relative(_number(difference), _number(left), _number(right)), float(size))


def _number(side: Any) -> Any:
    if isinstance(side, acb):
        return abs(complex(side.mid()))
    return as_float(side) if isinstance(side, fmpq | arb) else side


def _relative(difference: float, left: Any, right: Any) -> float:
    """log(left/right) for sides of one sign, else the difference beside the sides' sizes."""
    below = abs(right) if isinstance(left, float) and isinstance(right, float) and left > 0 < right else 0.0
    if below and abs(difference) < below / 2:
        return math.log1p(difference / below)
    if below:
        return math.log(left) - math.log(right)
    return difference / ((abs(left) + abs(right)) or 1.0)


def unmet(claim: Claim, instance: Mapping[str, Any]) -> float:
    """Return by how much an instance misses the hypotheses: 0 where it meets them all, as far as floats tell."""
    return sum(_missed(hypothesis.condition, instance) for hypothesis in claim.hypotheses)


def _missed(condition: Side, instance: Mapping[str, Any]) -> float:
    try:
        if isinstance(condition, Formula):
            return _distance(condition.tree, {name: lifted(entry) for name, entry in instance.items()})
        exact = {name: _fractions(entry) for name, entry in instance.items()}
        return 0.0 if call(condition.function, condition.arguments(exact), condition.source) else 1.0
    except _NONE:
        return 10.0


def _distance(tree: Any, environment: Mapping[str, Any]) -> float:
    if isinstance(tree, sympy.And):
        return sum(_distance(part, environment) for part in tree.args)
    if isinstance(tree, sympy.Or):
        return min(_distance(part, environment) for part in tree.args)
    operator = OPERATORS.get(type(tree))
    if operator is None or operator == "!=":
        return 0.0 if evaluate(tree, environment, BITS) is True else 1.0
    found = _violation(operator, evaluate(tree.lhs, environment, BITS), evaluate(tree.rhs, environment, BITS))
    if found is None:
        return 1.0
    gap = _number(found.raw)
    if gap < 0 or (gap == 0 and operator in ("<=", ">=", "==")):
        return 0.0
    return float(gap) / (1.0 + found.scale) + 1e-12
