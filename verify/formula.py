"""Formula: the source text of a mathematical expression and its unevaluated tree.

SymPy erases undefinedness before anyone looks (x/x becomes 1, 0·log x becomes 0), so a tree is never simplified on the
way in: text is parsed unevaluated, and an expression of the author's is taken as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sympy

from verify.errors import FormulaError
from verify.node import BINDERS

OPERATORS = {sympy.Eq: "==", sympy.Ne: "!=", sympy.Le: "<=", sympy.Lt: "<", sympy.Ge: ">=", sympy.Gt: ">"}


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula: ``source`` as the author wrote it, and ``tree``, its unevaluated SymPy expression.

    >>> from verify.parser import parse
    >>> parse("x/x", {"x": sympy.Symbol("x")}).tree
    x/x
    """

    source: str
    tree: Any

    @property
    def names(self) -> frozenset[str]:
        """The names of the free symbols and indexed bases."""
        return names(self.tree)

    @property
    def latex(self) -> str:
        """LaTeX of the tree, in the order in which it was written."""
        return sympy.latex(self.tree, order="none")


def junction(join: Any, parts: Sequence[Any]) -> Any:
    """Return And or Or of the parts as they are; SymPy's own constructor drops pairs such as x > 0 or x <= 0.

    >>> x = sympy.Symbol("x")
    >>> len(junction(sympy.Or, [x > 0, x <= 0]).args)
    2
    """
    made = sympy.Basic.__new__(join, *parts)
    made._argset = frozenset(parts)
    return made


def series(operator: Any, body: Any, *limits: Any) -> Any:
    """Return Sum, Product, Integral, Derivative and the like as they are; SymPy's own constructors evaluate and fold.

    >>> k = sympy.Symbol("k")
    >>> series(sympy.Sum, k, sympy.Tuple(k, 1, 3))
    Sum(k, (k, 1, 3))
    """
    made = sympy.Basic.__new__(operator, body, *limits)
    if operator in (sympy.Sum, sympy.Product, sympy.Integral):
        made.is_commutative = True
    return made


def names(tree: Any) -> frozenset[str]:
    """Return the names of the free symbols and indexed bases of a tree, read off the tree itself.

    SymPy's own ``free_symbols`` leaves out what it believes to be zero.

    >>> k, x = sympy.symbols("k x")
    >>> sorted(names(series(sympy.Sum, k * x, sympy.Tuple(k, 1, 3))))
    ['x']
    """
    if isinstance(tree, sympy.IndexedBase):
        return frozenset((str(tree.label),))
    if isinstance(tree, sympy.MatrixSymbol):
        return frozenset((tree.name,))
    if isinstance(tree, sympy.Symbol):
        return frozenset((tree.name,))
    if isinstance(tree, sympy.Indexed):
        return names(tree.base).union(*map(names, tree.indices))
    if isinstance(tree, BINDERS):
        return _series_names(tree)
    return frozenset().union(*map(names, tree.args))


def _series_names(tree: Any) -> frozenset[str]:
    """The body's names without the indices, and the bounds' names without the indices around them."""
    found = names(tree.function)
    for index, *bounds in tree.limits:
        found = (found - {index.name}).union(*map(names, bounds))
    return found


def take(expression: Any) -> Formula:
    """Return the formula of a SymPy expression, taken as it is; floats are refused.

    >>> take(sympy.Symbol("x") * 0.5)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    verify.errors.FormulaError: the formula 0.5*x contains the float 0.5: ... write Rational(1, 2)
    """
    tree = sympy.sympify(expression)
    floats = sorted(tree.atoms(sympy.Float), key=str)
    if floats:
        shown = sympy.nsimplify(floats[0], rational=True)
        raise FormulaError(
            f"the formula {tree} contains the float {sympy.sstr(floats[0], full_prec=False)}",
            rule="a float is not the number it looks like",
            hint=f"Rational({shown.p}, {shown.q})" if shown.q != 1 else str(shown.p),
        )
    for place in sorted({place for part in tree.atoms(sympy.Derivative) for place, _ in part.variable_count}, key=str):
        if place.is_integer:
            raise FormulaError(f"a derivative by the integer {place}", rule="derivatives are by real variables",
                               hint=f"the difference f({place} + 1) - f({place})")
    return Formula(sympy.sstr(tree), _ours(tree))


def _ours(tree: Any) -> Any:
    """The tree with SymPy's matrix expressions, and bare vectors, as ours."""
    kinds = (sympy.MatrixExpr, sympy.MatrixBase, sympy.IndexedBase)
    if not isinstance(tree, sympy.MatrixBase) and not tree.has(*kinds):
        return tree
    from verify.translation import translated

    return translated(tree)
