"""Watching integers: what wraps around is told, what does not is as it was."""

from __future__ import annotations

import numpy as np
import pytest

from verify.values import overflow

WRAPPED = {
    "a product of a range": lambda n: np.prod(np.arange(1, n + 1)),
    "a product of a list": lambda n: np.prod(list(range(1, n + 1))),
    "a running product": lambda n: np.cumprod(np.arange(1, n + 1))[-1],
    "a method": lambda n: np.arange(1, n + 1).prod(),
    "an operator": lambda n: np.array([n], dtype=np.int32) ** 7,
    "a difference without sign": lambda n: np.arange(n, dtype=np.uint64) - 3,
    "a sum": lambda n: np.full(n, 2**61).sum(),
    "a scalar": lambda n: np.int8(100) + np.int8(n),
    "a scalar without sign": lambda n: np.uint8(n) - np.uint8(200),
    "a product of matrices": lambda n: np.full((2, 2), 2**32) @ np.full((2, 2), 2**32),
    "the method dot": lambda n: np.full(2, 2**32).dot(np.full(2, 2**32)),
    "einsum": lambda n: np.einsum("i,i", np.full(2, 2**32), np.full(2, 2**32)),
    "a conversion": lambda n: np.array([300]).astype(np.int8),
    "a shift": lambda n: np.array([1]) << 64,
    "a ufunc's method": lambda n: np.add.reduce(np.array([2**62] * n)),
    "in place": lambda n: np.arange(n).__imul__(2**61),
    "the least of all": lambda n: -np.array([-128], dtype=np.int8),
    "behind a truth value": lambda n: bool(np.all(np.array([50_000], dtype=np.int32) * 50_000 > 0)),
    "behind a float": lambda n: np.mean(np.arange(n) ** 15),
}
FITS = {
    "a product": lambda n: np.prod(np.arange(1, 21)), "a sum": lambda n: np.arange(n).sum(),
    "the largest": lambda n: np.array([2**62]) + (2**62 - 1), "the least": lambda n: -np.array([2**62]) - 2**62,
    "no difference below 0": lambda n: np.arange(3, n, dtype=np.uint64) - 3,
    "Python integers": lambda n: np.prod(np.arange(1, n + 1, dtype=object)),
    "floats": lambda n: np.exp(np.arange(n) * 1.0),
    "bits": lambda n: np.array([2**63], dtype=np.uint64) << np.uint64(1),
    "matrices": lambda n: np.eye(3, dtype=int) @ np.ones((3, 2), int),
    "strings": lambda n: np.array(["a", "b"]),
    "an axis": lambda n: np.ones((2, n), dtype=np.int8).sum(axis=1, dtype=np.int64),
    "nothing": lambda n: np.arange(0).prod(),
}


def watch(function):
    with overflow.watching([function]) as found:
        result = function(30)
    return found, result


@pytest.mark.parametrize("name", WRAPPED)
def test_what_wraps_around_is_told(name):
    found, _ = watch(WRAPPED[name])
    assert "overflowed in" in found.overflow
    assert "dtype=object" in found.overflow


@pytest.mark.parametrize("name", FITS)
def test_what_fits_is_as_it_was(name):
    found, result = watch(FITS[name])
    assert found.overflow == ""
    assert np.array_equal(result, FITS[name](30))


def test_operations_are_counted_and_other_functions_are_left_alone():
    assert watch(lambda n: n * n)[0].operations == 0
    assert watch(lambda n: np.arange(n) + 1)[0].operations == 1
    assert type(np.arange(3)) is np.ndarray
    assert isinstance(np.add, np.ufunc)


def test_a_crash_puts_everything_back():
    with pytest.raises(ZeroDivisionError), overflow.watching([]):
        raise ZeroDivisionError
    assert type(np.arange(3)) is np.ndarray
