"""Combinatorial: factorials, binomial coefficients and their relatives, by recurrences over integer shifts.

Γ is meromorphic and 1/Γ entire, so that C(n, k) = Γ(n+1)/(Γ(k+1)Γ(n−k+1)) is continuous for n ≥ 0 and equals 0 for
integers k < 0 and k > n; an identity of these rational functions therefore holds at the excluded points too.
"""

from __future__ import annotations

from typing import Any

from flint import fmpq, fmpz

from verify.errors import Undefined
from verify.symbolic.field import Field, atom, is_integral, is_real
from verify.symbolic.power import circle, rational_power
from verify.symbolic.ring import Indeterminate, rational
from verify.symbolic.sign import non_negative

_SHIFT = 200
_EXPLICIT = 60


def factorial(field: Field, n: Indeterminate) -> Indeterminate:
    """Return n! = Γ(n + 1), as a rational multiple of one atom for each class of arguments modulo the integers."""
    value = rational(n)
    if value is not None and value.q == 1 and value <= 1000:
        if value < 0:
            raise Undefined("the factorial of a negative integer")
        return field.constant(fmpq(fmpz.fac_ui(int(value.p))))
    if value is not None and value.q == 2 and abs(value) < _SHIFT:
        start, base = field.constant(fmpq(-1, 2)), rational_power(field, circle(field), fmpq(1, 2))
        return base * _rising(start, int((value + fmpq(1, 2)).p))
    for (other,), made in field.atoms.get("factorial", []):
        shift = rational(n - other)
        if shift is not None and shift.q == 1 and abs(shift) <= _SHIFT:
            return made * _rising(other, int(shift.p))
    facts: dict[str, Any] = {"real": is_real(n)}
    if non_negative(field, n):
        facts["signs"] = frozenset((1,))
    return atom(field, "factorial", (n,), **facts)


def _rising(start: Indeterminate, count: int) -> Indeterminate:
    """(start + count)!/start!."""
    result = start * 0 + 1
    for k in range(1, count + 1):
        result = result * (start + k)
    for k in range(0, count, -1):
        result = result / (start + k)
    return result


def gamma(field: Field, x: Indeterminate) -> Indeterminate:
    """Return Γ(x)."""
    return factorial(field, x - 1)


def binomial(field: Field, n: Indeterminate, k: Indeterminate) -> Indeterminate:
    """Return C(n, k): a polynomial for a small integer k, a quotient of factorials for n ≥ 0, else an atom."""
    value = rational(k)
    if value is not None and value.q == 1 and value < 0:
        return field.constant(0)
    if value is not None and value.q == 1 and value <= _EXPLICIT:
        return _falling(n, int(value.p))
    if not non_negative(field, n):
        return atom(field, "binomial", (n, k))
    difference = rational(n - k)
    if is_integral(n) and difference is not None and difference.q == 1 and 0 <= difference <= _EXPLICIT:
        return _falling(n, int(difference.p))
    return factorial(field, n) / (factorial(field, k) * factorial(field, n - k))


def _falling(n: Indeterminate, count: int) -> Indeterminate:
    result = n * 0 + 1
    for j in range(count):
        result = result * (n - j) / (j + 1)
    return result


def catalan(field: Field, n: Indeterminate) -> Indeterminate:
    """Return the Catalan number C(2n, n)/(n + 1)."""
    return binomial(field, 2 * n, n) / (n + 1)


def harmonic(field: Field, n: Indeterminate) -> Indeterminate:
    """Return H(n), shifted to one atom for each class of arguments modulo the integers."""
    value = rational(n)
    if value is not None and value.q == 1 and 0 <= value <= 1000:
        return field.constant(fmpq.harmonic(int(value.p)))
    for (other,), made in field.atoms.get("harmonic", []):
        shift = rational(n - other)
        if shift is not None and shift.q == 1 and abs(shift) <= _SHIFT:
            return made + _harmonic_shift(other, int(shift.p))
    return atom(field, "harmonic", (n,), real=is_real(n))


def _harmonic_shift(start: Indeterminate, count: int) -> Indeterminate:
    result = start * 0
    for k in range(1, count + 1):
        result = result + 1 / (start + k)
    for k in range(0, count, -1):
        result = result - 1 / (start + k)
    return result


def fibonacci(field: Field, n: Indeterminate) -> Indeterminate:
    """Return F(n) of an integer n, by F(n + 1) = F(n) + F(n − 1) from two neighbouring atoms."""
    value = rational(n)
    if value is not None and value.q == 1 and 0 <= value <= 1000:
        return field.constant(fmpq(fmpz.fib_ui(int(value.p))))
    start = n
    for (other,), _ in field.atoms.get("fibonacci", []):
        shift = rational(n - other)
        if shift is not None and shift.q == 1 and abs(shift) <= _SHIFT:
            start = other
            break
    steps = rational(n - start)
    first = atom(field, "fibonacci", (start,), real=is_real(n))
    second = atom(field, "fibonacci following", (start,), real=is_real(n))
    low, high = (first, second)
    for _ in range(abs(int(steps.p))):  # type: ignore[union-attr]
        low, high = (high, low + high) if steps > 0 else (high - low, low)  # type: ignore[operator]
    return low
