"""Matrix chart: coordinates of matrices for charts, and fresh matrices.

Positive matrices move as L·D·Lᵀ, orthogonal ones as the orthogonal factor nearest to any matrix, rounded by Cayley's
transform, and the rows of stochastic ones as probability vectors.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from verify.domains.domain import Environment
from verify.domains.drawing import KINDS, expand
from verify.domains.matrix_domain import (
    Matrices,
    Orthogonal,
    PositiveDefinite,
    PositiveSemidefinite,
    Stochastic,
    SymmetricMatrices,
    cayley,
    composed,
    mirrored,
    positive_weights,
    stochastic_rows,
)
from verify.domains.scalar_domain import Reals
from verify.domains.vector_domain import Simplex, Vectors
from verify.search.chart import Chart, chart
from verify.search.fresh import fresh

Floats = Sequence[float]


def _rows(entries: Sequence[Any], cols: int) -> Any:
    return tuple(tuple(entries[k : k + cols]) for k in range(0, len(entries), cols))


def _entries(value: Any) -> tuple[float, ...]:
    return tuple(float(entry) for row in value for entry in row)


def _lower(value: Any) -> tuple[float, ...]:
    return tuple(float(value[i][j]) for i in range(len(value)) for j in range(i + 1))


@chart.register
def _matrices(domain: Matrices, environment: Environment) -> Chart | None:
    rows, cols = domain.dimensions(environment)
    flat = chart(Vectors(rows * cols, domain.low, domain.high), environment)
    assert flat is not None
    return Chart(flat.bounds, _entries, lambda c: _rows(c, cols), lambda c, limit: _rows(flat.exact(c, limit), cols))


@chart.register
def _symmetric(domain: SymmetricMatrices, environment: Environment) -> Chart | None:
    size, _ = domain.dimensions(environment)
    flat = chart(Vectors(size * (size + 1) // 2), environment)
    assert flat is not None
    return Chart(flat.bounds, _lower, lambda c: mirrored(size, tuple(c)),
                 lambda c, limit: mirrored(size, flat.exact(c, limit)))


@chart.register(PositiveSemidefinite)
@chart.register(PositiveDefinite)
def _positive(domain: Any, environment: Environment) -> Chart | None:
    """The strict lower triangle of L, then the diagonal of D."""
    size, _ = domain.dimensions(environment)
    strict, least = size * (size - 1) // 2, 1e-9 if domain.least else 0.0
    inner, outer = chart(Vectors(strict), environment), chart(Reals(0), environment)
    assert inner is not None
    assert outer is not None

    def near(c: Floats) -> Any:
        lower = np.eye(size)
        lower[np.tril_indices(size, -1)] = c[:strict]
        return tuple(map(tuple, (lower @ np.diag(c[strict:]) @ lower.T).tolist()))

    def exact(c: Floats, limit: int) -> Any:
        weights = tuple(outer.exact((weight,), limit) for weight in c[strict:])
        return composed(size, inner.exact(c[:strict], limit), positive_weights(weights, domain.least))

    return Chart((*inner.bounds, *(((least, np.inf),) * size)), _factors, near, exact)


def _factors(value: Any) -> tuple[float, ...]:
    """The strict lower triangle of L and the diagonal of D in A = L·D·Lᵀ; a zero pivot has nothing below it."""
    rest = np.array(value, dtype=float)
    size = len(rest)
    lower, weights = np.eye(size), np.zeros(size)
    for k in range(size):
        weights[k] = max(rest[k, k], 0.0)
        if weights[k] > 0:
            lower[k + 1 :, k] = rest[k + 1 :, k] / weights[k]
            rest = rest - weights[k] * np.outer(lower[:, k], lower[:, k]) * (np.arange(size) >= k)[:, None]
    return (*lower[np.tril_indices(size, -1)].tolist(), *weights.tolist())


@chart.register
def _orthogonal(domain: Orthogonal, environment: Environment) -> Chart | None:
    size, _ = domain.dimensions(environment)
    flat = chart(Vectors(size * (size - 1) // 2), environment)
    assert flat is not None

    def polar(c: Floats) -> Any:
        left, _, right = np.linalg.svd(np.array(c).reshape(size, size))
        return left @ right

    def exact(c: Floats, limit: int) -> Any:
        turned = polar(c)
        choices = itertools.islice(itertools.product((1, -1), repeat=size), 64)
        signs = max(choices, key=lambda s: abs(float(np.linalg.det(turned * np.array(s) + np.eye(size)))))
        signed, one = turned * np.array(signs), np.eye(size)
        skew = np.linalg.solve((signed + one).T, (signed - one).T).T
        return cayley(size, flat.exact(skew[np.tril_indices(size, -1)].tolist(), limit), signs)

    return Chart(((-1.0, 1.0),) * size**2, _entries, lambda c: tuple(map(tuple, polar(c).tolist())), exact)


@chart.register
def _stochastic(domain: Stochastic, environment: Environment) -> Chart | None:
    rows, cols = domain.dimensions(environment)
    row = chart(Simplex(cols), environment)
    assert row is not None

    def whole(parts: list[Any]) -> Any:
        return None if None in parts else tuple(parts)

    return Chart(row.bounds * rows, _entries, lambda c: whole([row.near(part) for part in _rows(c, cols)]),
                 lambda c, limit: whole([row.exact(part, limit) for part in _rows(c, cols)]))


def _numbers(count: int, generator: Random, low: Any = None, high: Any = None) -> Any:
    return expand(count, generator.choice(KINDS), generator.getrandbits(32), low, high)


@fresh.register
def _fresh_matrix(domain: Matrices, environment: Environment, generator: Random, extra: int) -> Any:
    rows, cols = domain.dimensions(environment)
    return _rows(_numbers(rows * cols, generator, *Reals(domain.low, domain.high).ends(environment)), cols)


@fresh.register
def _fresh_symmetric(domain: SymmetricMatrices, environment: Environment, generator: Random, extra: int) -> Any:
    size, _ = domain.dimensions(environment)
    return mirrored(size, _numbers(size * (size + 1) // 2, generator))


@fresh.register(PositiveSemidefinite)
@fresh.register(PositiveDefinite)
def _fresh_positive(domain: Any, environment: Environment, generator: Random, extra: int) -> Any:
    size, _ = domain.dimensions(environment)
    weights = positive_weights(_numbers(size, generator, Reals(0).ends({})[0]), domain.least)
    return composed(size, _numbers(size * (size - 1) // 2, generator), weights)


@fresh.register
def _fresh_orthogonal(domain: Orthogonal, environment: Environment, generator: Random, extra: int) -> Any:
    size, _ = domain.dimensions(environment)
    signs = [generator.choice((1, -1)) for _ in range(size)]
    return cayley(size, _numbers(size * (size - 1) // 2, generator), signs)


@fresh.register
def _fresh_stochastic(domain: Stochastic, environment: Environment, generator: Random, extra: int) -> Any:
    rows, cols = domain.dimensions(environment)
    return stochastic_rows(_numbers(rows * cols, generator, Reals(0).ends({})[0]), cols)
