"""Two records: one of the ordinary kind, and one in which every text tries to break the report."""

import json
from pathlib import Path
from typing import Any

import pytest

RECORDS = Path(__file__).with_name("records")


def _read(name: str) -> dict[str, Any]:
    return json.loads((RECORDS / name).read_text(encoding="utf-8"))


@pytest.fixture
def small() -> dict[str, Any]:
    return _read("small.json")


@pytest.fixture
def hostile() -> dict[str, Any]:
    return _read("hostile.json")
