import pytest
from flint import arb, fmpq

from verify.errors import Indeterminate, Undefined, Unevaluable
from verify.values import spectrum
from verify.values.matrix import Matrix, exponential


def whole(*rows):
    return Matrix(len(rows), len(rows[0]), tuple(fmpq(entry) for row in rows for entry in row))


def test_rational_eigenvalues_are_exact_and_counted():
    assert sorted(spectrum.eigenvalues(whole([2, 0, 0], [0, 2, 0], [0, 0, fmpq(1, 3)]))) == [fmpq(1, 3), 2, 2]


def test_the_golden_ratio():
    found = spectrum.largest(whole([1, 1], [1, 0]))
    assert found.overlaps((1 + arb(5).sqrt()) / 2)


def test_smallest_and_largest():
    assert (spectrum.smallest(whole([2, 1], [1, 2])), spectrum.largest(whole([2, 1], [1, 2]))) == (1, 3)


def test_a_rotation_has_no_real_eigenvalue():
    with pytest.raises(Undefined, match="not real"):
        spectrum.eigenvalues(whole([0, -1], [1, 0]))


def test_of_an_exponential():
    """The eigenvalues of exp A are the exponentials of those of A."""
    found = spectrum.largest(exponential(whole([1, 2], [3, 4])))
    assert found.overlaps(((5 + arb(33).sqrt()) / 2).exp())


def test_complex_eigenvalues_of_balls():
    with pytest.raises(Undefined, match="not real"):
        spectrum.eigenvalues(Matrix(2, 2, (arb(0), -arb(2).sqrt(), arb(1), arb(0))))


def test_a_double_eigenvalue_of_balls_is_not_told():
    with pytest.raises(Indeterminate):
        spectrum.eigenvalues(Matrix(2, 2, (arb(2).sqrt(), fmpq(0), fmpq(0), arb(2).sqrt())))


def test_the_spectral_norm_of_a_shear():
    """The largest singular value of [[1, 1], [0, 1]] is the golden ratio."""
    assert spectrum.spectral_norm(whole([1, 1], [0, 1])).overlaps((1 + arb(5).sqrt()) / 2)


def test_entries_that_are_no_numbers():
    with pytest.raises(Unevaluable):
        spectrum.eigenvalues(Matrix(1, 1, ("x",)))
