"""Estimate: integrals that no ball is proven for, in floating-point numbers of many digits, by mpmath.

Two estimates of different digits share no nodes, so that their difference measures the noise of both.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from flint import arb

from verify import work
from verify.errors import Indeterminate, Undefined, Unevaluable
from verify.values import number

_digits: list[int] = [0]


def digits() -> int:
    """The digits in which integrals may be estimated now; 0 where only proven balls are wanted."""
    return _digits[0]


@contextmanager
def estimates(digits: int) -> Iterator[None]:
    """Let integrals that are not proven be estimated in numbers of so many digits."""
    before, _digits[0] = _digits[0], digits
    try:
        yield
    finally:
        _digits[0] = before


def estimate(integrand: Callable[[Any], Any], low: Any, high: Any) -> Any:
    """Return an integral in mpmath's numbers of so many digits, with mpmath's own estimate of the error as radius.

    Raises Unevaluable where the integrand has no value on the way, or where mpmath does not settle.
    """
    import mpmath

    def at(x: Any) -> Any:
        count[0] += 1
        return in_mpmath(integrand(arb(x)))

    def in_mpmath(value: Any) -> Any:
        return mpmath.mpmathify(number.ball(number.real(value)).mid().str(_digits[0] + 5, radius=False))

    count = [0]
    with mpmath.workdps(_digits[0]):
        ends = [in_mpmath(end) if number.ball(end).is_finite() else mpmath.inf * number.sign(end)
                for end in (low, high)]
        try:
            found, error = mpmath.quad(at, _split(ends, _digits[0]), error=True, maxdegree=7)
        except (ZeroDivisionError, Undefined, Indeterminate, ValueError):
            raise Unevaluable("an integral whose integrand cannot be evaluated between its ends") from None
        finally:
            work.charge(4 * count[0])
        if not error < abs(found) * mpmath.mpf(10) ** -10:
            raise Unevaluable("an integral whose estimates do not settle: it may diverge or oscillate, or fall slowly; "
                              "an antiderivative F can decide it, stated as diff(F, x) == …")
        return arb(found, error)


def _split(ends: list[Any], digits: int) -> list[Any]:
    """The ends and a point between them that moves with the digits, so that two estimates share no nodes."""
    low, high = ends
    shift = digits / 16
    if low > -math.inf and high < math.inf:
        return [low, low + (high - low) / shift, high]
    inside = shift if high == math.inf and low == -math.inf else low + shift if high == math.inf else high - shift
    return [low, inside, high]
