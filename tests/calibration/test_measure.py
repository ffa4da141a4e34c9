"""Calibration: the committed table keeps to the error budget, and is what the script measures."""

import csv
import runpy
from fractions import Fraction
from pathlib import Path

import pytest

SCRIPT = runpy.run_path(str(Path(__file__).with_name("measure.py")))
CLAIMS, ROWS, TABLE, measure = (SCRIPT[name] for name in ("CLAIMS", "ROWS", "TABLE", "measure"))
TABLE_ROWS = list(csv.DictReader(TABLE.read_text(encoding="utf-8").splitlines()))


def test_the_table_has_every_row_with_claims_enough():
    assert [(row["low"], row["high"], row["truth"]) for row in TABLE_ROWS] == ROWS
    assert all(int(row["claims"]) == CLAIMS >= 2000 for row in TABLE_ROWS)
    assert all(sum(int(row[name]) for name in ("holds", "fails", "undecided")) == CLAIMS for row in TABLE_ROWS)


@pytest.mark.parametrize("row", TABLE_ROWS, ids=lambda row: f"{row['truth']} in {row['low']}..{row['high']}")
def test_wrong_verdicts_keep_to_the_budget(row):
    """The share of wrong ones is at most the budget; what is known beforehand is its mean, so this leaves no slack."""
    assert int(row["wrong"]) <= Fraction(row["budget"]) * int(row["claims"])


@pytest.mark.slow
@pytest.mark.parametrize("row", TABLE_ROWS[2:5], ids=lambda row: row["truth"])
def test_the_table_is_what_is_measured(row):
    assert measure(row["low"], row["high"], row["truth"]) == row
