"""Program: a formula's tree compiled once into a Python function of the environment, which is run at every instance.

How conditions are compiled is in :mod:`verify.values.truth`. What is wrong with a tree is raised where its value is
needed, not where it is compiled: no case of it may apply.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from math import prod
from typing import Any

import sympy
from flint import acb, arb, fmpq

from verify.errors import Indeterminate, Undefined, Unevaluable
from verify.formulas import matrix_function, node
from verify.formulas.formula import is_infinity
from verify.formulas.function import BY_CLASS, CONSTANT_VALUES
from verify.formulas.matrix_formula import MatrixFormula, is_whole
from verify.values import cube, dual, fold, infinite, matrix, number
from verify.values.dual import Dual
from verify.values.number import Number
from verify.values.partial import derivative, gradient
from verify.values.quadrature import integrate

Environment = Mapping[str, Any]
Program = Callable[[Environment], Any]
Maker = Callable[[Any], Program]
_LIFTED = frozenset((bool, fmpq, arb, acb, Dual))


def lift(value: object) -> Number | bool:
    """Return an environment's scalar as a number: ints, Fractions, flint numbers and closed forms; bools stay."""
    if type(value) in _LIFTED:
        return value
    if isinstance(value, int | Fraction):
        return number.exact(value)
    if isinstance(value, sympy.Expr):
        return scalar_value(value, {})
    raise Unevaluable(f"a value of type {type(value).__name__} inside a formula")


def scalar_value(tree: Any, environment: Environment) -> Number:
    """Return the value of a tree where a number is needed."""
    return compiled_scalar(tree)(environment)


@lru_cache(maxsize=1 << 13)
def compiled(tree: Any) -> Program:
    """Return the program of a tree."""
    maker = MAKERS.get(type(tree))
    if maker:
        return maker(tree)
    known = CONSTANT_VALUES.get(tree)
    if known:
        return lambda environment: known()
    if isinstance(tree, sympy.Rational):
        return constant(fmpq(tree.p, tree.q))
    if tree.func in BY_CLASS:
        return _function(tree)
    if tree in (sympy.oo, -sympy.oo, sympy.zoo, sympy.nan):
        return raising(Undefined, f"{tree} is not a number")
    return raising(Unevaluable, f"{type(tree).__name__} is not something that Assay evaluates: {tree}")


@lru_cache(maxsize=1 << 13)
def compiled_scalar(tree: Any) -> Program:
    """Return the program of a tree where a number is needed, which refuses truth values."""
    program = compiled(tree)
    if type(tree) in _NUMERIC or tree.func in BY_CLASS:
        return program

    def value(environment: Environment) -> Number:
        found = program(environment)
        if isinstance(found, bool):
            raise Undefined(f"the truth value {tree} where a number is needed")
        return matrix.scalar(found)

    return value


def constant(value: Any) -> Program:
    """Return the program of a value that is known."""
    return lambda environment: value


def raising(error: type[Exception], text: str) -> Program:
    """Return the program of what has no value."""

    def value(environment: Environment) -> Any:
        raise error(text)

    return value


def _late(value: Callable[[Any, Environment], Any]) -> Maker:
    """The maker of programs that evaluate their parts one by one."""
    return lambda tree: partial(value, tree)


def every(programs: Sequence[Program]) -> Program:
    """Return the program of all values; as each is needed, one that is undefined tells more than one in doubt."""

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
    return every([compiled_scalar(tree) for tree in trees])


def _function(tree: Any) -> Program:
    function, values = tree.func, _scalars(tree.args)
    return lambda environment: dual.apply(function, *values(environment))


def _whole(tree: Any, environment: Environment) -> Any:
    """The value of an operation on matrices."""
    if tree.name == "gradient":
        function, variable = tree.operands
        return gradient(function, variable, environment, scalar_value)
    values = tuple(every([compiled(operand) for operand in tree.operands])(environment))
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
        vector, degree = compiled(norm[0]), fmpq(norm[1])
        return lambda environment: dual.power(matrix_function.squares(vector(environment)), degree)
    if tree.base is sympy.E:
        exponent = compiled_scalar(tree.exp)
        return lambda environment: dual.apply(sympy.exp, exponent(environment))
    values = _scalars(tree.args)
    return lambda environment: dual.power(*values(environment))


def _indexed(tree: Any) -> Program:
    name, indices = str(tree.base.label), [compiled_scalar(index) for index in tree.indices]

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


def _sum(tree: Any) -> Program:
    """A sum of numbers, or of matrices over a finite range."""
    if is_whole(tree.function):
        body = compiled(tree.function)
        return lambda environment: sum(map(body, fold.points(tree, environment, scalar_value)), fmpq(0))
    if len(tree.limits) == 1 and any(map(is_infinity, tree.limits[0][1:])):
        return lambda environment: infinite.total(tree, environment, scalar_value)
    values = _terms(tree)
    return lambda environment: sum(values(environment), fmpq(0))


def _terms(tree: Any) -> Program:
    """The values of the terms of a sum or product, one by one."""
    term = compiled_scalar(tree.function)
    return lambda environment: fold.values(term, fold.points(tree, environment, scalar_value))


def _product(tree: Any) -> Program:
    values = _terms(tree)
    if any(is_infinity(end) for limits in tree.limits for end in limits[1:]):
        return raising(Unevaluable, "an infinite product; state the sum of the logarithms, or its finite products")
    return lambda environment: prod(values(environment), start=fmpq(1))


def _extreme(function: Any) -> Maker:
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


MAKERS: dict[type, Maker] = {
    sympy.Symbol: _symbol,
    sympy.Dummy: _symbol,
    sympy.Add: _add,
    sympy.Mul: _mul,
    sympy.Pow: _pow,
    sympy.Sum: _sum,
    sympy.Product: _product,
    sympy.Derivative: _late(lambda tree, environment: derivative(tree, environment, scalar_value)),
    sympy.Integral: _late(lambda tree, environment: integrate(tree, environment, scalar_value)),
    node.Expectation: _late(lambda tree, environment: cube.expectation(tree, environment, scalar_value)),
    node.Largest: _extreme(sympy.Max),
    node.Least: _extreme(sympy.Min),
    sympy.Indexed: _indexed,
    MatrixFormula: _late(_whole),
    **dict.fromkeys((sympy.MatrixSymbol, sympy.IndexedBase), _late(_variable_matrix)),
}
_NUMERIC = frozenset((sympy.Add, sympy.Mul, sympy.Pow, sympy.Product))
"""Trees of these kinds are numbers whatever they are made of."""
