"""Long: integers that show the rounding where they become floats, so that (10^30 + n)/3 has a measured noise.

Python rounds the quotient of two long integers, and a long integer that becomes a float, in a direction of its own:
no rounding direction of the processor shows it.  Inside :func:`verify.values.library.moved` a :class:`Long` moves each
such result by a unit in the last place, and so do the long integers that it makes.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from types import FunctionType
from typing import Any

from verify.values.library import nudged

_BITS = 53


class Long(int):
    """An integer whose conversions to floats are moved, unless they are exact.

    >>> (Long(6) / 3, Long(2) * 3 + 1, type(Long(2) ** 70).__name__)
    (2.0, 7, 'Long')
    """

    def __float__(self) -> float:
        result = int.__float__(self)
        return result if int(result) == self else nudged(result)

    def __truediv__(self, other: Any) -> Any:
        return _quotient(self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return _quotient(other, self) if isinstance(other, int | float) else NotImplemented

    def __neg__(self) -> Long:
        return Long(-int(self))

    def __abs__(self) -> Long:
        return Long(abs(int(self)))

    def __hash__(self) -> int:
        return int.__hash__(self)


def _quotient(left: Any, right: Any) -> Any:
    if isinstance(left, float) or isinstance(right, float):
        return float(left) / float(right)
    if not (isinstance(left, int) and isinstance(right, int)):
        return NotImplemented
    result = int(left) / int(right)
    return result if Fraction(result) == Fraction(int(left), int(right)) else nudged(result)


def _method(operation: Callable[[Any, Any], Any], swapped: bool) -> Callable[[Any, Any], Any]:
    def method(self: Long, other: Any) -> Any:
        if isinstance(other, int):
            pair = (int(other), int(self)) if swapped else (int(self), int(other))
            result = operation(*pair)
            return Long(result) if isinstance(result, int) else nudged(result)
        if isinstance(other, float):
            return operation(other, float(self)) if swapped else operation(float(self), other)
        return NotImplemented

    return method


for _name in ("add", "sub", "mul", "floordiv", "mod", "pow"):
    setattr(Long, f"__{_name}__", _method(getattr(operator, _name), False))
    setattr(Long, f"__r{_name}__", _method(getattr(operator, _name), True))


def lengthened(argument: Any) -> Any:
    """Return an argument with its integers as :class:`Long`."""
    if isinstance(argument, tuple):
        return tuple(map(lengthened, argument))
    return Long(argument) if type(argument) is int else argument


def with_long_constants(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function whose own long integers are :class:`Long`; the function itself where it has none."""
    if not isinstance(function, FunctionType):
        return function
    constants = tuple(Long(c) if type(c) is int and c.bit_length() > _BITS else c for c in function.__code__.co_consts)
    if all(new is old for new, old in zip(constants, function.__code__.co_consts, strict=True)):
        return function
    made = FunctionType(function.__code__.replace(co_consts=constants), function.__globals__, function.__name__,
                        function.__defaults__, function.__closure__)
    made.__kwdefaults__ = function.__kwdefaults__
    return made
