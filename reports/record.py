"""The record: everything a report shows, as one JSON document.

`record.schema.json` (JSON Schema 2020-12, strict) defines its form; `validate` adds the rules that a schema cannot
say: no NaN, unique names, counts that fit together, and no claim called "as expected" that its verdict contradicts.
"""

import json
import math
import os
import re
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema

Record = dict[str, Any]

SCHEMA = Path(__file__).with_name("record.schema.json")
NEVER_EXPECTED = frozenset({"contradictory", "ill-posed", "vacuous", "weak", "flaky"})
HOLDING = frozenset({"derived", "exhausted", "enclosed", "supported"})


class RecordError(ValueError):
    """A document that is not a record: the message names the place (a JSON path) and the rule."""

    def __init__(self, path: str, rule: str) -> None:
        super().__init__(f"record is invalid at {path}: {rule}")
        self.path = path


def load(path: str | Path) -> Record:
    """Read and validate the record in the file `path`.

    Raises:
        RecordError: not JSON, a key given twice, NaN or infinity, or not of the published form.
        OSError: the file cannot be read.
    """
    try:
        data = json.loads(Path(path).read_bytes(), parse_constant=_no_constant, object_pairs_hook=_no_duplicates)
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError("$", f"{path} is not JSON ({error})") from None
    validate(data)
    return data


def validate(record: Any) -> None:
    """Raise `RecordError` for the first defect of `record`, naming its JSON path; return nothing when it is sound.

    >>> validate({"schema_version": 1})
    Traceback (most recent call last):
        ...
    reports.record.RecordError: record is invalid at $: 'tool' is a required property
    """
    _require_plain(record, "$")
    found = jsonschema.exceptions.best_match(_validator().iter_errors(record))
    if found is not None:
        raise RecordError(found.json_path, _shorten(found.message))
    for path, rule in _broken_rules(record):
        raise RecordError(path, rule)


def dump(record: Record, path: str | Path) -> None:
    """Validate `record` and write it to `path`: sorted keys, UTF-8, in one atomic step.

    Equal records give equal bytes. A reader never sees half a file: the text is written beside it, then renamed.
    """
    validate(record)
    target = Path(path)
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", suffix=".part", dir=target.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(dumps(record))
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)
        os.replace(name, target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def dumps(record: Record) -> str:
    r"""The text that `dump` writes.

    >>> dumps({"b": 1, "a": "½"})
    '{\n "a": "½",\n "b": 1\n}\n'
    """
    text = json.dumps(record, ensure_ascii=False, allow_nan=False, indent=1, sort_keys=True) + "\n"
    # A lone surrogate is legal in JSON only as an escape: UTF-8 has no bytes for it.
    return re.sub("[\ud800-\udfff]", lambda match: f"\\u{ord(match[0]):04x}", text)


@cache
def _validator() -> Any:
    return jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


def _require_plain(value: Any, path: str) -> None:
    if isinstance(value, float) and not math.isfinite(value):
        raise RecordError(path, f"{value} is not a JSON number")
    if isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise RecordError(path, f"the key {key!r} is not a string")
            _require_plain(item, f"{path}.{key}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _require_plain(item, f"{path}[{index}]")


def _broken_rules(record: Record) -> Iterator[tuple[str, str]]:
    yield from _repeated([paper["key"] for paper in record["papers"]], "$.papers[{}].key")
    for p, paper in enumerate(record["papers"]):
        yield from _repeated([claim["id"] for claim in paper["claims"]], f"$.papers[{p}].claims[{{}}].id")
        for c, claim in enumerate(paper["claims"]):
            yield from _broken_claim_rules(claim, f"$.papers[{p}].claims[{c}]")
        yield from _repeated([figure["id"] for figure in paper["figures"]], f"$.papers[{p}].figures[{{}}].id")
        for f, figure in enumerate(paper["figures"]):
            yield from _broken_figure_rules(figure, f"$.papers[{p}].figures[{f}]")


def _broken_claim_rules(claim: Record, path: str) -> Iterator[tuple[str, str]]:
    evidence = [(item, f"{path}.evidence[{index}]") for index, item in enumerate(claim["evidence"])]
    for holder, place in [(claim["reach"], f"{path}.reach"), *evidence]:
        if holder["admitted"] > holder["tried"]:
            yield place, f"admitted {holder['admitted']} of {holder['tried']} tried"
    if claim["power"]["refuted"] > claim["power"]["made"]:
        yield f"{path}.power", f"refuted {claim['power']['refuted']} of {claim['power']['made']} made"
    if claim["as_expected"] and contradicts_expectation(claim["verdict"], claim["expect"]):
        expected = "a true claim" if claim["expect"] is None else f"a claim expected to be {claim['expect']}"
        yield f"{path}.as_expected", f"{claim['verdict']!r} cannot be as expected for {expected}"


def _broken_figure_rules(figure: Record, path: str) -> Iterator[tuple[str, str]]:
    picture = figure["picture"]
    if (figure["state"] == "drawn") != (picture is not None):
        yield f"{path}.state", f"{figure['state']!r} {'with' if picture else 'without'} a picture"
    if picture is None:
        return
    if picture["kind"] == "heat":
        shape = {len(row) for row in picture["values"]}
        if len(picture["values"]) != len(picture["rows"]) or shape != {len(picture["columns"])}:
            needed = f"{len(picture['rows'])} rows of {len(picture['columns'])} numbers"
            yield f"{path}.picture.values", f"{needed} are needed"
        if picture["log"] and min(map(min, picture["values"])) <= 0:
            yield f"{path}.picture.values", "a logarithmic scale needs positive numbers"
        return
    for c, curve in enumerate(picture["curves"]):
        parts = [curve[name] for name in ("x", "y", "low", "high") if curve[name] is not None]
        if len(parts) == 3 or len({len(part) for part in parts}) > 1:
            yield f"{path}.picture.curves[{c}]", "numbers of one length are needed, and both ends of an interval"
        for log, numbers in ((picture["log_x"], parts[:1]), (picture["log_y"], parts[1:])):
            if log and min(map(min, numbers)) <= 0:
                yield f"{path}.picture.curves[{c}]", "a logarithmic axis needs positive numbers"


def contradicts_expectation(verdict: str, expect: str | None) -> bool:
    """Whether `verdict` rules out that the claim came out as expected (*undecided* and *not run* leave it open).

    >>> contradicts_expectation("refuted", None), contradicts_expectation("refuted", "refuted")
    (True, False)
    """
    wrong_side = {None: {"refuted"}, "refuted": HOLDING}.get(expect, HOLDING | {"refuted"})
    return verdict in NEVER_EXPECTED or verdict in wrong_side


def _repeated(names: list[str], place: str) -> Iterator[tuple[str, str]]:
    for index, name in enumerate(names):
        if name in names[:index]:
            yield place.format(index), f"{name!r} is used twice"


def _no_constant(name: str) -> Any:
    raise RecordError("$", f"{name} is not a JSON number")


def _no_duplicates(pairs: list[tuple[str, Any]]) -> Record:
    result = dict(pairs)
    if len(result) < len(pairs):
        keys = [key for key, _ in pairs]
        raise RecordError("$", f"the key {next(k for k in keys if keys.count(k) > 1)!r} is given twice")
    return result


def _shorten(message: str, limit: int = 300) -> str:
    return message if len(message) <= limit else f"{message[: limit // 2]} … {message[-limit // 2 :]}"
