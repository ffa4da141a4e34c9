"""Sharpness of the networks set by hand: how far T moves when the parameters move by ρ in a random direction."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor
from typing import Any

import numpy as np

import numerics
from verify import Drawn, OneOf, Rational, with_probability
from verify.papers.sensitivity.paper import paper

paper.convention("sharpness", "L_ρ,n = E_Δ E_x (T_{θ+Δ}(x) − T_θ(x))², Δ uniform on the sphere of radius ρ over all "
                 "parameters but the positions p_w, whose number grows with n.")

Network = Callable[[int], numerics.Transformer]


def change(build: Network, rho: Any, n: int, seed: int, sampled: bool) -> float:
    """E over x of (T' − T)² in the direction of this seed; over 16 random inputs where sampled, else over all."""
    generator = np.random.default_rng(seed)
    network = build(n)
    moved = numerics.perturbed(network, generator, float(rho))
    inputs = 1 - 2 * generator.integers(0, 2, (16, n)) if sampled else None
    return numerics.mean_square_change(network, moved, inputs)


def sign_errors(rho: Any, n: int, seed: int) -> int:
    """Among 16 random inputs, those at which parity has the wrong sign after a move of length ρ."""
    generator = np.random.default_rng(seed)
    moved = numerics.perturbed(numerics.hot_parity_network(n), generator, float(rho))
    inputs = 1 - 2 * generator.integers(0, 2, (16, n))
    return int(np.sum(numerics.evaluate(moved, inputs).output * inputs.prod(axis=1) <= 0))


def parity_moves(rho: Any, n: int, seed: int) -> bool:
    """Parity by a position that recognises the count moves by a mean square of at least ½."""
    return change(numerics.hot_parity_network, rho, n, seed, True) >= 0.5


def parity_moves_by_three(rho: Any, n: int, seed: int) -> bool:
    """The same with 3; a false variant."""
    return change(numerics.hot_parity_network, rho, n, seed, True) >= 3


def parity_stays(rho: Any, n: int, seed: int) -> bool:
    """Parity by a position that recognises the count moves by a mean square of at most ρ²."""
    return change(numerics.hot_parity_network, rho, n, seed, False) <= float(rho) ** 2


def parity_stays_put(rho: Any, n: int, seed: int) -> bool:
    """The same with ρ³/1000; a false variant."""
    return change(numerics.hot_parity_network, rho, n, seed, False) <= float(rho) ** 3 / 1000


def first_stays(rho: Any, n: int, seed: int) -> bool:
    """The network of the first bit moves by a mean square of at most ρ²/2."""
    return change(numerics.first_network, rho, n, seed, False) <= float(rho) ** 2 / 2


def first_stays_put(rho: Any, n: int, seed: int) -> bool:
    """The same with ρ²/10000; a false variant."""
    return change(numerics.first_network, rho, n, seed, False) <= float(rho) ** 2 / 10000


def majority_stays(rho: Any, n: int, seed: int) -> bool:
    """The network of majority moves by a mean square of at most ρ²/2."""
    return change(numerics.majority_network, rho, n, seed, False) <= float(rho) ** 2 / 2


def short_is_right(rho: Any, seed: int) -> bool:
    """No sign error at the length ρ^(−1/2)."""
    return sign_errors(rho, floor(rho**-0.5), seed) == 0


def short_is_wrong(rho: Any, seed: int) -> bool:
    """Some sign error at the length ρ^(−1/2); a false variant."""
    return not short_is_right(rho, seed)


def long_is_wrong(rho: Any, seed: int) -> bool:
    """Some sign error at the length 6 ρ^(−1/2)."""
    return sign_errors(rho, ceil(6 * rho**-0.5), seed) > 0


def long_is_right(rho: Any, seed: int) -> bool:
    """No sign error at the length 6 ρ^(−1/2); a false variant."""
    return not long_is_wrong(rho, seed)


DIRECTION = {"seed": Drawn(lambda generator: int(generator.integers(2**32)))}
AT = "Section 4, sharpness"
TENTH, HUNDREDTH = Rational(1, 10), Rational(1, 100)
LIKELY = Rational(3, 4)

paper.claim(
    "sharpness-columns", with_probability(parity_moves, DIRECTION, at_least=LIKELY),
    forall={"rho": OneOf(TENTH), "n": OneOf(24)}, at=AT, origin="ours", uses=["parity-hot"],
    says="At a fixed radius, a longer parity network moves by ½ and more in mean square, in most directions",
    wrong=[with_probability(parity_moves_by_three, DIRECTION, at_least=LIKELY)],
)

paper.claim(
    "sharpness-rows", with_probability(parity_stays, DIRECTION, at_least=LIKELY),
    forall={"rho": OneOf(TENTH, HUNDREDTH, Rational(1, 1000)), "n": OneOf(4)}, at=AT, origin="ours",
    uses=["parity-hot"], says="At a fixed length, the same network moves by ρ² at most: the order of limits matters",
    wrong=[with_probability(parity_stays_put, DIRECTION, at_least=LIKELY)],
)

paper.claim(
    "sharpness-first", with_probability(first_stays, DIRECTION, at_least=LIKELY),
    forall={"rho": OneOf(TENTH, HUNDREDTH), "n": OneOf(4, 32, 128)}, at=AT, origin="ours",
    uses=["first-net"], tier="full",
    says="The network that reads the first bit is equally flat at every length",
    wrong=[with_probability(first_stays_put, DIRECTION, at_least=LIKELY)],
)

paper.claim(
    "low-sensitivity-flat", with_probability(majority_stays, DIRECTION, at_least=LIKELY),
    forall={"rho": OneOf(TENTH), "n": OneOf(9, 129)}, at="Summary, sharpness and sensitivity", origin="summary",
    expect="refuted", uses=["majority-net"],
    says="Low average sensitivity makes flat; majority has it, and its network gets sharper with n",
)

paper.claim(
    "length-generalisation-short", with_probability(short_is_right, DIRECTION, at_least=LIKELY),
    forall={"rho": OneOf(TENTH, HUNDREDTH, Rational(1, 1000))}, at="Section 5, length generalisation", origin="ours",
    tier="full", uses=["parity-hot"], says="Moved by ρ, the parity network is still right on inputs of ρ^(−1/2) bits",
    wrong=[with_probability(long_is_right, DIRECTION, at_least=LIKELY)],
)

paper.claim(
    "length-generalisation", with_probability(long_is_wrong, DIRECTION, at_least=LIKELY),
    forall={"rho": OneOf(TENTH, HUNDREDTH)}, at="Section 5, length generalisation", origin="ours", uses=["parity-hot"],
    says="Moved by ρ, however little, it errs on inputs of 6 ρ^(−1/2) bits: it does not generalise in length",
    wrong=[with_probability(short_is_wrong, DIRECTION, at_least=LIKELY)],
)
