"""The stored training runs: whole, of the settings in force, and made by a script that goes on where it stopped."""

import json

import pytest

import verify.papers.sensitivity.train as script
from verify.papers.sensitivity.training_data import FILE, ends, fitted, is_fitted, median, runs, stored
from verify.papers.sensitivity.training_run import SETTINGS, Extrapolation, Fit, examples, planned, rounded, seen


def test_the_file_is_small_and_of_these_settings():
    assert FILE.stat().st_size < 300_000
    header = json.loads(FILE.read_text(encoding="utf-8").splitlines()[0])
    assert header["settings"] == SETTINGS
    assert set(header["versions"]) == {"python", "numpy", "torch"}


def test_every_run_that_is_planned_is_there_once():
    assert [record["run"] for record in stored()] == [run.key for run in planned()]


def test_there_are_twelve_runs_at_short_lengths_fitted_or_not():
    for name in ("parity", "first", "mean", "majority", "scratchpad"):
        assert [len(runs(name, n)) for n in (4, 6)] == [12, 12]
    assert len(fitted("parity", 6)) < 12
    assert all(record["loss"] <= 0.02 for record in fitted("parity", 6))
    assert not all(map(is_fitted, runs("parity", 6)))


def test_ends_and_median_by_hand():
    assert median([3, 1, 2]) == 2
    assert median([4, 1, 2, 3]) == 5 / 2
    low, high = ends("parity", 4)
    values = [record["sharpness"][0] for record in fitted("parity", 4)]
    assert low < min(values) < max(values) < high


def test_a_scratchpad_string_holds_the_running_products():
    inputs, values = examples("scratchpad", 3)
    row = inputs.tolist().index([-1, 1, -1, -1, -1])  # x, t_1 = x_1, t_2 = x_1 x_2
    assert values[row] == 1
    assert inputs.shape == (8, 5)


def test_functions_agree_where_a_run_sees_them():
    inputs = examples("first", 4)[0][seen(Extrapolation("first = parity", 4, 3, 5))]
    assert len(inputs) == 5
    assert all(x[0] == x.prod() for x in inputs)


@pytest.fixture
def quick(monkeypatch):
    """Three planned runs that cost nothing; returns those that were done."""
    done = []

    def measured(run):
        done.append(run.seed)
        return {"run": run.key, "loss": 1 / 3}

    monkeypatch.setattr(script, "planned", lambda: [Fit("first", 4, seed) for seed in range(3)])
    monkeypatch.setattr(script, "measured_fit", measured)
    monkeypatch.setattr(script, "header", lambda: {"settings": SETTINGS})
    return done


def test_a_killed_run_goes_on(quick, tmp_path):
    file = tmp_path / "runs.jsonl"
    script.main(file)
    whole = file.read_text(encoding="utf-8")
    file.write_text(whole[: whole.rfind("\n", 0, -1) - 5], encoding="utf-8")  # killed within the second run's line
    script.main(file)
    assert quick == [0, 1, 2, 1, 2]
    assert file.read_text(encoding="utf-8") == whole


def test_other_settings_are_refused(quick, tmp_path):
    file = tmp_path / "runs.jsonl"
    file.write_text('{"settings":{"width":1}}\n', encoding="utf-8")
    with pytest.raises(SystemExit, match="other settings"):
        script.main(file)
    assert quick == []


def test_numbers_keep_six_digits():
    assert rounded({"a": [1 / 3, 12345678.9, 2], "b": "1/3", "c": None}) == {"a": [0.333333, 12345700.0, 2], "b": "1/3",
                                                                           "c": None}
