"""Variables: a symbol with its domain's assumptions, and no more than those."""

import pytest
import sympy

from verify.domains.scalar_domain import Integers, OneOf, Rationals, Reals
from verify.domains.vector_domain import Simplex, Vectors
from verify.errors import ClaimError, DomainError
from verify.variable import adopt, order, variable

OO = sympy.oo


@pytest.mark.parametrize(("domain", "fact", "granted"), [
    (Integers(1, OO), "is_integer", True), (Integers(1, OO), "is_positive", True),
    (Reals(0, OO), "is_nonnegative", True),
    (Reals(0, OO), "is_positive", None), (Reals(), "is_real", True), (Reals(-1, 1), "is_positive", None),
    (Rationals(), "is_rational", True),
    (OneOf(1, 2), "is_integer", True), (OneOf("a"), "is_real", None),
])
def test_the_symbol_carries_the_domain(domain, fact, granted):
    assert getattr(variable("x", domain).symbol, fact) is granted


def test_a_vector_is_indexed():
    assert isinstance(variable("g", Simplex(3)).symbol, sympy.IndexedBase)


@pytest.mark.parametrize(("name", "domain", "message"), [
    ("x", Reals, r"the variable 'x': it ranges over a domain .*; write Reals\(\)"),
    ("x", 3, r"it ranges over a domain \(given: 3\); write Reals\(\), Integers\(1, oo\) or another domain"),
    ("x", sympy.S.Reals, "it ranges over a domain"),
    ("", Reals(), "a variable without a name"),
])
def test_misuse_is_explained(name, domain, message):
    with pytest.raises(DomainError, match=message):
        variable(name, domain)


def test_an_authors_own_symbol_is_kept():
    own = sympy.Symbol("x", real=True)
    assert adopt(own, Reals()).symbol is own
    plain = sympy.Symbol("x")
    assert adopt(plain, Reals(0, 1)).symbol is plain
    base = sympy.IndexedBase("g")
    assert adopt(base, Simplex(2)).symbol is base
    assert adopt("y", Reals()).name == "y"


@pytest.mark.parametrize(("facts", "domain", "word"), [
    ({"positive": True}, Reals(-3, 3), "positive"), ({"positive": True}, Reals(0, OO), "positive"),
    ({"integer": True}, Reals(), "integer"),
    ({"even": True}, Integers(), "even"), ({"nonzero": True}, Reals(), "nonzero"),
    ({"negative": True}, Reals(0, 1), "negative"),
    ({"integer": False}, Reals(), "not integer"), ({"prime": True}, Integers(1, OO), "prime"),
    ({"imaginary": True}, Reals(), "imaginary"),
])
def test_a_symbol_that_assumes_too_much_is_refused(facts, domain, word):
    with pytest.raises(DomainError,
                       match=f"the symbol x is assumed .* but ranges over {domain.describe()[:5]}") as caught:
        adopt(sympy.Symbol("x", **facts), domain)
    assert "a symbol assumes no more than its domain grants" in str(caught.value)
    assert str(caught.value).endswith("write Symbol('x')")
    assert word.split()[-1] in {"positive", "integer", "even", "nonzero", "negative", "prime", "imaginary"}


def test_a_symbol_for_a_vector_is_refused():
    with pytest.raises(DomainError, match=r"a vector is an IndexedBase .*write IndexedBase\('g'\)"):
        adopt(sympy.Symbol("g"), Simplex(2))


@pytest.mark.parametrize("key", [3, sympy.Symbol("x") + 1, None, ("x",)])
def test_other_keys_are_refused(key):
    with pytest.raises(ClaimError, match="a key of forall: names, SymPy symbols, IndexedBase or MatrixSymbol"):
        adopt(key, Reals())


def declared(**domains):
    return {name: variable(name, domain) for name, domain in domains.items()}


def test_order_is_that_of_declaration_and_takes_the_sizes_along():
    variables = declared(d=Integers(1, 5), x=Reals(), g=Simplex("d"), h=Vectors("d", 0, "x"))
    assert [v.name for v in order(variables, ["g"])] == ["d", "g"]
    assert [v.name for v in order(variables, ["h"])] == ["d", "x", "h"]
    assert [v.name for v in order(variables, ["x", "d"])] == ["d", "x"]
    assert order(variables, []) == ()


@pytest.mark.parametrize("variables", [declared(g=Simplex("d"), d=Integers(1, 5)), declared(g=Simplex("d"))])
def test_a_size_that_is_not_declared_before_is_refused(variables):
    with pytest.raises(DomainError, match="mentions d: sizes are variables declared earlier"):
        order(variables, ["g"])


def test_a_variable_is_not_the_size_of_itself():
    with pytest.raises(DomainError, match="sizes are variables declared earlier"):
        order(declared(n=Integers(1, "n")), ["n"])
