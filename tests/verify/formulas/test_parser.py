"""Formulas: the grammar, and that nothing outside it gets in, runs, hangs or shows a traceback."""

import contextlib
from fractions import Fraction

import pytest
import sympy
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.errors import FormulaError
from verify.formulas import parser
from verify.formulas.parser import MAX_DEPTH, MAX_LENGTH, parse
from verify.values.evaluate import evaluate

X, N, V = sympy.Symbol("x", real=True), sympy.Symbol("n", integer=True), sympy.IndexedBase("v")
SYMBOLS = {"x": X, "n": N, "v": V}


def value(text, **environment):
    return evaluate(parse(text, {name: sympy.Symbol(name) for name in environment}).tree, environment)


@pytest.mark.parametrize(("text", "expected"), [
    ("1 + 2*3", 7), ("(1 + 2)*3", 9), ("2*3^2", 18), ("-3^2", -9), ("(-3)^2", 9), ("2^3^2", 512), ("2**3", 8),
    ("2^-1", Fraction(1, 2)), ("-2^-2", Fraction(-1, 4)), ("8/4/2", 1), ("8/4*2", 4), ("7 - 3 - 2", 2),
    ("7 % 4 * 2", 6), ("-7 % 4", 1), ("3!", 6), ("2^3!", 64), ("-3!", -6), ("(3!)!", 720), ("+5", 5), ("--5", 5),
    ("5 - -5", 10), ("1 - 2^2", -3), ("2*-3", -6), ("sqrt(16)", 4), ("|x|".replace("|x|", "abs(-3)"), 3),
    ("sum(k^2, k, 1, 4)", 30), ("sum(k^2, (k, 1, 4))", 30), ("product(k, k, 1, 5)", 120),
    ("sum(sum(j, j, 1, k), k, 1, 3)", 10), ("sum(k, k, 1, 3) + 100", 106), ("piecewise(1, 2 < 1, 3)", 3),
    ("piecewise(1, 2 > 1, 3)", 1), ("SUM(k, k, 1, 2)", 3),
])
def test_precedence_and_value(text, expected):
    wanted = Fraction(expected)
    assert value(text) == fmpq(wanted.numerator, wanted.denominator)


@pytest.mark.parametrize(("text", "expected"), [
    ("1 < 2", True), ("1 < 2 < 2", False), ("1 <= 2 == 2 > 1", True), ("not 1 > 2", True), ("1 > 2 or 2 > 1", True),
    ("1 > 2 and 2 > 1", False), ("not 1 > 2 and 3 > 1", True), ("1 > 2 and 1 > 2 or 2 > 1", True), ("2 = 2", True),
    ("2 != 2", False), ("1 + 1 == 2", True), ("(1 < 2) == (3 < 4)", True), ("true", True), ("False", False),
])
def test_truth(text, expected):
    assert value(text) is expected


@pytest.mark.parametrize(("fancy", "plain"), [("x ≤ 1", "x <= 1"), ("x ≥ 1", "x >= 1"), ("x ≠ 1", "x != 1"),
                                              ("x − 1", "x - 1"),
                                              ("2·x", "2*x"), ("2×x", "2*x"), ("2 ⋅ x", "2*x"), ("x ÷ 2", "x/2"),
                                              ("x²", "x^2"), ("-x²", "-(x^2)"), ("x⁻¹²", "x^-12"),
                                              ("(x + 1)² - x³", "(x + 1)^2 - x^3"), ("v[1]²", "v[1]^2"),
                                              ("||x| - 1|", "abs(abs(x) - 1)"), ("π*x", "pi*x"),
                                              ("sum(1/k², k, 1, ∞)", "sum(1/k^2, k, 1, oo)"),
                                              ("x ≥ 0 ∧ ¬ x > 1 ∨ n ⩽ 2", "x >= 0 and not x > 1 or n <= 2"),
                                              ("x > 0 && n > 0", "x > 0 and n > 0")])
