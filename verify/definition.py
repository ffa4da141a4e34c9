"""Definition: a plain Python function of the variables, as a side, a hypothesis or a property of a claim.

The function gets ints, Fractions and object arrays of them (floats where the function cannot work with exact numbers),
matched to the variables by parameter name, else by order.  What it refers to outside itself is remembered, because a
function made in a loop sees the loop's last value when it runs.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import CodeType
from typing import Any

import numpy as np

from verify.caption import title
from verify.domains.sample import Sample
from verify.errors import ClaimError, shorten


@dataclass(frozen=True, slots=True)
class Definition:
    """A function, the names of the variables that it takes in order, its source text and what it captured."""

    function: Callable[..., Any]
    parameters: tuple[str, ...]
    source: str
    captured: Mapping[str, str] = field(default_factory=dict)

    def arguments(self, instance: Mapping[str, Any], known: dict[str, Any] | None = None) -> tuple[Any, ...]:
        """The function's arguments at an instance; ``known`` keeps them for the other functions of a claim."""
        if known is None:
            return tuple([present(instance[name]) for name in self.parameters])
        for name in self.parameters:
            if name not in known:
                known[name] = present(instance[name])
        return tuple([known[name] for name in self.parameters])


_EXACT = {int, Fraction}


def present(value: Any) -> Any:
    """Return an instance's value as author functions see it: tuples, also of rows, become read-only object arrays.

    >>> present((1, Fraction(1, 2)))
    array([1, Fraction(1, 2)], dtype=object)
    """
    if not isinstance(value, tuple):
        return value.value if isinstance(value, Sample) else value
    kinds = set(map(type, value))
    if kinds <= _EXACT:
        array = np.array(value, dtype=object)
        array.flags.writeable = False
        return array
    rows = bool(value) and all(isinstance(row, tuple) and len(row) == len(value[0]) for row in value)
    kinds = {type(entry) for row in value for entry in row} if rows else kinds
    if all(issubclass(kind, int | Fraction) for kind in kinds):
        array = np.empty((len(value), len(value[0])) if rows else len(value), dtype=object)
        array[...] = value
        array.flags.writeable = False
        return array
    return value


def parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the names of the required parameters."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        raise ClaimError("a side whose parameters cannot be read", rule="a plain function of the variables",
                         given=function, hint="lambda n: function(n)") from None
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    listed = [p for p in signature.parameters.values() if p.default is p.empty and p.kind not in kinds]
    return tuple(p.name for p in listed)


def define(function: Callable[..., Any], names: Sequence[str], by_order: bool) -> Definition:
    """Return the definition of a function over the variables ``names``.

    Parameters are matched by name; where none matches and ``by_order`` is true, by order.  Raises ClaimError where
    neither fits.
    """
    wanted = parameters(function)
    unknown = [name for name in wanted if name not in names]
    if unknown and by_order and len(wanted) == len(names) and len(unknown) == len(wanted):
        wanted, unknown = tuple(names), []
    if unknown:
        kind = "lambda" if getattr(function, "__name__", "") == "<lambda>" else "function"
        raise ClaimError(f"the {kind} {title(function)!r} takes {', '.join(unknown)}",
                         rule=f"its parameters are declared variables ({', '.join(names) or 'none declared'})",
                         hint=f"forall={{'{unknown[0]}': …}} or rename the parameter")
    shown = title(function)
    source = f"{shown}({', '.join(wanted)})" if shown == getattr(function, "__name__", None) else shown
    return Definition(function, wanted, source, captured(function))


_SIMPLE = (int, float, str, bool, Fraction, tuple, type(None))


def captured(function: Callable[..., Any]) -> dict[str, str]:
    """Return what a function refers to outside itself, as text: closure cells and simple global values."""
    code = getattr(function, "__code__", None)
    if code is None:
        return {}
    found = {}
    for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
        try:
            found[name] = _fingerprint(cell.cell_contents)
        except ValueError:
            found[name] = "<not yet bound>"
    scope = function.__globals__
    for name in sorted(_global_names(code)):
        if name in scope and isinstance(scope[name], _SIMPLE):
            found[name] = _fingerprint(scope[name])
    return found


def _fingerprint(value: Any) -> str:
    return shorten(value, 200) if isinstance(value, _SIMPLE) else f"<{type(value).__name__} {id(value)}>"


def _global_names(code: CodeType) -> set[str]:
    found = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= _global_names(constant)
    return found


def changed(definition: Definition) -> str | None:
    """Return a sentence naming the first captured value that changed since the claim was made, else None."""
    now = captured(definition.function)
    for name, value in definition.captured.items():
        if now.get(name) != value:
            return (f"{definition.source} refers to {name}, which was {value} when the claim was made and is "
                    f"{now.get(name, 'gone')} now; bind it with a default: lambda …, {name}={name}: …")
    return None
