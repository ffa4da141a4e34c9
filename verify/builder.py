"""Builder: a claim from what an author wrote, with every misuse refused by a named error and a hint."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import sympy

from verify.claim import Claim, Hypothesis, Link, Side
from verify.composition import require_one_way
from verify.definition import Definition, define, parameters
from verify.derivation import recorded, require_fitting
from verify.domains.domain import Domain
from verify.errors import ClaimError, FormulaError
from verify.formulas.formula import OPERATORS, Formula, is_condition, names, take
from verify.formulas.matrix_formula import ORDERS
from verify.formulas.parser import Relations, parse, parse_statement
from verify.formulas.shape import Mismatch, related, shape
from verify.quantifiers import probability, rate
from verify.quantifiers.extremum import unfold
from verify.quantifiers.quantifier import KINDS, Quantifier
from verify.quantifiers.reduction import reduce
from verify.relation import Chain, Quantified, Relation
from verify.variable import Variable, adopt, order, sizes_first

ORIGINS = ("paper", "summary", "folklore", "ours")
TIERS = ("fast", "full")


def make_claim(identifier: str, relation: Any, declared: Mapping[str, Variable], *, given: Any = (), at: str = "",
               forall: Mapping[Any, Domain] | None = None, wrong: Iterable[Any] = (),
               derive: Callable[..., Any] | None = None, **details: Any) -> Claim:
    """Build a claim from what an author wrote; raise ClaimError, FormulaError or DomainError with a hint.

    ``relation`` is a Relation, a Chain, text such as ``"log(1+x) <= x"``, a SymPy relational, or (for a property) a
    plain function that returns a Relation.
    """
    _check_words(identifier, at, details)
    scope = {**declared}
    adopted = [adopt(key, domain) for key, domain in (forall or {}).items()]
    scope.update((variable.name, variable) for variable in sizes_first(adopted))
    relation = unfold(relation)
    quantified, relation = (relation, relation.relation) if isinstance(relation, Quantified) else (None, relation)
    inner = _bound(identifier, quantified, scope)
    scope.update((variable.name, variable) for variable in inner)
    symbols = {name: variable.symbol for name, variable in scope.items()}
    shapes = {name: (*variable.domain.shape, sympy.S.One, sympy.S.One)[:2] for name, variable in scope.items()}
    builder = _Builder(identifier, symbols, shapes, by_order=tuple(variable.name for variable in adopted))
    body = builder.property(relation) if callable(relation) and not isinstance(relation, sympy.Basic) else None
    links = () if body else builder.links(relation)
    hypotheses = builder.hypotheses(given)
    quantifier = _quantifier(quantified, inner, builder)
    wrong = (wrong,) if isinstance(wrong, str | Relation | Chain | Quantified | sympy.Basic) else tuple(wrong)
    whole = [_whole(variant, quantified) for variant in wrong]
    rivals = tuple(make_claim(identifier, variant, declared, given=given, at=at, forall=forall, **details)
                   for variant, apart in zip(wrong, whole, strict=True) if apart)
    false_links = tuple(builder.links(_inside(identifier, unfold(variant), quantified))
                        for variant, apart in zip(wrong, whole, strict=True) if not apart)
    for link in (*links, *(link for variant in false_links for link in variant)):
        _check_order(identifier, link)
    hidden = {variable.name for variable in inner}
    variables = tuple(v for v in order(scope, [n for n in scope if n in builder.mentioned | hidden])
                      if v.name not in hidden)
    gradients = builder.gradients(relation)
    builder.mentioned = {variable.name for variable in (*variables, *inner)}
    derivation = recorded(identifier, derive, builder.side)
    extra = builder.mentioned - {variable.name for variable in variables}
    claim = Claim(identifier, links, body, variables, hypotheses, at=at, wrong=false_links, gradients=gradients,
                  quantifier=quantifier, symbols=symbols, rivals=rivals, derivation=derivation, **details)
    if quantifier is not None:
        KINDS[quantifier.kind].refuse(claim)
    if claim.expect == "inconsistent" and (quantifier is None or quantifier.kind != rate.NAME):
        raise ClaimError(f"claim {identifier!r}: expect", rule="only a claim on a ladder can be inconsistent with it",
                         given=claim.expect, hint="expect='refuted'")
    return reduce(require_fitting(claim, extra))


def require_used(claim: Claim, forall: Mapping[Any, Domain] | None) -> Claim:
    """Return the claim; refuse a variable declared for it alone that occurs nowhere in it: a letter was mistyped."""
    bound = (*claim.quantifier.variables, *claim.quantifier.details.get("later", ())) if claim.quantifier else ()
    used = {variable.name for variable in (*claim.variables, *bound)}
    unused = [name for key, domain in (forall or {}).items() if (name := adopt(key, domain).name) not in used]
    if unused:
        raise ClaimError(f"claim {claim.id!r} does not mention {', '.join(unused)}",
                         rule="what is declared for a claim occurs in it, in a hypothesis or in a domain",
                         hint=f"the statement with {unused[0]}, or leave out {unused[0]}=…")
    return claim


def _whole(variant: Any, quantified: Quantified | None) -> bool:
    """Whether a false variant is a claim of its own: one of a probability has its own bound and its own draws."""
    return all(isinstance(one, Quantified) and one.kind == probability.NAME for one in (variant, quantified))


def _inside(identifier: str, variant: Any, quantified: Quantified | None) -> Any:
    """The relation of a false variant, which stands under the claim's own quantifier."""
    if isinstance(variant, Quantified) and (quantified is None or variant.kind != quantified.kind):
        raise ClaimError(f"claim {identifier!r}: a false variant of another kind ({variant.kind})",
                         rule="a false variant has the claim's own quantifier, or is a plain relation")
    return variant.relation if isinstance(variant, Quantified) else variant