def test_unicode_signs(fancy, plain):
    assert parse(fancy, SYMBOLS).tree == parse(plain, SYMBOLS).tree


def test_letters_beyond_ascii_are_names():
    assert parse("α + 1", {"α": sympy.Symbol("α")}).names == {"α"}


@pytest.mark.parametrize("text", ["x/x", "exp(log(x))", "0*log(x)", "x - x", "sqrt(x^2)", "x^0", "1 + 1",
                                  "max(x, x + 1)"])
def test_nothing_is_simplified(text):
    tree = parse(text, SYMBOLS).tree
    assert tree.args, tree
    assert not tree.is_Atom


def test_a_bound_index_hides_a_variable_only_inside():
    tree = parse("n + sum(n, n, 1, 3)", {"n": sympy.Symbol("n")}).tree
    assert evaluate(tree, {"n": 100}) == 106


MISUSE = [
    ("", "the formula ends too early in '' at column 1: a number, a name or a parenthesis is needed here"),
    ("x +", "the formula ends too early in 'x +' at column 4: a number, a name or a parenthesis is needed here"),
    ("(x", "expected ')' but found the end in '(x' at column 3"),
    ("x)", "unexpected ')' in 'x)' at column 2"),
    ("2x", "missing operator in '2x' at column 2: a product is written with *; write 2*x"),
    ("x 2", "missing operator in 'x 2' at column 3: a product is written with *; write x*2"),
    ("0.5*x", "the decimal 0.5 in '0.5*x' at column 1: numbers are exact; write 1/2"),
    ("x + .1", "the decimal .1 in 'x + .1' at column 5: numbers are exact; write 1/10"),
    ("1e-3", "the decimal 1e-3 in '1e-3' at column 1: numbers are exact; write a fraction"),
    ("y", "undeclared name 'y' in 'y' at column 1: declared are: n, v, x; write y=Reals() beside it"),
    ("e^x", "undeclared name 'e' in 'e^x' at column 1: declared are: n, v, x; write E or exp(1)"),
    ("gamma", "undeclared name 'gamma' in 'gamma' at column 1: declared are: n, v, x; "
              "write gamma=Reals() beside it, or gamma(…) for the function"),
    ("√x", "unexpected character '√' in '√x' at column 1: a root is written otherwise; write sqrt(x)"),
    ("⌊x⌋", "unexpected character '⌊' in '⌊x⌋' at column 1: a floor is written otherwise; write floor(x)"),
    ("x ∈ R", "unexpected character '∈' in 'x ∈ R' at column 3: a domain in a formula is written otherwise; "
              "write x=Reals(0, 1) beside the formula"),
    ("xⁿ", "unexpected character 'ⁿ' in 'xⁿ' at column 2: a raised letter is written otherwise; write x^n"),
    ("x²^3", "unexpected '^' in 'x²^3' at column 3: nothing stands on a raised exponent; write parentheses"),
    ("x²³!", "unexpected '!' in 'x²³!' at column 4: nothing stands on a raised exponent; write parentheses"),
    ("H(n)", "unknown function 'H' in 'H(n)' at column 1: formulas use a fixed table of functions; "
             "write harmonic(…)"),
    ("Γ(n)", "unknown function 'Γ' in 'Γ(n)' at column 1: formulas use a fixed table of functions; write gamma(…)"),
    ("x(2)", "the variable 'x' is called like a function in 'x(2)' at column 1; write x*(…)"),
    ("x[1]", "x is indexed but is not a vector in 'x[1]' at column 2"),
    ("log(1, 2, 3)", "log takes 1 argument, not 3 in 'log(1, 2, 3)' at column 1"),
    ("binomial(1)", "binomial takes 2 arguments, not 1 in 'binomial(1)' at column 1"),
    ("sum(1)", "a sum without its index in 'sum(1)' at column 1; write sum(body, k, 1, n)"),
    ("sum(1, 2, 1, 3)", "a sum without its index in 'sum(1, 2, 1, 3)' at column 1; write sum(body, k, 1, n)"),
    ("piecewise(1, x > 0)",
     "piecewise without its last value in 'piecewise(1, x > 0)' at column 1; write piecewise(x, x > 0, 0)"),
    ("x $ 2", "unexpected character '$' in 'x $ 2' at column 3: LaTeX is written otherwise; "
              "write the formula without $"),
    ("x # 2", "unexpected character '#' in 'x # 2' at column 3"),
    ("x & 2", "unexpected character '&' in 'x & 2' at column 3: a bitwise sign is written otherwise; write and"),
    ("x == ", "the formula ends too early in 'x == ' at column 6: a number, a name or a parenthesis is needed here"),
]


