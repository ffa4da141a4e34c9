"""Positivity: that a tree is not negative, read off its form: even powers, and sums, products and means of such.

It sees what a normal form expands: that the mean over a cube of a square is not negative.
"""

from __future__ import annotations

from typing import Any

import sympy

from verify.formulas.node import Expectation
from verify.symbolic.assumption import Known, Range
from verify.symbolic.range import rational_value

_UNKNOWN = Range()


def non_negative(tree: Any, known: Known) -> bool:
    """Tell whether a tree is seen to be real and at least 0 wherever it is defined.

    >>> x = sympy.Symbol("x")
    >>> [non_negative(sympy.Pow(x, n, evaluate=False), Known({"x": Range(True)})) for n in (2, 3)]
    [True, False]
    """
    constant = rational_value(tree)
    if constant is not None:
        return bool(constant >= 0)
    if isinstance(tree, sympy.Symbol | sympy.Indexed):
        return is_real(tree, known) and _range(tree, known).signs <= {0, 1}
    if isinstance(tree, sympy.Add | sympy.Mul):
        return all(non_negative(part, known) for part in tree.args)
    if isinstance(tree, sympy.Sum | sympy.Product | Expectation):
        return non_negative(tree.function, _inside(tree, known))
    if isinstance(tree, sympy.exp | sympy.Abs | sympy.cosh):
        return is_real(tree.args[0], known)
    if isinstance(tree, sympy.Pow):
        exponent = rational_value(tree.exp)
        even = exponent is not None and exponent.is_Integer and exponent % 2 == 0
        return is_real(tree.base, known) if even else non_negative(tree.base, known) and is_real(tree.exp, known)
    return False


def is_real(tree: Any, known: Known) -> bool:
    """Tell whether a tree is seen to be real wherever it is defined."""
    if rational_value(tree) is not None or tree in (sympy.pi, sympy.E):
        return True
    if isinstance(tree, sympy.Symbol | sympy.Indexed):
        return _range(tree, known).real
    if isinstance(tree, sympy.Sum | sympy.Product | Expectation):
        return is_real(tree.function, _inside(tree, known))
    if isinstance(tree, sympy.Pow) and tree.base is not sympy.E:
        exponent = rational_value(tree.exp)
        whole = exponent is not None and exponent.is_Integer
        return is_real(tree.base, known) if whole else non_negative(tree, known)
    real = (sympy.Add, sympy.Mul, sympy.Pow, sympy.exp, sympy.sin, sympy.cos, sympy.sinh, sympy.cosh, sympy.tanh,
            sympy.Abs, sympy.KroneckerDelta)
    return isinstance(tree, real) and all(is_real(part, known) for part in tree.args)


def _range(tree: Any, known: Known) -> Range:
    return known.ranges.get(tree.name if isinstance(tree, sympy.Symbol) else str(tree.base.label), _UNKNOWN)


def _inside(tree: Any, known: Known) -> Known:
    """What is known inside a sum or a mean: an index is whole, and a point of a cube is made of signs."""
    bound = {limits[0].name: Range(True, True) for limits in tree.limits}
    return Known({**known.ranges, **bound}, known.relations)


def dropped(left: Any, right: Any) -> tuple[Any, ...]:
    """Return the summands of the left tree that the right one lacks, or nothing where it has others of its own.

    >>> x, y = sympy.symbols("x y")
    >>> dropped(sympy.Add(x, y, evaluate=False), x), dropped(x, y)
    ((y,), ())
    """
    kept = list(left.args) if isinstance(left, sympy.Add) else [left]
    for part in right.args if isinstance(right, sympy.Add) else [right]:
        if part not in kept and part != 0:
            return ()
        if part in kept:
            kept.remove(part)
    return tuple(kept)
