"""Numbers: exact rationals, real balls and complex balls, and the elementary operations between them.

An *exact* number is a ``flint.fmpq``; an inexact one is a ball, ``flint.arb`` (real) or ``flint.acb`` (complex), which
contains the true value.  Operations raise :class:`Undefined` where mathematics does, and :class:`Indeterminate` where
the ball at hand is too wide to tell.  The working precision is python-flint's global ``ctx.prec``.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, TypeAlias

from flint import acb, arb, fmpq, fmpz

from verify.errors import Indeterminate, Undefined, Unevaluable, shorten

Number: TypeAlias = Any  # fmpq | arb | acb; python-flint ships no type information

EXACT_BITS = 1 << 20
"""Exact powers and factorials larger than this many bits are computed as balls."""
DIGITS = 4000
"""A number that an author writes has no more digits than this, and so has its denominator."""


def exact(value: int | Fraction) -> Number:
    """Return the exact number equal to a Python int or Fraction.

    >>> exact(Fraction(3, 6))
    1/2
    """
    return fmpq(value.numerator, value.denominator)


def to_python(value: Number) -> int | Fraction:
    """Return an exact number as an int where it is one, else as a Fraction.

    >>> to_python(fmpq(4, 2)), to_python(fmpq(1, 3))
    (2, Fraction(1, 3))
    """
    return int(value.p) if value.q == 1 else Fraction(int(value.p), int(value.q))


def is_moderate(value: Number) -> bool:
    """Tell whether a real number, and where it is exact its denominator, has at most DIGITS digits.

    >>> is_moderate(fmpq(10) ** 3999), is_moderate(fmpq(10) ** 4000), is_moderate(arb(10) ** 5000)
    (True, False, False)
    """
    if isinstance(value, fmpq):
        return bool(max(abs(value.p), value.q) < fmpz(10) ** DIGITS)
    mantissa, exponent = value.abs_upper().man_exp()
    return not mantissa or abs(int(exponent) + int(mantissa).bit_length()) <= math.log2(10) * DIGITS


def is_exact(value: object) -> bool:
    """Tell whether a value is an exact rational."""
    return isinstance(value, fmpq)


def is_integer(value: Number) -> bool:
    """Tell whether an exact number is an integer; a ball is never called one."""
    return isinstance(value, fmpq) and value.q == 1


def ball(value: Number) -> Number:
    """Return the real or complex ball of a number at the working precision."""
    return arb(value) if isinstance(value, fmpq) else value


def sign(value: Number) -> int:
    """Return −1, 0 or 1; raise Indeterminate if the ball does not tell, Undefined if the value is not real."""
    if isinstance(value, fmpq):
        return int(value > 0) - int(value < 0)
    value = real(value)
    if value > 0:
        return 1
    if value < 0:
        return -1
    if value.is_zero():
        return 0
    raise Indeterminate("the sign of a ball that contains 0")


def real(value: Number) -> Number:
    """Return a real number as ``fmpq`` or ``arb``; raise Undefined if its imaginary part is not 0."""
    if not isinstance(value, acb):
        return value
    if value.imag.is_zero():
        return value.real
    if value.imag.contains(0):
        raise Indeterminate("a complex ball that may be real")
    raise Undefined("a value that is not real where an order is needed")


def is_zero(value: Number) -> bool:
    """Tell whether a number is 0; raise Indeterminate if the ball does not tell."""
    if isinstance(value, fmpq):
        return value == 0
    if value.is_zero():
        return True
    if value.contains(0):
        raise Indeterminate("a ball that contains 0")
    return False


def divide(numerator: Number, denominator: Number) -> Number:
    """Return the quotient; a zero denominator is Undefined."""
    if is_zero(denominator):
        raise Undefined("division by zero")
    return numerator / denominator


def power(base: Number, exponent: Number) -> Number:
    """Return base**exponent, principal branch; 0**0 = 1, a negative power of 0 is Undefined.

    >>> power(fmpq(4, 9), fmpq(1, 2)), power(fmpq(0), fmpq(0))
    (2/3, 1)
    """
    if is_integer(exponent):
        return _integer_power(base, int(exponent.p))
    if isinstance(base, fmpq) and isinstance(exponent, fmpq) and base >= 0:
        root = _exact_root(base, exponent)
        if root is not None:
            return root
    if isinstance(base, fmpq) and base == 0:
        return _power_of_zero(exponent)
    if isinstance(base, fmpq) and base == 1:
        return base
    if is_zero(base):
        return _power_of_zero(exponent)
    logarithm = log(base)
    return _exponential(exponent * logarithm)


def _integer_power(base: Number, exponent: int) -> Number:
    if exponent < 0 and is_zero(base):
        raise Undefined("division by zero (a negative power of 0)")
    if isinstance(base, fmpq):
        size = max(int(base.p).bit_length(), int(base.q).bit_length())
        if base in (0, 1, -1) or size * abs(exponent) <= EXACT_BITS:
            return base ** int(exponent) if exponent or base else fmpq(1)
        if abs(exponent) > 1 << 62:
            raise Unevaluable(f"the power with exponent {shorten(int(exponent))} is too large")
        base = arb(base)
    if exponent == 0:
        return fmpq(1)
    return base ** fmpz(exponent)


def _power_of_zero(exponent: Number) -> Number:
    if sign(exponent) > 0:
        return fmpq(0)
    if sign(exponent) == 0:
        return fmpq(1)
    raise Undefined("division by zero (a negative power of 0)")


def _exact_root(base: Number, exponent: Number) -> Number | None:
    """Return base**(p/q) where it is rational, else None."""
    degree = int(exponent.q)
    if degree > 64:
        return None
    roots = []
    for part in (base.p, base.q):
        candidate = part.isqrt() if degree == 2 else part.root(degree)
        if candidate**degree != part:
            return None
        roots.append(candidate)
    return _integer_power(fmpq(roots[0], roots[1]), int(exponent.p))


def _exponential(value: Number) -> Number:
    result = ball(value).exp()
    if not result.is_finite():
        raise Unevaluable("an exponential too large to represent")
    return result


def exponential(value: Number) -> Number:
    """Return e**value."""
    return fmpq(1) if isinstance(value, fmpq) and value == 0 else _exponential(value)


def log(value: Number) -> Number:
    """Return the principal natural logarithm; log 0 is Undefined."""
    if is_zero(value):
        raise Undefined("log of 0")
    if isinstance(value, fmpq) and value == 1:
        return fmpq(0)
    value = ball(value)
    if isinstance(value, arb) and value < 0:
        value = acb(value)
    if isinstance(value, acb) and value.imag.contains(0) and not value.imag.is_zero() and not value.real > 0:
        raise Indeterminate("a logarithm beside its branch cut")
    return value.log()


def floor(value: Number) -> Number:
    """Return ⌊value⌋ of a real number."""
    if isinstance(value, fmpq):
        return fmpq(value.floor())
    whole = real(value).floor().unique_fmpz()
    if whole is None:
        raise Indeterminate("the floor of a ball that contains an integer")
    return fmpq(whole)


def compare(left: Number, right: Number) -> int:
    """Return the sign of left − right; raise Indeterminate where balls overlap."""
    return sign(left - right)


def absolute(value: Number) -> Number:
    """Return |value|."""
    return abs(value)


def maximum(left: Number, right: Number) -> Number:
    """Return the larger of two real numbers, as a ball that contains it where their order is unknown."""
    left, right = real(left), real(right)
    if isinstance(left, fmpq) and isinstance(right, fmpq):
        return max(left, right)
    return arb(left).max(arb(right))


def minimum(left: Number, right: Number) -> Number:
    """Return the smaller of two real numbers; see :func:`maximum`."""
    return -maximum(-left, -right)


def decimal(value: object, digits: int = 12) -> str:
    """Return a short decimal text of a number for people; never read back.

    >>> decimal(fmpq(1, 3), 5), decimal(fmpq(7))
    ('0.33333', '7')
    """
    if isinstance(value, fmpq):
        if value.q == 1 and value.p.bit_length() < 200:
            return str(value.p)
        value = arb(value)
    if isinstance(value, arb | acb):
        return str(value.str(digits, radius=False))
    return str(value)
