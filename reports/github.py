"""The record as workflow commands: lines that GitHub shows beside the code."""

from typing import Any

from reports import glyph, legend, outline, phrase, record

Record = dict[str, Any]


def render(data: Record) -> str:
    """One `::error` line per claim that is not as expected, at the line where it is stated, and one line for the run.

    Args:
        data: a valid record.
    Returns:
        the lines, each ended; the last is `::notice` for a run in order, `::error` for one that is not.
    Raises:
        RecordError: `data` is not a valid record.
    """
    record.validate(data)
    lines = [_claim(claim) for claim in outline.every_claim(data) if not claim["as_expected"]]
    kind = "notice" if outline.headline_tone(data) == "held" else "error"
    lines.append(command(kind, outline.headline(data), title=f"{data['tool']['name']} {data['tool']['version']}"))
    return "".join(f"{line}\n" for line in lines)


def command(kind: str, message: str, **properties: str) -> str:
    """A workflow command in one line, escaped as its reader expects; empty properties are left out.

    >>> command("error", "100% wrong\\nsee a:b", file="a,b:c.py", line="3")
    '::error file=a%2Cb%3Ac.py,line=3::100%25 wrong%0Asee a:b'
    """
    shown = ",".join(f"{name}={_property(value)}" for name, value in properties.items() if value)
    return f"::{kind} {shown}::{_data(message)}" if shown else f"::{kind}::{_data(message)}"


def _claim(claim: Record) -> str:
    entry, where = legend.entry(claim), claim["where"]
    lines = [f"{legend.standing(claim)}: {claim['sentence']}", legend.blame(claim)]
    for shown in outline.evidence_counterexamples(claim):
        values = ", ".join(f"{row['name']} = {glyph.abbreviate(row['value'], 200)}" for row in shown["instance"])
        lines.append(f"counterexample: {values}" if values else f"counterexample: {shown['reason']}")
        lines += [f"{label}: {glyph.abbreviate(value, 200)}" for label, value in phrase.witness(shown)]
    lines += [f"hint: {hint}" for hint in claim["hints"]]
    line = str(where["line"]) if where["file"] and where["line"] else ""
    title = f"{entry.word}: {claim['id']} ({claim['at']})"
    return command("error", "\n".join(text for text in lines if text), file=where["file"], line=line, title=title)


def _data(text: str) -> str:
    return glyph.visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
