"""Mend: an author's function, or property, with a formula around what it returns, so that a hint can be tried."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flint import acb, arb, fmpq

from verify.definition import Definition
from verify.errors import Nonsense
from verify.formulas.formula import Formula
from verify.relation import Relation
from verify.values import value
from verify.values.evaluate import evaluate

RIGHT = "rhs"
"""How the formulas of this module call what a function returns."""
_BITS = 256


def around(formula: Formula, definition: Definition) -> Definition:
    """Return the function whose results are a formula in those of another, called rhs, and in the variables.

    >>> from verify.formulas.parser import parse
    >>> import sympy
    >>> double = around(parse("2*rhs", {"rhs": sympy.Symbol("rhs")}), Definition(lambda n: n + 1, ("n",), "n + 1"))
    >>> double.source, double.function(3)
    ('2*(n + 1)', 8)
    """
    text = re.sub(rf"\b{RIGHT}\b", lambda _: f"({definition.source})", formula.source)
    return _wrapped(definition, formula, text, lambda raw, change: change(raw))


def beside(formula: Formula, body: Definition, operator: str) -> Definition:
    """Return the property with a formula in its right side in place of that side, and another operator."""
    told = f"lhs {operator} {formula.source}, where lhs and rhs are the sides of {body.source}"

    def related(raw: Any, change: Callable[[Any], Any]) -> Any:
        if not isinstance(raw, Relation):
            raise Nonsense("a property of several relations")
        return replace(raw, operator=operator, rhs=change(raw.rhs))

    return _wrapped(body, formula, told, related)


def rearranged(definition: Definition, change: Callable[[Any], Any], name: str) -> Definition:
    """Return the function whose results are those of another in another order."""
    function = definition.function
    return replace(definition, function=lambda *arguments: change(value.leaves(function(*arguments))),
                   source=f"{name}({definition.source})", captured={})


def _wrapped(inner: Definition, formula: Formula, source: str,
             apply: Callable[[Any, Callable[[Any], Any]], Any]) -> Definition:
    more = tuple(sorted(formula.names - {RIGHT, *inner.parameters}))
    count = len(inner.parameters)

    def function(*arguments: Any) -> Any:
        known = dict(zip((*inner.parameters, *more), arguments, strict=True))
        return apply(inner.function(*arguments[:count]), lambda raw: _changed(formula, value.leaves(raw), known))

    return replace(inner, function=function, parameters=(*inner.parameters, *more), source=source, captured={})


def _changed(formula: Formula, leaf: Any, known: dict[str, Any]) -> Any:
    """A formula in rhs at every number of a value; a float stays one, so that its noise is measured."""
    if formula.source == RIGHT:
        return leaf
    if isinstance(leaf, tuple):
        return tuple(_changed(formula, entry, known) for entry in leaf)
    if isinstance(leaf, float):
        found = evaluate(formula.tree, {**known, RIGHT: arb(leaf)}, _BITS)
        return float(arb(found).mid())
    if isinstance(leaf, bool) or not isinstance(leaf, fmpq | arb | acb):
        raise Nonsense("what is no number")
    return evaluate(formula.tree, {**known, RIGHT: leaf}, _BITS)
