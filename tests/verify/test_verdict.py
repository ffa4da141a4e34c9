"""Verdicts: the table is total; what it says is what was decided; more failure never looks better; order is nothing."""

import itertools
import random

import pytest

from verify.evidence import Counterexample, Coverage, Evidence, Outcome, Power, Rigour
from verify.verdict import GREEN, Facts, Word, decide, facts, grade, is_weak, look_up, reason, sentence, table, variants

SOUND, SURVIVED, VOID = Power((("rhs + 1", "refuted"),)), Power((("rhs + 1", "survived"),)), Power((("rhs + 1", "void"),
                                                                                                    ))
NONE = Power()


def holds(check, rigour, coverage, power=SOUND, **more):
    tried = 0 if check in ("identity", "derivation") else 9
    return Evidence(check, Outcome.HOLDS, Rigour(rigour), Coverage(coverage), tried=tried, admitted=tried, power=power,
                    **more)


def fails(check, rigour):
    return Evidence(check, Outcome.FAILS, Rigour(rigour), Coverage.SAMPLE, tried=3, admitted=3)


def other(outcome, check="search", rigour=None, *, tried=4, admitted=4, power=NONE):
    return Evidence(check, Outcome(outcome), rigour and Rigour(rigour), Coverage.SAMPLE, tried=tried, admitted=admitted,
                    power=power)


IDENTITY = holds("identity", "exact", "scope", NONE)
DERIVATION = holds("derivation", "exact", "scope", NONE)
SAMPLED_STEPS = holds("derivation", "exact", "window", NONE)
LISTED = holds("exhaustive", "exact", "scope")
LISTED_WINDOW = holds("exhaustive", "exact", "window")
LISTED_FLOATS = holds("exhaustive", "numerical", "scope")
LISTED_BALLS = holds("exhaustive", "enclosed", "scope")
BOXES = holds("enclosure", "enclosed", "scope")
BOXES_WINDOW = holds("enclosure", "enclosed", "window")
SEARCH = holds("search", "exact", "sample")
SEARCH_BALLS = holds("search", "enclosed", "sample")
SEARCH_FLOATS = holds("search", "numerical", "sample")
SEARCH_WEAK = holds("search", "exact", "sample", SURVIVED)
SEARCH_BLIND = holds("search", "exact", "sample", NONE)
SEARCH_VOID = holds("search", "exact", "sample", VOID)
LISTED_WEAK = holds("exhaustive", "exact", "scope", SURVIVED)
BOXES_WEAK = holds("enclosure", "enclosed", "scope", SURVIVED)
TRIALS = holds("probability", "statistical", "sample")
FALSE, FALSE_BALLS = fails("search", "exact"), fails("search", "enclosed")
FALSE_LISTED, FALSE_IDENTITY = fails("exhaustive", "exact"), fails("identity", "exact")
FALSE_FLOATS, FALSE_TRIALS = fails("search", "numerical"), fails("probability", "statistical")
ILL, CRASH, FLAKY = other("ill-posed"), other("error"), other("flaky")
VACUOUS = other("vacuous", admitted=0)
LEANING, OPEN = other("undecided", rigour="numerical"), other("undecided")
OPEN_IDENTITY = Evidence("identity", Outcome.UNDECIDED)
TIMEOUT, NOT_RUN = other("timeout", tried=0, admitted=0), other("not run", tried=0, admitted=0)
NO_TORCH = other("not run", "equivalence", tried=0, admitted=0)

