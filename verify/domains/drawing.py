"""Drawing: many exact numbers at once, from a seed.

A strategy that draws a long list entry by entry is slow and repeats itself.  Here a kind and a seed are drawn, and
NumPy expands them: small integers, mostly zeros, or fractions over one large random denominator, which no special
lattice holds.  Few numbers are drawn one by one too, so that a witness shrinks entry by entry.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from verify.domains.scalar_domain import place, rationals

SHORT, FEW = 16, 4
"""Up to so many small integers, and so many rationals of every kind, are drawn one by one as well."""
KINDS = ("small", "sparse", "generic", "generic", "wide", "graded")
End = Fraction | None


@lru_cache(maxsize=256)
def numbers(count: int, low: End = None, high: End = None) -> SearchStrategy[tuple[Fraction, ...]]:
    """A strategy for tuples of ``count`` rationals between two bounds.

    >>> numbers(2, Fraction(0), Fraction(1)).validate()
    """
    seeds = st.integers(0, 2**32 - 1)
    if count > SHORT:
        return st.tuples(st.sampled_from(KINDS), seeds).map(lambda drawn: expand(count, *drawn, low, high))
    # The small integers are drawn in any case, so that an instance of another kind shrinks to them at once.
    small = st.lists(st.integers(-4, 4), min_size=count, max_size=count)
    mixed = st.tuples(st.sampled_from(("listed", "listed", *KINDS)), small, seeds).map(
        lambda drawn: _listed(drawn[1], low, high) if drawn[0] == "listed" else expand(
            count, drawn[0], drawn[2], low, high))
    if count > FEW:
        return mixed
    return mixed | st.lists(rationals(low, high), min_size=count, max_size=count).map(tuple)


def _listed(tops: list[int], low: End, high: End) -> tuple[Fraction, ...]:
    return tuple(place(Fraction(abs(top)), top < 0, low, high) for top in tops)


def expand(count: int, kind: str, seed: int, low: End = None, high: End = None) -> tuple[Fraction, ...]:
    """Return ``count`` rationals of a kind, the same for the same seed.

    >>> expand(3, "small", 0) == expand(3, "small", 0)
    True
    """
    generator = np.random.default_rng(seed)
    bottom = 1 if kind in ("small", "sparse") else int(generator.integers(2, 1 << 30))
    most = {"small": 3, "sparse": 3, "generic": 3 * bottom, "wide": 1000 * bottom, "graded": 3 * bottom}[kind]
    tops = generator.integers(-most, most + 1, count)
    if kind == "sparse":
        tops *= generator.random(count) < 0.25
    scales = 10 ** generator.integers(0, 7, count) if kind == "graded" else np.ones(count, dtype=int)
    return tuple(place(Fraction(abs(top), bottom * scale), top < 0, low, high)
                 for top, scale in zip(tops.tolist(), scales.tolist(), strict=True))
