"""Figures: stated like claims, refused like claims, and drawn by a function without arguments."""

import json

import pytest

from verify.errors import FigureError
from verify.figure import draw, figure_head
from verify.head import paper_head
from verify.paper import Paper, check_uses, collecting
from verify.picture import curve, lines


@pytest.fixture
def paper():
    made = Paper("doe2026")
    made.claim("lem:1", "1 + 1 == 2", at="Lemma 1")
    return made


def picture():
    return lines(curve("a", [1, 2], [1, 4]), x="n", y="size")


def test_a_figure_keeps_what_it_is_told(paper):
    decorated = paper.figure("growth", title="Growth", at="Figure 1", says="It grows.", illustrates="lem:1",
                             tier="full")(picture)
    assert decorated is picture
    made = paper.figures["growth"]
    assert (made.title, made.at, made.says, made.illustrates, made.tier) == ("Growth", "Figure 1", "It grows.",
                                                                             ("lem:1",), "full")
    assert (made.paper, made.file) == ("doe2026", __file__)
    assert draw(made)["curves"][0]["y"] == (1.0, 4.0)
    head = paper_head(paper)["figures"]
    assert head == [figure_head(made)] == json.loads(json.dumps(head))
    check_uses(paper)


@pytest.mark.parametrize(("identifier", "details", "sentence"), [
    ("", {}, "figure '': id: a text (given: ); write @paper.figure(\"id\", title=\"…\")"),
    (3, {}, "figure 3: id: a text (given: 3)"),
    ("f", {"title": ""}, "figure 'f': title: a text (given: )"),
    ("f", {"at": 3}, "figure 'f': at: a text (given: 3)"),
    ("f", {"tier": "slow"}, "figure 'f': tier: fast or full (given: slow)"),
    ("f", {"illustrates": 3}, "figure 'f': illustrates: ids of claims (given: 3)"),
    ("f", {"illustrates": [3]}, "figure 'f': illustrates: ids of claims (given: [3])"),
    ("f", {"titel": "x"}, "figure 'f' has no titel=: known are title, at, says, illustrates, tier; write title="),
    ("f", {"caption": "x"}, "figure 'f' has no caption=: known are title, at, says, illustrates, tier; write says="),
    ("used", {}, "the id 'used' is used twice: ids of figures are unique in a paper"),
])
def test_misuse_is_refused_at_its_line(paper, identifier, details, sentence):
    paper.figure("used", title="Used")(picture)
    with pytest.raises(FigureError) as caught:
        paper.figure(identifier, **{"title": "Title", **details})(picture)
    assert sentence in str(caught.value)
    assert str(caught.value).startswith(f"{__file__}:")


@pytest.mark.parametrize("function", [lambda n: n, 3, None])
def test_what_cannot_be_called_without_arguments_is_no_figure(paper, function):
    with pytest.raises(FigureError, match="figure 'f': it decorates a plain function without arguments"):
        paper.figure("f", title="Title")(function)


def test_a_decorator_without_brackets_is_not_silent(paper):
    with pytest.raises(FigureError, match=r"write @paper\.figure"):
        paper.figure(picture)
    with collecting():
        paper.figure(picture)
    assert "a text" in paper.figures["without an id"].fault


def test_a_figure_illustrates_claims_that_exist_and_may_come_later(paper):
    paper.figure("f", title="Title", illustrates=["lem:1", "lem:2"])(picture)
    with pytest.raises(FigureError, match="figure 'f' illustrates 'lem:2', which the paper does not have; "
                                          "write 'lem:1'"):
        check_uses(paper)
    with collecting():
        check_uses(paper)
    assert paper.figures["f"].illustrates == ("lem:1",)
    assert "lem:2" in paper.figures["f"].fault
    other = Paper("k")
    other.figure("f", title="Title", illustrates="later")(picture)
    other.claim("later", "1 == 1", at="p. 1")
    check_uses(other)


def test_in_a_file_a_figure_that_is_not_well_formed_stands_with_its_fault(paper):
    with collecting():
        paper.figure("f", title="Title")(picture)
        paper.figure("f", title="Title")(picture)
    assert list(paper.figures) == ["f", "f (2)"]
    assert "used twice" in paper.figures["f (2)"].fault


@pytest.mark.parametrize("value", [None, 3, [1, 2], curve("a", [1], [1])])
def test_a_function_that_returns_no_picture(paper, value):
    paper.figure("f", title="Title")(lambda: value)
    with pytest.raises(FigureError, match=f"the function of figure 'f' returned {type(value).__name__}: it returns a "
                                          "picture; write return lines"):
        draw(paper.figures["f"])
