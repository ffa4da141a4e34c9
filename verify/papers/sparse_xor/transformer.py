"""The model as a one-layer transformer with a CLS token."""

from __future__ import annotations

import numpy as np

import numerics
from verify import Drawn, Integers, OneOf, equal
from verify.papers.sparse_xor.paper import paper


def cls_transformer(V: np.ndarray, theta: np.ndarray, attend_self: bool = False) -> np.ndarray:
    """The outputs on the whole cube of a one-layer transformer with a CLS token that reads positions and signs."""
    inputs = numerics.cube(V.shape[0])
    return numerics.cls_output(numerics.cls_matrices(theta[0], theta[1]), V, inputs, attend_self=attend_self)


def two_head_model(V: np.ndarray, theta: np.ndarray) -> np.ndarray:
    """The outputs of the model on the whole cube."""
    return numerics.two_head_table(numerics.softmax(V @ theta[0]), numerics.softmax(V @ theta[1]))


paper.claim(
    "cls-equivalence", equal(cls_transformer, two_head_model),
    forall={"d": Integers(2, 4), "m": OneOf(2, 5),
            "V": Drawn(lambda generator, d, m: numerics.positions(generator, d, m)),
            "theta": Drawn(lambda generator, m: generator.standard_normal((2, m)))},
    at="Section 2, the model", origin="summary",
    says="The model is a one-layer transformer with two heads whose CLS token does not attend to itself",
    wrong=[equal(lambda V, theta: cls_transformer(V, theta, attend_self=True), two_head_model)],
)


def transformer_path(seed: int, d: int, factored: bool = False) -> np.ndarray:
    """The queries of the transformer after two steps of size 4 on its matrices; m = 2."""
    made = numerics.instance(seed, d, 2, start="independent")
    return numerics.cls_trajectory(made.queries[0], made.queries[1], made.positions,
                                   (int(made.subset[0]), int(made.subset[1])), step_size=4.0, steps=2,
                                   factored=factored)[-1]


def query_path(seed: int, d: int) -> np.ndarray:
    """The queries of the model after two steps of size 4 on them."""
    return numerics.train(numerics.instance(seed, d, 2, start="independent"), 4.0, 2).queries[-1]


SEEDS = {"d": Integers(3, 5), "seed": OneOf(*range(3))}

paper.claim(
    "cls-dynamics", equal(transformer_path, query_path), forall=SEEDS, at="Section 2, the model", origin="summary",
    says="Training the merged key–query matrices of the transformer moves its queries as training the model does, for"
         " two steps and not for one gradient alone",
    wrong=[equal(lambda seed, d: transformer_path(seed, d, factored=True), query_path)],
)

paper.claim(
    "cls-dynamics-factored", equal(lambda seed, d: transformer_path(seed, d, factored=True), query_path),
    forall=SEEDS, at="Section 2, the model", origin="ours", tier="full", expect="refuted",
    says="The same with keys and queries trained apart, as W_Qᵀ W_K; their product then moves otherwise",
)
