"""Dual: numbers v + s·ε, by which a formula is differentiated at an instance while it is evaluated.

ε is an infinitesimal on one side of 0 (``Level``); derivatives inside derivatives use levels, each infinitely smaller
than the ones before it.  At a kink such as |x| at 0 the sign of a number that vanishes is that of its slope; the level
notes that, and the derivative is then taken from the other side too.  Values and slopes are exact numbers where they
can be, else balls.  (Forward mode: Griewank, Walther 2008, "Evaluating Derivatives", chapters 3 and 14.)
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import sympy
from flint import acb, fmpq

from verify.errors import Undefined, Unevaluable
from verify.formulas.function import BY_CLASS
from verify.values import number, slope

_order = itertools.count()


@dataclass(slots=True, eq=False)
class Level:
    """One infinitesimal; ``kinked`` once its sign decided something."""

    order: int = field(default_factory=lambda: next(_order))
    kinked: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Dual:
    """value + slope·ε; both are numbers or duals of earlier levels."""

    level: Level
    value: Any
    slope: Any

    def __add__(self, other: Any) -> Dual:
        return _each(self, other, lambda a, b: a + b, lambda a, b, p, q: p + q)

    __radd__ = __add__

    def __neg__(self) -> Dual:
        return Dual(self.level, -self.value, -self.slope)

    def __sub__(self, other: Any) -> Dual:
        return self + (-other)

    def __rsub__(self, other: Any) -> Dual:
        return -self + other

    def __mul__(self, other: Any) -> Dual:
        return _each(self, other, lambda a, b: a * b, lambda a, b, p, q: p * b + a * q)

    __rmul__ = __mul__


def _each(left: Any, right: Any, value: Callable[..., Any], slope: Callable[..., Any]) -> Dual:
    level = latest((left, right))
    (a, p), (b, q) = (parts(side, level) for side in (left, right))
    return Dual(level, value(a, b), slope(a, b, p, q))


def latest(values: Iterable[Any]) -> Level:
    """Return the smallest infinitesimal in numbers of which one is dual."""
    return max((value.level for value in values if isinstance(value, Dual)), key=lambda level: level.order)


def parts(value: Any, level: Level) -> tuple[Any, Any]:
    """Return the value and the slope of a number at a level."""
    return (value.value, value.slope) if isinstance(value, Dual) and value.level is level else (value, fmpq(0))


def plain(value: Any) -> Any:
    """Return a number without its infinitesimal parts."""
    return plain(value.value) if isinstance(value, Dual) else value


def is_dual(*values: Any) -> bool:
    """Tell whether one of several numbers is dual."""
    return any(isinstance(value, Dual) for value in values)


def vanishes(value: Any) -> bool:
    """Tell whether a number and all its slopes are 0."""
    if isinstance(value, Dual):
        return vanishes(value.value) and vanishes(value.slope)
    return number.is_zero(value)


def sign(value: Any) -> int:
    """Return the sign of a real number on its side of the point; raise Unevaluable where its first slope is 0 too."""
    if not isinstance(value, Dual):
        return number.sign(value)
    if not vanishes(value.value):
        return sign(value.value)
    value.level.kinked = True
    # A dual that vanishes to first order may be larger, at second order, than any later infinitesimal.
    if isinstance(value.value, Dual) or vanishes(value.slope):
        raise Unevaluable("a derivative beside a kink or jump that is touched without being crossed")
    return sign(value.slope)


def power(base: Any, exponent: Any) -> Any:
    """Return base**exponent of numbers, dual or not."""
    if not is_dual(base, exponent):
        return number.power(base, exponent)
    level = latest((base, exponent))
    (b, p), (e, q) = parts(base, level), parts(exponent, level)
    value = power(b, e)
    if isinstance(exponent, Dual) and exponent.level is level:
        return Dual(level, value, _exponential_slope(b, p, e, q, value))
    if _at_zero(b) and number.is_exact(e):
        if e == 0 or (vanishes(p) and e >= 1):
            return Dual(level, value, fmpq(0))
        if vanishes(p):
            raise Unevaluable("the derivative of a root of a number that vanishes with its first slope")
    _along_cut(b, p, whole=number.is_integer(e))
    return Dual(level, value, e * power(b, e - 1) * p)


def _at_zero(value: Any) -> bool:
    return isinstance(plain(value), fmpq) and plain(value) == 0


def _exponential_slope(b: Any, p: Any, e: Any, q: Any, value: Any) -> Any:
    """(b^e)' = b^e·(e'·log b + e·b'/b); 0^e is 0 around every e > 0."""
    if _at_zero(b):
        if vanishes(b) and vanishes(p) and sign(e) > 0:
            return fmpq(0)
        raise Unevaluable("the derivative of a power with base 0 by its exponent")
    _along_cut(b, p)
    return value * (q * apply(sympy.log, b) + e * p * power(b, fmpq(-1)))


