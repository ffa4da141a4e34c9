import pytest

from verify.errors import PaperError
from verify.runs.selection import expression, select


@pytest.mark.parametrize(("text", "chosen"), [
    ("lem", {"lem:1", "Lem:2"}),
    ("not lem", {"thm:1", "a/b"}),
    ("lem and 1", {"lem:1"}),
    ("lem or thm", {"lem:1", "Lem:2", "thm:1"}),
    ("lem and 1 or thm", {"lem:1", "thm:1"}),
    ("lem and (1 or thm)", {"lem:1"}),
    ("not (lem or thm)", {"a/b"}),
    ("not not lem", {"lem:1", "Lem:2"}),
    ("a/b", {"a/b"}),
    ("nothing", set()),
])
def test_expression(text, chosen):
    test = expression(text)
    assert {name for name in ("lem:1", "Lem:2", "thm:1", "a/b") if test(name)} == chosen


@pytest.mark.parametrize("text", ["", "and", "lem and", "or lem", "(lem", "lem)", "lem thm", "not", "()"])
def test_malformed_expression(text):
    with pytest.raises(PaperError, match="cannot be read"):
        expression(text)


HEADS = [{"key": "p", "claims": [{"id": "a", "uses": []}, {"id": "b", "uses": ["a"]}, {"id": "c", "uses": ["b"]}]},
         {"key": "q", "claims": [{"id": "d", "uses": []}]}]


def test_select():
    assert select(HEADS) == {"p": ("a", "b", "c"), "q": ("d",)}
    assert select(HEADS, identifiers=["c"]) == {"p": ("a", "b", "c"), "q": ()}
    assert select(HEADS, expressions=["a or d"]) == {"p": ("a",), "q": ("d",)}
    assert select(HEADS, expressions=["a or b", "not a"]) == {"p": ("a", "b"), "q": ()}
    assert select(HEADS, expressions=["d"], identifiers=["a"]) == {"p": ("a",), "q": ("d",)}, "an id adds to -k"
    assert select(HEADS, expressions=["zzz"]) == {"p": (), "q": ()}


def test_unknown_id_names_a_close_one():
    heads = [{"key": "p", "claims": [{"id": "lem:log", "uses": []}]}]
    with pytest.raises(PaperError, match="there is no claim 'lem:lgo'; write 'lem:log'"):
        select(heads, identifiers=["lem:lgo"])
