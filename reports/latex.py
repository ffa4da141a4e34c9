"""The record as a LaTeX report, and its PDF where LaTeX is installed."""

from functools import cache
from pathlib import Path
from typing import Any

import jinja2

from reports import bar, formula, glyph, legend, outline, phrase, plot, record, tex, tikz
from reports.pdf import compile_pdf
from reports.tex import Tex

__all__ = ["compile_pdf", "render"]

Record = dict[str, Any]

TONES = {
    "proved": "1F6F50", "held": "2B6C99", "known": "6A751B", "wrong": "B3261E", "hollow": "A05E00", "open": "5F6672",
}  # fmt: skip
_BAR_WIDTH = 158.0  # mm


def render(data: Record) -> str:
    """The report as one LaTeX file for pdfLaTeX, needing no other file and no shell escape.

    Args:
        data: a valid record.
    Returns:
        the source; everything from the record is escaped, formulas are printed only if `formula.read` accepts them.
    Raises:
        RecordError: `data` is not a valid record.
    """
    record.validate(data)
    parts = outline.parts(data)
    unexpected = [item for part in parts for item in part.items if not item.claim["as_expected"]]
    return _environment().get_template("report.tex").render(
        title=_title(parts),
        tool=f"{data['tool']['name']} {data['tool']['version']}",
        parts=parts,
        unexpected=unexpected,
        headline=outline.headline(data),
        headline_tone=outline.headline_tone(data),
        run=data["run"],
        exit_meaning=phrase.EXIT_CODES[data["run"]["exit_code"]],
        verdicts=legend.VERDICTS.values(),
        notions=legend.NOTIONS,
        tones={**TONES, **tikz.COLOURS},
    )  # fmt: skip


def _title(parts: tuple[outline.Part, ...]) -> str:
    return parts[0].title if len(parts) == 1 else f"Report on {len(parts)} papers"


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).with_name("templates")),
        block_start_string="<%", block_end_string="%>", variable_start_string="<<", variable_end_string=">>",
        comment_start_string="<#", comment_end_string="#>", trim_blocks=True, lstrip_blocks=True,
        undefined=jinja2.StrictUndefined, finalize=tex.finalize, autoescape=False, keep_trailing_newline=True,
    )  # fmt: skip
    environment.filters["tex"] = Tex
    environment.globals.update(
        mono=tex.mono, plain=tex.plain, abbreviate=glyph.abbreviate,
        statement=_statement, bar=_bar, strip=_strip, picture=_picture, ladder=plot.ladder, drawn=phrase.ladder,
        remarks=phrase.remarks, witness=phrase.witness, facts=phrase.facts, need=phrase.need, short=_short,
        setting=phrase.setting, counterexamples=outline.evidence_counterexamples, derivation=outline.derivation,
        standing=legend.standing,
        blame=legend.blame, caption=phrase.caption, missing=phrase.missing, origins=legend.ORIGINS,
        byline=phrase.byline,
        counted=phrase.counted, duration=phrase.duration,
    )  # fmt: skip
    return environment


def _short(text: str) -> str:
    """For a cell or a heading, which cannot break across pages."""
    return glyph.abbreviate(text, 160)


def _statement(claim: Record) -> Tex:
    """The statement as a formula if it is one that can be trusted, else its source text."""
    plain = tex.mono(glyph.abbreviate(claim["statement"], 3000))
    accepted = formula.read(claim["statement_latex"])
    if accepted is None:
        return Tex(rf"{{\RaggedRight\small {plain}\par}}")
    rows = r" \\ ".join(f"& {line}" if index == 0 else rf"& \quad {line}" for index, line in enumerate(accepted.lines))
    return Tex(rf"\formula{{{accepted.source}}}{{{rows}}}{{{plain}}}")


def _bar(counts: tuple[tuple[legend.Entry, int], ...]) -> Tex:
    """Stretches with their counts, and under each its mark, so that no meaning hangs on a colour."""
    pieces = []
    for part in bar.segments(counts):
        left, right = part.start * _BAR_WIDTH, (part.start + part.width) * _BAR_WIDTH - 0.5
        middle = (left + right) / 2
        pieces.append(rf"\fill[{part.entry.tone}] ({left:.2f},0) rectangle ({right:.2f},3.8);")
        if right - left >= 3:
            pieces.append(rf"\node[inner sep=0pt] at ({middle:.2f},-2.4) {{\vmark{{{part.entry.key}}}}};")
        if right - left >= 6:
            pieces.append(
                rf"\node[text=white,font=\scriptsize\bfseries,inner sep=0pt] at ({middle:.2f},1.9) {{{part.count}}};"
            )
    return Tex(rf"\begin{{tikzpicture}}[x=1mm,y=1mm]{''.join(pieces)}\end{{tikzpicture}}")


def _picture(shown: Record) -> Tex:
    return tikz.picture(plot.draw(shown))


def _strip(claim: Record) -> Tex:
    share = 40 * bar.admitted_share(claim["reach"]["admitted"], claim["reach"]["tried"])
    return Tex(
        r"\begin{tikzpicture}[x=1mm,y=1mm]"
        rf"\fill[held] (0,0) rectangle ({share:.2f},1.6);\draw[hair,line width=.4pt] (0,0) rectangle (40,1.6);"
        r"\end{tikzpicture}"
    )
