"""Formula: the source text of a mathematical expression and its unevaluated tree.

SymPy erases undefinedness before anyone looks (x/x becomes 1, 0·log x becomes 0), so a tree is never simplified on the
way in: text is parsed unevaluated, and an expression of the author's is taken as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy

from verify.errors import FormulaError

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


def names(tree: Any) -> frozenset[str]:
    """Return the names of the free symbols and indexed bases of a tree."""
    indexed = {str(base.label) for base in tree.atoms(sympy.IndexedBase)}
    indexed |= {symbol.name for symbol in tree.free_symbols if not isinstance(symbol, sympy.Indexed)}
    return frozenset(indexed)


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
    return Formula(sympy.sstr(tree), tree)
