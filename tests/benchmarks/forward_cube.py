"""Times all 2^n inputs of a transformer, plain and by tables, in pairs: `python tests/benchmarks/forward_cube.py 16 5`.

Prints CPU seconds of both and their ratio for every pair, then the median ratio. One BLAS thread, so that CPU time
means something; pairs, so that what else the machine does strikes both alike.
"""

from __future__ import annotations

import os
import sys
from statistics import median
from time import process_time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

import numerics


def seconds(function, *arguments):
    """CPU seconds of one call."""
    begin = process_time()
    function(*arguments)
    return process_time() - begin


def main(n=16, pairs=5):
    network = numerics.random_transformer(np.random.default_rng(0), n, 8, 2, 2, 0.01)
    inputs = numerics.cube(n)
    plain, fast = numerics.evaluate(network, inputs), numerics.evaluate_cube(network)
    print(f"largest difference of T: {np.abs(plain.output - fast.output).max():.1e}")
    ratios = []
    for _ in range(pairs):
        slow, quick = seconds(numerics.evaluate, network, inputs), seconds(numerics.evaluate_cube, network)
        ratios.append(slow / quick)
        print(f"plain {slow:.3f} s, by tables {quick:.3f} s: {ratios[-1]:.2f} times faster")
    print(f"median {median(ratios):.2f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
