"""One-step learning of sparse XOR by a two-head softmax transformer.

Notation.  x is uniform on {−1, 1}^d and the target is y = −x_i x_j for an unknown pair {i, j}.  Positions v_1, …, v_d
are uniform on the unit sphere of R^m and frozen; the queries θ and θ̃ are trained.  The heads are g = softmax(Vθ) and
h = softmax(Vθ̃), the model is f(x) = −(g·x)(h·x) and the loss L = E (f − y)².  Training starts at θ̃ = −θ with θ uniform
on the sphere and takes one step of gradient descent on L.
"""

from __future__ import annotations

import math
from fractions import Fraction

import flint
import numpy as np

import numerics
from verify import Drawn, Integers, OneOf, Paper, Rational, Subsets, Vectors, equal, oo, with_probability

paper = Paper("sparse_xor", title="Transformers Provably Learn Sparse XOR with Polylogarithmic Parameters",
              authors=("Han", "Ghoshdastidar"), year=2026, arxiv="2502.07553v2")
paper.convention("loss", "L = E (f − y)², without a factor ½; the expectation is over the uniform cube {−1, 1}^d.")
paper.convention("target", "y = −x_i x_j and f = −(g·x)(h·x), so that the signs of model and target agree.")
paper.convention("pair", "pair = (i, j) with 1 ≤ i < j ≤ d.")
paper.convention("step size", "η = C d²; the positions stay frozen and both queries are updated at once.")

d, pair, g, h = paper.variables(d=Integers(2, oo, window=8), pair=Subsets("d", 2), g=Vectors("d"), h=Vectors("d"))

paper.claim(
    "model-fourier",
    equal(lambda g, h: numerics.fourier_coefficients(numerics.two_head_table(g, h))[0], "-sum(g[k]*h[k], k, 1, d)"),
    at="Section 2, the model", origin="summary", says="The mean of the model is −⟨g, h⟩",
    wrong=[equal(lambda g, h: numerics.fourier_coefficients(numerics.two_head_table(g, h))[0],
                 "sum(g[k]*h[k], k, 1, d)")],
)

LOSS = ("sum(g[k]^2, k, 1, d)*sum(h[k]^2, k, 1, d) + 2*sum(g[k]*h[k], k, 1, d)^2"
        " - {quartic}*sum(g[k]^2*h[k]^2, k, 1, d) - {cross}*(g[pair[1]]*h[pair[2]] + g[pair[2]]*h[pair[1]]) + 1")

paper.claim(
    "population-loss",
    equal(lambda g, h, pair: numerics.population_loss(g, h, pair), LOSS.format(quartic=2, cross=2)),
    at="Section 3, the population loss", origin="summary",
    says="Closed form of the population loss, for any real g and h",
    wrong=[
        equal(lambda g, h, pair: numerics.population_loss(g, h, pair), LOSS.format(quartic="(-2)", cross=2)),
        equal(lambda g, h, pair: numerics.population_loss(g, h, pair), LOSS.format(quartic=2, cross=1)),
    ],
)

paper.claim(
    "population-gradient",
    equal(lambda g, h, pair, k: numerics.loss_derivative(g, h, pair, k),
          "2*g[k]*sum(h[l]^2, l, 1, d) + 4*sum(g[l]*h[l], l, 1, d)*h[k] - 4*g[k]*h[k]^2"
          " - 2*(delta(k, pair[1])*h[pair[2]] + delta(k, pair[2])*h[pair[1]])"),
    forall={"k": Integers(1, "d")}, at="Section 3, the gradient", origin="summary", uses=("population-loss",),
    says="Derivative of the population loss in one entry of the first head",
    wrong=[equal(lambda g, h, pair, k: numerics.loss_derivative(g, h, pair, k),
                 "2*g[k]*sum(h[l]^2, l, 1, d) + 4*sum(g[l]*h[l], l, 1, d)*h[k] - 4*g[k]*h[k]^2"
                 " - 2*(delta(k, pair[1])*h[pair[1]] + delta(k, pair[2])*h[pair[2]])")],
)


def closed_gradient(positions: np.ndarray, theta: np.ndarray, theta_tilde: np.ndarray, pair: tuple[int, ...],
                    jacobian_sign: int = -1) -> np.ndarray:
    """∇_θ L = Vᵀ(diag g − g gᵀ) ∂L/∂g with the closed form of ∂L/∂g."""
    first, second = (numerics.softmax(positions @ query) for query in (theta, theta_tilde))
    slope = 2 * first * (second @ second) + 4 * (first @ second) * second - 4 * first * second**2
    i, j = (int(place) - 1 for place in pair)
    slope[i] -= 2 * second[j]
    slope[j] -= 2 * second[i]
    return positions.T @ (first * slope + jacobian_sign * first * (first @ slope))


paper.claim(
    "population-gradient-query",
    equal(lambda V, theta, pair: numerics.parameter_gradient(theta[0], theta[1], V, pair)[0],
          lambda V, theta, pair: closed_gradient(V, theta[0], theta[1], pair)),
    forall={"m": OneOf(2, 5), "V": Drawn(lambda generator, d, m: numerics.positions(generator, d, m)),
            "theta": Drawn(lambda generator, m: generator.standard_normal((2, m)))},
    at="Section 3, the gradient", origin="summary", uses=("population-gradient",),
    says="Gradient of the population loss in a query, through the softmax",
    wrong=[equal(lambda V, theta, pair: numerics.parameter_gradient(theta[0], theta[1], V, pair)[0],
                 lambda V, theta, pair: closed_gradient(V, theta[0], theta[1], pair, jacobian_sign=1))],
)


