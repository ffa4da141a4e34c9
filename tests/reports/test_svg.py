"""SVG: a picture in a page has a title, a description, and nothing that an author smuggled in."""

import xml.etree.ElementTree as ET

from reports import svg
from reports.plot import Drawing, Words

NAME = "{http://www.w3.org/2000/svg}"


def test_hostile_words_are_shown_and_long_ones_squeezed():
    words = (Words(1, 2, "<script>alert(1)</script>\u202e"), Words(1, 5, "w" * 100, "start", "ink", 20))
    text = svg.image(Drawing(9, words), '"><b>', "a & b", "figure-1")
    root = ET.fromstring(text)
    assert [child.tag for child in root] == ["title", "desc", "text", "text"]
    assert root.attrib["aria-labelledby"] == "figure-1-t figure-1-d"
    assert (root[0].text, root[1].text) == ('"><b>', "a & b")
    assert root[2].text == "<script>alert(1)</script>[U+202E]"
    assert root[3].attrib["textLength"] == "20.00"
    assert "textLength" not in root[2].attrib
