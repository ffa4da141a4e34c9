"""Markdown: the table keeps its shape, and texts stay texts."""

import re

from reports import markdown


def test_table_has_one_row_per_claim(small):
    rows = [line for line in markdown.render(small).splitlines() if line.startswith("|")]
    assert len(rows) == 2 + 9
    assert rows[6] == (
        "| ⊗ refuted, as expected | `exactly` | Section 1 | "
        "Refuted in balls at d = 64: a softmax with finite logits never has zero loss. |"
    )


def test_failures_carry_their_counterexample_and_hints(small):
    text = markdown.render(small)
    assert "  - counterexample `n = 2`: 8 exceeds 4." in text
    assert "    - left side: `8`" in text
    assert "  - hint: holds from n ≥ 10" in text


def test_rows_keep_their_columns_whatever_is_typed(hostile):
    text = markdown.render(hostile)
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len(rows) == 2 + 18 + 2 + 1
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {5}
    assert "<script>" not in re.sub(r"(`+).*?\1(?!`)", "", text)


def test_escape_by_hand():
    assert markdown.escape("# not a heading") == "&#35; not a heading"
    assert markdown.escape("1. not a list") == "&#49;. not a list"
    assert markdown.escape("*a* http://x [b](c)") == r"\*a\* http&#58;//x \[b\](c)"
    assert markdown.code("``") == "``` `` ```"
    assert markdown.code("") == ""


def test_figures_are_told_in_a_line_each(small):
    lines = [line for line in markdown.render(small).splitlines() if line.startswith("- Figure")]
    assert len(lines) == 4
    assert "1: Sharpness by size and radius. L for 3 values of n and 2 of ρ: from 0.001 to 1.7" in lines[0]
    assert "cannot be drawn" in lines[2]
