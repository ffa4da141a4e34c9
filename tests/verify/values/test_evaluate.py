"""Evaluation: the conventions for sums, products, indices and undefined parts."""

from contextlib import contextmanager
from fractions import Fraction

import mpmath
import pytest
import sympy
from flint import acb, arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.errors import Indeterminate, Undefined, Unevaluable
from verify.formulas.parser import parse
from verify.values.evaluate import evaluate
from verify.values.fold import MAX_TERMS
from verify.values.program import lift
from verify.values.truth import holds

K, N, X = sympy.symbols("k n x")
V, M = sympy.IndexedBase("v"), sympy.IndexedBase("m")


@contextmanager
def flint_precision(bits):
    before, ctx.prec = ctx.prec, bits
    yield
    ctx.prec = before


calm = settings(max_examples=60, deadline=None, database=None, derandomize=True)


def value(text, bits=64, **environment):
    symbols = {name: sympy.IndexedBase(name) if isinstance(entry, tuple) else sympy.Symbol(name)
               for name, entry in environment.items()}
    return evaluate(parse(text, symbols).tree, environment, bits)


@pytest.mark.parametrize(("low", "high", "total"), [(1, 4, 10), (1, 1, 1), (1, 0, 0), (1, -3, 0), (5, 1, 0), (-2, 2, 0),
                                                    (-3, -1, -6)])
def test_sums_and_their_empty_ranges(low, high, total):
    assert evaluate(sympy.Sum(K, (K, low, high)), {}) == total


@pytest.mark.parametrize(("low", "high", "result"), [(1, 4, 24), (1, 0, 1), (1, -3, 1), (0, 3, 0)])
def test_products_and_their_empty_ranges(low, high, result):
    assert evaluate(sympy.Product(K, (K, low, high)), {}) == result


def test_sum_of_k_to_n_minus_5_is_zero_at_one():
    """SymPy's own convention gives 6 here."""
    assert value("sum(k, k, 1, n - 5)", n=1) == 0


def test_nested_sums_may_use_the_outer_index():
    assert evaluate(sympy.Sum(K * N, (K, 1, N), (N, 1, 3)), {}) == 25  # 1·1 + 2·(1+2) + 3·(1+2+3)


@pytest.mark.parametrize(("text", "reason"), [
    ("sum(k, k, 1, 1/2)", "bound 1/2 is not an integer"), ("product(k, k, 1, x)", "bound x is not an integer"),
    ("v[0]", r"index 0, outside 1\.\.3"), ("v[4]", r"index 4, outside 1\.\.3"), ("v[-1]", r"index -1, outside 1\.\.3"),
    ("v[3/2]", "not an integer"), ("v[sqrt(2)]", "not an integer"), ("x/(x - x)", "division by zero"),
    ("0*log(x - x)", "log of 0"), ("(x - x)^(-1)", "negative power of 0"),
    ("piecewise(1, x < 0, 1/(x - x))", "division by zero"),
])
def test_undefined_parts_are_named(text, reason):
    with pytest.raises(Undefined, match=reason):
        value(text, x=Fraction(1, 2), v=(10, 20, 30))


def test_indices_are_one_based_as_written():
    assert [value(f"v[{k}]", v=(10, 20, 30)) for k in (1, 2, 3)] == [10, 20, 30]
    assert value("sum(v[k], k, 1, 3)", v=(10, 20, 30)) == 60


def test_a_matrix_has_two_indices():
    assert evaluate(M[2, 1], {"m": ((1, 2), (3, 4))}) == 3


@pytest.mark.parametrize("expression", [sympy.Sum(sympy.log(K) / K**2, (K, 1, sympy.oo)),
                                        sympy.Product(K, (K, 1, sympy.oo)),
                                        sympy.Integral(X), sympy.Derivative(sympy.Function("f")(X), X),
                                        sympy.Function("f")(X),
                                        sympy.Limit(X, X, 0)])
def test_what_cannot_be_evaluated_is_said_so(expression):
    with pytest.raises(Unevaluable):
        evaluate(expression, {"x": 1})


@pytest.mark.parametrize("infinite", [sympy.oo, -sympy.oo, sympy.zoo, sympy.nan])
def test_infinities_are_not_numbers(infinite):
    with pytest.raises(Undefined, match="not a number"):
        evaluate(infinite, {})


def test_long_sums_are_refused_before_they_run():
    with pytest.raises(Unevaluable, match=f"more than {MAX_TERMS} terms"):
        value("sum(1, k, 1, 10^6 + 1)")


def test_a_missing_value_is_said_so():
    with pytest.raises(Unevaluable, match="no value for x"):
        evaluate(X, {})


def test_zero_to_the_zero_is_one():
    assert value("x^x", x=0) == 1


def test_nothing_is_cancelled_first():
    with pytest.raises(Undefined):
        value("x/x", x=0)
    with pytest.raises(Undefined):
        value("exp(log(x))", x=0)
    with pytest.raises(Undefined):
        value("1/x - 1/x", x=0)


def test_the_case_that_is_not_taken_is_not_evaluated():
    assert value("piecewise(1/x, x > 0, 0)", x=0) == 0


