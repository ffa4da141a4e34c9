"""Times of the Walsh-Hadamard transform and of the average sensitivity, beside a copy of the same table.

Run by hand: ``python tests/benchmarks/boolean_transform.py``.  The butterfly is the textbook's transform in NumPy, the
peer that the transform here is to beat; a copy tells how fast memory is.  Set OPENBLAS_NUM_THREADS=1 for one core.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

import numerics

SIZES = (12, 16, 20, 22)
REPEATS = 7


def milliseconds(function: Callable[[], Any]) -> float:
    """The shortest of some runs."""
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return 1000 * min(times)


def butterfly(table: np.ndarray) -> np.ndarray:
    """The transform by n passes of sums and differences."""
    for bit in range(table.size.bit_length() - 1):
        pairs = table.reshape(-1, 2, 2**bit)
        table = np.stack([pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]], axis=1).ravel()
    return table


def times(n: int) -> list[float]:
    """Of a copy, the butterfly, the transform, the average sensitivity and the sensitivity at every input."""
    signs = numerics.random_boolean_function(np.random.default_rng(n), n)
    floats, room = signs.astype(np.float64), np.empty(2**n)
    assert np.array_equal(butterfly(floats), numerics.walsh_hadamard(floats))
    return [milliseconds(lambda: np.copyto(room, floats)), milliseconds(lambda: butterfly(floats)),
            milliseconds(lambda: numerics.walsh_hadamard(floats)),
            milliseconds(lambda: numerics.average_sensitivity(signs)),
            milliseconds(lambda: numerics.sensitivity(signs))]


def main() -> None:
    """Print a line for each size."""
    print(f"{'n':>3} {'copy':>10} {'butterfly':>10} {'transform':>10} {'average s':>10} {'s(x)':>10}   (ms)")
    for n in SIZES:
        print(f"{n:3}", *(f"{one:10.3f}" for one in times(n)))


if __name__ == "__main__":
    main()
