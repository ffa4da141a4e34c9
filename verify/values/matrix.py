"""Matrix: a rectangular table of numbers as one value, and its algebra.

Entries are exact rationals, balls, or elements of any ring (indeterminates, dual numbers).  Tables of rationals, and
large tables of balls, are multiplied, inverted and so on by python-flint; all else entry by entry.  A vector is a
matrix of one column, and a 1×1 matrix is the number in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from flint import acb, acb_mat, arb, arb_mat, fmpq, fmpq_mat

from verify.errors import Indeterminate, Nonsense, Undefined, Unevaluable
from verify.values import number

LOOP = 1000
"""A product of balls with more multiplications than this goes to python-flint."""
EXPONENT = 10_000
"""The largest power of a matrix that is evaluated."""


@dataclass(frozen=True, slots=True)
class Matrix:
    """A matrix of ``rows`` × ``cols`` entries, listed row by row.

    >>> product(Matrix(1, 2, (fmpq(1), fmpq(2))), Matrix(2, 1, (fmpq(3), fmpq(4))))
    11
    """

    rows: int
    cols: int
    entries: tuple[Any, ...]

    def __getitem__(self, place: tuple[int, int]) -> Any:
        return self.entries[place[0] * self.cols + place[1]]

    def __add__(self, other: Any) -> Any:
        return total(self, other)

    __radd__ = __add__

    @property
    def shape(self) -> str:
        """The shape in words."""
        return f"{self.rows}×{self.cols}"


def from_rows(value: Any, lift: Callable[[Any], Any]) -> Matrix:
    """Return nested tuples as a matrix; a plain tuple is a column."""
    if value and isinstance(value[0], tuple):
        return Matrix(len(value), len(value[0]), tuple(lift(entry) for row in value for entry in row))
    return Matrix(len(value), 1, tuple(lift(entry) for entry in value))


def to_rows(value: Any) -> Any:
    """Return a matrix as nested tuples, a column as a tuple, a 1×1 matrix as its entry, and anything else as it is."""
    if not isinstance(value, Matrix):
        return value
    if value.rows == value.cols == 1:
        return value.entries[0]
    if value.cols == 1:
        return value.entries
    return tuple(value.entries[k * value.cols : (k + 1) * value.cols] for k in range(value.rows))


def scalar(value: Any) -> Any:
    """Return a number, or the entry of a 1×1 matrix; raise Nonsense for other matrices."""
    if not isinstance(value, Matrix):
        return value
    if value.rows == value.cols == 1:
        return value.entries[0]
    raise Nonsense(f"a {value.shape} matrix where a number is needed")


def matrix(value: Any) -> Matrix:
    """Return a matrix as it is, and a number as a 1×1 matrix."""
    return value if isinstance(value, Matrix) else Matrix(1, 1, (value,))


def build(rows: int, cols: int, entry: Callable[[int, int], Any]) -> Matrix:
    """Return the matrix of ``entry(i, j)``, counted from 0."""
    return Matrix(rows, cols, tuple(entry(i, j) for i in range(rows) for j in range(cols)))


def identity(size: int, one: Any = None) -> Matrix:
    """Return the identity matrix."""
    one = fmpq(1) if one is None else one
    return build(size, size, lambda i, j: one if i == j else one - one)


def _is_zero(value: Any) -> bool:
    return isinstance(value, fmpq) and value == 0


def total(left: Any, right: Any) -> Any:
    """Return left + right; the number 0 is the zero matrix of any shape."""
    if _is_zero(left):
        return right
    if _is_zero(right):
        return left
    if not (isinstance(left, Matrix) or isinstance(right, Matrix)):
        return left + right
    left, right = matrix(left), matrix(right)
    if (left.rows, left.cols) != (right.rows, right.cols):
        raise Nonsense(f"a sum of matrices of shapes {left.shape} and {right.shape}", rule="their shapes are equal")
    return Matrix(left.rows, left.cols, tuple(a + b for a, b in zip(left.entries, right.entries, strict=True)))


def mapped(function: Callable[[Any], Any], value: Matrix) -> Matrix:
    """Return the matrix of function(entry)."""
    return Matrix(value.rows, value.cols, tuple(function(entry) for entry in value.entries))


def product(left: Any, right: Any) -> Any:
    """Return the matrix product; a number, or a 1×1 matrix whose shape does not fit, is a factor of every entry."""
    if isinstance(left, Matrix) and isinstance(right, Matrix) and left.cols != right.rows:
        if left.rows == left.cols == 1:
            left = left.entries[0]
        elif right.rows == right.cols == 1:
            right = right.entries[0]
    if not isinstance(left, Matrix):
        return mapped(lambda x: left * x, right) if isinstance(right, Matrix) else left * right
    if not isinstance(right, Matrix):
        return mapped(lambda x: x * right, left)
    if left.cols != right.rows:
        raise Nonsense(f"a product of matrices of shapes {left.shape} and {right.shape}",
                       rule="the left one has as many columns as the right one rows")
    return scalar_if_one(_product(left, right))


def scalar_if_one(value: Matrix) -> Any:
    """Return the entry of a 1×1 matrix, and other matrices as they are."""
    return value.entries[0] if value.rows == value.cols == 1 else value


def _product(left: Matrix, right: Matrix) -> Matrix:
    kinds = _kinds(left) | _kinds(right)
    if kinds == {fmpq} or (_numbers(kinds) and left.rows * left.cols * right.cols > LOOP):
        return _from_flint(_flint(left, kinds) * _flint(right, kinds))
    return build(left.rows, right.cols, lambda i, j: _inner(left[i, k] * right[k, j] for k in range(left.cols)))


def _inner(terms: Iterator[Any]) -> Any:
    result: Any = fmpq(0)
    for term in terms:
        result = result + term
    return result


def _kinds(value: Matrix) -> set[type]:
    return {type(entry) for entry in value.entries}


def _numbers(kinds: set[type]) -> bool:
    return kinds <= {fmpq, arb, acb}


def _flint(value: Matrix, kinds: set[type]) -> Any:
    make = acb_mat if acb in kinds else arb_mat if arb in kinds else fmpq_mat
    return make(value.rows, value.cols, list(value.entries))


def _from_flint(value: Any) -> Matrix:
    return Matrix(value.nrows(), value.ncols(), tuple(value.entries()))


def transpose(value: Any) -> Any:
    """Return the transpose."""
    if not isinstance(value, Matrix):
        return value
    return build(value.cols, value.rows, lambda i, j: value[j, i])


def square(value: Any, what: str) -> Matrix:
    """Return a square matrix; raise Nonsense for another shape."""
    value = matrix(value)
    if value.rows != value.cols:
        raise Nonsense(f"the {what} of a {value.shape} matrix", rule="the matrix is square")
    return value


def trace(value: Any) -> Any:
    """Return the sum of the diagonal."""
    value = square(value, "trace")
    return _inner(value[k, k] for k in range(value.rows))


def determinant(value: Any) -> Any:
    """Return the determinant, without divisions where the entries are not numbers (Berkowitz 1984)."""
    value = square(value, "determinant")
    kinds = _kinds(value)
    if not value.rows:
        return fmpq(1)
    return _flint(value, kinds).det() if _numbers(kinds) else _berkowitz(value)


def _berkowitz(value: Matrix) -> Any:
    """The last coefficient of the characteristic polynomial, from Toeplitz products of leading blocks."""
    coefficients: list[Any] = [fmpq(1)]
    for size in range(value.rows):
        row = [value[size, k] for k in range(size)]
        column = [value[k, size] for k in range(size)]
        bands: list[Any] = [fmpq(1), -value[size, size]]
        for _ in range(size):
            bands.append(-_inner(a * b for a, b in zip(row, column, strict=True)))
            column = [_inner(value[i, k] * column[k] for k in range(size)) for i in range(size)]
        coefficients = [_inner(bands[i - j] * coefficients[j] for j in range(min(i, size) + 1))
                        for i in range(size + 2)]
    return coefficients[-1] if value.rows % 2 == 0 else -coefficients[-1]


def inverse(value: Any, divide: Callable[[Any, Any], Any] = number.divide) -> Any:
    """Return the inverse; a singular matrix is Undefined, one whose balls may be singular Indeterminate."""
    value = square(value, "inverse")
    kinds = _kinds(value)
    if not _numbers(kinds):
        bottom = determinant(value)
        return scalar_if_one(build(value.rows, value.cols, lambda i, j: divide(_cofactor(value, j, i), bottom)))
    try:
        return scalar_if_one(_from_flint(_flint(value, kinds).inv()))
    except ZeroDivisionError:
        if number.is_zero(determinant(value)):
            raise Undefined("the inverse of a singular matrix") from None
        raise Indeterminate("the inverse of a matrix of balls that may be singular") from None


def _cofactor(value: Matrix, i: int, j: int) -> Any:
    rest = [(r, c) for r in range(value.rows) if r != i for c in range(value.cols) if c != j]
    minor = determinant(Matrix(value.rows - 1, value.cols - 1, tuple(value[place] for place in rest)))
    return minor if (i + j) % 2 == 0 else -minor


def power(value: Any, exponent: Any, divide: Callable[[Any, Any], Any] = number.divide) -> Any:
    """Return value^exponent for an integer exponent; the power 0 is the identity."""
    if not number.is_integer(exponent) or abs(exponent) > EXPONENT:
        raise Unevaluable(f"a matrix to the power {exponent}; integers up to {EXPONENT} are evaluated")
    left = abs(int(exponent.p))
    factor = inverse(value, divide) if exponent < 0 else square(value, "power")
    result: Any = identity(matrix(value).rows)
    while left:
        if left & 1:
            result = product(result, factor)
        left >>= 1
        factor = product(factor, factor) if left else factor
    return scalar_if_one(matrix(result))


def rank(value: Any) -> Any:
    """Return the rank of a matrix of exact entries."""
    value = matrix(value)
    if _kinds(value) - {fmpq}:
        raise Unevaluable("the rank of a matrix whose entries are not all rational")
    return fmpq(_flint(value, {fmpq}).rank())


def exponential(value: Any) -> Any:
    """Return the matrix exponential, in balls; that of 0 is the identity."""
    value = square(value, "exponential")
    if all(_is_zero(entry) for entry in value.entries):
        return scalar_if_one(identity(value.rows))
    kinds = _kinds(value)
    if not _numbers(kinds):
        raise Unevaluable("the exponential of a matrix whose entries are not numbers")
    made = _from_flint(_flint(value, kinds | {arb}).exp())
    if not all(entry.is_finite() for entry in made.entries):
        raise Indeterminate("a matrix exponential without bounds")
    return scalar_if_one(made)
