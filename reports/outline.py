"""The order of a report: anchors, links between claims, counts, and the sentence that heads it."""

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from reports import legend

PARTIAL = (2, 130)
"""The exit codes of a run that did not complete."""
Record = dict[str, Any]
Claim = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Plate:
    """A figure in its place, with a number that is unique in the report; `claims` pairs ids with their anchors."""

    number: int
    figure: Record
    claims: tuple[tuple[str, str | None], ...]

    @property
    def anchor(self) -> str:
        """Where links to it lead."""
        return f"figure-{self.number}"


@dataclass(frozen=True, slots=True)
class Item:
    """A claim in its place: `anchor` is unique in the report, `uses` pairs each id with the anchor it leads to.

    `plates` are the figures that stand beside it, `seen` all that illustrate it.
    """

    paper: str
    claim: Claim
    anchor: str
    entry: legend.Entry
    uses: tuple[tuple[str, str | None], ...]
    plates: tuple[Plate, ...] = ()
    seen: tuple[Plate, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A paper with its claims; `counts` says how often each verdict occurs, in the order of the legend.

    `plates` are all of its figures in the order in which they stand, `loose` those that stand beside no claim.
    """

    paper: Record
    anchor: str
    items: tuple[Item, ...]
    counts: tuple[tuple[legend.Entry, int], ...]
    plates: tuple[Plate, ...] = ()
    loose: tuple[Plate, ...] = ()

    @property
    def title(self) -> str:
        """The paper's title, or its key where it has none."""
        return self.paper["title"].strip() or self.paper["key"]


def parts(record: Record) -> tuple[Part, ...]:
    """The papers of `record`, in order, with everything that links them resolved."""
    anchors, numbers = _anchors(record), itertools.count(1)
    return tuple(_part(paper, anchors, numbers) for paper in record["papers"])


def tally(claims: list[Claim]) -> tuple[tuple[legend.Entry, int], ...]:
    """How often each verdict occurs among `claims`, in the order of the legend, without zeros."""
    found = Counter(legend.entry(claim).key for claim in claims)
    return tuple((entry, found[entry.key]) for entry in legend.VERDICTS.values() if found[entry.key])


def headline(record: Record) -> str:
    """One sentence that sums up the run, from the worst news to the best."""
    claims = every_claim(record)
    checked = [claim for claim in claims if claim["verdict"] != "not run"]
    faults = "; ".join(problem.rstrip(".") for problem in record["run"]["problems"])
    problems = f"What went wrong: {faults}." if faults else ""
    if not checked:
        return f"Nothing was checked: nothing follows from this report. {problems}".rstrip()
    wrong = sum(not claim["as_expected"] for claim in claims)
    left = sum(claim["as_expected"] and claim["verdict"] in ("undecided", "not run") and not decided(claim)
               for claim in claims)
    verb = "is" if wrong == 1 else "are"
    result = f"{wrong} of {_count(len(claims), 'claim')} {verb} not as expected." if wrong else (
        f"{_count(len(claims) - left, 'claim')} came out as expected.")  # fmt: skip
    if left:
        result += f" {_count(left, 'claim')} {'was' if left == 1 else 'were'} left open or not run."
    if record["run"]["exit_code"] == 1 and not wrong:
        result += " The run itself counts that as not as expected (exit code 1)."
    if (code := record["run"]["exit_code"]) in PARTIAL:
        result += f" The run itself did not complete (exit code {code}): read it as partial. {problems}".rstrip()
    return result


def decided(claim: Claim) -> bool:
    """Whether an undecided claim came out as its author expects: inconsistent on its ladder."""
    return bool(claim["as_expected"] and claim["expect"] == "inconsistent" and claim["verdict"] == "undecided")


def headline_tone(record: Record) -> str:
    """The family of verdicts that `headline` belongs to: *wrong*, *open* or *held*."""
    claims = every_claim(record)
    if any(not claim["as_expected"] for claim in claims) or record["run"]["exit_code"] == 1:
        return "wrong"
    return "open" if record["run"]["exit_code"] in PARTIAL or all(c["verdict"] == "not run" for c in claims) else "held"


def every_claim(record: Record) -> list[Claim]:
    """All claims of all papers, in order."""
    return [claim for paper in record["papers"] for claim in paper["claims"]]


def derivation(claim: Claim) -> list[Record]:
    """The lines of the author's derivation, each with its relation as part of its statement, but the first."""
    signs = {"==": "=", "<=": r"\leq", ">=": r"\geq"}
    return [{**line, "statement": f"{line['relation']} {line['text']}" if index else line["text"],
             "statement_latex": f"{signs.get(line['relation'], line['relation'])} {line['latex']}" if index
             else line["latex"]} for index, line in enumerate(claim["derivation"])]


def evidence_counterexamples(claim: Claim) -> list[Record]:
    """The counterexamples found, each once, in the order of the evidence; of a refuted claim the one that is told."""
    result: list[Record] = []
    failing = [item for item in claim["evidence"] if item["outcome"] == "fails" and item["counterexample"]]
    if claim["verdict"] == "refuted" and failing:
        return [min(failing, key=_rank)["counterexample"]]
    for item in claim["evidence"]:
        found = item["counterexample"]
        if found is not None and found not in result:
            result.append(found)
    return result


def _rank(item: Record) -> tuple[int, int]:
    """The most rigorous evidence first, then that of the shortest instance."""
    rigours = ("exact", "enclosed", "statistical", "numerical")
    return rigours.index(item["rigour"] or "numerical"), sum(
        len(entry["value"]) for entry in item["counterexample"]["instance"])


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _part(paper: Record, anchors: dict[tuple[str, str], str], numbers: Iterator[int]) -> Part:
    key = paper["key"]
    homes = _homes(paper)
    placed = [(home, Plate(next(numbers), figure, tuple((name, anchors.get((key, name)))
                                                        for name in figure["illustrates"])))
              for home in ("", *(claim["id"] for claim in paper["claims"])) for figure in homes.get(home, ())]
    plates = tuple(plate for _, plate in placed)
    items = tuple(
        Item(key, claim, anchors[key, claim["id"]], legend.entry(claim), _uses(key, claim, anchors),
             tuple(plate for home, plate in placed if home == claim["id"]),
             tuple(plate for plate in plates if claim["id"] in plate.figure["illustrates"]))
        for claim in paper["claims"]
    )
    return Part(paper, anchors[key, ""], items, tally(paper["claims"]), plates,
                tuple(plate for home, plate in placed if not home))


def _homes(paper: Record) -> dict[str, list[Record]]:
    """The figures by the claim that they stand beside: the first that they illustrate and that is in the report."""
    known = {claim["id"] for claim in paper["claims"]}
    homes: dict[str, list[Record]] = {}
    for figure in paper["figures"]:
        home = next((name for name in figure["illustrates"] if name in known), "")
        homes.setdefault(home, []).append(figure)
    return homes


def _uses(key: str, claim: Claim, anchors: dict[tuple[str, str], str]) -> tuple[tuple[str, str | None], ...]:
    """Each id that the claim rests on: of its own paper first, else written `paper/id` or `paper:id`."""
    result = []
    for name in claim["uses"]:
        other = next((a for (k, i), a in anchors.items() if i and name in (f"{k}/{i}", f"{k}:{i}")), None)
        result.append((name, anchors.get((key, name), other)))
    return tuple(result)


def _anchors(record: Record) -> dict[tuple[str, str], str]:
    """Readable where the names are plain, numbered where they are not: an anchor is safe in any format."""
    result: dict[tuple[str, str], str] = {}
    taken: set[str] = set()
    for p, paper in enumerate(record["papers"]):
        for c, name in enumerate(["", *(claim["id"] for claim in paper["claims"])]):
            full = f"{paper['key']}.{name}" if name else paper["key"]
            slug = re.sub(r"[^A-Za-z0-9.-]+", "-", full)[:60].strip("-.")
            if slug in taken or not slug:
                slug = f"{slug}-{p}-{c}"
            taken.add(slug)
            result[paper["key"], name] = f"c-{slug}"
    return result
