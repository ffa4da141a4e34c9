"""Claim: one numbered statement of a paper, over variables, under named hypotheses, with where it stands.

A claim is immutable and knows nothing of how it is checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from verify.definition import Definition
from verify.formula import Formula
from verify.quantifier import Quantifier
from verify.variable import Variable

Side = Formula | Definition


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
    gradients: tuple[str, ...] = ()
    quantifier: Quantifier | None = None
    symbols: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def statement(self) -> str:
        """The statement as checked, as text."""
        plain = statement(self.links) if self.body is None else self.body.source
        return plain if self.quantifier is None else f"{self.quantifier.words}: {plain}"

    @property
    def latex(self) -> str:
        """The statement as LaTeX; definitions are set in typewriter type."""
        before = f"{self.quantifier.latex}:\\; " if self.quantifier else ""
        if self.body is not None:
            return before + _typewriter(self.body.source)
        return before + self._links_latex()

    def _links_latex(self) -> str:
        parts = [_side_latex(self.links[0].lhs)]
        if self.links[0].operator == "==" and self.links[0].rhs.source == "true":
            return parts[0]
        signs = {"==": "=", "<=": r"\leq", ">=": r"\geq", "<": "<", ">": ">"}
        for link in self.links:
            parts += [signs[link.operator], _side_latex(link.rhs)]
        return " ".join(parts)

    @property
    def formulas_only(self) -> bool:
        """Whether every side is a formula, so that symbols can stand for the variables."""
        return self.body is None and all(isinstance(s, Formula) for link in self.links for s in (link.lhs, link.rhs))

    @property
    def definitions(self) -> tuple[Definition, ...]:
        """Every author function in the claim."""
        sides = [side for link in self.links for side in (link.lhs, link.rhs)]
        sides += [hypothesis.condition for hypothesis in self.hypotheses]
        sides += [side for links in self.wrong for link in links for side in (link.lhs, link.rhs)]
        found = [side for side in sides if isinstance(side, Definition)]
        return tuple(found + ([self.body] if self.body else []))


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


def _side_latex(side: Side) -> str:
    return side.latex if isinstance(side, Formula) else _typewriter(side.source)


def _typewriter(text: str) -> str:
    escaped = re.sub(r"([\\{}$&#_%^~])", lambda m: {"\\": r"\backslash ", "^": r"\hat{}", "~": r"\sim "}.get(
        m.group(1), "\\" + m.group(1)), text.replace(" ** ", "^"))
    return r"\mathtt{" + escaped.replace(" ", r"\ ") + "}"
