import pytest
from flint import acb, arb, fmpq

from verify.errors import Indeterminate, Nonsense, Undefined, Unevaluable
from verify.values import matrix
from verify.values.matrix import Matrix


def whole(*rows):
    return Matrix(len(rows), len(rows[0]), tuple(fmpq(entry) if isinstance(entry, int) else entry
                                                 for row in rows for entry in row))


class Modular:
    """A number modulo 7, to stand for a ring whose numbers are not python-flint's."""

    def __init__(self, value):
        self.value = int(value) % 7

    def __add__(self, other):
        return Modular(self.value + (other.value if isinstance(other, Modular) else int(other)))

    def __mul__(self, other):
        return Modular(self.value * (other.value if isinstance(other, Modular) else int(other)))

    def __neg__(self):
        return Modular(-self.value)

    __radd__, __rmul__ = __add__, __mul__


HILBERT = whole(*[[fmpq(1, i + j + 1) for j in range(3)] for i in range(3)])


def test_the_product_of_two_matrices():
    assert matrix.product(whole([1, 2], [3, 4]), whole([0, 1], [1, 1])) == whole([2, 3], [4, 7])


def test_a_number_multiplies_every_entry():
    assert matrix.product(fmpq(2), whole([1, 2])) == whole([2, 4]) == matrix.product(whole([1, 2]), fmpq(2))


def test_balls_and_rationals_multiply():
    found = matrix.product(Matrix(1, 2, (arb(2).sqrt(), fmpq(0))), whole([1], [5]))
    assert (found**2).contains(2)


def test_shapes_that_do_not_fit_are_nonsense():
    with pytest.raises(Nonsense, match="a product of matrices of shapes 1×2 and 1×2"):
        matrix.product(whole([1, 2]), whole([1, 2]))
    with pytest.raises(Nonsense, match="a sum of matrices of shapes 1×2 and 2×1"):
        matrix.total(whole([1, 2]), whole([1], [2]))
    with pytest.raises(Nonsense, match="the trace of a 1×2 matrix"):
        matrix.trace(whole([1, 2]))


def test_zero_is_the_zero_matrix_of_any_shape():
    assert matrix.total(fmpq(0), whole([1, 2])) == whole([1, 2])


def test_a_matrix_of_one_entry_is_a_number():
    assert matrix.product(whole([1, 2]), whole([3], [4])) == 11
    assert matrix.scalar(whole([5])) == 5
    with pytest.raises(Nonsense, match="where a number is needed"):
        matrix.scalar(whole([1, 2]))


def test_the_determinant_of_hilberts_matrix():
    assert matrix.determinant(HILBERT) == fmpq(1, 2160)  # Hilbert 1894


def test_a_determinant_without_divisions():
    entries = [[2, 5, 1], [3, 0, 4], [6, 1, 1]]
    ring = Matrix(3, 3, tuple(Modular(entry) for row in entries for entry in row))
    assert matrix.determinant(ring).value == int(matrix.determinant(whole(*entries)).p) % 7


def test_an_inverse():
    assert matrix.inverse(whole([1, 2], [3, 4])) == whole([-2, 1], [fmpq(3, 2), fmpq(-1, 2)])


def test_a_singular_matrix_has_no_inverse():
    with pytest.raises(Undefined, match="the inverse of a singular matrix"):
        matrix.inverse(whole([1, 2], [2, 4]))


def test_balls_that_may_be_singular_are_undetermined():
    with pytest.raises(Indeterminate):
        matrix.inverse(Matrix(2, 2, (arb(2).sqrt() ** 2, fmpq(2), fmpq(2), fmpq(2))))


@pytest.mark.parametrize(("exponent", "expected"), [
    (0, whole([1, 0], [0, 1])), (1, whole([1, 1], [0, 1])), (5, whole([1, 5], [0, 1])), (-3, whole([1, -3], [0, 1]))])
def test_powers_of_a_shear(exponent, expected):
    assert matrix.power(whole([1, 1], [0, 1]), fmpq(exponent)) == expected


def test_a_power_with_a_fractional_exponent_is_not_evaluated():
    with pytest.raises(Unevaluable):
        matrix.power(whole([1, 1], [0, 1]), fmpq(1, 2))


def test_the_exponential_of_a_rotation():
    """exp of [[0, −1], [1, 0]] turns by one radian."""
    turned = matrix.exponential(whole([0, -1], [1, 0]))
    assert turned[0, 0].overlaps(arb(1).cos())
    assert turned[1, 0].overlaps(arb(1).sin())


def test_the_exponential_of_zero_is_exact():
    assert matrix.exponential(whole([0, 0], [0, 0])) == whole([1, 0], [0, 1])


@pytest.mark.parametrize(("rows", "expected"), [([[1, 2], [2, 4]], 1), ([[1, 2], [3, 4]], 2), ([[0, 0], [0, 0]], 0)])
def test_rank(rows, expected):
    assert matrix.rank(whole(*rows)) == expected


def test_the_rank_of_balls_is_not_evaluated():
    with pytest.raises(Unevaluable):
        matrix.rank(Matrix(1, 1, (arb(1),)))


def test_complex_entries():
    imaginary = Matrix(2, 2, (acb(0, 1), fmpq(0), fmpq(0), acb(0, 1)))
    assert matrix.product(imaginary, imaginary)[0, 0].real.contains(-1)


def test_rows_there_and_back():
    assert matrix.to_rows(matrix.from_rows(((1, 2), (3, 4)), fmpq)) == ((1, 2), (3, 4))
    assert matrix.to_rows(matrix.from_rows((1, 2), fmpq)) == (1, 2)
    assert matrix.to_rows(fmpq(3)) == 3
