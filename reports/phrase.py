"""Short phrases that every form of report shares: numbers, who wrote a paper, power and reach in words."""

from typing import Any

from reports import glyph

Record = dict[str, Any]

SHOWN = 3
"""How many nearby formulas of one fate are named."""
BRIEF = {
    "derived": "Derived on the whole scope ({grade}).",
    "exhausted": "Holds at every instance of the scope.",
    "enclosed": "Proved on the whole scope.",
    "supported": "No counterexample ({grade}); no proof.",
    "not run": "{reason}.",
}
"""The verdicts of claims that came out as expected, in a few words; `assay show` tells the rest."""
LADDER = "on a ladder"
"""The quantifier of claims whose own sentence is needed, since *supported* is a matter of trend there."""
EXIT_CODES = {
    0: "everything as expected",
    1: "something is not as expected",
    2: "the run could not be completed, or nothing was checked",
    130: "the run was interrupted; what was finished is shown",
}


def integer(number: int) -> str:
    """A whole number with thin groups of three.

    >>> integer(1234567)
    '1\u202f234\u202f567'
    """
    return f"{number:,}".replace(",", "\u202f") if number >= 10_000 else str(number)


def counted(admitted: int, tried: int) -> str:
    """How many instances met the hypotheses of how many tried."""
    return f"{integer(admitted)} of {integer(tried)}" if tried else "–"


def duration(seconds: float) -> str:
    """A time for people.

    >>> duration(0.25), duration(75)
    ('0.2 s', '1 min 15 s')
    """
    return f"{seconds:.1f} s" if seconds < 60 else f"{int(seconds // 60)} min {int(seconds % 60)} s"


def byline(paper: Record) -> str:
    """Authors, year and arXiv number, as far as they are known."""
    year = None if paper["year"] is None else str(paper["year"])
    arxiv = f"arXiv:{paper['arxiv']}" if paper["arxiv"] else None
    return ", ".join(part for part in (*paper["authors"], year, arxiv) if part) or "author unknown"


def power(claim: Record) -> str:
    """What the check did to variants that are false by construction."""
    numbers = claim["power"]
    result = f"{integer(numbers['refuted'])} of {integer(numbers['made'])} false variants refuted"
    if numbers["void"]:
        result += f", {integer(numbers['void'])} void"
    if numbers["detection_limit"]:
        result += f"; detection limit {numbers['detection_limit']}"
    return result


def brief(claim: Record) -> str:
    """What is said of a claim in a list of many: a few words where it came out as expected, else its sentence."""
    short = BRIEF.get(claim["verdict"]) if claim["as_expected"] else None
    if short is None or claim["quantifier"] == LADDER or (claim["quantifier"] and claim["verdict"] != "supported"):
        return str(claim["sentence"])
    return short.format(grade=claim["grade"] or "by samples", reason=claim["reason"])


def nearby(claim: Record) -> list[tuple[str, str]]:
    """What became of nearby formulas: how many were refuted, and those that were not."""
    found = claim["neighbours"]
    if not found:
        return []
    fates = [one["fate"] for one in found]
    text = f"{integer(fates.count('refuted'))} of {integer(len(found))} nearby formulas refuted"
    example = next((one for one in found if one["fate"] == "refuted" and one["witness"]), None)
    if example:
        text += f", such as {glyph.abbreviate(example['text'], 90)} at {glyph.abbreviate(example['witness'], 60)}"
    rows = [("nearby", text)]
    for fate, label, question in (("open", "open", " (is that also true?)"), ("true", "also true", "")):
        texts = [glyph.abbreviate(one["text"], 120) for one in found if one["fate"] == fate]
        more = f"; and {len(texts) - SHOWN} more" if len(texts) > SHOWN else ""
        rows += [(label, "; ".join(texts[:SHOWN]) + more + question)] if texts else []
    return rows


