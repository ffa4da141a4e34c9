"""Value: what a side of a relation can be, made from whatever an author's function returns.

A value is an exact number, a ball, a truth value, a float with its radius (:class:`Approximate`), a discrete value that
was computed through floats (:class:`Discrete`), or a tuple or frozenset of values.  Everything else is refused.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import sympy
from flint import acb, arb, fmpq, fmpz

from verify.errors import Indeterminate, Nonsense, Undefined, shorten
from verify.values import number
from verify.values.evaluate import evaluate

_UNIT = 2.0**-52
_EXACT, _RATIONAL = {fmpq}, {int, Fraction}
NOISE_FACTOR = 16
"""A float's radius is this many times the spread that was measured, plus four units in the last place."""


@dataclass(frozen=True, slots=True)
class Approximate:
    """A float, or complex float, with a radius that holds its true value; ``declared`` by the author or measured."""

    value: float | complex
    radius: float
    declared: bool = False
    floor: float = 0.0
    """One unit in the last place of 1 and of the inputs: constants and inputs are rounded where no run can show it."""


class NarrowFloat(float):
    """A float that came in fewer bits than 53; ``unit`` is its relative unit in the last place."""

    unit: float

    def __new__(cls, value: float, unit: float) -> NarrowFloat:
        made = super().__new__(cls, value)
        made.unit = unit
        return made


class NarrowComplex(complex):
    """A complex float that came in fewer bits than 53 each; ``unit`` as in :class:`NarrowFloat`."""

    unit: float

    def __new__(cls, value: complex, unit: float) -> NarrowComplex:
        made = super().__new__(cls, value)
        made.unit = unit
        return made


@dataclass(frozen=True, slots=True)
class Discrete:
    """A truth value, integer or set computed through floats; ``robust`` if 2^20-ulp changes of the input keep it."""

    value: Any
    robust: bool


def within(value: float | complex, radius: float) -> Approximate:
    """Return a float with an error radius that the author vouches for.

    >>> within(3.14, 0.01)
    Approximate(value=3.14, radius=0.01, declared=True, floor=0.0)
    """
    value = complex(value) if isinstance(value, complex) else float(value)
    if not (radius >= 0 and math.isfinite(radius)):
        raise Nonsense("within", rule="the radius is a finite number ≥ 0", given=radius)
    return Approximate(value, float(radius), declared=True)


def leaves(raw: Any) -> Any:
    """Return a raw result as nested tuples and frozensets of plain leaves; raise Nonsense for what is no value."""
    if type(raw) in _RATIONAL:
        return fmpq(raw.numerator, raw.denominator)
    if hasattr(raw, "detach") and hasattr(raw, "numpy"):
        raw = raw.detach().cpu().numpy()
    if isinstance(raw, np.ndarray):
        if raw.ndim == 0:
            return leaves(raw.item())
        entries = raw.tolist() if raw.ndim == 1 and raw.dtype.kind in "biuO" else raw
        if set(map(type, entries)) <= _RATIONAL:
            return tuple([fmpq(entry.numerator, entry.denominator) for entry in entries])
        return tuple([leaves(entry) for entry in entries])
    if isinstance(raw, sympy.MatrixBase):
        return tuple(tuple(leaves(raw[i, j]) for j in range(raw.cols)) for i in range(raw.rows))
    if isinstance(raw, tuple | list):
        return tuple(leaves(entry) for entry in raw)
    if isinstance(raw, set | frozenset):
        members = frozenset(leaves(entry) for entry in raw)
        if has_float(members):
            raise Nonsense("a set with floats in it", rule="sets are compared exactly", hint="a sorted tuple")
        return members
    return _leaf(raw)


def _leaf(raw: Any) -> Any:
    if isinstance(raw, bool | np.bool_):
        return bool(raw)
    if isinstance(raw, int | np.integer):
        return fmpq(int(raw))
    if isinstance(raw, Fraction):
        return number.exact(raw)
    if isinstance(raw, fmpz):
        return fmpq(raw)
    if isinstance(raw, float | np.floating | complex | np.complexfloating):
        return _float_leaf(raw)
    if isinstance(raw, fmpq | arb | acb | Approximate):
        if isinstance(raw, arb | acb) and not raw.is_finite():
            raise Indeterminate("a ball without bounds; at this precision nothing is known of the value")
        if isinstance(raw, Approximate):
            _float_leaf(raw.value)
        return raw
    if isinstance(raw, sympy.Basic) and not raw.free_symbols:
        return evaluate(raw, {}, 256)
    if raw is None:
        raise Nonsense("the function returned None", rule="it returns a value", hint="a return statement")
    hint = "float(value), or within(value, radius)" if hasattr(raw, "__float__") else ""
    raise Nonsense(f"the function returned a {type(raw).__name__}", given=shorten(raw, 60), hint=hint,
                   rule="a value is a number, a truth value, or an array, tuple or set of them")


