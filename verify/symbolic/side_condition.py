"""Side condition: what has to be true for a formula to be defined, read off the unevaluated tree and then proven.

A normal form cancels x/x to 1; the condition x ≠ 0 is found here, wherever it stands in the tree.  Conventions are
those of :mod:`verify.values.evaluate`: 0**0 = 1, roots and logarithms of negative numbers are principal values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sympy
from flint import fmpq

from verify.errors import Indeterminate as Doubt
from verify.errors import Undefined, Unevaluable
from verify.formulas.formula import distinction, is_infinity
from verify.formulas.matrix_formula import MatrixFormula
from verify.formulas.node import RANGES, Expectation, Largest, Least, Prime, digamma, gcd, lcm, polygamma, stirling
from verify.symbolic.derivative import differentiated
from verify.symbolic.field import Field, facts_of, is_integral, is_real
from verify.symbolic.field import names as generator_names
from verify.symbolic.monomial import factors, generators_of
from verify.symbolic.normal_form import element
from verify.symbolic.range import rational_value
from verify.symbolic.ring import ANY, Generator, Indeterminate, rational, vanishes
from verify.symbolic.series import listed
from verify.symbolic.sign import non_negative, positive, signs
from verify.values.evaluate import evaluate

Own = Callable[[Any], list[tuple[str, Any]]]
_WORDS = {
    "nonzero": "{} ≠ 0", "real": "{} is real", "integer": "{} is an integer", "natural": "{} is an integer ≥ 0",
    "factorial": "{} is not a negative integer", "pole": "{} is not 0, −1, −2, …", "power": "{} is defined",
    "binomial": "{} is defined", "unproven": "{} is defined",
    "nonneg": "{} ≥ 0", "positive": "{} > 0", "real power": "{} is real",
}


@dataclass(frozen=True, slots=True)
class SideCondition:
    """A condition on a subterm, for every value of the bound indices (name, low, high) around it."""

    kind: str
    tree: Any
    indices: tuple[tuple[Any, Any, Any], ...] = ()

    def __str__(self) -> str:
        return _WORDS[self.kind].format(sympy.sstr(self.tree, order="none"))


def side_conditions(tree: Any) -> tuple[SideCondition, ...]:
    """Return the conditions under which a tree is defined, each once, innermost first.

    >>> x = sympy.Symbol("x")
    >>> [str(c) for c in side_conditions(sympy.Mul(x, sympy.Pow(x, -1, evaluate=False), evaluate=False))]
    ['x ≠ 0']
    """
    return tuple(dict.fromkeys(_walk(tree, (), own_conditions)))


def entry_conditions(tree: Any, shapes: Mapping[str, tuple[Any, ...]]) -> tuple[SideCondition, ...]:
    """Return the conditions under which the indices in a tree are integers from 1 to the size of what they index.

    >>> x, k, d = sympy.IndexedBase("x"), sympy.Symbol("k"), sympy.Symbol("d")
    >>> [str(c) for c in entry_conditions(x[k], {"x": (d,)})]
    ['k is an integer', 'k - 1 ≥ 0', 'd - k ≥ 0']
    """
    cubes = sorted({(str(point), size) for part in tree.atoms(Expectation) for point, _, size in part.limits}, key=str)
    shapes = {**shapes, **{name: (size,) for name, size in cubes}}
    if len({name for name, _ in cubes}) < len(cubes):
        return (SideCondition("unproven", tree),)

    def own(part: Any) -> list[tuple[str, Any]]:
        if not isinstance(part, sympy.Indexed):
            return []
        found: list[tuple[str, Any]] = []
        for index, size in zip(part.indices, shapes[str(part.base.label)], strict=False):
            below = sympy.Add(index, sympy.S.NegativeOne, evaluate=False)
            above = sympy.Add(size, sympy.Mul(sympy.S.NegativeOne, index, evaluate=False), evaluate=False)
            found += [("integer", index), ("nonneg", below), ("nonneg", above)]
        return found

    return tuple(dict.fromkeys(_walk(tree, (), own)))


def real_conditions(tree: Any) -> tuple[SideCondition, ...]:
    """Return the conditions under which a tree is defined and no part of it leaves the real numbers.

    >>> x = sympy.Symbol("x")
    >>> [str(c) for c in real_conditions(sympy.log(x))]
    ['x > 0']
    """
    found = tuple(dict.fromkeys(_walk(tree, (), _own_real)))
    positive_trees = {c.tree for c in found if c.kind == "positive"}
    return tuple(c for c in found if not (c.kind == "nonzero" and c.tree in positive_trees))


def _walk(tree: Any, indices: tuple[Any, ...], own: Own) -> Iterator[SideCondition]:
    if isinstance(tree, RANGES):
        yield from _walk_series(tree, indices, own)
        return
    if isinstance(tree, Expectation):
        size = tree.limits[0][2]
        yield from _walk(size, indices, own)
        yield SideCondition("natural", size, indices)
        yield from _walk(tree.function, indices, own)
        return
    if isinstance(tree, sympy.Derivative):
        yield from _walk_derivative(tree, indices, own)
        return
    if isinstance(tree, sympy.Integral):
        yield SideCondition("unproven", tree, indices)
        return
    for part in tree.args if not isinstance(tree, sympy.Indexed) else tree.indices:
        yield from _walk(part, indices, own)
    for kind, subject in own(tree):
        yield SideCondition(kind, subject, indices)


def _walk_derivative(tree: Any, indices: tuple[Any, ...], own: Own) -> Iterator[SideCondition]:
    """The body is real, so that no branch cut is crossed, and what its derivative is made of is defined."""
    try:
        derived = differentiated(tree)
    except Unevaluable:
        yield SideCondition("unproven", tree, indices)
        return
    yield from _walk(tree.args[0], indices, _own_real)
    yield from _walk(derived, indices, own)


def _own_real(tree: Any) -> list[tuple[str, Any]]:
    if tree is sympy.I:
        return [("unproven", tree)]
    if isinstance(tree, sympy.Pow) and tree.base is not sympy.E:
        exponent = rational_value(tree.exp)
        if exponent is None or not exponent.is_Integer:
            return [*own_conditions(tree), ("nonneg", tree.base) if exponent is not None else ("real power", tree)]
    if isinstance(tree, sympy.log | sympy.loggamma):
        return [*own_conditions(tree), *(("positive", part) for part in tree.args)]
    if isinstance(tree, sympy.asin | sympy.acos):
        square = sympy.Pow(tree.args[0], sympy.Integer(2), evaluate=False)
        return [("nonneg", sympy.Add(1, sympy.Mul(-1, square, evaluate=False), evaluate=False))]
    if isinstance(tree, sympy.acosh):
        return [("nonneg", sympy.Add(tree.args[0], -1, evaluate=False))]
    if isinstance(tree, sympy.atanh | sympy.LambertW | sympy.besseli | sympy.besselj):
        return [("unproven", tree)]
    return own_conditions(tree)


def _walk_series(tree: Any, indices: tuple[Any, ...], own: Own) -> Iterator[SideCondition]:
    """Limits are listed innermost first; an inner bound may mention outer indices."""
    if isinstance(tree, Largest | Least):
        _, low, high = tree.limits[0]
        yield SideCondition("nonneg", sympy.Add(high, sympy.Mul(-1, low, evaluate=False), evaluate=False), indices)
    for limits in reversed(tree.limits):
        if len(limits) != 3 or any(is_infinity(bound) for bound in limits[1:]):
            yield SideCondition("unproven", tree, indices)
            return
        for bound in limits[1:]:
            yield from _walk(bound, indices, own)
            yield SideCondition("integer", bound, indices)
        indices = (*indices, tuple(limits))
    yield from _walk(tree.function, indices, own)


def own_conditions(tree: Any) -> list[tuple[str, Any]]:
    """Return the conditions (kind, subterm) under which a tree is defined where its parts are."""
    if isinstance(tree, sympy.Pow):
        return _power_conditions(tree)
    if isinstance(tree, MatrixFormula):
        return _matrix_conditions(tree)
    rule = _RULES.get(tree.func)
    return rule(*tree.args) if rule else []


def _power_conditions(tree: Any) -> list[tuple[str, Any]]:
    if tree.base is sympy.E:
        return []
    exponent = rational_value(tree.exp)
    if exponent is not None:
        return [("nonzero", tree.base)] if exponent < 0 else []
    return [("power", tree)]


def _matrix_conditions(tree: Any) -> list[tuple[str, Any]]:
    """An inverse needs a determinant; so does a power whose exponent is not known to be an integer ≥ 0."""
    if tree.name == "inverse":
        return [("nonzero", MatrixFormula("det", tree.operands[0]))]
    if tree.name == "^":
        exponent = rational_value(tree.operands[1])
        if exponent is None:
            return [("natural", tree.operands[1])]
        return [("nonzero", MatrixFormula("det", tree.operands[0]))] if exponent < 0 else []
    return []


def _logarithm(argument: Any, *base: Any) -> list[tuple[str, Any]]:
    found = [("nonzero", argument)]
    return found if not base else [*found, ("nonzero", base[0]), ("nonzero", sympy.log(base[0], evaluate=False))]


def _real(*arguments: Any) -> list[tuple[str, Any]]:
    return [("real", argument) for argument in arguments]


def _piecewise(*cases: Any) -> list[tuple[str, Any]]:
    return [] if cases[-1][1] is sympy.true else [("unproven", distinction([case.args for case in cases]))]


def _zero_of(function: Any) -> Callable[[Any], list[tuple[str, Any]]]:
    return lambda argument: [("nonzero", function(argument, evaluate=False))]


_RULES: dict[Any, Callable[..., list[tuple[str, Any]]]] = {
    sympy.log: _logarithm,
    sympy.tan: _zero_of(sympy.cos), sympy.sec: _zero_of(sympy.cos),
    sympy.cot: _zero_of(sympy.sin), sympy.csc: _zero_of(sympy.sin),
    sympy.tanh: _real, sympy.atan: _real, sympy.asinh: _real, sympy.floor: _real, sympy.ceiling: _real,
    sympy.sign: _real, sympy.Max: _real, sympy.Min: _real, sympy.Heaviside: _real,
    sympy.Mod: lambda x, y: [*_real(x, y), ("nonzero", y)],
    sympy.factorial: lambda n: [("factorial", n)], sympy.harmonic: lambda n: [("factorial", n)],
    sympy.gamma: lambda x: [("pole", x)], sympy.loggamma: lambda x: [("pole", x)],
    **dict.fromkeys((sympy.fibonacci, sympy.catalan, sympy.partition, sympy.bell, sympy.bernoulli, sympy.subfactorial,
                     stirling), lambda *numbers: [("natural", n) for n in numbers]),
    sympy.totient: lambda n: [("natural", n), ("nonzero", n)],
    **dict.fromkeys((sympy.RisingFactorial, sympy.FallingFactorial), lambda x, n: [("natural", n)]),
    **dict.fromkeys((gcd, lcm, Prime), lambda *numbers: [("integer", n) for n in numbers]),
    sympy.beta: lambda a, b: [("pole", a), ("pole", b)],
    digamma: lambda x: [("pole", x)], polygamma: lambda m, x: [("natural", m), ("pole", x)],
    sympy.zeta: lambda s: [("nonzero", sympy.Add(s, -1, evaluate=False))],
    **dict.fromkeys((sympy.besseli, sympy.besselj), lambda order, x: [("natural", order)]),
    sympy.atanh: lambda x: [("nonzero", sympy.Add(1, sympy.Mul(-1, sympy.Pow(x, 2, evaluate=False), evaluate=False),
                                                  evaluate=False))],
    sympy.binomial: lambda n, k: [("binomial", sympy.binomial(n, k, evaluate=False))],
    sympy.Piecewise: _piecewise,
    **dict.fromkeys((sympy.Lt, sympy.Le, sympy.Gt, sympy.Ge), _real),
}


def proven(field: Field, condition: SideCondition, environment: Mapping[str, Any] | None = None) -> bool:
    """Tell whether a condition follows from what the field knows of its variables."""
    try:
        return all(_holds(field, condition, scope) for scope in
                   _scopes(field, condition.indices, dict(environment or {})))
    except (Unevaluable, Undefined, ZeroDivisionError, RecursionError):
        return False


@dataclass(frozen=True, slots=True)
class _Scope:
    """Values of the bound indices, and what is known of those that stand between symbolic bounds."""

    values: dict[str, Any]
    facts: tuple[tuple[str, Indeterminate], ...] = ()
    empty: frozenset[str] = frozenset()
    """The names of indices whose range may be empty, where nothing but factors free of them is asked about."""


def _holds(field: Field, condition: SideCondition, scope: _Scope) -> bool:
    """Decide one scope; what it assumes of its indices is forgotten afterwards."""
    field.facts += scope.facts
    try:
        if scope.empty:
            return _holds_outside(field, condition, scope)
        return _PROVERS[condition.kind](field, condition.tree, scope.values)
    finally:
        field.facts[:] = [fact for fact in field.facts if not any(fact is own for own in scope.facts)]


def _scopes(field: Field, indices: tuple[Any, ...], values: dict[str, Any],
            facts: tuple[Any, ...] = (), empty: frozenset[str] = frozenset()) -> Iterator[_Scope]:
    """Yield scopes in which every bound index is each of its values, or stands between symbolic bounds.

    A range that may be empty also gives a scope with nothing assumed: the normal form takes factors out of a sum, and
    what it divides by then must not be 0 where the sum is empty.
    """
    if not indices:
        yield _Scope(values, facts, empty)
        return
    (name, low, high), *rest = indices
    first, last = element(field, low, values), element(field, high, values)
    each = listed(first, last)
    for value in each if each is not None else ():
        yield from _scopes(field, tuple(rest), {**values, name.name: value}, facts, empty)
    if each is None:
        bound = _between(field, first)
        inside = {**values, name.name: bound}
        if not non_negative(field, last - first):
            yield from _scopes(field, tuple(rest), inside, facts, empty | generator_names(bound))
        known = (*facts, (">=", bound - first), (">=", last - bound))
        yield from _scopes(field, tuple(rest), inside, known, empty)


def _holds_outside(field: Field, condition: SideCondition, scope: _Scope) -> bool:
    """Decide what of a condition can be taken out of a sum: all of it, or its factors free of the bound indices."""
    tree = condition.tree.base if condition.kind == "power" else condition.tree
    value = element(field, tree, scope.values)
    if not generator_names(value) & scope.empty:
        return _PROVERS[condition.kind](field, condition.tree, scope.values)
    if condition.kind not in ("nonzero", "power"):
        return True
    _, parts = factors(value)
    return all(exponent < 0 or generator_names(factor) & scope.empty or _factor_nonzero(field, factor)
               for factor, exponent in parts)


def _between(field: Field, first: Indeterminate) -> Indeterminate:
    start = rational(first)
    found = ANY if start is None else frozenset(s for s in ANY if s >= int(start > 0) - int(start < 0))
    place = f"#condition{len(field.algebra.generators)}"
    return field.algebra.generator("variable", (place, ()), integer=True, low=start, names=frozenset((place,)),
                                   **facts_of(found))


def _nonzero(field: Field, tree: Any, scope: dict[str, Any]) -> bool:
    value = element(field, tree, scope)
    if vanishes(value):
        return False
    if not any(generator.names for generator in generators_of(value)):
        return not _ball_contains_zero(tree, scope)
    return nonzero(field, value)


def nonzero(field: Field, value: Indeterminate) -> bool:
    """Tell whether an element is proven to have no zero where the assumptions hold.

    A factorial that may be at a pole, as in C(n, k) with k > n, stands for an infinite value: nothing is told then.
    """
    if vanishes(value) or any(generator.kind == "factorial" and not positive(field, generator.meaning[0] + 1)
                              for generator in generators_of(value)):
        return False
    _, parts = factors(value)
    return all(exponent < 0 or _factor_nonzero(field, factor) for factor, exponent in parts)


def _factor_nonzero(field: Field, factor: Indeterminate) -> bool:
    found = signs(field, factor)
    if found is not None:
        return 0 not in found
    inside = generators_of(factor)
    return len(inside) == 1 and _never_zero(inside[0]) and len(factor._top) == 1


def _never_zero(generator: Generator) -> bool:
    """An exponential is never 0; x^n = e^(n·log x) may be."""
    if generator.kind != "exp":
        return generator.kind == "I"
    return not any(part.kind == "log" for part in generators_of(generator.meaning[0]))


def _ball_contains_zero(tree: Any, scope: dict[str, Any]) -> bool:
    """Whether a constant may be 0."""
    constants = {name: value for name, value in scope.items() if not isinstance(value, Indeterminate)}
    try:
        value = evaluate(tree, constants, 256)
    except (Undefined, Doubt, Unevaluable):
        return True
    return bool(value == 0) if isinstance(value, fmpq | bool) else bool(value.contains(0))


def _power(field: Field, tree: Any, scope: dict[str, Any]) -> bool:
    if non_negative(field, element(field, tree.exp, scope)):
        return True
    return _nonzero(field, tree.base, scope)


def _natural(field: Field, tree: Any, scope: dict[str, Any]) -> bool:
    value = element(field, tree, scope)
    return is_integral(value) and non_negative(field, value)


def _binomial(field: Field, tree: Any, scope: dict[str, Any]) -> bool:
    n, k = (element(field, part, scope) for part in tree.args)
    return is_integral(k) or non_negative(field, n)


def _real_power(field: Field, tree: Any, scope: dict[str, Any]) -> bool:
    base, exponent = (element(field, part, scope) for part in (tree.base, tree.exp))
    return is_integral(exponent) or positive(field, base) or (
        non_negative(field, base) and non_negative(field, exponent))


_PROVERS: dict[str, Callable[[Field, Any, dict[str, Any]], bool]] = {
    "nonzero": _nonzero,
    "real": lambda field, tree, scope: is_real(element(field, tree, scope)),
    "integer": lambda field, tree, scope: is_integral(element(field, tree, scope)),
    "natural": _natural,
    "factorial": lambda field, tree, scope: positive(field, element(field, tree, scope) + 1),
    "pole": lambda field, tree, scope: positive(field, element(field, tree, scope)),
    "power": _power,
    "binomial": _binomial,
    "nonneg": lambda field, tree, scope: non_negative(field, element(field, tree, scope)),
    "positive": lambda field, tree, scope: positive(field, element(field, tree, scope)),
    "real power": _real_power,
    "unproven": lambda field, tree, scope: False,
}
