"""One step of gradient descent on the population loss: which step sizes and widths specialise the heads."""

from __future__ import annotations

import math
from fractions import Fraction

import flint
import numpy as np

import numerics
from verify import Drawn, OneOf, Rational, equal, near, with_probability
from verify.papers.sparse_xor.paper import paper
from verify.papers.sparse_xor.trial import SEED, logarithmic, specialises


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


paper.claim(
    "specialise-if-margin",
    with_probability(lambda V, theta: smallest_gap(V, theta) <= 0 or one_step_specialises(V, theta), DRAWS, at_least=1),
    forall={"d": OneOf(64)}, at="Theorem 2, the step behind it", origin="ours", tier="full", expect="refuted",
    says="The same without a margin, wherever the predicted gaps are positive: one draw in some hundreds breaks it",
)

LAW = {"law": "2/pi*atan(sqrt(d))", "within": Rational(1, 50), "over": SEED}

paper.claim(
    "specialisation-law", near(lambda seed, d: specialises(seed, d, width(d), 6), **LAW),
    forall={"d": OneOf(32, 128)}, at="Theorem 2, the step behind it", origin="ours", tier="full",
    says="After a step so large that the start is forgotten, each head attends to its own target with probability"
         " (2/π) arctan √d, within 1/50",
    wrong=[near(lambda seed, d: specialises(seed, d, logarithmic(1, d), 6), **LAW),
           near(lambda seed, d: specialises(seed, d, width(d), 6), **{**LAW, "law": "2/pi*atan(d)"})],
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
