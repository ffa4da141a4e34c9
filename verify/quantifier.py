"""Quantifier: what binds a claim's relation inside "for all instances": there is, up to a constant, with probability.

A relation without one is claimed for all instances of its variables.  With one, some variables are bound inside: the
claim says for all instances of the others that the quantified statement holds.  The order is the order of the words.
To add a kind: write its module, add a line to ``KINDS``, and write the check that it names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from verify.variable import Variable


@dataclass(frozen=True, slots=True)
class Quantifier:
    """A quantifier of a claim: its kind, the variables that it binds, and what else its author said."""

    kind: str
    variables: tuple[Variable, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """The quantifier in words, as they stand before the relation."""
        return KINDS[self.kind].words(self)

    @property
    def latex(self) -> str:
        """The quantifier in LaTeX, as it stands before the relation."""
        return KINDS[self.kind].latex(self)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of quantifier: its checks, its words, its LaTeX, and how an author's details are read.

    ``resolve(details, side)`` returns the details with formulas and functions made by ``side``; it raises ClaimError.
    """

    checks: tuple[str, ...]
    words: Callable[[Quantifier], str]
    latex: Callable[[Quantifier], str]
    resolve: Callable[[Mapping[str, Any], Callable[[Any], Any]], Mapping[str, Any]]


KINDS: dict[str, Kind] = {}
