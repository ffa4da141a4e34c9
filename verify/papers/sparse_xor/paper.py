"""Paper: one-step learning of sparse XOR by a two-head softmax transformer.

Notation.  x is uniform on {−1, 1}^d and the target is y = −x_i x_j for an unknown pair {i, j}.  Positions v_1, …, v_d
are uniform on the unit sphere of R^m and frozen; the queries θ and θ̃ are trained.  The heads are g = softmax(Vθ) and
h = softmax(Vθ̃), the model is f(x) = −(g·x)(h·x) and the loss L = E (f − y)².  Training starts at θ̃ = −θ with θ uniform
on the sphere and takes one step of gradient descent on L.
"""

from __future__ import annotations

import contextlib

from verify import Integers, Paper, Subsets, Vectors, oo

with contextlib.suppress(ImportError):
    import torch  # noqa: F401  gradients need it; imported here, it is loaded once and not again in every check

paper = Paper("sparse_xor", title="Transformers Provably Learn Sparse XOR with Polylogarithmic Parameters",
              authors=("Han", "Ghoshdastidar"), year=2026, arxiv="2502.07553v2")
paper.convention("loss", "L = E (f − y)², without a factor ½; the expectation is over the uniform cube {−1, 1}^d.")
paper.convention("target", "y = −x_i x_j and f = −(g·x)(h·x), so that the signs of model and target agree.")
paper.convention("pair", "pair = (i, j) with 1 ≤ i < j ≤ d.")
paper.convention("step size", "η = C d²; the positions stay frozen and both queries are updated at once.")

d, pair, g, h = paper.variables(d=Integers(2, oo, window=8), pair=Subsets("d", 2), g=Vectors("d"), h=Vectors("d"))

paper.not_checked("theorem-2", at="Theorem 2", says="One step learns the target with high probability as d grows",
                  why="an asymptotic statement; no finite set of sizes decides it")
paper.not_checked("corollary-3", at="Corollary 3", says="d⁴ polylog d samples suffice for one step on samples",
                  why="an asymptotic statement; no finite set of sizes decides it")
