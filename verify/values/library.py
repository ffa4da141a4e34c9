"""Library: elementary functions whose results are moved by a unit in the last place, as a probe of their error.

The libraries' sine or logarithm is a unit in the last place off and may not heed the processor's rounding direction, so
that 1 − cos x, whose subtraction is exact, shows no noise at all.  Inside :func:`moved` the functions of ``math``,
``cmath``, NumPy, SciPy's ``special`` and PyTorch, and the conversion of a fraction or an integer, return their result
times 1 ± 2⁻⁵², with signs that depend on a seed and on nothing else.  Roots are left alone: the processor rounds them
as it is told.  (A random last place as a probe of round-off: Vignes 1993, "A stochastic arithmetic for reliable
scientific computation".)
"""

from __future__ import annotations

import cmath
import math
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache, wraps
from types import FunctionType
from typing import Any

import numpy as np

from verify.values.replacement import replaced, stand_in

_NAMES = {
    "math": """acos acosh asin asinh atan atan2 atanh cbrt cos cosh dist erf erfc exp exp2 expm1 gamma hypot lgamma log
        log10 log1p log2 pow sin sinh tan tanh degrees radians""",
    "cmath": "acos acosh asin asinh atan atanh cos cosh exp log log10 phase polar rect sin sinh tan tanh",
    "numpy": """arccos arccosh arcsin arcsinh arctan arctan2 arctanh cbrt cos cosh deg2rad degrees exp exp2 expm1
        float_power hypot log log10 log1p log2 logaddexp logaddexp2 power rad2deg radians sin sinc sinh tan tanh""",
    "torch": """acos acosh asin asinh atan atan2 atanh cos cosh erf erfc erfinv exp exp2 expm1 hypot lgamma log log10
        log1p log2 logaddexp logsumexp pow sigmoid sin sinh softmax tan tanh""",
}


@contextmanager
def moved(seed: int, functions: Sequence[Callable[..., Any]], places: tuple[int, ...] = (),
          ) -> Iterator[tuple[list[Callable[..., Any]], list[int]]]:
    """Move library results inside the block; give the functions to call, and how many results were moved so far.

    With ``places``, results move by one of so many last places, chosen at random, and reach all floats near by.  Inside
    another such block nothing is moved.
    """
    if _state:
        yield list(functions), [0]
        return
    count = [0]
    _state.extend((random.Random(seed), count, places))
    try:
        noisy_functions = _noisy_functions("torch" in sys.modules, "scipy.special" in sys.modules)
        with _conversions(), _named_float(functions), replaced(noisy_functions, functions) as noisy:
            yield noisy, count
    finally:
        _state.clear()


@contextmanager
def _named_float(functions: Sequence[Callable[..., Any]]) -> Iterator[None]:
    """Move what ``float`` makes of a long integer, which Python rounds in a direction of its own."""
    tables = {id(one.__globals__): one.__globals__ for one in functions if isinstance(one, FunctionType)}
    free = [table for table in tables.values() if "float" not in table]
    try:
        for table in free:
            table["float"] = _float
        yield
    finally:
        for table in free:
            del table["float"]


def _float(number: Any = 0.0) -> float:
    result = float(number)
    exact = type(number) is not int or int(result) == number
    return result if exact else nudged(result)


def nudged(result: float) -> float:
    """Return a float moved by a last place inside :func:`moved`, else as it is."""
    if not _state:
        return result
    _state[1][0] += 1
    moved: float = _moved(result, _state[0], _state[2])
    return moved


@contextmanager
def _conversions() -> Iterator[None]:
    """Move what a fraction becomes as a float, unless it is one exactly."""
    original = Fraction.__float__

    def noisy(self: Fraction) -> float:
        result = original(self)
        if not _state or Fraction(result) == self:
            return result
        _state[1][0] += 1
        moved: float = _moved(result, _state[0], _state[2])
        return moved

    Fraction.__float__ = noisy  # type: ignore[assignment, method-assign]
    try:
        yield
    finally:
        del Fraction.__float__  # inherited from numbers.Rational


_state: list[Any] = []
"""Inside a block, the generator of moves, the count of moved results, and the last places to move by."""


def _noisy(original: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(original, updated=())
    def noisy(*arguments: Any, **options: Any) -> Any:
        result = original(*arguments, **options)
        if not _state:
            return result
        _state[1][0] += 1
        return _moved(result, _state[0], _state[2])

    return noisy


def _moved(result: Any, chance: random.Random, places: tuple[int, ...]) -> Any:
    if isinstance(result, tuple):
        return tuple(_moved(entry, chance, places) for entry in result)
    if isinstance(result, complex) and not isinstance(result, np.generic):
        return complex(_moved(result.real, chance, places), _moved(result.imag, chance, places))
    if isinstance(result, np.ndarray | np.generic) and result.dtype.kind in "fc":
        steps = np.random.default_rng(chance.getrandbits(32)).choice(places or (-1, 1), result.shape)
        unit = np.spacing(np.abs(result)) if places else np.finfo(result.dtype).eps * result
        return np.add(result, steps * unit).astype(result.dtype)
    if isinstance(result, float):
        return result + chance.choice(places or (-1, 1)) * (math.ulp(result) if places else 2.0**-52 * result)
    if hasattr(result, "is_floating_point") and result.is_floating_point():
        return result * (1 + chance.choice(places or (-1, 1)) * sys.modules["torch"].finfo(result.dtype).eps)
    return result


@lru_cache(maxsize=4)
def _noisy_functions(torch: bool, special: bool) -> dict[int, Any]:
    """The functions that move results, by the identity of the originals, which they keep alive."""
    modules = [math, cmath, np, *([sys.modules["torch"]] if torch else [])]
    found = [getattr(module, name) for module in modules for name in _NAMES[module.__name__].split()
             if hasattr(module, name)]
    if special:
        found += [entry for entry in vars(sys.modules["scipy.special"]).values() if isinstance(entry, np.ufunc)]
    return {id(function): stand_in(function, _noisy) for function in found}
