"""Shape: how many rows and columns an expression has, and which shapes fit together, as far as the sizes are known.

Sizes are SymPy expressions; two that may be equal for some values are left to the instances.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy

from verify.formulas.formula import OPERATORS
from verify.formulas.matrix_formula import ORDERS, MatrixFormula
from verify.formulas.node import Expectation

Shape = tuple[Any, Any]
ONE: Shape = (sympy.S.One, sympy.S.One)


class Mismatch(Exception):
    """Shapes that do not fit; the message says which."""


def differ(a: Any, b: Any) -> bool:
    """Tell whether two sizes are known to differ; symbolic ones may be equal."""
    gap = sympy.expand(sympy.sympify(a) - sympy.sympify(b))
    return bool(gap.is_number and gap != 0)


def same_shape(first: Shape, second: Shape, what: str) -> Shape:
    """Return a shape that both have; raise Mismatch where they are known to differ."""
    if differ(first[0], second[0]) or differ(first[1], second[1]):
        raise Mismatch(f"{what} of shapes {shown(first)} and {shown(second)}")
    return first


def shown(shape: Shape) -> str:
    """Return a shape in words."""
    if shape == ONE:
        return "number"
    return f"{shape[0]}×{shape[1]}"


def of_sum(operands: Any, *shapes: Shape) -> Shape:
    """The shape of a sum; the number 0 is the zero matrix of any shape."""
    kept = [shape for operand, shape in zip(operands, shapes, strict=True) if operand != 0] or [ONE]
    for shape in kept[1:]:
        if (shape == ONE) != (kept[0] == ONE):
            other = kept[0] if shape == ONE else shape
            raise Mismatch(f"a sum of a number and a {shown(other)} matrix (a multiple of identity(n) or ones(n, n) "
                           "is written with it)")
        same_shape(kept[0], shape, "a sum")
    return kept[0]


def of_product(_: Any, *shapes: Shape) -> Shape:
    """The shape of a product; a number is a factor of every entry."""
    result = shapes[0]
    for shape in shapes[1:]:
        if ONE in (result, shape):
            result = shape if result == ONE else result
            continue
        if differ(result[1], shape[0]):
            raise Mismatch(f"a product of shapes {shown(result)} and {shown(shape)}")
        result = (result[0], shape[1])
    return result


def of_square(what: str, result: Callable[[Shape], Shape]) -> Callable[..., Shape]:
    """A rule for square matrices; ``result`` makes the value's shape from the operand's."""
    def shape(_: Any, given: Shape, *__: Shape) -> Shape:
        if differ(*given):
            raise Mismatch(f"the {what} of a {shown(given)} matrix")
        return result(given)

    return shape


def unchanged(given: Shape) -> Shape:
    """The operand's own shape."""
    return given


def of_number(_: Shape) -> Shape:
    """The shape of a number."""
    return ONE


def numbers_only(*shapes: Shape) -> None:
    """Raise Mismatch where a shape is not a number's."""
    if any(shape != ONE for shape in shapes):
        raise Mismatch("a matrix where a number is needed")


def of_power(_: Any, base: Shape, exponent: Shape) -> Shape:
    """The shape of a power of a square matrix."""
    numbers_only(exponent)
    return of_square("power", unchanged)(_, base)


def of_dot(_: Any, first: Shape, second: Shape) -> Shape:
    """The shape of the dot product of two columns."""
    for shape in (first, second):
        if differ(shape[1], 1):
            raise Mismatch(f"the dot product of a {shown(shape)} matrix (it takes columns)")
    same_shape(first, second, "a dot product")
    return ONE


def of_norm(_: Any, given: Shape) -> Shape:
    """The shape of the norm of a vector."""
    if differ(given[0], 1) and differ(given[1], 1):
        raise Mismatch(f"the norm of a {shown(given)} matrix (write frobenius(A) or spectral_norm(A))")
    return ONE


def sized(operands: Any, *shapes: Shape) -> Shape:
    """The shape that the operands name."""
    numbers_only(*shapes)
    return operands[0], operands[-1]


