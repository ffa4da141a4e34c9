"""Cover: branch-and-bound proof that a formula is ≥ 0, > 0 or ≠ 0 on a region, box by box.

On a box a formula is settled by its range in interval arithmetic, as it stands or factored; or, where a partial
derivative has one sign inside the box, by the same question on a face, which decides bounds that are attained at a
corner; or, at a single point, by exact evaluation.  What remains is halved, breadth first.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from dataclasses import field as stored
from typing import Any

import sympy

from verify.errors import Indeterminate, Undefined, Unevaluable
from verify.symbolic.derivative import derivative
from verify.symbolic.expression import factored
from verify.symbolic.field import Field
from verify.symbolic.normal_form import certainly_zero, element
from verify.symbolic.range import enclose, truth
from verify.symbolic.region import Edge, Region, environment, face, halves, is_point, samples
from verify.values import number
from verify.values.evaluate import evaluate
from verify.values.interval import Interval

_JUMPS = (sympy.floor, sympy.ceiling, sympy.sign, sympy.Heaviside, sympy.Mod, sympy.Piecewise, sympy.KroneckerDelta)
_DEPTH = 3
"""How many derivatives deep the sign of a derivative is looked for."""
_NODES, _LARGE, _TERMS = 50, 500, 60
"""A box costs one more for so many nodes of its tree; larger trees are not derived; larger forms are not used."""
_FINE = 256
"""The precision for narrow boxes, in bits."""


class Exhausted(Exception):
    """The allowed number of boxes has been examined."""


@dataclass(frozen=True, slots=True)
class Question:
    """Whether forms of one formula satisfy ``operator`` 0; all forms have the same value where they are defined.

    ``parts`` are the factors of the formula with their exponents, where there are several.
    """

    operator: str
    forms: tuple[Any, ...]
    parts: tuple[tuple[Any, int], ...] = ()

    @property
    def tree(self) -> Any:
        """The formula as it was given."""
        return self.forms[0]


@dataclass(slots=True, eq=False)
class Purse:
    """How many boxes may still be examined, and how many were."""

    left: int
    examined: int = 0


@dataclass(slots=True, eq=False)
class Prover:
    """What a proof needs: a field for normal forms, the hypotheses, and the boxes that may still be examined."""

    field: Field
    hypotheses: tuple[Any, ...]
    purse: Purse
    slopes: dict[tuple[Any, str], tuple[Any, ...] | None] = stored(default_factory=dict)
    sizes: dict[Any, int] = stored(default_factory=dict)

    def look(self, tree: Any, box: Region, interior: Collection[str] = ()) -> Interval | None:
        """The range of a tree on a box, or None where it is not proven to be defined; counts as one box."""
        if self.purse.left <= 0:
            raise Exhausted
        self.purse.left -= 1 + self.size(tree) // _NODES
        self.purse.examined += 1
        bits = 64 if any(_wide(edge) for edge in box.values()) else _FINE
        try:
            return enclose(tree, environment(box, interior), bits)
        except Indeterminate:
            return None

    def size(self, tree: Any) -> int:
        """The number of nodes of a tree."""
        if tree not in self.sizes:
            self.sizes[tree] = sum(1 for _ in sympy.preorder_traversal(tree))
        return self.sizes[tree]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether a question is proven; if not, a box that resisted, and points where the formula breaks it."""

    proven: bool
    stuck: Region | None = None
    witnesses: tuple[Mapping[str, Any], ...] = ()


def _wide(edge: Edge) -> bool:
    return edge.low is None or edge.high is None or bool(edge.high - edge.low > number.exact(1) / (1 << 20))


def question(prover: Prover, operator: str, tree: Any) -> Question:
    """Return the question with a factored form beside the tree where there is one."""
    forms = _factored(prover.field, tree)
    parts = tuple(_split_power(part) for part in (forms[0].args if forms and forms[0].is_Mul else ()))
    return Question(operator, (tree, *forms), parts)


