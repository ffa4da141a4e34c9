"""Derivative: of an elementary tree by a letter or an entry, from a small table; kinks and jumps are refused.

The other route to a derivative, at an instance, is :mod:`verify.values.dual`; the two share nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy

from verify.errors import Unevaluable
from verify.formulas import node
from verify.formulas.formula import is_infinity, names, series
from verify.formulas.node import Expectation
from verify.symbolic.range import rational_value
from verify.symbolic.rebuild import put


def derivative(tree: Any, place: Any) -> Any:
    """Return the derivative of a tree by a letter's name, or by an entry ``v[k]``, as an unevaluated tree.

    Raises Unevaluable for case distinctions and functions that are not differentiable everywhere they are defined and
    continuous; the derivative may be undefined at end points, as that of sqrt x at 0.

    >>> x = sympy.Symbol("x")
    >>> derivative(sympy.sin(x), "x")
    cos(x)
    """
    if _name(place) not in names(tree):
        return sympy.S.Zero
    if isinstance(tree, sympy.Symbol):
        return sympy.S.One
    if isinstance(tree, sympy.Indexed):
        return _entry_rule(tree, place)
    if isinstance(tree, sympy.Add):
        return _sum([derivative(part, place) for part in tree.args])
    if isinstance(tree, sympy.Mul):
        return _product_rule(tree, place)
    if isinstance(tree, sympy.Pow):
        return _power_rule(tree, place)
    if isinstance(tree, sympy.Sum | Expectation):
        return _sum_rule(tree, place)
    if isinstance(tree, sympy.Integral):
        return _integral_rule(tree, place)
    if isinstance(tree, sympy.Derivative):
        return derivative(differentiated(tree), place)
    rule = _RULES.get(tree.func)
    if rule is None or _name(place) in frozenset().union(*map(names, tree.args[:-1])):
        raise Unevaluable(f"the derivative of {type(tree).__name__}")
    return _product([rule(*tree.args), derivative(tree.args[-1], place)])


def differentiated(tree: sympy.Derivative) -> Any:
    """Return what a derivative node stands for.

    >>> x = sympy.Symbol("x")
    >>> differentiated(series(sympy.Derivative, x**3, sympy.Tuple(x, 2)))
    3*(2*x**1)
    """
    found = tree.args[0]
    for place, order in tree.args[1:]:
        if not order.is_Integer:
            raise Unevaluable(f"a derivative of the order {order}")
        for _ in range(int(order)):
            found = derivative(found, place.name if isinstance(place, sympy.Symbol) else place)
    return found


def _name(place: Any) -> str:
    return place if isinstance(place, str) else str(place.base.label)


def _entry_rule(tree: Any, place: Any) -> Any:
    """∂v[i]/∂v[k] is 1 where i = k, else 0."""
    if isinstance(place, str) or str(tree.base.label) != _name(place) or len(tree.indices) != len(place.indices):
        raise Unevaluable(f"the derivative of {tree} by {place}, through an index")
    if any(_name(place) in names(index) for index in tree.indices):
        raise Unevaluable(f"the derivative of {tree} by {place}, through an index")
    return _product([sympy.S.One if i == k else sympy.KroneckerDelta(i, k, evaluate=False)
                     for i, k in zip(tree.indices, place.indices, strict=True)])


def _integral_rule(tree: Any, place: Any) -> Any:
    """By an end the derivative is the integrand there, where that is continuous."""
    variable, low, high = tree.limits[0]
    if _name(place) in names(tree.function) - {variable.name}:
        raise Unevaluable(f"the derivative of an integral by {place}, which its integrand mentions")
    parts = []
    for end, sign in ((high, sympy.S.One), (low, sympy.S.NegativeOne)):
        slope = derivative(end, place)
        if slope is not sympy.S.Zero:
            parts.append(_product([sign, put(tree.function, {variable.name: end}), slope]))
    return _sum(parts)


def _sum_rule(tree: Any, place: Any) -> Any:
    """Term by term, where neither bounds nor indices meet the place; of an expectation point by point."""
    outside = names(place) if not isinstance(place, str) else {place}
    for index, *bounds in tree.limits:
        if len(bounds) != 2 or any(is_infinity(bound) or _name(place) in names(bound) for bound in bounds):
            raise Unevaluable(f"the derivative of a sum by {place}, which its bounds mention or which is infinite")
        if index.name in outside:
            raise Unevaluable(f"the derivative by {place} of a sum whose index has a name of its own there")
    slope = derivative(tree.function, place)
    return slope if slope is sympy.S.Zero else series(tree.func, slope, *tree.limits)


def _sum(parts: list[Any]) -> Any:
    kept = [part for part in parts if part is not sympy.S.Zero]
    if len(kept) < 2:
        return kept[0] if kept else sympy.S.Zero
    return sympy.Add(*kept, evaluate=False)


def _product(parts: list[Any]) -> Any:
    if sympy.S.Zero in parts:
        return sympy.S.Zero
    kept = [part for part in parts if part is not sympy.S.One]
    if len(kept) < 2:
        return kept[0] if kept else sympy.S.One
    return sympy.Mul(*kept, evaluate=False)


def _pow(base: Any, exponent: Any) -> Any:
    return sympy.Pow(base, sympy.sympify(exponent), evaluate=False)


def _product_rule(tree: Any, place: Any) -> Any:
    parts = []
    for k, factor in enumerate(tree.args):
        slope = derivative(factor, place)
        parts.append(_product([*tree.args[:k], slope, *tree.args[k + 1 :]]))
    return _sum(parts)


def _power_rule(tree: Any, place: Any) -> Any:
    base, exponent = tree.base, tree.exp
    slope = derivative(exponent, place)
    if base is sympy.E:
        return _product([tree, slope])
    first = sympy.S.Zero
    if exponent is not sympy.S.Zero:
        constant = rational_value(exponent)
        lower = constant - 1 if constant is not None else sympy.Add(exponent, -1, evaluate=False)
        first = _product([exponent, _pow(base, lower), derivative(base, place)])
    if slope is sympy.S.Zero:
        return first
    return _sum([first, _product([tree, sympy.log(base, evaluate=False), slope])])


def _of(function: Any) -> Callable[[Any], Any]:
    return lambda x: function(x, evaluate=False)


def _one_plus(x: Any, sign: int) -> Any:
    return sympy.Add(1, _product([sympy.Integer(sign), _pow(x, 2)]), evaluate=False)


def _gauss(scale: int) -> Callable[[Any], Any]:
    return lambda x: _product([sympy.Integer(scale), _pow(sympy.pi, sympy.Rational(-1, 2)),
                               sympy.exp(_product([sympy.S.NegativeOne, _pow(x, 2)]), evaluate=False)])


_HALF = sympy.Rational(-1, 2)


def _with_digamma(function: Any, shift: int = 0) -> Callable[[Any], Any]:
    def rule(x: Any) -> Any:
        moved = sympy.Add(x, shift, evaluate=False) if shift else x
        return _product([function(x, evaluate=False), node.digamma(moved, evaluate=False)])

    return rule


def _bessel(function: Any, sign: int) -> Callable[[Any, Any], Any]:
    def rule(order: Any, x: Any) -> Any:
        below, above = (function(sympy.Add(order, step, evaluate=False), x, evaluate=False) for step in (-1, 1))
        return _product([sympy.S.Half, _sum([below, _product([sympy.Integer(sign), above])])])

    return rule


_RULES: dict[Any, Callable[..., Any]] = {
    sympy.exp: _of(sympy.exp),
    sympy.log: lambda x: _pow(x, -1),
    sympy.sin: _of(sympy.cos),
    sympy.cos: lambda x: _product([sympy.S.NegativeOne, sympy.sin(x, evaluate=False)]),
    sympy.tan: lambda x: sympy.Add(1, _pow(sympy.tan(x, evaluate=False), 2), evaluate=False),
    sympy.sinh: _of(sympy.cosh),
    sympy.cosh: _of(sympy.sinh),
    sympy.tanh: lambda x: _pow(sympy.cosh(x, evaluate=False), -2),
    sympy.asin: lambda x: _pow(_one_plus(x, -1), _HALF),
    sympy.acos: lambda x: _product([sympy.S.NegativeOne, _pow(_one_plus(x, -1), _HALF)]),
    sympy.atan: lambda x: _pow(_one_plus(x, 1), -1),
    sympy.asinh: lambda x: _pow(_one_plus(x, 1), _HALF),
    sympy.cot: lambda x: _product([sympy.S.NegativeOne, _pow(sympy.sin(x, evaluate=False), -2)]),
    sympy.sec: lambda x: _product([sympy.sin(x, evaluate=False), _pow(sympy.cos(x, evaluate=False), -2)]),
    sympy.csc: lambda x: _product([sympy.S.NegativeOne, sympy.cos(x, evaluate=False),
                                   _pow(sympy.sin(x, evaluate=False), -2)]),
    sympy.atanh: lambda x: _pow(_one_plus(x, -1), -1),
    sympy.gamma: _with_digamma(sympy.gamma),
    sympy.factorial: _with_digamma(sympy.factorial, 1),
    sympy.loggamma: _of(node.digamma),
    node.digamma: lambda x: node.polygamma(sympy.S.One, x, evaluate=False),
    node.polygamma: lambda m, x: node.polygamma(sympy.Add(m, 1, evaluate=False), x, evaluate=False),
    sympy.besseli: _bessel(sympy.besseli, 1),
    sympy.besselj: _bessel(sympy.besselj, -1),
    sympy.erf: _gauss(2),
    sympy.erfc: _gauss(-2),
}
