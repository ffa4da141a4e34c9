"""Growth: proven bounds on how a formula grows or falls towards infinity, from which tails of integrals are bounded.

On [N, ∞) a formula f(t) is compared with a positive function M: least·M ≤ |f| ≤ M, where M(N) = ``size`` and the
*elasticity* t·M'(t)/M(t) stays between ``low`` and ``high``.  Where high = −p < −1, ∫_N^∞ |f| ≤ M(N)·N/(p − 1); where f
keeps its sign, least > 0 and low ≥ −1, the integral diverges.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

import sympy
from flint import acb, arb, arb_poly, fmpq

from verify.errors import Undefined
from verify.formulas.formula import OPERATORS, names
from verify.values import number
from verify.values.majorant import (
    Growth,
    Unbounded,
    constant,
    dominated,
    exponential,
    hull,
    least_of,
    logarithm,
    product,
    to_power,
)

Constant = Callable[[Any, Mapping[str, Any]], Any]


@dataclass(frozen=True, slots=True)
class Place:
    """The variable t, N, and how the parts without t are evaluated."""

    name: str
    start: Any
    environment: Mapping[str, Any]
    constant: Constant


def growth(tree: Any, place: Place) -> Growth:
    """Return how a tree grows on [N, ∞); raises Unbounded, or what evaluating a constant part raises.

    >>> t = sympy.Symbol("t")
    >>> found = growth(sympy.exp(-t**2), Place("t", arb(8), {}, lambda part, _: fmpq(part.p, part.q)))
    >>> found.high < -127, found.sign
    (True, 1)
    """
    if place.name not in names(tree):
        return constant(place.constant(tree, place.environment))
    polynomials = _rational(tree, place)
    if polynomials is not None:
        return _of_fraction(*polynomials, place)
    if isinstance(tree, sympy.Pow) and tree.base is sympy.E:
        return exponential(growth(tree.exp, place))
    rule = _RULES.get(tree.func)
    if rule is None:
        raise Unbounded(f"no bound is known for {tree.func.__name__} far out")
    return rule(tree, place)


def _rational(tree: Any, place: Place) -> tuple[Any, Any] | None:
    """Return a tree as a fraction of polynomials with ball coefficients, or None."""
    if place.name not in names(tree):
        value = number.ball(place.constant(tree, place.environment))
        return None if isinstance(value, acb) else (arb_poly([value]), arb_poly([1]))
    if isinstance(tree, sympy.Symbol):
        return arb_poly([0, 1]), arb_poly([1])
    if isinstance(tree, sympy.Pow) and tree.exp.is_Integer and abs(tree.exp) <= 64:
        inner = _rational(tree.base, place)
        if inner is None:
            return None
        top, bottom = inner if tree.exp > 0 else inner[::-1]
        return top ** abs(int(tree.exp)), bottom ** abs(int(tree.exp))
    if not isinstance(tree, sympy.Add | sympy.Mul):
        return None
    inner_parts = [_rational(part, place) for part in tree.args]
    if any(part is None for part in inner_parts):
        return None
    join = _plus if isinstance(tree, sympy.Add) else _times
    return reduce(join, inner_parts)


def _plus(left: Any, right: Any) -> Any:
    return left[0] * right[1] + right[0] * left[1], left[1] * right[1]


def _times(left: Any, right: Any) -> Any:
    return left[0] * right[0], left[1] * right[1]


def _of_fraction(top: Any, bottom: Any, place: Place) -> Growth:
    first, second = _of_polynomial(top, place), _of_polynomial(bottom, place)
    return product(first, to_power(second, fmpq(-1)))


def _of_polynomial(polynomial: Any, place: Place) -> Growth:
    """t·P'/P = d + Σ (k − d)·a_k·u^(d−k) / Σ a_k·u^(d−k) for u = 1/t in [0, 1/N]."""
    coefficients = [polynomial[k] for k in range(polynomial.degree() + 1)]
    while coefficients and coefficients[-1].is_zero():
        coefficients.pop()
    if len(coefficients) <= 1:
        return constant(coefficients[0] if coefficients else fmpq(0))
    degree, u = len(coefficients) - 1, arb(0).union(1 / place.start)
    below = arb_poly(coefficients[::-1])(u)
    if not (below > 0 or below < 0):
        raise Unbounded("a polynomial that may vanish further out")
    rest = arb_poly([(k - degree) * a for k, a in enumerate(coefficients)][-2::-1])(u) / below
    # u ≥ 0, so that the sign of the rest tells on which side of the degree the elasticity stays
    low = arb(degree) if rest >= 0 else (degree + u * rest).lower()
    high = arb(degree) if rest <= 0 else (degree + u * rest).upper()
    return Growth(abs(polynomial(place.start)), low, high, arb(1), 1 if below > 0 else -1)


def _mul(tree: Any, place: Place) -> Growth:
    """Exponentials are joined first: e^t·e^(−t²) falls, though one of its factors grows."""
    factors = _factors(tree)
    exponents = [f.args[-1] for f in factors if _is_exponential(f)]
    if len(exponents) > 1:
        joined = sympy.Pow(sympy.E, sympy.Add(*exponents, evaluate=False), evaluate=False)
        factors = [joined, *(f for f in factors if not _is_exponential(f))]
    found = reduce(product, (growth(part, place) for part in factors))
    sums = [k for k, f in enumerate(factors) if isinstance(f, sympy.Add)]
    if not sums or found.high < -1:
        return found
    rest = factors[: sums[0]] + factors[sums[0] + 1 :]
    return _add(sympy.Add(*(sympy.Mul(term, *rest, evaluate=False) for term in factors[sums[0]].args),
                          evaluate=False), place)


