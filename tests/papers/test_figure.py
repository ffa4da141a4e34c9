"""The figures of the built-in papers: each illustrates a claim, and what it shows agrees with what is known."""

import importlib
from math import atan, pi, sqrt

import pytest

from verify.figure import draw

NAMES = ("sensitivity", "sparse_xor")
PAPERS = {name: importlib.import_module(f"verify.papers.{name}").paper for name in NAMES}
FIGURES = [(name, figure) for name in NAMES for figure in PAPERS[name].figures]


def picture(name, figure):
    return draw(PAPERS[name].figures[figure])


def points(drawn, label):
    return next(curve for curve in drawn["curves"] if (curve["label"], curve["drawn"]) == (label, "points"))


@pytest.mark.parametrize(("name", "figure"), FIGURES)
def test_every_figure_says_what_it_illustrates(name, figure):
    stated = PAPERS[name].figures[figure]
    assert stated.illustrates
    assert set(stated.illustrates) <= set(PAPERS[name].claims)
    assert stated.says.strip()
    assert stated.at.strip()
    assert not stated.fault


def test_blowup_grows_as_the_networks_say():
    drawn = picture("sensitivity", "blowup-growth")
    saw = points(drawn, "parity by a saw-tooth, n²")
    assert saw["y"] == pytest.approx([(n + 1) ** 2 for n in saw["x"]])  # the blow-up is 1 + n at every input
    hot = points(drawn, "parity by a recognised count, 9n⁴")
    assert all(9 * n**4 <= value <= 9 * (n**2 + 2) ** 2 for n, value in zip(hot["x"], hot["y"], strict=True))
    assert all(value <= 16 for value in points(drawn, "parity by attention to the count")["y"])


def test_the_first_bit_is_equally_flat_at_every_length():
    small, large = (picture("sensitivity", "sharpness-of-first")["values"][row] for row in (0, 2))
    assert max(small) < 2 * min(small)
    assert sum(large) / sum(small) == pytest.approx(100, rel=0.1)  # ρ² where ρ is ten times as large


def test_after_a_large_step_each_head_attends_to_its_own_target():
    drawn = picture("sparse_xor", "attention")
    assert drawn["rows"] == ("h after d³", "g after d³", "h after d²", "g after d²", "h before", "g before")
    found = {row.index(max(row)) + 1 for row in drawn["values"][:2]}
    assert drawn["x"] == f"position; the pair is {min(found)} and {max(found)}"
    assert all(max(row) > 0.9 for row in drawn["values"][:2])
    assert all(max(row) < 0.5 for row in drawn["values"][2:])


@pytest.mark.slow
@pytest.mark.parametrize(("name", "figure"), FIGURES)
def test_every_figure_is_drawn(name, figure):
    assert picture(name, figure)["kind"] in ("lines", "heat")


@pytest.mark.slow
def test_shares_agree_with_their_laws():
    wide = points(picture("sparse_xor", "specialisation"), "m = ⌈2 ln² d⌉")
    for d, low, high in zip(wide["x"][2:], wide["low"][2:], wide["high"][2:], strict=True):
        assert low <= 2 / pi * atan(sqrt(d)) <= high
