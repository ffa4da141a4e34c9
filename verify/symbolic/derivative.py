"""Derivative: of an elementary tree by a letter, from a small table; what has a kink or a jump is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy

from verify.errors import Unevaluable
from verify.formula import names
from verify.symbolic.range import rational_value


def derivative(tree: Any, name: str) -> Any:
    """Return the derivative of a tree by the letter ``name``, as an unevaluated tree.

    Raises Unevaluable for sums, case distinctions and functions that are not differentiable everywhere they are
    defined and continuous; the derivative may be undefined at end points, as that of sqrt x at 0.

    >>> x = sympy.Symbol("x")
    >>> derivative(sympy.sin(x), "x")
    cos(x)
    """
    if name not in names(tree):
        return sympy.S.Zero
    if isinstance(tree, sympy.Symbol):
        return sympy.S.One
    if isinstance(tree, sympy.Add):
        return _sum([derivative(part, name) for part in tree.args])
    if isinstance(tree, sympy.Mul):
        return _product_rule(tree, name)
    if isinstance(tree, sympy.Pow):
        return _power_rule(tree, name)
    rule = _RULES.get(tree.func)
    if rule is None or len(tree.args) != 1:
        raise Unevaluable(f"the derivative of {type(tree).__name__}")
    return _product([rule(tree.args[0]), derivative(tree.args[0], name)])


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


def _product_rule(tree: Any, name: str) -> Any:
    parts = []
    for k, factor in enumerate(tree.args):
        slope = derivative(factor, name)
        parts.append(_product([*tree.args[:k], slope, *tree.args[k + 1 :]]))
    return _sum(parts)


def _power_rule(tree: Any, name: str) -> Any:
    base, exponent = tree.base, tree.exp
    slope = derivative(exponent, name)
    if base is sympy.E:
        return _product([tree, slope])
    first = sympy.S.Zero
    if exponent is not sympy.S.Zero:
        constant = rational_value(exponent)
        lower = constant - 1 if constant is not None else sympy.Add(exponent, -1, evaluate=False)
        first = _product([exponent, _pow(base, lower), derivative(base, name)])
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
_RULES: dict[Any, Callable[[Any], Any]] = {
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
    sympy.erf: _gauss(2),
    sympy.erfc: _gauss(-2),
}
