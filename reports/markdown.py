"""The record as Markdown: a short summary for a pull request or a job's page."""

import re
from typing import Any

from reports import glyph, legend, outline, phrase, plot, record

Record = dict[str, Any]

_SPECIAL = re.compile(r"([\\`*_\[\]|~$])")
_LEADING = re.compile(r"^([#+=-]|\d+(?=[.)]))")  # would begin a heading, a list or an underline
_LINKING = re.compile(r":(?=//|[\w+-]+:)")  # would begin a link or an emoji


def render(data: Record) -> str:
    """A headline, one table per paper with one line per claim, and why each claim is not as expected.

    Args:
        data: a valid record.
    Returns:
        GitHub-flavoured Markdown; everything from the record is escaped.
    Raises:
        RecordError: `data` is not a valid record.
    """
    record.validate(data)
    blocks = [f"**{escape(outline.headline(data))}**"]
    blocks += [block for part in outline.parts(data) for block in _part(part)]
    run = data["run"]
    versions = ", ".join(f"{escape(name)} {escape(version)}" for name, version in run["versions"].items())
    tool = escape(f"{data['tool']['name']} {data['tool']['version']}")
    blocks.append(f"{tool}, {run['tier']} tier, exit code {run['exit_code']}" + (f"; {versions}" if versions else ""))
    return "\n\n".join(blocks) + "\n"


def escape(text: str) -> str:
    r"""`text` in one line that Markdown prints literally.

    >>> print(escape("a_b <i> | [x](y)"))
    a\_b &lt;i&gt; \| \[x\](y)
    """
    flat = glyph.visible(" ".join(text.split()))
    marked = _SPECIAL.sub(r"\\\1", flat.replace("&", "&amp;"))
    marked = _LINKING.sub("&#58;", marked.replace("<", "&lt;").replace(">", "&gt;"))
    return _LEADING.sub(lambda match: "".join(f"&#{ord(c)};" for c in match[0]), marked)


def code(text: str) -> str:
    """`text` in one line as a code span, in a fence longer than any run of backticks inside it.

    >>> print(code("a`b|c"))
    ``a`b\\|c``
    """
    flat = glyph.visible(" ".join(text.split())).replace("|", r"\|")
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", flat)), default=0))
    edge = " " if flat.startswith("`") or flat.endswith("`") else ""
    return f"{fence}{edge}{flat}{edge}{fence}" if flat else ""


def _part(part: outline.Part) -> list[str]:
    counts = ", ".join(f"{entry.mark} {count} {entry.word}" for entry, count in part.counts) or "no claims"
    blocks = [f"### {escape(part.title)}", f"{escape(phrase.byline(part.paper))} – {counts}"]
    if part.items:
        rows = [_row(item) for item in part.items]
        blocks.append("\n".join(["| Verdict | Claim | At | What it means |", "|---|---|---|---|", *rows]))
    blocks += [_explanation(item) for item in part.items if not item.claim["as_expected"]]
    return blocks + (["\n".join(map(_plate, part.plates))] if part.plates else [])


def _plate(plate: outline.Plate) -> str:
    figure = plate.figure
    shown = f"{plot.describe(figure['picture'])}." if figure["picture"] else phrase.missing(figure)
    return f"- Figure {plate.number}: {escape(phrase.caption(figure))} {escape(glyph.abbreviate(shown))}"


def _row(item: outline.Item) -> str:
    claim = item.claim
    flag = f" **{legend.standing(claim)}**" if legend.standing(claim) else ""
    verdict = f"{item.entry.mark} {item.entry.word}{flag}"
    return f"| {verdict} | {code(claim['id'])} | {escape(claim['at'])} | {escape(claim['sentence'])} |"


def _explanation(item: outline.Item) -> str:
    claim = item.claim
    where = code(f"{claim['where']['file']}:{claim['where']['line']}")
    lines = [f"- {item.entry.mark} {code(claim['id'])}, {legend.standing(claim)} ({where})"]
    if legend.blame(claim):
        lines.append(f"  - {legend.blame(claim)}")
    for shown in outline.evidence_counterexamples(claim):
        values = ", ".join(code(f"{row['name']} = {glyph.abbreviate(row['value'], 200)}") for row in shown["instance"])
        lines.append(f"  - counterexample {values}: {escape(glyph.abbreviate(shown['reason']))}")
        lines += [f"    - {label}: {code(glyph.abbreviate(value, 200))}" for label, value in phrase.witness(shown)]
    lines += [f"  - hint: {escape(hint)}" for hint in claim["hints"]]
    return "\n".join(lines)
