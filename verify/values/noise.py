"""Noise: the rounding error of a float result, measured by running the author's function again.

The function runs again with the processor rounding upward and downward, on float inputs moved by one unit in the last
place, and with library results moved so (:mod:`verify.values.library`); the spread of the results is the noise.
Discrete results are tested with inputs moved by 2^20 units. (Directed rounding as a probe of round-off: Kahan 2006,
"How futile are mindless assessments of roundoff"; Vignes 1993.)
"""

from __future__ import annotations

import ctypes
import ctypes.util
import platform
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from verify.values import library
from verify.values.long import lengthened, with_long_constants

_MODES = {"x86_64": (0x800, 0x400), "AMD64": (0x800, 0x400), "aarch64": (0x400000, 0x800000),
          "arm64": (0x400000, 0x800000)}
WIDE_ULPS = 2**20
"""A discrete result must survive input changes of this many units in the last place."""


@dataclass(frozen=True, slots=True)
class Runs:
    """The results of one function: as called, perturbed, and widely perturbed."""

    nominal: Any
    variants: tuple[Any, ...]
    wide: tuple[Any, ...]
    floor: float = 0.0


def _library() -> Any:
    try:
        library = ctypes.CDLL(ctypes.util.find_library("m") or "libm.so.6")
        return library if hasattr(library, "fesetround") else None
    except OSError:
        return None


_LIBM = _library()


def modes() -> tuple[int, ...]:
    """The processor's codes for rounding upward and downward; none where they are not known."""
    return _MODES.get(platform.machine(), ()) if _LIBM is not None else ()


@contextmanager
def rounding(mode: int) -> Iterator[None]:
    """Round floating-point results in one direction inside the block."""
    before = _LIBM.fegetround()
    _LIBM.fesetround(mode)
    try:
        yield
    finally:
        _LIBM.fesetround(before)


def perturbed(argument: Any, ulps: int, seed: int) -> Any:
    """Return an argument with every float in it moved by up to ``ulps`` units in the last place."""
    if isinstance(argument, float):
        return argument * (1 + (1 if seed % 2 else -1) * ulps * 2.0**-52)
    if isinstance(argument, np.ndarray) and argument.dtype.kind == "f":
        signs = np.random.default_rng(seed).integers(0, 2, argument.shape) * 2 - 1
        return (argument * (1 + signs * ulps * float(np.finfo(argument.dtype).eps))).astype(argument.dtype)
    if isinstance(argument, tuple | list):
        return type(argument)(perturbed(entry, ulps, seed + k) for k, entry in enumerate(argument))
    return argument


def has_float_input(argument: Any) -> bool:
    """Tell whether an argument holds a float."""
    if isinstance(argument, tuple | list):
        return any(has_float_input(entry) for entry in argument)
    return isinstance(argument, float) or (isinstance(argument, np.ndarray) and argument.dtype.kind == "f")


def magnitude(argument: Any) -> float:
    """The largest absolute value of a number in an argument, 0 where there is none."""
    if isinstance(argument, np.ndarray) and argument.dtype.kind in "fiu" and argument.size:
        return max(0.0, float(np.fmax.reduce(np.abs(argument.astype(np.float64)), axis=None)))
    if isinstance(argument, np.ndarray) and argument.size:
        return max((magnitude(entry) for entry in argument.ravel().tolist()), default=0.0)
    if isinstance(argument, tuple | list):
        return max((magnitude(entry) for entry in argument), default=0.0)
    try:
        return abs(float(argument)) if isinstance(argument, int | float | Fraction) else 0.0
    except OverflowError:
        return 1e308


def as_floats(argument: Any) -> Any:
    """Return an exact argument in float64, for a function that cannot work with exact numbers; small ints stay."""
    if isinstance(argument, Fraction) or (type(argument) is int and abs(argument) > 1 << 53):
        try:
            return float(argument)
        except OverflowError:
            return argument
    if isinstance(argument, np.ndarray) and argument.dtype == object:
        return argument.astype(np.float64)
    return argument


@contextmanager
def thorough() -> Iterator[None]:
    """Measure noise with more runs inside the block, before a float is believed to refute."""
    before = _runs[:]
    _runs[:] = [range(1, 9), (1, 4)]
    try:
        yield
    finally:
        _runs[:] = before


@contextmanager
def unmeasured() -> Iterator[None]:
    """Run functions once inside the block, so that their floats have no radius."""
    _unmeasured.append(True)
    try:
        yield
    finally:
        _unmeasured.pop()


def measuring() -> bool:
    """Whether functions run again for their noise."""
    return not _unmeasured


_unmeasured: list[bool] = []
_runs: list[Any] = [range(1, 3), (1,)]
"""The seeds of perturbed runs, and by how many units in the last place inputs are moved in them."""


def variants(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the function's results in two rounding directions, with float inputs moved, and library results moved."""
    results = []
    for mode in modes():
        try:
            with rounding(mode):
                result = function(*arguments)
            results.append(result)
        except Exception:  # a library that cannot run in this mode tells nothing about the noise
            continue
    if any(has_float_input(argument) for argument in arguments):
        results += _moved_inputs(function, arguments)
    return (*results, *_library_runs(function, arguments))


def _moved_inputs(function: Callable[..., Any], arguments: tuple[Any, ...]) -> list[Any]:
    seeds, ulps = _runs
    return [result for ulp in ulps for result in _perturbed_runs(function, arguments, ulp, seeds)]


def _library_runs(function: Callable[..., Any], arguments: tuple[Any, ...]) -> list[Any]:
    results = []
    for seed in _runs[0]:
        with library.moved(seed, [function]) as (noisy, count):
            found = _first_that_runs((with_long_constants(noisy[0]), tuple(map(lengthened, arguments))),
                                     (noisy[0], arguments))
        if not found:
            continue
        if not count[0]:
            break
        results += found
    return results


def _first_that_runs(*calls: tuple[Callable[..., Any], tuple[Any, ...]]) -> list[Any]:
    """The result of the first call that does not raise: a function may refuse an integer that is none of Python's."""
    for function, arguments in calls:
        try:
            return [function(*arguments)]
        except Exception:  # what is moved may leave the function's domain, which tells nothing of its noise
            continue
    return []


def _perturbed_runs(function: Callable[..., Any], arguments: tuple[Any, ...], ulps: int,
                    seeds: Sequence[int]) -> list[Any]:
    """Runs on moved inputs; one that raises left the function's domain and tells nothing."""
    results = []
    for seed in seeds:
        try:
            results.append(function(*(perturbed(argument, ulps, seed) for argument in arguments)))
        except Exception:
            continue
    return results


def wide_variants(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the function's results on float inputs moved by 2^20 units in the last place, in four directions."""
    if not any(has_float_input(argument) for argument in arguments):
        return ()
    return tuple(_perturbed_runs(function, arguments, WIDE_ULPS, (1, 2, 3, 4)))
