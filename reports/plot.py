"""Plot: a picture of the record as strokes, marks and words in millimetres, from which LaTeX and HTML are written.

Colours are those of Okabe and Ito, told apart by the colour-blind; shapes and dashes tell the same in grey.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from reports.axis import FAR, Axis, axis, label

Picture = dict[str, Any]
Point = tuple[float, float]

WIDTH = 140.0
"""Of every drawing, in millimetres."""
_TALL = 58.0
_LINE = 4.6  # from one line of words to the next
_LETTER = 1.62  # the mean width of a letter
_MARK = 1.05  # radius
_CELL = (15.0, 8.0)  # the largest
_SCALE = ((0.0, (240, 244, 249)), (0.3, (160, 200, 228)), (0.6, (62, 134, 188)), (0.85, (25, 76, 132)),
          (1.0, (9, 29, 66)))  # from light to dark: it reads in grey


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points; `dash` numbers its kind of dashes, 0 is none."""

    points: tuple[Point, ...]
    style: str
    width: float = 0.35
    dash: int = 0


@dataclass(frozen=True, slots=True)
class Shape:
    """A closed polygon, or a circle where it is one point with a radius; filled or not."""

    points: tuple[Point, ...]
    style: str
    filled: bool = True
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Cell:
    """A rectangle from its lower left corner, of a colour given as six hexadecimal digits."""

    x: float
    y: float
    width: float
    height: float
    colour: str


@dataclass(frozen=True, slots=True)
class Words:
    """A text whose start, middle or end stands at a point, squeezed where it is longer than `room`."""

    x: float
    y: float
    text: str
    anchor: str = "middle"
    style: str = "quiet"
    room: float = WIDTH


