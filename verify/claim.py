"""Claim: one numbered statement of a paper, over variables, under named hypotheses, with where it stands.

A claim is immutable and knows nothing of how it is checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy

from verify.definition import Definition, define, parameters
from verify.domain import Domain
from verify.errors import ClaimError, FormulaError
from verify.formula import OPERATORS, Formula, names, parse, take
from verify.relation import Chain, Relation
from verify.variable import Variable, adopt, order

ORIGINS = ("paper", "summary", "folklore", "ours")
TIERS = ("fast", "full")
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
    symbols: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def statement(self) -> str:
        """The statement as checked, as text."""
        return statement(self.links) if self.body is None else self.body.source

    @property
    def latex(self) -> str:
        """The statement as LaTeX; definitions are set in typewriter type."""
        if self.body is not None:
            return _typewriter(self.statement)
        parts = [_side_latex(self.links[0].lhs)]
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
        m.group(1), "\\" + m.group(1)), text)
    return r"\mathtt{" + escaped.replace(" ", r"\ ") + "}"


def make_claim(identifier: str, relation: Any, declared: Mapping[str, Variable], *, given: Any = (), at: str = "",
               forall: Mapping[Any, Domain] | None = None, wrong: Iterable[Any] = (), **details: Any) -> Claim:
    """Build a claim from what an author wrote; raise ClaimError, FormulaError or DomainError with a hint.

    ``relation`` is a Relation, a Chain, text such as ``"log(1+x) <= x"``, a SymPy relational, or (for a property) a
    plain function that returns a Relation.
    """
    _check_words(identifier, at, details)
    scope = {**declared}
    for key, domain in (forall or {}).items():
        adopted = adopt(key, domain)
        scope[adopted.name] = adopted
    symbols = {name: variable.symbol for name, variable in scope.items()}
    builder = _Builder(identifier, symbols, by_order=tuple(adopt(k, d).name for k, d in (forall or {}).items()))
    body = builder.property(relation) if callable(relation) and not isinstance(relation, sympy.Basic) else None
    links = () if body else builder.links(relation)
    hypotheses = builder.hypotheses(given)
    false_links = tuple(builder.links(variant) for variant in wrong)
    mentioned = builder.mentioned | (set(builder.by_order) if body else set())
    variables = order(scope, [name for name in scope if name in mentioned])
    gradients = builder.gradients(relation)
    return Claim(identifier, links, body, variables, hypotheses, at=at, wrong=false_links, gradients=gradients,
                 symbols=symbols, **details)


def _check_words(identifier: Any, at: Any, details: Mapping[str, Any]) -> None:
    if not isinstance(identifier, str) or not identifier.strip():
        raise ClaimError("a claim without an id", rule="the id is the statement's label", given=identifier)
    if not isinstance(at, str) or not at.strip():
        raise ClaimError(f"claim {identifier!r} has no locator", rule="every claim says where it stands in the paper",
                         hint="at='Lemma 3, p. 4'")
    for name, allowed in (("origin", ORIGINS), ("tier", TIERS), ("expect", (None, "refuted"))):
        if name in details and details[name] not in allowed:
            raise ClaimError(f"claim {identifier!r}: {name}", rule=f"one of {', '.join(map(repr, allowed))}",
                             given=details[name])


class _Builder:
    """Resolves sides over the declared symbols and notes which variables they mention."""

    def __init__(self, identifier: str, symbols: Mapping[str, Any], by_order: tuple[str, ...]) -> None:
        self.identifier, self.symbols, self.by_order = identifier, symbols, by_order
        self.mentioned: set[str] = set()

    def property(self, function: Callable[..., Any]) -> Definition:
        return self.definition(function)

    def definition(self, function: Callable[..., Any]) -> Definition:
        wanted = parameters(function)
        order_names = self.by_order or tuple(self.symbols)
        known = all(name in self.symbols for name in wanted)
        result = define(function, tuple(self.symbols) if known else order_names, by_order=True)
        self.mentioned |= set(result.parameters)
        return result

    def gradients(self, relation: Any) -> tuple[str, ...]:
        wanted = relation.gradients if isinstance(relation, Relation) else ()
        unknown = [name for name in wanted if name not in self.mentioned]
        if unknown:
            raise ClaimError(f"claim {self.identifier!r}: gradients in {', '.join(unknown)}",
                             rule="gradients are taken in variables that the functions take")
        return wanted

    def side(self, raw: Any) -> Side:
        if isinstance(raw, bool):
            return Formula(str(raw), sympy.true if raw else sympy.false)
        if isinstance(raw, str):
            formula = parse(raw, self.symbols)
        elif isinstance(raw, sympy.Basic | int) or (hasattr(raw, "numerator") and not isinstance(raw, float)):
            formula = take(raw)
        elif callable(raw):
            return self.definition(raw)
        elif isinstance(raw, float):
            raise FormulaError(f"claim {self.identifier!r}: a float as a side", rule="sides are exact", given=raw,
                               hint=f"Rational('{raw}')")
        elif isinstance(raw, tuple | list | set | frozenset):
            return define(lambda value=raw: value, (), by_order=False)
        else:
            raise ClaimError(f"claim {self.identifier!r}: a side of type {type(raw).__name__}",
                             rule="a side is a formula, a number or a function", given=raw)
        self.mentioned |= self.declared(formula)
        return formula

    def declared(self, formula: Formula) -> frozenset[str]:
        self.same_symbols(formula.tree)
        found = names(formula.tree)
        missing = sorted(found - set(self.symbols))
        if missing:
            raise ClaimError(f"claim {self.identifier!r} mentions {', '.join(missing)}",
                             rule="every variable is declared",
                             hint=f"forall={{'{missing[0]}': Reals()}} or paper.variables({missing[0]}=Reals())")
        return found

    def same_symbols(self, tree: Any) -> None:
        """Two symbols of one name with different assumptions are two symbols; say so."""
        for symbol in sorted(tree.free_symbols, key=str):
            ours = self.symbols.get(symbol.name) if isinstance(symbol, sympy.Symbol) else None
            if isinstance(ours, sympy.Symbol) and ours != symbol:
                raise ClaimError(f"claim {self.identifier!r} has two symbols named {symbol.name}",
                                 rule="one is the declared " + _assumed(ours) + ", the other " + _assumed(symbol),
                                 hint=f"the symbol that paper.variables returned, or forall={{{symbol.name}: …}}")

    def links(self, raw: Any) -> tuple[Link, ...]:
        if isinstance(raw, Relation) and callable(raw.lhs) and raw.lhs is raw.rhs:
            raise ClaimError(f"claim {self.identifier!r} compares a function with itself",
                             rule="the two sides come by different routes")
        if isinstance(raw, Relation):
            return (Link(raw.operator, self.side(raw.lhs), self.side(raw.rhs)),)
        if isinstance(raw, Chain):
            sides = [self.side(raw.links[0].lhs), *(self.side(link.rhs) for link in raw.links)]
            return tuple(Link(link.operator, sides[k], sides[k + 1]) for k, link in enumerate(raw.links))
        if isinstance(raw, str):
            return self.relational(parse(raw, self.symbols), raw)
        if isinstance(raw, sympy.logic.boolalg.BooleanAtom | bool):
            raise ClaimError(f"claim {self.identifier!r} is the truth value {raw}",
                             rule="SymPy decided it before Assay could look",
                             hint="the relation as text, or equal(a, b)")
        if isinstance(raw, sympy.Basic):
            return self.relational(take(raw), str(raw))
        raise ClaimError(f"claim {self.identifier!r}", rule="a relation, such as equal(a, b) or 'a <= b'", given=raw)

    def relational(self, formula: Formula, text: str) -> tuple[Link, ...]:
        self.mentioned |= self.declared(formula)
        tree = formula.tree
        if not isinstance(tree, sympy.logic.boolalg.Boolean):
            raise ClaimError(f"claim {self.identifier!r} is the formula {text}, not a relation",
                             rule="a claim relates two sides", hint=f"'{text} == …' or '{text} <= …'")
        parts = _conjuncts(tree, text)
        if parts is None:
            return (Link("==", formula, Formula("true", sympy.true)),)
        return parts

    def hypotheses(self, given: Any) -> tuple[Hypothesis, ...]:
        if isinstance(given, Mapping):
            pairs = [(str(name), raw) for name, raw in given.items()]
        elif isinstance(given, str | sympy.Basic | bool) or callable(given):
            pairs = [("", given)]
        else:
            pairs = [("", raw) for raw in given]
        return tuple(self.hypothesis(name, raw) for name, raw in pairs)

    def hypothesis(self, name: str, raw: Any) -> Hypothesis:
        if isinstance(raw, bool | sympy.logic.boolalg.BooleanAtom):
            raise ClaimError(f"claim {self.identifier!r}: the hypothesis {name or raw} is the truth value {raw}",
                             rule="it was evaluated before the claim was made", hint="it as text: given='x > 0'")
        side = self.side(raw)
        if isinstance(side, Formula) and not isinstance(side.tree, sympy.logic.boolalg.Boolean):
            raise ClaimError(f"claim {self.identifier!r}: the hypothesis {side.source} is not a condition",
                             rule="a hypothesis is true or false", hint=f"'{side.source} > 0'")
        return Hypothesis(name or side.source, side)


def _assumed(symbol: sympy.Symbol) -> str:
    facts = sorted(fact for fact, value in symbol._assumptions_orig.items() if value)
    return f"{symbol.name} ({', '.join(facts) if facts else 'plain, no assumptions'})"


def _conjuncts(tree: Any, text: str) -> tuple[Link, ...] | None:
    """Split a relation, or a chain a <= b < c written without ``and``, into links; None for other conditions."""
    relations = _relations_in_order(text, tree)
    if relations is None:
        return None
    sides: dict[Any, Formula] = {}

    def formula(side: Any) -> Formula:
        return sides.setdefault(side, Formula(_print(side), side))

    return tuple(Link(OPERATORS[r.func], formula(r.lhs), formula(r.rhs)) for r in relations)


def _relations_in_order(text: str, tree: Any) -> list[Any] | None:
    if type(tree) in OPERATORS and OPERATORS[type(tree)] != "!=":
        return [tree]
    if not isinstance(tree, sympy.And) or re.search(r"\b(and|or|not)\b", text):
        return None
    pending = list(tree.args)
    if any(type(r) not in OPERATORS or OPERATORS[type(r)] == "!=" for r in pending):
        return None
    ordered = [next((r for r in pending if r.lhs not in [o.rhs for o in pending]), pending[0])]
    pending.remove(ordered[0])
    while pending:
        following = next((r for r in pending if r.lhs == ordered[-1].rhs), pending[0])
        pending.remove(following)
        ordered.append(following)
    return ordered


def _print(tree: Any) -> str:
    return sympy.sstr(tree, order="none").replace("**", "^")
