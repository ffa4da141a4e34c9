"""Axis: from numbers to places between 0 and 1, with ticks at round numbers, linear or logarithmic."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

FAR = 1e300
"""Numbers further out are drawn here, and smaller than its inverse there."""
_PAD = 0.04  # of the length, on both sides
_LEAST = math.log10(2)  # a logarithmic axis spans a factor of two at least
_MANY = 9
_APART = 0.065  # two ticks closer than this would run into each other
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis from `low` to `high` (of the logarithms where it is logarithmic), with the numbers that are marked."""

    low: float
    high: float
    log: bool
    ticks: tuple[float, ...] = ()

    def place(self, number: float) -> float:
        """Where a number stands, as a share of the length."""
        return (self._scaled(number) - self.low) / (self.high - self.low)

    def _scaled(self, number: float) -> float:
        return _scaled(number, self.log)


def axis(numbers: Sequence[float], log: bool = False, prefer: Sequence[float] = ()) -> Axis:
    """The axis on which all `numbers` are seen; the `prefer`red ones are marked if they are few and far apart.

    >>> axis([0, 10]).ticks
    (0.0, 2.0, 4.0, 6.0, 8.0, 10.0)
    >>> axis([1, 10**6], log=True).ticks
    (1.0, 10.0, 100.0, 1000.0, 10000.0, 100000.0, 1000000.0)
    >>> axis([4, 8, 16], log=True, prefer=[4, 8, 16]).ticks
    (4.0, 8.0, 16.0)
    """
    ends = [_scaled(number, log) for number in (min(numbers), max(numbers))]
    middle, least = sum(ends) / 2, _LEAST if log else max(abs(ends[0]), abs(ends[1]), 1e-9) * 1e-6
    if ends[1] - ends[0] < least:
        half = _LEAST / 2 if log else max(abs(middle) / 2, 1e-9)
        ends = [middle - half, middle + half]
    pad = _PAD * (ends[1] - ends[0])
    bare = Axis(ends[0] - pad, ends[1] + pad, log)
    return Axis(bare.low, bare.high, log, _ticks(bare, sorted({float(number) for number in prefer})))


def _scaled(number: float, log: bool) -> float:
    return math.log10(min(max(number, 1 / FAR), FAR)) if log else min(max(number, -FAR), FAR)


def label(number: float) -> str:
    """A number beside a tick.

    >>> label(0.25), label(-3), label(10**6), label(2.5e-7)
    ('0.25', '−3', '10⁶', '2.5·10⁻⁷')
    """
    if number == 0 or 1e-3 <= abs(number) < 1e5:
        return f"{number:.6g}".replace("-", "−")
    mantissa, _, exponent = f"{number:.3e}".partition("e")
    power = f"10{str(int(exponent)).translate(_SUPERSCRIPT)}"
    short = f"{float(mantissa):g}".replace("-", "−")
    return {"1": power, "−1": f"−{power}"}.get(short, f"{short}·{power}")


def _ticks(bare: Axis, prefer: list[float]) -> tuple[float, ...]:
    places = [bare.place(number) for number in prefer]
    if 2 <= len(prefer) <= _MANY and all(b - a >= _APART for a, b in pairwise(places)):
        return tuple(prefer)
    if not bare.log:
        return _round(bare.low, bare.high)
    first, last = max(math.ceil(bare.low), -300), min(math.floor(bare.high), 300)
    step = max(1, math.ceil((last - first) / 8))
    decades = tuple(10.0**k for k in range(first, last + 1, step))
    fine = tuple(m * 10.0**k for k in range(first - 1, last + 1) for m in (1, 2, 5)
                 if bare.low <= math.log10(m * 10.0**k) <= bare.high)
    found = next((ticks for ticks in (decades, fine) if len(ticks) >= 3), ())
    return found or tuple(t for t in _round(10**bare.low, 10**bare.high) if t > 0)


def _round(low: float, high: float) -> tuple[float, ...]:
    """Four to nine multiples of 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10((high - low) / 4))
    step = next(m * power for m in (5, 2, 1) if (high - low) / (m * power) >= 4)
    return tuple(float(f"{k * step:.12g}") for k in range(math.ceil(low / step), math.floor(high / step) + 1))
