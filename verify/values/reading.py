"""Reading: exact values as a person reads them: short ones as they are, long ones as enough decimals, lists cut."""

from __future__ import annotations

import re
from decimal import Decimal, localcontext
from fractions import Fraction

LONG = 14
"""Exact numbers of more characters than this are read as decimals."""
MOST = 60
"""No more digits than these are shown."""
_BALL = re.compile(r"^\[(-?[0-9.]+(?:e[+-]?[0-9]+)?) \+/- ([0-9.]+(?:e[+-]?[0-9]+)?)\]$")
_FLOAT = re.compile(r" = -?0x[0-9a-f.]+p[-+]?[0-9]+( ± [0-9.e+-]+)?")


def value(text: str) -> str:
    """Return a value's text for a sentence.

    >>> value("1/3"), value("4503599627370497/4503599627370496"), value("[0.69314718055994531 +/- 2.1e-19]")
    ('1/3', 'about 1.00000', 'about 0.693147')
    """
    return pair(text, text)[0]


def pair(left: str, right: str) -> tuple[str, str]:
    """Return the texts of two values for a sentence, with enough decimals that they are seen to differ.

    >>> pair("1000000000000001/1000000000000000", "1")
    ('about 1.000000000000001', '1')
    >>> pair("(1, 2, 3)", "(1, 5, 3)")
    ('entry 2: 2', '5')
    """
    entries = _entries(left), _entries(right)
    if entries[0] and entries[1] and len(entries[0]) == len(entries[1]) and left != right:
        k = next(k for k, both in enumerate(zip(*entries, strict=True)) if both[0] != both[1])
        one, two = pair(entries[0][k], entries[1][k])
        return f"entry {k + 1}: {one}", two
    numbers = _number(left), _number(right)
    digits = 6
    while digits < MOST and None not in numbers and numbers[0] != numbers[1] and _rounded(
            numbers[0], digits) == _rounded(numbers[1], digits):
        digits += 3
    one, two = (_read(text, number, digits) for text, number in zip((left, right), numbers, strict=True))
    return one, two


def _entries(text: str) -> list[str]:
    """The entries of a vector of numbers, none where it is something else or was cut."""
    plain = text.startswith("(") and text.endswith(")") and "(" not in text[1:] and "…" not in text
    return [entry.strip() for entry in text[1:-1].split(",")] if plain else []


def _number(text: str) -> Fraction | None:
    ball = _BALL.match(text)
    text = ball.group(1) if ball else _FLOAT.sub("", text)
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


def _read(text: str, number: Fraction | None, digits: int) -> str:
    plain = _FLOAT.sub("", text)
    if number is None:
        plain = re.sub(r"(the sample of seed \d+):.*", r"\1", plain, flags=re.DOTALL)
        return plain if len(plain) <= 90 else f"{plain[:50]} … {plain[-30:]}"
    exact = plain == text and not _BALL.match(text)
    return text if exact and len(text) <= LONG else f"about {_decimal(number, digits)}"


def _decimal(number: Fraction | None, digits: int) -> str:
    return f"{_rounded(number, digits):.{digits}g}"


def _rounded(number: Fraction | None, digits: int) -> Decimal:
    assert number is not None
    with localcontext() as context:
        context.prec, context.Emax, context.Emin = digits, 10**9, -(10**9)
        return Decimal(number.numerator) / Decimal(number.denominator)