def _along_cut(base: Any, change: Any, whole: bool = False) -> None:
    """On the negative half-axis logarithms and roots are differentiable along it, not across."""
    here, step = plain(base), plain(change)
    if not whole and isinstance(step, acb) and not (isinstance(here, acb) and not here.imag.contains(0)):
        raise Unevaluable("a derivative across a branch cut")


def apply(function: Any, *values: Any) -> Any:
    """Return function(values) of numbers, dual or not; ``function`` is a SymPy class of the table of functions.

    Raises Undefined where the derivative does not exist, Unevaluable where it is not known.
    """
    if not is_dual(*values):
        return BY_CLASS[function].value(*values)
    if function in _CUSTOM:
        return _CUSTOM[function](*values)
    level = latest(values)
    inner = [parts(value, level) for value in values]
    arguments = [value for value, _ in inner]
    if function is sympy.log:
        _along_cut(*inner[0])
    changes = []
    for k, (_, change) in enumerate(inner):
        if isinstance(values[k], Dual) and values[k].level is level:
            changes.append(slope.partial(function, k, arguments, apply, power) * change)
    return Dual(level, apply(function, *arguments), sum(changes[1:], changes[0]))


def _absolute(x: Any) -> Any:
    here = plain(x)
    if isinstance(here, acb) and not here.imag.is_zero():
        square = apply(sympy.re, x) * apply(sympy.re, x) + apply(sympy.im, x) * apply(sympy.im, x)
        return power(square, fmpq(1, 2))
    if vanishes(x):
        x.level.kinked = True
        return x
    return x * fmpq(sign(x))


def _maximum(*values: Any) -> Any:
    result = values[0]
    for value in values[1:]:
        difference = value - result
        if not vanishes(difference) and sign(difference) > 0:
            result = value
    return result


def _floor(x: Any) -> Any:
    base = number.floor(plain(x))
    rest = x - base
    if plain(rest) != 0:
        return base
    return base if sign(rest) > 0 else base - 1


def _linear(function: Any) -> Callable[[Any], Any]:
    return lambda x: Dual(x.level, apply(function, x.value), apply(function, x.slope))


def _binomial(n: Any, k: Any) -> Any:
    """A polynomial in n where k is an integer."""
    if is_dual(k) or not number.is_integer(k):
        level = latest((n, k))
        (a, p), (b, q) = parts(n, level), parts(k, level)
        changes = [slope.partial(sympy.binomial, j, [a, b], apply, power) * change
                   for j, (change, given) in enumerate(((p, n), (q, k))) if isinstance(given, Dual)]
        return Dual(level, apply(sympy.binomial, a, b), sum(changes[1:], changes[0]))
    if k > 10_000:
        raise Unevaluable("a binomial too large to differentiate")
    result: Any = fmpq(1) if k >= 0 else fmpq(0)
    for i in range(int(k.p)):
        result = result * (n - i) * fmpq(1, i + 1)
    return result


def _steps(x: Any, at_zero: Any = None) -> Any:
    return (fmpq(0), None, fmpq(1))[sign(x) + 1]


def _delta(i: Any, j: Any, *_range: Any) -> Any:
    return fmpq(int(vanishes(i - j) or not sign(i - j)))


_CUSTOM: dict[Any, Callable[..., Any]] = {
    sympy.Abs: _absolute, sympy.Max: _maximum, sympy.Min: lambda *values: -_maximum(*(-value for value in values)),
    sympy.sign: lambda x: fmpq(sign(x)), sympy.Heaviside: _steps, sympy.floor: _floor,
    sympy.ceiling: lambda x: -_floor(-x), sympy.binomial: _binomial, sympy.KroneckerDelta: _delta,
    sympy.Mod: lambda x, y: x - y * apply(sympy.floor, x * power(y, fmpq(-1))),
    **{part: _linear(part) for part in (sympy.re, sympy.im, sympy.conjugate)},
}


def derivative(at: Callable[[Any], Any], point: Any, name: str) -> Any:
    """Return the derivative of ``at`` at a point; ``name`` says of what by what, for messages.

    Where the function has a kink or jump, both one-sided derivatives, both limits and the value have to agree.

    >>> derivative(lambda x: apply(sympy.Abs, x) * x, fmpq(0), "x·|x| by x")
    0
    """
    level = Level()
    value, found = parts(at(Dual(level, point, fmpq(1))), level)
    if not level.kinked:
        return found
    left = Level()
    before, opposite = parts(at(Dual(left, point, fmpq(-1))), left)
    if not (vanishes(value - before) and vanishes(value - at(point)) and vanishes(found + opposite)):
        raise Undefined(f"the derivative of {name} at a kink or jump")
    return found
