"""Side: the value of one side of a claim at an instance, from its formula or its author's function.

A function that cannot work with exact numbers gets floats.  One whose result, or input, is a float runs again, with
directed rounding and with perturbed inputs, so that every float has a measured radius and every discrete result that
came through floats is known to be robust or not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from flint import ctx

from verify.caption import related
from verify.claim import Claim, Side
from verify.definition import Definition
from verify.errors import AssayError, Indeterminate, Nonsense, Undefined, Unevaluable, Unproven, shorten
from verify.formulas.formula import Formula
from verify.relation import Chain, Relation
from verify.values import noise, number, value
from verify.values.estimate import estimates
from verify.values.evaluate import evaluate

Instance = Mapping[str, Any]
SETTLED = 1e-9
"""Estimates of integrals that differ by more than this, relative to the value, decide nothing."""


@dataclass(frozen=True, slots=True)
class Sides:
    """The values of one link at an instance, kept so that false variants can be compared on them."""

    operator: str
    lhs: Any
    rhs: Any
    tied: bool = False
    """Whether exact algebra proved the sides equal where their balls overlap."""


@dataclass(slots=True)
class Memo:
    """What is known at one instance whatever the precision: results without balls, and their integers' width."""

    values: dict[int, Any] = field(default_factory=dict)
    arguments: dict[str, Any] = field(default_factory=dict)
    """The variables' values as functions see them."""
    width: int = 0
    """Bits of the narrowest fixed-width integer that a function returned; 0 for none."""

    def note(self, raw: Any) -> None:
        """Remember the width of a raw result."""
        bits = value.fixed_width(raw)
        self.width = min(bits, self.width) if bits and self.width else bits or self.width


class Crash(Exception):
    """An author's function raised."""


def call(function: Callable[..., Any], arguments: tuple[Any, ...], name: str) -> Any:
    """Call an author's function; wrap whatever it raises, so that mathematics and crashes stay apart."""
    try:
        return function(*arguments)
    except (Undefined, Indeterminate, Unevaluable, AssayError):
        raise
    except ZeroDivisionError:
        raise Undefined(f"division by zero in {name}") from None
    except (Exception, SystemExit) as problem:
        raise Crash(f"{name} raised {type(problem).__name__}: {shorten(str(problem), 200)}") from problem


def evaluate_sides(claim: Claim, instance: Instance, bits: int, memo: Memo) -> tuple[Sides, ...]:
    """Evaluate every link at a precision; functions that returned no ball are not called again at a higher one.

    Raises Undefined, Indeterminate, Unevaluable, Nonsense, Crash.
    """
    if claim.body is not None:
        return _property_sides(claim.body, instance, bits, memo, event=claim.quantifier is not None)
    values: dict[int, Any] = {}
    doubt: Indeterminate | Unevaluable | None = None
    for side in (side for link in claim.links for side in (link.lhs, link.rhs)):
        try:
            if id(side) not in values:
                values[id(side)] = _value(side, instance, bits, memo)
        except (Indeterminate, Unevaluable) as problem:  # a later side that is undefined tells more
            doubt = doubt or problem
    if doubt:
        raise doubt
    return tuple(Sides(link.operator, values[id(link.lhs)], values[id(link.rhs)]) for link in claim.links)


def _value(side: Side, instance: Instance, bits: int, memo: Memo) -> Any:
    if isinstance(side, Formula):
        try:
            return evaluate(side.tree, instance, bits)
        except Unproven:
            return _estimated(side, instance)
    if id(side) in memo.values:
        return memo.values[id(side)]
    result = at_precision(bits, partial(_measure, side, instance, memo))
    if not value.has_ball(result):
        memo.values[id(side)] = result
    return result


def side_value(side: Side, instance: Instance) -> Any:
    """The value of a side as its function or formula gives it, without its noise."""
    if isinstance(side, Formula):
        return evaluate(side.tree, instance)
    return call(side.function, side.arguments(instance), side.source)


def _estimated(side: Formula, instance: Instance) -> value.Approximate:
    """A formula whose integrals are not proven, in numbers of 25 and of 40 digits; their difference is the noise."""
    found = []
    for digits in (25, 40):
        with estimates(digits):
            found.append(number.ball(number.real(evaluate(side.tree, instance, 192))))
    best = float(found[1].mid())
    noise = max(float(abs(found[0] - found[1]).upper()), *(float(one.rad()) for one in found))
    if not noise <= SETTLED * abs(best):
        raise Unevaluable("integrals whose estimates do not settle: they may diverge or oscillate, or fall slowly")
    return value.Approximate(best, value.NOISE_FACTOR * noise + 4 * math.ulp(best), floor=2.0**-52)


