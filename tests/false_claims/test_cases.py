"""Statements on which tools that check mathematics have been wrong, each with the verdict that is right."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb_mat, fmpq
from sympy import Rational, Symbol, asin, diff, sqrt

import numerics
from verify import ClaimError, FormulaError, Integers, OneOf, Rationals, Reals, Vectors, at_most, check, equal, pi

MATRIX = [[1, 2], [3, 4]]


def exponential(x: Any) -> Any:
    """exp(x·A) in balls."""
    x = Fraction(x)
    return (arb_mat(MATRIX) * fmpq(x.numerator, x.denominator)).exp()


def larger_eigenvalue(x: Any) -> Any:
    """The larger eigenvalue of exp(x·A), from trace and determinant."""
    e = exponential(x)
    trace = e[0, 0] + e[1, 1]
    return (trace + (trace * trace - 4 * (e[0, 0] * e[1, 1] - e[0, 1] * e[1, 0])).sqrt()) / 2


def test_the_larger_eigenvalue_of_a_matrix_exponential():
    answer = check(equal(larger_eigenvalue, "exp(x*(5 + sqrt(33))/2)"), x=Reals("1/10", 3))
    assert answer.verdict == "supported"
    assert "digits" in answer.record["reason"]


def larger_eigenvalue_in_floats(x: Any) -> Any:
    from scipy.linalg import expm

    return max(np.linalg.eigvals(expm(float(x) * np.array(MATRIX, dtype=float))).real)


def test_the_same_eigenvalue_in_floats():
    answer = check(equal(larger_eigenvalue_in_floats, "exp(x*(5 + sqrt(33))/2)"), x=OneOf(1, 2))
    assert answer.verdict == "supported"


def test_an_error_of_a_library_above_its_measured_noise_is_no_refutation():
    """At 11/15 the error is several times what any rounding direction shows, and far from 2^20 times."""
    relation = equal(larger_eigenvalue_in_floats, "exp(x*(5 + sqrt(33))/2)")
    assert check(relation, x=OneOf(Rational(11, 15))).verdict in ("supported", "undecided")


def test_floats_in_a_formula_are_refused_with_the_rational_to_write():
    x, y = Symbol("x", real=True), Symbol("y", real=True)
    with pytest.raises(FormulaError, match="float"):
        check(equal((1.5 * x - y) ** 2.0, (x - y) ** 2), x=Reals(), y=Reals())
    with pytest.raises(FormulaError, match=r"Rational\(3, 2\)"):
        check(equal(1.5 * x, x), x=Reals())


SHAPES = ((2, 2), (2, 1), (1, 2))


def loss(a: Any, u: Any, v: Any) -> Any:
    """½‖A − UV‖² + ½‖U‖² in the Frobenius norm, for a 2 × 2 matrix A listed row by row, a column U and a row V."""
    a, u, v = (np.asarray(m, dtype=object).reshape(shape) for m, shape in zip((a, u, v), SHAPES, strict=True))
    rest = a - u.dot(v)
    return (sum((rest * rest).reshape(-1)) + sum((u * u).reshape(-1))) / 2


def loss_slope(a: Any, u: Any, v: Any) -> Any:
    """The gradient in U, by differences that are exact for a quadratic."""
    steps = [[Fraction(int(k == j)) for j in range(2)] for k in range(2)]
    return [(loss(a, u + np.array(e, dtype=object), v) - loss(a, u - np.array(e, dtype=object), v)) / Fraction(2)
            for e in steps]


def matrix_formula(a: Any, u: Any, v: Any) -> Any:
    """−(A − UV)Vᵀ + U."""
    a, u, v = (m.reshape(shape) for m, shape in zip((a, u, v), SHAPES, strict=True))
    return (-(a - u.dot(v)).dot(v.T) + u).reshape(-1)


MATRICES = {"a": Vectors(4, -2, 2), "u": Vectors(2, -2, 2), "v": Vectors(2, -2, 2)}


def test_a_gradient_of_a_norm_is_not_zero():
    answer = check(equal(loss_slope, 0), **MATRICES)
    assert answer.verdict == "refuted"
    assert answer.counterexample is not None
    parts = [np.array([Fraction(t) for t in text.strip("()").split(",")], dtype=object)
             for text in answer.counterexample.values()]
    assert any(matrix_formula(*parts))


def test_the_gradient_by_matrix_calculus_holds():
    assert check(equal(loss_slope, matrix_formula), **MATRICES).verdict in ("derived", "supported")


def hinge_slope(d: int, k: int, x: Any) -> Any:
    """d/dx_k of Σ max(x_i, 0), by a difference within the linear piece."""
    step = abs(Fraction(x[k - 1])) / 2
    above, below = list(x), list(x)
    above[k - 1] += step
    below[k - 1] -= step
    return (sum(max(t, 0) for t in above) - sum(max(t, 0) for t in below)) / (2 * step)


def test_the_derivative_of_a_sum_of_hinges():
    answer = check(equal(hinge_slope, "piecewise(1, x[k] > 0, 0)"), given="x[k] != 0",
                   d=Integers(1, 2), k=Integers(1, "d"), x=Vectors("d", -2, 2))
    assert answer.verdict == "supported"


def test_a_bound_index_that_escapes_its_sum_is_an_error():
    with pytest.raises(FormulaError, match="undeclared name 'i'"):
        check("sum(delta(i, k), i, 1, 3) == piecewise(1, x[i] > 0, 0)", k=Integers(1, 3), x=Vectors(3))


def test_a_closed_form_that_is_wrong_at_one_small_size():
    sums = "sum(binomial(2, k)*k^2, k, 0, n)"
    answer = check(f"{sums} == piecewise(0, n < 1, -2, n < 2, 6)", n=Integers(0, 8))
    assert (answer.verdict, answer.counterexample) == ("refuted", {"n": "1"})
    assert check(f"{sums} == piecewise(0, n < 1, 2, n < 2, 6)", n=Integers(0, 8)).verdict == "exhausted"


def test_a_shift_of_one_in_ten_million_is_refuted_exactly():
    answer = check("x + 1/10^7 == x", x=Reals(-5, 5))
    assert (answer.verdict, answer.record["grade"]) == ("refuted", "exact")


@pytest.mark.parametrize("name", ["x_", "a&b", "x%1", "x_{1", r"\input{x}", "<b>"])
def test_names_that_typesetting_trips_over_can_be_checked_and_shown(name):
    x = Symbol(name, real=True)
    answer = check(at_most(x, x + 1), **{name: Reals()})
    assert answer.verdict in ("enclosed", "supported")
    assert name in repr(answer)
    assert "<b>" not in answer._repr_html_()


@pytest.mark.parametrize("text", ["_x", "x_", "α"])
def test_names_that_are_words_can_be_written_in_text(text):
    assert check(f"{text} <= {text} + 1", **{text: Reals()}).verdict in ("enclosed", "supported")


def test_two_symbols_of_one_name_are_named():
    with pytest.raises(ClaimError, match="two symbols named x") as caught:
        check(at_most(Symbol("x") + Symbol("x", real=True), 5), x=Reals())
    assert "real" in str(caught.value)


def test_the_transform_of_a_table_is_not_normalised():
    table = [4, 2, 2, 0, 0, 2, -2, 0]
    assert check(equal(lambda: numerics.walsh_hadamard(table), (8, 0, 8, 0, 8, 8, 0, 0))).verdict == "exhausted"
    assert check(equal(lambda: numerics.walsh_hadamard(table), (1, 0, 1, 0, 1, 1, 0, 0))).verdict == "refuted"


def monotone(tables: Any) -> Any:
    """Which tables never turn from −1 to +1 when a bit turns from +1 (0 in the row's number) to −1 (1 in it)."""
    rows = tables.shape[1]
    steps = [(row, row | 1 << k) for k in range(rows.bit_length() - 1) for row in range(rows) if not row >> k & 1]
    return np.all([tables[:, after] <= tables[:, before] for before, after in steps], axis=0)


def monotone_functions(n: int) -> int:
    return int(monotone(numerics.boolean_functions(n)).sum())


def test_parity_of_three_bits_is_not_monotone():
    assert check(equal(lambda: monotone(numerics.parity(3)[None])[0], True)).verdict == "refuted"
    assert check(equal(lambda: monotone(numerics.majority(3)[None])[0], True)).verdict == "exhausted"


def test_the_numbers_of_monotone_functions():
    known = {1: 3, 2: 6, 3: 20, 4: 168}
    assert check(equal(monotone_functions, lambda n: known[n]), n=Integers(1, 4)).verdict == "exhausted"
    answer = check(equal(monotone_functions, "2^n + binomial(n, 2)*n + 1"), n=Integers(1, 3))
    assert (answer.verdict, answer.counterexample) == ("refuted", {"n": "2"})


def test_a_guard_that_nothing_passes_is_vacuous_as_a_hypothesis_and_ill_posed_as_code():
    assert check("x <= 1", given="x*x == 2", x=Rationals(0, 2)).verdict == "vacuous"

    def guarded(x: Any) -> Any:
        if x * x == 2:
            return at_most(x, 1)
        return False

    assert check(guarded, x=Rationals(0, 2)).verdict == "ill-posed"


def test_an_inverse_of_the_sine_is_one_on_half_a_period_only():
    answer = check("asin(sin(x)) == x", x=Reals(-10, 10))
    assert answer.verdict == "refuted"
    assert answer.counterexample is not None
    assert abs(Fraction(answer.counterexample["x"])) > Fraction(11, 7)
    assert check("asin(sin(x)) == x", x=Reals(-pi / 2, pi / 2)).verdict in ("derived", "supported")


def test_hypotheses_that_contradict_each_other_are_vacuous():
    assert check("x == x + 1", given=["1 < x", "x < 0"], x=Reals()).verdict == "vacuous"


def test_a_theorem_that_holds_from_three_on_is_refuted_with_its_smallest_counterexample():
    assert check("n^2 - 2*n >= 3", n=Integers(3, 9)).verdict == "exhausted"
    answer = check("n^2 - 2*n >= 3", n=Integers(1, 9))
    assert (answer.verdict, answer.counterexample) == ("refuted", {"n": "1"})
    assert any("n ≥ 3" in hint for hint in answer.record["hints"])


def test_an_antiderivative_with_an_arc_sine():
    x, a = Symbol("x", positive=True), Symbol("a", positive=True)
    slope = diff(x * sqrt(a**2 - x**2) + a**2 * asin(x / a), x)
    answer = check(equal(slope, 2 * sqrt(a**2 - x**2)), given={"x < a": "x < a"},
                   x=Reals(Rational(1, 10), 5), a=Reals(Rational(1, 10), 5))
    assert answer.verdict in ("derived", "supported")
