"""Records: plain JSON of the published form, verdicts capped by what they rest on, exit codes a machine can trust."""

import json
import math
from fractions import Fraction

import pytest

from reports.record import validate
from verify.builder import make_claim
from verify.domains.scalar_domain import Integers, Reals
from verify.evidence import Counterexample, Coverage, Evidence, Outcome, Power, Rigour, Slack
from verify.head import claim_head, paper_head
from verify.paper import Paper
from verify.record import claim_record, evidence_from, evidence_record, paper_record, run_record, versions
from verify.relation import at_least, equal
from verify.verdict import Word

GOOD = Power((("rhs + 1", "refuted"), ("rhs·(1 + 1)", "void")), "a relative error of 1e-30")
SEARCH = Evidence("search", Outcome.HOLDS, Rigour.EXACT, Coverage.SAMPLE, tried=9, admitted=7, corners=2,
                  slack=Slack("0.5", "x = 1", "0.9"),
                  note="a note", window="x in reals", power=GOOD, seconds=0.25)
IDENTITY = Evidence("identity", Outcome.HOLDS, Rigour.EXACT, Coverage.SCOPE, steps=("expand", "collect"))
FALSE = Evidence("search", Outcome.FAILS, Rigour.EXACT, Coverage.SAMPLE, tried=4, admitted=4,
                 hints=("no failure from n ≥ 3 on",),
                 counterexample=Counterexample((("n", "3"), ("x", "1/2")), "<=", "9", "8", "1", "link 1"))
EVIDENCE = [SEARCH, IDENTITY, FALSE, Evidence("search", Outcome.NOT_RUN, note="no torch"),
            Evidence("enclosure", Outcome.TIMEOUT),
            Evidence("search", Outcome.VACUOUS, tried=5), Evidence("search", Outcome.ILL_POSED, tried=1, admitted=1),
            Evidence("search", Outcome.ERROR, tried=1),
            Evidence("search", Outcome.UNDECIDED, Rigour.NUMERICAL, tried=3, admitted=3)]


def paper_of(**uses):
    """A paper of claims that are true by inspection, each using those named."""
    paper = Paper("doe2026", title="On {things} & <others>", authors=("J. Doe",), year=2026, arxiv="2601.00001v2")
    paper.variables(x=Reals(), n=Integers(1, 5))
    for name, used in uses.items():
        paper.claim(name, "x^2 >= 0", at="p. 1", uses=used, given={"positive": "x > 0"}, says="A square")
    return paper


def record_of(paper, evidence):
    return run_record([paper_record(paper_head(paper), evidence)], "fast", {"seeded": True})


@pytest.mark.parametrize("evidence", EVIDENCE, ids=lambda e: f"{e.check} {e.outcome}")
def test_evidence_survives_json(evidence):
    data = json.loads(json.dumps(evidence_record(evidence), allow_nan=False))
    assert evidence_from(data) == evidence


@pytest.mark.parametrize("evidence", EVIDENCE, ids=lambda e: f"{e.check} {e.outcome}")
def test_a_record_is_of_the_published_form(evidence):
    record = record_of(paper_of(a=()), {"a": [evidence]})
    validate(record)
    assert json.loads(json.dumps(record, allow_nan=False)) == record


def test_flaky_evidence_is_of_the_published_form():
    record = record_of(paper_of(a=()), {"a": [Evidence("search", Outcome.FLAKY, tried=1, admitted=1)]})
    assert record["papers"][0]["claims"][0]["verdict"] == "flaky"
    validate(record)


def test_a_paper_with_everything_in_it():
    paper = paper_of(a=(), b="a")
    paper.claim("c", equal(lambda n: n % 2, "n - 2*floor(n/2)"), at="p. 2", origin="folklore", wrong=["n == 0"],
                tier="full")
    paper.claim("d", "n >= 2", at="p. 3", expect="refuted")
    paper.claim("e", chain_free := "1 + 1 == 2", at="p. 4")
    assert chain_free

    @paper.property("f", over={"y": Reals(0, 1)}, at="p. 5")
    def square_is_small(y):
        return at_least(y, y * y)

    paper.convention("log", "natural")
    paper.not_checked("g", at="p. 6", says="It converges", why="asymptotic")
    record = record_of(paper, {name: [SEARCH] for name in paper.claims})
    validate(record)
    head = record["papers"][0]
    assert [claim["id"] for claim in head["claims"]] == list("abcdef")
    assert head["not_checked"] == [{"id": "g", "at": "p. 6", "says": "It converges", "why": "asymptotic"}]
    assert head["conventions"] == [{"name": "log", "text": "natural"}]


