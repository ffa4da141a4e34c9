import builtins
import json
import operator

from verify.runs import guard


def test_replaced_name_is_named_and_put_back(monkeypatch):
    before = guard.snapshot()
    original = builtins.len
    monkeypatch.setattr(builtins, "len", lambda value: 0)
    sentence = guard.mend(before)
    assert builtins.len is original
    assert sentence == "the file replaces builtins.len, which Assay relies on, so no answer can be trusted"
    assert guard.mend(before) is None


def test_removed_name_and_our_own_modules(monkeypatch):
    import verify.values.comparison

    before = guard.snapshot()
    monkeypatch.delattr(json, "dumps")
    assert "json.dumps" in guard.mend(before)
    assert json.dumps([1]) == "[1]"
    monkeypatch.setattr(verify.values.comparison, "compare", None)
    assert "verify.values.comparison.compare" in guard.mend(before)
    assert verify.values.comparison.compare is not None


def test_new_names_are_no_concern(monkeypatch):
    before = guard.snapshot()
    monkeypatch.setattr(operator, "new_name_of_a_test", 1, raising=False)
    assert guard.mend(before) is None
