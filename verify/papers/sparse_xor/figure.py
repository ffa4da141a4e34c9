"""Figures: what one step does to the attention, and measured shares of success beside their laws."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, log, sqrt
from typing import Any

import numpy as np
from scipy.special import erf

import numerics
from verify import curve, heat, lines, points
from verify.papers.sparse_xor.paper import paper
from verify.papers.sparse_xor.samples import ordered_oppositely
from verify.papers.sparse_xor.trial import double, logarithmic, stepped

Picture = Any
ALPHA = 0.01
SAID = "with exact intervals of 99 %"


def shares(outcomes: Iterable[Iterable[bool]]) -> dict[str, list[float]]:
    """The share of successes in each sequence of trials, with its exact interval."""
    found = [list(map(bool, each)) for each in outcomes]
    ends = [numerics.clopper_pearson(sum(each), len(each), ALPHA) for each in found]
    return {"y": [sum(each) / len(each) for each in found], "low": [low for low, _ in ends],
            "high": [high for _, high in ends]}


@paper.figure("attention", title="The attention of both heads before and after one step", at="Theorem 2",
              illustrates=["attention-one", "step-size-square", "one-step"],
              says="One instance at d = 64 and m = 35 and its steps of size d² and d³: the first finds the pair, the"
                   " second leaves next to nothing for the rest. Weights below 1/1000 are shaded as if they were that")
def attention() -> Picture:
    d, seed = 64, 0
    rows, pair = {}, (0, 0)
    for name, step in (("before", 0.0), ("after d²", float(d) ** 2), ("after d³", float(d) ** 3)):
        positions, pair, queries = stepped(seed, d, double(d), step)
        for head, query in zip("gh", queries, strict=True):
            rows[f"{head} {name}"] = np.maximum(numerics.softmax(positions @ query), 1e-3)
    return heat(x=(f"position; the pair is {pair[0]} and {pair[1]}", range(1, d + 1)), y=("head", list(rows)[::-1]),
                values=("attention weight", list(rows.values())[::-1]), log=True)


def specialised(d: int, m: int, trials: int) -> list[bool]:
    """For each seed whether one step so large that the start is forgotten specialises the heads."""
    made = numerics.instance(range(trials), d, m)
    after = numerics.gradient_step(made.positions, made.queries[:, 0], made.queries[:, 1], made.subset, float(d) ** 6)
    heads = np.stack(after, axis=1) @ np.swapaxes(made.positions, 1, 2)
    return np.atleast_1d(numerics.heads_specialise(heads, made.subset)).tolist()


@paper.figure("specialisation", title="How often one large step specialises the heads", at="Theorem 2",
              illustrates=["specialisation-law", "one-step", "width"],
              says=f"Shares of 250 draws, {SAID}; the law (2/π) arctan √d holds at a sufficient width")
def specialisation() -> Picture:
    sizes = [8, 16, 32, 64, 128, 256]
    wide, narrow = ([specialised(d, width(d), 250) for d in sizes] for width in (double, lambda d: logarithmic(1, d)))
    smooth = np.geomspace(8, 256, 40)
    return lines(points("m = ⌈2 ln² d⌉", sizes, **shares(wide)),
                 points("m = ⌈ln d⌉, too narrow", sizes, **shares(narrow)),
                 curve("(2/π) arctan √d", smooth, 2 / np.pi * np.arctan(np.sqrt(smooth))),
                 x="d", y="probability that each head finds its own target", log_x=True)


@paper.figure("gap", title="How large the step must be for a small error at every input", at="Theorem 2, the step size",
              illustrates=["gap-law", "step-size-square"],
              says=f"Shares of 200 draws at d = 256, m = 32 on centred positions, steps of size C d², ε = 1/10, {SAID}")
def gap() -> Picture:
    factors, made = [1, 2, 4, 8, 16, 32], numerics.instance(range(200), 256, 32)
    positions = numerics.centred_positions(made.positions)

    def errors(c: int) -> list[float]:
        after = numerics.gradient_step(positions, made.queries[:, 0], made.queries[:, 1], made.subset,
                                       c * log(256) * 256**2)
        heads = numerics.softmax(np.stack(after, axis=1) @ np.swapaxes(positions, 1, 2))
        pairs = made.subset.tolist()
        return [numerics.worst_case_error(g, h, pair)[1] for (g, h), pair in zip(heads, pairs, strict=True)]

    small = [[error < 0.1 for error in errors(c)] for c in factors]
    smooth = np.geomspace(1, 32, 60)
    law = 1 - erf(sqrt(32) * log(40) / (8 * smooth * log(256)))
    return lines(points("measured", factors, **shares(small)),
                 curve("1 − erf(√m ln(4/ε)/8C), for C ≥ 2 ln d", smooth, law),
                 x="C / ln d", y="probability of an error below ε at every input", log_x=True)


@paper.figure("samples", title="How many samples order the two targets", at="Corollary 3",
              illustrates=["finite-sample", "sample-rate"],
              says=f"Shares of 100 draws at m = d, {SAID}, beside the law (2/π) arctan(1/√(1/d + d(d+m)/4n)) as lines."
                   " Over n/d² the curves nearly collapse, up to where the population's own failures show")
def samples() -> Picture:
    smooth, drawn = np.geomspace(1 / 16, 16, 40), []
    for d, ratios in ((16, (1 / 4, 1, 4, 16)), (32, (1 / 16, 1 / 4, 1, 4, 16)), (64, (1 / 16, 1 / 4, 1, 4))):
        sizes = [int(ratio * d * d * (d / 32) ** 0.15) for ratio in ratios]  # apart, so that no interval hides another
        outcomes = [[ordered_oppositely(seed, d, d, n) for seed in range(100)] for n in sizes]
        drawn += [points(f"d = {d}", [n / d**2 for n in sizes], **shares(outcomes)),
                  curve(f"d = {d}", smooth, 2 / np.pi * np.arctan(1 / np.sqrt(1 / d + 1 / (2 * smooth))))]
    return lines(*drawn, x="n / d²", y="probability that the heads order the pair oppositely", log_x=True)


@paper.figure("powers", title="One step with powers in place of the softmax", at="Section 4, other kinds of attention",
              illustrates=["softmax-necessary"],
              says=f"Shares of 300 draws at d = 64 and m = ⌈ln² d⌉ after one large step, {SAID}; weights are"
                   " max(1 + z/p, 0)^p over their sum, and the softmax is their limit")
def powers() -> Picture:
    made = numerics.instance(range(300), 64, ceil(log(64) ** 2))

    def success(kind: str, power: int = 8) -> list[bool]:
        after = numerics.train(made, 64.0**6, 1, attention=kind, power=power)
        moved = numerics.Instance(made.positions, after.queries[-1], made.subset)
        heads = numerics.model_heads(moved, kind, power)
        return np.atleast_1d(numerics.heads_specialise(heads, made.subset)).tolist()

    exponents = [1, 2, 4, 8, 16, 32, 64]
    limit = shares([success("softmax")])["y"][0]
    return lines(points("power p", exponents, **shares(success("power", p) for p in exponents)),
                 curve("softmax, same draws", [1, 64], [limit, limit]),
                 x="p", y="probability that each head finds its own target", log_x=True)


@paper.figure("kinds", title="Training with other kinds of attention", at="Section 4, other kinds of attention",
              illustrates=["steps", "odd-attention-trap"],
              says="Median loss of 24 draws with independent starts at d = m = 16, bars from one quarter to three"
                   " quarters of them; each step is backtracked from d³, losses below 10⁻⁹ are drawn there")
def kinds() -> Picture:
    made, steps = numerics.instance(range(24), 16, 16, start="independent"), [0, 1, 2, 4, 6, 9, 12]
    drawn = []
    for kind in ("softmax", "power", "elu", "linear", "erf"):
        loss = numerics.train(made, 16.0**3, steps[-1], attention=kind, backtracking=True).loss[steps]
        low, middle, high = np.maximum(np.quantile(loss, [1 / 4, 1 / 2, 3 / 4], axis=1), 1e-9)
        name = {"power": "power 8", "elu": "elu + 1"}.get(kind, kind)
        drawn += [points(name, steps, middle, low=low, high=high), curve(name, steps, middle)]
    return lines(*drawn, x="steps", y="population loss", log_y=True)
