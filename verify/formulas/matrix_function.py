"""The functions of matrices that formulas may use: one table, read by the parser, the evaluators and the printers.

To add a function, add one line to ``FUNCTIONS``: its name in a formula's text, how many operands it takes, its value on
numbers and matrices, its shape, its LaTeX, and whether its value may be a matrix.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Any

from flint import acb, fmpq

from verify.errors import Nonsense, Undefined
from verify.formulas import matrix_print as ink
from verify.formulas import shape as fit
from verify.formulas.matrix_formula import MatrixFormula
from verify.formulas.shape import ONE, Shape
from verify.values import dual, matrix, number, spectrum
from verify.values.matrix import Matrix

LARGEST = 4096
"""The largest size of an identity matrix and the like."""


@dataclass(frozen=True, slots=True)
class Ring:
    """What an operation needs of its entries beyond + − ·: division and the square root."""

    divide: Callable[[Any, Any], Any]
    root: Callable[[Any], Any]


NUMBERS = Ring(lambda a, b: a * dual.power(b, fmpq(-1)) if dual.is_dual(a, b) else number.divide(a, b),
               lambda x: dual.power(x, fmpq(1, 2)))


@dataclass(frozen=True, slots=True)
class MatrixFunction:
    """An operation: least and most operands, its value over a ring, its shape, its LaTeX, if it may be a matrix."""

    arity: tuple[int, int | None]
    value: Callable[..., Any]
    shape: Callable[..., Shape]
    latex: Callable[..., str]
    whole: bool = False


def apply(tree: MatrixFormula, values: tuple[Any, ...], ring: Ring = NUMBERS) -> Any:
    """Return the value of an operation on values: numbers and matrices over one ring."""
    return FUNCTIONS[tree.name].value(ring, *values)


def squares(value: Any) -> Any:
    """Return the sum of the squares of the absolute values of a matrix's entries."""
    total: Any = fmpq(0)
    for entry in matrix.matrix(value).entries:
        size = abs(entry) if isinstance(entry, acb) else entry
        total = total + size * size
    return total