def need(hypothesis: Record) -> str:
    """What became of the claim where this hypothesis alone fails; empty where that was not looked at.

    >>> need({"fate": "not needed", "instances": 7, "witness": "", "all": True})
    'not needed: the claim also holds at all 7 instances that it excludes'
    """
    count, witness = hypothesis["instances"], glyph.abbreviate(hypothesis["witness"], 120)
    instances = f"{integer(count)} instance" + "s" * (count != 1)
    return {
        None: "",
        "needed": f"needed: without it the claim breaks at {witness}",
        "not needed": f"not needed: the claim also holds at all {instances} that it excludes" if hypothesis["all"] else
                      f"not needed where tried: the claim also held at {instances} that it excludes",
        "never violated": "never violated: it excludes nothing" if hypothesis["all"] else
                          "never violated: no instance was found that it alone excludes",
        "open": f"open: among {instances} that it excludes, some could not be decided",
    }[hypothesis["fate"]]


def reach(claim: Record) -> str:
    """How many instances were tried and met the hypotheses, and how many corners there were."""
    numbers = claim["reach"]
    corners = f", {integer(numbers['corners'])} corner{'s' * (numbers['corners'] != 1)}" if numbers["corners"] else ""
    return f"{integer(numbers['tried'])} tried, {integer(numbers['admitted'])} met the hypotheses{corners}"


def slack(evidence: Record) -> str:
    """The smallest distance between the two sides, and where; empty where none was measured."""
    found = evidence["slack"]
    if found is None:
        return ""
    place = f" at {found['at']}" if found["at"] else ""
    tight = f"; largest ratio of the sides: {found['tightness']}" if found["tightness"] else ""
    return f"smallest slack {found['smallest']}{place}{tight}"


def ladder(shown: Record) -> str:
    """What the picture of a ladder shows, in words."""
    first, last = shown["rungs"][0], shown["rungs"][-1]
    ends = (first["value"] / first["law"], last["value"] / last["law"])
    return (f"quantity divided by {shown['laws'][0]['text']}, from {ends[0]:.3g} at {shown['along']} = {first['size']} "
            f"to {ends[1]:.3g} at {shown['along']} = {last['size']}, on logarithmic scales; level where the law fits")


def caption(figure: Record) -> str:
    """A figure's title and what its author says of it, as sentences."""
    return " ".join(f"{text.strip().rstrip('.')}." for text in (figure["title"], figure["says"]) if text.strip())


def missing(figure: Record) -> str:
    """Why there is no picture of a figure.

    >>> missing({"state": "failed", "reason": "p.py:3: ZeroDivisionError"})
    'It cannot be drawn (no verdict depends on it): p.py:3: ZeroDivisionError.'
    """
    how = "It cannot be drawn (no verdict depends on it)" if figure["state"] == "failed" else "Not drawn"
    return f"{how}: {figure['reason'].rstrip('.')}."


def setting(value: str | int) -> str:
    """A setting as it is spoken of: yes and no for truth values."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def witness(counterexample: Record) -> list[tuple[str, str]]:
    """The labelled values of a counterexample, without the empty ones."""
    rows = [
        ("left side", counterexample["lhs"]),
        ("right side", counterexample["rhs"]),
        ("claimed", counterexample["relation"]),
        ("gap", counterexample["gap"]),
        ("replay", counterexample["replay"]),
    ]
    return [(label, value) for label, value in rows if value]


def facts(claim: Record) -> list[tuple[str, str]]:
    """The labelled plain sentences of a claim that every form shows in this order, without the empty ones."""
    checked = claim["power"]["made"] > 0
    rows = [
        ("quantifiers", claim["order"] or ""),
        ("conclusion", claim["conclusion"] or ""),
        ("scope", claim["scope"]),
        ("window", claim["window"]),
        ("price", claim["price"] or ""),
        ("why", claim["reason"]),
        ("power", power(claim) if checked else ""),
        *(("not refuted", name) for name in claim["power"]["survived"]),
        *(("tightness", line) for line in claim["tightness"]),
        *nearby(claim),
        ("reach", reach(claim) if claim["reach"]["tried"] else ""),
    ]
    return [(label, text) for label, text in rows if text]


def remarks(evidence: Record) -> list[str]:
    """What stands under a line of evidence: its slack and its note."""
    return [text for text in (slack(evidence), evidence["note"]) if text.strip()]
