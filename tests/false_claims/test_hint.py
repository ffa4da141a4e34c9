"""Hints about a refuted statement: none that is false, none that says nothing, and the mended statement with each."""

from fractions import Fraction

from verify import Integers, Rationals, Reals, Vectors, at_least, at_most, chain, check, equal, oo

N, LINE = Integers(1, oo), Reals()


def hints(statement, given=(), **over):
    answer = check(statement, given=given, **over)
    assert answer.verdict == "refuted", answer.verdict
    return answer.record["hints"]


def test_a_parity_that_only_one_size_meets_is_no_hint():
    """|v|² ≤ d fails for vectors of every length; in the window only d = 1 is odd, and it is tried at few vectors."""
    told = hints(at_most(lambda d, v: sum(x * x for x in v), lambda d, v: d), d=Integers(1, oo, window=2),
                 v=Vectors("d", -2, 2))
    assert not any("d % 2" in hint or "d <= 1" in hint for hint in told), told


def test_a_parity_that_many_sizes_meet_is_a_hint():
    told = hints(equal(lambda n: n // 2, "n/2"), n=N)
    assert any("where n % 2 == 0" in hint for hint in told), told


def test_a_bound_at_which_an_order_is_an_equality_is_no_hint():
    """With mu from 0 to L, *where mu <= 0* means mu = 0, and *where L <= mu* means mu = L."""
    told = hints(at_most(lambda L, mu: mu * (L - mu), 0), L=Rationals(0, oo), mu=Rationals(0, "L"))
    assert not any("mu <= 0" in hint or "L <= mu" in hint for hint in told), told


def test_a_factor_is_searched_by_ascent_before_it_is_told():
    """x/(1 + x)·5 ≤ 1 needs a factor 5, reached only as x grows; no smaller one may be told."""
    told = hints(at_most(lambda x: 5 * x / (1 + x), lambda x: Fraction(1)), x=Rationals(0, oo))
    assert not any(f"factor {text} " in hint for hint in told for text in ("2", "E", "3", "pi", "4")), told
    assert any("factor 5 on the larger side" in hint for hint in told), told


def test_every_hint_on_a_formula_or_function_shows_the_mended_statement():
    told = hints(equal(lambda n: n * n, lambda n: 2 * n * n), n=N)
    assert told[0].startswith("the left side is 1/2 times the right side: n * n == (1/2)*(2 * n * n) (")
    assert hints("sum(k, k, 1, n) == n*(n + 1)", n=N)[0].endswith("sum(k, k, 1, n) == (n*(n + 1))/2 (proved)")


def test_a_property_is_mended_too():
    told = hints(lambda n: at_most(3 * n, 2 * n), n=N)
    assert any("lhs <= (3/2)*rhs, where lhs and rhs are the sides of" in hint for hint in told), told


def test_a_reversal_is_told_only_where_nothing_is_better():
    assert not any(">= in place" in hint for hint in hints(at_most(lambda x: 3 * x, lambda x: 2 * x), x=Reals(0, 9)))
    assert any(">= in place of <=" in hint for hint in hints("exp(x) <= 1 + x", x=LINE))


def test_the_conclusion_of_a_broken_chain_is_searched():
    told = hints(chain(lambda n: n, "<=", lambda n: n * n, "<=", lambda n: n + 20), n=Integers(1, oo, window=12))
    assert any("no failure between the ends of the chain: n <= n + 20 (" in hint for hint in told), told
    false = hints(chain(lambda n: n, "<=", lambda n: n * n, "<=", lambda n: 10), n=Integers(1, oo, window=12))
    assert not any("between the ends" in hint for hint in false), false


def test_true_neighbours_stay_green():
    answer = check(at_least(lambda L, mu: mu * (L - mu), 0), L=Rationals(0, oo), mu=Rationals(0, "L"))
    assert answer.verdict == "supported"
