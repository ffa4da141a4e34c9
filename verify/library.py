"""Library: elementary functions whose results are moved by a unit in the last place, as a probe of their error.

The libraries' sine or logarithm is a unit in the last place off and may not heed the processor's rounding direction, so
that 1 − cos x, whose subtraction is exact, shows no noise at all.  Inside :func:`moved` the functions of ``math``,
``cmath``, NumPy, SciPy's ``special`` and PyTorch return their result times 1 ± 2⁻⁵², with signs that depend on a seed
and on nothing else.  Roots are left alone: the processor rounds them as it is told.  (A random last place as a probe of
round-off: Vignes 1993, "A stochastic arithmetic for reliable scientific computation".)
"""

from __future__ import annotations

import cmath
import math
import random
import sys
import sysconfig
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, wraps
from types import FunctionType
from typing import Any

import numpy as np

_NAMES = {
    "math": """acos acosh asin asinh atan atan2 atanh cbrt cos cosh dist erf erfc exp exp2 expm1 gamma hypot lgamma log
        log10 log1p log2 pow sin sinh tan tanh degrees radians""",
    "cmath": "acos acosh asin asinh atan atanh cos cosh exp log log10 phase polar rect sin sinh tan tanh",
    "numpy": """arccos arccosh arcsin arcsinh arctan arctan2 arctanh cbrt cos cosh deg2rad degrees exp exp2 expm1
        float_power hypot log log10 log1p log2 logaddexp logaddexp2 power rad2deg radians sin sinc sinh tan tanh""",
    "torch": """acos acosh asin asinh atan atan2 atanh cos cosh erf erfc erfinv exp exp2 expm1 hypot lgamma log log10
        log1p log2 logaddexp logsumexp pow sigmoid sin sinh softmax tan tanh""",
}
Place = tuple[dict[str, Any], str, Any]
"""A module's names, one of them, and the function that it stands for."""


@contextmanager
def moved(seed: int, functions: Sequence[Callable[..., Any]]) -> Iterator[tuple[list[Callable[..., Any]], list[int]]]:
    """Move library results inside the block; give the functions to call, and how many results were moved so far.

    Inside another such block nothing more is moved.
    """
    if _state:
        yield list(functions), [0]
        return
    wrapped = _wrapped("torch" in sys.modules, "scipy.special" in sys.modules)
    places, count = _places(wrapped, functions), [0]
    _state.extend((random.Random(seed), count))
    try:
        for names, name, original in places:
            names[name] = wrapped[id(original)]
        yield [wrapped.get(id(function), function) for function in functions], count
    finally:
        _state.clear()
        for names, name, original in places:
            names[name] = original


_state: list[Any] = []
"""Inside a block, the generator of signs and the count of moved results."""


def _noisy(original: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(original, updated=())
    def noisy(*arguments: Any, **options: Any) -> Any:
        result = original(*arguments, **options)
        if not _state:
            return result
        signs, count = _state
        count[0] += 1
        return _moved(result, signs)

    return noisy


def _moved(result: Any, signs: random.Random) -> Any:
    if isinstance(result, tuple):
        return tuple(_moved(entry, signs) for entry in result)
    if isinstance(result, complex) and not isinstance(result, np.generic):
        return complex(_moved(result.real, signs), _moved(result.imag, signs))
    if isinstance(result, np.ndarray | np.generic) and result.dtype.kind in "fc":
        unit = float(np.finfo(result.dtype).eps)
        flips = np.random.default_rng(signs.getrandbits(32)).integers(0, 2, result.shape) * 2 - 1
        return np.multiply(result, 1 + unit * flips).astype(result.dtype)
    if isinstance(result, float):
        return result * (1 + signs.choice((-1, 1)) * 2.0**-52)
    if hasattr(result, "is_floating_point") and result.is_floating_point():
        return result * (1 + signs.choice((-1, 1)) * sys.modules["torch"].finfo(result.dtype).eps)
    return result


@lru_cache(maxsize=4)
def _wrapped(torch: bool, special: bool) -> dict[int, Any]:
    """The functions that move results, by the identity of the originals, which they keep alive."""
    modules = [math, cmath, np, *([sys.modules["torch"]] if torch else [])]
    found = [getattr(module, name) for module in modules for name in _NAMES[module.__name__].split()
             if hasattr(module, name)]
    if special:
        found += [entry for entry in vars(sys.modules["scipy.special"]).values() if isinstance(entry, np.ufunc)]
    return {id(function): _noisy(function) for function in found}


def _places(wrapped: dict[int, Any], functions: Sequence[Callable[..., Any]]) -> list[Place]:
    """Where the functions are known by a name: their own modules, and modules that are no part of an installation."""
    own = {id(table): table for one in functions if isinstance(one, FunctionType) for table in [one.__globals__]}
    state = len(sys.modules), len(wrapped), *own
    known = _PLACES.get(state)
    if known is None:
        tables = own | {id(vars(module)): vars(module) for module in list(sys.modules.values()) if _is_open(module)}
        known = [(table, name, entry) for table in tables.values() for name, entry in list(table.items())
                 if id(entry) in wrapped]
        _PLACES[state] = known
    return known


_PLACES: dict[tuple[int, ...], list[Place]] = {}
_INSTALLED = tuple(sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib", "purelib", "platlib"))


def _is_open(module: Any) -> bool:
    """Whether a module is one of the libraries, or an author's."""
    if getattr(module, "__name__", "") in (*_NAMES, "scipy.special", "__main__"):
        return True
    file = getattr(module, "__file__", None) or ""
    return bool(file) and not file.startswith(_INSTALLED)
