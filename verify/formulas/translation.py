"""Translation: SymPy's matrix expressions as ours, operand by operand, with nothing simplified.

SymPy counts entries from 0; an entry A[0, 0] of an author's becomes the entry 1, 1 that the report shows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import sympy
from sympy.matrices.expressions.diagonal import DiagMatrix
from sympy.matrices.expressions.matexpr import MatrixElement

from verify.errors import FormulaError
from verify.formulas.formula import junction, series
from verify.formulas.matrix_formula import MatrixFormula, is_whole


def translated(tree: Any) -> Any:
    """Return a tree with SymPy's matrix expressions replaced by :class:`MatrixFormula`.

    Raises FormulaError for matrix expressions that have no translation.

    >>> A = sympy.MatrixSymbol("A", 2, 2)
    >>> translated(A.T * A)
    transpose(A)*A
    """
    if isinstance(tree, sympy.MatrixSymbol | sympy.IndexedBase | sympy.Indexed) or not tree.args:
        return tree
    if isinstance(tree, sympy.MatrixBase):
        entries = [translated(entry) for entry in tree.flat()]
        return MatrixFormula("matrix", sympy.Integer(tree.rows), sympy.Integer(tree.cols), *entries)
    parts = [translated(part) for part in tree.args]
    if isinstance(tree, MatrixElement):
        return _entry(*parts)
    if type(tree) in _NAMES:
        return MatrixFormula(_NAMES[type(tree)], *parts[: 1 if isinstance(tree, sympy.Inverse) else None])
    if isinstance(tree, sympy.HadamardProduct):
        return reduce(lambda a, b: MatrixFormula("hadamard", a, b), parts)
    if isinstance(tree, sympy.MatrixExpr):
        raise FormulaError(f"the matrix expression {tree}", hint="it as text", rule="SymPy's sums, products, powers, "
                           "transposes, inverses, traces and determinants of matrices are read")
    if all(old is new for old, new in zip(tree.args, parts, strict=True)) and not any(map(is_whole, parts)):
        return tree
    return _rebuilt(tree, parts)


def _entry(base: Any, *places: Any) -> Any:
    counted = [place + 1 for place in places]
    if isinstance(base, sympy.MatrixSymbol):
        vector = base.shape[1] == 1 and counted[1] == 1
        return sympy.Indexed(sympy.IndexedBase(base.name), *(counted[:1] if vector else counted))
    return MatrixFormula("entry", base, *counted)


_NAMES: dict[Any, str] = {
    sympy.MatMul: "*", sympy.MatAdd: "+", sympy.MatPow: "^", sympy.Inverse: "inverse", sympy.Transpose: "transpose",
    sympy.Trace: "trace", sympy.Determinant: "det", sympy.Identity: "identity", sympy.ZeroMatrix: "zeros",
    sympy.OneMatrix: "ones", sympy.DotProduct: "dot", DiagMatrix: "diagonal",
}
_WHOLE: dict[Any, str] = {sympy.Add: "+", sympy.Mul: "*", sympy.Pow: "^", sympy.exp: "matrix_exp"}


def _rebuilt(tree: Any, parts: list[Any]) -> Any:
    """The node with new operands, unevaluated."""
    if type(tree) in _WHOLE and any(map(is_whole, parts)) and (type(tree) is not sympy.Pow or is_whole(parts[0])):
        return MatrixFormula(_WHOLE[type(tree)], *parts)
    if isinstance(tree, sympy.Sum | sympy.Product):
        return series(type(tree), *parts)
    if isinstance(tree, sympy.And | sympy.Or):
        return junction(type(tree), parts)
    if isinstance(tree, sympy.Tuple | sympy.functions.elementary.piecewise.ExprCondPair):
        return tree.func(*parts)
    build: Callable[..., Any] = tree.func
    return build(*parts, evaluate=False)
