"""Tree: places in an unevaluated tree, a part put in place of another, and the tree as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sympy
from sympy.core.symbol import Str
from sympy.printing.precedence import PRECEDENCE
from sympy.printing.str import StrPrinter

from verify.errors import Unevaluable
from verify.formulas.formula import OPERATORS, distinction, junction, series
from verify.formulas.function import FUNCTIONS
from verify.formulas.matrix_formula import MatrixFormula
from verify.formulas.node import BINDERS, Iff, Implication

Path = tuple[int, ...]
LEAVES = (sympy.Symbol, sympy.IndexedBase, sympy.MatrixSymbol)
"""Letters of every kind."""


def nodes(tree: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every subterm that is a number, outermost first, with the path to it; conditions are left out.

    >>> x = sympy.Symbol("x")
    >>> [str(node) for _, node in nodes(sympy.Pow(x, 2, evaluate=False))]
    ['x**2', 'x', '2']
    """
    if isinstance(tree, sympy.logic.boolalg.Boolean) and not isinstance(tree, sympy.Symbol):
        return
    limits = type(tree) is sympy.Tuple
    if isinstance(tree, sympy.Expr) and not isinstance(tree, sympy.IndexedBase):
        yield path, tree
    if isinstance(tree, LEAVES):
        return
    gradient = isinstance(tree, MatrixFormula) and tree.name == "gradient"
    for k, part in enumerate(tree.args):
        if not (isinstance(part, sympy.IndexedBase | Str) or (limits and k == 0) or (gradient and k == 2)):
            yield from nodes(part, (*path, k))


def rebuilt(tree: Any, parts: Sequence[Any]) -> Any:
    """Return the tree with other parts; nothing is evaluated."""
    if isinstance(tree, (*BINDERS, sympy.Derivative)):
        return series(tree.func, *parts)
    if isinstance(tree, sympy.And | sympy.Or):
        return junction(tree.func, list(parts))
    if isinstance(tree, Iff | Implication | MatrixFormula):
        return sympy.Basic.__new__(tree.func, *parts)
    if isinstance(tree, sympy.Piecewise):
        return distinction([tuple(pair) for pair in parts])
    if isinstance(tree, sympy.functions.elementary.piecewise.ExprCondPair):
        return sympy.Tuple(*parts)
    if isinstance(tree, sympy.Tuple | sympy.Indexed):
        return tree.func(*parts)
    return tree.func(*parts, evaluate=False)


def placed(tree: Any, path: Path, new: Any) -> Any:
    """Return the tree with ``new`` at the end of a path; sums in sums and products in products become one.

    >>> x, y = sympy.symbols("x y")
    >>> placed(sympy.Add(x, y, evaluate=False), (1,), sympy.Integer(3))
    x + 3
    """
    if not path:
        return new
    parts = list(tree.args)
    parts[path[0]] = placed(parts[path[0]], path[1:], new)
    if isinstance(tree, sympy.Add | sympy.Mul) and len(path) == 1 and isinstance(new, tree.func):
        parts = [*parts[: path[0]], *new.args, *parts[path[0] + 1 :]]
    neutral = {sympy.Add: 0, sympy.Mul: 1}.get(tree.func)
    if neutral is not None and len(path) == 1 and new == neutral and len(parts) > 1:
        parts = parts[: path[0]] + parts[path[0] + 1 :]
        return parts[0] if len(parts) == 1 else rebuilt(tree, parts)
    return rebuilt(tree, parts)


def gathered(tree: Any) -> Any:
    """Return the tree with sums in sums made one, and their whole numbers added up.

    >>> n = sympy.Symbol("n")
    >>> gathered(sympy.Add(sympy.Add(n, -1, evaluate=False), 1, evaluate=False))
    n
    """
    if not tree.args or isinstance(tree, LEAVES):
        return tree
    parts = [gathered(part) for part in tree.args]
    if not isinstance(tree, sympy.Add):
        return rebuilt(tree, parts)
    terms = [term for part in parts for term in (part.args if isinstance(part, sympy.Add) else (part,))]
    whole = sum(term for term in terms if isinstance(term, sympy.Integer))
    rest = [term for term in terms if not isinstance(term, sympy.Integer)] + ([sympy.Integer(whole)] if whole else [])
    return sympy.Add(*rest, evaluate=False) if len(rest) > 1 else rest[0] if rest else sympy.S.Zero


