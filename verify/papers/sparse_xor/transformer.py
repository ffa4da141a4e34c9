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
    forall={"d": Integers(2, 6), "m": OneOf(2, 5),
            "V": Drawn(lambda generator, d, m: numerics.positions(generator, d, m)),
            "theta": Drawn(lambda generator, m: generator.standard_normal((2, m)))},
    at="Section 2, the model", origin="summary",
    says="The model is a one-layer transformer with two heads whose CLS token does not attend to itself",
    wrong=[equal(lambda V, theta: cls_transformer(V, theta, attend_self=True), two_head_model)],
)
