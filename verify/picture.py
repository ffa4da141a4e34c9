"""Picture: what a figure's function returns, as data: points and curves over two axes, or a field of shaded cells.

Numbers may be ints, fractions, floats or NumPy's; they are kept as finite floats of ten significant digits.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from numbers import Complex, Real
from typing import Any

from verify.errors import FigureError, refuse_unknown

LIMIT = 2000
"""A picture of more numbers than this is refused."""
CURVES = 8
"""As many labels as there are shapes and colours that can be told apart."""


@dataclass(frozen=True, slots=True)
class Curve:
    """Numbers y over x under a label, drawn as ``points`` (with an interval from low to high) or as a ``line``."""

    label: str
    drawn: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] | None = None
    high: tuple[float, ...] | None = None

    def numbers(self, axis: str) -> Iterator[float]:
        """Every number that has to be seen along an axis."""
        yield from self.x if axis == "x" else (*self.y, *(self.low or ()), *(self.high or ()))


@dataclass(frozen=True, slots=True)
class Lines:
    """Curves over two axes, each with its label and whether it is logarithmic."""

    x: str
    y: str
    log_x: bool
    log_y: bool
    curves: tuple[Curve, ...]


@dataclass(frozen=True, slots=True)
class Heat:
    """A value at every pair of a column and a row; rows stand from the bottom upwards."""

    x: str
    y: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    label: str
    log: bool
    values: tuple[tuple[float, ...], ...]


def points(label: str, x: Any, y: Any, *, low: Any = None, high: Any = None, **unknown: Any) -> Curve:
    """Points y over x, each with an interval from ``low`` to ``high`` where these are given.

    A curve and points of the same label belong together: they share a colour and a line of the legend.

    Raises FigureError where numbers are missing, are not finite, or lie outside their interval.

    >>> points("measured", [1, 2], [3, 5], low=[2, 4], high=[4, 6]).low
    (2.0, 4.0)
    """
    what = f"points {label!r}"
    refuse_unknown(unknown, what, ("low", "high"), FigureError)
    if (low is None) != (high is None):
        raise FigureError(f"{what} have one end of an interval alone", rule="low and high come together")
    made = _curve(what, label, "points", x=x, y=y, **({} if low is None else {"low": low, "high": high}))
    for bottom, value, top in zip(made.low or (), made.y, made.high or (), strict=False):
        if not bottom <= value <= top:
            raise FigureError(f"{what} leave their interval", rule="low <= y <= high",
                              given=f"{bottom:g}, {value:g}, {top:g}")
    return made


def curve(label: str, x: Any, y: Any, **unknown: Any) -> Curve:
    """A line through y over x, in the order given: a law, or a path.

    Raises FigureError where numbers are missing or are not finite.

    >>> curve("x squared", [0, 1, 2], [0, 1, 4]).y
    (0.0, 1.0, 4.0)
    """
    refuse_unknown(unknown, f"curve {label!r}", (), FigureError)
    return _curve(f"curve {label!r}", label, "line", x=x, y=y)


def lines(*curves: Curve, x: str, y: str, log_x: bool = False, log_y: bool = False, **unknown: Any) -> Lines:
    """A picture of curves and points over axes labelled ``x`` and ``y``.

    Raises FigureError where there is nothing to draw, or too much, or a number without a logarithm on such an axis.

    >>> lines(curve("the law", [1, 10], [1, 100]), x="n", y="size", log_y=True).log_y
    True
    """
    refuse_unknown(unknown, "lines", ("x", "y", "log_x", "log_y"), FigureError)
    _require_labels(x=x, y=y)
    if not curves or not all(isinstance(one, Curve) for one in curves):
        raise FigureError("lines without curves", rule="what is drawn comes first, each points(…) or curve(…)",
                          given=next((one for one in curves if not isinstance(one, Curve)), None))
    kinds = [(one.label, one.drawn) for one in curves]
    if len(set(kinds)) < len(kinds):
        raise FigureError("two curves have the same label", rule="points and a curve may share one, two of a kind not",
                          given=next(label for label, drawn in kinds if kinds.count((label, drawn)) > 1))
    if len({one.label for one in curves}) > CURVES:
        raise FigureError("a picture of too many curves", rule=f"at most {CURVES} labels", given=len(curves))
    _require_few(sum(len(one.x) for one in curves))
    for axis, log in (("x", log_x), ("y", log_y)):
        least = min(number for one in curves for number in one.numbers(axis))
        if log and least <= 0:
            raise FigureError(f"the {axis} axis is logarithmic", rule="numbers on it are positive", given=least)
    return Lines(x, y, bool(log_x), bool(log_y), curves)


def heat(*, x: tuple[str, Any], y: tuple[str, Any], values: tuple[str, Any], log: bool = False, **unknown: Any) -> Heat:
    """A field of cells, darker where the value is larger, on a logarithmic scale where ``log``.

    Each of ``x``, ``y`` and ``values`` is a label with its entries: names of the columns, names of the rows (numbers or
    texts), and a list of rows.

    Raises FigureError where rows are not as long as there are columns, or a number is missing or not finite.

    >>> heat(x=("n", [4, 8]), y=("depth", [1, 2]), values=("error", [[1, 2], [3, 4]])).columns
    ('4', '8')
    """
    refuse_unknown(unknown, "heat", ("x", "y", "values", "log"), FigureError)
    parts = {"x": x, "y": y, "values": values}
    for name, part in parts.items():
        if not isinstance(part, tuple) or len(part) != 2:
            raise FigureError(f"heat: {name}", rule="a label and its entries", given=part,
                              hint=f'{name}=("label", [1, 2])')
    _require_labels(**{name: part[0] for name, part in parts.items()})
    columns, rows = (tuple(map(_tick, _entries(f"heat: {name}", parts[name][1]))) for name in ("x", "y"))
    table = tuple(_numbers("heat: a row of values", row) for row in _entries("heat: values", values[1]))
    if len(table) != len(rows) or any(len(row) != len(columns) for row in table):
        raise FigureError("heat: values", rule=f"{len(rows)} rows of {len(columns)} numbers",
                          given=f"rows of {', '.join(str(len(row)) for row in table[:6])}")
    _require_few(len(rows) * len(columns))
    if log and min(map(min, table)) <= 0:
        raise FigureError("the scale is logarithmic", rule="values are positive", given=min(map(min, table)))
    return Heat(x[0], y[0], columns, rows, values[0], bool(log), table)


def picture_record(picture: Lines | Heat) -> dict[str, Any]:
    """Return a picture as JSON data."""
    return {"kind": "lines" if isinstance(picture, Lines) else "heat", **asdict(picture)}


def _curve(what: str, label: str, drawn: str, **given: Any) -> Curve:
    if not isinstance(label, str) or not label.strip():
        raise FigureError(what, rule="its label is a text", given=label)
    found = {name: _numbers(f"{what}: {name}", values) for name, values in given.items()}
    if len({len(values) for values in found.values()}) > 1:
        raise FigureError(f"{what} differ in length", rule="as many x as y, and so on",
                          given=", ".join(f"{len(values)} {name}" for name, values in found.items()))
    return Curve(label, drawn, **found)


def _require_labels(**labels: Any) -> None:
    for name, label in labels.items():
        if not isinstance(label, str) or not label.strip():
            raise FigureError(f"the label of {name}", rule="a text", given=label)


def _require_few(number: int) -> None:
    if number > LIMIT:
        raise FigureError("a picture of too many numbers", rule=f"at most {LIMIT}; thin them out", given=number)


def _entries(what: str, values: Any) -> list[Any]:
    """The entries of a list, a tuple, an array or the like; no more than can be drawn."""
    if isinstance(values, str | bytes | dict | set | frozenset) or not isinstance(values, Iterable):
        raise FigureError(what, rule="a list", given=values)
    found = list(islice(values, LIMIT + 1))
    if not found:
        raise FigureError(what, rule="at least one entry", given=values)
    _require_few(len(found))
    return found


def _numbers(what: str, values: Any) -> tuple[float, ...]:
    return tuple(_number(what, value) for value in _entries(what, values))


def _number(what: str, value: Any) -> float:
    odd = isinstance(value, str | bytes) or type(value).__name__ in ("bool", "bool_")
    if odd or (isinstance(value, Complex) and not isinstance(value, Real)):
        raise FigureError(what, rule="real numbers", given=value)
    try:
        number = float(value)
    except OverflowError:
        raise FigureError(what, rule="numbers within the range of floats", given=value) from None
    except (TypeError, ValueError):
        raise FigureError(what, rule="real numbers", given=value) from None
    if not math.isfinite(number):
        raise FigureError(what, rule="finite numbers", given=value)
    return float(f"{number:.10g}")


def _tick(entry: Any) -> str:
    return entry if isinstance(entry, str) else f"{_number('heat: the name of a row or column', entry):.4g}"