EXPECTED = [
    # a rigorous failure beside a rigorous proof of the scope
    ("contradictory", FALSE, IDENTITY), ("contradictory", FALSE_BALLS, IDENTITY, SEARCH),
    ("contradictory", FALSE, BOXES),
    ("contradictory", FALSE_LISTED, DERIVATION), ("contradictory", FALSE_IDENTITY, LISTED),
    ("contradictory", FALSE, LISTED_WEAK),
    # a rigorous failure
    ("refuted", FALSE), ("refuted", FALSE_BALLS), ("refuted", FALSE_LISTED), ("refuted", FALSE_IDENTITY),
    ("refuted", FALSE, SEARCH),
    ("refuted", FALSE, LISTED_WINDOW), ("refuted", FALSE, BOXES_WINDOW), ("refuted", FALSE, SEARCH_FLOATS),
    ("refuted", FALSE, LISTED_FLOATS),
    ("refuted", FALSE, ILL), ("refuted", FALSE, FLAKY), ("refuted", FALSE, CRASH), ("refuted", FALSE, VACUOUS),
    ("refuted", FALSE, LEANING),
    ("refuted", FALSE, OPEN), ("refuted", FALSE, TIMEOUT), ("refuted", FALSE, NOT_RUN),
    ("refuted", FALSE, SAMPLED_STEPS),
    # a statistical or numerical one
    ("refuted", FALSE_TRIALS), ("refuted", FALSE_TRIALS, SEARCH), ("refuted", FALSE_FLOATS),
    ("refuted", FALSE_FLOATS, SEARCH),
    ("refuted", FALSE_FLOATS, ILL), ("refuted", FALSE_FLOATS, LISTED_FLOATS), ("refuted", FALSE_FLOATS, FALSE),
    # an author's function of chance
    ("flaky", FLAKY), ("flaky", FLAKY, SEARCH), ("flaky", FLAKY, IDENTITY, SEARCH), ("flaky", FLAKY, LISTED),
    # undefined or crashing inside the hypotheses
    ("ill-posed", ILL), ("ill-posed", CRASH), ("ill-posed", ILL, SEARCH), ("ill-posed", ILL, IDENTITY, SEARCH),
    ("ill-posed", CRASH, LISTED),
    ("ill-posed", ILL, BOXES), ("ill-posed", ILL, VACUOUS), ("ill-posed", ILL, OPEN), ("ill-posed", ILL, TIMEOUT),
    # nothing met the hypotheses
    ("vacuous", VACUOUS), ("vacuous", VACUOUS, VACUOUS), ("vacuous", VACUOUS, IDENTITY), ("vacuous", VACUOUS, TIMEOUT),
    ("vacuous", VACUOUS, NOT_RUN),
    ("vacuous", VACUOUS, DERIVATION),
    # derived
    ("derived", IDENTITY, SEARCH), ("derived", IDENTITY, SEARCH_BALLS), ("derived", IDENTITY, SEARCH_FLOATS),
    ("derived", IDENTITY, LISTED_WINDOW),
    ("derived", DERIVATION, SEARCH), ("derived", IDENTITY, SEARCH, TIMEOUT), ("derived", IDENTITY, SEARCH, NOT_RUN),
    ("derived", IDENTITY, LISTED),
    ("derived", IDENTITY, SEARCH, OPEN), ("derived", IDENTITY, SEARCH_FLOATS, LEANING),
    # every instance
    ("exhausted", LISTED), ("exhausted", LISTED, TIMEOUT), ("exhausted", LISTED, NO_TORCH),
    ("exhausted", LISTED, OPEN_IDENTITY), ("exhausted", LISTED, BOXES),
    # balls
    ("enclosed", BOXES), ("enclosed", BOXES, SEARCH), ("enclosed", BOXES, TIMEOUT), ("enclosed", BOXES, OPEN),
    ("enclosed", LISTED_BALLS),
    # something held
    ("supported", SEARCH), ("supported", SEARCH_BALLS), ("supported", SEARCH_FLOATS), ("supported", LISTED_WINDOW),
    ("supported", LISTED_FLOATS),
    ("supported", BOXES_WINDOW), ("supported", TRIALS), ("supported", SEARCH, OPEN_IDENTITY),
    ("supported", SEARCH, TIMEOUT), ("supported", SEARCH, NOT_RUN),
    ("supported", SAMPLED_STEPS, SEARCH), ("supported", SEARCH, OPEN),
    # variants that survived cap at weak, which is below supported
    ("weak", SEARCH_WEAK), ("weak", SEARCH_BLIND), ("weak", SEARCH_VOID), ("weak", LISTED_WEAK), ("weak", BOXES_WEAK),
    ("weak", SEARCH_WEAK, IDENTITY),
    ("weak", SEARCH_BLIND, TIMEOUT),
    # one check's blindness is another's sight
    ("supported", SEARCH_WEAK, LISTED_WINDOW), ("exhausted", LISTED_WEAK, SEARCH),
    # otherwise
    ("undecided", OPEN), ("undecided", LEANING), ("undecided", OPEN_IDENTITY), ("undecided", OPEN, TIMEOUT),
    ("undecided", LEANING, SEARCH),
    ("undecided", LEANING, LISTED_WINDOW), ("undecided", TIMEOUT), ("undecided", TIMEOUT, NOT_RUN),
    ("not run",), ("not run", NOT_RUN), ("not run", NOT_RUN, NO_TORCH),
]


