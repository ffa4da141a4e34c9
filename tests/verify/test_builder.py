"""Claims: what an author may write, and what every mistake is told."""

from fractions import Fraction

import numpy as np
import pytest
import sympy

from verify.builder import ORIGINS, make_claim, require_used
from verify.definition import Definition
from verify.domains.scalar_domain import Integers, OneOf, Reals
from verify.domains.vector_domain import Simplex, Vectors
from verify.errors import ClaimError, DomainError, FormulaError
from verify.formulas.formula import Formula
from verify.relation import at_least, at_most, chain, equal, equivalent
from verify.variable import variable

X, Y = sympy.Symbol("x"), sympy.Symbol("y")


def claim(relation, forall=None, **details):
    forall = {"x": Reals()} if forall is None else forall
    return make_claim("lem:1", relation, {}, at="Lemma 1", forall=forall, **details)


@pytest.mark.parametrize(("relation", "text", "operators"), [
    ("x^2 >= 0", "x^2 >= 0", [">="]), ("x = x", "x == x", ["=="]),
    ("0 <= x^2 < x^2 + 1", "0 <= x^2 < x^2 + 1", ["<=", "<"]),
    (at_most("x", "x + 1"), "x <= x + 1", ["<="]), (at_least(X, 1), "x >= 1", [">="]),
    (equal("x", X), "x == x", ["=="]),
    (chain("x", "<=", "x", "==", "x"), "x <= x == x", ["<=", "=="]), (sympy.Ge(X**2, 0), "x^2 >= 0", [">="]),
    ("not x > 1", "not x > 1", ["=="]), ("x > 1 or x <= 1", "x > 1 or x <= 1", ["=="]),
    ("x != 1", "x != 1", ["=="]),
    (equal("x", Fraction(1, 2)), "x == 1/2", ["=="]), (equal("x", np.int64(3)), "x == 3", ["=="]),
])
def test_relations_of_every_form(relation, text, operators):
    made = claim(relation, {X: Reals()} if not isinstance(relation, str) else None)
    assert made.statement == text
    assert [link.operator for link in made.links] == operators
    assert made.formulas_only
    assert made.body is None


def test_functions_are_sides():
    made = claim(equal(lambda x: x + 1, "x + 1"))
    assert isinstance(made.links[0].lhs, Definition)
    assert isinstance(made.links[0].rhs, Formula)
    assert made.statement == "x + 1 == x + 1"
    assert not made.formulas_only
    assert made.definitions == (made.links[0].lhs,)


def test_a_property_is_a_function_of_the_variables():
    def positive(x):
        return at_least(x * x, 0)

    made = claim(positive)
    assert made.statement == "positive(x)"
    assert made.links == ()
    assert made.definitions == (made.body,)
    assert made.latex == r"\mathtt{positive(x)}"


def test_a_claim_ranges_over_the_variables_that_it_mentions_and_their_sizes():
    declared = {name: variable(name, domain) for name, domain in {
        "d": Integers(1, 4), "z": Reals(), "g": Simplex("d"), "k": Integers(1, "d")}.items()}
    made = make_claim("c", "g[k] <= 1", declared, at="p. 1")
    assert [v.name for v in made.variables] == ["d", "g", "k"]


def test_forall_narrows_for_one_claim():
    declared = {"x": variable("x", Reals())}
    made = make_claim("c", "x >= 0", declared, at="p. 1", forall={"x": Reals(0, 1)})
    assert made.variables[0].domain == Reals(0, 1)


def test_parameters_are_matched_to_forall_by_order():
    made = make_claim("c", equal(lambda a, b: a, lambda a, b: b), {}, at="p. 1", forall={"m": OneOf(1), "n": OneOf(2)})
    assert made.links[0].lhs.parameters == ("m", "n")


def test_an_authors_symbol_may_stand_in_a_formula():
    own = sympy.Symbol("x", real=True)
    assert claim(sympy.Ge(own, 0), {own: Reals()}).variables[0].symbol is own


