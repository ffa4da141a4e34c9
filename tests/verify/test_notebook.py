"""The one-line check: verdicts of known statements, answers that explain themselves, misuse that is told."""

import contextlib
import json
import signal
from concurrent.futures import ThreadPoolExecutor

import pytest
import sympy

from reports.record import validate
from verify import BooleanFunctions, Integers, Reals, Simplex, at_least, check, equal, less, oo
from verify.budget import BUDGETS
from verify.builder import make_claim
from verify.errors import ClaimError, DomainError, FormulaError
from verify.notebook import gather, run_check
from verify.record import run_record

KNOWN = [
    ("log(1 + x) <= x", {"x": Reals(0, oo)}, "enclosed"), ("(x + 1)^2 == x^2 + 2*x + 1", {"x": Reals()}, "derived"),
    ("2^n >= n^2", {"n": Integers(1, oo)}, "refuted"), ("x/x == 1", {"x": Reals()}, "ill-posed"),
    ("n*(n + 1) % 2 == 0", {"n": Integers(0, 50)}, "exhausted"),
    ("1 + 1 == 2", {}, None), ("x^2 < 0", {"x": Reals()}, "refuted"),
    ("sum(g[k], k, 1, 3) == 1", {"g": Simplex(3)}, None),
]


@pytest.mark.parametrize(("statement", "variables", "verdict"), KNOWN)
def test_known_statements(statement, variables, verdict):
    answer = check(statement, **variables)
    assert answer.verdict in ({verdict} if verdict else {"derived", "exhausted", "enclosed", "supported"})


def test_a_counterexample_is_the_smallest_one():
    answer = check("2^n >= n^2", n=Integers(1, oo))
    assert answer.counterexample == {"n": "3"}
    assert any("from n ≥ 4 on" in hint for hint in answer.record["hints"])
    assert check("x^2 >= 0", x=Reals()).counterexample is None


def test_hypotheses_narrow_the_statement():
    assert check("1/x > 0", given="x > 0", x=Reals()).verdict in ("supported", "enclosed", "derived")
    assert check("1/x > 0", given="x > 1 and x < 0", x=Reals()).verdict == "vacuous"


def test_relations_and_functions_are_statements():
    assert check(equal(lambda n: sum(range(n + 1)), "n*(n + 1)/2"), n=Integers(0, 20)).verdict == "exhausted"
    assert check(lambda n: less(n, n + 1), n=Integers(0, 20)).verdict == "exhausted"
    n = sympy.Symbol("n", integer=True, nonnegative=True)
    assert check(sympy.Le(n, n**2, evaluate=False), n=Integers(0, 20)).verdict == "exhausted"


def test_a_survivor_of_the_authors_own_makes_it_weak():
    answer = check("n^2 >= 0", wrong=["n^2 >= -1"], n=Integers(1, 20))
    assert answer.verdict == "weak"
    assert "n^2 >= -1" in answer.record["sentence"]


def test_a_changed_closure_is_an_error_not_a_result():
    k = 1
    made = make_claim("c", equal(lambda n: n * k, "n"), {}, at="p. 1", forall={"n": Integers(1, 5)})
    k = 2
    evidence = run_check("exhaustive", made, BUDGETS["fast"])
    assert evidence.outcome == "error"
    assert "refers to k, which was 1" in evidence.note


def test_an_answer_is_not_a_truth_value():
    with pytest.raises(TypeError, match=r"look at its \.verdict"):
        bool(check("1 == 1"))


def test_an_answer_shows_itself():
    answer = check("2^n >= n^2", n=Integers(1, oo))
    assert "refuted" in repr(answer)
    assert "n = 3" in repr(answer)
    html = answer._repr_html_()
    assert "refuted" in html
    assert "<script" not in html


def test_the_record_of_an_answer_is_of_the_published_form():
    answer = check("log(1 + x) <= x", x=Reals(0, oo))
    paper = {"key": "k", "title": "t", "authors": [], "year": None, "arxiv": None, "file": "", "conventions": [],
             "not_checked": [], "figures": []}
    validate(run_record([{**paper, "claims": [answer.record]}], "fast", {}))
    json.dumps(answer.record, allow_nan=False)


@pytest.mark.parametrize(("statement", "variables", "error", "message"), [
    ("x <= y", {"x": Reals()}, FormulaError, "undeclared name 'y'"),
    ("x + 1", {"x": Reals()}, ClaimError, "not a relation"),
    ("x <= 1", {"x": 3}, DomainError, "it ranges over a domain"),
    ("0.5 <= x", {"x": Reals()}, FormulaError, "numbers are exact; write 1/2"),
    ("x <= 1", {"x": Reals(0, 1), "y": Reals()}, ClaimError,
     "does not mention y: what is declared for a claim occurs in it, in a hypothesis or in a domain; "
     "write the statement with y, or leave out y="),
    (lambda x: x <= 1, {"x": Reals(0, 1), "y": Reals()}, ClaimError, "does not mention y"),
    (True, {}, ClaimError, "truth value True"), (3, {}, ClaimError, "a relation, such as"),
])
def test_misuse_is_explained(statement, variables, error, message):
    with pytest.raises(error, match=message):
        check(statement, **variables)


def test_an_unknown_tier_is_refused():
    with pytest.raises(ClaimError, match="tier: one of 'fast', 'full'"):
        check("1 == 1", tier="slow")


def test_every_applicable_check_reports_once():
    made = make_claim("c", "n^2 >= 0", {}, at="p. 1", forall={"n": Integers(0, 9)})
    names = [evidence.check for evidence in gather(made, BUDGETS["fast"])]
    assert len(names) == len(set(names))
    assert "exhaustive" in names
    assert "search" not in names
    assert all(evidence.seconds is not None for evidence in gather(made, BUDGETS["fast"]))


def test_boolean_functions_are_listed():
    assert check(lambda f: less(sum(f), 5), f=BooleanFunctions(2)).verdict == "exhausted"


def forever(n):
    while True:
        with contextlib.suppress(Exception):
            n += 1


def test_a_computation_without_an_end_is_stopped():
    answer = check(at_least(forever, 0), n=Integers(1, 3), timeout=0.2)
    assert answer.verdict == "undecided"
    assert "stopped after 0.2 s of computing" in answer.record["sentence"]
    assert signal.getsignal(signal.SIGPROF) is signal.SIG_DFL


def test_a_thread_computes_without_a_limit():
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(check, "n >= 1", n=Integers(1, 3), timeout=1e-6).result().verdict == "exhausted"
