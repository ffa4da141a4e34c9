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
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, wraps
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
def moved(seed: int, functions: Sequence[Callable[..., Any]]) -> Iterator[tuple[list[Callable[..., Any]], list[int]]]:
    """Move library results inside the block; give the functions to call, and how many results were moved so far.

    Inside another such block nothing more is moved.
    """
    if _state:
        yield list(functions), [0]
        return
    count = [0]
    _state.extend((random.Random(seed), count))
    try:
        with replaced(_noisy_functions("torch" in sys.modules, "scipy.special" in sys.modules), functions) as noisy:
            yield noisy, count
    finally:
        _state.clear()


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
def _noisy_functions(torch: bool, special: bool) -> dict[int, Any]:
    """The functions that move results, by the identity of the originals, which they keep alive."""
    modules = [math, cmath, np, *([sys.modules["torch"]] if torch else [])]
    found = [getattr(module, name) for module in modules for name in _NAMES[module.__name__].split()
             if hasattr(module, name)]
    if special:
        found += [entry for entry in vars(sys.modules["scipy.special"]).values() if isinstance(entry, np.ufunc)]
    return {id(function): stand_in(function, _noisy) for function in found}
