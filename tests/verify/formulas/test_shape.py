import pytest
import sympy

from verify import Integers, Matrices, Reals, Vectors, check, loewner_at_most
from verify.errors import ClaimError
from verify.formulas.parser import parse
from verify.formulas.shape import Mismatch, shape, shown

n = sympy.Symbol("n")
SIZES = {"A": (2, 3), "S": (n, n), "x": (sympy.Integer(3), sympy.S.One), "y": (n, sympy.S.One), "t": (sympy.S.One,) * 2}
SYMBOLS = {"A": sympy.MatrixSymbol("A", 2, 3), "S": sympy.MatrixSymbol("S", n, n), "x": sympy.IndexedBase("x"),
           "y": sympy.IndexedBase("y"), "t": sympy.Symbol("t")}


@pytest.mark.parametrize(("text", "words"), [
    ("A", "2×3"), ("A.T", "3×2"), ("A*x", "2×1"), ("t*A/2", "2×3"), ("transpose(x)*x", "number"), ("norm(x)", "number"),
    ("S^2 + S", "n×n"), ("transpose(y)*S*y + 1", "number"), ("matrix((1, 2, 3))", "1×3"), ("vector(1, t)", "2×1"),
    ("sum(S^k, k, 0, 3)", "n×n"), ("gradient(norm(A*x)^2, A)", "2×3"), ("A[1, 2]", "number"), ("(A*x)[2]", "number"),
    ("ones(2, 3) - A", "2×3"), ("S*A", "n×3"), ("diagonal(x)", "3×3"), ("A + 0", "2×3")])
def test_shapes(text, words):
    assert shown(shape(parse(text, SYMBOLS).tree, SIZES)) == words


@pytest.mark.parametrize(("text", "words"), [
    ("A*A", "a product of shapes 2×3 and 2×3"), ("A + A.T", "a sum of shapes 2×3 and 3×2"),
    ("trace(A)", "the trace of a 2×3"), ("A + 1", "a sum of a number and a 2×3 matrix"),
    ("A^2", "the power of a 2×3 matrix"), ("exp(A)", "the exponential"),
    ("sin(x)", "x as a number; it is a 3×1 matrix"), ("1/S", "S as a number"), ("2^S", "S as a number"),
    ("norm(A)", "write frobenius"), ("dot(x, A)", "the dot product of a 2×3"), ("hadamard(A, A.T)", "entrywise"),
    ("A == x", "sides of shapes 2×3 and 3×1"), ("S == 1", "a number beside"), ("psd(A)", "the order of a 2×3"),
    ("A[1]", "takes two indices"), ("x[1, 1]", "takes one index"), ("(A*A.T)[1]", "takes two"), ("A > x", "sides of"),
    ("matrix((x, 1))", "a matrix where a number"), ("gradient(A, A)", "a matrix where a number")])
def test_what_does_not_fit(text, words):
    with pytest.raises(Mismatch, match=words.replace("(", r"\(").replace("^", r"\^")):
        shape(parse(text, SYMBOLS).tree, SIZES)


def test_known_shapes_are_refused_when_the_claim_is_made():
    with pytest.raises(ClaimError, match="a product of shapes 2×3 and 2×3: the shapes fit together"):
        check("A*A == A", A=Matrices(2, 3))
    with pytest.raises(ClaimError, match="the order of a 2×3 matrix"):
        check(loewner_at_most("A", "A"), A=Matrices(2, 3))
    with pytest.raises(ClaimError, match="v as a number"):
        check("sin(v) > 0", v=Vectors(2))


def test_unknown_ones_at_the_instance():
    answer = check("B*A == B*A", m=Integers(1, 2), n=Integers(1, 2), A=Matrices("m", "n"), B=Matrices("n", "n"))
    assert (answer.verdict, answer.counterexample["m"], answer.counterexample["n"]) == ("ill-posed", "1", "2")
    assert "shapes 2×2 and 1×2" in str(answer.record)


def test_bounds_of_entries_are_numbers():
    assert check("A >= 0", A=Matrices(2, 2, 0, 1)).verdict == "supported"
    assert check("v <= 1/2", v=Vectors(3, 0, 1)).verdict == "refuted"
    assert check("t*ones(2, 2) <= t", t=Reals(0, 1)).verdict in ("supported", "derived")