def squared_norm(base: Any, exponent: Any) -> tuple[Any, int] | None:
    """Return M and k where a power is ‖M‖^(2k): it is a power of the sum of squares, without a root."""
    if not isinstance(base, MatrixFormula) or base.name not in ("norm", "frobenius"):
        return None
    even = getattr(exponent, "is_Integer", False) and exponent > 0 and exponent % 2 == 0
    return (base.operands[0], int(exponent) // 2) if even else None


def _size(value: Any) -> int:
    value = matrix.scalar(value)
    if not number.is_integer(value) or not 0 <= value <= LARGEST:
        raise Undefined(f"a matrix of size {number.decimal(value)}")
    return int(value.p)


def _constant(entry: int) -> Callable[..., Any]:
    return lambda _, rows, cols: matrix.scalar_if_one(
        matrix.build(_size(rows), _size(cols), lambda i, j: fmpq(entry)))


def _norm(ring: Ring, value: Any) -> Any:
    value = matrix.matrix(value)
    if value.rows != 1 and value.cols != 1:
        raise Nonsense(f"the norm of a {value.shape} matrix", rule="it has several", hint="frobenius(A)")
    return ring.root(squares(value))


def _dot(_: Ring, first: Any, second: Any) -> Any:
    first, second = matrix.matrix(first), matrix.matrix(second)
    if first.cols != 1 or second.cols != 1 or first.rows != second.rows:
        raise Nonsense(f"the dot product of shapes {first.shape} and {second.shape}", rule="two columns of one length")
    return matrix.product(matrix.transpose(first), second)


def _literal(_: Ring, rows: Any, cols: Any, *entries: Any) -> Any:
    return matrix.scalar_if_one(Matrix(int(rows.p), int(cols.p), tuple(map(matrix.scalar, entries))))


def _entry(_: Ring, value: Any, row: Any, col: Any = None) -> Any:
    """An entry, counted from 1; a column takes one index."""
    value = matrix.matrix(value)
    if col is None and value.cols != 1:
        raise Nonsense(f"an entry of a {value.shape} matrix with one index", rule="a matrix takes two")
    col = fmpq(1) if col is None else col
    for place, most in ((row, value.rows), (col, value.cols)):
        if not number.is_integer(place) or not 1 <= place <= most:
            raise Undefined(f"an entry with the index {number.decimal(place)}, outside 1..{most}")
    return value[int(row.p) - 1, int(col.p) - 1]


def _hadamard(_: Ring, first: Any, second: Any) -> Any:
    first, second = matrix.matrix(first), matrix.matrix(second)
    if (first.rows, first.cols) != (second.rows, second.cols):
        raise Nonsense(f"an entrywise product of shapes {first.shape} and {second.shape}", rule="they are equal")
    return matrix.scalar_if_one(matrix.build(first.rows, first.cols, lambda i, j: first[i, j] * second[i, j]))


def _diagonal(_: Ring, value: Any) -> Any:
    value = matrix.matrix(value)
    if value.cols != 1:
        raise Nonsense(f"diagonal of a {value.shape} matrix", rule="it takes a column")
    return matrix.scalar_if_one(
        matrix.build(value.rows, value.rows, lambda i, j: value[i, 0] if i == j else fmpq(0)))


def _gradient(*_: Any) -> Any:
    raise Nonsense("a gradient outside a formula")


def _plain(function: Callable[[Any], Any]) -> Callable[..., Any]:
    """An operation of one operand that needs nothing of the ring."""
    return lambda _, value: function(value)


def _on_square(what: str, whole: bool) -> Callable[..., Shape]:
    return fit.of_square(what, fit.unchanged if whole else fit.of_number)


_ANY_TWO, _ONE, _TWO = (2, None), (1, 1), (2, 2)

FUNCTIONS: dict[str, MatrixFunction] = {
    "+": MatrixFunction(_ANY_TWO, lambda _, *parts: reduce(matrix.total, parts), fit.of_sum, ink.sum_latex, True),
    "*": MatrixFunction(_ANY_TWO, lambda _, *parts: reduce(matrix.product, parts), fit.of_product, ink.product_latex,
                        True),
    "^": MatrixFunction(_TWO, lambda ring, a, k: matrix.power(a, matrix.scalar(k), ring.divide), fit.of_power,
                        ink.raised(), True),
    "matrix": MatrixFunction((3, None), _literal, fit.of_literal, ink.table, True),
    "entry": MatrixFunction((2, 3), _entry, fit.of_entry, ink.entry),
    "gradient": MatrixFunction(_TWO, _gradient, fit.of_gradient, ink.gradient, True),
    "transpose": MatrixFunction(_ONE, _plain(matrix.transpose), lambda _, a: (a[1], a[0]), ink.raised(r"\top"), True),
    "inverse": MatrixFunction(_ONE, lambda ring, a: matrix.inverse(a, ring.divide), _on_square("inverse", True),
                              ink.raised("-1"), True),
    "identity": MatrixFunction(_ONE, lambda _, n: matrix.scalar_if_one(matrix.identity(_size(n))), fit.sized,
                               ink.sized("I"), True),
    "zeros": MatrixFunction(_TWO, _constant(0), fit.sized, ink.sized("0"), True),
    "ones": MatrixFunction(_TWO, _constant(1), fit.sized, ink.sized(r"\mathbf{1}"), True),
    "diagonal": MatrixFunction(_ONE, _diagonal, fit.of_diagonal, ink.called(r"\operatorname{diag}"), True),
    "hadamard": MatrixFunction(_TWO, _hadamard, lambda _, a, b: fit.same_shape(a, b, "an entrywise product"),
                               ink.hadamard, True),
    "matrix_exp": MatrixFunction(_ONE, _plain(matrix.exponential), _on_square("exponential", True),
                                 ink.called(r"\exp"), True),
    "trace": MatrixFunction(_ONE, _plain(matrix.trace), _on_square("trace", False), ink.called(r"\operatorname{tr}")),
    "det": MatrixFunction(_ONE, _plain(matrix.determinant), _on_square("determinant", False), ink.called(r"\det")),
    "rank": MatrixFunction(_ONE, _plain(matrix.rank), lambda *_: ONE, ink.called(r"\operatorname{rank}")),
    "dot": MatrixFunction(_TWO, _dot, fit.of_dot, ink.fenced(r"\langle", r"\rangle")),
    "norm": MatrixFunction(_ONE, _norm, fit.of_norm, ink.fenced(r"\lVert", r"\rVert", "_{2}")),
    "frobenius": MatrixFunction(_ONE, lambda ring, a: ring.root(squares(a)), lambda *_: ONE,
                                ink.fenced(r"\lVert", r"\rVert", "_{F}")),
    "spectral_norm": MatrixFunction(_ONE, _plain(spectrum.spectral_norm), lambda *_: ONE,
                                    ink.fenced(r"\lVert", r"\rVert", r"_{\mathrm{op}}")),
    "max_eigenvalue": MatrixFunction(_ONE, _plain(spectrum.largest), _on_square("spectrum", False),
                                     ink.called(r"\lambda_{\max}")),
    "min_eigenvalue": MatrixFunction(_ONE, _plain(spectrum.smallest), _on_square("spectrum", False),
                                     ink.called(r"\lambda_{\min}")),
}
ALIASES = {"tr": "trace", "determinant": "det", "inv": "inverse", "eye": "identity", "diag": "diagonal",
           "frobenius_norm": "frobenius", "operator_norm": "spectral_norm", "inner": "dot"}
SPELLED = ("+", "*", "^", "matrix", "entry", "matrix_exp")
"""Operations that have a spelling of their own in a formula's text; the others are called by name."""
CALLED: dict[str, tuple[int, int | None]] = {
    "psd": (1, 1), **{name: function.arity for name, function in FUNCTIONS.items() if name not in SPELLED}}
"""The names that a formula's text calls, and how many arguments they take."""
