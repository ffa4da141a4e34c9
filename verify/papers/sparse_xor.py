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
from verify import (
    Drawn,
    Integers,
    OneOf,
    Paper,
    Rational,
    Simplex,
    Sphere,
    Subsets,
    Vectors,
    at_least,
    equal,
    oo,
    with_probability,
)

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


def softmax_text(index: str) -> str:
    """The softmax of the logits a at an index, as a formula."""
    return f"exp(a[{index}])/sum(exp(a[l]), l, 1, d)"


LOGITS = {"a": Vectors("d"), "k": Integers(1, "d"), "j": Integers(1, "d")}

paper.claim(
    "softmax-jacobian",
    f"diff({softmax_text('k')}, a[j]) == {softmax_text('k')}*(delta(k, j) - {softmax_text('j')})", forall=LOGITS,
    at="Section 2, the model", origin="folklore", says="The Jacobian of the softmax is diag g − g gᵀ",
    wrong=[f"diff({softmax_text('k')}, a[j]) == {softmax_text('k')}*(delta(k, j) + {softmax_text('j')})",
           f"diff({softmax_text('k')}, a[j]) == {softmax_text('k')}*(1 - {softmax_text('j')})"],
)

paper.claim(
    "init-symmetry",
    f"{softmax_text('k')} * exp(-a[j])/sum(exp(-a[l]), l, 1, d)"
    " == exp(a[k] - a[j])/(sum(exp(a[l]), l, 1, d)*sum(exp(-a[l]), l, 1, d))", forall=LOGITS,
    at="Section 3, the start", origin="summary",
    says="At θ̃ = −θ, g_k h_j = e^(a_k − a_j)/(Z Z̃); so g_k h_k is the same for every k",
    wrong=[f"{softmax_text('k')} * exp(-a[j])/sum(exp(-a[l]), l, 1, d)"
           " == exp(a[k] - a[j])/sum(exp(a[l]), l, 1, d)^2"],
)

HEADS = {"g": Simplex("d"), "h": Simplex("d")}

paper.claim(
    "loss-nonnegative", at_least(lambda g, h, pair: numerics.population_loss(g, h, pair), 0), forall=HEADS,
    at="Section 3, the population loss", origin="ours", says="The loss of two attention heads is at least 0",
)

paper.claim(
    "one-head", at_least(lambda g, pair: numerics.population_loss(g, g, pair), "1/2"), at="Section 2, the model",
    forall={"g": Vectors("d")}, origin="ours",
    says="With one head f = −(g·x)² ≤ 0, and the target is 1 on half of the cube: the loss is at least 1/2",
    wrong=[at_least(lambda g, pair: numerics.population_loss(g, g, pair), "51/100")],
)

paper.claim(
    "trainable-parameters", "2*ceiling(log(d)^2) < d", forall={"d": Integers(64, oo)}, at="Summary of the results",
    origin="summary", says="Both queries together have fewer entries than there are inputs, from d = 64 at m = ⌈ln² d⌉",
    wrong=["2*ceiling(log(d)^3) < d"],
)

paper.claim(
    "ffnn-count",
    equal(lambda d, r: numerics.mean_input_error(d, range(1, r + 1)), "1 - binomial(r, 2)/binomial(d, 2)"),
    forall={"d": Integers(2, 7), "r": Integers(0, "d")}, at="Section 5, the comparison with dense networks",
    origin="ours",
    says="A function of r fixed inputs has the mean best loss 1 − C(r,2)/C(d,2) over the targets",
    wrong=[equal(lambda d, r: numerics.mean_input_error(d, range(1, r + 1)), "1 - r^2/d^2")],
)


def draw_features(generator: np.random.Generator, d: int, D: int) -> np.ndarray:
    """D integer features of every point of the cube, as rows of a matrix with a column for each."""
    return generator.integers(-3, 4, (2**d, D))


paper.claim(
    "fixed-features", at_least(lambda features, D: numerics.mean_parity_error(features, 2), "1 - D/binomial(d, 2)"),
    forall={"d": Integers(2, 5), "D": Integers(1, 6), "features": Drawn(draw_features)},
    at="Section 5, the comparison with fixed features", origin="ours",
    says="With D features that do not depend on the target, the mean best loss over the pairs is at least 1 − D/C(d,2)",
    wrong=[at_least(lambda features, D: numerics.mean_parity_error(features, 2), "1 - D/(2*binomial(d, 2))")],
)

