"""Papers: variables declared once, claims in order, places told, and uses without circles."""

import pytest
import sympy

from verify.domains.scalar_domain import Integers, Reals
from verify.domains.vector_domain import Simplex
from verify.errors import AssayError, ClaimError, DomainError, FormulaError, PaperError
from verify.paper import Paper, check_uses, collecting
from verify.relation import at_least, at_most, chain


@pytest.fixture
def paper():
    return Paper("doe2026", title="On things", authors=("J. Doe",), year=2026, arxiv="2601.00001v2")


def test_a_paper_keeps_what_it_is_told(paper):
    assert (paper.key, paper.title, paper.authors, paper.year, paper.arxiv) == ("doe2026", "On things", ("J. Doe",),
                                                                                2026, "2601.00001v2")
    assert Paper("k").title == "k"
    assert Paper("k", authors="J. Doe").authors == ("J. Doe",)


@pytest.mark.parametrize("key", ["", "  ", None, 3])
def test_a_paper_has_a_key(key):
    with pytest.raises(PaperError, match=r"a paper without a key: the key is a short name.*write Paper\('doe2026'\)"):
        Paper(key)


def test_variables_come_back_as_symbols_in_order(paper):
    n = paper.variables(n=Integers(1, sympy.oo))
    assert isinstance(n, sympy.Symbol)
    assert n.is_positive
    x, g = paper.variables(x=Reals(), g=Simplex("n"))
    assert (x.name, str(g.label)) == ("x", "g")
    assert list(paper.declared) == ["n", "x", "g"]


def test_a_name_is_declared_once(paper):
    paper.variables(x=Reals())
    with pytest.raises(PaperError, match=r"the variable 'x' is declared twice: one name, one variable; write forall="):
        paper.variables(x=Reals(0, 1))


def test_sizes_are_declared_earlier(paper):
    with pytest.raises(DomainError, match="mentions d: sizes are variables declared earlier"):
        paper.variables(g=Simplex("d"))
    assert "g" not in paper.declared


def test_claims_know_their_place(paper):
    paper.variables(x=Reals())
    made = paper.claim("lem:1", "x^2 >= 0", at="Lemma 1", says="A square", origin="folklore")
    assert made.file == __file__
    assert made.line == test_claims_know_their_place.__code__.co_firstlineno + 2
    assert (made.paper, made.says, made.origin, made.at) == ("doe2026", "A square", "folklore", "Lemma 1")
    assert paper.claims == {"lem:1": made}


def test_errors_name_the_line(paper):
    line = test_errors_name_the_line.__code__.co_firstlineno + 3
    with pytest.raises(ClaimError, match=rf"test_paper.py:{line}: claim 'lem:1' has no locator"):
        paper.claim("lem:1", "1 == 1")


def test_ids_are_unique(paper):
    paper.claim("lem:1", "1 == 1", at="p. 1")
    with pytest.raises(ClaimError,
                       match=r"test_paper\.py:\d+: the id 'lem:1' is used twice: ids are unique in a paper"):
        paper.claim("lem:1", "2 == 2", at="p. 2")


def test_a_failed_claim_leaves_no_trace(paper):
    with pytest.raises(FormulaError):
        paper.claim("lem:1", "y == 1", at="p. 1")
    assert paper.claims == {}


def test_a_property_is_decorated_and_stays_a_function(paper):
    paper.variables(x=Reals())

    @paper.property("prop:1", at="Proposition 1")
    def square(x):
        return at_least(x * x, 0)

    @paper.property("prop:2", over={"y": Reals(0, 1)}, at="Proposition 2", given="y > 0")
    def half(y):
        return at_most(y / 2, y)

    assert square(3) == at_least(9, 0)
    assert [v.name for v in paper.claims["prop:1"].variables] == ["x"]
    assert [v.name for v in paper.claims["prop:2"].variables] == ["y"]
    assert paper.claims["prop:1"].file == __file__


def test_the_ledger_and_the_list_of_what_is_not_checked(paper):
    paper.convention("log", "natural")
    paper.not_checked("thm:9", at="Theorem 9", says="It converges", why="needs analysis")
    assert paper.conventions == {"log": "natural"}
    assert paper.left_out[0].why == "needs analysis"


