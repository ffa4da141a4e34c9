"""Landmark: numbers at which a claim may turn: those that it names, and exact roots of what it compares or divides by.

A statement may be true of all numbers but one, which neither chance nor descent meets; often the statement itself says
which: n ≠ 54321, 1/(x − π), x² ≠ 2.  Roots are taken of polynomials in one letter with rational coefficients; shares
of π are tried with circular functions, and powers of Euler's number with exponentials and logarithms.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

import sympy
from sympy.polys.polyerrors import BasePolynomialError

from verify.claim import Claim
from verify.domains.domain import Environment, closed_value
from verify.domains.instance import exact_ends
from verify.domains.scalar_domain import Reals
from verify.errors import Nonsense, Undefined, Unevaluable
from verify.formulas.formula import OPERATORS, Formula
from verify.values import number

MOST = 16
"""So many numbers that a claim names, and so many roots, are used at most."""
DEGREE = 24
"""Polynomials of a higher degree are not solved."""
LARGEST = 10**30
"""Nor are those with larger numbers."""
_ANGLES = tuple(sympy.Rational(share) * sympy.pi for share in ("1", "1/2", "1/4", "1/3", "1/6", "3/4", "2/3"))
_POWERS = (sympy.E, sympy.exp(-1), sympy.sqrt(sympy.E), sympy.log(2))
SPECIAL = {(sympy.sin, sympy.cos, sympy.tan, sympy.cot, sympy.sec, sympy.csc): _ANGLES, (sympy.exp, sympy.log): _POWERS}


def whole_landmarks(claim: Claim) -> list[int]:
    """Return the integers that a claim names, and their neighbours.

    >>> from verify import Integers
    >>> from verify.builder import make_claim
    >>> whole_landmarks(make_claim("c", "n != 54321", {}, at="p. 1", forall={"n": Integers(1)}))
    [54320, 54321, 54322]
    """
    named = {abs(value) for value in _values(_named(claim), exact=True) if isinstance(value, int)}
    return sorted({value + step for value in named for step in (-1, 0, 1)})


def landmarks(claim: Claim, name: str) -> list[Any]:
    """Return numbers to try for a real variable: ints, Fractions and, for claims in formulas, closed trees.

    >>> from verify import Reals
    >>> from verify.builder import make_claim
    >>> landmarks(make_claim("c", "x^2 != 7", {}, at="p. 1", forall={"x": Reals()}), "x")
    [-sqrt(7), sqrt(7), 2, -2, 7, -7]
    """
    trees = list(_trees(claim))
    named = [*_named(claim), *(value for functions, values in SPECIAL.items() for value in values
                               if any(tree.has(*functions) for tree in trees))]
    found = [*islice(_roots(claim, name), MOST), *(sign * tree for tree in named for sign in (1, -1))]
    return list(dict.fromkeys(_values(found, exact=not exact_ends(claim))))


def within(domain: Reals, value: Any, environment: Environment) -> bool:
    """Whether a landmark is certainly between the ends of a domain."""
    low, high = domain.ends(environment)
    place = number.exact(value) if isinstance(value, int | Fraction) else closed_value(value)
    return place is not None and (low is None or place >= number.exact(low)) and (
        high is None or place <= number.exact(high))


def _trees(claim: Claim) -> Iterator[Any]:
    for link in claim.links:
        yield from (side.tree for side in (link.lhs, link.rhs) if isinstance(side, Formula))
    yield from (one.condition.tree for one in claim.hypotheses if isinstance(one.condition, Formula))


def _named(claim: Claim) -> list[Any]:
    """The largest subterms without letters, in the order in which they stand."""
    return list(islice(dict.fromkeys(part for tree in _trees(claim) for part in _closed(tree)), MOST))


def _closed(tree: Any) -> Iterator[Any]:
    if isinstance(tree, sympy.Expr) and not tree.free_symbols and tree.is_real is not False:
        yield tree
    else:
        for part in tree.args:
            yield from _closed(part)


def _values(trees: list[Any], exact: bool) -> Iterator[Any]:
    """The real numbers of moderate size among trees without letters; those that are not rational as they stand."""
    for tree in trees:
        try:
            value = closed_value(tree)
        except (Undefined, Unevaluable, Nonsense, ZeroDivisionError):
            continue
        if value is None or isinstance(value, tuple) or not number.is_moderate(value):
            continue
        if number.is_exact(value):
            yield number.to_python(value)
        elif not exact:
            yield tree


def _roots(claim: Claim, name: str) -> Iterator[Any]:
    """The real roots, in radicals, of the linear, quadratic and binomial factors of what is compared or divided by."""
    pairs = [(link.lhs.tree, link.rhs.tree) for link in claim.links if link.operator in OPERATORS.values()
             and isinstance(link.lhs, Formula) and isinstance(link.rhs, Formula)]
    trees = list(_trees(claim))
    pairs += [part.args for tree in trees for part in tree.atoms(*OPERATORS)]
    gaps = [sympy.Add(left, sympy.Mul(-1, right, evaluate=False), evaluate=False) for left, right in pairs
            if isinstance(left, sympy.Expr) and isinstance(right, sympy.Expr)]
    for gap in [*gaps, *(part.base for tree in trees for part in tree.atoms(sympy.Pow) if part.exp.is_negative)]:
        letter = next(iter(gap.free_symbols), None)
        if {str(symbol) for symbol in gap.free_symbols} == {name} and 0 < _degree(gap) <= DEGREE:
            yield from _real_roots(gap, letter)


def _real_roots(gap: Any, letter: Any) -> Iterator[Any]:
    try:
        factors = sympy.factor_list(sympy.Poly(gap.doit(), letter, domain="QQ"))[1]
    except BasePolynomialError:  # a constant in it has no value
        return
    for factor, _ in factors:
        yield from _solved(factor)


def _degree(tree: Any) -> float:
    """A bound for the degree of a polynomial, infinite for anything else."""
    if isinstance(tree, sympy.Symbol):
        return 1
    if isinstance(tree, sympy.Rational):
        return 0 if max(abs(tree.p), tree.q) <= LARGEST else float("inf")
    if isinstance(tree, sympy.Add):
        return max(map(_degree, tree.args))
    if isinstance(tree, sympy.Mul):
        return sum(map(_degree, tree.args))
    if isinstance(tree, sympy.Pow) and isinstance(tree.exp, sympy.Integer) and tree.base.free_symbols and tree.exp > 0:
        return float(min(tree.exp, DEGREE + 1)) * _degree(tree.base)
    plain = isinstance(tree, sympy.Pow) and all(isinstance(part, sympy.Integer) for part in tree.args)
    return 0 if plain and abs(tree.exp) <= DEGREE else float("inf")


def _solved(factor: Any) -> Iterator[Any]:
    if factor.degree() <= 2 or len(factor.terms()) == 2:
        yield from (root for root in sympy.roots(factor) if root.is_real)