def test_there_are_enough_expectations():
    assert len(EXPECTED) >= 60
    assert {case[0] for case in EXPECTED} == {str(word) for word in Word}


@pytest.mark.parametrize(("word", "evidence"), [(case[0], list(case[1:])) for case in EXPECTED])
def test_verdicts(word, evidence):
    assert decide(evidence) == word


def test_an_identity_alone_is_not_derived():
    """The algebra may be wrong: both sides are evaluated somewhere before the word is used."""
    assert decide([IDENTITY]) == "undecided"
    assert decide([IDENTITY, SEARCH]) == "derived"


def test_without_any_evaluation_a_derivation_is_not_derived():
    """The definition side was never compared with line 0."""
    assert decide([DERIVATION]) == "undecided"
    assert decide([DERIVATION, TIMEOUT]) == "undecided"


def test_a_float_failure_beside_a_proof_is_red():
    assert decide([FALSE_FLOATS, IDENTITY, SEARCH]) in (Word.CONTRADICTORY, Word.REFUTED)
    assert decide([FALSE_TRIALS, LISTED]) in (Word.CONTRADICTORY, Word.REFUTED)


COLUMNS = len(Facts.__dataclass_fields__)


def test_the_table_is_total():
    """Every one of the 2^14 combinations of facts has a verdict."""
    assert COLUMNS == 14
    words = {look_up(row) for row in itertools.product((False, True), repeat=COLUMNS)}
    assert words == set(Word)


def test_the_table_is_well_formed():
    rows = table()
    assert all(len(pattern) == COLUMNS and set(pattern) <= set("01.") for pattern, _ in rows)
    assert rows[-1][0] == "." * COLUMNS
    assert len({pattern for pattern, _ in rows}) == len(rows)


def test_every_row_is_reached():
    """A row that no combination reaches is a rule that nobody reads."""
    reached = set()
    for row in itertools.product((False, True), repeat=COLUMNS):
        for k, (pattern, _) in enumerate(table()):
            if all(mark == "." or (mark == "1") == fact for mark, fact in zip(pattern, row, strict=True)):
                reached.add(k)
                break
    assert reached == set(range(len(table())))


def fact_rows(**wanted):
    names = list(Facts.__dataclass_fields__)
    for row in itertools.product((False, True), repeat=COLUMNS):
        if all(row[names.index(name)] == value for name, value in wanted.items()):
            yield row


@pytest.mark.parametrize("name", ["fail_rig", "fail_stat", "fail_num", "flaky", "ill", "empty", "against"])
def test_no_bad_fact_is_green_beyond_a_proof(name):
    """A failure, a flaky or undefined side, or an empty window is never green; a leaning doubt only beside a proof."""
    for row in fact_rows(**{name: True}):
        word = look_up(row)
        allowed = {Word.DERIVED, Word.EXHAUSTED, Word.ENCLOSED} if name == "against" else set()
        assert word not in set(GREEN) - allowed


def test_no_fact_at_all_is_not_run():
    assert look_up((False,) * COLUMNS) == "not run"


def test_the_strongest_words_need_sight():
    for row in fact_rows(weak=True):
        assert look_up(row) not in (Word.DERIVED, Word.EXHAUSTED, Word.ENCLOSED)