def _measure(side: Definition, instance: Instance, memo: Memo) -> Any:
    results = run_definition(side, instance, memo.arguments)
    memo.note(results.nominal)
    return measured(results, lambda raw: raw)


def at_precision(bits: int, function: Callable[[], Any]) -> Any:
    """Call a function with python-flint's working precision set to ``bits``."""
    before = ctx.prec
    if before != bits:
        ctx.prec = bits
    try:
        return function()
    finally:
        if ctx.prec != before:
            ctx.prec = before


def run_definition(definition: Definition, instance: Instance, known: dict[str, Any] | None = None) -> noise.Runs:
    """Call an author's function at an instance, as often as its noise needs."""
    arguments = definition.arguments(instance, known)
    return call(lambda *values: runs(definition.function, values), arguments, definition.source)


def runs(function: Callable[..., Any], arguments: tuple[Any, ...]) -> noise.Runs:
    """Run a function, in floats where it cannot work with exact numbers; again for its noise where it is inexact."""
    try:
        nominal = function(*arguments)
    except (TypeError, AttributeError):
        floats = tuple(noise.as_floats(argument) for argument in arguments)
        if all(a is b for a, b in zip(floats, arguments, strict=True)):
            raise
        arguments, nominal = floats, function(*floats)
    through_floats = any(noise.has_float_input(argument) for argument in arguments)
    if noise.measuring() and (through_floats or value.has_float(_raw_leaves(nominal))):
        floor = max([1.0, *(noise.magnitude(argument) for argument in arguments)]) * 2.0**-52
        return noise.Runs(nominal, noise.variants(function, arguments),
                          noise.wide_variants(function, arguments) if through_floats else (), floor)
    return noise.Runs(nominal, (), ())


def _raw_leaves(raw: Any) -> Any:
    if isinstance(raw, Chain):
        return tuple(_raw_leaves(link) for link in raw.links)
    if isinstance(raw, Relation):
        return value.leaves(raw.lhs), value.leaves(raw.rhs)
    return value.leaves(raw)


def measured(results: noise.Runs, extract: Callable[[Any], Any]) -> Any:
    """Return the value of one side of a function's result, its floats with measured radius."""
    nominal = value.leaves(extract(results.nominal))
    if not results.variants and not results.wide and not value.has_float(nominal):
        return nominal
    around = [_leaves_or_none(extract, raw) for raw in results.variants]
    wide = [_leaves_or_none(extract, raw) for raw in results.wide]
    robust = all(_same_discrete(nominal, other) for other in around + wide) if results.variants else None
    return value.merge(nominal, around, robust, results.floor)


def _leaves_or_none(extract: Callable[[Any], Any], raw: Any) -> Any:
    try:
        return value.leaves(extract(raw))
    except (Undefined, AssayError, AttributeError, IndexError):
        return None


def _same_discrete(nominal: Any, other: Any) -> bool:
    if isinstance(nominal, tuple):
        return (isinstance(other, tuple) and len(other) == len(nominal)
                and all(_same_discrete(a, b) for a, b in zip(nominal, other, strict=True)))
    if isinstance(nominal, float | complex) and not isinstance(nominal, bool):
        return True
    return type(nominal) is type(other) and bool(nominal == other)


def _property_sides(body: Definition, instance: Instance, bits: int, memo: Memo, event: bool) -> tuple[Sides, ...]:
    """The relations that a property returns; an event under a quantifier may also return its truth value."""
    if id(body) in memo.values:
        return memo.values[id(body)]
    results = at_precision(bits, partial(run_definition, body, instance))
    nominal = results.nominal
    links = nominal.links if isinstance(nominal, Chain) else (nominal,)
    if event and not isinstance(nominal, Relation | Chain) and isinstance(value.leaves(nominal), bool):
        return (Sides("==", measured(results, lambda raw: raw), True),)
    if not all(isinstance(link, Relation) for link in links):
        shown = "None" if nominal is None else f"a {type(nominal).__name__}"
        raise Nonsense(f"the property {body.source} returned {shown}", rule="it returns a relation on numbers",
                       hint=related(body.function) if isinstance(nominal, bool | np.bool_) else
                       "return at_most(lhs, rhs)")
    sides = []
    for k, link in enumerate(links):
        memo.note([link.lhs, link.rhs])
        lhs, rhs = (measured(results, partial(_link_side, k=k, name=name)) for name in ("lhs", "rhs"))
        sides.append(Sides(link.operator, lhs, rhs))
    if not any(value.has_ball(side.lhs) or value.has_ball(side.rhs) for side in sides):
        memo.values[id(body)] = tuple(sides)
    return tuple(sides)


def _link_side(raw: Any, k: int, name: str) -> Any:
    return getattr(raw.links[k] if isinstance(raw, Chain) else raw, name)
