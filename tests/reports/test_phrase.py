"""Phrases: nearby formulas and hypotheses in few words, with what is open named and nothing without end."""

from reports import phrase


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