# The preorder: lower is better.  Words of one rank are equally good; nothing above 1 is green.
RANK = {Word.DERIVED: 0, Word.EXHAUSTED: 0, Word.ENCLOSED: 0, Word.SUPPORTED: 1, Word.WEAK: 2, Word.UNDECIDED: 2,
        Word.NOT_RUN: 2, Word.VACUOUS: 2,
        Word.FLAKY: 3, Word.ILL_POSED: 3, Word.REFUTED: 4, Word.CONTRADICTORY: 4}
CHECKS = ("identity", "derivation", "exhaustive", "enclosure", "search", "equivalence", "probability")


def alphabet():
    """Every kind of evidence: outcome × rigour × coverage × check × power, without duplicates in effect."""
    for check, rigour, coverage in itertools.product(("identity", "exhaustive", "enclosure", "search"), Rigour,
                                                     Coverage):
        for power in (SOUND, SURVIVED, NONE):
            if (check == "identity") == (power is NONE):
                yield holds(check, str(rigour), str(coverage), power)
    for check, rigour in itertools.product(("identity", "search"), Rigour):
        yield fails(check, str(rigour))
    for outcome in ("ill-posed", "error", "flaky"):
        yield other(outcome)
    yield from (VACUOUS, LEANING, OPEN, OPEN_IDENTITY, TIMEOUT, NOT_RUN, other("undecided", power=SOUND))


ALPHABET = list(alphabet())
BAD = [FALSE, FALSE_BALLS, FALSE_LISTED, FALSE_IDENTITY, FALSE_FLOATS, FALSE_TRIALS, ILL, CRASH, FLAKY]
IDLE = [TIMEOUT, NOT_RUN, Evidence("identity", Outcome.TIMEOUT), Evidence("enclosure", Outcome.NOT_RUN)]


def multisets():
    """All multisets of up to two pieces of evidence, and a fixed hundredth of those of three."""
    yield ()
    for size in (1, 2):
        yield from itertools.combinations_with_replacement(ALPHABET, size)
    chooser = random.Random(2026)
    yield from (m for m in itertools.combinations_with_replacement(ALPHABET, 3) if chooser.random() < 0.01)


MULTISETS = list(multisets())


def test_there_are_many_multisets():
    assert len(ALPHABET) > 70
    assert len(MULTISETS) > 3500


def test_more_failure_never_improves_a_verdict():
    for evidence in MULTISETS:
        before = RANK[decide(evidence)]
        for bad in BAD:
            assert RANK[decide((*evidence, bad))] >= max(before, 3), (evidence, bad)


def test_order_does_not_matter():
    for evidence in MULTISETS:
        assert len({decide(order) for order in itertools.permutations(evidence)}) == 1


def test_idle_evidence_changes_nothing():
    """A timeout or a missing package never lowers a hold and never raises anything."""
    for evidence in MULTISETS:
        before = decide(evidence)
        for idle in IDLE:
            after = decide((*evidence, idle))
            assert after is before or {before, after} <= {Word.NOT_RUN, Word.UNDECIDED}, (evidence, idle)


def test_the_same_evidence_twice_changes_nothing():
    for evidence in MULTISETS:
        assert decide(evidence + evidence) is decide(evidence)


def test_green_needs_a_hold():
    for evidence in MULTISETS:
        if decide(evidence) in GREEN:
            assert any(item.outcome is Outcome.HOLDS for item in evidence)
            assert not any(item.outcome in (Outcome.FAILS, Outcome.FLAKY, Outcome.ILL_POSED,
                                            Outcome.ERROR) for item in evidence)


def test_the_strongest_words_need_the_whole_scope_rigorously():
    for evidence in MULTISETS:
        if decide(evidence) in (Word.DERIVED, Word.EXHAUSTED, Word.ENCLOSED):
            whole = [item for item in evidence if item.outcome is Outcome.HOLDS and item.coverage is Coverage.SCOPE]
            assert any(item.rigour in (Rigour.EXACT, Rigour.ENCLOSED) for item in whole)


