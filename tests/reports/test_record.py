"""The record: what is accepted, what is refused and how the refusal is worded, and that writing is safe."""

import json
from pathlib import Path

import jsonschema
import pytest

from reports import record


def _first(data):
    return data["papers"][0]["claims"][0]


def _picture(data, index=0):
    return data["papers"][0]["figures"][index]["picture"]


def test_schema_is_valid_and_strict_everywhere():
    schema = json.loads(record.SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    objects = [schema, *(d for d in schema["$defs"].values() if "properties" in d)]
    assert len(objects) > 10
    for each in objects:
        assert each["additionalProperties"] is False
        assert each["required"] == list(each["properties"])


def test_both_fixtures_are_records(small, hostile):
    record.validate(small)
    record.validate(hostile)


@pytest.mark.parametrize(
    ("spoil", "path", "words"),
    [
        (lambda d: d.pop("run"), "$", "'run' is a required property"),
        (lambda d: d.update(extra=1), "$", "'extra' was unexpected"),
        (lambda d: d.update(schema_version=2), "$.schema_version", "1 was expected"),
        (lambda d: d["run"].update(exit_code=3), "$.run.exit_code", "3 is not one of"),
        (lambda d: d["run"].update(seconds=float("nan")), "$.run.seconds", "nan is not a JSON number"),
        (lambda d: d["run"].update(seconds=float("inf")), "$.run.seconds", "inf is not a JSON number"),
        (lambda d: d["run"]["settings"].update(ratio=0.5), "$.run.settings.ratio", "is not of type"),
        (lambda d: d["run"]["versions"].update({3: "x"}), "$.run.versions", "the key 3 is not a string"),
        (lambda d: _first(d).update(verdict="passed"), "$.papers[0].claims[0].verdict", "'passed' is not one of"),
        (lambda d: _first(d).update(tier=None), "$.papers[0].claims[0].tier", "None is not one of"),
        (lambda d: _first(d).update(hints=("a",)), "$.papers[0].claims[0].hints", "is not of type 'array'"),
        (lambda d: _first(d).update(as_expected=1), "$.papers[0].claims[0].as_expected", "is not of type 'boolean'"),
        (lambda d: _first(d)["reach"].update(tried=-1), "$.papers[0].claims[0].reach.tried", "less than the minimum"),
        (lambda d: _first(d)["reach"].update(admitted=14), "$.papers[0].claims[0].reach", "admitted 14 of 13 tried"),
        (lambda d: _first(d)["power"].update(made=1), "$.papers[0].claims[0].power", "refuted 14 of 1 made"),
        (lambda d: d["papers"][0]["claims"][1].update(id="majority"), "$.papers[0].claims[1].id", "used twice"),
        (lambda d: d["papers"].append(d["papers"][0]), "$.papers[1].key", "'doe2026' is used twice"),
        (lambda d: _picture(d).update(curves=[]), "$.papers[0].figures[0].picture.curves", "non-empty"),
        (lambda d: _picture(d)["curves"][0]["x"].pop(), "$.papers[0].figures[0].picture.curves[0]", "of one length"),
        (lambda d: _picture(d)["curves"][0].update(low=None), "$.papers[0].figures[0].picture.curves[0]", "both ends"),
        (lambda d: _picture(d)["curves"][0].update(x=[0, 1, 2, 3]), "$.papers[0].figures[0].picture.curves[0]",
         "positive"),
        (lambda d: _picture(d, 1)["values"].pop(), "$.papers[0].figures[1].picture.values", "2 rows of 3 numbers"),
        (lambda d: _picture(d, 1)["values"][0].pop(), "$.papers[0].figures[1].picture.values", "2 rows of 3 numbers"),
        (lambda d: _picture(d, 1).update(values=[[0, 1, 2]] * 2), "$.papers[0].figures[1].picture.values", "positive"),
        (lambda d: d["papers"][0]["figures"][0].update(picture=None), "$.papers[0].figures[0].state", "without"),
        (lambda d: d["papers"][0]["figures"][1].update(id="growth"), "$.papers[0].figures[1].id", "used twice"),
        (
            lambda d: d["papers"][0]["claims"][4]["evidence"][0]["counterexample"].pop("replay"),
            "$.papers[0].claims[4].evidence[0].counterexample",
            "'replay' is a required property",
        ),
    ],
)
def test_refusal_names_the_place_and_the_rule(small, spoil, path, words):
    spoil(small)
    with pytest.raises(record.RecordError) as caught:
        record.validate(small)
    assert caught.value.path == path
    assert words in str(caught.value)


@pytest.mark.parametrize("verdict", ["contradictory", "refuted", "ill-posed", "vacuous", "weak", "flaky"])
def test_a_failing_verdict_is_never_as_expected_for_a_true_claim(small, verdict):
    _first(small).update(verdict=verdict)
    with pytest.raises(record.RecordError, match="cannot be as expected"):
        record.validate(small)


@pytest.mark.parametrize("verdict", ["derived", "exhausted", "enclosed", "supported", "contradictory", "vacuous"])
def test_a_claim_expected_to_be_refuted_is_as_expected_only_when_refuted(small, verdict):
    _first(small).update(expect="refuted", verdict=verdict)
    with pytest.raises(record.RecordError, match="cannot be as expected for a claim expected to be refuted"):
        record.validate(small)


@pytest.mark.parametrize("name", ["small", "hostile"])
def test_dump_then_load_gives_the_same_record_and_the_same_bytes(name, tmp_path, request):
    data = request.getfixturevalue(name)
    path = tmp_path / "record.json"
    record.dump(data, path)
    first = path.read_bytes()
    again = record.load(path)
    assert again == data
    record.dump(dict(reversed(again.items())), path)
    assert path.read_bytes() == first
    assert [file.name for file in tmp_path.iterdir()] == ["record.json"]


def test_a_failed_dump_leaves_the_old_file_and_no_other(small, tmp_path):
    path = tmp_path / "record.json"
    path.write_text("old", encoding="utf-8")
    small["run"]["seconds"] = float("nan")
    with pytest.raises(record.RecordError):
        record.dump(small, path)
    assert path.read_text(encoding="utf-8") == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["record.json"]


def test_an_interrupted_write_leaves_the_old_file_and_no_other(small, tmp_path, monkeypatch):
    path = tmp_path / "record.json"
    path.write_text("old", encoding="utf-8")

    def interrupted(source: str, target: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(record.os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        record.dump(small, path)
    assert path.read_text(encoding="utf-8") == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["record.json"]


@pytest.mark.parametrize(
    ("text", "words"),
    [("{", "is not JSON"), ('{"a": NaN}', "NaN is not a JSON number"), ('{"a": 1, "a": 2}', "'a' is given twice")],
)
def test_load_refuses_what_is_not_json(text, words, tmp_path):
    path = Path(tmp_path, "r.json")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(record.RecordError, match=words):
        record.load(path)
