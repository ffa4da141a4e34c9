"""Antiderivative: a formula D with integrals up to a variable x is 0: D(a) = 0, and D′(x) = 0 between a and x.

By the fundamental theorem the integral from a to x of f has the derivative f(x) where f is continuous; that is shown by
the side conditions of f, which has to be made of functions without jumps.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy
from flint import fmpq

from verify.domains.scalar_domain import Rationals, Reals
from verify.errors import Undefined, Unevaluable
from verify.formulas.formula import is_infinity, names
from verify.symbolic.assumption import Known, Range, known, signs_between
from verify.symbolic.derivative import derivative
from verify.symbolic.field import new_field
from verify.symbolic.normal_form import Answer, decide, learn
from verify.symbolic.range import rational_value
from verify.symbolic.rebuild import put, rebuild
from verify.symbolic.side_condition import proven, real_conditions, side_conditions

_JUMPS = (sympy.floor, sympy.ceiling, sympy.sign, sympy.Heaviside, sympy.Mod, sympy.Piecewise, sympy.KroneckerDelta,
          sympy.Integral, sympy.Derivative)


def fundamental(tree: Any, variables: Sequence[Any], limit: int = 200_000) -> tuple[str, ...] | None:
    """Return the steps of a proof that a tree is 0 for all values of its variables, or None.

    Hypotheses are not used, so that the way from a to x stays where everything is known.
    """
    integrals = sorted(tree.atoms(sympy.Integral), key=str)
    if not integrals or not _linear(tree):
        return None
    facts = known(variables)
    for variable in variables:
        if isinstance(variable.domain, Reals | Rationals):
            for start in _starts(integrals, variable.name, facts):
                try:
                    found = _proof(tree, variable.name, start, facts, limit)
                except (Unevaluable, Undefined, ZeroDivisionError, RecursionError):
                    found = None
                if found:
                    return found
    return None


def _starts(integrals: Sequence[Any], name: str, facts: Known) -> list[Any]:
    """The other ends of integrals that end at x, where they lie in the range of x."""
    found = []
    for integral in integrals:
        if len(integral.limits) == 1 and len(integral.limits[0]) == 3:
            _, low, high = integral.limits[0]
            found += [one for one, other in ((low, high), (high, low))
                      if isinstance(other, sympy.Symbol) and other.name == name and _inside(one, facts, name)]
    return list(dict.fromkeys(found))


def _inside(start: Any, facts: Known, name: str) -> bool:
    outer, inner = facts.ranges[name], _range(start, facts)
    if inner is None or name in names(start):
        return False
    return ((outer.low is None or (inner.low is not None and inner.low >= outer.low))
            and (outer.high is None or (inner.high is not None and inner.high <= outer.high)))


def _range(end: Any, facts: Known) -> Range | None:
    if isinstance(end, sympy.Symbol):
        return facts.ranges.get(end.name)
    value = rational_value(end) if not is_infinity(end) else None
    if value is None:
        return None
    point = fmpq(value.p, value.q)
    return Range(True, False, point, point, signs_between(point, point))


def _linear(tree: Any) -> bool:
    """Whether integrals stand only in sums and products, which are defined where they are."""
    if isinstance(tree, sympy.Integral):
        return True
    return all(map(_linear, tree.args)) if isinstance(tree, sympy.Add | sympy.Mul) else not tree.has(sympy.Integral)


def _proof(tree: Any, name: str, start: Any, facts: Known, limit: int) -> tuple[str, ...] | None:
    if not all(_continuous(integral, facts, limit) for integral in tree.atoms(sympy.Integral)):
        return None
    slope = derivative(tree, name)
    if decide(slope, facts, limit=limit).answer is not Answer.ZERO:
        return None
    if decide(_closed(put(tree, {name: start})), facts, limit=limit).answer is not Answer.ZERO:
        return None
    rest = rebuild(tree, lambda part: sympy.S.Zero if isinstance(part, sympy.Integral) else None)
    conditions = dict.fromkeys([*real_conditions(rest), *side_conditions(slope)])
    field = new_field(facts, limit)
    learn(field, {})
    if not all(proven(field, condition) for condition in conditions):
        return None
    return ("by the fundamental theorem of calculus",
            f"the difference of the two sides is 0 at {name} = {start}",
            f"its derivative by {name} has normal form 0, and the integrand is continuous in between")


def _closed(tree: Any) -> Any:
    """Integrals between equal ends are 0."""
    return rebuild(tree, lambda part: sympy.S.Zero if isinstance(part, sympy.Integral) and (
        part.limits[0][1] == part.limits[0][2]) else None)


def _continuous(integral: Any, facts: Known, limit: int) -> bool:
    """Whether the integrand has no jump and is real and defined between its ends."""
    variable, *ends = integral.limits[0]
    ranges = [_range(end, facts) for end in ends]
    if None in ranges or integral.function.has(*_JUMPS) or variable.name in facts.ranges:
        return False
    lows, highs = [r.low for r in ranges if r], [r.high for r in ranges if r]
    low = None if None in lows else min(lows)
    high = None if None in highs else max(highs)
    inside = Range(True, False, low, high, signs_between(low, high))
    field = new_field(Known({**facts.ranges, variable.name: inside}, facts.relations), limit)
    learn(field, {})
    return all(proven(field, condition) for condition in real_conditions(integral.function))