@pytest.mark.parametrize(("given", "names"), [
    ("x > 0", ["x > 0"]), ({"x is positive": "x > 0"}, ["x is positive"]), (["x > 0", "x < 5"], ["x > 0", "x < 5"]),
    (lambda x: x > 0, ["x > 0"]),
    (sympy.Gt(X, 0), ["x > 0"]), ((), []), ({}, []),
], ids=["text", "named text", "two texts", "a function", "a relational", "none", "none named"])
def test_hypotheses_have_names(given, names):
    assert [h.name for h in claim("x >= 0", {X: Reals()}, given=given).hypotheses] == names


def test_a_statement_without_variables_is_a_claim():
    made = make_claim("c", "1 + 1 == 2", {}, at="p. 1")
    assert made.variables == ()


def test_what_occurs_in_a_size_a_hypothesis_or_a_false_variant_is_used():
    forall = {"d": Integers(1, 3), "v": Vectors("d", 0, 1), "k": Integers(1, 3), "j": Integers(1, 3)}
    made = make_claim("c", "sum(v[i], i, 1, 1) >= 0", {}, at="p. 1", forall=forall, given="k <= 2", wrong="v[1] > j")
    assert require_used(made, forall) is made
    with pytest.raises(ClaimError, match="claim 'c' does not mention x"):
        require_used(made, {**forall, "x": Reals()})
    assert [variable.name for variable in made.variables] == ["d", "v", "k", "j"]


def test_sets_and_tuples_are_sides():
    made = make_claim("c", equal({1, 2}, (1, 2)), {}, at="p. 1")
    assert [side.function() for side in (made.links[0].lhs, made.links[0].rhs)] == [{1, 2}, (1, 2)]


