"""Transformers with weights set by hand that compute parity, and what each of them pays for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import comb
from typing import Any

import flint
import numpy as np

import numerics
from verify import Integers, OneOf, chain, equal, oo
from verify.papers.sensitivity.paper import paper

paper.convention("transformer", "A head adds Σ_v a_wv V y_v with a = softmax((K y_v)·(Q y_w)), no 1/√d; MLP(u) = S u + "
                 "W₂ relu(W₁ u + c₁) + c₂ with any matrix S; N is taken after every layer; the last position is read.")
paper.convention("computes", "A network has a value where balls of 128 bits put T(x) within 2^−60 of it; its weights "
                 "are float64 numbers, read exactly.")

Network = Callable[[int], numerics.Transformer]


def hot(n: int) -> numerics.Transformer:
    """Parity by a position that recognises the count; fixed norms."""
    return numerics.hot_parity_network(n)


def saw(n: int) -> numerics.Transformer:
    """Parity by a saw-tooth of n − 1 hidden units."""
    return numerics.saw_parity_network(n)


def attending(n: int) -> numerics.Transformer:
    """Parity by attention to the counted position; growing norms."""
    return numerics.attention_parity_network(n)


@cache  # exact: not for directed rounding to look into
def misses(build: Network, table: Callable[[int], Any], n: int) -> int:
    """Number of inputs of n bits at which T(x) is not certified to be within 2^−60 of the table."""
    close = flint.arb(2) ** -60
    with flint.ctx.workprec(128):
        return sum(not abs(trace.output - flint.fmpq(int(value.numerator), int(value.denominator))) < close
                   for trace, value in zip(numerics.evaluate_cube_ball(build(n)), table(n), strict=True))


def by_weight(n: int) -> np.ndarray:
    """One input of every number of bits −1, from 0 to n; these networks see that number alone."""
    return np.where(np.arange(n) < np.arange(n + 1)[:, None], -1, 1)


@cache
def off_law(build: Network, law: Callable[[Any], Any], n: int) -> int:
    """Number of Hamming weights at which Blowup(x) is not certified to be law(n), up to 2^−40 (weights are rounded)."""
    close = flint.arb(2) ** -40
    with flint.ctx.workprec(128):
        return sum(not abs(numerics.evaluate_ball(build(n), x).blowup / law(flint.arb(n)) - 1) < close
                   for x in by_weight(n))


@cache
def above(build: Network, bound: int, n: int) -> int:
    """Number of Hamming weights at which Blowup(x) is not certified to be below the bound."""
    return sum(not numerics.evaluate_ball(build(n), x).blowup < bound for x in by_weight(n))


def hot_law(n: Any) -> Any:
    """3(1 + n√(n² + 1))."""
    return 3 * (1 + n * (n**2 + 1).sqrt())


def rough_hot_law(n: Any) -> Any:
    """3(1 + n²); a false variant."""
    return 3 * (1 + n**2)


def saw_law(n: Any) -> Any:
    """1 + n."""
    return 1 + n


def hot_mean_square(n: int) -> float:
    """E Blowup² in floats, from one input of every Hamming weight."""
    sizes = [comb(n, k) for k in range(n + 1)]
    return numerics.orbit_mean(numerics.evaluate(hot(n), by_weight(n)).blowup ** 2, sizes)


def saw_mean_square(n: int) -> float:
    """E Blowup² in floats, over orbits of inputs."""
    counts, sizes = numerics.orbits(saw(n))
    return numerics.orbit_mean(numerics.evaluate_orbits(saw(n), counts).blowup ** 2, sizes)


LENGTH = {"n": Integers(1, oo, window=6)}
GROWTH = {"n": Integers(2, oo, window=10)}
AT = "Section 4, the price of sensitivity"

paper.claim(
    "parity-hot", equal(lambda n: misses(hot, numerics.parity, n), 0), forall=LENGTH, at=AT, origin="ours",
    says="Two layers with seven hidden units, whose norms do not depend on n, compute parity at every input",
    wrong=[equal(lambda n: misses(hot, numerics.majority, n), 0)],
)

paper.claim(
    "parity-hot-blowup", equal(lambda n: off_law(hot, hot_law, n), 0), forall=GROWTH,
    at=AT, origin="ours", says="Its blow-up is 3(1 + n√(n² + 1)) at every input, so E Blowup² grows as n⁴",
    wrong=[equal(lambda n: off_law(hot, rough_hot_law, n), 0)],
)

paper.claim(
    "parity-saw", equal(lambda n: misses(saw, numerics.parity, n), 0), forall=LENGTH, at=AT, origin="ours",
    says="One layer with a saw-tooth of n − 1 hidden units and slopes that do not depend on n computes parity",
    wrong=[equal(lambda n: misses(saw, numerics.first, n), 0)],
)

paper.claim(
    "parity-saw-blowup", equal(lambda n: off_law(saw, saw_law, n), 0), forall=GROWTH, at=AT, origin="ours",
    says="Its blow-up is 1 + n at every input, so E Blowup² grows as n²",
    wrong=[equal(lambda n: off_law(saw, hot_law, n), 0)],
)

paper.claim(
    "parity-attn", equal(lambda n: misses(attending, numerics.parity, n), 0), forall=LENGTH, at=AT, origin="ours",
    says="Two layers that attend to the counted position compute parity, with weights that grow with n",
    wrong=[equal(lambda n: misses(attending, numerics.disjunction, n), 0)],
)

paper.claim(
    "parity-attn-blowup", equal(lambda n: above(attending, 4, n), 0), forall={"n": Integers(1, oo, window=8)}, at=AT,
    origin="ours",
    says="Its blow-up stays below 4 at every input: parity is paid for by the norm of the weights instead",
    wrong=[equal(lambda n: above(attending, 2, n), 0)],
)

paper.claim(
    "parity-hot-growth", chain("9*n^4", "<=", hot_mean_square, "<=", "9*(n^2 + 2)^2"),
    forall={"n": OneOf(16, 64, 256)}, at=AT, origin="ours", tier="full",
    says="E Blowup² along lengths up to 256, for the network that recognises the count",
    wrong=[chain("9*n^4", "<=", hot_mean_square, "<=", "9*n^(7/2)")],
)

paper.claim(
    "parity-saw-growth", chain("n^2", "<=", saw_mean_square, "<=", "(n + 2)^2"),
    forall={"n": OneOf(16, 64, 256, 512)}, at=AT, origin="ours", tier="full",
    says="E Blowup² along lengths up to 512, for the network with a saw-tooth",
    wrong=[chain("n^2", "<=", saw_mean_square, "<=", "n^(3/2)")],
)
