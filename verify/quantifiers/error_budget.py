"""Error budget: how likely a paper's claims about probabilities may come to a wrong verdict, all of them together.

A run of a paper has the budget δ = 10⁻⁶.  The k-th claim with a probability that a paper states gets δ/(k(k+1)), which
adds up to less than δ however many follow; a claim's part is divided equally among its outer instances and its false
variants.  None of this depends on results, or on which claims are selected, and a claim added at the end changes no
other.

The same claim draws the same samples in every run, so running it again is not another chance to err.  A claim that is
renamed, moved or reworded draws new ones: N different versions of a paper have a wrong verdict anywhere with a
probability of at most N·δ, which stays below 1 % for 10,000 of them.
"""

from __future__ import annotations

from fractions import Fraction

PAPER = Fraction(1, 10**6)
"""The chance δ that any verdict about a probability in one version of a paper is wrong is at most this."""
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def share(rank: int) -> Fraction:
    """The part of the budget of a paper's ``rank``-th claim with a probability, counted from 1: δ/(k(k+1)).

    >>> share(1), sum(share(k) for k in range(1, 1000)) < PAPER
    (Fraction(1, 2000000), True)
    """
    return PAPER / (rank * (rank + 1))


def chance(value: Fraction) -> str:
    """A small probability in words, rounded upward to two digits.

    >>> chance(Fraction(1, 6 * 10**6)), chance(Fraction(1, 10**6)), chance(Fraction(1, 20))
    ('1.7·10⁻⁷', '10⁻⁶', '5·10⁻²')
    """
    exponent = 0
    while value * 10**exponent < 1:
        exponent += 1
    tenths = -(-(value * 10 ** (exponent + 1)).numerator // (value * 10 ** (exponent + 1)).denominator)
    if tenths >= 100:
        tenths, exponent = 10, exponent - 1
    factor = f"{tenths // 10}.{tenths % 10}".removesuffix(".0")
    power = f"10{str(-exponent).translate(_SUPERSCRIPTS)}"
    return power if factor == "1" else f"{factor}·{power}"
