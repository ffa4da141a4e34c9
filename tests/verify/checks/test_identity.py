"""Identity: equalities that hold for the whole scope or a window, with every condition; nothing false ever holds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sympy

from verify.budget import Budget
from verify.builder import make_claim
from verify.checks.identity import check
from verify.claim import Claim
from verify.domains.combinatorial_domain import BooleanFunctions
from verify.domains.domain import Domain
from verify.domains.sample import Drawn
from verify.domains.scalar_domain import Integers, OneOf, Reals, Signs
from verify.domains.vector_domain import Cube, Simplex, Sphere, Vectors
from verify.evidence import Coverage, Evidence, Outcome, Rigour
from verify.relation import at_most, chain, equal
from verify.variable import variable

OO = sympy.oo
D, N = (sympy.Symbol(name, integer=True) for name in "dn")
R, P = Reals(), Reals(0, OO)


def claim(relation: Any, domains: dict[str, Domain], given: Any = ()) -> Claim:
    declared = {name: variable(name, domain) for name, domain in domains.items()}
    return make_claim("c", relation, declared, given=given, at="Lemma 1")


def evidence(relation: Any, domains: dict[str, Domain], given: Any = ()) -> Evidence | None:
    return check(claim(relation, domains, given), Budget())


def holds(relation: Any, domains: dict[str, Domain], given: Any = ()) -> bool:
    found = evidence(relation, domains, given)
    return found is not None and found.outcome is Outcome.HOLDS


@pytest.mark.parametrize(("text", "domains", "given"), [
    ("(x+y)^2 == x^2+2*x*y+y^2", {"x": R, "y": R}, ()),
    ("x/x == 1", {"x": R}, "x > 0"),
    ("x/x == 1", {"x": R}, "x != 0"),
    ("x/x == 1", {"x": Reals(1, 2)}, ()),
    ("(x^2-1)/(x-1) == x+1", {"x": R}, "x != 1"),
    ("1/(x^2+1) == (1-x)*(1+x)/(1-x^4)", {"x": Reals(2, 3)}, ()),
    ("1/(exp(x)-1) == exp(-x)/(1-exp(-x))", {"x": Reals(1, 2)}, ()),
    ("1/(x^2-2) == (x^2+2)/(x^4-4)", {"x": Reals(2, 3)}, ()),
    ("tan(x) == sin(x)/cos(x)", {"x": Reals(-1, 1)}, ()),
    ("exp(log(x)) == x", {"x": R}, "x > 0"),
    ("sqrt(x^2) == x", {"x": P}, ()),
    ("log(x*y) == log(x)+log(y)", {"x": R, "y": R}, ["x > 0", "y > 0"]),
    ("sin(x)^2+cos(x)^2 == 1", {"x": R}, ()),
    ("sqrt(2)*sqrt(3) == sqrt(6)", {}, ()),
    ("2 == 1+1", {}, ()),
    ("sum(k, k, 1, n) == n*(n+1)/2", {"n": Integers(0, OO)}, ()),
    ("sum(1/(k*(k+1)), k, 1, n) == n/(n+1)", {"n": Integers(0, OO)}, ()),
    ("binomial(n, k) == binomial(n, n-k)", {"n": Integers(0, OO), "k": Integers(0, N)}, ()),
    ("binomial(n+1, k+1) == binomial(n, k)+binomial(n, k+1)", {"n": Integers(0, OO), "k": Integers(0, OO)}, ()),
    ("s^3 == s", {"s": Signs()}, ()),
    ("x^2+0*y == x*x", {"x": R, "y": OneOf(1, 2)}, ()),
    (chain("(x-1)^2", "==", "x^2-2*x+1", "==", "1-x*(2-x)"), {"x": R}, ()),
])
def test_true_identities_hold_for_the_whole_scope(text: Any, domains: dict[str, Domain], given: Any) -> None:
    found = evidence(text, domains, given)
    assert found is not None
    assert (found.outcome, found.rigour, found.coverage) == (Outcome.HOLDS, Rigour.EXACT, Coverage.SCOPE), found.note
    assert found.steps


@pytest.mark.parametrize(("text", "domains", "given"), [
    ("x/x == 1", {"x": R}, ()),
    ("0*log(x) == 0", {"x": P}, ()),
    ("1/x-1/x == 0", {"x": R}, ()),
    ("(x^2-1)/(x-1) == x+1", {"x": R}, ()),
    ("exp(log(x)) == x", {"x": R}, ()),
    ("tan(x) == sin(x)/cos(x)", {"x": R}, ()),
    ("sum(1/(k*(k+1)), k, 0, n) == sum(1/(k*(k+1)), k, 0, n)", {"n": Integers(0, OO)}, ()),
    ("factorial(n) == n*factorial(n-1)", {"n": Integers(0, OO)}, ()),
    ("x^n*x == x^(n+1)", {"x": R, "n": Integers()}, ()),
    ("1/(x-y) == 1/(x-y)", {"x": R, "y": R}, ()),
    ("1/(x^2-2) == (x^2+2)/(x^4-4)", {"x": Reals(1, 2)}, ()),
    ("x/x == 1", {"x": R}, "x > -1"),
])
def test_cancelled_undefinedness_is_no_hold(text: str, domains: dict[str, Domain], given: Any) -> None:
    found = evidence(text, domains, given)
    assert found is not None
    assert found.outcome is Outcome.UNDECIDED
    assert "not shown that" in found.note


@pytest.mark.parametrize(("text", "domains", "given"), [
    ("sqrt(x^2) == x", {"x": R}, ()),
    ("log(x*y) == log(x)+log(y)", {"x": R, "y": R}, "x*y > 0"),
    ("asin(sin(x)) == x", {"x": R}, ()),
    ("(x+y)^2 == x^2+y^2", {"x": R, "y": R}, ()),
    ("sum(k, k, 1, n) == n*(n+1)/2", {"n": Integers(-5, OO)}, ()),
    ("sum(2^k, k, 0, n) == 2^(n+1)-1", {"n": Integers(-2, OO)}, ()),
    ("sum(k, k, 1, n-3) == (n-3)*(n-2)/2", {"n": Integers(1, OO)}, ()),
    ("s == 1", {"s": Signs()}, ()),
    ("x == 0", {"x": OneOf(0, 1)}, ()),
    ("2 == 3", {}, ()),
    ("binomial(n, k) == binomial(n, n-k)", {"n": Integers(), "k": Integers(0, OO)}, ()),
    (chain("(x-1)^2", "==", "x^2-2*x+1", "==", "1-x*(2+x)"), {"x": R}, ()),
    ("x == y", {"x": R, "y": R}, "x >= y"),
])
def test_false_identities_never_hold(text: Any, domains: dict[str, Domain], given: Any) -> None:
    assert not holds(text, domains, given)


def test_a_window_of_sizes_with_generic_entries() -> None:
    text = "2*sum(g[i]*sum(g[j], j, 1, i), i, 1, d) == 1*sum(g[i]^2, i, 1, d) + sum(g[i], i, 1, d)^2"
    found = evidence(text, {"d": Integers(1, OO, window=6), "g": Vectors(D)})
    assert found is not None
    assert (found.outcome, found.rigour, found.coverage) == (Outcome.HOLDS, Rigour.EXACT, Coverage.WINDOW)
    assert found.window == "d in 1..6; every g"
    listed = evidence(text, {"d": Integers(1, 4), "g": Vectors(D)})
    assert listed is not None
    assert listed.coverage is Coverage.SCOPE
    assert not holds(text.replace("1*sum", "2*sum"), {"d": Integers(1, 4), "g": Vectors(D)})


def test_sums_in_sums_are_decided_for_every_size() -> None:
    text = "sum(sum((g[i]-g[j])^2, j, 1, d), i, 1, d) == 2*d*sum(g[i]^2, i, 1, d) - 2*sum(g[i], i, 1, d)^2"
    found = evidence(text, {"d": Integers(1, OO, window=6), "g": Vectors(D)})
    assert found is not None
    assert (found.outcome, found.rigour, found.coverage) == (Outcome.HOLDS, Rigour.EXACT, Coverage.SCOPE)
    assert not holds(text.replace("2*d*", "d*"), {"d": Integers(1, 4), "g": Vectors(D)})


SOFTMAX = "exp(x[{0}])/sum(exp(x[l]), l, 1, d)"
JACOBIAN = f"diff({SOFTMAX.format('k')}, x[j]) == {SOFTMAX.format('k')}*(delta(k, j) - {SOFTMAX.format('j')})"
SQUARES = "sum((x[i]-y[i])^2, i, 1, d) == sum(x[i]^2, i, 1, d) - 2*sum(x[i]*y[i], i, 1, d) + sum(y[i]^2, i, 1, d)"


@pytest.mark.parametrize(("text", "domains"), [
    (SQUARES, {"d": Integers(1, OO), "x": Vectors(D), "y": Vectors(D, 0, 1)}),
    ("sum(x[i]^2, i, 1, d) == d", {"d": Integers(0, OO), "x": Cube(D)}),
    ("sum(x[i], i, 1, d+1) == sum(x[i], i, 1, d) + x[d+1]", {"d": Integers(1, OO), "x": Vectors(D + 1)}),
    ("2*x[k] == x[k] + x[k]", {"d": Integers(1, OO), "k": Integers(1, D), "x": Simplex(D)}),
    ("sum(x[i]*delta(i, k), i, 1, d) == x[k]", {"d": Integers(1, OO), "k": Integers(1, D), "x": Vectors(D)}),
    ("exp(x[k]+c)/sum(exp(x[l]+c), l, 1, d) == exp(x[k])/sum(exp(x[l]), l, 1, d)",
     {"d": Integers(1, OO), "k": Integers(1, D), "c": R, "x": Vectors(D)}),
    (JACOBIAN, {"d": Integers(1, OO), "k": Integers(1, D), "j": Integers(1, D), "x": Vectors(D)}),
])
def test_entries_of_vectors_of_every_size(text: str, domains: dict[str, Domain]) -> None:
    found = evidence(text, domains)
    assert found is not None
    assert (found.outcome, found.coverage) == (Outcome.HOLDS, Coverage.SCOPE), found.note


@pytest.mark.parametrize(("text", "domains"), [
    ("sum(x[i+1] - x[i+1], i, 1, d) == 0", {"d": Integers(1, OO), "x": Vectors(D)}),
    ("x[k] == x[k]", {"d": Integers(1, OO), "k": Integers(0, D), "x": Vectors(D)}),
    ("x[1] == x[1]", {"d": Integers(0, OO), "x": Vectors(D)}),
    ("sum(x[i], i, 1, d+1) == sum(x[i], i, 1, d) + x[d+1]", {"d": Integers(1, OO), "x": Vectors(D)}),
    (SQUARES.replace("- 2*", "- "), {"d": Integers(1, OO), "x": Vectors(D), "y": Vectors(D)}),
    ("sum(x[i]^2, i, 1, d) == d", {"d": Integers(1, OO), "x": Vectors(D, -1, 1)}),
    ("sum(x[i]*delta(i, k), i, 1, d) == x[1]*0", {"d": Integers(1, OO), "k": Integers(1, D + 1), "x": Vectors(D)}),
    ("sum(delta(i, k), i, 1, d) == 1", {"d": Integers(1, OO), "k": Integers(1, D + 1), "x": Vectors(D)}),
    ("sum(delta(2*i, k), i, 1, d) == 1", {"d": Integers(1, OO), "k": Integers(1, D), "x": Vectors(D)}),
    (JACOBIAN.replace(" - ", " + "), {"d": Integers(1, OO), "k": Integers(1, D), "j": Integers(1, D), "x": Vectors(D)}),
    (f"{SOFTMAX.format('k')} == {SOFTMAX.format('k')}", {"d": Integers(0, OO), "k": Integers(1, 1), "x": Vectors(D)}),
    ("1/sum(x[l]^2, l, 1, d) == 1/sum(x[l]^2, l, 1, d)", {"d": Integers(1, OO), "x": Vectors(D)}),
    ("1/sum(exp(x[l]), l, 2, d) == 1/sum(exp(x[l]), l, 2, d)", {"d": Integers(1, OO), "x": Vectors(D)}),
])
def test_indices_that_may_leave_a_vector_are_never_decided(text: str, domains: dict[str, Domain]) -> None:
    assert not holds(text, domains)


def test_indices_are_range_checked_and_empty_sums_are_zero() -> None:
    assert not holds("sum(g[i], i, 0, d) == sum(g[i], i, 0, d)", {"d": Integers(1, 3), "g": Vectors(D)})
    assert not holds("g[d+1] == g[d+1]", {"d": Integers(1, 3), "g": Vectors(D)})
    assert holds("sum(g[i], i, 2, 1) == 0*g[1]", {"g": Vectors(2)})
    assert holds("g[d] == g[d]", {"d": Integers(1, 3), "g": Vectors(D)})


DEFINITIONS: list[tuple[Any, Any, dict[str, Domain]]] = [
    (lambda g, h: g @ h, lambda g, h: sum(a * b for a, b in zip(g, h, strict=True)),
     {"g": Vectors(D), "h": Vectors(D)}),
    (lambda g, h: (g + h) @ (g + h), lambda g, h: g @ g + 2 * (g @ h) + h @ h, {"g": Simplex(D), "h": Sphere(D)}),
    (lambda g: np.outer(g, g), lambda g: [[a * b for b in g] for a in g], {"g": Vectors(D)}),
    (lambda g: g / (1 + g @ g), lambda g: g * (1 / (g @ g + 1)), {"g": Vectors(D)}),
]


@pytest.mark.parametrize("case", DEFINITIONS)
def test_definitions_are_decided_on_indeterminates(case: tuple[Any, Any, dict[str, Domain]]) -> None:
    left, right, domains = case
    found = evidence(equal(left, right), {"d": Integers(1, 4), **domains})
    assert found is not None
    assert (found.outcome, found.rigour) == (Outcome.HOLDS, Rigour.EXACT)


def test_a_formula_against_a_definition_on_the_cube() -> None:
    assert holds(equal(lambda x: x @ x, "d"), {"d": Integers(1, 20), "x": Cube(D)})
    assert not holds(equal(lambda x: x @ x, "d+1"), {"d": Integers(1, 20), "x": Cube(D)})
    assert holds(equal(lambda f: sum(v * v for v in f), "2^n"), {"n": Integers(1, 4), "f": BooleanFunctions(N)})


def _branches(g: Any) -> Any:
    return g[0] if g[0] > 0 else -g[0]


@pytest.mark.parametrize("function", [
    max, _branches, lambda g: abs(g[0]), lambda g: float(g[0]), lambda g: np.asarray(g, dtype=float).sum(),
    lambda g: 0.5 * g[0], lambda g: np.sqrt(g @ g), lambda g: {g[0]: 1}[g[0]], lambda g: g[0] == g[1], lambda g: 1.0,
    lambda g: sorted(g)[0], lambda g: g[0] ** 0.5,
], ids=[f"function{k}" for k in range(12)])
def test_definitions_that_look_at_values_are_not_decided(function: Any) -> None:
    def definition(g: Any) -> Any:
        return function(g)

    assert evidence(equal(definition, lambda g: function(g) + 0), {"g": Vectors(2)}) is None


def test_a_division_in_a_definition_must_be_shown_to_be_possible() -> None:
    found = evidence(equal(lambda g: g / (g @ g), lambda g: g / (g @ g)), {"g": Vectors(2)})
    assert found is not None
    assert found.outcome is Outcome.UNDECIDED
    assert "divides by" in found.note
    assert holds(equal(lambda g: g / (1 + g @ g), lambda g: g / (1 + g @ g)), {"g": Vectors(2)})


def test_wrong_shapes_do_not_hold() -> None:
    assert not holds(equal(lambda g: g, lambda g: g[:1]), {"g": Vectors(2)})
    assert holds(equal(lambda g: g * 0, "0"), {"g": Vectors(2)})


def test_a_hypothesis_on_listed_variables_leaves_out_instances() -> None:
    text = "g[1]*(n % 2) == g[1]"
    assert holds(text, {"n": Integers(1, 6), "g": Vectors(1)}, "n % 2 == 1")
    assert not holds(text, {"n": Integers(1, 6), "g": Vectors(1)})


def test_where_it_does_not_apply() -> None:
    assert evidence("x <= x", {"x": R}) is None
    assert evidence(at_most("x", "x"), {"x": R}) is None
    assert evidence("x == x", {"x": Reals(0, 1)}, "x > 1") is None
    assert evidence(equal(lambda g: g, lambda g: g), {"g": Drawn(lambda generator: generator.random(2))}) is None
    assert evidence(equal(lambda n: n, lambda n: n), {"n": Integers(1, 5)}) is None


def test_it_never_fails_and_says_why_it_does_not_know() -> None:
    found = evidence("x^2 == x", {"x": R})
    assert found is not None
    assert found.outcome is Outcome.UNDECIDED
    assert "rational function" in found.note
