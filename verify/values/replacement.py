"""Replacement: functions of libraries replaced, for the length of a block, wherever an author's code finds them."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FunctionType
from typing import Any

import numpy as np

Function = Callable[..., Any]
Place = tuple[dict[str, Any], str, Any]
"""A module's names, one of them, and the function that it stands for."""
_LIBRARIES = ("math", "cmath", "numpy", "numpy.linalg", "torch", "scipy.special", "__main__")
_INSTALLED = tuple(sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib", "purelib", "platlib"))
_PLACES: dict[tuple[int, ...], list[Place]] = {}


@contextmanager
def replaced(replacements: Mapping[int, Function], functions: Sequence[Function]) -> Iterator[list[Function]]:
    """Put replacements where functions are known by a name; give ``functions``, themselves replaced where asked.

    ``replacements`` are by the identity of the originals, and live as long as the program: places are remembered.
    """
    places = _places(replacements, functions)
    try:
        for names, name, original in places:
            names[name] = replacements[id(original)]
        yield [replacements.get(id(function), function) for function in functions]
    finally:
        for names, name, original in places:
            names[name] = original


def stand_in(original: Any, make: Callable[[Any], Function]) -> Function:
    """Return ``make(original)``; where that is a ufunc of NumPy, with methods such as ``reduce`` made likewise."""
    made = make(original)
    if isinstance(original, np.ufunc):
        for name in ("reduce", "accumulate", "reduceat", "outer", "at"):
            setattr(made, name, make(getattr(original, name)))
    return made


def _places(replacements: Mapping[int, Function], functions: Sequence[Function]) -> list[Place]:
    """The libraries' own names, those of modules that are no part of an installation, and those of the functions."""
    own = {id(table): table for one in functions if isinstance(one, FunctionType) for table in [one.__globals__]}
    state = id(replacements), len(sys.modules), *own
    known = _PLACES.get(state)
    if known is None:
        tables = own | {id(vars(module)): vars(module) for module in list(sys.modules.values()) if _is_open(module)}
        known = [(table, name, entry) for table in tables.values() for name, entry in list(table.items())
                 if id(entry) in replacements]
        _PLACES[state] = known
    return known


def _is_open(module: Any) -> bool:
    name = str(getattr(module, "__name__", ""))
    if name in _LIBRARIES:
        return True
    if name.startswith("verify.") and not name.startswith("verify.papers"):
        return False
    file = getattr(module, "__file__", None) or ""
    return bool(file) and not file.startswith(_INSTALLED)
