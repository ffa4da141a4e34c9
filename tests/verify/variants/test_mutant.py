"""Mutants: small slips of every kind, in a fixed order, each a different formula that can be read back."""

import pytest
import sympy

from verify.builder import make_claim
from verify.domains.scalar_domain import Integers, Reals
from verify.domains.vector_domain import Vectors
from verify.formulas.parser import parse
from verify.relation import chain, equal
from verify.symbolic.tree import canonical
from verify.variants.mutant import LIMIT, mutants

X, N = {"x": Reals(), "y": Reals()}, {"n": Integers(1, sympy.oo)}


def claim(relation, **domains):
    return make_claim("c", relation, {}, at="p. 1", forall=domains)


def texts(relation, limit=200, **domains):
    return [mutant.text for mutant in mutants(claim(relation, **domains), limit)]


KINDS = [
    ("a sign", "x - 2*y <= 7", "x + 2*y <= 7", X), ("twice", "x <= y", "x <= 2*y", X),
    ("half", "x <= y", "x <= y/2", X),
    ("an exponent", "x^2 <= y", "x^3 <= y", X), ("a root", "sqrt(x) <= y", "x <= y", X),
    ("a quotient", "x/y <= 1", "x*y <= 1", X), ("variables swapped", "x - y <= 7", "y - x <= 7", X),
    ("one variable for another", "x + x^2*y <= 7", "y + x^2*y <= 7", X), ("a term", "x + y <= 7", "x <= 7", X),
    ("a factor", "x*y <= 7", "y <= 7", X), ("strictness", "x <= y", "x < y", X),
    ("the larger", "max(x, y) <= 7", "min(x, y) <= 7", X), ("rounding", "floor(x) <= y", "ceiling(x) <= y", X),
    ("a size", "n*(n - 2) <= 7", "(n + 1)*(n - 1) <= 7", N), ("a constant", "n - 1 <= 7", "n - 2 <= 7", N),
    ("the end of a sum", "sum(k, k, 1, n) <= 7", "sum(k, k, 1, n - 1) <= 7", N),
    ("its beginning", "sum(k, k, 1, n) <= 7", "sum(k, k, 2, n) <= 7", N),
]


@pytest.mark.parametrize(("kind", "statement", "expected", "over"), KINDS, ids=[kind[0] for kind in KINDS])
def test_kinds(kind, statement, expected, over):
    assert expected in [text.replace("Sum", "sum") for text in texts(statement, **over)]


def test_an_index_is_shifted():
    over = {"d": Integers(2, 5), "g": Vectors("d")}
    assert any("g[k + 1]" in text for text in texts(equal(lambda g: 0, "sum(g[k], k, 1, d)"), **over))


def test_the_number_is_bounded_and_the_kinds_take_turns():
    made = mutants(claim("x^2 + y^2 - 2*x*y >= 0", **X))
    assert len(made) <= LIMIT
    assert mutants(claim("x^2 + y^2 - 2*x*y >= 0", **X), 7) == made[:7]
    assert len({mutant.change.split()[0] for mutant in made[:8]}) >= 5


def test_no_mutant_is_the_formula_itself_or_comes_twice():
    made = mutants(claim("(x + y)^2 == x^2 + 2*x*y + y^2", **X), 500)
    sides = [canonical(sympy.Tuple(*(part.tree for link in m.links for part in (link.lhs, link.rhs)))) for m in made]
    assert len(set(sides)) == len(sides)
    original = claim("(x + y)^2 == x^2 + 2*x*y + y^2", **X).links[0]
    assert canonical(sympy.Tuple(original.lhs.tree, original.rhs.tree)) not in sides


@pytest.mark.parametrize("statement", ["(x - y)^2 <= 2*x^2 + 2*y^2", "exp(-x) <= 1 - x + x^2/2", "x/(2*y) == x/y/2",
                                       "max(x, y)^2 >= x*y", "sqrt(x^2)/3 <= abs(x)"])
def test_a_mutant_reads_back_as_what_it_is(statement):
    made = claim(statement, **X)
    for mutant in mutants(made, 500):
        for link in mutant.links:
            for side in (link.lhs, link.rhs):
                again = parse(side.source, made.symbols).tree
                point = {"x": sympy.Rational(7, 3), "y": sympy.Rational(5, 2)}
                values = [tree.subs(point).doit() for tree in (again, side.tree)]
                assert sympy.simplify(values[0] - values[1]) == 0, side.source


def test_a_side_that_two_links_share_changes_in_both():
    made = mutants(claim(chain("x", "<=", "x + 1", "<=", "x + 2"), x=Reals()), 500)
    middle = [mutant for mutant in made if mutant.touched == (0, 1)]
    assert middle
    assert all(mutant.links[0].rhs is mutant.links[1].lhs for mutant in middle)


def test_functions_and_truth_values_are_left_alone():
    assert mutants(claim(equal(lambda x: x, lambda x: x + 1), x=Reals())) == []
    assert mutants(claim("x > 0 or x <= 0", x=Reals())) == []
    only_formula = mutants(claim(equal(lambda x: x, "x + 1"), x=Reals()))
    assert only_formula
    assert all(mutant.links[0].lhs is only_formula[0].links[0].lhs for mutant in only_formula)


def test_integrals_and_infinite_sums_are_too_costly():
    assert mutants(claim(equal(lambda x: x, "integral(t, t, 0, x)"), x=Reals(0, 1))) == []
    assert mutants(claim(equal(lambda x: x, "sum(x^k, k, 0, oo)"), x=Reals(0, 1))) == []


def test_a_derivative_keeps_the_letter_it_is_taken_in():
    made = texts("diff(x^2*y, x) == 2*x*y", **X)
    assert made
    assert not any("swapped" in mutant.change and mutant.touched == (0,) and "Derivative" in mutant.old.source
                   for mutant in mutants(claim("diff(x^2*y, x) == 2*x*y", **X), 200) if mutant.old)
