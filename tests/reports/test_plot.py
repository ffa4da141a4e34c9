"""Plots: everything that a picture holds is drawn, inside its frame, and told in words."""

import xml.etree.ElementTree as ET

import pytest

from reports import plot, svg, tikz
from reports.plot import WIDTH, Cell, Shape, Stroke, Words


def made(*curves, log_x=False, log_y=False):
    return {"kind": "lines", "x": "n", "y": "size", "log_x": log_x, "log_y": log_y, "curves": list(curves)}


def curve(label="a", drawn="line", **numbers):
    return {"label": label, "drawn": drawn, "x": [1, 2, 4], "y": [1, 4, 16], "low": None, "high": None, **numbers}


HEAT = {"kind": "heat", "x": "n", "y": "ρ", "columns": ["4", "8", "16"], "rows": ["small", "large"], "label": "L",
        "log": True, "values": [[0.001, 0.01, 0.1], [1, 10, 100]]}


def items(picture, kind):
    return [item for item in plot.draw(picture).items if isinstance(item, kind)]


def test_points_have_marks_and_intervals_and_a_line_of_the_legend():
    picture = made(curve("seen", "points", low=[0.5, 3, 10], high=[2, 5, 20]), curve("law"))
    shapes = items(picture, Shape)
    assert len(shapes) == 3 + 1  # one more in the legend
    assert {shape.style for shape in shapes} == {"c0"}
    strokes = items(picture, Stroke)
    assert sum(stroke.style == "c0" for stroke in strokes) == 3 * 3  # a bar with two ends each
    assert sum(stroke.style == "c1" for stroke in strokes) == 2
    texts = [words.text for words in items(picture, Words)]
    for text in ("seen", "law", "n", "size", "1", "2", "4"):
        assert text in texts


def test_a_line_and_points_of_one_label_share_colour_and_legend():
    picture = made(curve("d = 64", "points"), curve("d = 64"))
    assert [words.text for words in items(picture, Words)].count("d = 64") == 1
    assert {item.style for item in items(picture, Shape)} == {"c0"}


def test_curves_differ_in_more_than_colour():
    picture = made(*(curve(str(k), drawn) for k in range(8) for drawn in ("line", "points")))
    assert len({(len(item.points), item.filled, item.points[0][0] - item.points[-1][0] != 0)
                for item in items(picture, Shape)}) >= 6
    assert len({item.dash for item in items(picture, Stroke) if item.style.startswith("c")}) == 8
    assert len(set(tikz.DASHES)) == 8


@pytest.mark.parametrize("picture", [
    made(curve()), made(curve(), log_x=True, log_y=True), made(curve("", "points", x=[5], y=[5])), HEAT,
    {**HEAT, "log": False, "values": [[0] * 3] * 2}, made(*(curve("w" * 300 + str(k)) for k in range(8))),
    made(curve(x=[-1e300, 1e300], y=[-1e300, 1e300])), {**HEAT, "columns": ["c"] * 600, "values": [[1.0] * 600] * 2},
    {**HEAT, "rows": ["r"] * 600, "values": [[1, 2, 3]] * 600},
], ids=range(9))
def test_everything_lies_on_the_sheet(picture):
    drawing = plot.draw(picture)
    for item in drawing.items:
        points = item.points if isinstance(item, Stroke | Shape) else [(item.x, item.y)]
        assert all(-0.01 <= x <= WIDTH + 0.01 and -0.01 <= y <= drawing.height + 0.01 for x, y in points)
        if isinstance(item, Cell):
            assert item.x + item.width <= WIDTH
    ET.fromstring(svg.image(drawing, "Title", "What it shows", "figure-1"))
    assert tikz.picture(drawing).count("\\begin{tikzpicture}") == 1


def test_cells_are_darker_where_the_value_is_larger():
    cells = items(HEAT, Cell)[:6]
    light = [sum(int(cell.colour[k:k + 2], 16) for k in (0, 2, 4)) for cell in cells]
    assert light == sorted(light, reverse=True)
    assert len(set(light)) == 6
    assert (cells[0].x, cells[0].y) == (cells[3].x, cells[3].y - cells[0].height)  # rows from the bottom upwards
    assert [words.text for words in items(HEAT, Words) if words.style in ("light", "dark")] == [
        "0.001", "0.01", "0.1", "1", "10", "100"]


def test_words_for_those_who_cannot_see():
    assert plot.describe(made(curve("seen", "points"), curve("law"), log_x=True)) == (
        "size over n from 1 to 4: seen (3 points) from 1 to 16; law (line) from 1 to 16; logarithmic in n")
    assert plot.describe(HEAT) == "L for 3 values of n and 2 of ρ: from 0.001 to 100"


def test_a_ladder_is_the_quantity_over_its_law():
    rungs = [{"size": 2**k, "value": 4.0**k, "error": 4.0**k, "law": 2.0**k} for k in (1, 2, 3)]
    picture = plot.ladder({"along": "n", "rungs": rungs, "laws": [{"text": "n"}]})
    line, marks = picture["curves"]
    assert line["y"] == marks["y"] == [2.0, 4.0, 8.0]
    assert marks["low"] == [0.2, 0.4, 0.8]  # an interval that reaches zero is cut
    assert marks["high"] == [4.0, 8.0, 16.0]
    assert plot.draw(picture).height > 50
