"""Trial: a claim tried at one instance: are the hypotheses met, do both sides have a value, does the relation hold?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import sympy
from flint import ctx, fmpq

from verify import noise, value
from verify.claim import Claim, Hypothesis, Link, Side
from verify.definition import Definition
from verify.errors import AssayError, Indeterminate, Nonsense, Undefined, Unevaluable, shorten
from verify.evaluate import evaluate
from verify.evidence import Counterexample, Outcome, Rigour
from verify.formula import Formula
from verify.relation import Chain, Comparison, Relation, combine, compare
from verify.symbolic.normal_form import certainly_zero

PRECISIONS = (64, 128, 256, 512, 1024)
Instance = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Sides:
    """The values of one link at an instance, kept so that false variants can be compared on them."""

    operator: str
    lhs: Any
    rhs: Any


@dataclass(frozen=True, slots=True)
class Trial:
    """The outcome at one instance; ``admitted`` is False where a hypothesis is not met."""

    instance: Instance
    corner: bool
    admitted: bool
    outcome: Outcome
    comparison: Comparison | None = None
    sides: tuple[Sides, ...] = ()
    failing: int = 0
    reason: str = ""


class Crash(Exception):
    """An author's function raised."""


def attempt(claim: Claim, instance: Instance, corner: bool = False, precision: int = PRECISIONS[-1]) -> Trial:
    """Try a claim at one instance.  Never raises for mathematics or for an author's errors."""
    try:
        admitted = all(_met(hypothesis, instance) for hypothesis in claim.hypotheses)
    except Crash as problem:
        return Trial(instance, corner, True, Outcome.ERROR, reason=f"a hypothesis {problem}")
    except AssayError as problem:
        return Trial(instance, corner, True, Outcome.ERROR, reason=f"a hypothesis: {problem}")
    except Indeterminate:
        return Trial(instance, corner, False, Outcome.UNDECIDED, reason="a hypothesis could not be decided")
    if not admitted:
        return Trial(instance, corner, False, Outcome.VACUOUS)
    try:
        return _judge(claim, instance, corner, precision)
    except Undefined as problem:
        return Trial(instance, corner, True, Outcome.ILL_POSED, reason=str(problem))
    except (Nonsense, Crash) as problem:
        return Trial(instance, corner, True, Outcome.ERROR, reason=str(problem))
    except (Unevaluable, Indeterminate) as problem:
        return Trial(instance, corner, True, Outcome.UNDECIDED, reason=str(problem))


def _met(hypothesis: Hypothesis, instance: Instance) -> bool:
    """A hypothesis whose own terms are undefined at an instance is not met there."""
    condition = hypothesis.condition
    if isinstance(condition, Definition):
        met = value.leaves(call(condition.function, condition.arguments(instance), condition.source))
        if not isinstance(met, bool):
            raise Nonsense(f"the hypothesis {hypothesis.name} returned {shorten(met, 40)}",
                           rule="it returns a truth value")
        return met
    try:
        result = at_rising_precision(lambda bits: evaluate(condition.tree, instance, bits))
    except (Undefined, Unevaluable):
        return False
    return result is True


def at_rising_precision(function: Callable[[int], Any], last: int = PRECISIONS[-1]) -> Any:
    """Return ``function(bits)`` at the first precision that suffices; raise Indeterminate where none does."""
    for bits in PRECISIONS:
        try:
            return function(bits)
        except Indeterminate:
            if bits >= last:
                raise
    raise Indeterminate("no precision was tried")


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
    if through_floats or value.has_float(_raw_leaves(nominal)):
        return noise.Runs(nominal, noise.variants(function, arguments),
                          noise.wide_variants(function, arguments) if through_floats else ())
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
    around = [_leaves_or_none(extract, raw) for raw in results.variants]
    wide = [_leaves_or_none(extract, raw) for raw in results.wide]
    through_floats = bool(results.variants)
    robust = all(_same_discrete(nominal, other) for other in around + wide)
    return value.merge(nominal, around, through_floats, robust)


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


