"""Formula: the source text of a mathematical expression and its unevaluated tree.

SymPy erases undefinedness before anyone looks (x/x becomes 1, 0·log x becomes 0), so a tree is never simplified on the
way in: text is parsed unevaluated, and an expression of the author's is taken as it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sympy
from flint import fmpq
from sympy.functions.elementary.piecewise import ExprCondPair
from sympy.printing.latex import LatexPrinter

from verify.errors import FormulaError
from verify.formulas.node import BINDERS
from verify.values.number import DIGITS, is_moderate

OPERATORS = {sympy.Eq: "==", sympy.Ne: "!=", sympy.Le: "<=", sympy.Lt: "<", sympy.Ge: ">=", sympy.Gt: ">"}


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula: ``source`` as the author wrote it, and ``tree``, its unevaluated SymPy expression.

    >>> from verify.formulas.parser import parse
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
        """LaTeX of the tree, in the order in which it was written; its source where SymPy cannot print it."""
        try:
            return str(_Printer({"order": "none"}).doprint(self.tree))
        except Exception:  # a statement that cannot be typeset is checked all the same
            return typewriter(self.source)


class _Printer(LatexPrinter):
    """SymPy's printer hands a power's exponent to its base, which a case distinction does not take."""

    def _print_Piecewise(self, tree: Any, exp: str | None = None) -> str:
        shown = str(super()._print_Piecewise(tree))
        return shown if exp is None else rf"\left({shown}\right)^{{{exp}}}"


def typewriter(text: str) -> str:
    """Return source text as LaTeX for mathematics, in typewriter type."""
    escaped = re.sub(r"([\\{}$&#_%^~])", lambda m: {"\\": r"\backslash ", "^": r"\hat{}", "~": r"\sim "}.get(
        m.group(1), "\\" + m.group(1)), text.replace(" ** ", "^"))
    return r"\mathtt{" + escaped.replace(" ", r"\ ") + "}"


def junction(join: Any, parts: Sequence[Any]) -> Any:
    """Return And, Or, Max or Min of the parts as they are.

    SymPy's own constructors drop pairs such as x > 0 or x <= 0, and equal parts.

    >>> x = sympy.Symbol("x")
    >>> len(junction(sympy.Or, [x > 0, x <= 0]).args)
    2
    """
    made = sympy.Basic.__new__(join, *parts)
    made._argset = frozenset(parts)
    return made


def distinction(cases: Sequence[tuple[Any, Any]]) -> Any:
    """Return Piecewise of (value, condition) pairs as they are.

    SymPy's own constructor, and that of its pairs, fold and rewrite what stands in conditions, whatever ``evaluate``
    says.

    >>> x = sympy.Symbol("x")
    >>> distinction([(1, distinction([(x / x, x > 1), (0, True)]) > 0), (2, True)]).args[0].cond
    Piecewise((1, x > 1), (0, True)) > 0
    """
    pairs = [sympy.Tuple.__new__(ExprCondPair, value, condition) for value, condition in cases]
    return sympy.Basic.__new__(sympy.Piecewise, *pairs)


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


def is_condition(tree: Any) -> bool:
    """Whether a tree is true or false; to SymPy a bare symbol is that too, to us it is a number."""
    return isinstance(tree, sympy.logic.boolalg.Boolean) and not isinstance(tree, sympy.Symbol)


def is_infinity(tree: Any) -> bool:
    """Whether a tree is ∞ or −∞ itself; SymPy also calls log(0) infinite."""
    return tree is sympy.S.Infinity or tree is sympy.S.NegativeInfinity


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
    if not all(is_moderate(fmpq(part.p, part.q)) for part in tree.atoms(sympy.Rational)):
        raise FormulaError("a formula with a number that is too long", rule=f"at most {DIGITS} digits", hint="10^5000")
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
    from verify.formulas.translation import translated

    return translated(tree)