paper.claim(
    "max-separation", "sum((u[k] - v[k])^2, k, 1, m) <= sum((2*u[k])^2, k, 1, m)",
    forall={"m": Integers(1, oo, window=6), "u": Sphere("m"), "v": Sphere("m")}, at="Section 3, the start",
    origin="summary", says="No two queries on the sphere are farther apart than θ and −θ",
    wrong=["sum((u[k] - v[k])^2, k, 1, m) <= 3"],
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


def cls_transformer(V: np.ndarray, theta: np.ndarray, attend_self: bool = False) -> np.ndarray:
    """The outputs on the whole cube of a one-layer transformer with a CLS token that reads positions and signs."""
    inputs = numerics.cube(V.shape[0])
    return numerics.cls_output(numerics.cls_matrices(theta[0], theta[1]), V, inputs, attend_self=attend_self)


def two_head_model(V: np.ndarray, theta: np.ndarray) -> np.ndarray:
    """The outputs of the model on the whole cube."""
    return numerics.two_head_table(numerics.softmax(V @ theta[0]), numerics.softmax(V @ theta[1]))


paper.claim(
    "cls-equivalence", equal(cls_transformer, two_head_model),
    forall={"d": Integers(2, 6), "m": OneOf(2, 5),
            "V": Drawn(lambda generator, d, m: numerics.positions(generator, d, m)),
            "theta": Drawn(lambda generator, m: generator.standard_normal((2, m)))},
    at="Section 2, the model", origin="summary",
    says="The model is a one-layer transformer with two heads whose CLS token does not attend to itself",
    wrong=[equal(lambda V, theta: cls_transformer(V, theta, attend_self=True), two_head_model)],
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


def two_sided(V: np.ndarray, theta: np.ndarray, exponent: int) -> bool:
    """Whether one step of size d^exponent makes each head attend to its own target."""
    return numerics.specialises(*heads_after_step(V, theta, exponent), PAIR)


def draw_narrow_positions(generator: np.random.Generator, d: int) -> np.ndarray:
    """Positions of half the width, at which the background interferes."""
    return numerics.positions(generator, d, math.ceil(math.log(d) ** 2))


def draw_narrow_query(generator: np.random.Generator, d: int) -> np.ndarray:
    """A query of half the width."""
    return numerics.start(generator, math.ceil(math.log(d) ** 2))[0]


paper.claim(
    "specialisation-law",
    with_probability(one_step_specialises, DRAWS, between=("2/pi*atan(sqrt(d)) - 1/50", "2/pi*atan(sqrt(d)) + 1/50")),
    forall={"d": OneOf(32, 128)}, at="Theorem 2, the step behind it", origin="ours", tier="full",
    says="After a step so large that the start is forgotten, each head attends to its own target with probability"
         " (2/π) arctan √d, within 1/50",
    wrong=[with_probability(one_step_specialises,
                            {"V": Drawn(draw_narrow_positions), "theta": Drawn(draw_narrow_query)},
                            between=("2/pi*atan(sqrt(d)) - 1/50", "2/pi*atan(sqrt(d)) + 1/50")),
           with_probability(one_step_specialises, DRAWS, between=("2/pi*atan(d) - 1/50", "2/pi*atan(d) + 1/50"))],
)


def small_error(V: np.ndarray, theta: np.ndarray, exponent: int) -> bool:
    """Whether the largest error over all inputs is below 1/10 after one step of size d^exponent."""
    first, second = (numerics.softmax(logits) for logits in heads_after_step(V, theta, exponent))
    return numerics.worst_case_error(first, second, PAIR)[1] < 0.1


paper.claim(
    "step-size-cubic", with_probability(lambda V, theta: small_error(V, theta, 3), DRAWS, at_least=Rational(3, 4)),
    forall={"d": OneOf(64)}, at="Theorem 2", origin="ours", uses=("one-step",),
    says="A step of size d³ makes the error at every input smaller than 1/10 in at least three of four draws",
    wrong=[with_probability(lambda V, theta: small_error(V, theta, 2), DRAWS, at_least=Rational(3, 4))],
)

paper.claim(
    "step-size-square", with_probability(lambda V, theta: small_error(V, theta, 2), DRAWS, at_most=Rational(1, 4)),
    forall={"d": OneOf(64, 256)}, at="Theorem 2, the step size", origin="ours", tier="full",
    says="A step of size d² does not: the heads attend rightly, but with weights that are far from 1",
    wrong=[with_probability(lambda V, theta: two_sided(V, theta, 2), DRAWS, at_most=Rational(1, 4))],
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
