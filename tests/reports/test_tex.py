"""Texts in LaTeX: the expected source was written by hand from the LaTeX manual."""

import pytest

from reports import glyph, tex


@pytest.mark.parametrize(
    ("text", "source"),
    [
        (r"\input{x}", r"\textbackslash{}input\{x\}"),
        ("a&b%c_d#e$", r"a\&b\%c\_d\#e\$"),
        ("x^2~y", r"x\textasciicircum{}2\textasciitilde{}y"),
        ("--", "-{}-{}"),
        ("<<>>", r"\textless{}\textless{}\textgreater{}\textgreater{}"),
        ("α ≤ ∞", r"\ensuremath{\alpha} \ensuremath{\leq} \ensuremath{\infty}"),
        ("½", r"\textonehalf{}"),
        ("x²", r"x\textsuperscript{2}"),
        ("h⁻¹", r"h\textsuperscript{\ensuremath{-}}\textsuperscript{1}"),
        ("v̄", r"\ensuremath{\bar{v}}"),
        ("f\u0302", r"\ensuremath{\hat{f}}"),
        ("ẋ", r"\ensuremath{\dot{x}}"),
        ("Åé", "Åé"),
        ("ﬁ", "fi"),
        ("中", r"\codepoint{4E2D}"),
        ("🙂", r"\codepoint{1F642}"),
        ("a\x07\u202e\ud800", r"a\codepoint{0007}\codepoint{202E}\codepoint{D800}"),
        ("a\n\n b\t", "a b"),
        ("", ""),
    ],
)
def test_escape(text, source):
    assert tex.escape(text) == source


def test_long_words_may_break_and_ordinary_ones_are_left_alone():
    assert tex.escape("internationalisation") == "internationalisation"
    assert tex.escape("average_sensitivity") == r"average\_\allowbreak{}sensitivity"
    assert tex.escape("w" * 24) == r"\softbreak{}".join(["wwww"] * 6)


def test_finalize_escapes_everything_but_our_own_source():
    assert tex.finalize(tex.Tex(r"\bfseries")) == r"\bfseries"
    assert tex.finalize(r"\bfseries") == r"\textbackslash{}bfseries"
    assert tex.finalize(None) == ""
    assert tex.finalize(3) == "3"


def test_bookmarks_hold_no_command_for_mathematics():
    assert tex.plain("α_{1} é") == r"[U+03B1]\_\{1\} é"


def test_visible_shows_what_hides():
    assert glyph.visible("a\u200b\u2066\x00b\nc") == "a[U+200B][U+2066][U+0000]b\nc"


def test_abbreviate_keeps_both_ends():
    short = glyph.abbreviate("12345" * 100, limit=10)
    assert short.startswith("123451 … (500 characters) … ")
    assert short.endswith("2345")
