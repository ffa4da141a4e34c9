"""Root: rational zeros of a function known at a few integers: linear, quadratic, or a fraction of linear ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from math import isqrt
from typing import Any


def zeros(function: Callable[[int], Any]) -> Iterator[Fraction]:
    """Yield the rational zeros of a function that is linear, quadratic or a fraction of linear ones, by four values.

    The function returns None where it has no exact value; nothing is yielded for one of another form.

    >>> list(zeros(lambda x: x * x - 9)), list(zeros(lambda x: Fraction(6, x) - 2))
    ([Fraction(3, 1), Fraction(-3, 1)], [Fraction(3, 1)])
    """
    known = ((x, function(x)) for x in (1, 2, 3, 5, 7))
    points = [(x, Fraction(r)) for x, r in islice((p for p in known if p[1] is not None), 3)]
    if len(points) < 3:
        return
    (x0, r0), (x1, r1), (x2, r2) = points
    first, second = (r1 - r0) / (x1 - x0), (r2 - r1) / (x2 - x1)
    if first == second:
        if first:
            yield x0 - r0 / first
        return
    last = next(((x, Fraction(r)) for x, r in known if r is not None), None)
    if last is None:
        return
    x3, r3 = last
    third = (r3 - r2) / (x3 - x2)
    if (third - second) / (x3 - x1) == (second - first) / (x2 - x0):
        yield from quadratic_roots(*points)
    else:
        yield from _fraction_root(*points)


def quadratic_roots(*points: tuple[int, Fraction]) -> Iterator[Fraction]:
    """Rational zeros of the parabola through three points."""
    (x0, r0), (x1, r1), (x2, r2) = points
    first, second = (r1 - r0) / (x1 - x0), (r2 - r1) / (x2 - x1)
    a = (second - first) / (x2 - x0)
    b = first - a * (x0 + x1)
    c = r0 - a * x0 * x0 - b * x0
    root = _square_root(b * b - 4 * a * c) if a else None
    if root is not None:
        yield (-b + root) / (2 * a)
        yield (-b - root) / (2 * a)


def _fraction_root(*points: tuple[int, Fraction]) -> Iterator[Fraction]:
    """The zero of r(x) = (p + x)/(q + s·x) through three points, as that of 1/r, which is such a fraction too."""
    (x0, r0), (x1, r1), (x2, r2) = points
    # r·(q + s·x) = p + x is linear in p, q, s: take differences to remove p, then Cramer's rule
    a11, a12, b1 = r1 - r0, r1 * x1 - r0 * x0, Fraction(x1 - x0)
    a21, a22, b2 = r2 - r0, r2 * x2 - r0 * x0, Fraction(x2 - x0)
    determinant = a11 * a22 - a12 * a21
    if determinant:
        q, s = (b1 * a22 - b2 * a12) / determinant, (a11 * b2 - a21 * b1) / determinant
        yield x0 - r0 * (q + s * x0)


def _square_root(value: Fraction) -> Fraction | None:
    if value < 0:
        return None
    top, bottom = isqrt(value.numerator), isqrt(value.denominator)
    return Fraction(top, bottom) if Fraction(top, bottom) ** 2 == value else None