def _float_leaf(raw: Any) -> float | complex:
    if isinstance(raw, complex | np.complexfloating):
        value = complex(raw)
        finite = math.isfinite(value.real) and math.isfinite(value.imag)
    else:
        value = float(raw)
        finite = math.isfinite(value)
    if not finite:
        raise Undefined(f"a side is {value}, which is not a number")
    if isinstance(raw, np.floating | np.complexfloating) and np.finfo(raw.dtype).eps > _UNIT:
        unit = float(np.finfo(raw.dtype).eps)
        return NarrowComplex(value, unit) if isinstance(value, complex) else NarrowFloat(value, unit)
    return value


def has_float(leaf: Any) -> bool:
    """Tell whether nested leaves contain a float whose radius is not known."""
    if isinstance(leaf, tuple | frozenset):
        return set(map(type, leaf)) != _EXACT and any(has_float(entry) for entry in leaf)
    return isinstance(leaf, float | complex) and not isinstance(leaf, bool)


def fixed_width(raw: Any) -> int:
    """Return the bits of the narrowest fixed-width integer in a raw result, 0 where there is none."""
    if isinstance(raw, np.integer) or (isinstance(raw, np.ndarray) and raw.dtype.kind in "iu"):
        return 8 * raw.dtype.itemsize
    if isinstance(raw, tuple | list):
        return min((bits for bits in map(fixed_width, raw) if bits), default=0)
    return 0


def magnitude(value: Any) -> int:
    """Return the largest absolute value of an exact number in a value, rounded down."""
    if isinstance(value, tuple | frozenset):
        return max(map(magnitude, value), default=0)
    return abs(int(value.p)) // int(value.q) if isinstance(value, fmpq) else 0


def bit_length(value: Any) -> int:
    """Return the bits of the longest numerator or denominator of an exact number in a value.

    >>> bit_length((fmpq(7), fmpq(1, 256)))
    9
    """
    if isinstance(value, tuple | frozenset):
        return max(map(bit_length, value), default=0)
    return max(value.p.bit_length(), value.q.bit_length()) if isinstance(value, fmpq) else 0


def has_ball(leaf: Any) -> bool:
    """Tell whether nested leaves contain a ball, which a higher precision may narrow."""
    if isinstance(leaf, tuple | frozenset):
        return set(map(type, leaf)) != _EXACT and any(has_ball(entry) for entry in leaf)
    return isinstance(leaf, arb | acb)


def merge(nominal: Any, variants: Sequence[Any], robust: bool | None, floor: float) -> Any:
    """Return the value of nested leaves, given the same leaves from perturbed runs.

    A float's radius is NOISE_FACTOR times the largest deviation among ``variants`` plus 4 ulp.  A discrete leaf becomes
    :class:`Discrete` where the function ran through floats, which is where ``robust`` is not None.
    """
    if isinstance(nominal, tuple):
        aligned = [v for v in variants if isinstance(v, tuple) and len(v) == len(nominal)]
        return tuple(merge(entry, [v[k] for v in aligned], robust, floor)
                     for k, entry in enumerate(nominal))
    if isinstance(nominal, float | complex) and not isinstance(nominal, bool):
        others = [v for v in variants if isinstance(v, float | complex)]
        spread = max((abs(v - nominal) for v in others), default=0.0)
        unit = _ulp(nominal)
        value = float(nominal) if isinstance(nominal, float) else complex(nominal)
        if isinstance(nominal, NarrowFloat | NarrowComplex):
            # A narrow type underflows early, so that a value may be lost without a trace of noise.
            unit, floor = nominal.unit * abs(nominal), floor * (nominal.unit / _UNIT)
        radius = NOISE_FACTOR * spread + 4 * unit if others else math.inf
        return Approximate(value, radius, floor=floor)
    if robust is not None and isinstance(nominal, bool | fmpq | frozenset):
        return Discrete(nominal, robust)
    return nominal


def _ulp(value: float | complex) -> float:
    return math.ulp(abs(value))


def text(value: Any, digits: int = 20) -> str:
    """Return a value as text that can be read back: exact rationals, hexadecimal floats, balls to so many digits."""
    if isinstance(value, Approximate):
        if isinstance(value.value, complex):
            return f"{value.value} ± {value.radius:.2g}"
        return f"{value.value!r} = {value.value.hex()} ± {value.radius:.2g}"
    if isinstance(value, Discrete):
        return text(value.value, digits)
    if isinstance(value, tuple):
        return "(" + _join(value, digits) + ")"
    if isinstance(value, frozenset):
        return "{" + _join(sorted(value, key=str), digits) + "}"
    if isinstance(value, arb | acb):
        return str(value.str(digits, radius=True))
    return str(value)


def _join(values: Iterable[Any], digits: int) -> str:
    shown = [text(value, digits) for value in values]
    if len(shown) > 40:
        shown = [*shown[:20], f"… {len(shown) - 40} more …", *shown[-20:]]
    return ", ".join(shown)
