"""Evaluate: the value of a formula's tree at an instance, with our own conventions for sums, products and indices.

An empty sum is 0 and an empty product 1, also when the range runs backwards (SymPy's convention would give a negative
sum); indices are 1-based as written and range-checked; 0**0 = 1.  Nothing is simplified first, so 0·log 0 and x/x at
x = 0 are undefined. Sums and products are in :mod:`verify.values.fold`, infinite ones in :mod:`verify.values.infinite`,
 derivatives in :mod:`verify.values.partial`, integrals in :mod:`verify.values.quadrature`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from typing import Any

import sympy
from flint import acb, arb, ctx, fmpq

from verify.errors import Indeterminate, Nonsense, Undefined, Unevaluable
from verify.formulas import matrix_function, node
from verify.formulas.formula import OPERATORS
from verify.formulas.function import BY_CLASS, CONSTANT_VALUES
from verify.formulas.matrix_formula import LoewnerAtLeast, LoewnerAtMost, MatrixFormula, is_whole
from verify.values import cube, dual, fold, loewner, matrix, number
from verify.values.dual import Dual
from verify.values.matrix import Matrix
from verify.values.number import Number
from verify.values.partial import derivative, gradient
from verify.values.quadrature import integrate

Environment = Mapping[str, Any]
Equal = Callable[[Any, Any, Environment], bool]
_equal: list[Equal] = []


@contextmanager
def ties_decided(equal: Equal) -> Iterator[None]:
    """Inside, a relation that balls do not decide is between equals where ``equal(lhs, rhs, environment)`` says so."""
    _equal.append(equal)
    try:
        yield
    finally:
        _equal.pop()


def evaluate(tree: Any, environment: Environment, precision: int = 64) -> Any:
    """Return the value of ``tree`` where its names have the values in ``environment``.

    Values are exact (``fmpq``, ``bool``) where rational arithmetic suffices, else balls at ``precision`` bits; vectors
    are tuples of them, matrices tuples of rows.
    Environment values are ints, Fractions, flint numbers, bools, closed forms (trees without names), or sequences of
    them for indexed names.

    Raises Undefined, Indeterminate, Unevaluable.

    >>> k, n = sympy.symbols("k n")
    >>> evaluate(sympy.Sum(k, (k, 1, n)), {"n": 4})
    10
    >>> evaluate(sympy.Sum(k, (k, 1, n)), {"n": -3})
    0
    """
    before = ctx.prec
    ctx.prec = precision
    try:
        value = _value(tree, environment)
        for entry in value.entries if isinstance(value, Matrix) else (value,):
            if isinstance(entry, arb | acb) and not entry.is_finite():
                raise Indeterminate("a ball without bounds")
        return matrix.to_rows(value)
    except (OverflowError, MemoryError) as problem:
        raise Unevaluable(f"a value too large to represent ({type(problem).__name__})") from None
    except ZeroDivisionError:
        raise Undefined("division by zero") from None
    finally:
        ctx.prec = before


def lift(value: object) -> Number | bool:
    """Return an environment's scalar as a number: ints, Fractions, flint numbers and closed forms; bools stay."""
    if isinstance(value, bool | fmpq | arb | acb | Dual):
        return value
    if isinstance(value, int | Fraction):
        return number.exact(value)
    if isinstance(value, sympy.Expr):
        return _scalar(value, {})
    raise Unevaluable(f"a value of type {type(value).__name__} inside a formula")


def _value(tree: Any, environment: Environment) -> Number | bool:
    handler = _HANDLERS.get(type(tree))
    if handler:
        return handler(tree, environment)
    constant = CONSTANT_VALUES.get(tree)
    if constant:
        return constant()
    if isinstance(tree, sympy.Rational):
        return fmpq(tree.p, tree.q)
    function = BY_CLASS.get(tree.func)
    if function:
        return dual.apply(tree.func, *_scalars(tree.args, environment))
    if tree in (sympy.oo, -sympy.oo, sympy.zoo, sympy.nan):
        raise Undefined(f"{tree} is not a number")
    raise Unevaluable(f"{type(tree).__name__} is not something that Assay evaluates: {tree}")


def _scalar(tree: Any, environment: Environment) -> Number:
    value = _value(tree, environment)
    if isinstance(value, bool):
        raise Undefined(f"the truth value {tree} where a number is needed")
    return matrix.scalar(value)


def _whole(tree: Any, environment: Environment) -> Any:
    """The value of an operation on matrices."""
    if tree.name == "gradient":
        function, variable = tree.operands
        return gradient(function, variable, environment, _scalar)
    values = tuple(_all(_value, tree.operands, environment))
    if any(isinstance(value, bool) for value in values):
        raise Undefined(f"a truth value in {tree}")
    return matrix_function.apply(tree, values)


