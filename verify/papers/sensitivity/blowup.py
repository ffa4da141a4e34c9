"""What blow-up, sensitivity and the shape of parameter space do not say: readings that networks set by hand refute."""

from __future__ import annotations

from functools import cache
from typing import Any

import flint
import numpy as np

import numerics
from verify import (
    Drawn,
    Integers,
    OneOf,
    Rational,
    Reals,
    Vectors,
    at_least,
    equal,
    exists,
    greater,
    oo,
    with_probability,
)
from verify.papers.sensitivity.paper import paper

paper.convention("measured blow-up", "The authors' code takes max 1/std with the sample variance, without the + 1 and "
                 "without ε, and in the last layer at the last token alone; sharpness there is a difference of losses "
                 "under noise N(0, 0.02²).")


def rescaled(n: int, factor: Any) -> numerics.Transformer:
    """The parity network that attends to the count, with tK, Q/t for K, Q and t times the MLP in layer 2."""
    network, t = numerics.attention_parity_network(n), float(factor)
    arrays = {name: getattr(network, name) for name in numerics.Transformer.__slots__}
    stretch = np.array([1.0, t])[:, None, None]
    return numerics.Transformer(**(arrays | {"key": arrays["key"] * t, "query": arrays["query"] / t,
                                             "skip": arrays["skip"] * stretch, "outer": arrays["outer"] * stretch,
                                             "outer_bias": arrays["outer_bias"] * stretch[:, 0]}))


@cache  # exact: not for directed rounding to look into
def moved_inputs(n: int, factor: Any) -> int:
    """Number of inputs at which the rescaled network is not certified to be within 2^−60 of the original."""
    close = flint.arb(2) ** -60
    pairs = zip(numerics.evaluate_cube_ball(rescaled(n, factor)),
                numerics.evaluate_cube_ball(numerics.attention_parity_network(n)), strict=True)
    with flint.ctx.workprec(128):
        return sum(not abs(changed.output - trace.output) < close for changed, trace in pairs)


def majority_sensitivity(n: int) -> int:
    """max over x of s(T, x) for the majority network, whose K, Q are 0 and which has no parameter with n in it."""
    output = numerics.evaluate_cube(numerics.majority_network(n)).output
    return int(max(numerics.sensitivity(np.rint(output).astype(np.int64))))


def silent_change(n: int, seed: int) -> float:
    """E over x of (T' − T)² at ρ = 1/100 for the parity network with ν = 0: its blow-up is large and its output 0."""
    generator, network = np.random.default_rng(seed), numerics.hot_parity_network(n)
    arrays = {name: getattr(network, name) for name in numerics.Transformer.__slots__}
    silent = numerics.Transformer(**(arrays | {"readout": 0 * network.readout}))
    moved = numerics.perturbed(silent, generator, 0.01)
    return numerics.mean_square_change(silent, moved, 1 - 2 * generator.integers(0, 2, (32, n)))


def random_signs(n: int, seed: int, layers: int) -> Any:
    """as(sign T) of a random transformer of width 8 with two heads and ε = 1/100."""
    network = numerics.random_transformer(np.random.default_rng(seed), n, 8, layers, 2, 0.01)
    signs = np.where(numerics.evaluate_cube(network).output >= 0, 1, -1)
    return numerics.average_sensitivity(signs)


def below_quarter(n: int, seed: int, layers: int) -> bool:
    """as(sign T) ≤ n/4."""
    return bool(random_signs(n, seed, layers) <= n / 4)


def below_hundredth(n: int, seed: int, layers: int) -> bool:
    """as(sign T) ≤ n/100; a false variant."""
    return bool(random_signs(n, seed, layers) <= n / 100)


def sample_scale(y: np.ndarray) -> Any:
    """1/std of a vector with the sample variance, divisor d − 1, in balls."""
    mean = sum(y) / Rational(len(y))
    total = sum((entry - mean) ** 2 for entry in y) / Rational(len(y) - 1)
    return numerics.rational_ball(numerics.exact_rational(total)).rsqrt()


def population_scale(y: np.ndarray) -> Any:
    """N(y) at ε = 0, in balls."""
    return numerics.scale_ball(y, 0, flint.ctx.prec)


def shrunk_scale(y: np.ndarray) -> Any:
    """N(y) √((d − 1)/d), in balls."""
    return population_scale(y) * (flint.arb(len(y) - 1) / len(y)).sqrt()


SEED = {"seed": Drawn(lambda generator: int(generator.integers(2**32)))}
VECTOR = {"d": Integers(2, oo, window=6), "y": Vectors("d")}
NOT_CONSTANT = {"y is not constant": lambda y: len(set(y)) > 1}

paper.claim(
    "lipschitz-majority", equal(majority_sensitivity, "(n + 1)/2"), forall={"n": Integers(1, oo, window=11)},
    given={"n is odd": "n % 2 == 1"}, at="Summary, the Lipschitz bound", origin="ours",
    says="The majority network has sensitivity (n + 1)/2 somewhere; its K, Q are 0 and no parameter depends on n",
    wrong=[equal(majority_sensitivity, "n/2")],
)

paper.claim(
    "lipschitz-no-constant", exists("(m + 1)/2 > C*exp(-1/2)", m=Integers(1, oo), witness={"m": "2*ceiling(C) + 1"}),
    forall={"C": Reals(0, oo)}, at="Summary, the Lipschitz bound", origin="ours", uses=["lipschitz-majority"],
    says="Whatever the constant, some odd length has a majority network that is too sensitive for that bound",
    wrong=[exists("(m + 1)/2 > C*exp(1/2)", m=Integers(1, oo), witness={"m": "2*ceiling(C) + 1"})],
)

paper.claim(
    "isolated-points", greater(moved_inputs, 0), forall={"n": OneOf(3, 4), "factor": OneOf(Rational(1, 2), 2, 3)},
    at="Summary, isolated points", origin="summary", expect="refuted",
    says="Networks of sensitive functions are isolated in parameter space; rescaled K, Q, MLP give the same function",
)

paper.claim(
    "blowup-sharp", at_least(silent_change, Rational(1, 100)), forall={"n": OneOf(16), **SEED},
    at="Summary, blow-up and perturbation", origin="summary", expect="refuted",
    says="A large blow-up alone makes the output move much; with ν = 0 nothing moves",
)

paper.claim(
    "random-init", with_probability(below_quarter, SEED, at_least=Rational(1, 2)),
    forall={"n": OneOf(8), "layers": OneOf(2)}, at="Section 4, sensitivity at random initialisation",
    origin="folklore", tier="full",
    says="Random transformers have low sensitivity: most at most n/4, random functions have n/2",
    wrong=[with_probability(below_hundredth, SEED, at_least=Rational(1, 2))],
)

paper.claim(
    "code-conventions", equal(sample_scale, shrunk_scale), forall=VECTOR, given=NOT_CONSTANT,
    at="Code of the paper, measured blow-up", origin="ours",
    says="1/std with the sample variance is N √((d − 1)/d): 0.707 N at width 2",
    wrong=[equal(sample_scale, population_scale)],
)
