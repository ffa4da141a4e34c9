"""Dual numbers a + b e with e^2 = 0 over any ring: exact forward-mode derivatives.

A function built from + - * / by ring elements satisfies F(a + b e) = F(a) + F'(a) b e, so one evaluation on dual
numbers gives value and derivative without any limit. Decisions on a dual number (comparison, truth, float) would drop
the derivative in silence and are refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np

from numerics.ring import Array, as_ring, quotient, vector


@dataclass(frozen=True, slots=True, eq=False)
class Dual:
    """The dual number value + derivative e.

    >>> Dual(3, 1) * Dual(3, 1)
    Dual(value=9, derivative=6)
    >>> 1 / Dual(2, 1)
    Dual(value=Fraction(1, 2), derivative=Fraction(-1, 4))
    """

    value: Any
    derivative: Any

    def __add__(self, other: Any) -> Dual:
        if isinstance(other, Dual):
            return Dual(self.value + other.value, self.derivative + other.derivative)
        return NotImplemented if isinstance(other, np.ndarray) else Dual(self.value + other, self.derivative)

    __radd__ = __add__

    def __neg__(self) -> Dual:
        return Dual(-self.value, -self.derivative)

    def __sub__(self, other: Any) -> Dual:
        if isinstance(other, Dual):
            return Dual(self.value - other.value, self.derivative - other.derivative)
        return NotImplemented if isinstance(other, np.ndarray) else Dual(self.value - other, self.derivative)

    def __rsub__(self, other: Any) -> Dual:
        return NotImplemented if isinstance(other, np.ndarray) else Dual(other - self.value, -self.derivative)

    def __mul__(self, other: Any) -> Dual:
        if isinstance(other, Dual):
            slope = self.value * other.derivative + self.derivative * other.value
            return Dual(self.value * other.value, slope)
        return NotImplemented if isinstance(other, np.ndarray) else Dual(self.value * other, self.derivative * other)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Dual:
        if isinstance(other, Dual):
            ratio = quotient(self.value, other.value)
            return Dual(ratio, quotient(self.derivative - ratio * other.derivative, other.value))
        if isinstance(other, np.ndarray):
            return NotImplemented
        return Dual(quotient(self.value, other), quotient(self.derivative, other))

    def __rtruediv__(self, other: Any) -> Dual:
        return NotImplemented if isinstance(other, np.ndarray) else Dual(other, 0) / self

    def __pow__(self, exponent: int) -> Dual:
        if not isinstance(exponent, int) or exponent < 0:
            raise TypeError(f"a dual number has powers with whole exponents >= 0 only; got {exponent!r}")
        if exponent == 0:
            return Dual(self.value**0, self.derivative * 0)
        return Dual(self.value**exponent, exponent * self.value ** (exponent - 1) * self.derivative)

    def _refuse(self, *_: Any) -> NoReturn:
        raise TypeError("a dual number has no order, truth value or float: a decision on it would lose its derivative")

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __bool__ = __float__ = __int__ = __complex__ = __abs__ = _refuse
    __hash__ = None  # type: ignore[assignment]


def gradient(function: Callable[[Array], Any], point: Any) -> Array:
    """(dF/dv_1, ..., dF/dv_k) of a function F(v) built from ring operations, by k evaluations on dual numbers.

    Args: function: maps an object array (k,) of dual numbers to one of them; point: the vector v, exact or float.
    Returns: array (k,), exact for exact input, of dtype object; float64 for a float64 point.
    Raises: TypeError if the function decides on a dual number or applies a float function to it.

    >>> gradient(lambda v: v[0] * v[0] * v[1], [3, 5]).tolist()
    [30, 9]
    """
    at = as_ring(point)
    slopes = vector(partial_derivative(function, at, k) for k in range(at.size))
    return slopes.astype(np.float64) if at.dtype == np.float64 else slopes


def partial_derivative(function: Callable[[Array], Any], point: Any, place: int) -> Any:
    """dF/dv of the entry at a place 0..k-1 of a function F(v) as for `gradient`, by one evaluation on dual numbers.

    >>> partial_derivative(lambda v: v[0] * v[0] * v[1], [3, 5], 1)
    9
    """
    seeds = vector(Dual(entry, int(k == place)) for k, entry in enumerate(as_ring(point).tolist()))
    result = function(seeds)
    return result.derivative if isinstance(result, Dual) else result - result
