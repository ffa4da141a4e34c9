"""Matrix domains: all matrices, symmetric, positive (semi)definite, orthogonal and stochastic ones.

Members are tuples of rows of exact numbers and meet their defining equation exactly; sizes are at least 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, final

import sympy
from flint import fmpq, fmpq_mat
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from verify.domains.domain import Domain, Environment, bound, may_be_size, size_value
from verify.domains.drawing import numbers
from verify.domains.scalar_domain import Reals
from verify.domains.vector_domain import exact_tuple
from verify.errors import DomainError
from verify.values import number
from verify.values.loewner import descent

Table = tuple[tuple[Any, ...], ...]


def table(rows: int, cols: int, entry: Callable[[int, int], Any]) -> Table:
    """Return the table of ``entry(i, j)``, counted from 0."""
    return tuple(tuple(entry(i, j) for j in range(cols)) for i in range(rows))


def _cut(entries: tuple[Any, ...], cols: int) -> Table:
    return tuple(entries[k : k + cols] for k in range(0, len(entries), cols))


def _exact(value: object, rows: int, cols: int) -> bool:
    return isinstance(value, tuple) and len(value) == rows and all(exact_tuple(row, cols) for row in value)


def _symmetric(value: Table) -> bool:
    return all(value[i][j] == value[j][i] for i in range(len(value)) for j in range(i))


def _identity(i: int, j: int) -> int:
    return int(i == j)


@dataclass(frozen=True, init=False)
class Table2(Domain):
    """Shared by the domains of matrices of one shape."""

    rows: Any
    cols: Any
    indexed = True

    def __init__(self, rows: Any, cols: Any) -> None:
        for name, size in (("rows", rows), ("cols", cols)):
            made = bound(size, "size")
            if not may_be_size(made, least=1):
                raise DomainError("the size of a matrix", rule="a positive integer", given=size)
            object.__setattr__(self, name, made)

    @property
    def shape(self) -> tuple[Any, ...]:
        return self.rows, self.cols

    @property
    def sizes(self) -> tuple[Any, ...]:
        return self.rows, self.cols

    def dimensions(self, environment: Environment) -> tuple[int, int]:
        """The numbers of rows and columns."""
        found = size_value(self.rows, environment), size_value(self.cols, environment)
        if 0 in found:
            raise DomainError(f"a matrix of {found[0]} rows and {found[1]} columns", rule="sizes are at least 1")
        return found

    def symmetric(self) -> bool:
        """Whether every member is symmetric."""
        return False

    def special(self, rows: int, cols: int) -> Iterable[Table]:
        """The special matrices that are tried first where they are members, simplest first."""
        yield table(rows, cols, lambda i, j: 0)
        yield table(rows, cols, _identity)
        yield table(rows, cols, lambda i, j: 1)
        yield table(rows, cols, lambda i, j: int(i == j == 0))
        yield table(rows, cols, lambda i, j: int(i == 0 and j == cols - 1))
        yield table(rows, cols, lambda i, j: i * cols + j + 1)
        yield table(rows, cols, lambda i, j: -int(i == j))
        yield table(rows, cols, lambda i, j: min(i, j) + 1)

    def corners(self, environment: Environment) -> list[Any]:
        found = dict.fromkeys(self.special(*self.dimensions(environment)))
        return [member for member in found if self.contains(member, environment)]


@final
@dataclass(frozen=True, init=False)
class Matrices(Table2):
    """Real matrices of ``rows`` × ``cols`` entries, each from ``low`` to ``high``, written A[i, j] from 1 in formulas.

    >>> Matrices(2, 2).corners({})[:2]
    [((0, 0), (0, 0)), ((1, 0), (0, 1))]
    """

    low: Any
    high: Any

    def __init__(self, rows: Any, cols: Any, low: Any = -sympy.oo, high: Any = sympy.oo) -> None:
        super().__init__(rows, cols)
        line = Reals(low, high)
        object.__setattr__(self, "low", line.low)
        object.__setattr__(self, "high", line.high)

    @property
    def sizes(self) -> tuple[Any, ...]:
        return self.rows, self.cols, self.low, self.high

    def special(self, rows: int, cols: int) -> Iterable[Table]:
        yield from super().special(rows, cols)
        for end in (self.low, self.high):
            if end.is_Rational:
                yield table(rows, cols, lambda i, j, end=end: Fraction(int(end.p), int(end.q)))  # type: ignore[misc]

    def closed_ends(self, environment: Environment) -> list[Any]:
        rows, cols = self.dimensions(environment)
        return [((end,) * cols,) * rows for end in Reals(self.low, self.high).closed_ends(environment)]

    def strategy(self, environment: Environment, extra: int = 0) -> SearchStrategy[Any]:
        rows, cols = self.dimensions(environment)
        ends = Reals(self.low, self.high).ends(environment)
        return numbers(rows * cols, *ends).map(lambda entries: _cut(entries, cols))

    def contains(self, value: object, environment: Environment) -> bool:
        line = Reals(self.low, self.high)
        return _exact(value, *self.dimensions(environment)) and all(
            line.contains(entry, environment) for row in value for entry in row)  # type: ignore[attr-defined]

    def describe(self) -> str:
        entries = Reals(self.low, self.high).describe().removeprefix("reals in ")
        return f"real {self.rows} by {self.cols} matrices" + (
            "" if entries == "(-oo, oo)" else f" with entries in {entries}")


@dataclass(frozen=True, init=False)
class Square(Table2):
    """Shared by the domains of square matrices of one size."""

    kind = "square"

    def __init__(self, size: Any) -> None:
        super().__init__(size, size)

    @property
    def sizes(self) -> tuple[Any, ...]:
        return (self.rows,)

    def describe(self) -> str:
        return f"{self.kind} {self.rows} by {self.cols} matrices"


@final
class SymmetricMatrices(Square):
    """Real symmetric matrices.

    >>> SymmetricMatrices(2).contains(((1, 2), (2, 1)), {})
    True
    """

    kind = "real symmetric"

    def symmetric(self) -> bool:
        return True

    def strategy(self, environment: Environment, extra: int = 0) -> SearchStrategy[Any]:
        size, _ = self.dimensions(environment)
        return numbers(size * (size + 1) // 2).map(lambda entries: mirrored(size, entries))

    def contains(self, value: object, environment: Environment) -> bool:
        return _exact(value, *self.dimensions(environment)) and _symmetric(value)  # type: ignore[arg-type]


def mirrored(size: int, entries: tuple[Any, ...]) -> Table:
    """Return the symmetric matrix whose lower triangle is listed row by row.

    >>> mirrored(2, (1, 2, 3))
    ((1, 2), (2, 3))
    """
    return table(size, size, lambda i, j: entries[max(i, j) * (max(i, j) + 1) // 2 + min(i, j)])


@dataclass(frozen=True, init=False)
class _Positive(Square):
    """Shared: L·D·Lᵀ with L of unit lower triangle and a diagonal D, which every such rational matrix is."""

    least = 0

    def symmetric(self) -> bool:
        return True

    def strategy(self, environment: Environment, extra: int = 0) -> SearchStrategy[Any]:
        size, _ = self.dimensions(environment)
        weights = numbers(size, Fraction(0)).map(lambda drawn: positive_weights(drawn, self.least))
        return st.tuples(numbers(size * (size - 1) // 2), weights).map(lambda drawn: composed(size, *drawn))

    def contains(self, value: object, environment: Environment) -> bool:
        if not (_exact(value, *self.dimensions(environment)) and _symmetric(value)):  # type: ignore[arg-type]
            return False
        rows = [[number.exact(entry) for entry in row] for row in value]  # type: ignore[attr-defined]
        return descent(rows) is None and (not self.least or fmpq_mat(rows).det() != 0)


@final
class PositiveSemidefinite(_Positive):
    """Real symmetric matrices with vᵀAv ≥ 0 for every v.

    >>> PositiveSemidefinite(2).contains(((1, 1), (1, 1)), {})
    True
    """

    kind = "positive semidefinite"


@final
class PositiveDefinite(_Positive):
    """Real symmetric matrices with vᵀAv > 0 for every v ≠ 0.

    >>> PositiveDefinite(2).contains(((1, 1), (1, 1)), {})
    False
    """

    kind = "positive definite"
    least = 1


def positive_weights(weights: tuple[Any, ...], least: int) -> tuple[Any, ...]:
    """Return weights with zeros replaced by ``least``."""
    return tuple(weight or Fraction(least) for weight in weights)


def composed(size: int, below: tuple[Any, ...], weights: tuple[Any, ...]) -> Table:
    """Return L·D·Lᵀ, where ``below`` lists the strict lower triangle of L row by row.

    >>> composed(2, (Fraction(1),), (Fraction(1), Fraction(2)))[1]
    (Fraction(1, 1), Fraction(3, 1))
    """
    lower = fmpq_mat(size, size, [number.exact(_unit_lower(i, j, below)) for i in range(size) for j in range(size)])
    middle = fmpq_mat(size, size, [number.exact(weights[i]) if i == j else fmpq(0)
                                   for i in range(size) for j in range(size)])
    return _table_of(lower * middle * lower.transpose())


def _unit_lower(i: int, j: int, below: tuple[Any, ...]) -> Any:
    return below[i * (i - 1) // 2 + j] if j < i else Fraction(int(i == j))


def _table_of(value: Any) -> Table:
    return tuple(tuple(Fraction(int(entry.p), int(entry.q)) for entry in row) for row in value.tolist())


@final
class Orthogonal(Square):
    """Real matrices with QᵀQ = I; instances are rational, by Cayley's transform of a skew matrix.

    >>> Orthogonal(2).corners({})[0]
    ((1, 0), (0, 1))
    """

    kind = "orthogonal"

    def special(self, rows: int, cols: int) -> Iterable[Table]:
        yield table(rows, cols, _identity)
        yield table(rows, cols, lambda i, j: -int(i == j))
        yield table(rows, cols, lambda i, j: int(i + j == cols - 1))
        yield table(rows, cols, lambda i, j: int((i + 1) % rows == j))
        yield table(rows, cols, lambda i, j: (-1 if i == j == 0 else 1) * int(i == j))
        yield _rotation(rows)

    def strategy(self, environment: Environment, extra: int = 0) -> SearchStrategy[Any]:
        size, _ = self.dimensions(environment)
        signs = st.lists(st.sampled_from((1, -1)), min_size=size, max_size=size)
        return st.tuples(numbers(size * (size - 1) // 2), signs).map(lambda drawn: cayley(size, *drawn))

    def contains(self, value: object, environment: Environment) -> bool:
        size, _ = self.dimensions(environment)
        if not _exact(value, size, size):
            return False
        made = fmpq_mat([[number.exact(entry) for entry in row] for row in value])  # type: ignore[attr-defined]
        return bool(made * made.transpose() == fmpq_mat(size, size, [int(i == j) for i in range(size)
                                                                   for j in range(size)]))


def _rotation(size: int) -> Table:
    """A rotation by the angle of the triangle 3, 4, 5 in the first two coordinates."""
    cosine, sine = Fraction(3, 5), Fraction(4, 5)
    turned = {(0, 0): cosine, (0, 1): -sine, (1, 0): sine, (1, 1): cosine} if size > 1 else {}
    return table(size, size, lambda i, j: turned.get((i, j), int(i == j)))


def cayley(size: int, below: tuple[Any, ...], signs: Iterable[int]) -> Table:
    """Return (I − S)⁻¹(I + S) with its columns signed, where S is skew with the strict lower triangle ``below``.

    >>> cayley(2, (Fraction(1),), (1, 1))
    ((Fraction(0, 1), Fraction(-1, 1)), (Fraction(1, 1), Fraction(0, 1)))
    """
    signs = tuple(signs)
    skew = fmpq_mat(size, size, [number.exact(_skew(i, j, below)) for i in range(size) for j in range(size)])
    one = fmpq_mat(size, size, [int(i == j) for i in range(size) for j in range(size)])
    turned = _table_of((one - skew).inv() * (one + skew))
    return tuple(tuple(entry * sign for entry, sign in zip(row, signs, strict=True)) for row in turned)


def _skew(i: int, j: int, below: tuple[Any, ...]) -> Any:
    if i == j:
        return Fraction(0)
    return below[i * (i - 1) // 2 + j] if j < i else -below[j * (j - 1) // 2 + i]


@final
class Stochastic(Table2):
    """Matrices whose rows are probability vectors.

    >>> Stochastic(1, 2).corners({})
    [((1, 0),), ((Fraction(1, 2), Fraction(1, 2)),)]
    """

    def special(self, rows: int, cols: int) -> Iterable[Table]:
        yield table(rows, cols, lambda i, j: int(i % cols == j))
        yield table(rows, cols, lambda i, j: int(j == 0))
        yield table(rows, cols, lambda i, j: Fraction(1, cols))

    def strategy(self, environment: Environment, extra: int = 0) -> SearchStrategy[Any]:
        rows, cols = self.dimensions(environment)
        return numbers(rows * cols, Fraction(0)).map(lambda entries: stochastic_rows(entries, cols))

    def contains(self, value: object, environment: Environment) -> bool:
        return _exact(value, *self.dimensions(environment)) and all(
            sum(row) == 1 and min(row) >= 0 for row in value)  # type: ignore[attr-defined]

    def describe(self) -> str:
        return f"stochastic {self.rows} by {self.cols} matrices"


def stochastic_rows(entries: tuple[Any, ...], cols: int) -> Table:
    """Return the matrix of rows of ``cols`` entries, each divided by its sum.

    >>> stochastic_rows((Fraction(1), Fraction(3)), 2)
    ((Fraction(1, 4), Fraction(3, 4)),)
    """
    return tuple(map(_share, _cut(entries, cols)))


def _share(row: tuple[Any, ...]) -> tuple[Any, ...]:
    whole = sum(row)
    return tuple(entry / whole for entry in row) if whole else (Fraction(1), *(Fraction(0) for _ in row[1:]))