def _bound(identifier: str, quantified: Quantified | None, scope: Mapping[str, Variable]) -> tuple[Variable, ...]:
    """The variables that a quantifier binds; their names are its own."""
    inner = tuple(sizes_first([adopt(key, domain) for key, domain in (quantified.inner if quantified else {}).items()]))
    for variable in inner:
        if variable.name in scope:
            raise ClaimError(f"claim {identifier!r} binds {variable.name}, which is declared already",
                             rule="a quantifier binds names of its own", hint=f"{variable.name}1")
    return inner


def _quantifier(quantified: Quantified | None, inner: tuple[Variable, ...], builder: _Builder) -> Quantifier | None:
    if quantified is None:
        return None
    return Quantifier(quantified.kind, inner, KINDS[quantified.kind].resolve(quantified.details, builder.side))


def _check_words(identifier: Any, at: Any, details: Mapping[str, Any]) -> None:
    if not isinstance(identifier, str) or not identifier.strip():
        raise ClaimError("a claim without an id", rule="the id is the statement's label", given=identifier)
    if not isinstance(says := details.get("says", ""), str):
        raise ClaimError(f"claim {identifier!r}: says", rule="a text", given=says)
    if not isinstance(at, str) or not at.strip():
        raise ClaimError(f"claim {identifier!r} has no locator", rule="every claim says where it stands in the paper",
                         hint="at='Lemma 3, p. 4'")
    for name, allowed in (("origin", ORIGINS), ("tier", TIERS), ("expect", (None, "refuted", "inconsistent"))):
        if name in details and details[name] not in allowed:
            raise ClaimError(f"claim {identifier!r}: {name}", rule=f"one of {', '.join(map(repr, allowed))}",
                             given=details[name])


def _check_order(identifier: str, link: Link) -> None:
    for side in (link.lhs, link.rhs):
        if link.operator != "==" and isinstance(side, Formula) and is_condition(side.tree):
            raise ClaimError(f"claim {identifier!r} has the condition {side.source} beside {link.operator}",
                             rule="an order is between numbers", hint="equal(…) between conditions")


