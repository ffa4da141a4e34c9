"""The record as one HTML file that opens offline, and the card of one claim for a notebook.

No script, no request: style, marks, pictures (SVG) and formulas (MathML) are in the file, and a content policy in its
head forbids everything else.
"""

import warnings
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import jinja2
from latex2mathml import converter
from markupsafe import Markup, escape

from reports import bar, formula, glyph, legend, outline, phrase, plot, record, svg

Record = dict[str, Any]

_LIMIT = 3000
_MATHML = "{http://www.w3.org/1998/Math/MathML}"
_ELEMENTS = frozenset(
    _MATHML + name
    for name in (
        "math", "mrow", "mi", "mn", "mo", "ms", "mtext", "mspace", "mfrac", "msqrt", "mroot", "msub", "msup", "msubsup",
        "munder", "mover", "munderover", "mtable", "mtr", "mtd", "mstyle", "mpadded", "mphantom", "menclose",
    )
)  # fmt: skip


def render(data: Record) -> str:
    """The report as one self-contained HTML page, for light and dark, wide and narrow screens.

    Args:
        data: a valid record.
    Returns:
        the page; everything from the record is escaped.
    Raises:
        RecordError: `data` is not a valid record.
    """
    record.validate(data)
    parts = outline.parts(data)
    return _environment().get_template("report.html").render(
        parts=parts,
        title=parts[0].title if len(parts) == 1 else f"Report on {len(parts)} papers",
        tool=f"{data['tool']['name']} {data['tool']['version']}",
        unexpected=[item for part in parts for item in part.items if not item.claim["as_expected"]],
        headline=outline.headline(data),
        headline_tone=outline.headline_tone(data),
        run=data["run"],
        exit_meaning=phrase.EXIT_CODES[data["run"]["exit_code"]],
        verdicts=legend.VERDICTS.values(),
        notions=legend.NOTIONS,
    )  # fmt: skip


def claim_card(claim: Record) -> str:
    """A fragment that shows one claim of a record, with its own style: what a notebook displays.

    Args:
        claim: a claim of a record.
    Returns:
        one `<div>` element.
    """
    item = outline.Item("", claim, "", legend.entry(claim), tuple((name, None) for name in claim["uses"]))
    return _environment().get_template("card.html").render(item=item)


def mathml(latex: str, display: str = "block") -> Markup | None:
    """A formula as MathML, or None when it is refused or cannot be translated.

    >>> mathml(r"x_{1 = 2") is None
    True
    """
    accepted = formula.read(latex)
    if accepted is None:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            text = converter.convert(accepted.source, display=display)
        elements = {element.tag for element in ET.fromstring(text).iter()}
    # The translator raises errors of many kinds on formulas it does not know; the source text is shown instead.
    except Exception:
        return None
    return Markup(text) if elements <= _ELEMENTS else None


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).with_name("templates")), autoescape=True, finalize=_finalize,
        undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    environment.globals.update(
        statement=_statement, bar=_bar, strip=_strip, picture=_picture, ladder=plot.ladder,
        drawn=phrase.ladder, abbreviate=glyph.abbreviate,
        remarks=phrase.remarks, counterexamples=outline.evidence_counterexamples, standing=legend.standing,
        blame=legend.blame, caption=phrase.caption, missing=phrase.missing, origins=legend.ORIGINS,
        byline=phrase.byline, facts=phrase.facts, need=phrase.need, witness=phrase.witness,
        derivation=outline.derivation,
        counted=phrase.counted, duration=phrase.duration, setting=phrase.setting,
    )  # fmt: skip
    return environment


def _finalize(value: object) -> object:
    """No hidden character reaches the page, and no text without end; markup of our own passes as it is."""
    if value is None:
        return ""
    return value if isinstance(value, Markup) else glyph.visible(glyph.abbreviate(str(value), _LIMIT))


def _statement(claim: Record) -> Markup:
    """The statement as a formula where it is one that can be trusted, with its source text; else the text alone."""
    text = escape(glyph.visible(glyph.abbreviate(claim["statement"], _LIMIT)))
    shown = mathml(claim["statement_latex"])
    if shown is None:
        return Markup('<pre class="source">{}</pre>').format(text)
    source = Markup('<pre class="source quiet">{}</pre>').format(text) if text.strip() else ""
    return Markup('<div class="formula">{}</div>{}').format(shown, source)


def _bar(counts: tuple[tuple[legend.Entry, int], ...]) -> Markup:
    label = ", ".join(f"{count} {entry.word}" for entry, count in counts)
    pieces = Markup("").join(
        Markup('<rect class="fill {}" x="{:.2f}" y="0" width="{:.2f}" height="8"><title>{}</title></rect>').format(
            part.entry.tone, 1000 * part.start, max(1000 * part.width - 3, 1), f"{part.count} {part.entry.word}"
        )
        for part in bar.segments(counts)
    )
    frame = '<svg class="bar" viewBox="0 0 1000 8" preserveAspectRatio="none" role="img" aria-label="{}">{}</svg>'
    return Markup(frame).format(label, pieces)


def _picture(shown: Record, title: str, anchor: str) -> Markup:
    return svg.image(plot.draw(shown), title, plot.describe(shown), anchor)


def _strip(claim: Record) -> Markup:
    share = bar.admitted_share(claim["reach"]["admitted"], claim["reach"]["tried"])
    return Markup(
        '<svg class="strip" viewBox="0 0 160 6" role="img" aria-label="{}"><rect class="frame" x=".5" y=".5" '
        'width="159" height="5"/><rect class="fill held" x=".5" y=".5" width="{:.1f}" height="5"/></svg>'
    ).format(phrase.reach(claim), 159 * share)
