"""Pictures: what may be drawn, and the sentence for what may not."""

import math
from fractions import Fraction
from itertools import count

import numpy as np
import pytest
import sympy

from verify.errors import FigureError
from verify.picture import LIMIT, curve, heat, lines, picture_record, points


def test_numbers_of_every_kind_are_kept_as_floats():
    made = points("a", [1, Fraction(1, 4), np.float32(0.5)], np.array([1, 2, 3]), low=[0, 0, 0], high=(4, 4, sympy.pi))
    assert made.x == (1.0, 0.25, 0.5)
    assert made.y == (1.0, 2.0, 3.0)
    assert made.high == (4.0, 4.0, 3.141592654)
    assert {type(number) for number in (*made.x, *made.y, *made.high)} == {float}


def test_the_record_of_a_picture_is_plain():
    picture = lines(curve("law", [1, 10], [2, 3]), points("seen", [1], [2]), x="n", y="P", log_x=True)
    record = picture_record(picture)
    assert (record["kind"], record["x"], record["log_x"], record["log_y"]) == ("lines", "n", True, False)
    assert [(one["label"], one["drawn"], one["low"]) for one in record["curves"]] == [("law", "line", None),
                                                                                    ("seen", "points", None)]
    field = picture_record(heat(x=("n", [4, "many"]), y=("ρ", [Fraction(1, 8)]), values=("L", np.ones((1, 2)))))
    assert (field["kind"], field["columns"], field["rows"], field["values"]) == ("heat", ("4", "many"), ("0.125",),
                                                                               ((1.0, 1.0),))


LINE = curve("a", [1, 2], [1, 2])
REFUSED = {
    "points 'a': y: finite numbers (given: nan)": lambda: points("a", [1], [math.nan]),
    "points 'a': x: finite numbers (given: inf)": lambda: points("a", [math.inf], [1]),
    "curve 'a': y: real numbers (given: 1j)": lambda: curve("a", [1], [1j]),
    "curve 'a': y: real numbers (given: np.complex128(1+2j))": lambda: curve("a", [1], np.array([1 + 2j])),
    "curve 'a': y: real numbers (given: True)": lambda: curve("a", [1], [True]),
    "curve 'a': y: real numbers (given: np.True_)": lambda: curve("a", [1], np.array([True])),
    "curve 'a': y: real numbers (given: 3)": lambda: curve("a", [1], ["3"]),
    "curve 'n': y: real numbers": lambda: curve("n", [1], [None]),
    "curve 'a': y: real numbers (given: [1])": lambda: curve("a", [1], [[1]]),
    "curve 'a': y: numbers within the range of floats (given: a number of about": lambda: curve("a", [1], [10**40000]),
    "curve 'a': y: a list (given: 3)": lambda: curve("a", [1], 3),
    "curve 'a': y: a list (given: 123)": lambda: curve("a", [1, 2, 3], "123"),
    "curve 'n': y: a list": lambda: curve("n", [1], None),
    "curve 'a': x: at least one entry": lambda: curve("a", [], []),
    "curve 'a' differ in length: as many x as y, and so on (given: 2 x, 1 y)": lambda: curve("a", [1, 2], [1]),
    "points 'a' have one end of an interval alone: low and high come together": lambda: points("a", [1], [1], low=[0]),
    "points 'a' leave their interval: low <= y <= high (given: 2, 1, 3)": lambda: points("a", [1], [1], low=[2],
                                                                                       high=[3]),
    "points 'a' has no lower=: known are low, high; write low=": lambda: points("a", [1], [1], lower=[2]),
    "curve '': its label is a text (given: )": lambda: curve("", [1], [1]),
    "a picture of too many numbers: at most 2000; thin them out (given: 2001)": lambda: curve("a", count(), count()),
    "a picture of too many numbers: at most 2000; thin them out (given: 4000)": lambda: lines(
        *(curve(name, range(LIMIT), range(LIMIT)) for name in "ab"), x="x", y="y"),
    "a picture of too many curves: at most 8 labels (given: 9)": lambda: lines(
        *(curve(name, [1], [1]) for name in "abcdefghi"), x="x", y="y"),
    "lines without curves: what is drawn comes first, each points(…) or curve(…)": lambda: lines(x="x", y="y"),
    "lines without curves: what is drawn comes first, each points(…) or curve(…) (given: [1, 2])": lambda: lines(
        [1, 2], x="x", y="y"),
    "two curves have the same label: points and a curve may share one": lambda: lines(LINE, LINE, x="x", y="y"),
    "the label of y: a text (given: 3)": lambda: lines(LINE, x="x", y=3),
    "lines has no logx=: known are x, y, log_x, log_y; write log_x=": lambda: lines(LINE, x="x", y="y", logx=True),
    "the x axis is logarithmic: numbers on it are positive (given: 0.0)": lambda: lines(
        curve("a", [0, 1], [1, 1]), x="x", y="y", log_x=True),
    "the y axis is logarithmic: numbers on it are positive (given: -1.0)": lambda: lines(
        points("a", [1], [1], low=[-1], high=[2]), x="x", y="y", log_y=True),
    "heat: x: a label and its entries (given: [1, 2]); write x=(\"label\", [1, 2])": lambda: heat(
        x=[1, 2], y=("y", [1]), values=("v", [[1, 2]])),
    "heat: values: 1 rows of 2 numbers (given: rows of 1)": lambda: heat(x=("x", [1, 2]), y=("y", [1]),
                                                                         values=("v", [[1]])),
    "the scale is logarithmic: values are positive (given: 0.0)": lambda: heat(
        x=("x", [1]), y=("y", [1]), values=("v", [[0]]), log=True),
}


@pytest.mark.parametrize("sentence", REFUSED)
def test_what_cannot_be_drawn_is_refused_in_one_sentence(sentence):
    with pytest.raises(FigureError) as caught:
        REFUSED[sentence]()
    assert str(caught.value).startswith(sentence)


def test_a_curve_and_points_may_share_a_label():
    assert len(lines(LINE, points("a", [1], [1]), x="x", y="y").curves) == 2