def one(evidence, **details):
    made = make_claim("a", "x^2 >= 0", {}, at="p. 1", forall={"x": Reals()}, **details)
    return claim_record(claim_head(made), evidence)


def test_power_and_reach_are_counted():
    record = one([SEARCH, IDENTITY])
    assert record["power"] == {"made": 2, "refuted": 1, "survived": [], "void": 1,
                               "detection_limit": "a relative error of 1e-30"}
    assert record["reach"] == {"tried": 9, "admitted": 7, "corners": 2}
    assert record["window"] == "the whole scope"


def test_instances_that_two_checks_tried_are_not_counted_twice():
    listed = Evidence("exhaustive", Outcome.HOLDS, Rigour.EXACT, Coverage.WINDOW, 12, 12,
                      power=Power((("rhs + 1", "refuted"),)))
    searched = Evidence("search", Outcome.HOLDS, Rigour.EXACT, Coverage.SAMPLE, 8, 8, 4)
    record = one([listed, searched])
    assert record["grade"] == "exact, 12 instances"
    assert record["reach"] == {"tried": 12, "admitted": 12, "corners": 0}, "the corners are those of another check"


def test_without_a_proof_the_window_is_what_was_tried():
    assert one([SEARCH])["window"] == "x in reals"


def test_a_witness_says_how_to_replay_it():
    paper = paper_of(a=())
    claim = record_of(paper, {"a": [FALSE]})["papers"][0]["claims"][0]
    assert claim["evidence"][0]["counterexample"]["replay"] == f"assay check {__file__} --claim 'a'"
    assert claim["evidence"][0]["counterexample"]["instance"] == [{"name": "n", "value": "3"},
                                                                  {"name": "x", "value": "1/2"}]
    assert claim["hints"] == ["no failure from n ≥ 3 on"]


@pytest.mark.parametrize(("evidence", "expect", "as_expected"), [
    ([SEARCH], None, True), ([SEARCH, IDENTITY], None, True), ([FALSE], None, False), ([], None, False),
    ([EVIDENCE[8]], None, False),
    ([FALSE], "refuted", True), ([SEARCH], "refuted", False), ([], "refuted", False), ([EVIDENCE[6]], "refuted", False),
    ([Evidence("search", Outcome.FAILS, Rigour.EXACT)], "refuted", False),  # refuted, but nobody is shown where
    ([FALSE, IDENTITY], "refuted", False),
])
def test_as_expected(evidence, expect, as_expected):
    assert one(evidence, expect=expect)["as_expected"] is as_expected


CAPS = [
    # uses, evidence by claim, verdict by claim
    ({"a": (), "b": "a"}, {"a": [SEARCH], "b": [SEARCH, IDENTITY]}, {"a": "supported", "b": "supported"}),
    ({"a": (), "b": "a"}, {"a": [SEARCH, IDENTITY], "b": [SEARCH, IDENTITY]}, {"a": "derived", "b": "derived"}),
    ({"a": (), "b": "a"}, {"a": [FALSE], "b": [SEARCH, IDENTITY]}, {"a": "refuted", "b": "undecided"}),
    ({"a": (), "b": "a"}, {"a": [], "b": [SEARCH]}, {"a": "not run", "b": "undecided"}),
    ({"a": (), "b": "a"}, {"b": [SEARCH]}, {"b": "undecided"}),
    ({"a": (), "b": "a"}, {"a": [SEARCH], "b": [FALSE]}, {"a": "supported", "b": "refuted"}),
    ({"a": (), "b": "a", "c": "b"}, {"a": [SEARCH], "b": [SEARCH, IDENTITY], "c": [SEARCH, IDENTITY]},
     {"a": "supported", "b": "supported", "c": "supported"}),
    ({"a": (), "b": "a", "c": "b"}, {"a": [FALSE], "b": [SEARCH], "c": [SEARCH]},
     {"a": "refuted", "b": "undecided", "c": "undecided"}),
    ({"a": (), "b": (), "c": ("a", "b")}, {"a": [SEARCH], "b": [FALSE], "c": [SEARCH]},
     {"a": "supported", "b": "refuted", "c": "undecided"}),
    ({"a": (), "b": "a"}, {"a": [Evidence("search", Outcome.VACUOUS, tried=3)], "b": [SEARCH]},
     {"a": "vacuous", "b": "undecided"}),
    ({"a": (), "b": "a"}, {"a": [EVIDENCE[6]], "b": [SEARCH]}, {"a": "ill-posed", "b": "undecided"}),
]