def _factored(field: Field, tree: Any) -> tuple[Any, ...]:
    try:
        made = element(field, tree, {})
        return (factored(field, made),) if len(made._top) + len(made._bottom) <= _TERMS else ()
    except (Unevaluable, Undefined, ZeroDivisionError, RecursionError):
        return ()


def _split_power(part: Any) -> tuple[Any, int]:
    return (part.base, int(part.exp)) if part.is_Pow and part.exp.is_Integer else (part, 1)


def prove(prover: Prover, asked: Question, whole: Region) -> Outcome:
    """Try to prove a question on a region; Unevaluable where the tree has no interval extension."""
    if any(edge.empty for edge in whole.values()):
        return Outcome(True)
    queue: deque[Region] = deque([whole])
    box: Region = whole
    try:
        while queue:
            box = queue.popleft()
            if _excluded(prover, box) or _settled(prover, asked, box, _DEPTH):
                continue
            broken = tuple(point for point in samples(box) if _breaks(prover, asked, point))
            if broken:
                return Outcome(False, box, broken)
            parts = halves(box)
            if not parts:
                return Outcome(False, box)
            queue.extend(parts)
    except Exhausted:
        return Outcome(False, box)
    return Outcome(True)


def _settled(prover: Prover, asked: Question, box: Region, depth: int) -> bool:
    if is_point(box):
        prover.purse.examined += 1
        return _holds_at(asked, {name: edge.low for name, edge in box.items()})
    if any(_satisfies(asked.operator, prover.look(form, box)) for form in asked.forms):
        return True
    if asked.parts and asked.operator != "!=" and _by_factors(prover, asked, box, depth):
        return True
    if asked.operator == "!=":
        return any(_by_monotonicity(prover, Question(">", forms), box, depth)
                   for forms in (asked.forms, tuple(map(_negative, asked.forms))))
    return _by_monotonicity(prover, asked, box, depth)


def _by_factors(prover: Prover, asked: Question, box: Region, depth: int) -> bool:
    """Find the sign of each factor on the box, by its range or by monotonicity."""
    sign, strict = 1, True
    for part, exponent in asked.parts:
        found = _factor_sign(prover, part, box, depth, exponent % 2 == 0)
        if found is None:
            return False
        sign *= found[0] if exponent % 2 else 1
        strict = strict and found[1]
    return sign > 0 and (strict or asked.operator == ">=")


def _factor_sign(prover: Prover, part: Any, box: Region, depth: int, even: bool) -> tuple[int, bool] | None:
    """Return (1 or −1, whether it is proven non-zero) for a factor of one sign; an even power has any sign."""
    found = prover.look(part, box)
    if found is None:
        return None
    if found.positive or found.negative:
        return (1 if found.positive else -1), True
    if even or found.non_negative or found.non_positive:
        return (1 if even or found.non_negative else -1), False
    for direction, form in ((1, part), (-1, _negative(part))):
        for operator in (">", ">="):
            if _by_monotonicity(prover, Question(operator, (form,)), box, depth - 1):
                return direction, operator == ">"
    return None


def _negative(tree: Any) -> Any:
    return sympy.Mul(sympy.S.NegativeOne, tree, evaluate=False)


def _satisfies(operator: str, found: Interval | None) -> bool:
    if found is None:
        return False
    if operator == "!=":
        return found.positive or found.negative
    return found.positive if operator == ">" else found.non_negative


def _excluded(prover: Prover, box: Region) -> bool:
    """Tell whether a hypothesis is false on the whole box."""
    intervals = environment(box)
    for hypothesis in prover.hypotheses:
        try:
            if truth(hypothesis, intervals) is False:
                return True
        except (Indeterminate, Undefined, Unevaluable):
            continue
    return False


