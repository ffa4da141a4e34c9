"""Claim: one numbered statement of a paper, over variables, under named hypotheses, with where it stands.

A claim is immutable and knows nothing of how it is checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from verify.definition import Definition
from verify.formulas.formula import Formula, typewriter
from verify.quantifiers.quantifier import Quantifier
from verify.variable import Variable

Side = Formula | Definition
SIGNS = {"==": "=", "<=": r"\leq", ">=": r"\geq", "<": "<", ">": ">", "⪯": r"\preceq", "⪰": r"\succeq"}
"""The operators in LaTeX."""


@dataclass(frozen=True, slots=True)
class Link:
    """One relation of a claim, with its sides resolved: formulas or definitions."""

    operator: str
    lhs: Side
    rhs: Side

    def __str__(self) -> str:
        return f"{self.lhs.source} {self.operator} {self.rhs.source}"


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A named condition on instances."""

    name: str
    condition: Side


@dataclass(frozen=True, slots=True)
class Stated:
    """The relation as its author stated it, in text and LaTeX, where another is checked in its place."""

    text: str
    latex: str
    definitions: tuple[Definition, ...] = ()


@dataclass(frozen=True, slots=True)
class Obligation:
    """What a claim owes besides its relation, such as that a stated witness lies in its domain.

    ``links`` say the same as relations and ``integer`` is a tree that is an integer, both to be proven for the whole
    scope; ``links`` is None where only instances can tell.  ``shown`` is the side whose value a failure shows.
    """

    name: str
    condition: Side
    links: tuple[Link, ...] | None = None
    integer: Any = None
    shown: Side | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a derivation: how it is related to the line before, its formula, and why in the author's words."""

    operator: str
    formula: Formula
    why: str = ""


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement: ``links`` (relations that hold together) or ``body`` (a property), and everything said about it."""

    id: str
    links: tuple[Link, ...]
    body: Definition | None
    variables: tuple[Variable, ...]
    hypotheses: tuple[Hypothesis, ...] = ()
    at: str = ""
    origin: str = "paper"
    says: str = ""
    uses: tuple[str, ...] = ()
    wrong: tuple[tuple[Link, ...], ...] = ()
    expect: str | None = None
    tier: str = "fast"
    paper: str = ""
    file: str = ""
    line: int = 0
    fault: str = ""
    """Why it is not well-formed, where it only stands in the place of such a claim."""
    gradients: tuple[str, ...] = ()
    quantifier: Quantifier | None = None
    symbols: Mapping[str, Any] = field(default_factory=dict, repr=False)
    stated: Stated | None = None
    obligations: tuple[Obligation, ...] = ()
    rank: int = 1
    """How many claims of this quantifier its paper had stated with it; it decides the share of an error budget."""
    derivation: tuple[Line, ...] = ()
    """The author's steps from the definition to the claim."""
    rivals: tuple[Claim, ...] = ()
    """False variants under a quantifier of their own."""

    @property
    def statement(self) -> str:
        """The statement as checked, as text."""
        plain = self.stated.text if self.stated else self.body.source if self.body else statement(self.links)
        words = self.quantifier.words if self.quantifier else ""
        return f"{self._for_all}{words}: {plain}" if words else plain

    @property
    def before(self) -> tuple[Variable, ...]:
        """The variables that the claim is made for all instances of, before its quantifier."""
        later = self.quantifier.details.get("later", ()) if self.quantifier else ()
        bound = {v.name for v in (*(self.quantifier.variables if self.quantifier else ()), *later)}
        return tuple(v for v in self.variables if v.name not in bound)

    @property
    def _for_all(self) -> str:
        shown = self.quantifier is not None and self.quantifier.ordered and self.before
        return f"for all {' and '.join(f'{v.name} in {v.domain.describe()}' for v in self.before)}, " if shown else ""

    @property
    def latex(self) -> str:
        """The statement as LaTeX; definitions are set in typewriter type."""
        return self._quantifier_latex() + self.relation_latex

    @property
    def relation_latex(self) -> str:
        """The relation as LaTeX, without its quantifier."""
        if self.stated:
            return self.stated.latex
        return typewriter(self.body.source) if self.body else self._links_latex()

    def _quantifier_latex(self) -> str:
        from verify.domains.domain_latex import member

        if self.quantifier is None or not self.quantifier.latex:
            return ""
        outer = r"\; ".join(rf"\forall\, {member(v)}" for v in self.before) if self.quantifier.ordered else ""
        return (rf"{outer}:\; " if outer else "") + rf"{self.quantifier.latex}:\; "

    def _links_latex(self) -> str:
        parts = [side_latex(self.links[0].lhs)]
        if self.links[0].operator == "==" and self.links[0].rhs.source == "true":
            return parts[0]
        for link in self.links:
            parts += [SIGNS[link.operator], side_latex(link.rhs)]
        return " ".join(parts)

    @property
    def formulas_only(self) -> bool:
        """Whether every side is a formula, so that symbols can stand for the variables."""
        return self.body is None and all(isinstance(s, Formula) for link in self.links for s in (link.lhs, link.rhs))

    @property
    def mentioned(self) -> frozenset[str]:
        """The names of the variables in the relation and the hypotheses, sizes of domains apart."""
        sides = [side for link in self.links for side in (link.lhs, link.rhs)]
        sides += [hypothesis.condition for hypothesis in self.hypotheses] + ([self.body] if self.body else [])
        return frozenset().union(*(names_of(side) for side in sides))

    @property
    def definitions(self) -> tuple[Definition, ...]:
        """Every author function in the claim."""
        sides = [side for link in self.links for side in (link.lhs, link.rhs)]
        sides += [obligation.condition for obligation in self.obligations]
        sides += self.quantifier.details.get("witness", {}).values() if self.quantifier else ()
        sides += [hypothesis.condition for hypothesis in self.hypotheses]
        sides += [side for links in self.wrong for link in links for side in (link.lhs, link.rhs)]
        found = [side for side in sides if isinstance(side, Definition)]
        found += self.stated.definitions if self.stated else ()
        found += [definition for rival in self.rivals for definition in rival.definitions]
        return tuple(found + ([self.body] if self.body else []))


def names_of(side: Side) -> frozenset[str]:
    """Return the names of the variables that a side takes."""
    return side.names if isinstance(side, Formula) else frozenset(side.parameters)


def statement(links: Iterable[Link]) -> str:
    """Return relations as text, as a chain where sides repeat."""
    text, last = "", None
    for link in links:
        if link.operator == "==" and link.rhs.source == "true" and last is None:
            text, last = link.lhs.source, link.rhs
            continue
        if last is not None and link.lhs is not last:
            text += f" and {link.lhs.source}"
        elif last is None:
            text = link.lhs.source
        text += f" {link.operator} {link.rhs.source}"
        last = link.rhs
    return text


def side_latex(side: Side) -> str:
    return side.latex if isinstance(side, Formula) else typewriter(side.source)
