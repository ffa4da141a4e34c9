"""Existential: there is an instance of some variables, for all instances of the others, that makes a relation hold.

The order of quantifiers is the order of the words: *for all n there is k* lets k depend on n, and *there is C such that
for all n* (``forall``) does not let C depend on n.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import sympy

from verify.errors import ClaimError
from verify.relation import Quantified

if TYPE_CHECKING:
    from verify.quantifiers.quantifier import Quantifier
    from verify.variable import Variable

EXISTS = "exists"
WITNESSED = "exists, witness stated"


def exists(relation: Any, over: Mapping[Any, Any] | None = None, /, *, witness: Mapping[Any, Any] | None = None,
           forall: Any = (), **inner: Any) -> Quantified:
    """The claim that, for all instances of the other variables, some instance of ``inner`` makes the relation hold.

    Args:
        relation: a relation, a chain, text, or a function that returns one.
        over: domains by the author's own symbols, beside those given by keyword.
        witness: for every bound variable a formula or function of the others; the claim then says that this one does.
        forall: domains, or names of declared variables, that come after *there is*: the witness may not depend on them.
    Returns:
        the relation under its quantifier, for ``paper.claim`` and ``check``.
    Raises:
        ClaimError: nothing is bound, or a witness is stated for a variable that is not bound.

    >>> from verify import Integers, check
    >>> check(exists("n == 2*k or n == 2*k + 1", k=Integers(0, "n")), n=Integers(0, 9)).verdict
    'exhausted'
    """
    bound = {**(over or {}), **inner}
    names = [_name(key) for key in bound]
    if not bound:
        raise ClaimError("exists without a bound variable", rule="it names what there is", hint="k=Integers(1, 'n')")
    if isinstance(relation, Quantified):
        raise ClaimError("exists around another quantifier", rule="a claim has one quantifier inside",
                         hint="exists(…, forall={'n': …}) for 'there is … such that for all n'")
    stated = {_name(key): value for key, value in (witness or {}).items()}
    if strangers := [name for name in stated if name not in names]:
        raise ClaimError(f"a witness for {', '.join(strangers)}", rule="a witness is stated for what exists binds",
                         given=", ".join(names))
    if stated and (missing := [name for name in names if name not in stated]):
        raise ClaimError(f"no witness for {', '.join(missing)}", rule="every bound variable has its witness, or none")
    later = dict(forall) if isinstance(forall, Mapping) else {}
    after = tuple(map(_name, (forall,) if isinstance(forall, str) else forall))
    details = {"witness": stated, "after": after}
    return Quantified(relation, WITNESSED if stated else EXISTS, {**bound, **later}, details)


def _name(key: Any) -> str:
    return str(getattr(key, "label", getattr(key, "name", key)))


def resolve(details: Mapping[str, Any], side: Any) -> Mapping[str, Any]:
    """Return the details with the witnesses as formulas or definitions."""
    return {**details, "witness": {name: side(raw) for name, raw in details["witness"].items()}}


def words(quantifier: Quantifier) -> str:
    """*there is k in …, namely k = …, such that*, and *for all …* where that comes after."""
    text = f"there is {_listed(quantifier.variables)}"
    witness = quantifier.details["witness"]
    if witness:
        text += ", namely " + " and ".join(f"{name} = {side.source}" for name, side in witness.items()) + ","
    later = quantifier.details["later"]
    return f"{text} such that" + (f" for all {_listed(later)}" if later else "")


def _listed(variables: Iterable[Variable]) -> str:
    return " and ".join(f"{v.name} in {v.domain.describe()}" for v in variables)


def order(quantifier: Quantifier, before: Iterable[str]) -> str:
    """The order of the quantifiers, by names alone: *for all n there is k*."""
    there = "there is " + " and ".join(v.name for v in quantifier.variables)
    names, later = " and ".join(before), " and ".join(v.name for v in quantifier.details["later"])
    return (f"for all {names} " if names else "") + there + (f" such that for all {later}" if later else "")


def latex(quantifier: Quantifier) -> str:
    """The quantifier in LaTeX."""
    from verify.claim import side_latex
    from verify.domains.domain_latex import member

    text = r"\; ".join(rf"\exists\, {member(v)}" for v in quantifier.variables)
    witness = quantifier.details["witness"].items()
    text += "".join(rf",\; {sympy.latex(sympy.Symbol(name))} = {side_latex(side)}" for name, side in witness)
    later = r"\; ".join(rf"\forall\, {member(v)}" for v in quantifier.details["later"])
    return text + (rf":\; {later}" if later else "")


SENTENCES = {
    "exhausted": "{order}: a witness was found, by exact arithmetic, for every instance in the scope.",
    "enclosed": "{order}: a witness was found, in balls, for every instance in the scope.",
    "supported": "{order}: a witness was found for every instance tried ({window}); this is no proof for the others.",
    "refuted": "It is not so that {order}: false{at}, where {reason}.",
}
WITNESSED_SENTENCES = {
    "ill-posed": "{order}: the stated witness does not serve{at}, since {reason}; state another, or mend the domain.",
    "derived": "{order}: the stated witness does it for every instance in the scope, by exact algebra.",
    "exhausted": "{order}: the stated witness was evaluated exactly at every instance in the scope, and does it.",
    "enclosed": "{order}: the stated witness is proved to do it on the whole scope, by interval arithmetic or exact "
                "signs.",
    "supported": "{order}: the stated witness did it wherever it was tried ({window}); this is no proof for the rest.",
    "refuted": "{order}: the stated witness does not do it{at}{sides}; whether another one does is not said.",
}
