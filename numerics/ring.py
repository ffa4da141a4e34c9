"""Ring elements in NumPy arrays: helpers that let one formula serve integers, Fractions, floats, balls and symbols.

Convention: an array of dtype object, bool or integer is exact; a float array is float64. Functions that say
"ring-generic" use only + - * and, where a definition divides, `quotient`; they never branch on a value.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


def vector(elements: Iterable[Any]) -> Array:
    """The object array (length k) of the given ring elements, each kept as it is; NumPy integers become Python ints.

    `numpy.array` would unpack elements that look like sequences (polynomials do), so the array is filled one by one.

    >>> vector([1, Fraction(1, 2)])
    array([1, Fraction(1, 2)], dtype=object)
    """
    items = list(elements)
    array = np.empty(len(items), dtype=object)
    for index, item in enumerate(items):
        array[index] = int(item) if isinstance(item, np.integer | np.bool_) else item
    return array


def as_array(elements: Any) -> Array:
    """The elements as float64 if any of them is a float, as int64 if they are fixed-width integers, else as object.

    >>> as_array([1, 2]).dtype, as_array([1.0, 2]).dtype, as_array(np.array([1, 2], dtype=np.int8)).dtype
    (dtype('O'), dtype('float64'), dtype('int64'))
    """
    if not isinstance(elements, np.ndarray):
        items = list(elements)
        is_float = any(isinstance(item, float | np.floating) for item in items)
        return np.array(items, dtype=np.float64) if is_float else vector(items)
    if elements.dtype == object:
        return elements
    if elements.dtype.kind == "f":
        return elements.astype(np.float64, copy=False)
    if elements.dtype.kind in "bi" or elements.dtype in (np.uint8, np.uint16, np.uint32):
        return elements.astype(np.int64, copy=False)
    if elements.dtype.kind == "u":
        return elements.astype(object)
    raise TypeError(f"values must be real numbers or ring elements; got an array of dtype {elements.dtype}")


def as_ring(elements: Any) -> Array:
    """Like `as_array`, but fixed-width integers become Python ints, so that no product can overflow.

    >>> as_ring(np.array([2**62])) * 4
    array([18446744073709551616], dtype=object)
    """
    array = as_array(elements)
    return array.astype(object) if array.dtype == np.int64 else array


def narrowed(elements: Array) -> Array:
    """An object array of Python ints below 2^31 as int64, for speed; any other array unchanged.

    >>> narrowed(vector([1, -1])).dtype, narrowed(vector([Fraction(1), -1])).dtype
    (dtype('int64'), dtype('O'))
    """
    if elements.dtype != object:
        return elements
    items = elements.ravel().tolist()
    if all(type(item) is int for item in items) and max(map(abs, items), default=0) < 2**31:
        return np.array(items, dtype=np.int64).reshape(elements.shape)
    return elements


def magnitude(integers: Array) -> int:
    """max_i |a_i| of an int64 array as a Python int, 0 for an empty one.

    >>> magnitude(np.array([3, -2**63]))
    9223372036854775808
    """
    return max(-int(integers.min()), int(integers.max())) if integers.size else 0


def quotient(numerator: Any, denominator: Any) -> Any:
    """numerator / denominator in the field: a Fraction if both are integers, else whatever the ring's division gives.

    An array is divided by an integer entry by entry.

    >>> quotient(1, 2), quotient(np.int64(3), 6), quotient(0.5, 2)
    (Fraction(1, 2), Fraction(1, 2), 0.25)
    """
    if isinstance(numerator, np.ndarray):
        return quotients(numerator, denominator)
    if isinstance(numerator, int | np.integer) and isinstance(denominator, int | np.integer):
        return Fraction(int(numerator), int(denominator))
    return numerator / denominator


def quotients(numerators: Array, denominator: int) -> Array:
    """`quotient` of every entry by one integer: object array of Fractions for integers, float64 for float64.

    >>> quotients(np.array([2, 3]), 4)
    array([Fraction(1, 2), Fraction(3, 4)], dtype=object)
    """
    if numerators.dtype.kind == "f":
        return numerators / denominator
    items = numerators.ravel().tolist()
    if numerators.dtype != object:  # integers, which repeat: each is divided once
        made = {item: Fraction(item, denominator) for item in set(items)}
        return vector(made[item] for item in items).reshape(numerators.shape)
    return vector(quotient(item, denominator) for item in items).reshape(numerators.shape)


def common_denominator(elements: Array) -> tuple[Array, int] | None:
    """Integers a (object array) and a denominator D > 0 with elements = a / D; None unless all are int or Fraction.

    Sums and products of integers cost a tenth of those of Fractions, so exact routes work on a and divide once.

    >>> common_denominator(vector([Fraction(1, 2), Fraction(1, 3), 1]))
    (array([3, 2, 6], dtype=object), 6)
    """
    items = elements.ravel().tolist()
    if not {type(item) for item in items} <= {int, bool, Fraction}:
        return None
    denominator = lcm(*{item.denominator for item in items})
    scaled = vector(item.numerator * (denominator // item.denominator) for item in items)
    return scaled.reshape(elements.shape), denominator
