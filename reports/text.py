"""The record for a terminal: one line per claim, and the whole card of one claim."""

import io
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from reports import glyph, legend, outline, phrase, record

Record = dict[str, Any]

_STYLES = {
    "proved": "green",
    "held": "cyan",
    "known": "green",
    "wrong": "bold red",
    "hollow": "yellow",
    "open": "bright_black",
}


def render(data: Record, color: bool = False, width: int = 100) -> str:
    """A table with one line per claim, grouped by paper; below each claim that is not as expected, why.

    Args:
        data: a valid record.
        color: whether to write colours; without them the same words and marks remain.
        width: columns.
    Returns:
        the text, ending with a line end.
    Raises:
        RecordError: `data` is not a valid record.
    """
    record.validate(data)
    blocks: list[RenderableType] = []
    for part in outline.parts(data):
        blocks += [_title(part), *_rows(part, width), Text()]
    blocks.append(_line(outline.headline(data), "bold"))
    return _print(Group(*blocks), color, width)


def claim(data: Record, color: bool = False, width: int = 88) -> str:
    """The full card of one claim.

    Args:
        data: a claim of a record.
        color: whether to write colours.
        width: columns.
    Returns:
        the text, ending with a line end.
    """
    entry = legend.entry(data)
    head = _line(f"{entry.mark} {entry.word}", _STYLES[entry.tone])
    head.append(f", {_plain(data['grade'])}" if data["grade"] else "", "bright_black")
    head.append(f"  {legend.standing(data)}" if legend.standing(data) else "", "bold")
    blocks: list[RenderableType] = [Rule(_line(data["id"], "bold"), align="left", style="bright_black"), head]
    blocks += [_line(text) for text in (data["sentence"], legend.blame(data)) if text]
    blocks += [Text(), Padding(_line(data["statement"], "bold"), (0, 0, 0, 2)), Text(), _facts(data)]
    blocks += _derivation(data)
    blocks += [block for shown in outline.evidence_counterexamples(data) for block in _witness(shown)]
    blocks += [block for item in data["evidence"] for block in _evidence(item)]
    return _print(Group(*blocks), color, width)


def _title(part: outline.Part) -> RenderableType:
    title = _line(part.paper["key"], "bold")
    if part.title != part.paper["key"]:
        title.append(f"  {_plain(part.title)}", "bright_black")
    counts = ", ".join(f"{count} {entry.word}" for entry, count in part.counts) or "no claims"
    return Group(title, _line(counts, "bright_black"))


