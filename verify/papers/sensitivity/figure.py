"""Figures: the blow-up of the networks set by hand, and how far they move when their parameters do."""

from __future__ import annotations

from collections.abc import Callable
from math import comb, pi, sqrt
from typing import Any

import numpy as np

import numerics
from verify import curve, heat, lines, points
from verify.papers.sensitivity.paper import paper
from verify.papers.sensitivity.parity_network import by_weight

Picture = Any
LENGTHS = [4, 8, 16, 32, 64, 128]
ODD = [n + 1 for n in LENGTHS]


def by_orbits(build: Callable[[int], numerics.Transformer], n: int) -> float:
    """E Blowup² in floats, over orbits of inputs."""
    counts, sizes = numerics.orbits(build(n))
    return numerics.orbit_mean(numerics.evaluate_orbits(build(n), counts).blowup ** 2, sizes)


def by_weights(build: Callable[[int], numerics.Transformer], n: int) -> float:
    """The same from one input of every Hamming weight."""
    sizes = [comb(n, k) for k in range(n + 1)]
    return numerics.orbit_mean(numerics.evaluate(build(n), by_weight(n)).blowup ** 2, sizes)


@paper.figure("blowup-growth", title="What networks set by hand pay in blow-up",
              at="Section 4, the price of sensitivity",
              illustrates=["parity-hot-growth", "parity-saw-growth", "parity-attn-blowup", "majority-net-growth",
                           "first-net"],
              says="E Blowup² over all inputs, in floats; lines are the laws 9n⁴, n² and π² n√n/√(8π). The parity"
                   " network whose weights grow with n pays in these instead")
def blowup_growth() -> Picture:
    law = pi**2 / sqrt(8 * pi)
    return lines(
        points("parity by a recognised count, 9n⁴", LENGTHS,
               [by_weights(numerics.hot_parity_network, n) for n in LENGTHS]),
        curve("parity by a recognised count, 9n⁴", [4, 128], [9.0 * n**4 for n in (4, 128)]),
        points("parity by a saw-tooth, n²", LENGTHS, [by_orbits(numerics.saw_parity_network, n) for n in LENGTHS]),
        curve("parity by a saw-tooth, n²", [4, 128], [16, 128**2]),
        points("majority, 1.97 n√n", ODD, [by_orbits(numerics.majority_network, n) for n in ODD]),
        curve("majority, 1.97 n√n", [5, 129], [law * n**1.5 for n in (5, 129)]),
        points("parity by attention to the count", LENGTHS,
               [by_weights(numerics.attention_parity_network, n) for n in LENGTHS]),
        points("the first bit", LENGTHS, [by_orbits(numerics.first_network, n) for n in LENGTHS]),
        x="length n", y="E Blowup²", log_x=True, log_y=True)


def sharpness_table(build: Callable[[int], numerics.Transformer]) -> Picture:
    """L_ρ,n of a network over lengths and radii, from 8 directions and 16 random inputs each."""
    lengths, radii = [4, 8, 16, 32], [0.01, 0.03, 0.1, 0.3, 1]
    inputs = [1 - 2 * np.random.default_rng(n).integers(0, 2, (16, n)) for n in lengths]
    return heat(x=("length n", lengths), y=("radius ρ", radii), log=True, values=("L_ρ,n", [
        [numerics.sharpness_estimate(build(n), rho, range(8), x).mean for n, x in zip(lengths, inputs, strict=True)]
        for rho in radii]))


SHARP = {"at": "Section 4, sharpness",
         "says": "The mean square by which the output moves in 8 random directions of length ρ, over 16 random inputs"}


@paper.figure("sharpness-parity", title="Sharpness of the parity network that recognises the count",
              illustrates=["sharpness-columns", "sharpness-rows", "length-generalisation"], **SHARP)
def sharpness_parity() -> Picture:
    return sharpness_table(numerics.hot_parity_network)


@paper.figure("sharpness-of-first", title="Sharpness of the network of the first bit", illustrates=["sharpness-first"],
              **SHARP)
def sharpness_of_first() -> Picture:
    return sharpness_table(numerics.first_network)
