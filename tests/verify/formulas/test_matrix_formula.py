import math
from fractions import Fraction

import pytest
import sympy
from flint import arb, fmpq

from reports import formula as accepted
from verify import Matrices, Reals, Vectors, check
from verify.errors import FormulaError, Nonsense, Undefined
from verify.formulas.matrix_formula import LoewnerAtLeast, LoewnerAtMost, MatrixFormula, is_whole
from verify.formulas.matrix_function import CALLED, FUNCTIONS, SPELLED
from verify.formulas.parser import parse
from verify.values.evaluate import evaluate

A, B = sympy.MatrixSymbol("A", 2, 2), sympy.MatrixSymbol("B", 2, 2)
SYMBOLS = {"A": A, "B": B, "x": sympy.IndexedBase("x"), "t": sympy.Symbol("t"), "n": sympy.Symbol("n")}
VALUES = {"A": ((1, 2), (3, 4)), "B": ((0, 1), (1, 1)), "x": (1, 2), "t": 3, "n": 2}


def value(text, **changes):
    return evaluate(parse(text, SYMBOLS).tree, {**VALUES, **changes}, 128)


@pytest.mark.parametrize(("text", "expected"), [
    ("A*B", ((2, 3), (4, 7))), ("B*A", ((3, 4), (4, 6))), ("A - 2*B", ((1, 0), (1, 2))), ("A^T", ((1, 3), (2, 4))),
    ("A.T", ((1, 3), (2, 4))), ("transpose(x)*A*x", 27), ("A*x", (5, 11)), ("transpose(x)*A", ((7, 10),)),
    ("A^2", ((7, 10), (15, 22))), ("A^-1", ((-2, 1), (Fraction(3, 2), Fraction(-1, 2)))), ("A^0", ((1, 0), (0, 1))),
    ("trace(A)", 5), ("det(A)", -2), ("rank(A)", 2), ("identity(n)", ((1, 0), (0, 1))), ("ones(1, 2)", ((1, 1),)),
    ("zeros(2, 1)", (0, 0)), ("diagonal(x)", ((1, 0), (0, 2))), ("hadamard(A, B)", ((0, 2), (3, 4))),
    ("dot(x, A*x)", 27),
    ("norm(vector(3, 4))", 5), ("frobenius(matrix((1, 2), (2, 4)))", 5), ("norm(x)^2", 5), ("A[1, 2]", 2),
    ("(A*B)[2, 1]", 4), ("(A*x)[2]", 11), ("x[2]", 2), ("sum(A^k, k, 0, 2)", ((9, 12), (18, 27))),
    ("matrix((1, t), (0, 1))*x", (7, 2)), ("A/2", ((Fraction(1, 2), 1), (Fraction(3, 2), 2))),
    ("max_eigenvalue(matrix((2, 1), (1, 2)))", 3), ("min_eigenvalue(matrix((2, 1), (1, 2)))", 1),
    ("spectral_norm(matrix((0, -2), (2, 0)))", 2), ("exp(zeros(2, 2))", ((1, 0), (0, 1))), ("-x", (-1, -2)),
    ("gradient(norm(x)^2, x)", (2, 4)), ("gradient(det(A), A)", ((4, -3), (-2, 1))), ("gradient(t^2, t)", 6),
    ("gradient(trace(A^-1), A)[1, 1]", -(fmpq(-2) ** 2 + fmpq(1) * fmpq(3, 2)))])
def test_values(text, expected):
    def exact(entry):
        return tuple(map(exact, entry)) if isinstance(entry, tuple) else fmpq(entry.numerator, entry.denominator)

    assert value(text) == (expected if isinstance(expected, fmpq) else exact(expected))


def test_a_rotation_by_the_exponential():
    found = value("exp(t*matrix((0, -1), (1, 0)))", t=1)
    assert found[0][0].overlaps(arb(1).cos())
    assert float(found[1][0].mid()) == pytest.approx(math.sin(1))


@pytest.mark.parametrize(("text", "expected"), [
    ("A*B == B*A", False), ("A*B != B*A", True), ("A*identity(2) == A", True), ("B >= 0", True), ("B > 0", False),
    ("x < 3", True), ("psd(A)", None), ("psd(matrix((2, 1), (1, 2)))", True), ("psd(matrix((1, 2), (2, 1)))", False),
    ("B ⪯ 2*identity(2)", True), ("B ≽ identity(2)", False), ("0 ⪯ B and x > 0", False)])
def test_conditions(text, expected):
    if expected is None:
        with pytest.raises(Undefined, match="not symmetric"):
            value(text)
    else:
        assert value(text) is expected


@pytest.mark.parametrize(("text", "what"), [
    ("A + vector(1, 2)", "shapes 2×2 and 2×1"), ("A*matrix((1, 2, 3))", "shapes 2×2 and 1×3"),
    ("sin(A)", "a number is needed"),
    ("norm(A)", "norm of a 2×2"), ("inverse(ones(1, 2))", "inverse of a 1×2"), ("(A*B)[1]", "one index")])