def test_a_piecewise_without_its_last_case():
    with pytest.raises(Undefined, match="no case"):
        evaluate(sympy.Piecewise((1, X > 0), evaluate=False), {"x": -1})


def test_a_decided_part_settles_a_junction_beside_doubt():
    doubtful = "sqrt(2)*sqrt(2) >= 2"
    assert value(f"{doubtful} or 1 < 2") is True
    assert value(f"{doubtful} and 1 > 2") is False
    with pytest.raises(Indeterminate):
        value(f"{doubtful} and 1 < 2")


def test_booleans_are_not_numbers():
    with pytest.raises(Undefined, match="truth value"):
        value("b + 1", b=True)
    with pytest.raises(Undefined, match="truth value is needed"):
        value("x and y", x=1, y=2)


@pytest.mark.parametrize(("operator", "outcomes"), [("<", (True, False, False)), ("<=", (True, True, False)),
                                                    (">", (False, False, True)),
                                                    (">=", (False, True, True)), ("==", (False, True, False)),
                                                    ("!=", (True, False, True))])
def test_order_of_exact_numbers(operator, outcomes):
    assert tuple(holds(operator, fmpq(k), fmpq(0)) for k in (-1, 0, 1)) == outcomes


def test_lift():
    assert lift(3) == fmpq(3)
    assert lift(Fraction(1, 3)) == fmpq(1, 3)
    assert lift(True) is True
    with pytest.raises(Unevaluable, match="type float"):
        lift(0.5)
    with pytest.raises(Unevaluable, match="type str"):
        lift("3")


def test_rational_arithmetic_stays_exact_and_the_rest_is_a_ball():
    assert isinstance(value("(1/3 + 1/6)^3 * 8"), fmpq)
    assert value("(1/3 + 1/6)^3 * 8") == 1
    assert isinstance(value("pi"), arb)
    assert isinstance(value("sqrt(-2)"), acb)


@pytest.mark.parametrize("bits", [64, 128, 512])
def test_precision_is_as_asked_and_is_restored(bits):
    before = ctx.prec
    result = value("exp(1)*pi", bits)
    assert ctx.prec == before
    assert result.rad() < fmpq(1, 1 << (bits - 10))
    with pytest.raises(Undefined):
        value("1/0", bits)
    assert ctx.prec == before


def test_huge_values_are_unevaluable_not_crashes():
    for text in ("exp(exp(exp(100)))", "2^(10^40)", "10^(10^30)"):
        with pytest.raises(Unevaluable):
            value(text)


@pytest.mark.parametrize(("text", "reference"), [
    ("sum(x^k/factorial(k), k, 0, 40) - exp(x)", lambda x: mpmath.nsum(lambda k: x**k / mpmath.factorial(k),
                                                                       [0, 40]) - mpmath.exp(x)),
    ("log(1 + exp(x))", lambda x: mpmath.log(1 + mpmath.exp(x))),
    ("erf(x)*gamma(x + 5)", lambda x: mpmath.erf(x) * mpmath.gamma(x + 5)),
    ("atan(x)^3 - sinh(x)/cosh(x)", lambda x: mpmath.atan(x) ** 3 - mpmath.tanh(x)),
    ("(-2)^x", lambda x: mpmath.mpc(-2) ** x),
    ("harmonic(20)*x + binomial(x + 4, 3)", lambda x: mpmath.harmonic(20) * x + mpmath.binomial(x + 4, 3)),
], ids=["series", "log", "erf", "atan", "power", "harmonic"])
@pytest.mark.parametrize("x", [Fraction(1, 2), Fraction(-3, 2), Fraction(22, 7)])
def test_composed_values(text, reference, x):
    with mpmath.workdps(60):
        expected = mpmath.mpc(reference(mpmath.mpf(x.numerator) / x.denominator))
        found = value(text, 256, x=x)
        if isinstance(found, fmpq):
            shown = mpmath.mpf(int(found.p)) / int(found.q)
        else:
            parts = (acb(found).real, acb(found).imag)
            shown = mpmath.mpc(*(mpmath.mpf(part.mid().str(60, radius=False)) for part in parts))
        assert abs(shown - expected) < mpmath.mpf(10) ** -45 * (1 + abs(expected))


@calm
@given(st.lists(st.fractions(-9, 9, max_denominator=20), min_size=1, max_size=6).map(tuple))
def test_sums_over_vectors_are_exact(entries):
    total = sum(entries, Fraction(0))
    assert value("sum(v[k], k, 1, n)", v=entries, n=len(entries)) == fmpq(total.numerator, total.denominator)


@calm
@given(st.fractions(-9, 9, max_denominator=50), st.fractions(-9, 9, max_denominator=50))
def test_a_ball_holds_the_exact_value(x, y):
    """Through exp and log and back, at two precisions, the ball keeps what exact arithmetic gives."""
    for bits in (64, 200):
        result = evaluate(parse("log(exp(x)) * 3 - y", {"x": X, "y": sympy.Symbol("y")}).tree, {"x": x, "y": y}, bits)
        exact = 3 * x - y
        with flint_precision(400):
            assert (arb(result) - fmpq(exact.numerator, exact.denominator)).contains(0)