def _factors(tree: Any) -> list[Any]:
    if isinstance(tree, sympy.cosh | sympy.sinh):
        tree = _halves(tree)
    return [f for part in tree.args for f in _factors(part)] if isinstance(tree, sympy.Mul) else [tree]


def _halves(tree: Any) -> Any:
    """cosh u and sinh u as (e^u ± e^(−u))/2."""
    argument, sign = tree.args[0], 1 if isinstance(tree, sympy.cosh) else -1
    back = sympy.exp(sympy.Mul(sympy.S.NegativeOne, argument, evaluate=False), evaluate=False)
    pair = sympy.Add(sympy.exp(argument, evaluate=False), sympy.Mul(sign, back, evaluate=False), evaluate=False)
    return sympy.Mul(sympy.S.Half, pair, evaluate=False)


def _is_exponential(tree: Any) -> bool:
    return isinstance(tree, sympy.exp) or (isinstance(tree, sympy.Pow) and tree.base is sympy.E)


def _pow(tree: Any, place: Place) -> Growth:
    if place.name in names(tree.exp):
        return exponential(product(growth(tree.exp, place), logarithm(growth(tree.base, place))))
    exponent = place.constant(tree.exp, place.environment)
    if isinstance(exponent, acb) or not (exponent > 0 or exponent < 0):
        raise Unbounded("a power whose exponent is 0 or not real")
    return to_power(growth(tree.base, place), exponent)


def _add(tree: Any, place: Place) -> Growth:
    """One term that outweighs all others from N on, else terms of one sign, else a bound alone."""
    terms = [growth(part, place) for part in tree.args]
    total, signs = sum((term.size for term in terms), arb(0)), {term.sign for term in terms}
    found = dominated(terms, strictly=True)
    if found is None and signs in ({1}, {-1}):
        return Growth(total, *hull(terms), least_of(term.least for term in terms), terms[0].sign)
    return found or dominated(terms, strictly=False) or Growth(total, *hull(terms), arb(0), 0)


def _sine(tree: Any, place: Place) -> Growth:
    """|sin u| ≤ min(1, |u|)."""
    inner = growth(tree.args[0], place)
    bound = inner if inner.high < 0 else constant(fmpq(1))
    return replace(bound, least=arb(0), sign=0)


def _bounded(bound: int) -> Callable[[Any, Place], Growth]:
    def rule(tree: Any, place: Place) -> Growth:
        growth(tree.args[0], place)  # shows that the argument is real and defined further out
        return Growth(arb(bound), arb(0), arb(0), arb(0), 0)

    return rule


def _error_function(tree: Any, place: Place) -> Growth:
    """0 < erfc u ≤ e^(−u²) for u ≥ 0, and below 2."""
    inner = growth(tree.args[0], place)
    if inner.sign > 0:
        bound = exponential(replace(to_power(inner, fmpq(2)), sign=-1))
        return replace(bound, least=arb(0), sign=1)
    return Growth(arb(2), arb(0), arb(0), arb(0), 1)


def _piecewise(tree: Any, place: Place) -> Growth:
    """The case that applies from N on."""
    for value, condition in tree.args:
        if condition is sympy.true or _holds(condition, place):
            return growth(value, place)
    raise Unbounded(f"no case of {tree} is known to apply further out")


def _holds(condition: Any, place: Place) -> bool:
    operator = OPERATORS.get(condition.func)
    if operator is None or operator in ("==", "!="):
        raise Unbounded(f"the condition {condition} further out")
    minus = sympy.Mul(sympy.S.NegativeOne, condition.rhs, evaluate=False)
    difference = growth(sympy.Add(condition.lhs, minus, evaluate=False), place)
    if not difference.least > 0:
        raise Unbounded(f"the condition {condition} further out")
    return (difference.sign > 0) == (operator in (">", ">="))


_RULES: dict[Any, Callable[[Any, Place], Growth]] = {
    sympy.Add: _add, sympy.Mul: _mul, sympy.Pow: _pow, sympy.Piecewise: _piecewise,
    sympy.exp: lambda tree, place: exponential(growth(tree.args[0], place)),
    sympy.log: lambda tree, place: logarithm(growth(tree.args[0], place)),
    sympy.Abs: lambda tree, place: replace(found := growth(tree.args[0], place), sign=abs(found.sign)),
    sympy.sin: _sine, sympy.cos: _bounded(1), sympy.tanh: _bounded(1), sympy.erf: _bounded(1), sympy.atan: _bounded(2),
    sympy.erfc: _error_function,
    **dict.fromkeys((sympy.sinh, sympy.cosh), lambda tree, place: _mul(_halves(tree), place)),
}


def tail(tree: Any, place: Place) -> Any:
    """Return an upper bound of ∫_N^∞ |f(t)| dt; raises Undefined where it diverges and Unbounded where none is known.

    >>> t = sympy.Symbol("t")
    >>> place = Place("t", arb(10), {}, lambda part, _: fmpq(part.p, part.q))
    >>> tail(t**-3, place).contains(arb(1) / 200) or tail(t**-3, place) > arb(1) / 200
    True
    """
    found = growth(tree, place)
    if found.size.is_zero() and found.high <= 0:
        return arb(0)
    if found.high < -1:
        return (found.size * place.start / (-found.high - 1)).upper()
    if found.sign and found.least > 0 and found.size > 0 and found.low >= -1:
        raise Undefined("the integral diverges: its integrand does not fall faster than the reciprocal of the distance")
    raise Unbounded("the integrand is not shown to fall faster than the reciprocal of the distance")
