"""A one-layer transformer with two attention heads that reads the cube from a CLS token (PyTorch).

Tokens in R^(m+2): CLS is e_0 = (0, 0, 1) and input k is e_k = (v_k, x_k, 0), with a frozen unit position v_k and the
content x_k = ±1. Head r attends from CLS with the merged key-query matrix A_r,

    a_r = softmax over tokens t of e_0^T A_r e_t,    o_r = sum_t a_rt (content of e_t),    T(x) = -o_1 o_2:

the values are the contents and the read-out is a fixed product. Two masks: CLS does not attend to itself (`attend_self`
lifts that), and of A_r only the entries from CLS to the positions are trained and non-zero (the structural mask). Or
A_r = W_Q^T W_K with both factors trained.

Losses are mean squared errors against y(x) = -x_i x_j, over the whole cube or over the inputs given.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numerics.hypercube import cube
from numerics.ring import Array
from numerics.two_head_model import Pair, pair_indices

_LARGEST_CUBE = 16
_CHUNK_NUMBERS = 2**22


def cls_matrices(theta: Any, theta_tilde: Any) -> Array:
    """The merged matrices A_r whose entries from CLS to the positions are the queries, all others 0.

    Args: theta, theta_tilde: (m,). Returns: float64 array (2, m + 2, m + 2).

    >>> cls_matrices([5.0], [6.0])[:, 2].tolist()
    [[5.0, 0.0, 0.0], [6.0, 0.0, 0.0]]
    """
    queries = np.array([theta, theta_tilde], dtype=np.float64)
    m = queries.shape[1]
    matrices = np.zeros((2, m + 2, m + 2))
    matrices[:, -1, :m] = queries
    return matrices


def cls_output(matrices: Any, positions: Any, inputs: Any, *, attend_self: bool = False) -> Array:
    """T(x) for a batch of inputs.

    Args: matrices: A (2, m + 2, m + 2); positions: V (d, m); inputs: (B, d) of ±1; attend_self: whether CLS attends
        to itself.
    Returns: float64 array (B,), rounding error only.

    >>> zero, V = cls_matrices([0.0], [0.0]), [[1.0], [-1.0]]
    >>> cls_output(zero, V, [[1, 1], [-1, -1]]).tolist()                     # -(mean of the contents)^2
    [-1.0, -1.0]
    >>> cls_output(zero, V, [[1, 1]], attend_self=True).round(12).tolist()   # a third token, of content 0: -(2/3)^2
    [-0.444444444444]
    """
    import torch

    rows, merged = (torch.as_tensor(np.asarray(part, dtype=np.float64)) for part in (positions, matrices))
    parts = [_output(merged, _tokens(rows, part), attend_self).numpy() for part in _chunks(rows, np.asarray(inputs))]
    return np.concatenate([np.zeros(0), *parts])


def cls_gradient(
    matrices: Any,
    positions: Any,
    pair: Pair,
    *,
    inputs: Any = None,
    structural_mask: bool = True,
    attend_self: bool = False,
) -> Array:
    """The derivative of the mean squared error in every entry of A_1 and A_2, by automatic differentiation.

    Args: matrices, positions, attend_self: as for `cls_output`; pair: (i, j), 1-based; inputs: (B, d), the whole cube
        if none are given (d <= 16); structural_mask: whether all entries but those from CLS to positions are set to 0.
    Returns: float64 array (2, m + 2, m + 2).
    Raises: ValueError for a cube too large, or a pair that is none of 1..d.

    >>> slopes = cls_gradient(cls_matrices([0.0], [0.0]), [[1.0], [-1.0]], (1, 2), structural_mask=False)
    >>> bool(np.all(np.abs(slopes) < 1e-15))   # uniform heads on two positions are stationary
    True
    """
    import torch

    rows = torch.as_tensor(np.asarray(positions, dtype=np.float64))
    if inputs is None and len(rows) > _LARGEST_CUBE:
        raise ValueError(f"2^{len(rows)} inputs are too many to enumerate (limit d = {_LARGEST_CUBE}); give inputs")
    free = torch.tensor(np.asarray(matrices, dtype=np.float64), requires_grad=True)
    places, given = pair_indices(len(rows), pair).tolist(), np.asarray(cube(len(rows)) if inputs is None else inputs)
    for part in _chunks(rows, given):  # the slopes of the parts add up
        tokens = _tokens(rows, part)
        wanted = -tokens[:, 1:, -2][:, places].prod(dim=1)
        (((_output(free, tokens, attend_self) - wanted) ** 2).sum() / len(given)).backward()
    slopes = free.grad.numpy()
    return slopes * _structure(slopes.shape[-1]) if structural_mask else slopes


def cls_trajectory(
    theta: Any,
    theta_tilde: Any,
    positions: Any,
    pair: Pair,
    *,
    step_size: float,
    steps: int,
    factored: bool = False,
    inputs: Any = None,
    structural_mask: bool = True,
) -> Array:
    """The queries that the heads have along gradient descent on the matrices: the entries from CLS to the positions.

    Args: theta, theta_tilde: start (m,); positions, pair, inputs, structural_mask: as for `cls_gradient`; step_size:
        eta; steps >= 0; factored: whether W_Q and W_K are trained, from W_K = I and W_Q = A^T, instead of A itself
        (then no structural mask is used).
    Returns: float64 array (steps + 1, 2, m).

    >>> cls_trajectory([0.0], [0.0], [[1.0], [-1.0]], (1, 2), step_size=9.0, steps=1).round(12).tolist()
    [[[0.0], [0.0]], [[0.0], [0.0]]]
    """
    matrices = cls_matrices(theta, theta_tilde)
    m = matrices.shape[-1] - 2
    path = [matrices[:, -1, :m]]
    query, key = np.swapaxes(matrices, 1, 2), np.tile(np.eye(m + 2), (2, 1, 1))
    for _ in range(steps):
        if factored:
            merged = np.swapaxes(query, 1, 2) @ key
            slopes = cls_gradient(merged, positions, pair, inputs=inputs, structural_mask=False)
            # A = W_Q^T W_K: dL/dW_Q = W_K (dL/dA)^T and dL/dW_K = W_Q dL/dA
            by_query, by_key = key @ np.swapaxes(slopes, 1, 2), query @ slopes
            query, key = query - step_size * by_query, key - step_size * by_key
            matrices = np.swapaxes(query, 1, 2) @ key
        else:
            slopes = cls_gradient(matrices, positions, pair, inputs=inputs, structural_mask=structural_mask)
            matrices = matrices - step_size * slopes
        path.append(matrices[:, -1, :m])
    return np.stack(path)


def _structure(size: int) -> Array:
    """1 where an entry leads from CLS to a position, 0 elsewhere."""
    mask = np.zeros((size, size))
    mask[-1, : size - 2] = 1
    return mask


def _tokens(positions: Any, inputs: Any) -> Any:
    """The tokens e_0, ..., e_d of every input: (B, d + 1, m + 2)."""
    import torch

    contents = torch.as_tensor(np.asarray(inputs).astype(np.float64))
    d, m = positions.shape
    tokens = torch.zeros((len(contents), d + 1, m + 2), dtype=torch.float64)
    tokens[:, 0, m + 1] = 1
    tokens[:, 1:, :m] = positions
    tokens[:, 1:, m] = contents
    return tokens


def _output(matrices: Any, tokens: Any, attend_self: bool) -> Any:
    """-o_1 o_2 for every input, (B,)."""
    import torch

    scores = torch.einsum("bp,rpq,btq->rbt", tokens[:, 0], matrices, tokens)  # e_0^T A_r e_t
    if not attend_self:
        scores = torch.cat([torch.full_like(scores[..., :1], -torch.inf), scores[..., 1:]], dim=-1)
    return -(torch.softmax(scores, dim=-1) * tokens[..., -2]).sum(dim=-1).prod(dim=0)


def _chunks(positions: Any, inputs: Array) -> Iterator[Array]:
    """The inputs in parts whose tokens fit into bounded memory."""
    d, m = positions.shape
    step = max(1, _CHUNK_NUMBERS // ((d + 1) * (m + 2)))
    for begin in range(0, len(inputs), step):
        yield inputs[begin : begin + step]
