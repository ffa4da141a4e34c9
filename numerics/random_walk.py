"""Random walks on the integers with two steps, one up and one down, each with probability 1/2.

Reference: Feller 1968, Chapter XIV, for the passage over a level.
"""

from __future__ import annotations

from fractions import Fraction


def passage_probability(steps: int, level: int, up: int = 1, down: int = 2) -> Fraction:
    """P(max over 0 <= k <= steps of S_k >= level), where S_0 = 0 and every step is +up or -down with probability 1/2.

    The paths that have not reached the level are counted step by step.

    Args: steps >= 0; level: any integer; up, down >= 1.
    Returns: exact Fraction.
    Raises: ValueError if steps < 0, or up or down is not positive.

    >>> passage_probability(1, 1), passage_probability(3, 2), passage_probability(2, 1, 1, 1)
    (Fraction(1, 2), Fraction(1, 4), Fraction(1, 2))
    """
    if steps < 0 or up < 1 or down < 1:
        raise ValueError(f"a walk has steps >= 0, up >= 1 and down >= 1; got {steps}, {up}, {down}")
    if level <= 0:
        return Fraction(1)
    below = {0: 1}
    for _ in range(steps):
        following: dict[int, int] = {}
        for place, paths in below.items():
            for step in (up, -down):
                if place + step < level:
                    following[place + step] = following.get(place + step, 0) + paths
        below = following
    return 1 - Fraction(sum(below.values()), 2**steps)
