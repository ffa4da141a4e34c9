"""The error: between which values the model lies, where the loss is 0, and how far the worst input is missed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

import numerics
from verify import Integers, OneOf, Rational, Simplex, Subsets, at_most, equal, oo, within
from verify.papers.sparse_xor.paper import paper

HEADS = {"d": Integers(2, oo, window=4), "g": Simplex("d"), "h": Simplex("d"), "pair": Subsets("d", 2)}
HALVES = {"g_i ≥ 1/2": "g[pair[1]] >= 1/2", "h_j ≥ 1/2": "h[pair[2]] >= 1/2"}
MOST = "1 - (2*g[pair[1]] - 1)*(2*h[pair[2]] - 1)"


def largest(g: np.ndarray, h: np.ndarray) -> Any:
    """max |f(x)| over all inputs."""
    return np.abs(numerics.two_head_table(g, h)).max()


paper.claim(
    "model-bounded", at_most(largest, 1), forall={name: HEADS[name] for name in "dgh"},
    at="Section 2, the model", origin="ours", says="|f| ≤ 1 for attention weights, with equality at x = (1, …, 1)",
    wrong=[at_most(largest, "9/10"), at_most(largest, "max(g[k], k, 1, d) + max(h[k], k, 1, d)")],
)


def towards(d: int, vertex: int, t: Any) -> list[Any]:
    """(1 − t) e_vertex + t (1/d, …, 1/d)."""
    return [Fraction(t) / d + (1 - Fraction(t)) * (k == vertex) for k in range(1, d + 1)]


def exact(d: int, pair: tuple[int, int], p: int, q: int, t: Any) -> bool:
    """Whether the population loss of two such heads is 0."""
    return bool(numerics.population_loss(towards(d, p, t), towards(d, q, t), pair) == 0)


paper.claim(
    "loss-zero", equal(exact, lambda d, pair, p, q, t: bool(t == 0 and {p, q} == set(pair))),
    forall={"d": Integers(2, oo, window=4), "pair": Subsets("d", 2), "p": Integers(1, "d"), "q": Integers(1, "d"),
            "t": OneOf(0, Rational(1, 10**6), Rational(1, 2), 1)},
    at="Section 3, the population loss", origin="ours",
    says="Of heads (1 − t) e_p + t (1/d, …, 1/d) and likewise with q the loss is 0 if and only if t = 0 and"
         " {p, q} = {i, j}: heads that are nearly right have a positive loss, as all softmax heads do",
    wrong=[equal(exact, lambda d, pair, p, q, t: bool(t == 0 and (p, q) == tuple(pair))),
           equal(exact, lambda d, pair, p, q, t: bool({p, q} == set(pair)))],
)

paper.claim(
    "error-bound", at_most(numerics.enumerated_error, MOST), forall=HEADS, given=HALVES,
    at="Section 3, the population loss", origin="ours",
    says="Where g_i ≥ 1/2 and h_j ≥ 1/2 every input is missed by at most 1 − (2g_i − 1)(2h_j − 1); without these two"
         " hypotheses the bound fails at once",
    wrong=[at_most(numerics.enumerated_error, f"({MOST})/2"),
           at_most(numerics.enumerated_error, "1 - g[pair[1]]*h[pair[2]]")],
)

PAIRS = {"g_i + g_j ≥ 1/2": "g[pair[1]] + g[pair[2]] >= 1/2", "h_i + h_j ≥ 1/2": "h[pair[1]] + h[pair[2]] >= 1/2"}


def at_vertices(g: np.ndarray, h: np.ndarray, pair: tuple[int, int]) -> Any:
    """The largest error on a zonogon, in O(d log d).

    Its upper end is moved outward by at most 4 (d + 4) 2⁻⁵³ (1 + Σ g)(1 + Σ h) for rounding, where both sums are 1.
    """
    moved = 16 * (len(g) + 4) * 2.0**-53
    return within(numerics.worst_case_error(g.astype(float), h.astype(float), pair)[1], 2 * moved)


paper.claim(
    "worst-input", equal(numerics.enumerated_error, at_vertices), given=PAIRS, tier="full",
    forall={**HEADS, "d": Integers(2, oo, window=7)},
    at="Section 3, the population loss", origin="ours",
    says="Where g_i + g_j ≥ 1/2 and h_i + h_j ≥ 1/2 the largest value on a plane zonogon with 2(d − 2) vertices is the"
         " worst error over all 2^d inputs",
    wrong=[equal(numerics.enumerated_error, MOST)],
)
