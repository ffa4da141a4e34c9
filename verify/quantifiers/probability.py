"""Probability: the quantifier "with probability at least …, at most … or between … over draws of …".

The event is a relation, text or a function that returns a truth value or a relation.  Variables bound here are drawn:
``Drawn`` ones from their generator, those over a finite domain uniformly.  All others are outer variables, for every
value of which the probability is claimed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import sympy

from verify.domains.domain import Domain, needs
from verify.domains.sample import Drawn
from verify.errors import ClaimError, Indeterminate, Undefined, Unevaluable
from verify.formulas.formula import Formula
from verify.relation import Quantified
from verify.values import number, reading, value
from verify.values.evaluate import evaluate

if TYPE_CHECKING:
    from verify.claim import Claim
    from verify.quantifiers.quantifier import Quantifier

NAME = "with probability"


def with_probability(event: Any, over: Mapping[Any, Domain], *, at_least: Any = None, at_most: Any = None,
                     between: tuple[Any, Any] | None = None, trials: int | None = None) -> Quantified:
    """The claim P(event) ≥ at_least, or ≤ at_most, or in [between[0], between[1]], over draws of the variables.

    ``over`` maps names to ``Drawn`` or to finite domains, which are drawn uniformly.  Bounds are exact numbers, or
    formulas in the outer variables.  ``trials`` caps the number of trials at each outer instance, for costly events.

    Raises ClaimError where a variable has no law, or not exactly one of the three bounds is given.

    >>> from verify import Rational, Signs, check
    >>> over = {"x": Signs(), "y": Signs()}
    >>> check(with_probability("x + y >= 0", over, at_least=Rational(3, 4))).verdict
    'exhausted'
    """
    for name, domain in over.items():
        if not isinstance(domain, Drawn) and not (isinstance(domain, Domain) and domain.finite):
            raise ClaimError(f"with_probability over {name} in {domain}", rule="every variable has a law",
                             hint="Drawn(lambda generator: generator.standard_normal()), or a finite domain")
    if isinstance(event, Quantified):
        raise ClaimError("with_probability around another quantifier", rule="a claim has one quantifier inside",
                         hint="a function that returns the truth value")
    if not over:
        raise ClaimError("with_probability over nothing", rule="some variable is drawn", hint="over={'V': Drawn(…)}")
    given = [bounds for bounds in ((at_least, None), (None, at_most), between) if bounds not in (None, (None, None))]
    if len(given) != 1 or not isinstance(given[0], tuple | list) or len(given[0]) != 2:
        raise ClaimError("with_probability", rule="one of at_least=a, at_most=b and between=(a, b) is given",
                         given=given or None, hint="at_least=Rational(9, 10)")
    if trials is not None and (isinstance(trials, bool) or not isinstance(trials, int) or trials < 1):
        raise ClaimError("with_probability: trials", rule="an int ≥ 1", given=trials)
    low, high = given[0]
    return Quantified(event, NAME, dict(over), {"low": low, "high": high, "trials": trials})


def resolve(details: Mapping[str, Any], side: Callable[[Any], Any]) -> Mapping[str, Any]:
    """The details with their bounds as formulas; raises ClaimError for a bound that is no probability."""
    near = details.get("near")
    low, high = (None if details[name] is None else _bound(details[name], side, near is not None)
                 for name in ("low", "high"))
    if any(bound and _beyond(bound, side) for bound, side in ((low, 1), (high, -1))):
        raise ClaimError("near", rule="a probability lies between 0 and 1, and no value so near the law does",
                         given=" within ".join(near or ()))
    low, high = low if low and not _beyond(low, -1) else None, high if high and not _beyond(high, 1) else None
    if (low is None or _is(low, 0)) and (high is None or _is(high, 1)):
        raise ClaimError("with_probability", rule="every event has a probability between 0 and 1, so this says nothing")
    if low and high and not (low.names or high.names) and (
            evaluate(low.tree, {}, 128) > evaluate(high.tree, {}, 128)):
        raise ClaimError("with_probability", rule="the lower bound comes first", given=(low.source, high.source))
    return {"low": low, "high": high, "trials": details["trials"], "near": near}


def _beyond(bound: Formula, side: int) -> bool:
    """Whether a constant bound lies below 0 (``side`` −1) or above 1 (``side`` 1), where it claims nothing."""
    return not bound.names and bool(side * evaluate(bound.tree, {}, 128) > max(0, side))


def _is(bound: Formula, value: int) -> bool:
    return not bound.names and bool(evaluate(bound.tree, {}, 128) == value)


def _bound(raw: Any, side: Callable[[Any], Any], beyond: bool) -> Formula:
    formula = None if callable(raw) and not isinstance(raw, sympy.Basic) else side(raw)
    if not isinstance(formula, Formula) or (isinstance(formula.tree, sympy.logic.boolalg.Boolean)
                                            and not isinstance(formula.tree, sympy.Symbol)):
        raise ClaimError("a bound of with_probability", rule="an exact number, or a formula in the outer variables",
                         given=raw, hint="Rational(9, 10) or '1 - 1/n'")
    if not formula.names:
        _check_constant(formula, beyond)
    return formula


def _check_constant(formula: Formula, beyond: bool) -> None:
    try:
        value = number.real(evaluate(formula.tree, {}, 128))
    except (Undefined, Unevaluable, Indeterminate) as problem:
        raise ClaimError(f"the bound {formula.source} of with_probability has no value", rule=str(problem)) from None
    if not beyond and (value < 0 or value > 1):
        raise ClaimError("a bound of with_probability", rule="a probability lies between 0 and 1", given=formula.source)


def refuse(claim: Claim) -> None:
    """Raise ClaimError for a claim whose event or bounds do not fit what is drawn."""
    quantifier = claim.quantifier
    assert quantifier is not None
    drawn = {variable.name for variable in quantifier.variables}
    for name in ("low", "high"):
        if quantifier.details[name] is not None and (inside := sorted(quantifier.details[name].names & drawn)):
            raise ClaimError(f"claim {claim.id!r}: a bound mentions {inside[0]}",
                             rule="a probability does not depend on what is drawn")
    used = claim.mentioned.union(*(needs(variable.domain) for variable in quantifier.variables))
    if idle := sorted(drawn - used):
        raise ClaimError(f"claim {claim.id!r}: the event does not mention {', '.join(idle)}",
                         rule="what is drawn decides the event")


def words(quantifier: Quantifier) -> str:
    """The quantifier in words.

    >>> from verify import Rational, Signs, check
    >>> claim = with_probability("x == 1", {"x": Signs()}, at_least=Rational(1, 2))
    >>> check(claim).record["statement"]
    'with probability at least 1/2 over x uniform in {-1, 1}: x == 1'
    """
    laws = ", ".join(f"{v.name} {'in' if isinstance(v.domain, Drawn) else 'uniform in'} {v.domain.describe()}"
                     for v in quantifier.variables)
    return f"with probability {claimed(quantifier)} over {laws}"


def claimed(quantifier: Quantifier, instance: Mapping[str, Any] | None = None) -> str:
    """What is claimed of the probability, in words; at an instance with the values of bounds in the variables."""
    low, high, near = (quantifier.details[name] for name in ("low", "high", "near"))
    if near:
        return f"within {near[1]} of {near[0]}"
    if low and high:
        return f"between {_valued(low, instance)} and {_valued(high, instance)}"
    return f"at least {_valued(low, instance)}" if low else f"at most {_valued(high, instance)}"


def _valued(bound: Formula, instance: Mapping[str, Any] | None) -> str:
    """The formula of a bound, and what it is at an instance."""
    if instance is None or not bound.names:
        return bound.source
    try:
        found = evaluate(bound.tree, {name: instance[name] for name in bound.names})
    except (KeyError, Undefined, Indeterminate, Unevaluable):
        return bound.source
    return f"{bound.source} = {reading.value(value.text(found))}"


def order(quantifier: Quantifier, before: Iterable[str]) -> str:
    """The order of the quantifiers, by names alone: *for all d, with probability at least 9/10 over V*."""
    names = " and ".join(before)
    drawn = " and ".join(variable.name for variable in quantifier.variables)
    return (f"for all {names}, " if names else "") + f"with probability {claimed(quantifier)} over {drawn}"


def latex(quantifier: Quantifier) -> str:
    """The quantifier in LaTeX."""
    low, high = quantifier.details["low"], quantifier.details["high"]
    names = ", ".join(sympy.latex(variable.symbol) for variable in quantifier.variables)
    chance = f"\\mathbb{{P}}_{{{names}}}"
    if low and high:
        return f"{low.latex} \\leq {chance} \\leq {high.latex}"
    return f"{chance} \\geq {low.latex}" if low else f"{chance} \\leq {high.latex}"