def test_a_survivor_caps_the_verdict_unless_another_check_refuted_it():
    for evidence in MULTISETS:
        fates = [fate for item in evidence for _, fate in item.power.variants]
        if decide(evidence) in (Word.DERIVED, Word.EXHAUSTED, Word.ENCLOSED):
            assert "refuted" in fates


def test_variants_are_settled_by_the_strongest_fate():
    one = other("holds", power=Power((("a", "survived"), ("b", "void"), ("c", "refuted"))))
    two = other("holds", power=Power((("a", "refuted"), ("b", "survived"), ("c", "void"), ("d", "void"))))
    assert variants([one, two]) == variants([two, one]) == {"a": "refuted", "b": "survived", "c": "refuted",
                                                            "d": "void"}
    assert is_weak([one, two])
    assert not is_weak([one, two, other("holds", power=Power((("b", "refuted"),)))])
    assert is_weak([])


def test_facts_are_read_off_the_evidence():
    read = facts([IDENTITY, SEARCH, TIMEOUT])
    assert (read.whole, read.derived, read.checked, read.ran) == (True, True, True, True)
    assert not any((read.fail_rig, read.fail_stat, read.fail_num, read.flaky, read.ill, read.empty, read.listed,
                    read.against, read.weak))
    assert facts([VACUOUS]).empty
    assert not facts([VACUOUS, SEARCH]).empty


WITNESS = Counterexample((("n", "3"),), "<=", "9", "8", "1", "")


def test_sentences():
    refuted = Evidence("search", Outcome.FAILS, Rigour.EXACT, tried=1, admitted=1, counterexample=WITNESS)
    assert sentence(Word.REFUTED, [refuted], "n in 1..12") == "The statement is false at n = 3: 9 <= 8 does not hold."
    assert "n in 1..12" in sentence(Word.SUPPORTED, [SEARCH], "n in 1..12")
    assert "no proof" in sentence(Word.SUPPORTED, [SEARCH], "w")
    assert "rhs + 1" in sentence(Word.WEAK, [SEARCH_WEAK], "w")
    for word in Word:
        assert sentence(word, [], "w").endswith(".")


def test_grades():
    assert grade(Word.DERIVED, [IDENTITY, SEARCH]) == "exact"
    assert grade(Word.ENCLOSED, [BOXES]) == "balls"
    assert grade(Word.SUPPORTED, [SEARCH, SEARCH_FLOATS]) == "numerical, 9 instances", "not 18"
    assert grade(Word.REFUTED, [FALSE_FLOATS, FALSE]) == "exact"
    assert grade(Word.UNDECIDED, [OPEN]) == ""
    gap = Evidence("search", Outcome.FAILS, Rigour.NUMERICAL,
                   counterexample=Counterexample((), "==", "1", "2", "gap 1, noise 1e-15", ""))
    assert grade(Word.REFUTED, [gap]) == "numerical, gap 1, noise 1e-15"


def test_reasons_name_the_check_that_decided():
    ill = Evidence("search", Outcome.ILL_POSED, counterexample=Counterexample((), "", "", "", None, "log of 0"))
    assert reason(Word.ILL_POSED, [SEARCH, ill]) == "search: log of 0"
    assert reason(Word.NOT_RUN,
                  [Evidence("equivalence", Outcome.NOT_RUN,
                            note="gradients need PyTorch")]) == "equivalence: gradients need PyTorch"


def test_a_supported_claim_says_where_it_could_not_be_told():
    """That it held wherever it was tried would be too much said."""
    sure = holds("search", "enclosed", "sample")
    unsure = holds("search", "enclosed", "sample",
                   note="1 of 9 instances too close to call, such as n = 1; ascent from 2 starts")
    assert "held wherever it was tried (n in 1..9);" in sentence(Word.SUPPORTED, [sure], "n in 1..9")
    assert ("held wherever it could be decided (n in 1..9), with 1 of 9 instances too close to call, such as n = 1;"
            in sentence(Word.SUPPORTED, [unsure], "n in 1..9"))