def width(d: int) -> int:
    """m = ⌈2 ln² d⌉, the width at which one step is said to suffice."""
    return math.ceil(2 * math.log(d) ** 2)


def draw_positions(generator: np.random.Generator, d: int) -> np.ndarray:
    """Positions of the width that goes with d."""
    return numerics.positions(generator, d, width(d))


def draw_query(generator: np.random.Generator, d: int) -> np.ndarray:
    """A query uniform on the sphere."""
    return numerics.start(generator, width(d))[0]


PAIR = (1, 2)
"""The rows of V are exchangeable, so the pair may be fixed."""


def smallest_gap(V: np.ndarray, theta: np.ndarray) -> float:
    """The smallest of the gaps that the large-step logits predict: between the targets, and to the background.

    In units of 4C the logits of the first head after the step are −a_k/2m + (e^D v_k·v_i + e^−D v_k·v_j)/2 − v_k·v̄,
    and those of the second head are the same with θ, and so a and D, negated.
    """
    m, gaps = V.shape[1], []
    difference = float((V[0] - V[1]) @ theta)
    for sign in (1, -1):
        logits = -sign * (V @ theta) / (2 * m) - V @ V.mean(axis=0)
        logits += (math.exp(sign * difference) * (V @ V[0]) + math.exp(-sign * difference) * (V @ V[1])) / 2
        winner, loser = (0, 1) if sign * difference > 0 else (1, 0)
        gaps += [logits[winner] - logits[loser], logits[winner] - logits[2:].max()]
    return float(min(gaps))


def heads_after_step(V: np.ndarray, theta: np.ndarray, exponent: int) -> tuple[np.ndarray, np.ndarray]:
    """Both heads' logits after one step of size d^exponent from θ̃ = −θ."""
    step = float(V.shape[0]) ** exponent
    after = numerics.gradient_step(V, theta, -theta, PAIR, step)
    return V @ after[0], V @ after[1]


def one_step_specialises(V: np.ndarray, theta: np.ndarray) -> bool:
    """Whether the heads attend to the two targets, one each, after a step so large that the start is forgotten."""
    return numerics.specialises(*heads_after_step(V, theta, 6), PAIR)


def first_head_finds_first(V: np.ndarray, theta: np.ndarray) -> bool:
    """Whether the first head finds i and the second j, whatever the start; a false variant."""
    return numerics.heads_argmax(*heads_after_step(V, theta, 6)) == PAIR


SIZES = {"d": OneOf(64, 256), "V": Drawn(draw_positions), "theta": Drawn(draw_query)}

paper.claim(
    "specialise-if", equal(one_step_specialises, True), forall=SIZES,
    given={"every predicted gap exceeds 1/100": lambda V, theta: smallest_gap(V, theta) > 1 / 100},
    at="Theorem 2, the step behind it", origin="ours",
    says="If the predicted gaps are positive with a margin, one large step makes each head attend to its own target",
    wrong=[equal(first_head_finds_first, True)],
)


def same_start_specialises(V: np.ndarray, theta: np.ndarray) -> bool:
    """The same step where both heads start at one query instead of two opposite ones; a false variant."""
    after = numerics.gradient_step(V, theta, theta, PAIR, float(V.shape[0]) ** 6)
    return numerics.specialises(V @ after[0], V @ after[1], PAIR)


DRAWS = {"V": Drawn(draw_positions), "theta": Drawn(draw_query)}

paper.claim(
    "one-step", with_probability(one_step_specialises, DRAWS, at_least=Rational(3, 4)), forall={"d": OneOf(64, 256)},
    at="Theorem 2", origin="ours",
    says="At these sizes one large step makes each head attend to its own target in at least three of four draws",
    wrong=[with_probability(one_step_specialises, DRAWS, at_least=Rational(99, 100)),
           with_probability(same_start_specialises, DRAWS, at_least=Rational(3, 4))],
)

def one_step_loss(V: np.ndarray, theta: np.ndarray) -> flint.arb:
    """A ball around the population loss after one step of size d³; the logits are taken as exact numbers."""
    logits = heads_after_step(V, theta, 3)
    first, second = ([Fraction(float(logit)) for logit in head] for head in logits)
    return numerics.loss_ball(first, second, PAIR, precision=flint.ctx.prec)


paper.claim(
    "exactly", equal(one_step_loss, 0),
    forall={"d": OneOf(8, 16, 32, 64), "V": Drawn(draw_positions), "theta": Drawn(draw_query)},
    at="Summary of the results", origin="summary", expect="refuted",
    says="One step of training learns the function exactly; the abstract says nearly, and a softmax is never exactly 1",
)

paper.not_checked("theorem-2", at="Theorem 2", says="One step learns the target with high probability as d grows",
                  why="an asymptotic statement; no finite set of sizes decides it")
paper.not_checked("corollary-3", at="Corollary 3", says="d⁴ polylog d samples suffice for one step on samples",
                  why="an asymptotic statement; no finite set of sizes decides it")