def _judge(claim: Claim, instance: Instance, corner: bool, last: int) -> Trial:
    sides: tuple[Sides, ...] = ()
    comparison: Comparison | None = None
    known: dict[int, Any] = {}
    for bits in PRECISIONS:
        try:
            sides = _sides(claim, instance, bits, known)
            parts = _with_precision(bits, partial(_compare_all, sides))
        except Indeterminate:
            if bits >= last:
                raise
            continue
        if bits >= last:
            parts = [_tie(claim, k, part, instance) for k, part in enumerate(parts)]
        comparison = combine(parts, lambda k: f"link {k + 1}") if len(parts) > 1 else parts[0]
        if _settled(comparison) or bits >= last:
            break
    assert comparison is not None
    failing = next((k for k, part in enumerate(parts) if part.outcome is comparison.outcome), 0)
    outcome, reason = comparison.outcome, comparison.reason
    if outcome is Outcome.FAILS and claim.definitions:
        if doubt := _overflow(sides[failing]):
            return Trial(instance, corner, True, Outcome.ERROR, comparison, sides, failing, doubt)
        if doubt := _unstable(claim, instance, sides):
            return Trial(instance, corner, True, Outcome.FLAKY, comparison, sides, failing, doubt)
    return Trial(instance, corner, True, outcome, comparison, sides, failing, reason)


def _tie(claim: Claim, k: int, part: Comparison, instance: Instance) -> Comparison:
    """Where balls overlap at every precision, the two sides of an order may be equal; exact algebra can tell."""
    if part.outcome is not Outcome.UNDECIDED or part.rigour is not Rigour.ENCLOSED or k >= len(claim.links):
        return part
    link = claim.links[k]
    if not (isinstance(link.lhs, Formula) and isinstance(link.rhs, Formula)):
        return part
    minus = sympy.Mul(sympy.S.NegativeOne, link.rhs.tree, evaluate=False)
    equal = certainly_zero(sympy.Add(link.lhs.tree, minus, evaluate=False), instance)
    return compare(link.operator, fmpq(0), fmpq(0)) if equal else part


def _compare_all(sides: tuple[Sides, ...]) -> list[Comparison]:
    return [compare(side.operator, side.lhs, side.rhs) for side in sides]


def _settled(comparison: Comparison) -> bool:
    """A failure, an exact or ball-decided hold, or anything in floats gains nothing from more bits."""
    if comparison.outcome is Outcome.HOLDS:
        return comparison.rigour is not Rigour.NUMERICAL or not comparison.reason
    return comparison.outcome is Outcome.FAILS or comparison.rigour is Rigour.NUMERICAL


def _sides(claim: Claim, instance: Instance, bits: int, known: dict[int, Any]) -> tuple[Sides, ...]:
    """Evaluate every link; functions that returned no ball are not called again at a higher precision."""
    if claim.body is not None:
        return _property_sides(claim.body, instance, bits, known)
    found = []
    for link in claim.links:
        lhs, rhs = (_side(side, instance, bits, known) for side in (link.lhs, link.rhs))
        found.append(Sides(link.operator, lhs, rhs))
    return tuple(found)


def _side(side: Side, instance: Instance, bits: int, known: dict[int, Any]) -> Any:
    if isinstance(side, Formula):
        return evaluate(side.tree, instance, bits)
    if id(side) in known:
        return known[id(side)]
    result = _with_precision(bits, lambda: measured(_safe_runs(side, instance), lambda raw: raw))
    if not value.has_ball(result):
        known[id(side)] = result
    return result


def _with_precision(bits: int, function: Callable[[], Any]) -> Any:
    before = ctx.prec
    ctx.prec = bits
    try:
        return function()
    finally:
        ctx.prec = before


def _safe_runs(definition: Definition, instance: Instance) -> noise.Runs:
    arguments = definition.arguments(instance)
    return call(lambda *values: runs(definition.function, values), arguments, definition.source)