class _Builder:
    """Resolves sides over the declared symbols and notes which variables they mention."""

    def __init__(self, identifier: str, symbols: Mapping[str, Any], shapes: Mapping[str, Any],
                 by_order: tuple[str, ...]) -> None:
        self.identifier, self.symbols, self.shapes, self.by_order = identifier, symbols, shapes, by_order
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
        elif isinstance(raw, sympy.Basic | sympy.MatrixBase | int) or (
                hasattr(raw, "numerator") and not isinstance(raw, float)):
            formula = take(raw)
        elif callable(raw):
            return self.definition(raw)
        elif isinstance(raw, float):
            raise FormulaError(f"claim {self.identifier!r}: a float as a side", rule="sides are exact", given=raw,
                               hint=f"Rational('{raw}')")
        elif isinstance(raw, tuple | list | set | frozenset):
            _refuse_floats(self.identifier, raw)
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
        self.fitting(lambda: shape(formula.tree, self.shapes))
        return found

    def fitting(self, check: Callable[[], Any]) -> None:
        """Refuse shapes that do not fit."""
        try:
            check()
        except Mismatch as problem:
            raise ClaimError(f"claim {self.identifier!r} has {problem}", rule="the shapes fit together") from None

    def link(self, operator: str, lhs: Side, rhs: Side) -> Link:
        """Return the link between two sides whose shapes fit, as far as they are known."""
        if isinstance(lhs, Formula) and isinstance(rhs, Formula):
            self.fitting(lambda: related(operator, lhs.tree, rhs.tree, self.shapes))
        return Link(operator, lhs, rhs)

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
            return (self.link(raw.operator, self.side(raw.lhs), self.side(raw.rhs)),)
        if isinstance(raw, Chain):
            sides = [self.side(raw.links[0].lhs), *(self.side(link.rhs) for link in raw.links)]
            return tuple(self.link(link.operator, sides[k], sides[k + 1]) for k, link in enumerate(raw.links))
        if isinstance(raw, str):
            formula, parts = parse_statement(raw, self.symbols)
            require_one_way([operator for operator, _, _ in parts], raw)
            return self.relational(formula, parts, raw)
        if isinstance(raw, sympy.logic.boolalg.BooleanAtom | bool):
            raise ClaimError(f"claim {self.identifier!r} is the truth value {raw}",
                             rule="SymPy decided it before Assay could look",
                             hint="the relation as text, or equal(a, b)")
        if isinstance(raw, sympy.Basic):
            return self.relational(formula := take(raw), _relations(formula.tree), str(raw))
        raise ClaimError(f"claim {self.identifier!r}", rule="a relation, such as equal(a, b) or 'a <= b'", given=raw)

    def relational(self, formula: Formula, parts: Relations, text: str) -> tuple[Link, ...]:
        self.mentioned |= self.declared(formula)
        if not is_condition(formula.tree):
            raise ClaimError(f"claim {self.identifier!r} is the formula {text}, not a relation",
                             rule="a claim relates two sides", hint=f"'{text} == …' or '{text} <= …'")
        parts = parts or (_relations(formula.tree) if type(formula.tree) in ORDERS else ())
        return tuple(Link(*part) for part in parts) or (Link("==", formula, Formula("true", sympy.true)),)

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
        if isinstance(side, Formula) and not is_condition(side.tree):
            raise ClaimError(f"claim {self.identifier!r}: the hypothesis {side.source} is not a condition",
                             rule="a hypothesis is true or false", hint=f"'{side.source} > 0'")
        return Hypothesis(name or side.source, side)


def _refuse_floats(identifier: str, raw: Any) -> None:
    for entry in raw:
        if isinstance(entry, tuple | list | set | frozenset):
            _refuse_floats(identifier, entry)
        elif isinstance(entry, float):
            raise FormulaError(f"claim {identifier!r}: a float in a side", rule="sides are exact", given=entry,
                               hint=f"Rational('{entry!r}')")




def _assumed(symbol: sympy.Symbol) -> str:
    facts = sorted(fact for fact, value in symbol._assumptions_orig.items() if value)
    return f"{symbol.name} ({', '.join(facts) if facts else 'plain, no assumptions'})"


def _relations(tree: Any) -> Relations:
    """The relations that a SymPy condition is made of; none where it is made of anything else."""
    parts = tree.args if isinstance(tree, sympy.And) else (tree,)
    signs = {kind: sign for kind, sign in {**OPERATORS, **ORDERS}.items() if sign != "!="}
    if any(type(part) not in signs for part in parts):
        return ()
    sides = {side: Formula(_text(side), side) for part in parts for side in part.args}
    return tuple((signs[type(part)], sides[part.lhs], sides[part.rhs]) for part in parts)


def _text(tree: Any) -> str:
    return sympy.sstr(tree, order="none").replace("**", "^")