@pytest.mark.parametrize(("text", "message"), MISUSE)
def test_misuse_is_explained(text, message):
    with pytest.raises(FormulaError) as caught:
        parse(text, SYMBOLS)
    assert str(caught.value) == message


def test_an_unknown_function_lists_the_known_ones():
    with pytest.raises(FormulaError, match=r"unknown function 'airy'.*known are: abs, acos"):
        parse("airy(2)", SYMBOLS)


HOSTILE = ["__import__('os').system('true')", "x.__class__", "lambda: 0", "x if x else x", "[c for c in ().__class__]",
           "`x`", "x;x",
           "x\x00", "\x1b[31mx", "x\ud800", "exec(x)", "eval('1')", "open('x')", "f'{x}'", "x := 1", "x, x", "@x",
           "x\\", "{x}", "\"x\"",
           "x\u202e + 1", "print(x)", "getattr(x, n)", "²", "²x", "x²²^2", "()", "[]", "v[]", "v[1", "sum(",
           "sum(k,k", "!",
           "x!!!!!!<", "((((", "%"]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_refused(text):
    with pytest.raises(FormulaError):
        parse(text, SYMBOLS)


def test_nothing_is_ever_run(monkeypatch):
    def forbidden(*arguments, **options):
        raise AssertionError("a formula's text was executed")

    for name in ("eval", "exec", "compile", "__import__"):
        monkeypatch.setattr(parser, name, forbidden, raising=False)
    monkeypatch.setattr(sympy, "sympify", forbidden)
    assert parse("x^2 + sum(k, k, 1, n)", SYMBOLS).names == {"x", "n"}


def test_too_long_is_refused_at_once():
    with pytest.raises(FormulaError, match=r"too long: at most 20000 characters \(given: 200001\)"):
        parse("(" * 200_001, SYMBOLS)
    assert parse("1" + " " * (MAX_LENGTH - 1), SYMBOLS).tree == 1


@pytest.mark.parametrize("text", ["(" * 9000 + "x" + ")" * 9000, "(" * 120 + "x" + ")" * 120, "-" * 120 + "x",
                                  "v[" * 200 + "1" + "]" * 200, "sqrt(" * 61 + "x" + ")" * 61],
                         ids=["9000 parentheses", "120 parentheses", "signs", "indices", "functions"])
def test_deep_nesting_is_refused(text):
    with pytest.raises(FormulaError, match="nested too deeply"):
        parse(text, SYMBOLS).names  # noqa: B018


@pytest.mark.parametrize("text", ["-" * 5000 + "x", "x" + "^x" * 5000], ids=["signs", "powers"])
def test_deep_operators_are_refused(text):
    with pytest.raises(FormulaError, match="nested too deeply"):
        parse(text, SYMBOLS)


@pytest.mark.parametrize("depth", [1, 20, MAX_DEPTH - 1])
def test_moderate_nesting_is_read(depth):
    assert value("(" * depth + "7" + ")" * depth) == 7


def test_a_long_product_is_as_flat_as_a_long_sum():
    assert value("*".join(["1"] * 3000)) == 1


def test_many_denials_are_read_as_one_or_none():
    """They are counted, so that none of them is a level."""
    assert value("not " * 3000 + "1 < 2") is True
    assert value("not " * 3001 + "1 < 2") is False