def test_uses_may_be_one_name(paper):
    paper.claim("a", "1 == 1", at="p. 1")
    assert paper.claim("b", "1 == 1", at="p. 1", uses="a").uses == ("a",)
    assert paper.claim("c", "1 == 1", at="p. 1", uses=["a", "b"]).uses == ("a", "b")
    check_uses(paper)


def test_while_a_file_is_imported_what_is_wrong_with_a_claim_is_kept(paper):
    with collecting():
        kept = paper.claim("a", chain("1", "<", "x"), at="p. 1", says=3, expect="refuted")
        paper.claim("a", "1 == 1", at="p. 1")
        paper.claim("b", "1 == 1", at="p. 1", uses="z")
        check_uses(paper)
    assert list(paper.claims) == ["a", "a (2)", "b"]
    assert (kept.statement, kept.at, kept.expect) == ("1 < x", "p. 1", "refuted")
    with pytest.raises(AssayError, match="uses 'z', which the paper does not have"):
        paper.claims["b"].body.function()
    with pytest.raises(ClaimError, match=r"test_paper\.py:\d+: the id 'b' is used twice"):
        paper.claim("b", "1 == 1", at="p. 1")


def test_an_unknown_use_is_an_error(paper):
    paper.claim("a", "1 == 1", at="p. 1", uses="z")
    with pytest.raises(PaperError, match=r"test_paper\.py:\d+: claim 'a' uses 'z', which the paper does not have$"):
        check_uses(paper)


@pytest.mark.parametrize("links", [{"a": "a"}, {"a": "b", "b": "a"}, {"a": "b", "b": "c", "c": "a"}])
def test_circles_are_errors(paper, links):
    for name, used in links.items():
        paper.claim(name, "1 == 1", at="p. 1", uses=used)
    with pytest.raises(PaperError,
                       match=r"claims that use each other in a circle: a → .*a: a claim rests on earlier ones"):
        check_uses(paper)


def test_a_diamond_is_no_circle(paper):
    for name, used in {"d": (), "b": ("d",), "c": ("d",), "a": ("b", "c")}.items():
        paper.claim(name, "1 == 1", at="p. 1", uses=used)
    check_uses(paper)


def test_a_mistyped_word_is_named_with_the_one_that_was_meant(paper):
    with pytest.raises(PaperError, match=r"claim 'a' has no hypothesis=: known are at, given, .*; write given="):
        paper.claim("a", "1 == 1", at="p. 1", hypothesis="x > 0")
    with pytest.raises(PaperError, match=r"property 'b' has no orgin=: .*; write origin="):
        paper.property("b", at="p. 1", orgin="ours")


def test_what_is_not_checked_has_a_reason(paper):
    with pytest.raises(PaperError, match=r"'thm' is listed as not checked without why="):
        paper.not_checked("thm", at="Theorem 1", says="It grows.")


@pytest.mark.parametrize(("details", "message"), [
    ({"year": "2026"}, "paper 'k': year: a whole number"), ({"year": True}, "paper 'k': year: a whole number"),
    ({"arxiv": 2301.1}, "paper 'k': arxiv: a text"), ({"title": b"T"}, "paper 'k': title: a text"),
    ({"authors": ("A", None)}, r"paper 'k': authors\[1\]: a text"),
])
def test_what_is_printed_is_text(details, message):
    with pytest.raises(PaperError, match=message):
        Paper("k", **details)


def test_what_a_claim_says_is_text(paper):
    with pytest.raises(ClaimError, match="claim 'a': says: a text"):
        paper.claim("a", "1 == 1", at="p. 1", says=5)


@pytest.mark.parametrize("details", [{"given": 5}, {"uses": 5}, {"wrong": 5}, {"forall": 5}, {"forall": [1]}])
def test_details_of_the_wrong_kind_are_named(details):
    paper = Paper("p", title="T")
    with pytest.raises(ClaimError, match="claim 'c' is not well-formed"):
        paper.claim("c", "1 == 1", at="p. 1", **details)


def test_a_property_without_brackets_is_not_lost():
    """Decorated by ``@paper.property`` alone, the function would be taken for the id."""
    paper = Paper("doe2026")
    with pytest.raises(ClaimError, match="a claim without an id"):
        @paper.property
        def positive(x):
            return x > 0
    with collecting():
        paper.property(lambda x: x > 0)
    assert [claim.fault.startswith("a claim without an id") for claim in paper.claims.values()] == [True]
