"""Phrases: nearby formulas and hypotheses in few words, with what is open named and nothing without end."""

from reports import phrase, text


def claim(*fates, witness="n = 1"):
    return {"neighbours": [{"text": f"formula {k}", "fate": fate, "witness": witness if fate == "refuted" else ""}
                           for k, fate in enumerate(fates)]}


def test_nothing_is_said_of_no_neighbours():
    assert phrase.nearby(claim()) == []


def test_nearby_formulas_are_counted_and_the_survivors_named():
    assert phrase.nearby(claim("refuted", "open", "refuted", "true")) == [
        ("nearby", "2 of 4 nearby formulas refuted, such as formula 0 at n = 1"),
        ("open", "formula 1 (is that also true?)"), ("also true", "formula 3")]


def test_a_few_survivors_stand_for_many():
    rows = dict(phrase.nearby(claim(*["open"] * 9)))
    assert rows["open"] == "formula 0; formula 1; formula 2; and 6 more (is that also true?)"


def hypothesis(fate, instances=0, witness="", everything=False):
    return phrase.need({"fate": fate, "instances": instances, "witness": witness, "all": everything})


def test_hypotheses():
    assert hypothesis(None) == ""
    assert hypothesis("needed", 1, "n = 2") == "needed: without it the claim breaks at n = 2"
    assert hypothesis("not needed", 1) == "not needed where tried: the claim also held at 1 instance that it excludes"
    assert hypothesis("not needed", 4, everything=True).endswith("holds at all 4 instances that it excludes")
    assert hypothesis("never violated").endswith("no instance was found that it alone excludes")
    assert hypothesis("never violated", everything=True) == "never violated: it excludes nothing"
    assert "could not be decided" in hypothesis("open", 3)


def test_a_long_witness_is_cut():
    assert len(hypothesis("needed", 1, "x" * 999)) < 200


def test_a_claim_as_expected_takes_few_words_and_any_other_its_sentence(small):
    claims = [claim for paper in small["papers"] for claim in paper["claims"]]
    assert all(phrase.brief(claim) == claim["sentence"] for claim in claims if not claim["as_expected"])
    supported = next(claim for claim in claims if claim["verdict"] == "supported")
    assert phrase.brief({**supported, "as_expected": True}) == f"No counterexample ({supported['grade']}); no proof."
    assert phrase.brief({**supported, "as_expected": False}) == supported["sentence"]
    derived = {**claims[0], "quantifier": "exists"}
    assert phrase.brief(derived) == derived["sentence"], "the order of quantifiers is told"


def test_why_a_claim_is_not_as_expected_is_told_without_colours(small):
    failed = next(claim for claim in small["papers"][0]["claims"] if not claim["as_expected"])
    told = text.failure(failed)
    assert "\x1b" not in told
    assert told.splitlines()[1].strip() == failed["statement"]
    assert f"{failed['where']['file']}:{failed['where']['line']}" in told
