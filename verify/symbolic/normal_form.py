"""Normal form: a formula as a fraction of exact polynomials in variables and atoms, to decide whether it is 0.

The answer ZERO means: the formula is 0 at every point where it is defined and the assumptions hold.  Where it is
defined is a question of its own; :mod:`verify.symbolic.side_condition` lists what has to be shown.

Why that is sound.  Each subterm is given an element of a field with relations.  At a point p where every subterm is
defined there is a path of values of the generators, obeying all relations, along which every element that a rule
assigned converges to the value of its subterm at p, and along which the rules' own denominators (x^(n−1) = x^n/x,
n! = (n+1)!/(n+1)) do not vanish.  No path leaves a branch of the relations (where s² = 1, s stays 1 or −1), so nothing
is divided by a divisor of zero such as 1 + s.  The difference of the two sides is 0 along the path, hence at p.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import sympy
from flint import fmpq

from verify.errors import Indeterminate as Doubt
from verify.errors import Nonsense, Undefined, Unevaluable
from verify.formulas import matrix_function, node
from verify.formulas.formula import is_infinity
from verify.formulas.function import BY_CLASS
from verify.formulas.matrix_formula import MatrixFormula, is_whole
from verify.symbolic.assumption import Known
from verify.symbolic.case import open_cases
from verify.symbolic.derivative import differentiated
from verify.symbolic.entry import entry
from verify.symbolic.expectation import cube_known, expectation
from verify.symbolic.field import Field, atom, index, is_real, letter, new_field, single
from verify.symbolic.kronecker import vanishes_in_cases
from verify.symbolic.monomial import generators_of
from verify.symbolic.power import circle, exponential, imaginary, power, rational_power
from verify.symbolic.ring import Indeterminate, partial, rational, vanishes
from verify.symbolic.rule import apply
from verify.symbolic.series import listed, product, total
from verify.values import matrix
from verify.values.evaluate import evaluate

Environment = Mapping[str, Any]
_DEPTH = "#depth"
_FLIPPED = {"<=": ">=", "<": ">"}


class Answer(StrEnum):
    """Whether a formula is identically zero; NONZERO only for rational functions of variables."""

    ZERO = "zero"
    NONZERO = "not zero"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Decision:
    """An answer, why, and the atoms that the normal form needed."""

    answer: Answer
    reason: str = ""
    atoms: tuple[str, ...] = ()


def decide(tree: Any, known: Known | None = None, environment: Environment | None = None, limit: int = 200_000,
           ) -> Decision:
    """Decide whether a tree is identically zero.

    >>> from verify.formulas.parser import parse
    >>> x = sympy.Symbol("x", real=True)
    >>> decide(parse("cosh(x)^2 - sinh(x)^2 - 1", {"x": x}).tree).answer.value
    'zero'
    >>> decide(parse("(x+1)^2 - x^2 - 1", {"x": x}).tree).answer.value
    'not zero'
    """
    field = new_field(known, limit)
    try:
        learn(field, environment or {})
        value = element(field, tree, environment or {})
        if vanishes(value):
            return Decision(Answer.ZERO, "the numerator is the zero polynomial", atom_kinds(field))
        if vanishes_in_cases(field, value):
            return Decision(Answer.ZERO, "the numerator is the zero polynomial for equal and for unequal indices",
                            atom_kinds(field))
    except (Unevaluable, Undefined, ZeroDivisionError, RecursionError) as problem:
        return Decision(Answer.UNKNOWN, str(problem) or type(problem).__name__)
    plain = all(g.kind == "variable" and g.relation is None and g.real for g in generators_of(value))
    if plain:
        return Decision(Answer.NONZERO, "a rational function of the variables with a non-zero numerator")
    return Decision(Answer.UNKNOWN, "the normal form is not zero, but its atoms may depend on one another",
                    atom_kinds(field))


def is_zero(tree: Any, known: Known | None = None, environment: Environment | None = None) -> bool:
    """Tell whether a tree is proven to be identically zero wherever it is defined."""
    return decide(tree, known, environment).answer is Answer.ZERO


def certainly_zero(tree: Any, environment: Environment) -> bool:
    """Tell whether a tree is proven to be defined and 0 at an exact instance.

    It is defined where its side conditions hold, also those of cases that do not apply, or where it has a value.

    >>> certainly_zero(sympy.sqrt(2, evaluate=False) * sympy.sqrt(3, evaluate=False) - sympy.sqrt(6), {})
    True
    """
    from verify.symbolic.side_condition import proven, side_conditions

    field = new_field()
    try:
        if not vanishes(element(field, tree, environment)):
            return False
        return all(proven(field, condition, environment) for condition in side_conditions(tree)) or (
            evaluate(tree, environment) is not None)
    except (Unevaluable, Undefined, Doubt, ZeroDivisionError, RecursionError):
        return False


def learn(field: Field, environment: Environment) -> None:
    """Turn the known relations into facts about elements; what cannot be read is left out."""
    for operator, left, right in field.known.relations:
        try:
            difference = element(field, left, environment) - element(field, right, environment)
        except (Unevaluable, Undefined, ZeroDivisionError, AttributeError):
            continue
        if rational(difference) is not None or not difference._bottom.is_constant():
            continue
        below = operator in ("<=", "<")
        field.facts.append((_FLIPPED.get(operator, operator), -difference if below else difference))


def atom_kinds(field: Field) -> tuple[str, ...]:
    """The kinds of atoms that a field has met."""
    kinds = (g.kind for g in field.algebra.generators)
    return tuple(sorted({kind for kind in kinds if kind != "variable"}))


def element(field: Field, tree: Any, environment: Environment) -> Indeterminate:
    """Return the element of a tree; names in the environment have values: numbers, elements or sequences of them.

    Raises Unevaluable, Undefined, ZeroDivisionError.
    """
    handler = _HANDLERS.get(type(tree))
    if handler:
        return handler(field, tree, environment)
    if isinstance(tree, sympy.Rational):
        return field.constant(fmpq(tree.p, tree.q))
    if isinstance(tree, sympy.Symbol):
        return _symbol(field, tree, environment)
    constant = _CONSTANTS.get(tree)
    if constant:
        return constant(field)
    if tree.func in BY_CLASS:
        return apply(field, tree.func, tuple(element(field, part, environment) for part in tree.args))
    raise Unevaluable(f"{type(tree).__name__} has no normal form: {tree}")


def entries(field: Field, tree: Any, environment: Environment) -> Any:
    """Return the element of a tree, or nested tuples of elements where its value is a matrix or vector.

    Raises Unevaluable, Undefined, ZeroDivisionError.
    """
    if not is_whole(tree):
        return element(field, tree, environment)
    value = _whole(field, tree, environment)
    made = matrix.mapped(lambda entry: _lift(field, entry), value) if isinstance(value, matrix.Matrix) else value
    return matrix.to_rows(made) if isinstance(made, matrix.Matrix) else _lift(field, made)


def _matrix_number(field: Field, tree: Any, environment: Environment) -> Indeterminate:
    """The element of a matrix formula that is a number."""
    value = _whole(field, tree, environment)
    try:
        return _lift(field, matrix.scalar(value))
    except Nonsense as problem:
        raise Unevaluable(str(problem)) from None


def _whole(field: Field, tree: Any, environment: Environment) -> Any:
    """A matrix of elements, an element, or a rational number."""
    if isinstance(tree, sympy.MatrixSymbol | sympy.IndexedBase):
        name = str(tree.label) if isinstance(tree, sympy.IndexedBase) else tree.name
        if not isinstance(environment.get(name), tuple):
            raise Unevaluable(f"{name} as a whole, whose size is symbolic")
        return matrix.from_rows(environment[name], lambda entry: _lift(field, entry))
    if isinstance(tree, sympy.Sum):
        return _HANDLERS[sympy.Sum](field, tree, environment)
    if not isinstance(tree, MatrixFormula):
        found = element(field, tree, environment)
        known = rational(found)
        return found if known is None else known
    if tree.name == "gradient":
        function, variable = tree.operands
        return gradient(field, function, variable, environment)
    values = tuple(_whole(field, part, environment) for part in tree.operands)
    if tree.name in ("norm", "frobenius"):
        _check_real(values[0])
    ring = matrix_function.Ring(lambda a, b: a / b, lambda x: rational_power(field, _lift(field, x), fmpq(1, 2)))
    try:
        return matrix_function.apply(tree, values, ring)
    except Nonsense as problem:
        raise Unevaluable(str(problem)) from None


def _check_real(value: Any) -> None:
    """A norm is a sum of squares where the entries are real."""
    for part in matrix.matrix(value).entries:
        if isinstance(part, Indeterminate) and not is_real(part):
            raise Unevaluable("the norm of a matrix that may not be real")


def gradient(field: Field, function: Any, variable: Any, environment: Environment) -> Any:
    """The formal partial derivatives of an element by the letters of a variable, in the variable's shape.

    Raises Unevaluable where the letters are not independent, or where an atom may depend on them.
    """
    places = _whole(field, variable, environment)
    table = matrix.matrix(places)
    letters = [single(entry) if isinstance(entry, Indeterminate) else None for entry in table.entries]
    if any(made is None or made.kind != "variable" or made.relation for made in letters):
        raise Unevaluable("a gradient by what is no free variable")
    indices = [made.index for made in letters if made is not None]
    if len(set(indices)) != len(indices):
        raise Unevaluable("a gradient by entries that are equal")
    value = element(field, function, environment)
    moving = {name for made in letters if made is not None for name in made.names}
    if any(g.names & moving and g.index not in indices for g in generators_of(value)):
        raise Unevaluable("the gradient of a formula that is no rational function")
    return matrix.scalar_if_one(matrix.Matrix(table.rows, table.cols, tuple(partial(value, k) for k in indices)))


def _lift(field: Field, value: Any) -> Indeterminate:
    if isinstance(value, Indeterminate):
        return value
    if isinstance(value, sympy.Expr):
        return element(field, value, {})
    if isinstance(value, bool) or not (isinstance(value, fmpq) or hasattr(value, "numerator")):
        raise Unevaluable(f"a value of type {type(value).__name__} in a normal form")
    return field.constant(value)


def _symbol(field: Field, tree: Any, environment: Environment) -> Indeterminate:
    if tree.name in environment:
        return _lift(field, environment[tree.name])
    return letter(field, tree.name, symbol=tree)


def _indexed(field: Field, tree: Any, environment: Environment) -> Indeterminate:
    """An entry: of a given sequence, range-checked from 1; else a letter for a constant index, an atom for others."""
    name = str(tree.base.label)
    places = [element(field, part, environment) for part in tree.indices]
    if name in environment:
        value = environment[name]
        for place in places:
            number = rational(place)
            if number is None:
                raise Unevaluable(f"{tree} with a symbolic index")
            if number.q != 1 or not 1 <= number <= len(value):
                raise Undefined(f"{tree} with the index {number}, outside 1..{len(value)}")
            value = value[int(number.p) - 1]
        return _lift(field, value)
    return entry(field, name, places)


def _add(field: Field, tree: Any, environment: Environment) -> Indeterminate:
    result = field.constant(0)
    for part in tree.args:
        result = result + element(field, part, environment)
    return result


def _mul(field: Field, tree: Any, environment: Environment) -> Indeterminate:
    result = field.constant(1)
    for part in tree.args:
        result = result * element(field, part, environment)
    return result


def _pow(field: Field, tree: Any, environment: Environment) -> Indeterminate:
    if norm := matrix_function.squared_norm(tree.base, tree.exp):
        value = _whole(field, norm[0], environment)
        _check_real(value)
        return _lift(field, matrix_function.squares(value)) ** norm[1]
    exponent = element(field, tree.exp, environment)
    if tree.base is sympy.E:
        return exponential(field, exponent)
    return power(field, element(field, tree.base, environment), exponent)


def _fold(start: int, join: Callable[[Indeterminate, Indeterminate], Indeterminate], symbolic: Any) -> Any:
    def over(field: Field, body: Any, limits: Any, environment: Environment) -> Indeterminate:
        if not limits:
            return _whole(field, body, environment) if is_whole(body) else element(field, body, environment)
        if len(limits[-1]) != 3:
            raise Unevaluable("a sum without bounds")
        name, low, high = limits[-1]
        if any(is_infinity(bound) for bound in (low, high)):
            raise Unevaluable("an infinite sum or product")
        first, last = element(field, low, environment), element(field, high, environment)
        values = listed(first, last)
        if values is not None:
            result = fmpq(0) if is_whole(body) else field.constant(start)
            for value in values:
                result = join(result, over(field, body, limits[:-1], {**environment, name.name: value}))
            return result
        if is_whole(body):
            raise Unevaluable("a sum of matrices with symbolic bounds")
        depth = environment.get(_DEPTH, 0)
        bound = index(field, depth, first)
        inner = over(field, body, limits[:-1], {**environment, name.name: bound, _DEPTH: depth + 1})
        return symbolic(field, inner, bound, first, last)

    return lambda field, tree, environment: over(field, tree.function, tree.limits, environment)


def _mean(field: Field, tree: Any, environment: Environment) -> Indeterminate:
    """The mean over a cube, whose points are no variables."""
    (point, _, size), = tree.limits
    dimension = element(field, size, environment)
    field.known = cube_known(field.known, point.name)
    inner = {name: value for name, value in environment.items() if name != point.name}
    body = element(field, tree.function, inner)
    return expectation(field, body, point.name, dimension, environment.get(_DEPTH, 0))


def _extreme(function: Any) -> Any:
    """A maximum or minimum over a listed range."""

    def over(field: Field, tree: Any, environment: Environment) -> Indeterminate:
        name, low, high = tree.limits[0]
        values = listed(element(field, low, environment), element(field, high, environment))
        if not values:
            raise Unevaluable("an extreme over a range that is not listed, or is empty")
        return apply(field, function, tuple(element(field, tree.function, {**environment, name.name: value})
                                            for value in values))

    return over


def _piecewise(field: Field, tree: Any, environment: Environment) -> Indeterminate:
    """A case distinction whose cases all have one normal form, those left out that are shown not to apply."""
    cases = open_cases(tree, lambda left, right: _gap(field, left, right, environment))
    values = [element(field, case, environment) for case in cases]
    if values and all(vanishes(values[0] - other) for other in values[1:]):
        return values[0]
    raise Unevaluable("a case distinction in a normal form")


def _gap(field: Field, left: Any, right: Any, environment: Environment) -> fmpq | None:
    """The difference of two numbers where it is rational."""
    if is_whole(left) or is_whole(right):
        return None
    try:
        return rational(element(field, left, environment) - element(field, right, environment))
    except (Unevaluable, ZeroDivisionError):
        return None


_HANDLERS: dict[type, Callable[[Field, Any, Environment], Indeterminate]] = {
    sympy.Add: _add,
    sympy.Mul: _mul,
    sympy.Pow: _pow,
    sympy.Indexed: _indexed,
    sympy.Sum: _fold(0, lambda a, b: a + b, total),
    sympy.Product: _fold(1, lambda a, b: a * b, product),
    sympy.Piecewise: _piecewise,
    sympy.Derivative: lambda field, tree, environment: element(field, differentiated(tree), environment),
    node.Expectation: _mean,
    node.Largest: _extreme(sympy.Max),
    node.Least: _extreme(sympy.Min),
    **dict.fromkeys((MatrixFormula, sympy.MatrixSymbol, sympy.IndexedBase), _matrix_number),
}


def _golden(field: Field) -> Indeterminate:
    return (1 + rational_power(field, field.constant(5), fmpq(1, 2))) / 2


def _positive_constant(name: str) -> Callable[[Field], Indeterminate]:
    return lambda field: atom(field, name, (), real=True, signs=frozenset((1,)))


_CONSTANTS: dict[Any, Callable[[Field], Indeterminate]] = {
    sympy.pi: circle,
    sympy.I: imaginary,
    sympy.E: lambda field: exponential(field, field.constant(1)),
    sympy.EulerGamma: _positive_constant("EulerGamma"),
    sympy.Catalan: _positive_constant("Catalan"),
    sympy.GoldenRatio: _golden,
}
