"""Quantifier: what binds a claim's relation inside "for all instances": there is, up to a constant, with probability.

A relation without one is claimed for all instances of its variables.  With one, some variables are bound inside: the
claim says for all instances of the others that the quantified statement holds.  The order is the order of the words.
To add a kind: write its module, add a line to ``KINDS``, and write the check that it names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from verify.quantifiers import constant, existential, extremum, probability, rate
from verify.variable import Variable

PLAIN = ("identity", "exhaustive", "enclosure", "equivalence", "search")
"""The checks of a claim for all instances, which some quantified ones come down to."""


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

    @property
    def ordered(self) -> bool:
        """Whether the statement begins with the variables that it is made for all instances of."""
        return KINDS[self.kind].order is not None


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of quantifier: its checks, its words, its LaTeX, and how an author's details are read.

    ``resolve(details, side)`` returns the details with formulas and functions made by ``side``; it raises ClaimError,
    as ``refuse(claim)`` does for a finished claim that the quantifier does not fit.
    ``order(quantifier, names)`` puts the order of the quantifiers in few words, after the names that come before.
    ``sentences`` are the plain sentences under a verdict that this kind words differently, with the fields ``order``,
    ``at``, ``sides``, ``reason`` and ``window``.
    """

    checks: tuple[str, ...]
    words: Callable[[Quantifier], str]
    latex: Callable[[Quantifier], str]
    resolve: Callable[[Mapping[str, Any], Callable[[Any], Any]], Mapping[str, Any]]
    order: Callable[[Quantifier, Iterable[str]], str] | None = None
    sentences: Mapping[str, str] = field(default_factory=dict)
    refuse: Callable[[Any], None] = lambda claim: None


KINDS: dict[str, Kind] = {
    existential.EXISTS: Kind(("existence",), existential.words, existential.latex, existential.resolve,
                             existential.order, existential.SENTENCES),
    existential.WITNESSED: Kind(PLAIN, existential.words, existential.latex, existential.resolve,
                                existential.order, existential.WITNESSED_SENTENCES),
    constant.GROWTH: Kind(("constant",), constant.words, constant.latex, constant.resolve, constant.order,
                          constant.SENTENCES),
    constant.STATED: Kind(PLAIN, constant.words, constant.latex, constant.resolve, constant.order,
                          constant.STATED_SENTENCES),
    extremum.BOUND: Kind(PLAIN, extremum.words, extremum.latex, extremum.resolve, extremum.order,
                         extremum.BOUND_SENTENCES),
    extremum.ATTAINED: Kind(("existence",), extremum.words, extremum.latex, extremum.resolve, extremum.order,
                            extremum.ATTAINED_SENTENCES),
    extremum.VALUE: Kind(("extremum",), extremum.words, extremum.latex, extremum.resolve, extremum.order,
                         extremum.VALUE_SENTENCES),
    probability.NAME: Kind(("probability",), probability.words, probability.latex, probability.resolve,
                           probability.order, refuse=probability.refuse),
    rate.NAME: Kind(("ladder",), rate.words, rate.latex, rate.resolve, sentences=rate.SENTENCES, refuse=rate.refuse),
}
