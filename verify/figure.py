"""Figure: an illustration of claims: a function that returns a picture, and everything said about it.

A figure is no evidence: whatever becomes of it, no verdict depends on it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from typing import Any

from verify.errors import FigureError, refuse_unknown
from verify.picture import Heat, Lines, picture_record

FIGURE = "figure"
"""What stands for a check in the unit of work that draws a figure."""
WORDS = ("title", "at", "says", "illustrates", "tier")


@dataclass(frozen=True, slots=True)
class Figure:
    """A function without arguments that returns :func:`verify.lines` or :func:`verify.heat`, and the claims it shows.

    ``fault`` says why it is not well-formed, where it only stands in the place of such a figure.
    """

    id: str
    title: str
    function: Callable[[], Lines | Heat]
    at: str = ""
    says: str = ""
    illustrates: tuple[str, ...] = ()
    tier: str = "fast"
    paper: str = ""
    file: str = ""
    line: int = 0
    fault: str = ""


def make_figure(identifier: Any, function: Any, unknown: Mapping[str, Any], taken: Container[str], *, title: Any,
                illustrates: Any, tier: Any, **rest: Any) -> Figure:
    """Return the figure that an author states.  Raises FigureError where it is not well-formed."""
    what = f"figure {identifier!r}"
    refuse_unknown(unknown, what, WORDS, FigureError)
    for name, text in {"id": identifier, "title": title, **{name: rest[name] for name in ("at", "says")}}.items():
        if not isinstance(text, str) or (name in ("id", "title") and not text.strip()):
            raise FigureError(f"{what}: {name}", rule="a text", given=text, hint='@paper.figure("id", title="…")')
    if identifier in taken:
        raise FigureError(f"the id {identifier!r} is used twice", rule="ids of figures are unique in a paper")
    if tier not in ("fast", "full"):
        raise FigureError(f"{what}: tier", rule="fast or full", given=tier)
    names = (illustrates,) if isinstance(illustrates, str) else illustrates
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise FigureError(f"{what}: illustrates", rule="ids of claims", given=illustrates)
    if not callable(function) or inspect.iscoroutinefunction(function) or _asks(function):
        raise FigureError(what, rule="it decorates a plain function without arguments", given=function)
    return Figure(identifier, title, function, illustrates=tuple(dict.fromkeys(names)), tier=tier, **rest)


def _asks(function: Callable[..., Any]) -> bool:
    """Whether a function cannot be called without arguments."""
    try:
        inspect.signature(function).bind()
    except TypeError:
        return True
    except ValueError:  # a function of C tells nothing
        return False
    return False


def faulty(identifier: str, problem: Exception, **place: Any) -> Figure:
    """Return what stands in the place of a figure that is not well-formed."""
    return Figure(identifier, identifier, lambda: Lines("", "", False, False, ()), fault=str(problem), **place)


def draw(figure: Figure) -> dict[str, Any]:
    """Call a figure's function and return its picture as JSON data.

    Raises FigureError where it returns anything else, and whatever the function raises.
    """
    picture = figure.function()
    if not isinstance(picture, Lines | Heat):
        raise FigureError(f"the function of figure {figure.id!r} returned {type(picture).__name__}",
                          rule="it returns a picture", hint="return lines(…) or return heat(…)")
    return picture_record(picture)


def figure_head(figure: Figure) -> dict[str, Any]:
    """Return what a record says of a figure before it is drawn."""
    return {"id": figure.id, "title": figure.title, "at": figure.at, "says": figure.says, "tier": figure.tier,
            "illustrates": list(figure.illustrates), "where": {"file": figure.file, "line": figure.line},
            "fault": figure.fault}