def of_literal(operands: Any, rows: Shape, cols: Shape, *entries: Shape) -> Shape:
    """The shape of a literal matrix, whose first operands are its sizes."""
    numbers_only(*entries)
    return operands[0], operands[1]


def of_entry(_: Any, given: Shape, *places: Shape) -> Shape:
    """The shape of an entry."""
    numbers_only(*places)
    if len(places) == 1 and differ(given[1], 1):
        raise Mismatch(f"an entry of a {shown(given)} matrix with one index (a matrix takes two)")
    return ONE


def of_diagonal(_: Any, given: Shape) -> Shape:
    """The shape of the matrix with a given diagonal."""
    if differ(given[1], 1):
        raise Mismatch(f"diagonal of a {shown(given)} matrix (it takes a column)")
    return given[0], given[0]


def of_gradient(_: Any, function: Shape, variable: Shape) -> Shape:
    """The shape of a gradient, which is the variable's."""
    numbers_only(function)
    return variable


def shape(tree: Any, sizes: Mapping[str, Shape]) -> Shape:
    """Return the shape of a tree whose names have the given shapes; raise Mismatch where operands do not fit.

    >>> A = sympy.MatrixSymbol("A", 2, 3)
    >>> shown(shape(MatrixFormula("transpose", A), {"A": (2, 3)}))
    '3×2'
    """
    if isinstance(tree, sympy.MatrixSymbol | sympy.IndexedBase):
        name = str(tree.label) if isinstance(tree, sympy.IndexedBase) else tree.name
        return sizes.get(name, ONE)
    if isinstance(tree, MatrixFormula):
        from verify.formulas.matrix_function import FUNCTIONS

        return FUNCTIONS[tree.name].shape(tree.operands, *(shape(part, sizes) for part in tree.operands))
    if isinstance(tree, sympy.Indexed):
        return _indexed(tree, sizes)
    if isinstance(tree, sympy.Sum):
        numbers_only(*(shape(bound, sizes) for limits in tree.limits for bound in limits[1:]))
        return shape(tree.function, sizes)
    if isinstance(tree, Expectation):
        point, _, size = tree.limits[0]
        numbers_only(shape(size, sizes), shape(tree.function, {**sizes, point.name: (size, sympy.S.One)}))
        return ONE
    if operator := {**OPERATORS, **ORDERS}.get(type(tree)):
        return related(operator, tree.lhs, tree.rhs, sizes)
    for part in tree.args:
        found = shape(part, sizes)
        if found != ONE:
            raise Mismatch(f"{part} as a number; it is a {shown(found)} matrix")
    return ONE


def _indexed(tree: Any, sizes: Mapping[str, Shape]) -> Shape:
    numbers_only(*(shape(place, sizes) for place in tree.indices))
    base = sizes.get(str(tree.base.label), ONE)
    if len(tree.indices) == 1 and differ(base[1], 1):
        raise Mismatch(f"{tree}, where {tree.base.label} is a {shown(base)} matrix and takes two indices")
    if len(tree.indices) == 2 and base[1] == 1 and base != ONE:
        raise Mismatch(f"{tree}, where {tree.base.label} is a vector and takes one index")
    return ONE


def related(operator: str, lhs: Any, rhs: Any, sizes: Mapping[str, Shape]) -> Shape:
    """Check that two sides can be related; a number stands beside a vector or matrix only as 0, or as an entry's bound.

    Raises Mismatch.
    """
    left, right = shape(lhs, sizes), shape(rhs, sizes)
    if operator in ("⪯", "⪰"):
        for found in (left, right):
            of_square("order", unchanged)((), found)
    if ONE in (left, right) and left != right:
        number, other = (lhs, right) if left == ONE else (rhs, left)
        if number != 0 and (operator in ("==", "!=", "⪯", "⪰")):
            raise Mismatch(f"{lhs} {operator} {rhs}, a number beside a {shown(other)} matrix (write a multiple of "
                           "identity(n) or ones(m, n))")
        return ONE
    same_shape(left, right, f"{lhs} {operator} {rhs}, sides")
    return ONE
