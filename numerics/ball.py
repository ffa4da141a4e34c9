"""Exact rationals as balls of python-flint, and back.

A ball (arb) is midpoint ± radius and contains the exact value. `flint.ctx.prec`, the working precision, is global to
the process: every function of this package that works in balls sets it for its own duration only.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any


def exact_rational(value: Any) -> Fraction:
    """The value as a Fraction. Raises TypeError unless it is an int, a NumPy integer, a Fraction or another rational.

    A float is refused because the caller must say which number is meant: `Fraction(0.1)` is the double, not 1/10.

    >>> exact_rational(3), exact_rational(Fraction(1, 2))
    (Fraction(3, 1), Fraction(1, 2))
    """
    numerator, denominator = getattr(value, "numerator", None), getattr(value, "denominator", None)
    if numerator is None or denominator is None:
        raise TypeError(f"an exact rational is needed (int or Fraction); got {type(value).__name__} {value!r}")
    return Fraction(int(numerator), int(denominator))


def exact_rationals(values: Iterable[Any]) -> list[Fraction]:
    """`exact_rational` of every entry.

    >>> exact_rationals([1, Fraction(2, 4)])
    [Fraction(1, 1), Fraction(1, 2)]
    """
    return [exact_rational(value) for value in values]


def rational_ball(value: Any) -> Any:
    """The ball around an exact rational at flint's present working precision; exact where the precision allows.

    >>> import flint
    >>> rational_ball(Fraction(1, 3)).contains(flint.fmpq(1, 3))
    True
    """
    import flint

    number = exact_rational(value)
    return flint.arb(flint.fmpq(number.numerator, number.denominator))


def bounds(ball: Any) -> tuple[Fraction, Fraction]:
    """Exact rational end points (lower, upper) that enclose a finite ball.

    Raises: ValueError if the ball is not finite.

    >>> import flint
    >>> bounds(flint.arb(1, 0.5))[0] <= Fraction(1, 2) and bounds(flint.arb(1, 0.5))[1] >= Fraction(3, 2)
    True
    """
    if not ball.is_finite():
        raise ValueError(f"a ball without finite end points encloses nothing in particular: {ball}")
    middle, radius = _dyadic(ball.mid()), _dyadic(ball.rad())  # exact, while lower() rounds to the working precision
    return middle - radius, middle + radius


def _dyadic(point: Any) -> Fraction:
    mantissa, exponent = (int(part) for part in point.man_exp())
    return Fraction(mantissa) * Fraction(2) ** exponent
