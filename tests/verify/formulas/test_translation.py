import pytest
import sympy

from verify import Matrices, Reals, check, equal
from verify.errors import ClaimError, FormulaError
from verify.formulas.formula import take

A, B = sympy.MatrixSymbol("A", 2, 2), sympy.MatrixSymbol("B", 2, 2)
x, k = sympy.MatrixSymbol("x", 2, 1), sympy.Symbol("k")


@pytest.mark.parametrize(("tree", "text"), [
    (A * B, "A*B"), (B * A, "B*A"), (A.T * B, "transpose(A)*B"), (A**2, "A^2"), (A.inverse(), "inverse(A)"),
    (2 * A - B, "-B + 2*A"), (sympy.Trace(A) + 1, "trace(A) + 1"), (sympy.Determinant(A) ** 2, "det(A)**2"),
    (sympy.Identity(2), "identity(2)"), (sympy.ZeroMatrix(2, 3), "zeros(2, 3)"), (sympy.exp(A), "exp(A)"),
    (sympy.HadamardProduct(A, B), "hadamard(A, B)"), (sympy.Matrix([[1, 2], [3, k]]), "matrix((1, 2), (3, k))"),
    (A[0, 1], "A[1, 2]"), (A[k, 0], "A[k + 1, 1]"), (x[1, 0], "x[2]"), (x.T * A * x, "transpose(x)*A*x")])
def test_what_is_read(tree, text):
    assert sympy.sstr(take(tree).tree) == text


def test_equations_keep_their_sides():
    assert sympy.sstr(take(sympy.Eq(A * B, B * A)).tree) == "Eq(A*B, B*A)"


def test_what_is_not_read_is_one_sentence():
    with pytest.raises(FormulaError, match="SymPy's sums, products, powers"):
        take(sympy.BlockMatrix([[A, B]]))


def test_a_float_in_a_matrix_is_refused():
    with pytest.raises(FormulaError, match="float"):
        take(sympy.Matrix([[0.5]]))


def test_a_matrix_of_sympys_as_a_side():
    a = sympy.Symbol("a", real=True)
    assert check(equal(sympy.Matrix([[1, a], [0, 1]]) ** 2, "matrix((1, 2*a), (0, 1))"), a=Reals()).verdict == "derived"
    with pytest.raises(ClaimError, match="shapes 2×2 and 2×1"):
        check(equal(sympy.Matrix([[1, 2], [3, 4]]), "vector(1, 2)"))


def test_entries_are_counted_from_0_by_sympy_and_from_1_in_text():
    over = {"A": Matrices(2, 2)}
    assert check(equal(A[0, 1], "A[1, 2]"), **over).verdict == "derived"
    assert check(equal(A[1, 1], "A[1, 1]"), **over).verdict == "refuted"
