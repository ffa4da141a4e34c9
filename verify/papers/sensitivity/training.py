"""Trained networks: what the stored runs show of sharpness, blow-up and norm.  No claim here reaches beyond those runs.

The runs are made by `train.py`; a network that did not fit its function is left out, and counted.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from verify import OneOf, Rational, at_most, equal, greater, less, within
from verify.papers.sensitivity.paper import paper
from verify.papers.sensitivity.training_data import Record, ends, fitted, middle, runs
from verify.papers.sensitivity.training_run import AFTER, LONG, Fit, measured_fit

paper.convention("training", "Stored runs train all parameters of an encoder with L = H = 2, d = 32, 64 hidden units, "
                 "ε = 10⁻⁵ by AdamW (rate 10⁻³, decay 1/10) on all inputs, until the loss E (T − f)² is at most 1/20 "
                 "(1/50 at 8 bits) and 200 steps more. A run is fitted if its final loss is at most 1/50. Long runs "
                 "take 1000 steps more, from the first three seeds whose parity run of 6 bits was fitted: 0, 2 and 3.")
paper.convention("sharpness of trained networks", "ρ = 3, which is about the length of noise N(0, 0.02²) on all "
                 "parameters; 32 directions, all inputs. Intervals are Student's, of 95 % each.")
paper.convention("scratchpad training", "The last step alone: from x_1 … x_n t_1 … t_(n−1) to t_n = t_(n−1) x_n, on "
                 "the 2^n strings that occur.")

paper.not_checked("training-elsewhere", at="Section 5, trained networks",
                  says="What training does at other sizes, lengths, data and optimisers",
                  why="only the stored runs were looked at, and the claims on training say so")

FLAT = OneOf("first", "mean")
LONGER = OneOf(6, 8)
AT = "Section 5, trained networks"


def unfitted(function: str, n: int) -> int:
    """How many of the stored runs did not fit."""
    return len(runs(function, n)) - len(fitted(function, n))


def least(n: int) -> Fraction:
    """The least sharpness of a fitted parity run, at the lower end of its interval."""
    return ends("parity", n)[0]


def greatest(other: str, n: int) -> Fraction:
    """The greatest sharpness of a fitted run on another function, at the upper end of its interval."""
    return ends(other, n)[1]


def least_in_code(n: int) -> Fraction:
    """The same least in the code's measure, at the lower end of its interval."""
    return ends("parity", n, "code_sharpness")[0]


def greatest_in_code(other: str, n: int) -> Fraction:
    """The same greatest in the code's measure, at the upper end of its interval."""
    return ends(other, n, "code_sharpness")[1]


def medians(function: str) -> list[Fraction]:
    """The median sharpness at n = 4, 6, 8."""
    return [middle(function, n) for n in (4, 6, 8)]


def grows(function: str) -> bool:
    """Whether the median sharpness grows from n = 4 to 6 and from 6 to 8."""
    four, six, eight = medians(function)
    return four < six < eight


def risen(function: str, n: int, quantity: str) -> list[int]:
    """In how many fitted runs a quantity is larger at the end than at the start; and how many runs there are."""
    paths = [record["along"][quantity] for record in fitted(function, n)]
    return [sum(path[-1] > path[0] for path in paths), len(paths)]


def change_after(record: Record, quantity: str) -> Fraction:
    """How much a quantity changes from where the loss met its goal to the end of the run."""
    along = record["along"]
    return along[quantity][-1] - along[quantity][along["step"].index(record["met"])]


def risen_after(function: str, quantity: str) -> list[int]:
    """In how many long runs of six bits a quantity rises after the goal was met; and how many such runs there are."""
    changes = [change_after(record, quantity) for record in fitted(function, 6, LONG)]
    return [sum(change > 0 for change in changes), len(changes)]


def fallen_after(function: str, quantity: str) -> list[int]:
    """In how many it falls; and how many such runs there are."""
    changes = [change_after(record, quantity) for record in fitted(function, 6, LONG)]
    return [sum(change < 0 for change in changes), len(changes)]


