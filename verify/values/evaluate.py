"""Evaluate: the value of a formula's tree at an instance, with our own conventions for sums, products and indices.

An empty sum is 0 and an empty product 1, also when the range runs backwards (SymPy's convention would give a negative
sum); indices are 1-based as written and range-checked; 0**0 = 1.  Nothing is simplified first, so 0·log 0 and x/x at
x = 0 are undefined. Sums and products are in :mod:`verify.values.fold`, infinite ones in :mod:`verify.values.infinite`,
 derivatives in :mod:`verify.values.partial`, integrals in :mod:`verify.values.quadrature`.

A tree is compiled once into a Python function of the environment, its *program*, and that is run at every instance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache, partial
from math import prod
from typing import Any

import sympy
from flint import acb, arb, ctx, fmpq

from verify.errors import Indeterminate, Undefined, Unevaluable
from verify.formulas import matrix_function, node
from verify.formulas.formula import OPERATORS, is_infinity
from verify.formulas.function import BY_CLASS, CONSTANT_VALUES
from verify.formulas.matrix_formula import LoewnerAtLeast, LoewnerAtMost, MatrixFormula, is_whole
from verify.values import cube, dual, fold, infinite, loewner, matrix, number
from verify.values.dual import Dual
from verify.values.matrix import Matrix
from verify.values.number import Number
from verify.values.partial import derivative, gradient
from verify.values.quadrature import integrate
from verify.values.truth import joined, related

Environment = Mapping[str, Any]
Program = Callable[[Environment], Any]
Equal = Callable[[Any, Any, Environment], bool]
_equal: list[Equal] = []
_LIFTED = frozenset((bool, fmpq, arb, acb, Dual))


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
    if type(value) in _LIFTED:
        return value
    if isinstance(value, int | Fraction):
        return number.exact(value)
    if isinstance(value, sympy.Expr):
        return _scalar(value, {})
    raise Unevaluable(f"a value of type {type(value).__name__} inside a formula")


def _value(tree: Any, environment: Environment) -> Any:
    return _program(tree)(environment)


def _scalar(tree: Any, environment: Environment) -> Number:
    return _scalar_program(tree)(environment)


@lru_cache(maxsize=1 << 13)
def _program(tree: Any) -> Program:
    """What is wrong with a tree is raised where its value is needed, not here: no case of it may apply."""
    maker = _MAKERS.get(type(tree))
    if maker:
        return maker(tree)
    constant = CONSTANT_VALUES.get(tree)
    if constant:
        return lambda environment: constant()
    if isinstance(tree, sympy.Rational):
        return _constant(fmpq(tree.p, tree.q))
    if tree.func in BY_CLASS:
        return _function(tree)
    if tree in (sympy.oo, -sympy.oo, sympy.zoo, sympy.nan):
        return _raising(Undefined, f"{tree} is not a number")
    return _raising(Unevaluable, f"{type(tree).__name__} is not something that Assay evaluates: {tree}")


@lru_cache(maxsize=1 << 13)
def _scalar_program(tree: Any) -> Program:
    """The program of a tree where a number is needed."""
    program = _program(tree)
    if type(tree) in _NUMERIC or tree.func in BY_CLASS:
        return program

    def value(environment: Environment) -> Number:
        found = program(environment)
        if isinstance(found, bool):
            raise Undefined(f"the truth value {tree} where a number is needed")
        return matrix.scalar(found)

    return value


def _constant(value: Any) -> Program:
    return lambda environment: value


def _raising(error: type[Exception], text: str) -> Program:
    def value(environment: Environment) -> Any:
        raise error(text)

    return value


def _late(value: Callable[[Any, Environment], Any]) -> Callable[[Any], Program]:
    """The maker of programs that evaluate their parts one by one."""
    return lambda tree: partial(value, tree)


def _every(programs: Sequence[Program]) -> Program:
    """All values: each is needed, so one that is undefined tells more than another that is not known yet."""

    def values(environment: Environment) -> list[Any]:
        found, doubt = [], None
        for program in programs:
            try:
                found.append(program(environment))
            except Indeterminate as problem:
                doubt = problem
        if doubt:
            raise doubt
        return found

    return values


def _scalars(trees: Sequence[Any]) -> Program:
    return _every([_scalar_program(tree) for tree in trees])


def _function(tree: Any) -> Program:
    function, values = tree.func, _scalars(tree.args)
    return lambda environment: dual.apply(function, *values(environment))


def _whole(tree: Any, environment: Environment) -> Any:
    """The value of an operation on matrices."""
    if tree.name == "gradient":
        function, variable = tree.operands
        return gradient(function, variable, environment, _scalar)
    values = tuple(_every([_program(operand) for operand in tree.operands])(environment))
    if any(isinstance(value, bool) for value in values):
        raise Undefined(f"a truth value in {tree}")
    return matrix_function.apply(tree, values)


def _variable_matrix(tree: Any, environment: Environment) -> Any:
    """The value of a matrix, or of a vector as a column."""
    name = str(tree.label) if isinstance(tree, sympy.IndexedBase) else tree.name
    if not isinstance(_found(name, environment), tuple):
        raise Unevaluable(f"{name} is no matrix or vector")
    return matrix.from_rows(environment[name], lift)


def _found(name: str, environment: Environment) -> Any:
    if name not in environment:
        raise Unevaluable(f"no value for {name}")
    return environment[name]


def _symbol(tree: Any) -> Program:
    name = tree.name
    return lambda environment: lift(_found(name, environment))


def _add(tree: Any) -> Program:
    values = _scalars(tree.args)
    return lambda environment: sum(values(environment), fmpq(0))


def _mul(tree: Any) -> Program:
    """Every factor is evaluated, also beside a zero: 0·log 0 is undefined."""
    values = _scalars(tree.args)
    return lambda environment: prod(values(environment), start=fmpq(1))


def _pow(tree: Any) -> Program:
    if norm := matrix_function.squared_norm(tree.base, tree.exp):
        vector, degree = _program(norm[0]), fmpq(norm[1])
        return lambda environment: dual.power(matrix_function.squares(vector(environment)), degree)
    if tree.base is sympy.E:
        exponent = _scalar_program(tree.exp)
        return lambda environment: dual.apply(sympy.exp, exponent(environment))
    values = _scalars(tree.args)
    return lambda environment: dual.power(*values(environment))


def _indexed(tree: Any) -> Program:
    name, indices = str(tree.base.label), [_scalar_program(index) for index in tree.indices]

    def value(environment: Environment) -> Number | bool:
        entry = _found(name, environment)
        for index in indices:
            entry = _entry(entry, index(environment), tree)
        return lift(entry)

    return value


def _entry(value: Any, index: Any, tree: Any) -> Any:
    if isinstance(index, Dual):
        raise Unevaluable(f"a derivative through the index of {tree}")
    if not number.is_integer(index):
        raise Undefined(f"{tree} with the index {number.decimal(index)}, which is not an integer")
    if not isinstance(value, Sequence) or not 1 <= index <= len(value):
        size = f"1..{len(value)}" if isinstance(value, Sequence) else "a number"
        raise Undefined(f"{tree} with the index {index}, outside {size}")
    return value[int(index.p) - 1]


def _relation(tree: Any) -> Program:
    operator, sides = OPERATORS[tree.func], _every([_program(tree.lhs), _program(tree.rhs)])

    def value(environment: Environment) -> bool:
        left, right = sides(environment)
        try:
            return related(operator, left, right, tree)
        except Indeterminate:
            scalar = not isinstance(left, Matrix) and not isinstance(right, Matrix)
            if scalar and _equal and _equal[-1](tree.lhs, tree.rhs, environment):
                return operator in ("==", "<=", ">=")
            raise

    return value


def _loewner(tree: Any) -> Program:
    values = _every([_program(side) for side in (tree.lhs, tree.rhs)])
    order = 1 if isinstance(tree, LoewnerAtMost) else -1
    return lambda environment: loewner.precedes(*values(environment)[::order])


def _sum(tree: Any) -> Program:
    """A sum of numbers, or of matrices over a finite range."""
    if is_whole(tree.function):
        body = _program(tree.function)
        return lambda environment: sum(map(body, fold.points(tree, environment, _scalar)), fmpq(0))
    if len(tree.limits) == 1 and any(map(is_infinity, tree.limits[0][1:])):
        return lambda environment: infinite.total(tree, environment, _scalar)
    values = _terms(tree)
    return lambda environment: sum(values(environment), fmpq(0))


def _terms(tree: Any) -> Program:
    """The values of the terms of a sum or product, one by one."""
    term = _scalar_program(tree.function)
    return lambda environment: fold.values(term, fold.points(tree, environment, _scalar))


def _product(tree: Any) -> Program:
    values = _terms(tree)
    if any(is_infinity(end) for limits in tree.limits for end in limits[1:]):
        return _raising(Unevaluable, "an infinite product; state the sum of the logarithms, or its finite products")
    return lambda environment: prod(values(environment), start=fmpq(1))


def _extreme(function: Any) -> Callable[[Any], Program]:
    """The maker for maxima or minima over a range, which must not be empty."""

    def maker(tree: Any) -> Program:
        terms = _terms(tree)

        def value(environment: Environment) -> Any:
            values = list(terms(environment))
            if not values:
                raise Undefined(f"{tree} over an empty range")
            return dual.apply(function, *values)

        return value

    return maker


def _piecewise(tree: Any) -> Program:
    cases = [(_program(value), _truth(condition)) for value, condition in tree.args]

    def value(environment: Environment) -> Number | bool:
        for program, condition in cases:
            if condition(environment):
                return program(environment)
        raise Undefined(f"no case of {tree} applies")

    return value


def _truth(tree: Any) -> Program:
    program = _program(tree)

    def value(environment: Environment) -> bool:
        found = program(environment)
        if not isinstance(found, bool):
            raise Undefined(f"the number {tree} where a truth value is needed")
        return found

    return value


def _if_then_else(tree: Any) -> Program:
    condition, then, otherwise = _truth(tree.args[0]), _program(tree.args[1]), _program(tree.args[2])
    return lambda environment: then(environment) if condition(environment) else otherwise(environment)


def _junction(absorbing: bool) -> Callable[[Any], Program]:
    def maker(tree: Any) -> Program:
        parts = [_truth(part) for part in tree.args]
        return lambda environment: joined((partial(part, environment) for part in parts), absorbing)

    return maker


def _negation(tree: Any) -> Program:
    part = _truth(tree.args[0])
    return lambda environment: not part(environment)


def _implication(tree: Any) -> Program:
    first, second = map(_truth, tree.args)
    return lambda environment: joined((lambda: not first(environment), partial(second, environment)), absorbing=True)


def _quantified(absorbing: bool) -> Callable[[Any], Program]:
    def maker(tree: Any) -> Program:
        part = _truth(tree.function)
        return lambda environment: joined(
            (partial(part, inner) for inner in fold.points(tree, environment, _scalar)), absorbing)

    return maker


def _equivalence(tree: Any) -> Program:
    parts = [_truth(part) for part in tree.args]
    return lambda environment: len({part(environment) for part in parts}) == 1


_MAKERS: dict[type, Callable[[Any], Program]] = {
    sympy.Symbol: _symbol,
    sympy.Dummy: _symbol,
    sympy.Add: _add,
    sympy.Mul: _mul,
    sympy.Pow: _pow,
    sympy.Sum: _sum,
    sympy.Product: _product,
    sympy.Derivative: _late(lambda tree, environment: derivative(tree, environment, _scalar)),
    sympy.Integral: _late(lambda tree, environment: integrate(tree, environment, _scalar)),
    node.Expectation: _late(lambda tree, environment: cube.expectation(tree, environment, _scalar)),
    node.Largest: _extreme(sympy.Max),
    node.Least: _extreme(sympy.Min),
    node.Every: _quantified(absorbing=False),
    node.Some: _quantified(absorbing=True),
    node.Iff: _equivalence,
    sympy.Equivalent: _equivalence,
    node.Implication: _implication,
    sympy.Implies: _implication,
    sympy.Indexed: _indexed,
    sympy.Piecewise: _piecewise,
    MatrixFormula: _late(_whole),
    **dict.fromkeys((LoewnerAtMost, LoewnerAtLeast), _loewner),
    **dict.fromkeys((sympy.MatrixSymbol, sympy.IndexedBase), _late(_variable_matrix)),
    sympy.ITE: _if_then_else,
    sympy.And: _junction(absorbing=False),
    sympy.Or: _junction(absorbing=True),
    sympy.Not: _negation,
    sympy.logic.boolalg.BooleanTrue: lambda tree: _constant(True),
    sympy.logic.boolalg.BooleanFalse: lambda tree: _constant(False),
    **dict.fromkeys(OPERATORS, _relation),
}
_NUMERIC = frozenset((sympy.Add, sympy.Mul, sympy.Pow, sympy.Product))
"""Trees of these kinds are numbers whatever they are made of."""
