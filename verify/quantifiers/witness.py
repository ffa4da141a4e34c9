"""Witness: a stated value put in for a bound variable, and what a witness owes: to lie in the variable's domain."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import sympy
from flint import ctx, fmpq, fmpz

from verify.claim import Link, Obligation, Side
from verify.definition import Definition, present
from verify.domains.domain import Domain, needs
from verify.domains.scalar_domain import Integers, Reals
from verify.errors import Unevaluable
from verify.formulas.formula import Formula, is_infinity, junction
from verify.formulas.node import BINDERS
from verify.side import Instance
from verify.symbolic.rebuild import put
from verify.values import noise, number
from verify.values.evaluate import evaluate
from verify.variable import Variable

Witnesses = Mapping[str, Side]
Symbols = Mapping[str, Any]


def put_in(side: Side, witnesses: Witnesses, symbols: Symbols) -> Side:
    """Return a side with the witnesses in place of the variables that they are witnesses of.

    A formula stays one where the witnesses are formulas; otherwise the side becomes a function of what is left.
    """
    used = {name: one for name, one in witnesses.items() if name in _names(side)}
    if not used:
        return side
    if isinstance(side, Formula) and _plain(side.tree, used):
        tree = put(side.tree, {name: one.tree for name, one in used.items() if isinstance(one, Formula)})
        return Formula(sympy.sstr(tree, order="none").replace("**", "^"), tree)
    return _function(side.source, _left(_names(side), used, symbols),
                     lambda instance, floats: _at(side, instance, used, floats))


def _plain(tree: Any, used: Witnesses) -> bool:
    """Whether trees can be put in: no bound name inside may capture a letter of a witness; no derivative be by one."""
    if not all(isinstance(one, Formula) for one in used.values()) or tree.has(sympy.Derivative):
        return False
    letters = frozenset().union(*map(_names, used.values()))
    indices = {str(limit[0]) for series in tree.atoms(*BINDERS) for limit in series.limits}
    return not letters & indices


def _names(side: Side) -> frozenset[str]:
    return side.names if isinstance(side, Formula) else frozenset(side.parameters)


def _left(wanted: frozenset[str], used: Witnesses, symbols: Symbols) -> tuple[str, ...]:
    """The names that a side takes once the witnesses are in, in the order of declaration."""
    left = (wanted - set(used)).union(*map(_names, used.values()))
    return tuple(name for name in symbols if name in left)


def _function(source: str, parameters: Sequence[str], value: Callable[[Instance, bool], Any]) -> Definition:
    def function(*arguments: Any) -> Any:
        instance = {name: _exact(argument) for name, argument in zip(parameters, arguments, strict=True)}
        return value(instance, any(map(noise.has_float_input, arguments)))

    return Definition(function, tuple(parameters), source)


def _exact(argument: Any) -> Any:
    """What a function is given as an instance holds it: arrays are tuples again, and a float is the rational it is."""
    if isinstance(argument, np.ndarray):
        return tuple(_exact(entry) for entry in argument.tolist())
    return Fraction(argument) if isinstance(argument, float) else argument


def _at(side: Side, instance: Instance, witnesses: Witnesses, floats: bool) -> Any:
    """The value of a side with its witnesses; a function that asked for floats gets them."""
    known = {**instance, **{name: value_at(one, instance) for name, one in witnesses.items()}}
    if isinstance(side, Formula):
        return evaluate(side.tree, known, ctx.prec)
    balls = [name for name in side.parameters if not _passable(known[name])]
    if balls:
        raise Unevaluable(f"the witness for {balls[0]} is not rational, and a function takes exact numbers")
    arguments = (present(known[name]) for name in side.parameters)
    return side.function(*(map(noise.as_floats, arguments) if floats else arguments))


def _passable(value: Any) -> bool:
    return not hasattr(value, "mid")


def value_at(witness: Side, instance: Instance) -> Any:
    """The value of a witness at an instance, as an instance holds it: ints, Fractions, tuples; or a ball."""
    if isinstance(witness, Formula):
        return _held(evaluate(witness.tree, instance, ctx.prec))
    return _held(witness.function(*(present(instance[name]) for name in witness.parameters)))


def _held(value: Any) -> Any:
    if isinstance(value, fmpq):
        return number.to_python(value)
    if isinstance(value, np.ndarray | list | tuple):
        return tuple(_held(entry) for entry in value)
    if isinstance(value, np.integer | fmpz):
        return int(value)
    if isinstance(value, sympy.Rational):
        return int(value.p) if value.q == 1 else Fraction(int(value.p), int(value.q))
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else value


def composed(variable: Variable, witnesses: Witnesses, symbols: Symbols) -> Obligation:
    """What the witness for a variable owes: to lie in the variable's domain."""
    witness, domain = witnesses[variable.name], variable.domain
    name = f"the witness {variable.name} = {witness.source} lies in {domain.describe()}"
    inner = {size: witnesses[size] for size in needs(domain) if size in witnesses}
    if isinstance(witness, Formula) and isinstance(domain, Integers | Reals) and _plain(sympy.S.Zero, inner):
        return _order_obligation(name, domain, witness, inner)
    wanted = _names(witness) | needs(domain)
    condition = _function(f"{variable.name} in {domain.describe()}", _left(wanted, inner, symbols),
                          lambda instance, _: _member(domain, witness, {**instance, **{
                              size: value_at(one, instance) for size, one in inner.items()}}))
    return Obligation(name, condition, shown=witness)


