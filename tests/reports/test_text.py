"""Text for terminals."""

import re

import pytest
from rich.cells import cell_len

from reports import text


def test_one_line_per_claim_and_the_reason_below_a_failure(small):
    shown = text.render(small, color=False, width=160)
    lines = shown.splitlines()
    heads = [line for line in lines if re.match(r"[●◆■◐⊗✗?∅–] ", line)]
    assert len(heads) == 9
    assert heads[0].split() == [
        "●", "derived", "majority", "Section", "3,", "p.", "4", "Derived", "on", "the", "whole", "scope",
        "(exact).",
    ]  # fmt: skip
    below = lines[lines.index(heads[5]) + 1 :]
    assert below[0].strip() == "not as expected; doe2026.py:57"
    assert below[1].strip() == "counterexample: n = 2"
    assert any(line.strip() == "hint: holds from n ≥ 10" for line in below)
    assert lines[-1].startswith("3 of 9 claims are not as expected.")


def test_colour_changes_no_word(small, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "20")
    plain, coloured = (text.render(small, color=color, width=100) for color in (False, True))
    assert "\x1b[" in coloured
    assert "\x1b" not in plain
    stripped = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert [line.split() for line in stripped.splitlines()] == [line.split() for line in plain.splitlines()]


@pytest.mark.parametrize("width", [40, 80])
def test_lines_fit_and_no_text_controls_the_terminal(hostile, width):
    shown = text.render(hostile, color=False, width=width)
    shown.encode("utf-8")
    assert "\x1b" not in shown
    assert "[U+001B]" in shown.replace("\n", "").replace(" ", "")
    assert max(map(cell_len, shown.splitlines())) <= width


def test_card_tells_everything_about_a_claim(small):
    card = text.claim(small["papers"][0]["claims"][4])
    for words in (
        "exactly", "⊗ refuted, as expected, enclosed", "What fails is the wording of a summary", "all d ≥ 2", "(Σ)",
        "loss(one_step(d)) == 0", "counterexample: d = 64", "[3.1e-9 ± 2e-24]", "assay replay doe2026/exactly-1.txt",
        "evidence: enclosure, fails, enclosed, window; 1 of 1", "hint", "doe2026.py:12 (fast tier)",
    ):  # fmt: skip
        assert words in card


def test_card_lists_steps_power_and_reach(small):
    card = text.claim(small["papers"][0]["claims"][0])
    for words in ("3. the product is the claim", "14 of 14 false variants refuted", "13 tried, 7 met the hypotheses"):
        assert words in card
