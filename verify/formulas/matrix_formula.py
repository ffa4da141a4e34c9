"""Matrix formulas: the unevaluated tree of an expression in whole matrices and vectors.

SymPy's own matrix expressions sort, merge and check their operands; these keep what was written.  A leaf is a SymPy
``MatrixSymbol``, or the ``IndexedBase`` of a vector, which is a column.  What the operations mean is in
:mod:`verify.formulas.matrix_function`.
"""

from __future__ import annotations

from typing import Any

import sympy
from sympy.core.symbol import Str
from sympy.logic.boolalg import Boolean
from sympy.printing.precedence import PRECEDENCE


class MatrixFormula(sympy.Expr):
    """A named operation on operands that may be matrices; ``args`` are the name and the operands."""

    is_commutative = True
    is_number = False

    def __new__(cls, name: Any, *operands: Any) -> MatrixFormula:
        return sympy.Basic.__new__(cls, Str(str(name)), *operands)

    @property
    def name(self) -> str:
        """The operation's name, as in the table of functions."""
        return str(self.args[0])

    @property
    def operands(self) -> tuple[Any, ...]:
        """What the operation is applied to."""
        return tuple(self.args[1:])

    @property
    def precedence(self) -> int:
        """How tightly it binds in print."""
        return PRECEDENCE[{"+": "Add", "*": "Mul", "^": "Pow"}.get(self.name, "Atom")]

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        from verify.formulas.matrix_function import FUNCTIONS

        text = FUNCTIONS[self.name].latex(printer, *self.operands)
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"

    def _sympystr(self, printer: Any) -> str:
        from verify.formulas.matrix_print import text

        return text(printer, self.name, self.operands)


class _Order(Boolean):
    """Two sides of the order of symmetric matrices."""

    operator, sign = "", ""

    def __new__(cls, lhs: Any, rhs: Any, **_options: Any) -> _Order:
        """SymPy's constructors take options; nothing is evaluated here anyhow."""
        return sympy.Basic.__new__(cls, lhs, rhs)

    @property
    def lhs(self) -> Any:
        """The left side."""
        return self.args[0]

    @property
    def rhs(self) -> Any:
        """The right side."""
        return self.args[1]

    def _latex(self, printer: Any) -> str:
        return f"{printer._print(self.lhs)} {self.sign} {printer._print(self.rhs)}"

    def _sympystr(self, printer: Any) -> str:
        return f"{printer._print(self.lhs)} {self.operator} {printer._print(self.rhs)}"


class LoewnerAtMost(_Order):
    """rhs − lhs is positive semidefinite."""

    operator, sign = "⪯", r"\preceq"


class LoewnerAtLeast(_Order):
    """lhs − rhs is positive semidefinite."""

    operator, sign = "⪰", r"\succeq"


ORDERS = {LoewnerAtMost: "⪯", LoewnerAtLeast: "⪰"}


def is_whole(tree: Any) -> bool:
    """Tell whether a tree may have a matrix or vector as its value."""
    if isinstance(tree, MatrixFormula):
        from verify.formulas.matrix_function import FUNCTIONS

        return FUNCTIONS[tree.name].whole
    if isinstance(tree, sympy.Sum):
        return is_whole(tree.function)
    return isinstance(tree, sympy.IndexedBase | sympy.MatrixSymbol)
