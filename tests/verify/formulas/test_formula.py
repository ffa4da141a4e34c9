"""Formulas: source text and tree, taken as they are."""

from fractions import Fraction

import pytest
import sympy

from verify.errors import FormulaError
from verify.formulas.formula import Formula, distinction, names, take
from verify.formulas.parser import parse

X, N, V = sympy.Symbol("x", real=True), sympy.Symbol("n", integer=True), sympy.IndexedBase("v")
SYMBOLS = {"x": X, "n": N, "v": V}


def test_the_source_is_kept_as_written():
    assert parse("  x  +  1 ", SYMBOLS).source == "x  +  1"


def test_names_are_those_not_bound_by_a_sum():
    assert parse("sum(v[k]*x, k, 1, n)", SYMBOLS).names == {"v", "x", "n"}
    assert names(parse("k + sum(k, k, 1, 3)", {"k": sympy.Symbol("k")}).tree) == {"k"}


def test_latex_keeps_the_written_order():
    assert parse("x + 1", SYMBOLS).latex == "x + 1"


@pytest.mark.parametrize(("text", "latex"), [
    ("piecewise(x, x > 0, 0)^2", r"\left(%s\right)^{2}"), ("1/piecewise(x, x > 0, 0)", r"\frac{1}{%s}"),
])
def test_latex_of_a_power_of_a_case_distinction(text, latex):
    cases = r"\begin{cases} x & \text{for}\: x > 0 \\0 & \text{otherwise} \end{cases}"
    assert parse(text, SYMBOLS).latex == latex % cases


def test_what_cannot_be_printed_is_shown_as_its_source():
    class Silent(sympy.Symbol):
        def _latex(self, printer):
            raise TypeError

    assert Formula("x_1 + 2", Silent("x")).latex == r"\mathtt{x\_1\ +\ 2}"


def test_a_distinction_keeps_its_cases():
    """SymPy's own constructor drops what follows a case that is always true, and rewrites nested cases."""
    inner = distinction([(X / X, X > 1), (2 * X / X, True)])
    made = distinction([(1, sympy.true), (inner, X > 0), (2, True)])
    assert [case.cond for case in made.args] == [True, X > 0, True]
    assert made.args[1].expr is inner
    assert distinction([(1, sympy.Gt(inner, 0, evaluate=False)), (2, True)]).args[0].cond.lhs is inner


def test_take_keeps_an_expression():
    assert take(X + 1).tree == X + 1
    assert take(Fraction(1, 2)).tree == sympy.Rational(1, 2)


@pytest.mark.parametrize(("expression", "hint"), [(0.5 * X, "Rational(1, 2)"), (X + 2.0, "2"),
                                                  (sympy.Float("0.1"), "Rational(1, 10)")])
def test_floats_are_refused(expression, hint):
    with pytest.raises(FormulaError, match="a float is not the number it looks like") as caught:
        take(expression)
    assert str(caught.value).endswith(f"; write {hint}")


def test_a_derivative_by_an_integer_is_refused():
    n = sympy.Symbol("n", integer=True)
    with pytest.raises(FormulaError, match="derivative by the integer n"):
        take(sympy.Derivative(2**n, n))
    assert take(sympy.Derivative(2**X, X)).names == {"x"}
