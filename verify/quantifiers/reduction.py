"""Reduction: a quantified claim as the claim that its checks work on.

A stated witness is put in for the variable that it is a witness of, a stated constant into the bound, and sup f ≤ g
becomes f ≤ g for all instances: plain claims, for every plain check.  What the statement looks like is kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from verify.claim import Claim, Link, Stated, statement
from verify.definition import Definition
from verify.domains.domain import needs
from verify.domains.scalar_domain import Integers
from verify.errors import ClaimError
from verify.formulas.formula import Formula, is_infinity
from verify.quantifiers import constant, existential, extremum
from verify.quantifiers.quantifier import Quantifier
from verify.quantifiers.witness import composed, positive, put_in, scaled
from verify.variable import Variable, order

Names = frozenset[str]


def reduce(claim: Claim) -> Claim:
    """Return the claim to check for a quantified claim; raise ClaimError where its quantifier does not fit it."""
    kind = claim.quantifier.kind if claim.quantifier else ""
    if kind in (existential.EXISTS, existential.WITNESSED):
        return _existential(claim)
    if kind in (constant.GROWTH, constant.STATED):
        return _constant(claim)
    return _extremum(claim) if kind in (extremum.BOUND, extremum.ATTAINED, extremum.VALUE) else claim


def names_of(side: Any) -> Names:
    """The names of the variables that a side takes."""
    return side.names if isinstance(side, Formula) else frozenset(side.parameters)


def _relation_names(claim: Claim) -> Names:
    sides = [side for link in claim.links for side in (link.lhs, link.rhs)] + ([claim.body] if claim.body else [])
    return frozenset().union(*map(names_of, sides))


def _refuse(claim: Claim, what: str, rule: str, hint: str = "") -> None:
    raise ClaimError(f"claim {claim.id!r} {what}", rule=rule, hint=hint)


def _existential(claim: Claim) -> Claim:
    quantifier = claim.quantifier
    assert quantifier is not None
    after, witness = quantifier.details["after"], quantifier.details["witness"]
    everything = {v.name: v for v in (*claim.variables, *quantifier.variables)}
    if unknown := [name for name in after if name not in everything]:
        _refuse(claim, f"has {', '.join(unknown)} after 'there is'", "forall names declared variables or gives domains",
                f"forall={{'{unknown[0]}': …}}")
    later = tuple(everything[name] for name in after)
    bound = tuple(v for v in quantifier.variables if v.name not in after)
    _check_bound(claim, bound, later, witness)
    outer = tuple(v for v in claim.variables if v.name not in after)
    quantifier = replace(quantifier, variables=bound, details={**quantifier.details, "later": later})
    if witness:
        return _with_witness(replace(claim, quantifier=quantifier, variables=(*outer, *later)), bound, later, witness)
    if later and not all(v.domain.finite for v in (*bound, *later)):
        _refuse(claim, f"asks for {bound[0].name} that serves all {', '.join(after)}",
                "without a witness both must range over finite sets",
                f"witness={{'{bound[0].name}': …}}, or up_to_constant(lhs, rhs, in_='{after[0]}')")
    return replace(claim, quantifier=quantifier, variables=outer)


def _check_bound(claim: Claim, bound: Iterable[Variable], later: Iterable[Variable], witness: Any) -> None:
    mentioned = _relation_names(claim)
    sizes = frozenset().union(*(needs(v.domain) for v in (*bound, *later)))
    hidden = {v.name for v in (*bound, *later)}
    for variable in (*bound, *later):
        if variable.name not in mentioned | sizes:
            _refuse(claim, f"binds {variable.name}, which its relation does not mention", "what is bound is used")
    for hypothesis in claim.hypotheses:
        inner = {v.name for v in (bound if witness else (*bound, *later))}
        if found := sorted(names_of(hypothesis.condition) & inner):
            _refuse(claim, f"has the hypothesis {hypothesis.name} on {found[0]}, which it binds",
                    "hypotheses are about what comes before 'there is'",
                    f"'{hypothesis.condition.source} and …' inside")
    for name, side in witness.items():
        if found := sorted(names_of(side) & hidden):
            what = "comes after it" if found[0] in {v.name for v in later} else "is bound with it"
            _refuse(claim, f"has a witness for {name} that depends on {found[0]}",
                    f"{found[0]} {what}, so a witness cannot know it", f"{name} in terms of what comes before")
    for variable in bound:
        if found := sorted(needs(variable.domain) & {v.name for v in later}):
            _refuse(claim, f"bounds {variable.name} by {found[0]}", f"{found[0]} comes after {variable.name}")


def _with_witness(claim: Claim, bound: tuple[Variable, ...], later: tuple[Variable, ...], witness: Any) -> Claim:
    def inside(side: Any) -> Any:
        return put_in(side, witness, claim.symbols)

    def through(links: Iterable[Link]) -> tuple[Link, ...]:
        sides: dict[int, Any] = {}
        return tuple(Link(link.operator, *(sides.setdefault(id(s), inside(s)) for s in (link.lhs, link.rhs)))
                     for link in links)

    domains = {v.name: v for v in claim.variables}
    wanted = [v.name for v in claim.variables]
    variables = tuple(v for v in order(domains, wanted) if v.name not in {b.name for b in bound})
    return replace(
        claim, links=through(claim.links), body=inside(claim.body) if claim.body else None, variables=variables,
        wrong=tuple(map(through, claim.wrong)), stated=_as_stated(claim),
        obligations=tuple(composed(variable, witness, claim.symbols) for variable in bound))


def _as_stated(claim: Claim) -> Stated:
    text = claim.body.source if claim.body else statement(claim.links)
    return Stated(text, claim.relation_latex, _definitions(claim))


def _definitions(claim: Claim) -> tuple[Definition, ...]:
    sides = [side for link in claim.links for side in (link.lhs, link.rhs)] + [claim.body]
    return tuple(side for side in sides if isinstance(side, Definition))


def _constant(claim: Claim) -> Claim:
    quantifier = claim.quantifier
    assert quantifier is not None
    sizes, stated = quantifier.details["sizes"], quantifier.details["constant"]
    known = {v.name: v for v in claim.variables}
    if unknown := [name for name in sizes if name not in known]:
        _refuse(claim, f"is up to a constant independent of {', '.join(unknown)}",
                f"in_ names variables of the claim ({', '.join(known) or 'it has none'})")
    link, = claim.links
    shown = Stated(f"{link.lhs.source} <= C*({link.rhs.source})", _scaled_latex(link), _definitions(claim))
    quantifier = replace(quantifier, details={**quantifier.details, "later": claim.variables})
    claim = replace(claim, quantifier=quantifier, stated=shown)
    if stated is None:
        return _growing(claim, [known[name] for name in sizes])
    if names_of(stated):
        _refuse(claim, f"has a constant that depends on {', '.join(sorted(names_of(stated)))}",
                "the constant comes before all variables", "at_most=2")
    wrong = tuple(tuple(Link(k.operator, k.lhs, scaled(k.rhs, stated)) for k in links) for links in claim.wrong)
    return replace(claim, links=(Link("<=", link.lhs, scaled(link.rhs, stated)),), wrong=wrong,
                   obligations=(positive(link.rhs),))


def _scaled_latex(link: Link) -> str:
    from verify.claim import side_latex

    return rf"{side_latex(link.lhs)} \leq C \left({side_latex(link.rhs)}\right)"


def _growing(claim: Claim, sizes: Iterable[Variable]) -> Claim:
    for variable in sizes:
        domain = variable.domain
        if not isinstance(domain, Integers):
            raise ClaimError(f"claim {claim.id!r} watches a constant along {variable.name} in {domain.describe()}",
                             rule="the sizes are integers", hint="at_most=… with the constant that suffices")
        if not domain.low.is_Rational:
            _refuse(claim, f"watches a constant along {variable.name} in {domain.describe()}",
                    "the sizes start at a number", f"{variable.name}=Integers(1, oo)")
        if not is_infinity(domain.high):
            _refuse(claim, f"is up to a constant over {variable.name} in {domain.describe()}",
                    "over a finite set of sizes there is always a constant", "at_most=… with the one that suffices")
    return claim


def _extremum(claim: Claim) -> Claim:
    quantifier = claim.quantifier
    assert quantifier is not None
    bound = {v.name for v in quantifier.variables}
    link, = claim.links
    if found := sorted(names_of(link.rhs) & bound):
        _refuse(claim, f"has {found[0]} outside its {quantifier.details['name']}",
                f"{found[0]} is bound by the {quantifier.details['name']}")
    for variable in quantifier.variables:
        if variable.name not in names_of(link.lhs):
            _refuse(claim, f"takes a {quantifier.details['name']} over {variable.name}, which it does not mention",
                    "what is bound is used")
    claim = replace(claim, stated=_shown_extremum(claim, quantifier, link))
    if quantifier.kind != extremum.BOUND:
        details = {**quantifier.details, "witness": {}, "later": ()}
        return replace(claim, quantifier=replace(quantifier, details=details))
    return replace(claim, variables=(*claim.variables, *quantifier.variables))


def _shown_extremum(claim: Claim, quantifier: Quantifier, link: Link) -> Stated:
    from verify.claim import SIGNS, side_latex
    from verify.domains.domain_latex import member

    name = quantifier.details["name"]
    over = ", ".join(f"{v.name} in {v.domain.describe()}" for v in quantifier.variables)
    text = f"{name} over {over} of {link.lhs.source} {link.operator} {link.rhs.source}"
    under = r",\, ".join(map(member, quantifier.variables))
    shown = rf"\{name}_{{{under}}} \left({side_latex(link.lhs)}\right) {SIGNS[link.operator]} {side_latex(link.rhs)}"
    return Stated(text, shown, _definitions(claim))
