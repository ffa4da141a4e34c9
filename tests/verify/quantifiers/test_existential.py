"""exists: what may be written, in which order it is read, and what a stated witness comes to."""

import pytest
import sympy

from verify import AssayError, Integers, OneOf, Paper, Reals, Signs, Vectors, check, equal, exists, oo

N = Integers(0, oo)
K = Integers(0, "n")


@pytest.mark.parametrize(("make", "message"), [
    (lambda: exists("n <= 1"), r"exists without a bound variable: .*write k=Integers"),
    (lambda: exists("n <= k", k=K, witness={"j": "n"}), r"a witness for j: .*given: k"),
    (lambda: exists("n <= j + k", k=K, j=K, witness={"k": "n"}), r"no witness for j: every bound variable"),
    (lambda: exists(exists("n <= k", k=K), j=K), r"one quantifier inside.*forall="),
    (lambda: check(exists("n <= 5", k=K), n=N), r"binds k, which its relation does not mention"),
    (lambda: check(exists("n <= n1", n=K), n=N), r"binds n, which is declared already: .*write n1"),
    (lambda: check(exists("n <= k", k=K), given="k > 1", n=N), r"hypothesis k > 1 on k, which it binds: .*inside"),
    (lambda: check(exists("n <= k", k=K, witness={"k": "k + 1"}), n=N), r"witness for k that depends on k"),
    (lambda: check(exists("n <= c", c=N, forall={"n": N}, witness={"c": "n"})), r"depends on n: n comes after it"),
    (lambda: check(exists("n <= c", c=Integers(0, 9), forall="n"), given="n > 1", n=Integers(0, 9)),
     r"hypothesis n > 1 on n, which it binds"),
    (lambda: check(exists("n <= c", c=N, forall="m"), n=N), r"has m after 'there is'"),
    (lambda: check(exists("n <= c", c=N, forall="n"), n=N), r"finite sets; write witness=.*up_to_constant"),
    (lambda: check(exists("n <= c", c=K, forall="n", witness={"c": "1"}), n=N), r"bounds c by n: n comes after c"),
    (lambda: check(exists("n <= k", k=N, witness={"k": 0.5}), n=N), r"sides are exact .*Rational\('0.5'\)"),
    (lambda: check(exists("n <= k", k=N, witness={"k": "m"}), n=N), r"undeclared name 'm'"),
    (lambda: check(exists("n <= k", k=3), n=N), r"it ranges over a domain"),
])
def test_misuse_is_explained(make, message):
    with pytest.raises(AssayError, match=message):
        make()


@pytest.mark.parametrize(("statement", "given", "verdict"), [
    (exists("n == 2*k", k=K, witness={"k": "n/2"}), "n % 2 == 0", "derived"),
    (exists("n*(n + 1) == 2*k", k=Integers(0, oo), witness={"k": "n*(n + 1)/2"}), (), "derived"),
    (exists("k >= n^2", k=Integers(0, oo), witness={"k": "n^2"}), (), "enclosed"),
    (exists("n <= 2*k <= n + 1", k=K, witness={"k": "ceiling(n/2)"}), (), "enclosed supported"),
    (exists("k^2 <= n < (k + 1)^2", k=K, witness={"k": lambda n: __import__("math").isqrt(n)}), (), "supported"),
    (exists(equal(lambda n, k: k - n, 1), k=N, witness={"k": "n + 1"}), (), "supported"),
    (exists("sum(j, j, 1, n) == k", k=N, witness={"k": "n*(n + 1)/2"}), (), "derived"),
    (exists("y[1] + y[2] == n", y=Vectors(2), witness={"y": lambda n: (n, 0)}), (), "supported"),
    (exists("x^2 == n", x=Reals(0, oo), witness={"x": "sqrt(n)"}), (), "derived"),
])
def test_a_stated_witness_makes_a_plain_claim(statement, given, verdict):
    answer = check(statement, given=given, n=N)
    assert answer.verdict in verdict.split(), answer
    assert "namely" in answer.record["statement"]


@pytest.mark.parametrize(("witness", "domain", "value"), [
    ("n + 1", Integers(0, "n"), "1"), ("n/2", Integers(0, oo), "1/2"), ("-1", Integers(0, oo), "-1"),
    ("2", OneOf(1, 3), "2"), ("0", Signs(), "0"), (lambda n: 7, Integers(0, 5), "7"),
])
def test_a_witness_outside_its_domain_is_ill_posed(witness, domain, value):
    answer = check(exists("k <= n + 9", k=domain, witness={"k": witness}), n=Integers(0, 5))
    assert answer.verdict == "ill-posed"
    assert f"its value is {value}" in answer.record["sentence"]


def test_a_witness_that_is_not_proved_to_lie_in_its_domain_proves_nothing():
    """(2n)!/n! is an integer, but nothing here proves it of the quotient."""
    answer = check(exists("k*factorial(n) == factorial(2*n)", k=Integers(1, oo),
                          witness={"k": "factorial(2*n)/factorial(n)"}), n=N)
    assert answer.verdict == "supported"
    assert any("not shown: that the witness" in e["note"] for e in answer.record["evidence"])


def test_a_wrong_witness_is_refuted_as_a_witness_only():
    answer = check(exists("n == 2*k", k=K, witness={"k": "n"}), given="n % 2 == 0", n=N)
    assert (answer.verdict, answer.counterexample) == ("refuted", {"n": "2"})
    assert "whether another one does is not said" in answer.record["sentence"]


def test_the_order_of_quantifiers_is_visible_everywhere():
    record = check(exists("n <= k", k=Integers(0, oo)), n=N).record
    assert record["statement"] == ("for all n in integers in [0, oo), there is k in integers in [0, oo) such that: "
                                   "n <= k")
    assert record["scope"] == "n in integers in [0, oo); there is k in integers in [0, oo)"
    assert record["order"] == "for all n there is k"
    assert record["statement_latex"].startswith(r"\forall\, n \in \mathbb{Z} \cap [0, \infty):\; \exists\, k \in ")
    swapped = check(exists("n <= c*(n + 1)", c=Reals(0, oo), witness={"c": 1}, forall={"n": N})).record
    assert swapped["verdict"] == "enclosed"
    assert swapped["statement"] == ("there is c in reals in [0, oo), namely c = 1, such that for all n in integers in "
                                    "[0, oo): n <= c*(n + 1)")
    assert swapped["statement_latex"].index(r"\exists") < swapped["statement_latex"].index(r"\forall")


def test_the_authors_own_symbols_and_declared_variables():
    paper = Paper("p")
    n = paper.variables(n=Integers(1, oo))
    k = sympy.Symbol("k", integer=True)
    claim = paper.claim("c", exists(sympy.Le(n, k), {k: Integers()}, witness={k: n + 1}), at="p. 1")
    assert [v.name for v in claim.variables] == ["n"]
    assert [v.name for v in paper.claim("d", exists("c*n >= n", c=Reals(), witness={"c": 1}, forall="n"),
                                        at="p. 1").before] == []


def test_a_letter_of_a_witness_is_not_caught_by_an_index():
    """Σ_{j=1}^{3} (k + j) with k = j is 3 j + 6, not Σ 2 j."""
    answer = check(exists("sum(k + j, j, 1, 3) == 3*j + 6", k=Integers(), witness={"k": "j"}), j=Integers(0, 5))
    assert answer.verdict == "exhausted"
