"""Integrality: whether a tree is an integer wherever its letters have values in their domains.

A polynomial with rational coefficients is an integer at all integers if it is one at 0, …, deg in every letter: its
Newton form has integer coefficients then (Pólya 1915).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

import sympy

from verify.domains.scalar_domain import Integers, OneOf, Signs
from verify.formulas.formula import Formula
from verify.symbolic.assumption import conjuncts
from verify.symbolic.rebuild import put

POINTS = 4096
"""A polynomial is evaluated at no more points than this."""
_WHOLE = (sympy.floor, sympy.ceiling, sympy.sign)


def integral(tree: Any, variables: Iterable[Any], hypotheses: Iterable[Any] = ()) -> bool:
    """Return whether a tree is proven to be an integer, also by hypotheses such as ``n % 2 == 1``.

    >>> from verify.formulas.parser import parse
    >>> from verify.variable import variable
    >>> n = variable("n", Integers(0, 9))
    >>> integral(parse("n*(n + 1)/2", {"n": n.symbol}).tree, [n]), integral(parse("n/2", {"n": n.symbol}).tree, [n])
    (True, False)
    """
    letters = {v.name: v for v in variables if _is_integer(v.domain)}
    residues = _residues(hypotheses, letters)
    return _integral(put(tree, residues), letters)


def _is_integer(domain: Any) -> bool:
    listed = isinstance(domain, OneOf) and all(isinstance(value, int) for value in domain.values)
    return isinstance(domain, Integers | Signs) or listed


def _residues(hypotheses: Iterable[Any], letters: dict[str, Any]) -> dict[str, Any]:
    """For a hypothesis n % m == r the tree m·n + r, where n stands for the quotient from then on."""
    found: dict[str, Any] = {}
    for hypothesis in hypotheses:
        parts = conjuncts(hypothesis.condition.tree) if isinstance(hypothesis.condition, Formula) else ()
        for part in parts:
            if isinstance(part, sympy.Eq) and isinstance(part.lhs, sympy.Mod) and isinstance(part.rhs, sympy.Integer):
                letter, modulus = part.lhs.args
                plain = isinstance(letter, sympy.Symbol) and letter.name in letters
                if plain and isinstance(modulus, sympy.Integer) and modulus > 0:
                    found.setdefault(letter.name, modulus * letter + part.rhs)
    return found


def _integral(tree: Any, letters: dict[str, Any]) -> bool:
    if isinstance(tree, (sympy.Integer, *_WHOLE)):
        return True
    if isinstance(tree, sympy.Symbol):
        return tree.name in letters
    inside = isinstance(tree, sympy.Add | sympy.Mul | sympy.Max | sympy.Min | sympy.Abs | sympy.binomial)
    if inside and all(_integral(part, letters) for part in tree.args):
        return True
    if isinstance(tree, sympy.Pow) and _natural(tree.exp, letters) and _integral(tree.base, letters):
        return True
    return _polynomial(tree, letters)


def _natural(tree: Any, letters: dict[str, Any]) -> bool:
    if isinstance(tree, sympy.Integer):
        return bool(tree >= 0)
    return isinstance(tree, sympy.Symbol) and tree.name in letters and bool(letters[tree.name].symbol.is_nonnegative)


def _polynomial(tree: Any, letters: dict[str, Any]) -> bool:
    symbols = sorted(tree.free_symbols, key=str)
    if not all(isinstance(s, sympy.Symbol) and s.name in letters for s in symbols) or not symbols:
        return bool(not symbols and tree.is_Rational and tree.q == 1)
    if tree.has(sympy.Sum, sympy.Product, sympy.Piecewise, sympy.Mod):
        return False
    try:
        polynomial = sympy.Poly(tree, *symbols, domain="QQ")
    except (sympy.PolynomialError, sympy.CoercionFailed):
        return False
    grid = [range(degree + 1) for degree in polynomial.degree_list()]
    points = list(itertools.islice(itertools.product(*grid), POINTS + 1))
    return len(points) <= POINTS and all(polynomial.eval(dict(zip(symbols, point, strict=True))).is_Integer
                                         for point in points)