def put_name(tree: Any, values: Mapping[str, Any]) -> Any:
    """Return the tree with trees in place of letters and vectors; bound indices hide letters of the same name.

    Raises Unevaluable where a letter that a derivative is taken in would be replaced.
    """
    if isinstance(tree, sympy.IndexedBase):
        return values.get(str(tree.label), tree)
    if isinstance(tree, sympy.Symbol | sympy.MatrixSymbol):
        return values.get(tree.name, tree)
    taken_in = tree.args[1:] if isinstance(tree, sympy.Derivative) else tree.operands[1:] if isinstance(
        tree, MatrixFormula) and tree.name == "gradient" else ()
    if any(_letters(place) & set(values) for place in taken_in):
        raise Unevaluable("a letter that a derivative is taken in")
    if isinstance(tree, BINDERS):
        limits = []
        for index, low, high in reversed(tree.limits):
            limits.append(sympy.Tuple(index, put_name(low, values), put_name(high, values)))
            values = {name: value for name, value in values.items() if name != index.name}
        return series(tree.func, put_name(tree.function, values), *reversed(limits))
    if not tree.args or not (set(values) & _letters(tree)):
        return tree
    return rebuilt(tree, [put_name(part, values) for part in tree.args])


def _letters(tree: Any) -> set[str]:
    return {str(atom) for atom in tree.atoms(sympy.Symbol, sympy.MatrixSymbol)}


def canonical(tree: Any) -> str:
    """Return what two trees share that differ in the order and grouping of sums and products alone.

    >>> x, y = sympy.symbols("x y")
    >>> canonical(sympy.Add(x, y, evaluate=False)) == canonical(sympy.Add(y, x, evaluate=False))
    True
    """
    name, parts = _kind_and_parts(tree)
    return f"{name}({', '.join(parts)})" if parts else name


def _kind_and_parts(tree: Any) -> tuple[str, list[str]]:
    if not tree.args or isinstance(tree, LEAVES):
        return str(tree), []
    name = type(tree).__name__
    parts: list[str] = []
    for part in tree.args:
        parts += _kind_and_parts(part)[1] if isinstance(tree, sympy.Add | sympy.Mul) and isinstance(
            part, tree.func) else [canonical(part)]
    return name, sorted(parts) if name in ("Add", "Mul", "Max", "Min") else parts


def shown(tree: Any) -> str:
    """Return a tree as text in the order in which it was written.

    >>> x, y = sympy.symbols("x y")
    >>> shown(sympy.Mul(x, sympy.Pow(2 * y, -1, evaluate=False), evaluate=False))
    'x/(2*y)'
    """
    return _single(_Printer({"order": "none"}).doprint(tree).replace("**", "^"))


class _Printer(StrPrinter):
    """Trees in the grammar of formulas, where that differs from SymPy's own words."""

    def emptyPrinter(self, expr: Any) -> str:
        return str(expr)

    def _print_Function(self, expr: Any) -> str:
        name = _NAMES.get(expr.func)
        return f"{name}({self.stringify(expr.args, ', ')})" if name else super()._print_Function(expr)

    _print_Abs = _print_Max = _print_Min = _print_Function

    def _print_Mod(self, expr: Any) -> str:
        left, right = (self.parenthesize(part, PRECEDENCE["Mul"] + 1) for part in expr.args)
        return f"{left} % {right}"

    def _print_Relational(self, expr: Any) -> str:
        sign = {"=": "=="}.get(OPERATORS.get(type(expr), ""), OPERATORS.get(type(expr), expr.rel_op))
        return f"{self._print(expr.args[0])} {sign} {self._print(expr.args[1])}"

    def _print_And(self, expr: Any, word: str = " and ") -> str:
        return word.join(f"({self._print(part)})" if isinstance(part, sympy.And | sympy.Or) else self._print(part)
                         for part in expr.args)

    def _print_Or(self, expr: Any) -> str:
        return self._print_And(expr, " or ")

    def _print_Not(self, expr: Any) -> str:
        inner = self._print(expr.args[0])
        return f"not ({inner})" if isinstance(expr.args[0], sympy.And | sympy.Or) else f"not {inner}"

    def _print_Sum(self, expr: Any) -> str:
        name = {sympy.Sum: "sum", sympy.Product: "product"}.get(type(expr), "integral")
        text = self._print(expr.function)
        for limit in expr.limits:
            text = f"{name}({text}, {self.stringify(limit, ', ')})"
        return text

    _print_Product = _print_Integral = _print_Sum

    def _print_Piecewise(self, expr: Any) -> str:
        parts = [part for pair in expr.args for part in pair]
        parts = parts[:-1] if parts[-1] == sympy.true else parts
        return f"piecewise({self.stringify(parts, ', ')})"


_NAMES = {function.symbolic: name for name, function in FUNCTIONS.items() if isinstance(function.symbolic, type)}


def _single(text: str) -> str:
    """Text without parentheses that stand twice around the same."""
    opened: list[int] = []
    pairs = {}
    for k, letter in enumerate(text):
        if letter == "(":
            opened.append(k)
        elif letter == ")" and opened:
            pairs[opened.pop()] = k
    twice = {k for k, end in pairs.items() if pairs.get(k + 1) == end - 1}
    drop = twice | {pairs[k] for k in twice}
    return "".join(letter for k, letter in enumerate(text) if k not in drop)
