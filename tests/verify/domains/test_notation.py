from fractions import Fraction

import pytest

from verify.domains.notation import read_domain
from verify.errors import DomainError


@pytest.mark.parametrize(("text", "described", "given"), [
    ("R", "reals in (-oo, oo)", ()),
    ("Q", "rationals in (-oo, oo)", ()),
    ("Z", "integers in (-oo, oo)", ()),
    ("N", "integers in [1, oo)", ()),
    ("[0, oo)", "reals in [0, oo)", ()),
    ("(-oo, oo)", "reals in (-oo, oo)", ()),
    ("(-∞, 3]", "reals in (-oo, 3]", ()),
    (" [ -1/2 , sqrt(2) ] ", "reals in [-1/2, sqrt(2)]", ()),
    ("(0, 1]", "reals in [0, 1]", ("0 < x",)),
    ("(0, 1)", "reals in [0, 1]", ("0 < x", "x < 1")),
    ("[0, 1)", "reals in [0, 1]", ("x < 1",)),
    ("Z[1, 20]", "integers in [1, 20]", ()),
    ("Z [1, oo)", "integers in [1, oo)", ()),
    ("Q(0, 1)", "rationals in [0, 1]", ("0 < x", "x < 1")),
    ("integers 1..10", "integers in [1, 10]", ()),
    ("-3..3", "integers in [-3, 3]", ()),
    ("{1, 2, 3}", "{1, 2, 3}", ()),
    ("{-1/2}", "{-1/2}", ()),
    ("R^3", "vectors of 3 reals", ()),
    ("ℝ^d", "vectors of d reals", ()),
    ("R^(n - 1)", "vectors of n - 1 reals", ()),
    ("[0, oo)^d", "vectors of d reals in [0, oo)", ()),
    ("R^2x3", "real 2 by 3 matrices", ()),
    ("R^(m × n)", "real m by n matrices", ()),
    ("[0, 1]^(2x2)", "real 2 by 2 matrices with entries in [0, 1]", ()),
    ("{-1, 1}^4", "the cube {-1, 1}^4", ()),
    ("simplex(3)", "probability vectors of size 3", ()),
    ("Simplex(d)", "probability vectors of size d", ()),
    ("PositiveDefinite(2)", "positive definite 2 by 2 matrices", ()),
    ("Matrices(2, 2, 0, 1)", "real 2 by 2 matrices with entries in [0, 1]", ()),
    ("Reals(0, 1)", "reals in [0, 1]", ()),
    ("[0, 2^3]", "reals in [0, 2**3]", ()),
    ("{2^3}", "{8}", ()),
])
def test_known_forms(text, described, given):
    domain, hypotheses = read_domain("x", text)
    assert (domain.describe(), hypotheses) == (described, given)


def test_open_end_excludes_the_end_point():
    domain, (condition,) = read_domain("x", "(0, 1]")
    assert domain.contains(Fraction(0), {})  # domains are closed; the hypothesis excludes the point
    assert condition == "0 < x"


@pytest.mark.parametrize("text", ["", "X", "[0, 1", "0, 1", "[0; 1]", "{}", "{1, sqrt(2)}", "{a}", "N[0, 3]", "[3, 1]",
                                  "{0, 1}^3", "(0, 1)^2",
                                  "Z^2", "R^", "R^-1", "x^2", "simplex()", "simplex(1, 2, 3)", "Drawn(3)", "[0, 1]^2^3",
                                  "[0.5, 1]", "__import__('os')", "[0, 1, 2]", "(oo, 1]", "{1, 2"])
def test_everything_else_is_one_sentence(text):
    with pytest.raises(Exception) as problem:  # noqa: PT011  a DomainError or a FormulaError
        read_domain("x", text)
    assert type(problem.value).__module__ == "verify.errors"
    assert "\n" not in str(problem.value)


def test_hint_shows_the_forms():
    with pytest.raises(DomainError, match=r"Z\[1, 20\]"):
        read_domain("x", "between 0 and 1")