def _property_sides(body: Definition, instance: Instance, bits: int, known: dict[int, Any]) -> tuple[Sides, ...]:
    if id(body) in known:
        return known[id(body)]
    results = _with_precision(bits, lambda: _safe_runs(body, instance))
    nominal = results.nominal
    links = nominal.links if isinstance(nominal, Chain) else (nominal,)
    if not all(isinstance(link, Relation) for link in links):
        shown = "None" if nominal is None else f"a {type(nominal).__name__}"
        raise Nonsense(f"the property {body.source} returned {shown}", rule="it returns a relation on numbers",
                       hint="return at_most(lhs, rhs)")
    sides = []
    for k, link in enumerate(links):
        lhs, rhs = (measured(results, partial(_link_side, k=k, name=name)) for name in ("lhs", "rhs"))
        sides.append(Sides(link.operator, lhs, rhs))
    if not any(value.has_ball(side.lhs) or value.has_ball(side.rhs) for side in sides):
        known[id(body)] = tuple(sides)
    return tuple(sides)


def _link_side(raw: Any, k: int, name: str) -> Any:
    return getattr(raw.links[k] if isinstance(raw, Chain) else raw, name)


def _overflow(sides: Sides) -> str:
    """A difference that is an exact multiple of 2^64 is what fixed-width integers leave behind."""
    try:
        difference = int(sides.lhs - sides.rhs)
        small = max(abs(int(sides.lhs)), abs(int(sides.rhs))) >= 1 << 63 > min(abs(int(sides.lhs)), abs(int(sides.rhs)))
    except (TypeError, ValueError, OverflowError):
        return ""
    if difference and difference % (1 << 64) == 0 and small:
        return ("the two sides differ by an exact multiple of 2^64: a 64-bit integer overflowed in the definition; "
                "use Python integers (dtype=object)")
    return ""


def _unstable(claim: Claim, instance: Instance, sides: tuple[Sides, ...]) -> str:
    """A refutation is evaluated twice; an author's function that answers differently refutes nothing."""
    try:
        again = _sides(claim, instance, PRECISIONS[0], {})
    except (Undefined, Indeterminate, Unevaluable, AssayError, Crash) as problem:
        return f"the second evaluation at the same instance gave {problem}"
    for before, after in zip(sides, again, strict=False):
        for one, two in ((before.lhs, after.lhs), (before.rhs, after.rhs)):
            if not _consistent(one, two):
                return f"two evaluations at the same instance gave {value.text(one)} and {value.text(two)}"
    return ""


def _consistent(one: Any, two: Any) -> bool:
    if isinstance(one, tuple) and isinstance(two, tuple):
        return len(one) == len(two) and all(_consistent(a, b) for a, b in zip(one, two, strict=True))
    if isinstance(one, value.Approximate) and isinstance(two, value.Approximate):
        return abs(one.value - two.value) <= one.radius + two.radius
    if value.has_ball(one) or value.has_ball(two):
        return type(one) is type(two)
    return type(one) is type(two) and bool(one == two)


def instance_text(instance: Instance) -> tuple[tuple[str, str], ...]:
    """Return an instance as pairs of name and exact text."""
    return tuple((name, _entry_text(entry)) for name, entry in instance.items())


def _entry_text(entry: Any) -> str:
    if isinstance(entry, tuple):
        inner = ", ".join(_entry_text(part) for part in entry)
        return f"({inner})" if len(inner) <= 400 else f"({inner[:190]} … {inner[-190:]})"
    return str(entry)


def counterexample(claim: Claim, trial: Trial) -> Counterexample:
    """Return the witness that a trial shows."""
    side = trial.sides[trial.failing] if trial.sides else None
    return Counterexample(
        instance=instance_text(trial.instance),
        relation=side.operator if side else "",
        lhs=value.text(side.lhs) if side else "",
        rhs=value.text(side.rhs) if side else "",
        gap=trial.comparison.gap if trial.comparison else None,
        reason=trial.reason or (f"link {trial.failing + 1}: {_link_text(claim, trial.failing)}"
                                if len(trial.sides) > 1 else ""),
    )


def _link_text(claim: Claim, k: int) -> str:
    links: tuple[Link, ...] = claim.links
    return str(links[k]) if k < len(links) else f"relation {k + 1} of {claim.statement}"