def _variable_matrix(tree: Any, environment: Environment) -> Any:
    """The value of a matrix, or of a vector as a column."""
    name = str(tree.label) if isinstance(tree, sympy.IndexedBase) else tree.name
    if name not in environment:
        raise Unevaluable(f"no value for {name}")
    if not isinstance(environment[name], tuple):
        raise Unevaluable(f"{name} is no matrix or vector")
    return matrix.from_rows(environment[name], lift)


def _scalars(trees: Sequence[Any], environment: Environment) -> list[Number]:
    return _all(_scalar, trees, environment)


def _all(value: Callable[[Any, Environment], Any], trees: Sequence[Any], environment: Environment) -> list[Any]:
    """Every value is needed, so one that is undefined tells more than another that is not known yet."""
    values, doubt = [], None
    for tree in trees:
        try:
            values.append(value(tree, environment))
        except Indeterminate as problem:
            doubt = problem
    if doubt:
        raise doubt
    return values


def _symbol(tree: Any, environment: Environment) -> Number | bool:
    if tree.name not in environment:
        raise Unevaluable(f"no value for {tree.name}")
    return lift(environment[tree.name])


def _add(tree: Any, environment: Environment) -> Number:
    total = fmpq(0)
    for value in _scalars(tree.args, environment):
        total = total + value
    return total


def _mul(tree: Any, environment: Environment) -> Number:
    """Every factor is evaluated, also beside a zero: 0·log 0 is undefined."""
    product = fmpq(1)
    for value in _scalars(tree.args, environment):
        product = product * value
    return product


def _pow(tree: Any, environment: Environment) -> Number:
    if norm := matrix_function.squared_norm(tree.base, tree.exp):
        return dual.power(matrix_function.squares(_value(norm[0], environment)), fmpq(norm[1]))
    if tree.base is sympy.E:
        return dual.apply(sympy.exp, _scalar(tree.exp, environment))
    return dual.power(*_scalars(tree.args, environment))


def _indexed(tree: Any, environment: Environment) -> Number | bool:
    name = str(tree.base.label)
    if name not in environment:
        raise Unevaluable(f"no value for {name}")
    value = environment[name]
    for argument in tree.indices:
        index = _scalar(argument, environment)
        if isinstance(index, Dual):
            raise Unevaluable(f"a derivative through the index of {tree}")
        if not number.is_integer(index):
            raise Undefined(f"{tree} with the index {number.decimal(index)}, which is not an integer")
        if not isinstance(value, Sequence) or not 1 <= index <= len(value):
            size = f"1..{len(value)}" if isinstance(value, Sequence) else "a number"
            raise Undefined(f"{tree} with the index {index}, outside {size}")
        value = value[int(index.p) - 1]
    return lift(value)


def _relation(tree: Any, environment: Environment) -> bool:
    left, right = _all(_value, (tree.lhs, tree.rhs), environment)
    operator = OPERATORS[tree.func]
    if isinstance(left, Matrix) or isinstance(right, Matrix):
        return _entrywise(operator, left, right)
    if isinstance(left, bool) is not isinstance(right, bool):
        raise Undefined(f"a truth value beside a number in {tree}")
    if isinstance(left, bool):
        if operator not in ("==", "!="):
            raise Undefined(f"an order between truth values in {tree}")
        return (left == right) is (operator == "==")
    try:
        return _compared(operator, left, right)
    except Indeterminate:
        if _equal and _equal[-1](tree.lhs, tree.rhs, environment):
            return operator in ("==", "<=", ">=")
        raise


def _compared(operator: str, left: Any, right: Any) -> bool:
    if dual.is_dual(left, right):
        difference = left - right
        order = 0 if dual.vanishes(difference) else dual.sign(difference)
        return holds(operator, fmpq(order), fmpq(0))
    return holds(operator, left, right)


def _entrywise(operator: str, left: Any, right: Any) -> bool:
    """Whether a relation holds for every entry; a number stands for a matrix of equal entries."""
    shape = left if isinstance(left, Matrix) else right
    sides = [side.entries if isinstance(side, Matrix) else (side,) * len(shape.entries) for side in (left, right)]
    if isinstance(left, Matrix) and isinstance(right, Matrix) and (left.rows, left.cols) != (right.rows, right.cols):
        raise Nonsense(f"a relation of matrices of shapes {left.shape} and {right.shape}", rule="they are equal")
    denied = operator == "!="
    each = "==" if denied else operator
    return _join([partial(_compared, each, *pair) for pair in zip(*sides, strict=True)], absorbing=False) != denied


def _loewner(tree: Any, environment: Environment) -> bool:
    left, right = _all(_value, (tree.lhs, tree.rhs), environment)
    return loewner.precedes(*((left, right) if isinstance(tree, LoewnerAtMost) else (right, left)))


