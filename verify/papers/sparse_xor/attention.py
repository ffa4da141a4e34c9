"""Attention of other kinds: which of them the antisymmetric start traps, and which learn in one step all the same."""

from __future__ import annotations

import math

import numpy as np

import numerics
from verify import OneOf, Rational, at_least, equal, with_probability
from verify.papers.sparse_xor.paper import paper
from verify.papers.sparse_xor.trap import derive_half
from verify.papers.sparse_xor.trial import SEED

paper.claim(
    "odd-attention-loss", at_least(lambda g, pair: numerics.population_loss(g, -g, pair), "1/2"),
    at="Section 4, other kinds of attention", origin="ours",
    says="Where h = −g, f = (g·x)² ≥ 0, and the target is −1 on half of the cube: the loss is at least 1/2",
    derive=derive_half("+", "-"),
    wrong=[at_least(lambda g, pair: numerics.population_loss(g, -g, pair), "51/100")],
)


def trained(seed: int, kind: str) -> np.ndarray:
    """Both queries after two steps of size 8 from the antisymmetric start, at d = 8 and m = 4."""
    return numerics.train(numerics.instance(seed, 8, 4), 8.0, 2, attention=kind).queries[-1]


paper.claim(
    "odd-attention-trap", equal(lambda seed, kind: trained(seed, kind)[1], lambda seed, kind: -trained(seed, kind)[0]),
    forall={"kind": OneOf("linear", "erf"), "seed": OneOf(*range(4))},
    at="Section 4, other kinds of attention", origin="summary", uses=("odd-attention-loss",),
    says="Linear and erf attention, which are odd in the logits, keep θ̃ = −θ along training, and so h = −g: they never"
         " leave a loss of 1/2",
    wrong=[equal(lambda seed: trained(seed, "softmax")[1], lambda seed: -trained(seed, "softmax")[0])],
)


def power_specialises(seed: int) -> bool:
    """Whether one large step with weights (1 + z/8)^8 over their sum specialises the heads; d = 64, m = ⌈ln² d⌉."""
    made = numerics.instance(seed, 64, math.ceil(math.log(64) ** 2))
    after = numerics.train(made, 64.0**6, 1, attention="power", power=8)
    heads = numerics.model_heads(numerics.Instance(made.positions, after.queries[-1], made.subset), "power", 8)
    return bool(numerics.heads_specialise(heads, made.subset))


paper.claim(
    "softmax-necessary", with_probability(power_specialises, SEED, at_most=Rational(1, 2)),
    at="Section 4, other kinds of attention", origin="summary", expect="refuted",
    says="Exact softmax is necessary for fast specialisation: no other attention specialises in one step in most draws",
)


def learned(seed: int, kind: str) -> bool:
    """Whether four backtracked steps with independent starts bring the loss below 1/2; d = m = 16."""
    made = numerics.instance(seed, 16, 16, start="independent")
    return bool(numerics.train(made, 16.0**3, 4, attention=kind, backtracking=True).loss[-1] < 1 / 2)


paper.claim(
    "steps", with_probability(lambda seed: learned(seed, "softmax"), SEED, at_least=Rational(4, 5)),
    at="Section 4, other kinds of attention", origin="summary", tier="full",
    says="Four backtracked steps with softmax bring the loss below 1/2 in at least four of five draws; with linear"
         " attention they do not",
    wrong=[with_probability(lambda seed: learned(seed, "linear"), SEED, at_least=Rational(4, 5))],
)
