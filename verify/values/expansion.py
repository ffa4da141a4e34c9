"""Expansion: rational parts of a formula as exact polynomials, and a formula far out in t as one in y = log t.

For t > 0 a power of a fraction is (t^m·R)^e = e^(m·e·y)·R^e and its logarithm m·y + log R, with R bounded far out; so
nothing cancels where t is large, and the powers of t are entire in y.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import sympy
from flint import fmpq_poly

from verify.formulas.formula import names
from verify.symbolic.rebuild import put, rebuild
from verify.values import number

Constant = Callable[[Any], Any]
Fraction = tuple[Any, Any]
_POWERS = 64


def fraction(tree: Any, name: str, constant: Constant) -> Fraction | None:
    """Return a tree as numerator and denominator, rational polynomials in ``name``, or None where it is none or 0.

    ``constant(tree)`` evaluates what does not depend on the name.

    >>> x = sympy.Symbol("x")
    >>> fraction(1 / x + x, "x", lambda tree: None)
    (x^2 + 1, x)
    """
    if name not in names(tree):
        value = constant(tree)
        return (fmpq_poly([value]), fmpq_poly([1])) if number.is_exact(value) and value != 0 else None
    if isinstance(tree, sympy.Symbol):
        return fmpq_poly([0, 1]), fmpq_poly([1])
    if isinstance(tree, sympy.Pow) and tree.exp.is_Integer and abs(tree.exp) <= _POWERS:
        inner = fraction(tree.base, name, constant)
        if inner is None:
            return None
        top, bottom = inner if tree.exp > 0 else inner[::-1]
        return top ** abs(int(tree.exp)), bottom ** abs(int(tree.exp))
    if not isinstance(tree, sympy.Add | sympy.Mul):
        return None
    parts = [part for argument in tree.args if (part := fraction(argument, name, constant)) is not None]
    if len(parts) < len(tree.args):
        return None
    top, bottom = reduce(_plus if isinstance(tree, sympy.Add) else _times, parts)
    return (top, bottom) if top != 0 else None


def _plus(left: Fraction, right: Fraction) -> Fraction:
    if left[1] == right[1]:
        return left[0] + right[0], left[1]
    return left[0] * right[1] + right[0] * left[1], left[1] * right[1]


def _times(left: Fraction, right: Fraction) -> Fraction:
    return left[0] * right[0], left[1] * right[1]


def far_out(tree: Any, name: str, y: Any, constant: Constant) -> Any:
    """Return a tree in ``name`` = e^y > 0 as a tree in the symbol y."""

    def change(part: Any) -> Any | None:
        if name not in names(part):
            return part
        if (found := fraction(part, name, constant)) is not None:
            power, rest = _leading(*found, y)
            return _product(_exponential(power, y), rest)
        if isinstance(part, sympy.log) or (isinstance(part, sympy.Pow) and name not in names(part.args[1])):
            return _of_fraction(part, fraction(part.args[0], name, constant), y)
        if isinstance(part, sympy.Symbol | sympy.Piecewise | sympy.Sum | sympy.Product):
            return put(part, {name: _exponential(1, y)})
        return None

    return rebuild(tree, change)


def _of_fraction(part: Any, found: Fraction | None, y: Any) -> Any | None:
    if found is None:
        return None
    power, rest = _leading(*found, y)
    if isinstance(part, sympy.log):
        return sympy.Add(sympy.Mul(power, y, evaluate=False), sympy.log(rest, evaluate=False), evaluate=False)
    exponent = sympy.Mul(power, part.exp, evaluate=False)
    return _product(_exponential(exponent, y), sympy.Pow(rest, part.exp, evaluate=False))


def _leading(top: Any, bottom: Any, y: Any) -> tuple[int, Any]:
    """Write top/bottom as t^m·R."""
    shared = top.gcd(bottom)
    top, bottom = top // shared, bottom // shared
    rest = _product(_falling(top, y), sympy.Pow(_falling(bottom, y), sympy.S.NegativeOne, evaluate=False))
    return top.degree() - bottom.degree(), rest


def _falling(polynomial: Any, y: Any) -> Any:
    """P(t)/t^degree in powers of e^(−y)."""
    degree = polynomial.degree()
    terms = [_product(sympy.Rational(int(c.p), int(c.q)), _exponential(k - degree, y))
             for k, c in enumerate(polynomial.coeffs()) if c != 0]
    return terms[0] if len(terms) == 1 else sympy.Add(*terms, evaluate=False)


def _exponential(power: Any, y: Any) -> Any:
    return sympy.Pow(sympy.E, sympy.Mul(power, y, evaluate=False), evaluate=False) if power != 0 else sympy.S.One


def _product(*factors: Any) -> Any:
    kept = [factor for factor in factors if factor is not sympy.S.One]
    return sympy.Mul(*kept, evaluate=False) if len(kept) > 1 else kept[0] if kept else sympy.S.One