def _sum(tree: Any, environment: Environment) -> Any:
    """A sum of numbers, or of matrices over a finite range."""
    if not is_whole(tree.function):
        return fold.total(tree, environment, _scalar)
    return sum(fold.terms(tree, environment, _scalar, _value), fmpq(0))


def holds(operator: str, left: Number, right: Number) -> bool:
    """Decide ``left operator right`` for numbers; raise Indeterminate where balls do not tell."""
    difference = left - right
    if operator in ("==", "!="):
        return number.is_zero(difference) == (operator == "==")
    order = number.sign(difference)
    return {"<=": order <= 0, "<": order < 0, ">=": order >= 0, ">": order > 0}[operator]


def _piecewise(tree: Any, environment: Environment) -> Number | bool:
    for value, condition in tree.args:
        if _truth(condition, environment):
            return _value(value, environment)
    raise Undefined(f"no case of {tree} applies")


def _truth(tree: Any, environment: Environment) -> bool:
    value = _value(tree, environment)
    if not isinstance(value, bool):
        raise Undefined(f"the number {tree} where a truth value is needed")
    return value


def _if_then_else(tree: Any, environment: Environment) -> Number | bool:
    return _value(tree.args[1 if _truth(tree.args[0], environment) else 2], environment)


def _junction(absorbing: bool) -> Callable[[Any, Environment], bool]:
    return lambda tree, environment: _join((partial(_truth, part, environment) for part in tree.args), absorbing)


def _implication(tree: Any, environment: Environment) -> bool:
    first, second = tree.args
    return _join((lambda: not _truth(first, environment), partial(_truth, second, environment)), absorbing=True)


def _quantified(absorbing: bool) -> Callable[[Any, Environment], bool]:
    return lambda tree, environment: _join(
        fold.terms(tree, environment, _scalar, lambda body, inner: partial(_truth, body, inner)), absorbing)


def _join(parts: Iterable[Callable[[], bool]], absorbing: bool) -> bool:
    """Stop at the first part that decides; a doubt counts only where no other part decides.

    A part that may decide guards what follows it, which then is not known to be undefined.
    """
    doubt: Indeterminate | None = None
    for part in parts:
        try:
            if part() is absorbing:
                return absorbing
        except Indeterminate as problem:
            doubt = problem
        except Undefined as problem:
            raise doubt or problem from None
    if doubt:
        raise doubt
    return not absorbing


def _equivalence(tree: Any, environment: Environment) -> bool:
    return len({_truth(part, environment) for part in tree.args}) == 1


_HANDLERS: dict[type, Callable[[Any, Environment], Any]] = {
    sympy.Symbol: _symbol,
    sympy.Dummy: _symbol,
    sympy.Add: _add,
    sympy.Mul: _mul,
    sympy.Pow: _pow,
    sympy.Sum: _sum,
    sympy.Product: lambda tree, environment: fold.product(tree, environment, _scalar),
    sympy.Derivative: lambda tree, environment: derivative(tree, environment, _scalar),
    sympy.Integral: lambda tree, environment: integrate(tree, environment, _scalar),
    node.Expectation: lambda tree, environment: cube.expectation(tree, environment, _scalar),
    node.Largest: lambda tree, environment: fold.extreme(sympy.Max, tree, environment, _scalar),
    node.Least: lambda tree, environment: fold.extreme(sympy.Min, tree, environment, _scalar),
    node.Every: _quantified(absorbing=False),
    node.Some: _quantified(absorbing=True),
    node.Iff: _equivalence,
    sympy.Equivalent: _equivalence,
    node.Implication: _implication,
    sympy.Implies: _implication,
    sympy.Indexed: _indexed,
    sympy.Piecewise: _piecewise,
    MatrixFormula: _whole,
    **dict.fromkeys((LoewnerAtMost, LoewnerAtLeast), _loewner),
    **dict.fromkeys((sympy.MatrixSymbol, sympy.IndexedBase), _variable_matrix),
    sympy.ITE: _if_then_else,
    sympy.And: _junction(absorbing=False),
    sympy.Or: _junction(absorbing=True),
    sympy.Not: lambda tree, environment: not _truth(tree.args[0], environment),
    sympy.Integer: lambda tree, environment: fmpq(tree.p),
    sympy.core.numbers.Zero: lambda tree, environment: fmpq(0),
    sympy.core.numbers.One: lambda tree, environment: fmpq(1),
    sympy.core.numbers.NegativeOne: lambda tree, environment: fmpq(-1),
    sympy.core.numbers.Half: lambda tree, environment: fmpq(1, 2),
    sympy.logic.boolalg.BooleanTrue: lambda tree, environment: True,
    sympy.logic.boolalg.BooleanFalse: lambda tree, environment: False,
    **dict.fromkeys(OPERATORS, _relation),
}
