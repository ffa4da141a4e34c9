"""Overflow: integers of NumPy that wrapped around in an author's function, seen while it runs.

NumPy's integers have 8 to 64 bits and arrays of them wrap around in silence, so that a product is exact and wrong.
Inside :func:`watching` the integer arrays that a function makes notice: each sum, difference, product and power is made
in floats too, and one that differs by half the integers' range or more has wrapped around.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial, wraps
from typing import Any

import numpy as np

from verify.values.replacement import replaced, stand_in

_SHIFT = np.left_shift
_ARITHMETIC: tuple[Any, ...] = (np.add, np.subtract, np.multiply, np.power, np.negative, np.absolute, np.square,
                                np.matmul, _SHIFT)
_PRODUCTS: tuple[Any, ...] = (np.dot, np.inner, np.vdot, np.einsum, np.convolve, np.correlate)
_SHAPING = ("axis", "axes", "keepdims", "initial", "where")
_NAMES = """arange array asanyarray asarray ascontiguousarray diag empty empty_like eye frombuffer fromfunction fromiter
    full full_like identity indices meshgrid ones ones_like repeat tile tri where zeros zeros_like vander bincount
    concatenate hstack stack vstack column_stack"""
_OF_LISTS = """add convolve correlate cross cumprod cumsum diff dot einsum inner kron matmul multiply negative outer
    polyval power prod square subtract sum tensordot trace vdot absolute abs left_shift"""


@dataclass(slots=True)
class Watch:
    """How many operations on fixed-width integers were seen, and what is told of one that wrapped around."""

    operations: int = 0
    overflow: str = ""

    def note(self, bits: int, what: str) -> None:
        """Tell of an overflow; the first one is kept."""
        kind = f"a NumPy integer of {bits} bits" if bits else "a NumPy integer"
        self.overflow = self.overflow or f"{kind} overflowed in {what}; use Python integers (dtype=object)"


_watches: list[Watch] = []


@contextmanager
def watching(functions: Sequence[Callable[..., Any]]) -> Iterator[Watch]:
    """Watch the integer arrays and scalars that are made inside the block."""
    watch = Watch()
    _watches.append(watch)
    try:
        with (replaced(_replacements(), functions), warnings.catch_warnings(record=True) as told,
              np.errstate(over="warn")):
            warnings.simplefilter("always")
            yield watch
        scalar = next((str(one.message) for one in told if "in scalar" in str(one.message)), "")
        if scalar.startswith("overflow"):
            watch.note(0, scalar.removeprefix("overflow encountered in "))
    finally:
        _watches.remove(watch)


class Watched(np.ndarray[Any, Any]):
    """An array of integers of NumPy whose arithmetic is watched."""

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, out: Any = None, **options: Any) -> Any:
        """Do it as NumPy does, and in floats."""
        before = [one.copy() if out and isinstance(one, np.ndarray) else one for one in map(_plain, inputs)]
        if out:
            options["out"] = tuple(map(_plain, out))
        result = getattr(ufunc, method)(*map(_plain, inputs), **options)
        if ufunc in _ARITHMETIC and method != "at" and _is_fixed(result):
            options = {name: options[name] for name in _SHAPING if name in options}
            _compare(result, lambda: _in_floats(ufunc, method, before, options, result.dtype), ufunc.__name__)
        return out[0] if out and len(out) == 1 else watched(result)

    def __array_function__(self, function: Any, types: Any, arguments: Any, options: Any) -> Any:
        """Products that NumPy makes without its ufuncs."""
        if function not in _PRODUCTS:
            return super().__array_function__(function, types, arguments, options)
        result = function(*map(_plain, arguments), **options)
        if _is_fixed(result):
            _compare(result, lambda: function(*map(_float, map(_plain, arguments)), **options), function.__name__)
        return watched(result)

    def dot(self, other: Any, out: Any = None) -> Any:
        """The method does not ask for overrides."""
        return np.dot(self, other, out=out)

    def astype(self, dtype: Any, *arguments: Any, **options: Any) -> Any:
        """A narrower type may not hold the values."""
        result = self.view(np.ndarray).astype(dtype, *arguments, **options)
        if _is_fixed(result):
            _compare(result, lambda: _float(self.view(np.ndarray)), "astype")
        return watched(result)


def _in_floats(ufunc: Any, method: str, inputs: Sequence[Any], options: Any, dtype: Any) -> Any:
    floats = [_float(one) for one in inputs] if method in ("__call__", "outer") else [_float(inputs[0]), *inputs[1:]]
    if ufunc is _SHIFT:
        return floats[0] * 2.0 ** floats[1] if dtype.kind == "i" and method == "__call__" else None
    return getattr(ufunc, method)(*floats, **options)


def _compare(result: Any, in_floats: Callable[[], Any], what: str) -> None:
    bits = 8 * result.dtype.itemsize
    with np.errstate(all="ignore"):
        expected = in_floats()
        if expected is None:
            return
        fits = np.all(np.abs(expected - result.astype(np.float64)) < 2.0 ** (bits - 1))
    for watch in _watches:
        watch.operations += 1
        if not fits:
            watch.note(bits, what)


def watched(result: Any) -> Any:
    """An array of integers as one that is watched; anything else as it is."""
    if isinstance(result, tuple | list):
        return type(result)(map(watched, result)) if type(result) in (tuple, list) else result
    return result.view(Watched) if isinstance(result, np.ndarray) and _is_fixed(result) else result


def _is_fixed(value: Any) -> bool:
    return isinstance(value, np.ndarray | np.generic) and value.dtype.kind in "iu"


def _plain(value: Any) -> Any:
    return value.view(np.ndarray) if isinstance(value, Watched) else value


def _float(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return type(value)(map(_float, value))
    return value.astype(np.float64) if _is_fixed(value) else float(value) if type(value) is int else value


@lru_cache(maxsize=1)
def _replacements() -> dict[int, Callable[..., Any]]:
    """Functions that make watched arrays, by the identity of the originals."""
    made = [(getattr(np, name), 0) for name in _NAMES.split()] + [(getattr(np, name), 2) for name in _OF_LISTS.split()]
    return {id(one): stand_in(one, partial(_making, lists=lists)) for one, lists in made}


def _making(original: Any, lists: int) -> Callable[..., Any]:
    """A function whose integer arrays are watched, also those that it makes of lists among its first arguments."""

    @wraps(original, updated=())
    def making(*arguments: Any, **options: Any) -> Any:
        return watched(original(*map(_from_list, arguments[:lists]), *arguments[lists:], **options))

    return making


def _from_list(value: Any) -> Any:
    if not isinstance(value, list | tuple):
        return value
    try:
        return watched(np.asarray(value))
    except ValueError:
        return value
