"""More than two heads for a target of more than two coordinates."""

from __future__ import annotations

import numerics
from verify import OneOf, Rational, with_probability
from verify.papers.sparse_xor.paper import paper
from verify.papers.sparse_xor.trial import SEED, double


def heads_specialise(seed: int, k: int, steps: int) -> bool:
    """Whether k heads attend to one target each after so many steps, backtracked from a large size; d = 32."""
    made = numerics.instance(seed, 32, double(32), k, start="independent")
    after = numerics.train(made, 32.0 ** (k + 1), steps, backtracking=steps > 1)
    return bool(numerics.heads_specialise(after.queries[-1] @ made.positions.T, made.subset))


paper.claim(
    "k-heads", with_probability(lambda seed, k: heads_specialise(seed, k, 1), SEED, at_most=Rational(1, 2)),
    forall={"k": OneOf(3)}, at="Section 5, more than two coordinates", origin="ours", tier="full",
    says="With three heads for three coordinates one large step specialises them in at most half of the draws",
    wrong=[with_probability(lambda seed: heads_specialise(seed, 2, 1), SEED, at_most=Rational(1, 2))],
)

paper.claim(
    "k-heads-architecture",
    with_probability(lambda seed: heads_specialise(seed, 3, 8), SEED, at_most=Rational(1, 2)),
    at="Section 5, more than two coordinates", origin="summary", tier="full", expect="refuted",
    says="Three coordinates need another architecture; yet eight backtracked steps of three heads learn them in most"
         " draws",
)