def number(function: str, n: int, after: int = AFTER) -> int:
    """How many fitted runs there are."""
    return len(fitted(function, n, after))


def counted(n: int) -> list[int]:
    """Fitted runs on parity and all of them, as they were counted when they were stored."""
    return {4: [11, 12], 6: [7, 12], 8: [3, 6]}[n]


def from_same_start(quantity: str, other: str, n: int) -> list[int]:
    """In how many pairs with the same start parity ends with more of a quantity; and how many such pairs there are."""
    seeds = {record["run"][2]: record[quantity] for record in fitted(other, n)}
    pairs = [(record[quantity], seeds[record["run"][2]]) for record in fitted("parity", n)
             if record["run"][2] in seeds]
    return [sum(one > two for one, two in pairs), len(pairs)]


def widest_ratio(function: str, n: int) -> Fraction:
    """The largest |r − 1| over the fitted runs, r the code's sharpness over the theory's."""
    return max(abs(record["code_sharpness"][0] / record["sharpness"][0] - 1) for record in fitted(function, n))


COMPARED = ("sharpness", "code_sharpness", "norm", "blowup", "code_blowup")


def figures(record: Record) -> list[float]:
    """The numbers of a record that are compared, without their intervals."""
    return [float(record[name][0] if isinstance(record[name], list) else record[name]) for name in COMPARED]


@cache  # deterministic: not for directed rounding to look into
def retrained(function: str) -> tuple[Any, ...]:
    """The run of four bits with seed 0, trained anew: eight times the effect of moving its start by 10⁻¹⁰ is the
    radius of each number."""
    once, moved = (figures(measured_fit(Fit(function, 4, 0), shift)) for shift in (0.0, 1e-10))
    return tuple(within(value, 8 * abs(value - other) + 1e-10 * abs(value))
                 for value, other in zip(once, moved, strict=True))


def kept(function: str, seed: int = 0) -> tuple[Any, ...]:
    """The same numbers as they are stored, to six digits."""
    return tuple(within(value, 6e-6 * abs(value)) for value in figures(runs(function, 4)[seed]))


EVERY_LENGTH, EASY = OneOf(4, 6, 8), OneOf("first", "majority", "scratchpad")

paper.claim(
    "training-fitted", equal(unfitted, 0), forall={"function": EASY, "n": EVERY_LENGTH}, at=AT, origin="ours",
    says="Every stored run on the first bit, majority or a step of a scratchpad fits its function; some on parity do"
         " not",
    wrong=[equal(lambda n: unfitted("parity", n), 0)],
)

paper.claim(
    "training-parity", equal(lambda n: [number("parity", n), len(runs("parity", n))], counted),
    forall={"n": EVERY_LENGTH}, at=AT, origin="ours",
    says="Of the stored runs on parity 11 of 12, 7 of 12 and 3 of 6 fit at 4, 6 and 8 bits; what did not is left out"
         " of every comparison",
    wrong=[equal(lambda n: [number("parity", n), len(runs("parity", n))], lambda n: [counted(n)[1]] * 2)],
)

paper.claim(
    "training-sharpness", greater(least, greatest), forall={"other": FLAT, "n": LONGER}, at=AT, origin="ours",
    says="In the stored runs of 6 and 8 bits every network that fits parity is sharper than every network that fits"
         " the first bit or the mean, between the near ends of their intervals",
    wrong=[less(least, greatest), greater(lambda n: least(n) / 20, greatest)],
)

paper.claim(
    "training-sharpness-code", greater(least_in_code, greatest_in_code), forall={"other": FLAT, "n": LONGER}, at=AT,
    origin="ours", says="The same where sharpness is measured as the authors' code does",
    wrong=[less(least_in_code, greatest_in_code)],
)