def _sign_at(tree: Any, point: Mapping[str, Any]) -> int | None:
    """The exact sign at a rational point, or None."""
    for bits in (64, 256, 1024):
        try:
            return number.sign(evaluate(tree, point, bits))
        except Indeterminate:
            continue
        except (Undefined, Unevaluable):
            return None
    return 0 if certainly_zero(tree, point) else None


def _holds_at(asked: Question, point: Mapping[str, Any]) -> bool:
    sign = _sign_at(asked.tree, point)
    return sign is not None and {">=": sign >= 0, ">": sign > 0, "!=": sign != 0}[asked.operator]


def _breaks(prover: Prover, asked: Question, point: Mapping[str, Any]) -> bool:
    """Tell whether a point meets the hypotheses and certainly breaks the question."""
    try:
        if not all(evaluate(hypothesis, point, 128) is True for hypothesis in prover.hypotheses):
            return False
        sign = number.sign(evaluate(asked.tree, point, 128))
    except (Indeterminate, Undefined, Unevaluable):
        return False
    return not {">=": sign >= 0, ">": sign > 0, "!=": sign != 0}[asked.operator]


def _by_monotonicity(prover: Prover, asked: Question, box: Region, depth: int) -> bool:
    """Move to a face along a variable in which the formula is monotone; it is continuous where its range is known."""
    if depth == 0 or asked.tree.has(*_JUMPS):
        return False
    for name, edge in box.items():
        slope = None if edge.point else _slope(prover, asked.tree, name)
        if slope is None:
            continue
        for direction, end, opened in ((1, edge.low, edge.low_open), (-1, edge.high, edge.high_open)):
            if end is None:
                continue
            with_end = {**box, name: _closed(edge, direction)}
            if prover.look(asked.tree, with_end) is None:
                continue
            strict = _one_sign(prover, name, slope, with_end, direction, depth=depth)
            if strict is None:
                continue
            operator = ">=" if asked.operator == ">" and strict and opened else asked.operator
            if _settled_face(prover, replace(asked, operator=operator), face(with_end, name, end), depth):
                return True
    return False


def _closed(edge: Edge, direction: int) -> Edge:
    return replace(edge, low_open=False) if direction > 0 else replace(edge, high_open=False)


def _settled_face(prover: Prover, asked: Question, box: Region, depth: int) -> bool:
    """A face has fewer proper edges; where it is not a point it may be halved a few times."""
    pending = [(box, 0)]
    while pending:
        part, level = pending.pop()
        if _settled(prover, asked, part, depth):
            continue
        parts = halves(part) if level < 6 else []
        if not parts:
            return False
        pending += [(half, level + 1) for half in parts]
    return True


def _slope(prover: Prover, tree: Any, name: str) -> tuple[Any, ...] | None:
    """The partial derivative in its forms, or None where it has no rule."""
    place = (tree, name)
    if prover.size(tree) > _LARGE:
        return None
    if place not in prover.slopes:
        try:
            found = derivative(tree, name)
            prover.slopes[place] = (found, *_factored(prover.field, found))
        except Unevaluable:
            prover.slopes[place] = None
    return prover.slopes[place]


def _one_sign(prover: Prover, name: str, slope: tuple[Any, ...], box: Region, direction: int, *,
              depth: int) -> bool | None:
    """Whether direction·slope is ≥ 0 inside the box: True if it is even > 0, False if ≥ 0, None if not shown.

    For > 0 only the ends of the variable itself may be left out; for ≥ 0 all faces may, by continuity.
    """
    forms = slope if direction > 0 else tuple(map(_negative, slope))
    shown: bool | None = None
    for interior in ((name,), tuple(box)):
        ranges = [prover.look(form, box, interior) for form in forms]
        if ranges[0] is None:
            continue
        if interior == (name,) and any(found is not None and found.positive for found in ranges):
            return True
        if any(found is not None and found.non_negative for found in ranges):
            shown = False
    if shown is None and _by_monotonicity(prover, Question(">=", forms), box, depth - 1):
        return False
    return shown
