"""The HTML page and card: well-formed, self-contained, silent about nothing."""

import re
from html.parser import HTMLParser

import pytest

from reports import html

VOID = {"meta", "br", "rect", "mspace", "polyline", "polygon", "circle"}


class Page(HTMLParser):
    """Tags, attributes and text; raises where a closing tag does not match."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.attributes, self.text = [], [], [], ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, *pair) for pair in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, *pair) for pair in attrs]

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


@pytest.mark.parametrize("name", ["small", "hostile"])
def test_page_is_well_formed_and_needs_nothing_from_outside(name, request):
    text = html.render(request.getfixturevalue(name))
    text.encode("utf-8")
    page = Page(text)
    assert not {"script", "link", "img", "iframe", "object", "base", "form", "input"} & set(page.tags)
    assert not [key for _, key, _ in page.attributes if key.startswith("on")]
    assert not {"src", "srcset", "action", "xlink:href"} & {key for _, key, _ in page.attributes}
    links = [value for _, key, value in page.attributes if key == "href"]
    names = [value for _, key, value in page.attributes if key == "id"]
    assert links
    assert all(link.startswith("#") and link[1:] in names for link in links)
    assert len(set(names)) == len(names)
    assert "url(" not in text
    assert "@import" not in text
    assert ("meta", "content", "default-src 'none'; style-src 'unsafe-inline'") in page.attributes


def test_page_shows_every_claim_with_its_word_and_sentence(small):
    page = Page(html.render(small))
    for claim in small["papers"][0]["claims"]:
        assert claim["id"] in page.text
        assert claim["sentence"] in page.text
    for words in ("refuted, as expected", "not as expected", "holds from n ≥ 10", "An asymptotic statement", "1.14.0"):
        assert words in page.text
    assert page.tags.count("math") == 8
    assert page.tags.count("svg") == 7  # a bar, a ladder, two figures, a strip for each claim that turns some away


def test_figures_have_titles_descriptions_and_links(small):
    text = html.render(small)
    page = Page(text)
    assert page.tags.count("figure") == 4 + 1  # those of the paper, and a ladder
    assert "average sensitivity over n from 3 to 81: measured (4 points) from 1.5 to 7.2;" in page.text
    assert "It cannot be drawn (no verdict depends on it): doe2026.py:80: ZeroDivisionError" in page.text
    assert "Not drawn: it belongs to the full tier" in page.text
    assert text.count('href="#figure-2"') == 3  # in the list, and from both claims


def test_texts_appear_literally_and_hidden_characters_are_shown(hostile):
    page = Page(html.render(hostile))
    for words in ("<script>alert(1)</script>", r"\input{x}", "[U+202E]", "[U+D800]", "{{ 7*7 }}", "中文"):
        assert words in page.text


@pytest.mark.parametrize("latex", [r"\input{x}", "x_{1 = 2", r"\htmlData{a}{b}", "中 = 1", ""])
def test_a_refused_formula_is_shown_as_source(small, latex):
    claim = small["papers"][0]["claims"][0]
    claim.update(statement_latex=latex, statement="a < b & c")
    card = html.claim_card(claim)
    assert '<pre class="source">a &lt; b &amp; c</pre>' in card
    assert "<math" not in card


def test_mathml_says_the_same_as_the_formula():
    shown = html.mathml(r"\frac{1}{2} \leq α", display="inline")
    assert re.sub("<[^>]*>", " ", shown).split() == ["1", "2", "&#x02264;", "&#x003B1;"]
    assert "<mfrac>" in shown


@pytest.mark.parametrize("name", ["small", "hostile"])
def test_card_is_one_well_formed_element(name, request):
    for claim in request.getfixturevalue(name)["papers"][0]["claims"]:
        page = Page(html.claim_card(claim))
        assert page.tags[:2] == ["div", "style"]
        assert not {"script", "link", "img", "a"} & set(page.tags)