Item = Stroke | Shape | Cell | Words


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is drawn, back to front; the origin is at the lower left, y grows upwards."""

    height: float
    items: tuple[Item, ...]


def draw(picture: Picture) -> Drawing:
    """The drawing of a picture."""
    items = list(_heat(picture) if picture["kind"] == "heat" else _lines(picture))
    bottom = min(item.y for item in items if isinstance(item, Words)) - 1.6
    top = max(item.y for item in items if isinstance(item, Words)) + 2.4
    return Drawing(top - bottom, tuple(_lifted(item, -bottom) for item in items))


def describe(picture: Picture) -> str:
    """What a picture shows, in words, for those who cannot see it."""
    if picture["kind"] == "heat":
        numbers = [number for row in picture["values"] for number in row]
        return (f"{picture['label']} for {len(picture['columns'])} values of {picture['x']} and {len(picture['rows'])} "
                f"of {picture['y']}: from {label(min(numbers))} to {label(max(numbers))}")
    curves = picture["curves"]
    xs = [number for curve in curves for number in curve["x"]]
    shown = "; ".join(f"{curve['label'] or picture['y']} ({_many(curve)}) from {label(min(curve['y']))} to "
                      f"{label(max(curve['y']))}" for curve in curves)
    scales = [name for name, log in ((picture["x"], picture["log_x"]), (picture["y"], picture["log_y"])) if log]
    return (f"{picture['y']} over {picture['x']} from {label(min(xs))} to {label(max(xs))}: {shown}"
            + (f"; logarithmic in {' and '.join(scales)}" if scales else ""))


def _many(curve: Picture) -> str:
    number = len(curve["x"])
    return "line" if curve["drawn"] == "line" else f"{number} point{'s' * (number != 1)}"


def ladder(shown: Picture) -> Picture:
    """The picture of a ladder: the quantity divided by the claimed law along sizes, level where the law fits.

    >>> rungs = [{"size": 2**k, "value": 4**k, "error": 0, "law": 2**k} for k in (1, 2, 3)]
    >>> ladder({"along": "n", "rungs": rungs, "laws": [{"text": "n"}]})["curves"][0]["y"]
    [2.0, 4.0, 8.0]
    """
    rungs = shown["rungs"]
    sizes = [rung["size"] for rung in rungs]
    value, low, high = ([_ratio(max(rung["value"] + k * rung["error"], rung["value"] / 10), rung["law"])
                         for rung in rungs] for k in (0, -1, 1))
    curves = ({"label": "", "drawn": "line", "x": sizes, "y": value, "low": None, "high": None},
              {"label": "", "drawn": "points", "x": sizes, "y": value, "low": low, "high": high})
    return {"kind": "lines", "x": shown["along"], "y": f"quantity / ({shown['laws'][0]['text']})", "log_x": True,
            "log_y": True, "curves": list(curves)}


def _ratio(value: float, law: float) -> float:
    return min(max(value / law, 1 / FAR), FAR)


def _lines(picture: Picture) -> Iterator[Item]:
    curves = picture["curves"]
    pointed = [number for curve in curves if curve["drawn"] == "points" for number in curve["x"]]
    across = axis([number for curve in curves for number in curve["x"]], picture["log_x"], pointed)
    up = axis([number for curve in curves for name in ("y", "low", "high") for number in curve[name] or ()],
              picture["log_y"])
    left = min(4 + _LETTER * max((len(label(tick)) for tick in up.ticks), default=0), 24)
    frame = (left, WIDTH - 4 - left, _TALL)
    yield from _grid(frame, across, up)
    yield Words(0, _TALL + 4.2, picture["y"], "start", "ink")
    yield Words(WIDTH - 4, -8.6, picture["x"], "end", "ink", WIDTH - left)
    names = list(dict.fromkeys(curve["label"] for curve in curves))
    for curve in sorted(curves, key=lambda curve: str(curve["drawn"])):
        yield from _curve(curve, names.index(curve["label"]), frame, across, up)
    named = [name for name in names if name]
    wide = max((len(name) for name in named), default=0) * _LETTER + 16 > WIDTH / 2
    for k, name in enumerate(named):
        column, row = (0, k) if wide else (k % 2, k // 2)
        room = (WIDTH if wide else WIDTH / 2) - 15
        drawn = {curve["drawn"] for curve in curves if curve["label"] == name}
        yield from _legend(drawn, names.index(name), column * WIDTH / 2, -8.6 - _LINE * (row + 1))
        yield Words(column * WIDTH / 2 + 12.5, -8.6 - _LINE * (row + 1), name, "start", "ink", room)


def _grid(frame: tuple[float, float, float], across: Axis, up: Axis) -> Iterator[Item]:
    left, width, height = frame
    for tick in across.ticks:
        x = left + width * across.place(tick)
        yield Stroke(((x, 0), (x, height)), "hair", 0.15)
        yield Words(x, -3.6, label(tick))
    for tick in up.ticks:
        y = height * up.place(tick)
        yield Stroke(((left, y), (left + width, y)), "hair", 0.15)
        yield Words(left - 1.6, y - 1.05, label(tick), "end")
    yield Stroke(((left, height), (left, 0), (left + width, 0)), "quiet", 0.25)


def _curve(curve: Picture, number: int, frame: tuple[float, float, float], across: Axis, up: Axis) -> Iterator[Item]:
    left, width, height = frame
    style = f"c{number}"
    at = [(left + width * across.place(x), height * up.place(y)) for x, y in zip(curve["x"], curve["y"], strict=True)]
    if curve["drawn"] == "line":
        yield Stroke(tuple(at), style, 0.4, number)
        return
    for (x, _), *ends in zip(at, curve["low"] or (), curve["high"] or (), strict=False):
        low, high = (height * up.place(end) for end in ends)
        yield Stroke(((x, low), (x, high)), style, 0.25)
        for end in (low, high):
            yield Stroke(((x - 0.8, end), (x + 0.8, end)), style, 0.25)
    small = 0.6 if len(at) > 60 else 1.0
    for x, y in at:
        yield _mark(x, y, number, small)


def _mark(x: float, y: float, number: int, size: float = 1.0) -> Shape:
    """Filled: circle, square, triangle, diamond; then the same hollow."""
    kind, filled, radius = number % 4, number < 4, _MARK * size
    if kind == 0:
        return Shape(((x, y),), f"c{number}", filled, radius * 0.95)
    turn = {1: math.pi / 4, 2: math.pi / 2, 3: 0.0}[kind]
    corners, wide = (3 if kind == 2 else 4), radius * 1.25
    points = tuple((x + wide * math.cos(turn + 2 * math.pi * k / corners),
                    y + wide * math.sin(turn + 2 * math.pi * k / corners)) for k in range(corners))
    return Shape(points, f"c{number}", filled)


def _legend(drawn: set[str], number: int, x: float, y: float) -> Iterator[Item]:
    if "line" in drawn:
        yield Stroke(((x + 1, y + 1.05), (x + 10, y + 1.05)), f"c{number}", 0.4, number)
    if "points" in drawn:
        yield _mark(x + 5.5, y + 1.05, number)


def _heat(picture: Picture) -> Iterator[Item]:
    rows, columns = picture["rows"], picture["columns"]
    numbers = [number for row in picture["values"] for number in row]
    shade = replace(axis(numbers, picture["log"]), low=0, high=1) if min(numbers) == max(numbers) else axis(
        numbers, picture["log"])
    least, most = shade.place(min(numbers)), shade.place(max(numbers))
    left = min(4 + _LETTER * max(map(len, rows)), 34)
    wide = min(_CELL[0], (WIDTH - left - 34) / len(columns))
    tall = min(_CELL[1], 80 / len(rows))
    texts = [[label(float(f"{number:.2g}")) for number in row] for row in picture["values"]]
    told = tall >= 4.5 and wide >= _LETTER * max(len(text) for row in texts for text in row) + 1
    for r, row in enumerate(picture["values"]):
        for c, number in enumerate(row):
            depth = (shade.place(number) - least) / ((most - least) or 1)
            yield Cell(left + c * wide, r * tall, wide, tall, colour(depth))
            if told:
                yield Words(left + (c + 0.5) * wide, (r + 0.5) * tall - 1.05, texts[r][c], "middle",
                            "light" if depth > 0.5 else "dark")
    every = math.ceil((_LETTER * max(map(len, columns)) + 2) / wide)
    for c in range(0, len(columns), every):
        yield Words(left + (c + 0.5) * wide, -3.6, columns[c], room=every * wide)
    for r in range(0, len(rows), math.ceil(3.4 / tall)):
        yield Words(left - 1.6, (r + 0.5) * tall - 1.05, rows[r], "end", room=left - 2)
    yield Words(left + wide * len(columns), -8.6, picture["x"], "end", "ink", WIDTH - 4)
    yield Words(0, tall * len(rows) + 2.2, picture["y"], "start", "ink", WIDTH / 2 - 4)
    yield from _scale(picture, shade, (least, most), left + wide * len(columns) + 8, max(tall * len(rows), 24))


def _scale(picture: Picture, shade: Axis, ends: tuple[float, float], x: float, height: float) -> Iterator[Item]:
    """The bar that tells which shade is which number."""
    steps = 40
    for k in range(steps):
        yield Cell(x, height * k / steps, 4, height / steps, colour((k + 0.5) / steps))
    for tick in shade.ticks:
        share = (shade.place(tick) - ends[0]) / ((ends[1] - ends[0]) or 1)
        if -0.001 <= share <= 1.001:
            yield Stroke(((x + 4, height * share), (x + 5, height * share)), "quiet", 0.25)
            yield Words(x + 6.2, height * share - 1.05, label(tick), "start")
    yield Words(x, height + 2.2, picture["label"], "start", "ink", WIDTH - x)


def colour(depth: float) -> str:
    """The shade of a number, 0 the lightest and 1 the darkest, as six hexadecimal digits.

    >>> colour(0), colour(1)
    ('F0F4F9', '091D42')
    """
    depth = min(max(depth, 0.0), 1.0)
    (low, first), (high, second) = next((a, b) for a, b in pairwise(_SCALE) if depth <= b[0])
    share = (depth - low) / (high - low)
    return "".join(f"{round(a + share * (b - a)):02X}" for a, b in zip(first, second, strict=True))


def _lifted(item: Item, by: float) -> Item:
    if isinstance(item, Stroke | Shape):
        return replace(item, points=tuple((x, y + by) for x, y in item.points))
    return replace(item, y=item.y + by)