paper.claim(
    "training-code-ratio", at_most(widest_ratio, Rational(1, 5)),
    forall={"function": OneOf("parity", "first", "mean", "majority", "scratchpad"), "n": EVERY_LENGTH}, at=AT,
    origin="ours",
    says="In the stored runs the two measures of sharpness agree within a fifth: there the loss is small, so that it"
         " rises by about the mean square of the change",
    wrong=[at_most(widest_ratio, Rational(1, 1000))],
)

paper.claim(
    "training-growth", equal(grows, True), forall={"function": OneOf("parity")}, at=AT, origin="ours",
    says="The median sharpness of the stored parity runs grows from 4 to 6 and from 6 to 8 bits",
    wrong=[equal(lambda function: grows("first"), True), equal(lambda function: grows("scratchpad"), True)],
)

paper.claim(
    "training-scratchpad", at_most(lambda n: middle("scratchpad", n), lambda n: middle("scratchpad", 4)),
    forall={"n": LONGER}, at="Section 5, parity with a scratchpad", origin="ours",
    says="The median sharpness of the stored runs on a step of a scratchpad is no more at 6 and 8 bits than at 4",
    wrong=[at_most(lambda n: middle("parity", n), lambda n: middle("parity", 4))],
)

paper.claim(
    "training-scratchpad-sharpness", greater(least, lambda n: greatest("scratchpad", n)), forall={"n": LONGER},
    at="Section 5, parity with a scratchpad", origin="ours",
    says="In the stored runs of 6 and 8 bits parity in one go is sharper than its last step with a scratchpad",
    wrong=[less(least, lambda n: greatest("scratchpad", n))],
)

paper.claim(
    "training-majority", greater(least, lambda n: greatest("majority", n)), forall={"n": LONGER}, at=AT, origin="ours",
    says="In the stored runs of 6 and 8 bits every network that fits parity is sharper than every one that fits"
         " majority",
    wrong=[less(least, lambda n: greatest("majority", n))],
)

paper.claim(
    "training-rise", equal(lambda n, quantity: risen("parity", n, quantity), lambda n: [number("parity", n)] * 2),
    forall={"n": LONGER, "quantity": OneOf("sharpness", "blowup", "code_blowup")}, at=AT, origin="ours",
    says="Sharpness and blow-up are higher at the end than at the start in every stored run of 6 and 8 bits that found"
         " parity",
    wrong=[equal(lambda n, quantity: risen("first", n, quantity), lambda n: [number("first", n)] * 2)],
)

paper.claim(
    "training-blowup", equal(from_same_start, lambda other, n: [from_same_start("norm", other, n)[1]] * 2),
    forall={"quantity": OneOf("blowup", "code_blowup"), "other": OneOf("first", "mean", "majority"), "n": LONGER},
    at=AT, origin="ours",
    says="From the same start parity ends with a higher blow-up than the other functions, in every stored pair of 6 and"
         " 8 bits",
    wrong=[equal(lambda other, n: from_same_start("norm", other, n),
                 lambda other, n: [from_same_start("norm", other, n)[1]] * 2)],
)

paper.claim(
    "training-norm", equal(lambda: [fallen_after("parity", "norm"), risen_after("parity", "blowup")],
                           lambda: [[number("parity", 6, LONG)] * 2] * 2), at=AT, origin="ours",
    says="In the stored long runs of 6 bits, from three seeds chosen because parity is found from them, the norm falls"
         " and the blow-up rises after it was found",
    wrong=[equal(lambda: [risen_after("parity", "norm"), fallen_after("parity", "blowup")],
                 lambda: [[number("parity", 6, LONG)] * 2] * 2)],
)

paper.claim(
    "training-again", equal(retrained, kept), forall={"function": OneOf("first", "parity", "majority")}, at=AT,
    origin="ours", tier="full",
    says="Trained anew, the runs of four bits with seed 0 end with the stored sharpness, norm and blow-up, to six"
         " digits where rounding does not spread further",
    wrong=[equal(retrained, lambda function: kept(function, 1))],
)