@pytest.mark.parametrize("text", ["n!!", "n! !", "3!!!", "x" + "!" * 5000])
def test_factorials_in_a_row_are_refused(text):
    with pytest.raises(FormulaError, match=r"two factorial signs in a row.*double factorial.*write \(n!\)!"):
        parse(text, SYMBOLS)


@pytest.mark.parametrize("text", ["(x <= 1) <= (x < 2)", "(x > 0) < 1", "true <= x", "x < (n = 1)",
                                  "1 <= x == 2 < (x > 0)"])
def test_a_condition_beside_an_order_is_refused(text):
    with pytest.raises(FormulaError, match=r"a condition beside <.*an order is between numbers"):
        parse(text, SYMBOLS)


def test_conditions_are_compared_for_equality():
    assert value("(1 < 2) == (2 < 3)") is True
    assert value("(1 < 2) != (2 < 3)") is False


def test_a_case_inside_a_condition_is_not_rewritten():
    tree = parse("piecewise(1, piecewise(x/x, x > 1, 2*x/x) > 0, 2)", SYMBOLS).tree
    assert tree.args[0].cond.lhs.args[0].expr.args == (X, sympy.Pow(X, -1, evaluate=False))
    assert tree.args[0].cond.func is sympy.Gt


def test_largest_and_smallest_keep_their_arguments():
    assert parse("max(x, n, x)", SYMBOLS).tree.args == (X, N, X)
    assert parse("min(x)", SYMBOLS).tree.args == (X,)


def test_a_long_sum_is_read():
    assert value("+".join(["1"] * 3000)) == 3000


def test_a_decimal_with_a_large_exponent_is_never_computed(monkeypatch):
    monkeypatch.setattr(sympy, "Rational", None)
    with pytest.raises(FormulaError, match="the decimal 1e9999999999 "):
        parse("1e9999999999", SYMBOLS)


def test_a_long_decimal_is_refused():
    with pytest.raises(FormulaError):
        parse("1." + "0" * 5000, SYMBOLS)


def test_a_long_integer_is_refused():
    with pytest.raises(FormulaError, match="more than 4000 digits"):
        parse("1" * 4001, SYMBOLS)
    assert parse("1" * 4000, SYMBOLS).tree == int("1" * 4000)


MIXED = ["(x < 1) + 1", "(x < 1)^2", "-(x < 1)", "2*(x < 1)", "1/(x < 1)", "sqrt(x < 1)", "x < 1 + (x < 2)", "x and 3",
         "true + 1", "-true"]


@pytest.mark.parametrize("text", MIXED)
def test_truth_values_in_arithmetic_are_refused(text):
    with pytest.raises(FormulaError):
        parse(text, SYMBOLS)


ALPHABET = ["x", "n", "v", "k", "1", "2", "0", "+", "-", "*", "/", "^", "%", "!", "(", ")", "[", "]", ",", "=", "<",
            ">=", "log", "sum", "max",
            " ", "pi", "I", "piecewise", "delta"]


@settings(max_examples=250, deadline=None, database=None, derandomize=True)
@given(st.lists(st.sampled_from(ALPHABET), max_size=14).map("".join))
def test_any_text_is_a_formula_or_a_formula_error(text):
    try:
        parse(text, SYMBOLS)
    except FormulaError as problem:
        complaint = str(problem)
    else:
        return
    assert "column" in complaint


@settings(max_examples=120, deadline=None, database=None, derandomize=True)
@given(st.text(max_size=40))
def test_arbitrary_characters_never_crash(text):
    with contextlib.suppress(FormulaError):
        parse(text, SYMBOLS)


@settings(max_examples=150, deadline=None, database=None, derandomize=True)
@given(st.recursive(st.integers(0, 9).map(str), lambda inner: st.tuples(inner, st.sampled_from("+-*"), inner).map(
    lambda parts: f"({parts[0]} {parts[1]} {parts[2]})"), max_leaves=12))
def test_arithmetic_agrees_with_python(text):
    assert value(text) == fmpq(eval(text))
