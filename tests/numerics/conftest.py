"""Shared by the tests of transformers."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest


def neutral_parameters(n=3, d=2, layers=1, heads=1, width=0, **changes):
    """A transformer that does nothing (zero attention, identity skip), with some parameters replaced."""
    square = np.zeros((layers, heads, d, d))
    neutral = {
        "embedding": np.zeros((2, d)),
        "position": np.zeros((n, d)),
        "key": square,
        "query": square,
        "value": square,
        "skip": np.tile(np.eye(d), (layers, 1, 1)),
        "inner": np.zeros((layers, width, d)),
        "inner_bias": np.zeros((layers, width)),
        "outer": np.zeros((layers, d, width)),
        "outer_bias": np.zeros((layers, d)),
        "readout": np.eye(d)[0],
        "epsilon": 1.0,
    }
    return neutral | changes


@pytest.fixture
def parameters() -> Callable[..., dict[str, Any]]:
    """The parameters of a transformer that does nothing, some of them replaced."""
    return neutral_parameters
