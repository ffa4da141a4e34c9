"""Transformers with weights set by hand for functions of low sensitivity, and how their blow-up grows."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import flint
import numpy as np

import numerics
from verify import Integers, OneOf, Rational, chain, equal, oo, within
from verify.papers.sensitivity.paper import paper
from verify.papers.sensitivity.parity_network import AT, LENGTH, Network, misses


def blowup_of_majority(n: int) -> np.ndarray:
    """Blowup(x) of the majority network at all inputs, in floats."""
    return np.asarray(numerics.evaluate(numerics.majority_network(n), numerics.cube(n)).blowup)


def inverse_mean(n: int) -> np.ndarray:
    """1 + n/|Σ x| at all inputs, exactly."""
    return np.array([1 + Rational(n, abs(int(total))) for total in numerics.cube(n).sum(axis=1)])


def mean_square(n: int) -> Any:
    """E Blowup² of the majority network: Σ_k C(n, k) (1 + n/|n − 2k|)²/2^n over its orbits, in floats."""
    network = numerics.majority_network(n)
    counts, sizes = numerics.orbits(network)
    return numerics.orbit_mean(numerics.evaluate_orbits(network, counts).blowup ** 2, sizes)


def sensitivity_elsewhere(n: int) -> list[int]:
    """The sensitivities of majority at inputs whose bits sum to neither 1 nor −1, and the smallest of the others."""
    table, middle = numerics.sensitivity(numerics.majority(n)), np.abs(numerics.cube(n).sum(axis=1)) == 1
    return [int(max(table[~middle], default=0)), int(min(table[middle])), int(max(table[middle]))]


@cache  # exact: not for directed rounding to look into
def fails(build: Network, table: Callable[[int], Any], n: int) -> int:
    """Number of inputs at which T(x) is not certified to be the table's value, or Blowup(x) not to be at most 3."""
    close, bound = flint.arb(2) ** -60, 3 + flint.arb(2) ** -40
    with flint.ctx.workprec(128):
        return sum(not (abs(trace.output - flint.fmpq(int(value.numerator), int(value.denominator))) < close
                        and trace.blowup < bound)
                   for trace, value in zip(numerics.evaluate_cube_ball(build(n)), table(n), strict=True))


@cache
def scratchpad_fails(n: int, i: int, place: int) -> int:
    """The same for step i of the scratchpad, on the string x_1 … x_n t_0 … t_(i−1), against t_(i−1) x_place."""
    def table(length: int) -> np.ndarray:
        return np.asarray(numerics.cube(length)[:, -1] * numerics.cube(length)[:, place - 1])

    return fails(lambda length: numerics.scratchpad_network(n, i), table, n + i)


@cache
def spelled(n: int, start: int) -> tuple[int, ...]:
    """The last token of the scratchpad for every x, run from t_0 = start: the signs of T, certified in balls."""
    ends = []
    for x in numerics.cube(n).tolist():
        string = [*x, start]
        for i in range(1, n + 1):
            output = numerics.evaluate_ball(numerics.scratchpad_network(n, i), string).output
            string.append(1 if output > 0 else -1 if output < 0 else 0)
        ends.append(string[-1])
    return tuple(ends)


def first_is_read(n: int, logit: float) -> bool:
    """Whether T has the sign of the first bit at every input: before its sign is taken, it is affine in the number of
    other bits −1, so inputs suffice whose groups of bits are constant."""
    network = numerics.first_network(n, logit)
    sizes = [len(group) for group in numerics.position_groups(network)]
    counts = np.array(list(product(*((0, size) for size in sizes))))
    return bool(np.all(numerics.evaluate_orbits(network, counts).output * np.where(counts[:, 0] > 0, -1, 1) > 0))


def needed_logit(n: int) -> Any:
    """The smallest logit with which the first bit is read at every input, by bisection."""
    low, high = 0.0, 16.0
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (low, middle) if first_is_read(n, middle) else (middle, high)
    return within((low + high) / 2, 2e-8)


def read_with_logit_three(n: int) -> bool:
    """Whether a logit of 3 lets the network read the first bit at every input."""
    return first_is_read(n, 3.0)


ODD = {"n is odd": "n % 2 == 1"}

