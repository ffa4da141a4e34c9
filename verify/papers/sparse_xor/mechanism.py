"""What one step does to the logits, and how wide and how long it has to be."""

from __future__ import annotations

import math

import numpy as np

import numerics
from verify import OneOf, Rational, near, with_probability
from verify.papers.sparse_xor.paper import paper
from verify.papers.sparse_xor.trial import SEED, double, largest_error, logarithmic, specialises, stepped


def logit_error(seed: int, d: int, mean: float = 2.0, swap: bool = False) -> float:
    """m/2C times the largest error of the predicted logits of the first head after a step of size C d² with C = d.

    They are a_k(1 − 2C/m) + 2C(e^D v_k·v_i + e^−D v_k·v_j) − 4C v_k·v̄; ``mean`` is the factor of the last term, which
    is 2 in units of 2C, and ``swap`` exchanges i and j.
    """
    m, positions = double(d), numerics.instance(seed, d, double(d)).positions
    _, (i, j), queries = stepped(seed, d, m, float(d) ** 3)
    start = positions @ numerics.instance(seed, d, m).queries[0]
    gap = start[i - 1] - start[j - 1]
    near_i, near_j = positions @ positions[(j if swap else i) - 1], positions @ positions[(i if swap else j) - 1]
    said = start * (1 / (2 * d) - 1 / m) + math.exp(gap) * near_i + math.exp(-gap) * near_j
    said -= mean * (positions @ positions.mean(axis=0))
    return float(m * np.abs(positions @ queries[0] / (2 * d) - said).max())


paper.claim(
    "step-logits", with_probability(lambda seed, d: logit_error(seed, d) <= 4, SEED, at_least=Rational(4, 5)),
    forall={"d": OneOf(64, 256)}, at="Theorem 2, the step behind it", origin="ours", tier="full",
    says="After a step of size C d² the first head's logits are a_k(1 − 2C/m) + 2C(e^D v_k·v_i + e^−D v_k·v_j)"
         " − 4C v_k·v̄ within 8C/m, in at least four of five draws",
    wrong=[with_probability(lambda seed, d: logit_error(seed, d, mean=0.0) <= 4, SEED, at_least=Rational(4, 5)),
           with_probability(lambda seed, d: logit_error(seed, d, swap=True) <= 4, SEED, at_least=Rational(4, 5))],
)

def targets_pushed_most(seed: int, d: int, m: int) -> bool:
    """Whether the step raises both targets' logits above those of every other position, in both heads."""
    positions, pair, queries = stepped(seed, d, m, 1.0)
    pushes = (queries - numerics.instance(seed, d, m).queries) @ positions.T
    targets = [place - 1 for place in pair]
    return bool((pushes[:, targets].min(axis=1) > np.delete(pushes, targets, axis=1).max(axis=1)).all())


paper.claim(
    "dominance",
    with_probability(lambda seed, d: targets_pushed_most(seed, d, logarithmic(16, d)), SEED, at_least=Rational(9, 10)),
    forall={"d": OneOf(64, 256)}, at="Section 3, the gradient", origin="summary", tier="full",
    says="At width ⌈16 ln d⌉ the step raises both targets' logits most in both heads, in at least nine of ten draws",
    wrong=[with_probability(lambda seed, d: targets_pushed_most(seed, d, logarithmic(4, d)), SEED,
                            at_least=Rational(9, 10))],
)


def both_on_pair(seed: int, d: int, m: int) -> bool:
    """Whether both heads attend most to one of the two targets, perhaps the same, after a large step."""
    positions, pair, queries = stepped(seed, d, m, float(d) ** 6)
    return set((positions @ queries.T).argmax(axis=0) + 1) <= set(pair)


paper.claim(
    "width", with_probability(lambda seed, d: both_on_pair(seed, d, logarithmic(4, d)), SEED, at_least=Rational(4, 5)),
    forall={"d": OneOf(64, 256)}, at="Theorem 2, the width", origin="ours", tier="full",
    says="At width ⌈4 ln d⌉ both heads find the pair after a large step in at least four of five draws",
    wrong=[with_probability(lambda seed, d: both_on_pair(seed, d, logarithmic(1, d)), SEED, at_least=Rational(4, 5))],
)


def fails(seed: int, c: int) -> bool:
    """Whether some input is missed by 1/10 or more after a step of size C d², C = c ln d; d = 256, m = 32, centred."""
    return largest_error(seed, 256, 32, c * math.log(256) * 256**2, centred=True) >= 1 / 10


paper.claim(
    "gap-law", near(fails, "erf(sqrt(32)*log(40)/(8*c*log(256)))", within=Rational(1, 20), over=SEED),
    forall={"c": OneOf(4, 8)}, at="Theorem 2, the step size", origin="ours", tier="full",
    says="On centred positions, d = 256 and m = 32, a step with C = c ln d misses some input by ε = 1/10 with"
         " probability erf(√m ln(4/ε)/8C), within 1/20",
    wrong=[near(fails, "erf(sqrt(32)*log(40)/(4*c*log(256)))", within=Rational(1, 20), over=SEED)],
)


def own_attention(seed: int, d: int, exponent: float) -> float:
    """The smaller of what the two heads give to their own targets after a step of size d^exponent, best assignment."""
    positions, (i, j), queries = stepped(seed, d, double(d), float(d) ** exponent)
    g, h = (numerics.softmax(positions @ query) for query in queries)
    return float(max(min(g[i - 1], h[j - 1]), min(g[j - 1], h[i - 1])))


paper.claim(
    "attention-one",
    with_probability(lambda seed, d: own_attention(seed, d, 3) >= 9 / 10, SEED, at_least=Rational(3, 4)),
    forall={"d": OneOf(64, 256)}, at="Theorem 2", origin="summary", tier="full",
    says="A step of size d³ gives nine tenths of each head's attention to its own target, in at least three of four"
         " draws",
    wrong=[with_probability(lambda seed, d: own_attention(seed, d, 2) >= 9 / 10, SEED, at_least=Rational(3, 4))],
)

paper.claim(
    "step-size-small",
    with_probability(lambda seed, d: specialises(seed, d, double(d), 1.5), SEED, at_most=Rational(1, 3)),
    forall={"d": OneOf(64, 256)}, at="Theorem 2, the step size", origin="ours", tier="full",
    says="A step of size d^1.5 makes the heads attend to their own targets in at most one of three draws",
    wrong=[with_probability(lambda seed, d: specialises(seed, d, double(d), 2), SEED, at_most=Rational(1, 3))],
)

paper.claim(
    "step-size-large",
    with_probability(lambda seed, d: largest_error(seed, d, double(d), float(d) ** 8) < 1 / 10, SEED,
                     at_least=Rational(3, 4)),
    forall={"d": OneOf(64)}, at="Theorem 2, the step size", origin="ours", tier="full",
    says="No step is too long: one of size d⁸ makes the error at every input smaller than 1/10 as often",
    wrong=[with_probability(lambda seed, d: largest_error(seed, d, double(d), float(d) ** 2) < 1 / 10, SEED,
                            at_least=Rational(3, 4))],
)
