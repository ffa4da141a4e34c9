"""Spectrum: the real eigenvalues of a matrix, exact where they are rational, else enclosed in balls."""

from __future__ import annotations

from typing import Any

from flint import acb, acb_mat, arb, fmpq

from verify.errors import Indeterminate, Undefined, Unevaluable
from verify.values import number
from verify.values.matrix import Matrix, product, square, transpose


def eigenvalues(value: Any) -> list[Any]:
    """Return the eigenvalues of a matrix, each as often as it is a root; all of them must be real.

    Raises Undefined where one is not real, Indeterminate where balls do not tell.

    >>> from flint import fmpq
    >>> sorted(eigenvalues(Matrix(2, 2, (fmpq(2), fmpq(1), fmpq(1), fmpq(2)))))
    [1, 3]
    """
    value = square(value, "spectrum")
    if not value.entries:
        raise Undefined("the eigenvalues of an empty matrix")
    if all(isinstance(entry, fmpq) for entry in value.entries):
        return _exact(value)
    if not all(isinstance(entry, fmpq | arb | acb) for entry in value.entries):
        raise Unevaluable("the eigenvalues of a matrix whose entries are not numbers")
    return _enclosed(value)


def largest(value: Any) -> Any:
    """Return the largest eigenvalue."""
    result, *others = eigenvalues(value)
    for other in others:
        result = number.maximum(result, other)
    return result


def smallest(value: Any) -> Any:
    """Return the smallest eigenvalue."""
    return -largest(product(fmpq(-1), value))


def spectral_norm(value: Any) -> Any:
    """Return the largest singular value."""
    return number.power(largest(product(transpose(value), value)), fmpq(1, 2))


def _exact(value: Matrix) -> list[Any]:
    """The roots of the characteristic polynomial: linear factors exactly, others isolated by python-flint."""
    from flint import fmpq_mat

    polynomial = fmpq_mat(value.rows, value.cols, list(value.entries)).charpoly().numer()
    found: list[Any] = []
    for factor, times in polynomial.factor()[1]:
        if factor.degree() == 1:
            found += [fmpq(-factor[0], factor[1])] * times
            continue
        roots = [root for root, _ in factor.complex_roots()]
        if not all(isinstance(root, arb) or root.imag.is_zero() for root in roots):
            raise Undefined("an eigenvalue that is not real where an order is needed")
        found += [root if isinstance(root, arb) else root.real for root in roots for _ in range(times)]
    return found


def _enclosed(value: Matrix) -> list[Any]:
    """Isolated enclosures; of a real matrix, one whose mirror image meets no other holds a real eigenvalue.

    The conjugate of an eigenvalue is an eigenvalue too, and lies in the mirror image.
    """
    if any(isinstance(entry, acb) and not entry.imag.is_zero() for entry in value.entries):
        raise Unevaluable("the order of the eigenvalues of a complex matrix")
    if value.rows == 1:
        return [number.real(value.entries[0])]
    try:
        found = acb_mat(value.rows, value.cols, list(value.entries)).eig()
    except ValueError:
        raise Indeterminate("eigenvalues that could not be told apart") from None
    for k, root in enumerate(found):
        if not root.imag.contains(0):
            raise Undefined("an eigenvalue that is not real where an order is needed")
        if any(root.conjugate().overlaps(other) for other in found[:k] + found[k + 1 :]):
            raise Indeterminate("an eigenvalue that may not be real")
    return [root.real for root in found]
