"""Holomorphic: a formula in one real variable, continued to complex balls, as rigorous integration needs it.

A continued formula takes a ball and a flag; with the flag set it returns a non-finite ball unless it is analytic on the
whole ball.  Case distinctions, |x|, max and floor are continued piecewise from the real line; where an argument of
theirs is not real there, the ball is non-finite.  What has no continuation here is Unevaluable.
(Johansson 2018, "Numerical integration in arbitrary-precision ball arithmetic", section 2.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any

import sympy
from flint import acb, arb, fmpq

from verify.errors import Unevaluable
from verify.formulas import node
from verify.formulas.formula import OPERATORS, names
from verify.values import number

Continued = Callable[[Any, bool], Any]
Constant = Callable[[Any, Mapping[str, Any]], Any]
_TERMS = 1000
NOTHING = acb(arb.nan(), arb.nan())


def continued(tree: Any, name: str, environment: Mapping[str, Any], constant: Constant) -> Continued:
    """Return a tree as a function of complex balls in place of ``name``.

    ``constant(tree, environment)`` evaluates the parts that do not depend on ``name``.  Raises Unevaluable, and what
    ``constant`` raises.
    """
    if name not in names(tree):
        value = acb(number.ball(constant(tree, environment)))
        return lambda z, analytic: value
    if isinstance(tree, sympy.Symbol):
        return lambda z, analytic: z
    special = _SPECIAL.get(tree.func)
    if special:
        return special(tree, name, environment, constant)
    inner = [continued(part, name, environment, constant) for part in tree.args]
    if tree.func in _REAL:
        return _on_the_line(inner, _REAL[tree.func])
    rule = _PLAIN.get(tree.func)
    if rule is None or len(inner) != 1:
        raise Unevaluable(f"an integral over {tree.func.__name__}, which is not continued to complex numbers here")
    first = inner[0]
    return lambda z, analytic: rule(first(z, analytic), analytic)


def _add(tree: Any, *context: Any) -> Continued:
    inner = [continued(part, *context) for part in tree.args]
    return lambda z, analytic: sum((part(z, analytic) for part in inner), acb(0))


def _mul(tree: Any, *context: Any) -> Continued:
    inner = [continued(part, *context) for part in tree.args]
    return lambda z, analytic: reduce(lambda a, b: a * b, (part(z, analytic) for part in inner))


def _pow(tree: Any, name: str, environment: Mapping[str, Any], constant: Constant) -> Continued:
    exponent = continued(tree.exp, name, environment, constant)
    if tree.base is sympy.E:
        return lambda z, analytic: exponent(z, analytic).exp()
    base = continued(tree.base, name, environment, constant)
    if name in names(tree.exp):
        return lambda z, analytic: (exponent(z, analytic) * base(z, analytic).log(analytic=analytic)).exp()
    value = constant(tree.exp, environment)
    if number.is_integer(value) and abs(value) < 1 << 30:
        return lambda z, analytic: base(z, analytic) ** int(value.p)
    return lambda z, analytic: _root(base(z, analytic), value, analytic)


def _root(base: Any, exponent: Any, analytic: bool) -> Any:
    """A power that is not whole, by its principal branch; around 0 it is bounded where the exponent is positive."""
    if isinstance(exponent, fmpq) and exponent.q == 2:
        return (base.sqrt(analytic=analytic)) ** int(exponent.p)
    if base.contains(0) and not analytic and isinstance(exponent, fmpq) and exponent > 0:
        bound = (base.abs_upper().log() * exponent).exp() if base.abs_upper() > 0 else arb(0)
        around = arb(0, bound.upper())
        return acb(around, around)
    return (base.log(analytic=analytic) * acb(number.ball(exponent))).exp()


def _series(tree: Any, name: str, environment: Mapping[str, Any], constant: Constant) -> Continued:
    """A finite sum or product whose bounds do not depend on the variable."""
    if len(tree.limits) != 1 or any(name in names(bound) for bound in tree.limits[0][1:]):
        raise Unevaluable("an integral over a sum whose bounds depend on its variable")
    index, low, high = tree.limits[0]
    ends = [constant(bound, environment) for bound in (low, high)]
    if not all(number.is_integer(end) for end in ends) or ends[1] - ends[0] >= _TERMS:
        raise Unevaluable("an integral over a sum that is long or has no integer bounds")
    if index.name == name:
        raise Unevaluable("an integral over a sum whose index has the variable's name")
    inner = [continued(tree.function, name, {**environment, index.name: k}, constant)
             for k in range(int(ends[0].p), int(ends[1].p) + 1)]
    start, join = (acb(0), lambda a, b: a + b) if isinstance(tree, sympy.Sum) else (acb(1), lambda a, b: a * b)
    return lambda z, analytic: reduce(join, (part(z, analytic) for part in inner), start)


def _on_the_line(inner: list[Continued], rule: Callable[..., Any]) -> Continued:
    """Continue a function of real arguments, which are checked to be real on the part of the line below the ball."""

    def function(z: Any, analytic: bool) -> Any:
        below = acb(z.real)
        if not all(part(below, False).imag.is_zero() for part in inner):
            return NOTHING
        return rule([part(z, analytic) for part in inner], analytic)

    return function


def _piecewise(tree: Any, *context: Any) -> Continued:
    cases = [(continued(value, *context), _condition(condition, *context)) for value, condition in tree.args]

    def function(z: Any, analytic: bool) -> Any:
        found = []
        for value, condition in cases:
            applies = condition(z)
            if applies is None and analytic:
                return NOTHING
            if applies is not False:
                found.append(value(z, analytic))
            if applies:
                return reduce(lambda a, b: a.union(b), found)
        return NOTHING

    return function


def _condition(tree: Any, name: str, environment: Mapping[str, Any], constant: Constant,
               ) -> Callable[[Any], bool | None]:
    """Whether a condition is true, false or neither on a ball: comparisons go by the real part of the difference."""
    if name not in names(tree):
        value = tree is sympy.true or (tree is not sympy.false and bool(constant(tree, environment)))
        return lambda z: value
    if isinstance(tree, sympy.Not):
        inside = _condition(tree.args[0], name, environment, constant)
        return lambda z: None if (found := inside(z)) is None else not found
    if isinstance(tree, sympy.And | sympy.Or):
        inner = [_condition(part, name, environment, constant) for part in tree.args]
        absorbing = isinstance(tree, sympy.Or)
        return lambda z: _joined([part(z) for part in inner], absorbing)
    operator = OPERATORS.get(tree.func)
    if operator is None:
        raise Unevaluable(f"an integral over the condition {tree}")
    sides = [continued(side, name, environment, constant) for side in (tree.lhs, tree.rhs)]
    return lambda z: _order(operator, sides, z)


def _joined(found: list[bool | None], absorbing: bool) -> bool | None:
    return absorbing if absorbing in found else None if None in found else not absorbing


def _order(operator: str, sides: list[Continued], z: Any) -> bool | None:
    below = acb(z.real)
    if not all(side(below, False).imag.is_zero() for side in sides):
        return None
    difference = (sides[0](z, False) - sides[1](z, False)).real
    if not (difference > 0 or difference < 0):
        return None
    above = bool(difference > 0)
    return {"<": not above, "<=": not above, ">": above, ">=": above, "==": False, "!=": True}[operator]


def _off_cut(method: str, guard: Callable[[Any], Any]) -> Callable[[Any, bool], Any]:
    """A function whose branch cuts are where ``guard`` is a negative real number or 0."""

    def rule(z: Any, analytic: bool) -> Any:
        if analytic and not guard(z).log(analytic=True).is_finite():
            return NOTHING
        return getattr(z, method)()

    return rule


def _method(name: str) -> Callable[[Any, bool], Any]:
    return lambda z, analytic: getattr(z, name)()


_SPECIAL: dict[Any, Callable[..., Continued]] = {
    sympy.Add: _add, sympy.Mul: _mul, sympy.Pow: _pow, sympy.Sum: _series, sympy.Product: _series,
    sympy.Piecewise: _piecewise,
}
_PLAIN: dict[Any, Callable[[Any, bool], Any]] = {
    **{function: _method(name) for function, name in (
        (sympy.exp, "exp"), (sympy.sin, "sin"), (sympy.cos, "cos"), (sympy.tan, "tan"), (sympy.cot, "cot"),
        (sympy.sec, "sec"), (sympy.csc, "csc"), (sympy.sinh, "sinh"), (sympy.cosh, "cosh"), (sympy.tanh, "tanh"),
        (sympy.erf, "erf"), (sympy.erfc, "erfc"), (sympy.gamma, "gamma"), (node.digamma, "digamma"))},
    sympy.factorial: lambda z, analytic: (z + 1).gamma(),
    sympy.log: lambda z, analytic: z.log(analytic=analytic),
    sympy.loggamma: _off_cut("lgamma", lambda z: z),
    sympy.asin: _off_cut("asin", lambda z: 1 - z * z), sympy.acos: _off_cut("acos", lambda z: 1 - z * z),
    sympy.atan: _off_cut("atan", lambda z: 1 + z * z), sympy.asinh: _off_cut("asinh", lambda z: 1 + z * z),
    sympy.acosh: _off_cut("acosh", lambda z: z - 1), sympy.atanh: _off_cut("atanh", lambda z: 1 - z * z),
}
_REAL: dict[Any, Callable[[list[Any], bool], Any]] = {
    sympy.Abs: lambda z, analytic: z[0].real_abs(analytic=analytic),
    sympy.sign: lambda z, analytic: z[0].real_sgn(analytic=analytic),
    sympy.floor: lambda z, analytic: z[0].real_floor(analytic=analytic),
    sympy.ceiling: lambda z, analytic: z[0].real_ceil(analytic=analytic),
    sympy.Heaviside: lambda z, analytic: z[0].real_heaviside(analytic=analytic),
    sympy.Max: lambda z, analytic: reduce(lambda a, b: a.real_max(b, analytic=analytic), z),
    sympy.Min: lambda z, analytic: reduce(lambda a, b: a.real_min(b, analytic=analytic), z),
}