def test_shapes_are_seen_at_the_instance_too(text, what):
    with pytest.raises(Nonsense, match=what):
        value(text)


@pytest.mark.parametrize("text", ["A[0, 1]", "A[1, 3]", "(A*B)[3, 1]", "x[3]", "inverse(ones(2, 2))", "identity(-1)"])
def test_what_has_no_value(text):
    with pytest.raises(Undefined):
        value(text)


@pytest.mark.parametrize(("text", "what"), [
    ("matrix((1, 2), (3))", "rows differ in length"), ("gradient(trace(A), 2*A)", "what is no variable"),
    ("t^T", "undeclared"),
    ("t.T", "transposed but is no matrix"), ("t[1]", "indexed but is not a vector"), ("trace(A, B)", "takes 1 arg"),
    ("transpose()", "ends|needed"), ("trace(A > B)", "a condition"), ("matrix(1, 2)", "expected"), ("|A|", "norm"),
    ("tracce(A)", "trace")])
def test_what_is_refused(text, what):
    with pytest.raises(FormulaError, match=what):
        parse(text, SYMBOLS)


@pytest.mark.parametrize(("text", "latex"), [
    ("A*B^T", r"A B^{\top}"), ("A^-1", "A^{-1}"), ("inverse(A)*x", "A^{-1} x"),
    ("(A + B)^2", r"\left(A + B\right)^{2}"),
    ("2*(A - B)/3", r"2 \frac{1}{3} \left(A - B\right)"), ("psd(A)", r"A \succeq 0"), ("A ⪯ B", r"A \preceq B"),
    ("trace(A*B)", r"\operatorname{tr}\left(A B\right)"), ("det(A)^2", r"\det\left(A\right)^{2}"),
    ("norm(x)^2", r"\left\lVert x \right\rVert_{2}^{2}"), ("dot(x, A*x)", r"\left\langle x, A x \right\rangle"),
    ("identity(n) - A", "I_{n} - A"), ("matrix((1, 2), (3, t))", r"\begin{pmatrix}1 & 2 \\ 3 & t\end{pmatrix}"),
    ("gradient(trace(A), A)", r"\nabla_{A} \left(\operatorname{tr}\left(A\right)\right)"), ("A[1, 2]", "{A}_{1,2}"),
    ("(A*B)[1, 2]", r"\left(A B\right)_{1,2}"), ("A*(-B)", r"A \left(- B\right)")])
def test_latex(text, latex):
    assert parse(text, SYMBOLS).latex == latex
    assert accepted.read(latex) is not None


EXAMPLES = {"matrix": "matrix((1, t), (2, 3))", "entry": "(A*B)[1, 2]", "+": "A + B - A.T", "*": "-A*B*2",
            "^": "(A + B)^3", "matrix_exp": "exp(A)", "gradient": "gradient(trace(A), A)", "identity": "identity(n)",
            "zeros": "zeros(n, 2)", "ones": "ones(2, n)", "dot": "dot(x, x)", "hadamard": "hadamard(A, B)"}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_operation_is_printed_as_it_is_read(name):
    text = EXAMPLES.get(name, f"{name}(x)" if name in ("norm", "diagonal") else f"{name}(A)")
    tree = parse(text, SYMBOLS).tree
    assert isinstance(tree, MatrixFormula)
    assert is_whole(tree) == FUNCTIONS[name].whole
    assert parse(sympy.sstr(tree), SYMBOLS).tree == tree
    assert accepted.read(parse(text, SYMBOLS).latex) is not None


def test_every_operation_is_called_or_spelled():
    assert {*CALLED, *SPELLED} == {*FUNCTIONS, "psd"}


def test_orders_are_links_of_a_claim():
    assert isinstance(parse("A ⪯ B", SYMBOLS).tree, LoewnerAtMost)
    assert isinstance(parse("psd(A)", SYMBOLS).tree, LoewnerAtLeast)
    answer = check("0 ⪯ A ⪯ B", A=Matrices(1, 1, 0, 1), B=Matrices(1, 1, 1, 2))
    assert answer.verdict == "supported"
    assert answer.record["power"]["made"] == 6


def test_the_operands_keep_their_order():
    assert sympy.sstr(parse("B*A + A*B", SYMBOLS).tree) == "B*A + A*B"


def test_a_gradient_at_a_kink_is_undefined():
    answer = check("gradient(norm(v), v) == v/norm(v)", v=Vectors(2))
    assert answer.verdict == "ill-posed"
    assert check("gradient(norm(v), v) == v/norm(v)", v=Vectors(2), given="norm(v) > 0").verdict == "supported"


def test_numbers_and_literal_matrices_are_derived():
    assert check("matrix((1, a), (0, 1))*matrix((1, b), (0, 1)) == matrix((1, a + b), (0, 1))", a=Reals(), b=Reals(),
                 ).verdict == "derived"
    assert check("det(matrix((cos(a), -sin(a)), (sin(a), cos(a)))) == 1", a=Reals()).verdict == "derived"