def _rows(part: outline.Part, width: int) -> list[RenderableType]:
    """Tables of one shape, interrupted by what explains a claim that is not as expected."""
    words = max((len(item.entry.word) + 2 for item in part.items), default=0)
    names = min(max((_cells(item.claim["id"]) for item in part.items), default=0), max(width // 5, 8))
    places = min(max((_cells(item.claim["at"]) for item in part.items), default=0), max(width // 5, 8))
    result: list[RenderableType] = []
    for item in part.items:
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
        for wide in (words, names, places):
            table.add_column(width=wide, overflow="fold")
        table.add_column(overflow="fold")
        verdict = _line(f"{item.entry.mark} {item.entry.word}", _STYLES[item.entry.tone])
        place = _line(item.claim["at"], "bright_black")
        table.add_row(verdict, _line(item.claim["id"]), place, _line(phrase.brief(item.claim)))
        result.append(table)
        if not item.claim["as_expected"]:
            result.append(Padding(Group(*_explanation(item.claim)), (0, 0, 0, 4)))
    return result


def failure(data: Record, width: int = 100) -> str:
    """Why a claim is not as expected, without colours: what is stated, what was found, and what would mend it.

    Args:
        data: a claim of a record.
        width: columns.
    Returns:
        the text, ending with a line end.
    """
    head = _line(f"{legend.entry(data).word}: {data['sentence']}")
    stated = Padding(_line(data["statement"]), (0, 0, 0, 2))
    return _print(Group(head, stated, *_explanation(data)), False, width)


def _explanation(data: Record) -> list[RenderableType]:
    where = f"{data['where']['file']}:{data['where']['line']}"
    result: list[RenderableType] = [_line(f"{legend.standing(data)}; {where}", "bold")]
    result += [_line(text) for text in (legend.blame(data),) if text]
    for shown in outline.evidence_counterexamples(data):
        if shown["instance"] or shown["relation"] or shown["reason"] not in data["sentence"]:
            told = shown["reason"] and shown["reason"] in data["sentence"]
            result += _witness({**shown, "reason": ""} if told else shown)
    result += [_line(f"hint: {hint}") for hint in data["hints"]]
    return result


def _derivation(data: Record) -> list[RenderableType]:
    """The author's lines, each with its reason."""
    lines = [f"{number}. {line['statement']}" + (f"   [{line['why']}]" if line["why"] else "")
             for number, line in enumerate(outline.derivation(data), 1)]
    head = [_line("derivation")] if lines else []
    return [*head, *(Padding(_line(text, "bright_black"), (0, 0, 0, 2)) for text in lines)]


def _witness(shown: Record) -> list[RenderableType]:
    instance = ", ".join(f"{row['name']} = {glyph.abbreviate(row['value'], 200)}" for row in shown["instance"])
    head = f"counterexample: {instance}" if instance else "counterexample"
    rows = [("because", shown["reason"])] if shown["reason"] else []
    rows += [(label, glyph.abbreviate(value, 200)) for label, value in phrase.witness(shown)]
    return [_line(head, "bold"), Padding(_pairs(rows), (0, 0, 0, 2))]


def _facts(data: Record) -> RenderableType:
    origin = legend.ORIGINS[data["origin"]]
    rows = [("source", f"{data['at']}; {origin.meaning} ({origin.mark})")] if data["where"]["file"] else []
    rows += [("says", data["says"])] if data["says"] else []
    rows += [("hypothesis", _hypothesis(row)) for row in data["hypotheses"]]
    rows += [("variable", f"{row['name']} in {row['domain']}") for row in data["variables"]]
    rows += phrase.facts(data)
    rows += [("rests on", ", ".join(data["uses"]))] if data["uses"] else []
    rows += [("hint", hint) for hint in data["hints"]]
    if data["where"]["file"]:
        rows += [("stated in", f"{data['where']['file']}:{data['where']['line']} ({data['tier']} tier)")]
    return _pairs(rows)


def _hypothesis(row: Record) -> str:
    name = row["name"] if row["text"] in ("", row["name"]) else f"{row['name']}: {row['text']}"
    return "; ".join(part for part in (name, phrase.need(row)) if part)


def _evidence(item: Record) -> list[RenderableType]:
    words = [item["check"], item["outcome"], item["rigour"], item["coverage"]]
    head = "evidence: " + ", ".join(word for word in words if word)
    if item["tried"]:
        head += f"; {phrase.counted(item['admitted'], item['tried'])} instances met the hypotheses"
    below = phrase.remarks(item) + [f"{number}. {step}" for number, step in enumerate(item["steps"], 1)]
    return [_line(head), *(Padding(_line(text, "bright_black"), (0, 0, 0, 2)) for text in below)]


def _pairs(rows: list[tuple[str, str]]) -> RenderableType:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column(width=12, no_wrap=True)
    table.add_column(overflow="fold")
    for label, text in rows:
        table.add_row(_line(label, "bright_black"), _line(text))
    return table


def _plain(text: str) -> str:
    """No escape sequence, bell or overriding direction of an author's reaches the terminal."""
    return glyph.visible(" ".join(text.split()))


def _line(text: str, style: str = "") -> Text:
    return Text(_plain(text), style=style, overflow="fold")


def _cells(text: str) -> int:
    return Text(_plain(text)).cell_len


def _print(block: RenderableType, color: bool, width: int) -> str:
    """Print into a string: the terminal, NO_COLOR and COLUMNS of this process play no part."""
    console = Console(
        file=io.StringIO(), force_terminal=color, color_system="standard" if color else None, no_color=not color,
        width=width, highlight=False, markup=False, emoji=False, legacy_windows=False, _environ={},
    )  # fmt: skip
    with console.capture() as captured:
        console.print(block)
    return "\n".join(line.rstrip() for line in captured.get().splitlines()) + "\n"