@pytest.mark.parametrize(("uses", "evidence", "verdicts"), CAPS)
def test_claims_are_capped_by_what_they_use(uses, evidence, verdicts):
    record = record_of(paper_of(**uses), evidence)
    validate(record)
    assert {claim["id"]: claim["verdict"] for claim in record["papers"][0]["claims"]} == verdicts


def test_a_cap_says_why():
    record = record_of(paper_of(a=(), b="a"), {"a": [FALSE], "b": [SEARCH]})
    claim = record["papers"][0]["claims"][1]
    assert claim["reason"] == "it uses a, which is refuted"
    assert "rests on other claims" in claim["sentence"]
    assert claim["as_expected"] is False
    missing = record_of(paper_of(a=(), b="a"), {"b": [SEARCH]})["papers"][0]["claims"][0]
    assert missing["reason"] == "it uses a, which was not run"


def test_the_order_of_statement_is_not_the_order_of_support():
    """A claim may use one that is stated later; the cap is the same."""
    paper = Paper("p")
    paper.variables(x=Reals())
    paper.claim("b", "x^2 >= 0", at="p. 1", uses="a")
    paper.claim("a", "x^2 >= 0", at="p. 1")
    record = paper_record(paper_head(paper), {"b": [SEARCH], "a": [FALSE]})
    assert [claim["verdict"] for claim in record["claims"]] == ["undecided", "refuted"]


def test_a_capped_claim_does_not_keep_its_grade():
    record = record_of(paper_of(a=(), b="a"), {"a": [FALSE], "b": [SEARCH, IDENTITY]})
    assert record["papers"][0]["claims"][1]["grade"] != "exact"


def test_a_claim_is_capped_in_scope_too():
    narrow = Evidence("exhaustive", Outcome.HOLDS, Rigour.EXACT, Coverage.WINDOW, tried=5, admitted=5,
                      window="n in 1..5", power=GOOD)
    record = record_of(paper_of(a=(), b="a"), {"a": [narrow], "b": [SEARCH, IDENTITY]})
    claim = record["papers"][0]["claims"][1]
    assert "n in 1..5" in claim["window"] + claim["sentence"] + claim["reason"]


def claims(*verdicts, expected=True):
    return [{"claims": [{"verdict": verdict, "as_expected": expected} for verdict in verdicts]}]


@pytest.mark.parametrize(("papers", "code"), [
    ([], 2), ([{"claims": []}], 2), (claims("not run", expected=False), 2),
    (claims("not run", "not run", expected=False), 2),
    (claims("supported"), 0), (claims("derived", "refuted"), 0), (claims("refuted", expected=False), 1),
    (claims("undecided", expected=False), 1),
    (claims("supported") + claims("weak", expected=False), 1),
    (claims("supported") + claims("not run", expected=False), 1),
    (claims("contradictory", expected=False), 1),
])
def test_exit_codes(papers, code):
    assert run_record(papers, "fast", {})["run"]["exit_code"] == code


def test_versions_are_recorded():
    found = versions()
    assert {"python", "sympy", "numpy", "hypothesis", "python-flint"} <= set(found)
    assert all(found.values())


def test_there_is_no_nan_even_when_sides_are_infinite_as_floats():
    from verify.budget import Budget
    from verify.checks import exhaustive

    made = make_claim("a", "10^(400*n) <= 10^(500*n)", {}, at="p. 1", forall={"n": Integers(1, 4)})
    record = claim_record(claim_head(made), [exhaustive.check(made, Budget())])
    text = json.dumps(record, allow_nan=False)
    assert "NaN" not in text
    assert '"nan"' not in text


def test_every_verdict_has_a_valid_record():
    base = one([SEARCH])
    for word in Word:
        record = run_record([{**paper_head(paper_of()),
                              "claims": [{**base, "verdict": str(word), "as_expected": word in ("supported",)}]}],
                              "fast", {})
        validate(record)


def test_hex_floats_and_fractions_are_text():
    witness = Counterexample((("x", str(Fraction(1, 3))),), "==", (0.1).hex(), "1/10", None, "")
    data = evidence_record(Evidence("search", Outcome.FAILS, Rigour.NUMERICAL, counterexample=witness))
    assert float.fromhex(data["counterexample"]["lhs"]) == 0.1
    assert not math.isnan(float.fromhex(data["counterexample"]["lhs"]))