def _order_obligation(name: str, domain: Integers | Reals, witness: Formula, inner: Witnesses) -> Obligation:
    bounds = {size: one.tree for size, one in inner.items() if isinstance(one, Formula)}
    tree = witness.tree
    low = tree if is_infinity(domain.low) else put(domain.low, bounds)
    parts = [sympy.Ge(tree, low, evaluate=False)]
    parts += [] if is_infinity(domain.high) else [sympy.Le(tree, put(domain.high, bounds), evaluate=False)]
    links = tuple(Link("<=" if isinstance(part, sympy.Le) else ">=", *map(_formula, part.args)) for part in parts)
    whole = isinstance(domain, Integers)
    if whole:
        parts.append(sympy.Eq(sympy.floor(tree, evaluate=False), tree, evaluate=False))
    return Obligation(name, _formula(junction(sympy.And, parts) if len(parts) > 1 else parts[0]), links,
                      integer=tree if whole else None, shown=witness)


def _formula(tree: Any) -> Formula:
    return Formula(sympy.sstr(tree, order="none").replace("**", "^"), tree)


def _member(domain: Domain, witness: Side, instance: Instance) -> bool:
    value = value_at(witness, instance)
    if not _passable(value):
        raise Unevaluable("whether a witness that is not rational lies in its domain")
    return domain.contains(value, instance)


def scaled(side: Side, constant: Formula) -> Side:
    """Return constant·side."""
    if isinstance(side, Formula):
        return _formula(sympy.Mul(constant.tree, side.tree, evaluate=False))
    factor: Any = evaluate(constant.tree, {}, 64)
    exact = number.to_python(factor) if number.is_exact(factor) else float(factor.mid())

    def function(*arguments: Any) -> Any:
        return exact * np.asarray(side.function(*arguments), dtype=object)[()]

    return Definition(function, side.parameters, f"{constant.source}*{side.source}")


def positive(side: Side) -> Obligation:
    """What a bound up to a constant owes: to be positive."""
    name = f"the bound {side.source} is positive"
    if isinstance(side, Formula):
        link = Link(">", side, Formula("0", sympy.S.Zero))
        return Obligation(name, _formula(sympy.Gt(side.tree, 0, evaluate=False)), (link,), shown=side)
    function = side.function
    return Obligation(name, Definition(lambda *arguments: bool(function(*arguments) > 0), side.parameters, name),
                      shown=side)