MISUSE = [
    ({"identifier": ""}, ClaimError, r"a claim without an id: the id is the statement's label \(given: \)"),
    ({"identifier": 3}, ClaimError, r"a claim without an id: the id is the statement's label \(given: 3\)"),
    ({"at": ""}, ClaimError,
     r"claim 'lem:1' has no locator: every claim says where it stands in the paper; write at='Lemma 3, p. 4'"),
    ({"at": None}, ClaimError, "has no locator"),
    ({"origin": "me"}, ClaimError,
     r"claim 'lem:1': origin: one of 'paper', 'summary', 'folklore', 'ours' \(given: me\)"),
    ({"tier": "slow"}, ClaimError, r"claim 'lem:1': tier: one of 'fast', 'full' \(given: slow\)"),
    ({"expect": "supported"}, ClaimError,
     r"claim 'lem:1': expect: one of None, 'refuted', 'inconsistent' \(given: supported\)"),
    ({"relation": True}, ClaimError,
     r"claim 'lem:1' is the truth value True: SymPy decided it before Assay could look; "
                                     r"write the relation as text, or equal\(a, b\)"),
    ({"relation": sympy.Ge(sympy.Symbol("p", positive=True), 0)}, ClaimError, "is the truth value True"),
    ({"relation": "x + 1"}, ClaimError,
     r"claim 'lem:1' is the formula x \+ 1, not a relation: a claim relates two sides; write 'x \+ 1 == …'"),
    ({"relation": sympy.Symbol("x", real=True) + 1}, ClaimError, "is the formula x \\+ 1, not a relation"),
    ({"relation": 3}, ClaimError, r"claim 'lem:1': a relation, such as equal\(a, b\) or 'a <= b' \(given: 3\)"),
    ({"relation": None}, ClaimError, r"claim 'lem:1': a relation"),
    ({"relation": ("x", "<=", "y")}, ClaimError, r"claim 'lem:1': a relation"),
    ({"relation": equal("x", 0.5)}, FormulaError,
     r"claim 'lem:1': a float as a side: sides are exact \(given: 0.5\); write Rational\('0.5'\)"),
    ({"relation": equal("x", np.float64(0.5))}, FormulaError, "a float as a side"),
    ({"relation": equal(abs, abs)}, ClaimError, "a function with itself"),
    ({"relation": equal("x", None)}, ClaimError,
     r"claim 'lem:1': a side of type NoneType: a side is a formula, a number or a function"),
    ({"relation": equal("x", X * 0.5)}, FormulaError, "contains the float 0.5"),
    ({"relation": equal(Y, 1)}, ClaimError,
     r"claim 'lem:1' mentions y: every variable is declared; "
     r"write forall=\{'y': Reals\(\)\} or paper.variables\(y=Reals\(\)\)"),
    ({"relation": "y == 1"}, FormulaError, "undeclared name 'y'"),
    ({"relation": equal(lambda y: y, 1)}, None, ""),
    ({"relation": equal(lambda x, y: y, 1)}, ClaimError,
     "the lambda 'y' takes y: its parameters are declared variables"),
    ({"relation": equivalent(lambda x: x, lambda x: x, gradients="y")}, ClaimError,
     r"claim 'lem:1': gradients in y: gradients are taken in variables that the functions take"),
    ({"relation": sympy.Ge(sympy.Symbol("x", positive=True), 1)}, ClaimError,
     r"claim 'lem:1' has two symbols named x: one is the declared x \(real\), the other x \(positive\)"),
    ({"given": True}, ClaimError,
     r"claim 'lem:1': the hypothesis True is the truth value True: "
     r"it was evaluated before the claim was made; write it as text"),
    ({"given": {"n": False}}, ClaimError, "the hypothesis n is the truth value False"),
    ({"given": [sympy.true]}, ClaimError, "is the truth value True"),
    ({"given": "x + 1"}, ClaimError,
     r"claim 'lem:1': the hypothesis x \+ 1 is not a condition: a hypothesis is true or false; write 'x \+ 1 > 0'"),
    ({"given": "y > 0"}, FormulaError, "undeclared name 'y'"),
    ({"given": [0.5]}, FormulaError, "a float as a side"),
    ({"forall": {"x": Reals}}, DomainError, r"the variable 'x': it ranges over a domain"),
    ({"forall": {3: Reals()}}, ClaimError, "a key of forall"),
    ({"forall": {"x": Reals(0, "m")}}, DomainError, "the domain of x mentions m: sizes are variables declared earlier"),
    ({"wrong": ["x + 1"]}, ClaimError, "not a relation"),
]


@pytest.mark.parametrize(("changes", "error", "message"), MISUSE)
def test_misuse_is_explained(changes, error, message):
    parts = {"identifier": "lem:1", "relation": "x >= x", "at": "Lemma 1", "forall": {"x": Reals()}, **changes}
    identifier, relation = parts.pop("identifier"), parts.pop("relation")
    if error is None:  # one parameter, one variable: matched by order
        assert make_claim(identifier, relation, {}, **parts).variables
        return
    with pytest.raises(error, match=message):
        make_claim(identifier, relation, {}, **parts)


def test_floats_in_a_tuple_are_refused_like_any_float():
    with pytest.raises(FormulaError, match="float"):
        make_claim("c", equal((0.1, 0.2), (0.1, 0.2)), {}, at="p. 1")


def test_a_relation_is_no_side():
    with pytest.raises(ClaimError, match="a side of type Relation"):
        claim(equal(at_most("x", 1), True))


def test_origins_are_those_printed():
    assert ORIGINS == ("paper", "summary", "folklore", "ours")


@pytest.mark.parametrize("relation", [at_most("x > 0", 1), at_most(1, "x > 0"), at_least(sympy.true, "x"),
                                      chain("x", "==", "x", "<=", "x > 1")])
def test_a_condition_beside_an_order_is_refused(relation):
    with pytest.raises(ClaimError, match="an order is between numbers"):
        claim(relation)


def test_conditions_may_be_equal():
    assert claim(equal("x > 0", "0 < x")).statement == "x > 0 == 0 < x"
