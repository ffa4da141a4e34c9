"""Convention: what a false claim says under another usual convention, such as 0/1 for ±1 or another logarithm."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import sympy
from flint import fmpq

from verify.claim import Claim
from verify.definition import Definition
from verify.errors import Undefined
from verify.formulas.formula import Formula
from verify.symbolic.tree import nodes, placed, shown
from verify.values import number
from verify.values.value import Approximate, Discrete
from verify.variants import mend
from verify.variants.factor import LEAST, linear, same
from verify.variants.suggestion import Case, Suggestion, distinct, with_right

TRANSFORMS: tuple[tuple[str, str, Callable[[Any], Any]], ...] = (
    ("1 - 2*r", "values 0 and 1 on one side, 1 and -1 on the other", lambda r: linear(r, fmpq(1), fmpq(-2))),
    ("(1 - r)/2", "values 1 and -1 on one side, 0 and 1 on the other", lambda r: linear(r, fmpq(1, 2), fmpq(-1, 2))),
    ("2*r - 1", "values 0 and 1 on one side, -1 and 1 on the other", lambda r: linear(r, fmpq(-1), fmpq(2))),
    ("(1 + r)/2", "values -1 and 1 on one side, 0 and 1 on the other", lambda r: linear(r, fmpq(1, 2), fmpq(1, 2))),
    ("1 - r", "the complement", lambda r: linear(r, fmpq(1), fmpq(-1))),
    ("1/r", "the reciprocal", lambda r: _each(r, lambda x: number.divide(fmpq(1), x))),
    ("r^2", "the square, as between a norm and its square", lambda r: _each(r, lambda x: x * x)),
    ("sqrt(r)", "the root, as between a variance and a deviation",
     lambda r: _each(r, lambda x: number.power(x, fmpq(1, 2)))),
    ("abs(r)", "the absolute value", lambda r: _each(r, number.absolute)),
)
"""What the left side may be of the right side r: the formula, its meaning, and how it is computed."""


def _each(value: Any, function: Callable[[Any], Any]) -> Any:
    if isinstance(value, tuple):
        return tuple(_each(entry, function) for entry in value)
    if isinstance(value, Approximate | Discrete | bool | frozenset):
        raise Undefined("only exact numbers and balls are transformed")
    return function(value)


def other_values(case: Case) -> Iterator[Suggestion]:
    """The left side is a simple function of the right side."""
    if case.operator != "==" or len(case.broken) < LEAST or distinct([side.rhs for _, side in case.values]) < 2:
        return
    for text, meaning, function in TRANSFORMS:
        if all(_agrees(side.lhs, side.rhs, function) for _, side in case.values):
            yield Suggestion(f"the left side is {text}, where r is the right side ({meaning})",
                             with_right(case, re.sub(r"\br\b", mend.RIGHT, text)), len(case.trials), phrase=False)
            return


def _agrees(left: Any, right: Any, function: Callable[[Any], Any]) -> bool:
    try:
        return same(left, function(right))
    except (Undefined, ArithmeticError, TypeError, ValueError):
        return False


def other_order(case: Case) -> Iterator[Suggestion]:
    """The entries come in the opposite order, or rows and columns are exchanged."""
    if case.operator != "==" or len(case.broken) < LEAST:
        return
    for words, change in (("rows and columns are exchanged", _transposed), ("the entries come in the opposite order",
                                                                            _reversed)):
        if all(isinstance(side.rhs, tuple) and same(side.lhs, change(side.rhs)) for _, side in case.values):
            yield Suggestion(words, _rearranged(case, change), len(case.trials), phrase=False)


def _rearranged(case: Case, change: Callable[[Any], Any]) -> Claim | None:
    """The claim with the entries of its right side in another order; None where that cannot be written."""
    link = case.claim.links[0] if len(case.claim.links) == 1 else None
    if link is not None and isinstance(link.rhs, Definition):
        name = "transpose" if change is _transposed else "reversed"
        return replace(case.claim, links=(replace(link, rhs=mend.rearranged(link.rhs, change, name)),), wrong=())
    return with_right(case, f"transpose({mend.RIGHT})") if link is not None and change is _transposed else None


def _transposed(value: tuple[Any, ...]) -> Any:
    square = all(isinstance(row, tuple) for row in value) and len({len(row) for row in value}) == 1
    return tuple(zip(*value, strict=True)) if square and value else ()


def _reversed(value: tuple[Any, ...]) -> Any:
    return tuple(reversed(value))


def other_logarithm(case: Case) -> Iterator[Suggestion]:
    """A logarithm to base 2 or 10 in place of the natural one, or the natural one in place of another."""
    for k, link in enumerate(case.claim.links):
        for name in ("rhs", "lhs"):
            side = getattr(link, name)
            for tree, words in _logarithms(side.tree) if isinstance(side, Formula) else ():
                formula = Formula(shown(tree), tree)
                new = replace(link, lhs=formula) if name == "lhs" else replace(link, rhs=formula)
                links = (*case.claim.links[:k], new, *case.claim.links[k + 1 :])
                yield Suggestion(words, replace(case.claim, links=links, wrong=()))


def _logarithms(tree: Any) -> Iterator[tuple[Any, str]]:
    """The tree with all its logarithms of something other than a number in another base."""
    places = [(path, node) for path, node in nodes(tree)
              if isinstance(node, sympy.log) and not isinstance(node.args[0], sympy.Integer)]
    for base in (2, 10) if places else ():
        other = tree
        below = sympy.Pow(sympy.log(sympy.Integer(base), evaluate=False), -1, evaluate=False)
        for path, node in sorted(places, key=lambda place: -len(place[0])):
            other = placed(other, path, sympy.Mul(node, below, evaluate=False))
        yield other, f"with logarithms to base {base} in place of natural ones"