paper.claim(
    "majority-net", equal(lambda n: misses(numerics.majority_network, numerics.majority, n), 0), forall=LENGTH, at=AT,
    origin="ours", says="One layer of uniform attention computes majority at every input",
    wrong=[equal(lambda n: misses(numerics.majority_network, numerics.parity, n), 0)],
)

paper.claim(
    "majority-net-growth", chain("n^(3/2)", "<=", mean_square, "<=", "4*n^(3/2)"),
    forall={"n": OneOf(3, 5, 9, 17, 33, 65, 129, 257)}, at=AT, origin="ours",
    says="Its E Blowup² grows as n^(3/2), though the function has low sensitivity",
    wrong=[chain("n^(3/2)", "<=", mean_square, "<=", "4*n")],
)

paper.claim(
    "majority-net-blowup", equal(blowup_of_majority, inverse_mean), forall={"n": Integers(1, oo, window=9)}, given=ODD,
    at=AT, origin="ours", says="The blow-up of the majority network is 1 + n/|Σ x| at every input: n + 1 in the middle",
    wrong=[equal(blowup_of_majority, lambda n: inverse_mean(n) - 1)],
)

paper.claim(
    "majority-net-middle", equal(sensitivity_elsewhere, lambda n: [0, (n + 1) // 2, (n + 1) // 2]),
    forall={"n": Integers(1, oo, window=9)}, given=ODD, at=AT, origin="folklore",
    says="Majority is sensitive where the bits sum to ±1 alone, and there to (n + 1)/2 of them",
    wrong=[equal(sensitivity_elsewhere, lambda n: [0, n, n])],
)

paper.claim(
    "first-net", equal(lambda n: fails(numerics.first_network, numerics.first, n), 0), forall=LENGTH, at=AT,
    origin="ours",
    says="One head with a logit of log(3(n − 1)) computes the first bit at every input, with a blow-up of at most 3",
    wrong=[equal(lambda n: fails(numerics.first_network, numerics.majority, n), 0)],
)

paper.claim(
    "or-net", equal(lambda n: fails(numerics.or_network, numerics.disjunction, n), 0), forall=LENGTH, at=AT,
    origin="ours",
    says="One head with a logit of log(3n) on every bit −1 computes OR at every input, with a blow-up of at most 3",
    wrong=[equal(lambda n: fails(numerics.or_network, numerics.parity, n), 0)],
)

paper.claim(
    "mean-net", equal(lambda n: fails(numerics.mean_network, numerics.mean, n), 0), forall=LENGTH, at=AT,
    origin="ours", says="Uniform attention computes the mean of the bits at every input, with a blow-up of at most 3",
    wrong=[equal(lambda n: fails(numerics.mean_network, numerics.majority, n), 0)],
)

SCRATCHPAD = {"n": Integers(1, oo, window=3), "i": Integers(1, "n")}

paper.claim(
    "scratchpad-net", equal(lambda n, i: scratchpad_fails(n, i, i), 0), forall=SCRATCHPAD,
    at="Section 5, parity with a scratchpad", origin="ours",
    says="A step t_i = t_(i−1) x_i of a parity scratchpad is computed at every input, with a blow-up of at most 3",
    wrong=[equal(lambda n, i: scratchpad_fails(n, i, 1), 0)],
)

paper.claim(
    "scratchpad-run", equal(lambda n: spelled(n, 1), lambda n: tuple(numerics.parity(n).tolist())),
    forall={"n": Integers(1, oo, window=4)}, at="Section 5, parity with a scratchpad", origin="ours",
    uses=["scratchpad-net"], says="Run from t_0 = 1 on its own tokens, it spells the parity of all bits",
    wrong=[equal(lambda n: spelled(n, -1), lambda n: tuple(numerics.parity(n).tolist()))],
)

paper.claim(
    "first-log", equal(needed_logit, "log(n - 1)"), forall={"n": OneOf(3, 10, 30, 100, 300)}, at=AT,
    origin="ours", says="To read one bit out of n, that network needs a logit of log(n − 1): it grows with n",
    wrong=[equal(needed_logit, "log(n)"), equal(needed_logit, "3")],
)

paper.claim(
    "first-constant-logit", equal(read_with_logit_three, True), forall={"n": Integers(2, 24)}, at=AT, origin="ours",
    says="A logit of 3 reads the first bit at every length; it does up to 21 bits", expect="refuted",
)
