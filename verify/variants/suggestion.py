"""Suggestion: one way in which a false claim might become true, before and after it was tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sympy

from verify.claim import Claim, Link, Side
from verify.definition import Definition
from verify.evidence import Outcome
from verify.formulas.formula import Formula
from verify.formulas.matrix_formula import is_whole
from verify.formulas.parser import parse
from verify.side import Sides
from verify.symbolic.tree import put_name, shown
from verify.trial import Trial
from verify.variants.mend import RIGHT, around, beside


@dataclass(frozen=True, slots=True)
class Case:
    """A claim that breaks, every trial of it that was decided, and whether something would mend it already."""

    claim: Claim
    trials: tuple[Trial, ...]
    mended: bool = False

    @property
    def operator(self) -> str:
        """The relation, where the claim is a single one; else an empty text."""
        links = {len(trial.sides) for trial in self.trials}
        operators = {trial.sides[0].operator for trial in self.trials if trial.sides}
        return operators.pop() if links == {1} and len(operators) == 1 else ""

    @property
    def values(self) -> Iterator[tuple[Trial, Sides]]:
        """The trials of a single relation with their sides."""
        return ((trial, trial.sides[0]) for trial in self.trials)

    @property
    def broken(self) -> tuple[Trial, ...]:
        """The trials at which the claim does not hold."""
        return tuple(trial for trial in self.trials if trial.outcome is not Outcome.HOLDS)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What might mend a claim: a text, and the mended claim where it can be written down and so tried and proved.

    ``instances`` counts those that bear it out already; a ``phrase`` is completed to "holds …" or "no failure …";
    ``reach`` says how far it was tried and is left out where it is proved; one with ``doubt`` is told only if proved.
    """

    text: str
    variant: Claim | None
    instances: int = 0
    phrase: bool = True
    reach: str = ""
    tail: str = ""
    doubt: bool = False


def written(text: str, claim: Claim, **sides: Formula) -> Formula:
    """Return the formula of a text in which names stand for formulas.

    >>> from verify import Reals
    >>> from verify.builder import make_claim
    >>> claim = make_claim("c", "x + 1 == 2", {}, at="p. 1", forall={"x": Reals()})
    >>> written("2*r", claim, r=claim.links[0].lhs).source
    '2*(x + 1)'
    """
    letters: dict[str, Any] = {**claim.symbols, **{name: _letter(name, side) for name, side in sides.items()}}
    tree = put_name(parse(text, letters).tree, {name: side.tree for name, side in sides.items()})
    return Formula(shown(tree), tree)


def _letter(name: str, side: Formula) -> Any:
    """A letter that the parser takes for a matrix where the side is one, so that its products keep their order."""
    return sympy.MatrixSymbol(name, 1, 1) if is_whole(side.tree) else sympy.Symbol(name)


def with_right(case: Case, text: str, operator: str = "") -> Claim | None:
    """The claim whose right side is ``text``, with rhs for the present one; None where there is no single relation."""
    claim = case.claim
    if RIGHT in claim.symbols:
        return None
    letters = {**claim.symbols, RIGHT: sympy.Symbol(RIGHT)}
    if claim.body is not None and case.operator:
        return replace(claim, body=beside(parse(text, letters), claim.body, operator or case.operator), wrong=())
    if len(claim.links) != 1:
        return None
    link = claim.links[0]
    right: Side = link.rhs
    if text != RIGHT and isinstance(right, Definition):
        right = around(parse(text, letters), right)
    elif text != RIGHT and isinstance(right, Formula):
        right = written(text, claim, **{RIGHT: right})
    return replace(claim, links=(Link(operator or link.operator, link.lhs, right),), wrong=())


def distinct(values: Sequence[Any]) -> int:
    """How many different values there are, told apart by their texts."""
    return len({str(value) for value in values})
